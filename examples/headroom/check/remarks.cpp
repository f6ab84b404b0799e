// SPDX-License-Identifier: BSL-1.0
#include "check/remarks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "words.hpp"

namespace headroom::program {

namespace {

// Words between blanks and signs, in small letters, as the text has them. "1.5", "4/8" and "2*8" are one.
struct word {
  std::string small{};
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<word> words_of(std::string_view text) {
  constexpr std::string_view between = " \t\r\n.;:!?()[]{}\"'`=|*/";
  std::vector<word> words;
  const auto is_in_number = [&](std::size_t i) {
    return i > 0 && i + 1 < text.size() && text[i] != ' ' && is_digit(text[i - 1]) && is_digit(text[i + 1]);
  };
  std::size_t at = 0;
  while ((at = text.find_first_not_of(between, at)) != std::string_view::npos) {
    std::size_t end = std::min(text.find_first_of(between, at), text.size());
    while (end < text.size() && is_in_number(end)) end = std::min(text.find_first_of(between, end + 1), text.size());
    const std::size_t next = end;
    while (end > at + 1 && text[end - 1] == ',') --end;
    word& one = words.emplace_back(word{{}, at, end});
    one.small = in_small_letters(text.substr(at, end - at));
    at = next;
  }
  return words;
}

// "48" and "1,024"; nothing for "~48", "4-8", "16+", "H100".
std::optional<count> count_with_commas(std::string_view text) {
  count number = 0;
  std::size_t since_comma = 0;
  bool has_comma = false;
  for (const char c : text) {
    if (c == ',') {
      if (has_comma && since_comma != 3) return std::nullopt;
      has_comma = true;
      since_comma = 0;
    } else if (is_digit(c)) {
      number = add(multiply(number, 10), c - '0');
      ++since_comma;
    } else {
      return std::nullopt;
    }
  }
  if (text.empty() || !is_digit(text.front()) || (has_comma && since_comma != 3) || !is_count(number))
    return std::nullopt;
  return number;
}

// Whether the words before a number say that it is no exact one, one of several, a part or a name.
bool is_about(const std::vector<word>& words, std::size_t at) {
  constexpr std::array<std::string_view, 48> vague{
      "to",    "least",   "most",    "than",    "over",   "under",    "about",         "around", "nearly", "roughly",
      "almost", "circa",  "approx",  "approximately", "maximum", "max", "minimum",     "min",    "or",     "every",
      "of",    "each",    "per",     "<",       ">",      "~",        "-",             "–",      "+",      "x",
      "×",     "times",   "plus",    "another", "additional", "extra", "first",        "last",   "next",   "other",
      "not",   "rack",  "zone",    "phase",   "tier",    "version", "gen",     "generation"};
  if (at == 0) return false;
  if (words[at - 1].small == "and" && at > 2 && words[at - 3].small == "between") return true;
  return is_one_of(words[at - 1].small, vague);
}

// Whether the sentence around a number is about another time than that of the file, about another place, or about what
// is not so.
bool is_of_another_time(std::string_view text, const std::vector<word>& words, std::size_t at) {
  constexpr std::array<std::string_view, 40> elsewhen{
      "was",     "were",     "had",    "been",  "previously", "formerly",   "earlier", "ago",   "yesterday", "tomorrow",
      "later",   "until",    "will",   "would", "could",      "might",      "if",      "after", "before",    "planned",
      "once",    "originally", "soon", "past",  "eventually", "instead",    "unlike",  "historically",
      "tested",  "benchmark", "benchmarks", "benchmarked", "replaces", "replacing", "old", "elsewhere", "quota", "example",
      "copied",  "staging"};
  constexpr std::array<std::string_view, 2> neighbours{"last", "next"};
  constexpr std::array<std::string_view, 9> spans{"year",   "quarter", "month",  "week", "time",
                                                  "spring", "summer", "autumn", "winter"};
  constexpr std::array<std::string_view, 3> dating{"in", "until", "by"};
  const auto ends_sentence = [&](const word& one, const word& next) {
    return text.substr(one.end, next.begin - one.end).find_first_of(".;!?\n") != std::string_view::npos;
  };
  constexpr std::size_t far = 64;  // words
  std::size_t first = at;
  while (first > 0 && at - first < far && !ends_sentence(words[first - 1], words[first])) --first;
  std::size_t last = at + 1;
  while (last < words.size() && last - at < far && !ends_sentence(words[last - 1], words[last])) ++last;
  for (std::size_t i = first; i < last; ++i) {
    const std::string& one = words[i].small;
    const std::string_view next = i + 1 < last ? std::string_view(words[i + 1].small) : std::string_view{};
    if (is_one_of(one, elsewhen) || (one == "used" && next == "to")) return true;
    if (is_one_of(one, neighbours) && is_one_of(next, spans)) return true;
    if (is_one_of(one, dating) && next.size() == 4 && next.starts_with("20") && count_with_commas(next)) return true;
  }
  return false;
}

// "1 GPU = 80 GiB", "2 nodes = 16 GPUs", "8 GPUs = 1 node": what one thing is of another.
bool is_of_an_equation(std::string_view text, const std::vector<word>& words, std::size_t at, std::size_t what) {
  const auto has_sign = [&](std::size_t from, std::size_t to) {
    return from <= to && text.substr(from, to - from).find_first_of("=") != std::string_view::npos;
  };
  const std::size_t next = what + 1 < words.size() ? words[what + 1].begin : text.size();
  const bool is_left = has_sign(words[what].end, next);
  const bool is_right = at > 0 && has_sign(words[at - 1].end, words[at].begin);
  return is_left || (is_right && words[at].small == "1");
}

// Whether a full rack is what there is not: "not a full rack", "part of a full rack".
bool is_denied(const std::vector<word>& words, std::size_t at) {
  constexpr std::array<std::string_view, 3> articles{"a", "an", "the"};
  constexpr std::array<std::string_view, 6> denying{"no", "not", "never", "than", "of", "without"};
  if (at > 0 && is_one_of(words[at - 1].small, articles)) --at;
  return at > 0 && is_one_of(words[at - 1].small, denying);
}

}  // namespace

std::vector<comment> comments_of_lines(std::string_view text) {
  std::vector<comment> comments;
  for_each_line(text, [&](std::string_view line, int number) {
    // Options of a batch script look like remarks.
    const std::size_t begin = line.starts_with("#SBATCH") ? 1 : 0;
    for (std::size_t at = line.find('#', begin); at != std::string_view::npos; at = line.find('#', at + 1)) {
      if (at != 0 && !is_blank(line[at - 1])) continue;
      const std::size_t first = line.find_first_not_of("# \t", at);
      comments.push_back({number, first == std::string_view::npos ? std::string_view{} : line.substr(first),
                          line.substr(0, at).find_first_not_of(" \t") == std::string_view::npos});
      return;
    }
  });
  return comments;
}

void take_remarks(std::string_view text, int line, deployment_file& into) {
  constexpr std::array<std::string_view, 2> gpu_words{"gpus", "gpu"};
  constexpr std::array<std::string_view, 6> node_words{"nodes", "node", "vms", "hosts", "machines", "servers"};
  // What kind of node: "9 worker nodes" counts all there are, "2 spare nodes" does not.
  constexpr std::array<std::string_view, 5> node_kinds{"worker", "gpu", "compute", "gb300", "gb200"};
  if (text.find_first_of("0123456789") == std::string_view::npos &&
      text.find("ack") == std::string_view::npos && text.find("ACK") == std::string_view::npos)
    return;

  const std::vector<word> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].small.find("full-rack") != std::string::npos || words[i].small.find("full_rack") != std::string::npos ||
        (words[i].small == "full" && i + 1 < words.size() && words[i + 1].small == "rack")) {
      if (is_denied(words, i) || is_of_another_time(text, words, i)) continue;
      into.remarks.push_back({.what = remark::about::full_rack, .line = line, .text = into.keep(std::string(text))});
      continue;
    }
    const std::optional<count> amount = count_with_commas(words[i].small);
    if (!amount.has_value() || i + 1 == words.size() || is_about(words, i)) continue;
    std::size_t what = i + 1;
    if (is_one_of(words[what].small, node_kinds) && what + 1 < words.size() &&
        (is_one_of(words[what + 1].small, gpu_words) || is_one_of(words[what + 1].small, node_words)))
      ++what;
    const bool of_gpus = is_one_of(words[what].small, gpu_words);
    if (!of_gpus && !is_one_of(words[what].small, node_words)) continue;
    if (is_of_another_time(text, words, i) || is_of_an_equation(text, words, i, what)) continue;
    const std::string_view quoted = text.substr(words[i].begin, words[what].end - words[i].begin);
    into.remarks.push_back({.what = of_gpus ? remark::about::gpus : remark::about::nodes,
                            .amount = *amount,
                            .line = line,
                            .text = into.keep(std::string(quoted))});
  }
}

namespace {

// "tags": {"note": "48 GPUs"}, and as blocks: "tag": [{"key": "note", "value": "48 GPUs"}].
void take_remarks_of_tags(const tree& tags, deployment_file& into) {
  for (const tree* item : tags.items) {
    if (item->is_text())
      take_remarks(item->text, item->line, into);
    else if (item->is_map())
      if (const tree* value = item->at("value"); value != nullptr && value->is_text())
        take_remarks(value->text, value->line, into);
  }
}

}  // namespace

void take_remarks(const tree& document, deployment_file& into) {
  constexpr std::array<std::string_view, 4> tags{"tags", "tag", "labels", "resource_labels"};
  for (const tree* item : document.items) {
    if (!item->is_text() && is_one_of(item->key, tags)) {
      take_remarks_of_tags(*item, into);
      continue;
    }
    if (item->is_text() && (item->key == "name" || item->key == "description" || item->key == "title"))
      take_remarks(item->text, item->line, into);
    take_remarks(*item, into);
  }
}

void take_comments(std::span<const comment> comments, deployment_file& into) {
  for (std::size_t i = 0; i < comments.size(); ++i) {
    const comment& one = comments[i];
    constexpr std::string_view sign = "headroom: ignore ";
    if (!one.text.starts_with(sign)) {
      take_remarks(one.text, one.line, into);
      continue;
    }
    const std::string_view rest = one.text.substr(sign.size());
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string_view name = without_blanks(rest.substr(0, colon));
    const std::string_view reason = without_blanks(rest.substr(std::min(colon + 1, rest.size())));
    int about = one.line;
    if (one.stands_alone) {
      ++about;
      for (std::size_t j = i + 1; j < comments.size() && comments[j].stands_alone && comments[j].line == about; ++j)
        ++about;
    }
    into.silences.push_back({about, one.line, into.keep(std::string(name)), into.keep(std::string(reason))});
  }
}

}  // namespace headroom::program
