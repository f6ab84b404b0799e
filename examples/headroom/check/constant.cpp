// SPDX-License-Identifier: BSL-1.0
#include "check/constant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <headroom/deployment/rules.hpp>
#include <headroom/version.hpp>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "check/cpp_text.hpp"
#include "check/several_sizes.hpp"
#include <headroom/read/common/words.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

// "Standard_ND96asr_v4" → "nd96asr_v4", "p5.48xlarge" → "p5_48xlarge".
std::string type_name_of(std::string_view machine_name) {
  constexpr std::string_view prefix = "Standard_";
  if (machine_name.starts_with(prefix)) machine_name.remove_prefix(prefix.size());
  std::string name = in_small_letters(machine_name);
  std::ranges::replace_if(
      name, [](char c) { return !is_of_identifier(c); }, '_');
  return name;
}

// A name of the library as it is found from any namespace, also one that has a namespace headroom in it.
std::string of_library(std::string_view name) {
  return fmt::format("{}{}", name.starts_with("headroom::") ? "::" : "", name);
}

template <class Part>
std::string array_of(std::string_view type, std::string_view name, std::span<const Part> parts) {
  if (parts.empty()) return {};
  std::string text = fmt::format("inline constexpr ::headroom::{} {}[]{{\n", type, name);
  for (const Part& each : parts) text += fmt::format("    {},\n", as_initialiser(each));
  return text + "};\n";
}

// The namespaces of a qualified name, opened and closed again, and the name itself.
struct scoped_name {
  std::string opening{};
  std::string closing{};
  std::string name{};

  explicit scoped_name(std::string_view qualified) {
    for (std::size_t at = qualified.find("::"); at != std::string_view::npos; at = qualified.find("::")) {
      opening += fmt::format("namespace {} {{\n", qualified.substr(0, at));
      closing += "}\n";
      qualified.remove_prefix(at + 2);
    }
    name = qualified;
  }
};

class header_writer {
 public:
  header_writer(const deployment_file& file, std::string_view path, const std::vector<told_finding>& findings,
                const check_options& options, const constant_request& asked)
      : deployment_(file.view(path)), silences_(file.silences), path_(path), findings_(findings), options_(options),
        asked_(asked), scope_(asked.name), lines_(lines_of(deployment_)),
        decided_(decided_choices(file, path, options)) {}

  std::string text() {
    write("// Made by headroom {} from {}; not to be edited.\n#pragma once\n\n", version, as_literal(path_));
    write("#include <headroom/catalog/catalog.hpp>\n#include <headroom/deployment/assertions.hpp>\n");
    if (!asked_.include.empty()) write("#include \"{}\"\n", asked_.include);
    write("\n{}namespace of_{} {{\n", scope_.opening, scope_.name);
    text_ += array_of<machine_pool>("machine_pool", "pools", deployment_.pools);
    text_ += array_of<workload>("workload", "workloads", deployment_.workloads);
    text_ += array_of<quota>("quota", "quotas", deployment_.quotas);
    text_ += array_of<request_limit>("request_limit", "request_limits", deployment_.request_limits);
    text_ += array_of<topology_block>("topology_block", "blocks", deployment_.blocks);
    text_ += array_of<node_claim>("node_claim", "claims", deployment_.claims);
    text_ += array_of<uncounted_gpus>("uncounted_gpus", "uncounted", deployment_.uncounted);
    text_ += array_of<remark>("remark", "remarks", deployment_.remarks);
    write("}}\n\ninline constexpr ::headroom::deployment {}{{{}}};\n\n", scope_.name, members());
    write("// A build that compiles the assertions in one source says so to the others, so that each is told once.\n");
    write("#if !defined(HEADROOM_ASSERTED_APART) || defined(HEADROOM_ASSERTED_HERE)\n");
    write("namespace of_{} {{\n", scope_.name);
    write_terms();
    // In a namespace of their own: rules and parts of a deployment share names.
    write("namespace rules {{\n");
    for (const rule& each : all_rules())
      if (options_.wants(each.name) && (options_.strict || each.worst == finding_severity::error)) write_rule(each);
    write_assertions();
    write("}}  // namespace rules\n");
    write("}}\n#endif\n{}", scope_.closing);
    return std::move(text_);
  }

 private:
  struct assertion {
    int line = 0;
    const rule* of = nullptr;
  };
  static constexpr int elsewhere = std::numeric_limits<int>::max();

  template <class... T>
  void write(fmt::format_string<T...> format, T&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(arguments)...);
  }

  std::string members() const {
    std::string text = fmt::format(".file = {}, .format = {}", as_literal(path_), as_literal(deployment_.format));
    if (deployment_.tool == file_tool::terraform) text += ", .tool = ::headroom::file_tool::terraform";
    if (deployment_.tool == file_tool::cyclecloud) text += ", .tool = ::headroom::file_tool::cyclecloud";
    const auto add = [&](std::string_view name, bool is_there) {
      if (is_there) text += fmt::format(", .{} = of_{}::{}", name, scope_.name, name);
    };
    add("pools", !deployment_.pools.empty());
    add("workloads", !deployment_.workloads.empty());
    add("quotas", !deployment_.quotas.empty());
    add("request_limits", !deployment_.request_limits.empty());
    add("blocks", !deployment_.blocks.empty());
    add("claims", !deployment_.claims.empty());
    add("uncounted", !deployment_.uncounted.empty());
    add("remarks", !deployment_.remarks.empty());
    return text + fmt::format(", .documents = {}, .documents_without_capacity = {}", deployment_.documents,
                              deployment_.documents_without_capacity);
  }

  void write_terms() {
    if (!asked_.on.empty()) write("inline constexpr auto held = ::headroom::held_by<{}>();\n", of_library(asked_.on));
    write("inline constexpr ::headroom::check_terms terms{{");
    std::string_view comma;
    const auto add = [&](const std::string& member) {
      text_ += comma;
      text_ += member;
      comma = ", ";
    };
    const check_terms& on = options_.terms;
    if (!asked_.on.empty()) add(".held = held");
    if (!on.as_of.empty()) add(fmt::format(".as_of = {}", as_literal(on.as_of)));
    if (on.reserved_millicpus != 0) add(fmt::format(".reserved_millicpus = {}", on.reserved_millicpus));
    if (in_bytes(on.reserved_memory) > 0)
      add(fmt::format(".reserved_memory = ::headroom::bytes({:.1f})", in_bytes(on.reserved_memory)));
    write("}};\n");
  }

  bool is_silenced(std::string_view rule_name, int line) const {
    return std::ranges::any_of(silences_, [&](const silence& each) { return each.covers(rule_name, line); }) ||
           is_decided(rule_name, line);
  }
  // A choice of sizes that the program has judged size by size is open in the constant.
  bool is_decided(std::string_view rule_name, int line) const {
    return rule_name == "size_name" && finding_at(rule_name, line) == nullptr &&
           std::ranges::any_of(decided_, [&](const auto& each) { return each.line == line; });
  }
  const told_finding* finding_at(std::string_view rule_name, int line) const {
    for (const told_finding& each : findings_)
      if (each.rule == rule_name && each.line == line && each.severity == finding_severity::error) return &each;
    return nullptr;
  }

  bool is_judged_here() const { return asked_.on.empty() || machine_of_type(asked_.on) != nullptr; }

  // The lines of a rule: all that the file speaks of where only the compiler knows the machines, else those that the
  // program found broken.
  std::vector<int> lines_to_assert(std::string_view rule_name) const {
    std::vector<int> lines = lines_;
    if (is_judged_here())
      std::erase_if(lines, [&](int line) {
        return finding_at(rule_name, line) == nullptr && !is_silenced(rule_name, line);
      });
    return lines;
  }

  // What a rule finds, as a constant that its assertions ask.
  void write_rule(const rule& each) {
    const std::vector<int> lines = lines_to_assert(each.name);
    std::string list;
    for (const int line : lines) list += fmt::format("{}{}", list.empty() ? "" : ", ", line);
    write("inline constexpr auto {0} = ::headroom::lines_that_break({1}, terms, \"{0}\", ::std::array<int, {2}>{{{3}}}{4});\n",
          each.name, "::" + asked_.name, lines.size(), list,
          options_.strict ? ", ::headroom::finding_severity::unjudged" : "");
    for (const int line : lines)
      if (!is_silenced(each.name, line)) assertions_.push_back({line, &each});
    assertions_.push_back({elsewhere, &each});
  }

  // In the order of the file's lines; what no line of it is to blame for comes last, under the first.
  void write_assertions() {
    std::ranges::stable_sort(assertions_, {}, &assertion::line);
    for (const assertion& each : assertions_) {
      if (each.line != elsewhere) write_assertion(*each.of, each.line);
      else
        write_rest(*each.of);
    }
  }

  void write_rest(const rule& each) {
    write("#line 1 {}\nstatic_assert(!{}.breaks_elsewhere, {});\n", as_literal(path_), each.name,
          as_message(sentence(each)));
    // The sentences have the figures where the program knows the machines.
    if (is_judged_here()) return;
    std::string silenced;
    for (const int line : lines_)
      if (is_silenced(each.name, line)) silenced += fmt::format(", {}", line);
    write("#line 1 {}\nstatic_assert(::headroom::tell_figures<{}{}>());\n", as_literal(path_), each.name, silenced);
  }

  static std::string sentence(const rule& each) { return fmt::format("{} [{}]", each.holds, each.name); }

  void write_assertion(const rule& each, int line) {
    const told_finding* known = finding_at(each.name, line);
    std::string words = known == nullptr ? sentence(each) : fmt::format("{} [{}]", known->sentence, each.name);
    if (known != nullptr && !known->cure.empty()) words += "; to make it right: " + known->cure;
    const int shown = line == 0 ? 1 : line;
    write("#line {} {}\nstatic_assert({}.keeps({}), {});\n", shown, as_literal(path_), each.name, line,
          as_message(words));
  }

  headroom::deployment deployment_;
  const std::vector<silence>& silences_;
  std::string_view path_;
  const std::vector<told_finding>& findings_;
  const check_options& options_;
  const constant_request& asked_;
  scoped_name scope_;
  std::vector<int> lines_;  // that the file speaks of
  std::vector<said<std::string_view>> decided_;
  std::vector<assertion> assertions_;
  std::string text_;
};

}  // namespace

bool is_of_others(std::string_view name) {
  const std::string_view first = name.substr(0, name.find("::"));
  return first == "std" || first == "headroom";
}

bool is_qualified_name(std::string_view name) {
  static const std::set<std::string_view> reserved{
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
      "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
      "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
      "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
      "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
      "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
      "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw",
      "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
      "wchar_t", "while", "xor", "xor_eq"};
  while (true) {
    const std::size_t end = name.find("::");
    const std::string_view part = name.substr(0, end);
    if (!is_identifier(part) || is_digit(part.front()) || reserved.contains(part))
      return false;
    if (end == std::string_view::npos) return true;
    name.remove_prefix(end + 2);
  }
}

const machine* machine_of_type(std::string_view type) {
  if (type.starts_with("::")) type.remove_prefix(2);
  constexpr std::string_view scope = "headroom::";
  if (!type.starts_with(scope)) return nullptr;
  type.remove_prefix(scope.size());
  const std::size_t vendor = type.find("::");
  if (vendor == std::string_view::npos) return nullptr;
  for (const machine& each : catalog::machines())
    if (type_name_of(each.name()) == type.substr(vendor + 2)) return &each;
  return nullptr;
}

std::string header_of(const deployment_file& file, std::string_view path, const std::vector<told_finding>& findings,
                      const check_options& options, const constant_request& asked) {
  return header_writer(file, path, findings, options, asked).text();
}

}  // namespace headroom::program
