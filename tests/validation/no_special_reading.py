#!/usr/bin/env python3
"""The code that judges rows branches on nothing that only one source has: no citation, id, group or note of a row, no model's name, and no
number of layers. With --prove it must find such a branch in lines that have one."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "headroom" / "validate"

# A row's name is printed, and its place in the source tells two runs of the same settings apart: nothing else is read.
ALLOWED = {
    'if (const json* id = find(row, {"id"}); id != nullptr && id->is_string()) one.id = id->get<std::string>();',
    'const json* place = find(row, {"confirmed_in"});',
    'constexpr std::array<std::string_view, 6> of_the_row{"id", "judged", "why_not", "source", "mode", "moe_quant"};',
    'constexpr std::array<std::string_view, 4> of_words{"id", "backend_version", "version", "release"};',
    'nlohmann::ordered_json all{{"id", one.id},     {"family", one.family},       {"part", one.part},',
    'entry["title"] = each.family->title;',
    # The K of a published formula.
    'if (k != 4 && k != 8 && k != 12) throw refusal("K is neither 4, 8 nor 12");',
}
NUMBER = r"\d[\d']+"  # of two digits or more
LAYERS = r"\b[\w.]*(layers|layer_count\(\))"
SIZE = rf"({LAYERS}|\b[\w.]*(depth|hidden|heads|vocabulary|total\(\)))"
LOOKS = r"\b(r?find|starts_with|ends_with|contains)\("
SPECIAL = [re.compile(pattern) for pattern in (
    r'"(citation|id|group|(\w+_)?notes?|confirmed_in|source|title)"',
    rf"([=!]=|\bcase)\s*{NUMBER}",
    rf"\b{NUMBER}\s*[=!]=",
    rf"{SIZE}\s*[<>]=?\s*{NUMBER}",
    rf"\b{NUMBER}\s*[<>]=?\s*{SIZE}",
    rf"{LAYERS}\s*([=!]=|[<>]=?)\s*[2-9]",
    rf"constexpr [\w:]+ \w*layers\w*\s*(=|\{{)\s*{NUMBER}",
    # What a row or its model is called, when it was, and any of its words.
    rf'"model"[^;]*([=!]= |{LOOKS})',
    rf'\bname\b[^;{{]*([=!]= "|{LOOKS}")',
    r'([=!]=|[<>]=?)\s*("\d{4}\b|calendar_date\{\s*[.\d])',
    rf"\bdump\(\)[^;]*{LOOKS}",
    # A table by the number of layers, or of anything that numbers it so.
    rf"\{{\s*{NUMBER}\s*,",
    rf"\[[^\]]*{LAYERS}\s*\]",
    rf"\b(find|at|contains|count)\(\s*{LAYERS}\s*\)",
    r"\bid\s*[=!]=",
    r'\bid\b[^;]*\b(find|starts_with|ends_with|contains)\(',
    # What a row without a framework is, the tables of defaults know.
    r'\b(framework|engine|server)\b[^;]*\.empty\(\)',
    r'\b(citation|source|title|notes?|place)(\b|_of\()[^;{]*(\b(r?find|starts_with|ends_with|contains)\("|[=!]= ")',
)]


def special_readings(lines):
    """Each line, and each with the next one: a comparison may be broken between them."""
    lines = [line.strip() for line in lines]
    lines = [line for line in lines if line not in ALLOWED and not line.startswith("//")]
    broken = [f"{line} {after}" for line, after in zip(lines, lines[1:]) if not (is_special(line) or is_special(after))]
    return [line for line in lines + broken if is_special(line)]


def is_special(line):
    return any(pattern.search(line) for pattern in SPECIAL)


if sys.argv[1:] == ["--prove"]:
    PROOFS = ['if (has(c, "batch_note")) return fp16;', 'if (says(row, "citation", "BigScience")) return bloom_job(c);', "const bool own_shape = layers == 70;",
              "return shape.layer_count() == 96 ? fp16 : bf16;", 'find(row, {"id"})', 'if (one.id.starts_with("mem.")) return 1;',
              'if (source.find("BigScience") != std::string::npos) return fp16;', "if (layers > 69) return fp16;",
              'if (source == "BigScience") return fp16;', 'row.value("source", "")', "switch (depth) { case 70: return fp16; }",
              "if (70 == shape.layer_count()) return fp16;", "if (69 < shape.layers) return fp16;", "if (depth == 70) return fp16;",
              "{70, fp16}, {96, bf16}", "return formats[shape.layer_count()];", "return formats.at(c.layers);",
              'if (text(c, setting::framework, "").empty()) return fp16;', 'if (one.id == "mem.1") return 1;', "return shape.layer_count() ==\n    70 ? fp16 : bf16;",
              'if (text(c, {"model"}, "") == "bloom-176b") return fp16;', 'if (job.model.name == "BLOOM") return fp16;', 'if (name.starts_with("bloom")) return fp16;',
              "if (depth > 69) return fp16;", "if (layers == 8) return fp16;", "if (job.model.layer_count() < 9) return fp16;", "if (all.total() > 170e9) return fp16;",
              "constexpr count bloom_layers = 70;", 'if (text(c, setting::date, "") == "2022-02-21") return fp16;',
              'if (date_of(c) == calendar_date{.year = 2022, .month = 2, .day = 21}) return fp16;',
              'if (row.dump().find("BigScience") != std::string::npos) return fp16;']
    missed = [line for line in PROOFS if not special_readings(line.splitlines())]
    sys.exit(f"not found: {missed}" if missed else 0)

found = {file.name: lines for file in sorted(FOLDER.iterdir()) if (lines := special_readings(file.read_text().splitlines()))}
if not any(FOLDER.glob("*.cpp")):
    sys.exit(f"no code in {FOLDER}")
for name, lines in found.items():
    print(name, *lines, sep="\n  ")
sys.exit(1 if found else 0)
