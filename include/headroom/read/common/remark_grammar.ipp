// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/remark_grammar.hpp>

#include <algorithm>
#include <array>

#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

using remark_words = std::vector<remark_word>;

// Of words around one, the first and behind the last.
struct word_range {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Whether one of those signs is between a word and the next, or the text's end.
bool has_sign_behind(std::string_view text, const remark_words& words, std::size_t at, std::string_view signs) {
  const std::size_t next = at + 1 < words.size() ? words[at + 1].begin : text.size();
  return text.substr(words[at].end, next - words[at].end).find_first_of(signs) != std::string_view::npos;
}

// The words around one up to those signs, before and behind it.
word_range words_around(std::string_view text, const remark_words& words, std::size_t at, std::string_view before,
                        std::string_view behind) {
  const auto is_split = [&](std::size_t left, std::string_view signs) {
    return has_sign_behind(text, words, left, signs);
  };
  constexpr std::size_t far = 64;  // words
  word_range range{at, at + 1};
  while (range.first > 0 && at - range.first < far && !is_split(range.first - 1, before)) --range.first;
  while (range.last < words.size() && range.last - at < far && !is_split(range.last - 1, behind)) ++range.last;
  return range;
}

constexpr std::string_view ends_of_sentences = ".;!?\n";

bool is_dash(std::string_view word) { return word.find_first_not_of("-\xE2\x80\x93\x94") == std::string_view::npos; }

// The part of the sentence that a number is in: between commas and dashes. One in brackets belongs to what is before
// them, and not the other way round.
word_range clause_around(std::string_view text, const remark_words& words, std::size_t at) {
  word_range range = words_around(text, words, at, ".;!?\n,", ".;!?\n,()");
  for (std::size_t i = range.first; i < range.last; ++i) {
    if (!is_dash(words[i].small)) continue;
    if (i < at) range.first = i + 1;
    if (i > at) range.last = i;
  }
  return range;
}

// Whether words before a number say that it is no exact one, one of several, a part or a name.
bool is_about(const remark_words& words, std::size_t at) {
  constexpr std::array<std::string_view, 48> vague{
      "to",      "least",  "most",      "than",   "over",          "under",   "about",   "around",     "nearly",
      "roughly", "almost", "circa",     "approx", "approximately", "maximum", "max",     "minimum",    "min",
      "or",      "every",  "of",        "each",   "per",           "<",       ">",       "~",          "-",
      "–",       "+",      "x",         "×",      "times",         "plus",    "another", "additional", "extra",
      "first",   "last",   "next",      "other",  "not",           "rack",    "zone",    "phase",      "tier",
      "version", "gen",    "generation"};
  constexpr std::array<std::string_view, 8> determiners{"the", "these", "those", "our", "your", "only", "just", "a"};
  if (at == 0 || (at > 1 && words[at - 1].small == "of" && words[at - 2].small == "total")) return false;
  if (words[at - 1].small == "and" && at > 2 && words[at - 3].small == "between") return true;
  if (words[at - 1].small == "g" && at > 1 && words[at - 2].small == "e") return true;  // e.g.
  if (is_one_of(words[at - 1].small, vague)) return true;
  return is_one_of(words[at - 1].small, determiners) && is_about(words, at - 1);
}

// Whether the sentence around a number is about another time than that of the file, about another place, or about what
// is not so.
bool is_of_another_time(std::string_view text, const remark_words& words, std::size_t at) {
  constexpr std::array<std::string_view, 70> elsewhen{
      "was",        "were",      "had",      "been",         "previously", "formerly",   "earlier",    "ago",
      "yesterday",  "tomorrow",  "later",    "until",        "will",       "would",      "could",      "might",
      "if",         "after",     "before",   "planned",      "once",       "originally", "soon",       "past",
      "eventually", "instead",   "unlike",   "historically", "tested",     "benchmark",  "benchmarks", "benchmarked",
      "replaces",   "replacing", "old",      "elsewhere",    "quota",      "example",    "copied",     "staging",
      "when",       "whenever",  "unless",   "assuming",     "suppose",    "future",     "todo",       "fixme",
      "tbd",        "maybe",     "perhaps",  "consider",     "want",       "wants",      "wanted",     "verified",
      "validated",  "measured",  "profiled", "tuned",        "tried",      "works",      "worked",     "default",
      "defaults",   "upstream",  "faster",   "slower",       "cost",       "costs"};
  constexpr std::array<std::string_view, 2> neighbours{"last", "next"};
  constexpr std::array<std::string_view, 9> spans{"year",   "quarter", "month",  "week",  "time",
                                                  "spring", "summer",  "autumn", "winter"};
  constexpr std::array<std::string_view, 3> dating{"in", "until", "by"};
  const word_range sentence = words_around(text, words, at, ends_of_sentences, ends_of_sentences);
  for (std::size_t i = sentence.first; i < sentence.last; ++i) {
    const std::string& one = words[i].small;
    const std::string_view next = i + 1 < sentence.last ? std::string_view(words[i + 1].small) : std::string_view{};
    if (is_one_of(one, elsewhen) || (one == "used" && next == "to")) return true;
    if (is_one_of(one, neighbours) && is_one_of(next, spans)) return true;
    if (is_one_of(one, dating) && next.size() == 4 && next.starts_with("20") && count_with_commas(next)) return true;
  }
  return false;
}

// "1 GPU = 80 GiB", "2 nodes = 16 GPUs", "8 GPUs = 1 node": what one thing is of another.
bool is_of_an_equation(const counted_words& of) {
  const bool is_left = has_sign_behind(of.text, of.words, of.what, "=");
  const bool is_right = of.number > 0 && has_sign_behind(of.text, of.words, of.number - 1, "=");
  return is_left || (is_right && of.words[of.number].small == "1");
}

// What may be or should be, a bound, what is enough, what is left over or out of order, or what it is compared with.
bool is_bound_or_left_over(const remark_words& words, word_range clause) {
  constexpr std::array<std::string_view, 78> telling{
      // bounds and advice
      "max", "maximum", "maximal", "min", "minimum", "minimal", "most", "least", "limit", "limits", "limited", "cap",
      "caps", "capped", "ceiling", "budget", "recommended", "recommend", "recommends", "suggested", "ideally",
      "preferred", "can", "may", "scale", "scales", "scaling", "scaled", "grow", "grows", "growing", "expand",
      "expands", "shrink", "shrinks", "burst", "bursts", "autoscale", "autoscales", "resize",
      // what is enough
      "fit", "fits", "fitting", "enough", "suffice", "suffices", "sufficient", "room",
      // what is left, lost or owned
      "free", "spare", "idle", "leave", "leaves", "leaving", "unused", "remaining", "drained", "cordoned", "down",
      "failed", "fails", "lost", "lose", "loses", "broken", "tolerate", "tolerates", "survive", "survives", "standby",
      "own", "owns", "bought", "rented",
      // comparisons
      "vs", "versus", "compared", "than"};
  for (std::size_t i = clause.first; i < clause.last; ++i) {
    if (is_one_of(words[i].small, telling)) return true;
    const bool has_next = i + 1 < clause.last;
    if ((words[i].small == "we" || words[i].small == "they") && has_next && words[i + 1].small == "have") return true;
  }
  return false;
}

// "does not run on 1 node", "never 4 GPUs", "too large for 1 GPU", "cannot".
bool is_denied_before(const remark_words& words, word_range clause, std::size_t at) {
  constexpr std::array<std::string_view, 9> denying{"no",   "not", "never",   "cannot", "without",
                                                    "none", "nor", "neither", "too"};
  for (std::size_t i = clause.first; i < at; ++i) {
    if (is_one_of(words[i].small, denying)) return true;
    if (words[i].small == "t" && i > clause.first && words[i - 1].small.ends_with('n')) return true;  // don't
  }
  return false;
}

// "the cluster has 12 nodes", "12 nodes in the pool", "a rack has 18 nodes": what something else has.
bool is_of_surroundings(const counted_words& of, word_range clause, remark_surroundings around) {
  constexpr std::array<std::string_view, 10> machines{"cluster",   "clusters",   "pool",  "pools",     "nodepool",
                                                      "partition", "partitions", "fleet", "nodegroup", "reservation"};
  constexpr std::array<std::string_view, 19> network{
      "rack",     "racks", "switch",  "switches", "leaf", "leaves", "spine",      "domain", "domains", "nvlink",
      "nvswitch", "nvl72", "chassis", "fabric",   "tray", "ib",     "infiniband", "rail",   "block"};
  const auto names_other = [&](std::string_view one) {
    return (!around.holds_machines && is_one_of(one, machines)) || (!around.holds_blocks && is_one_of(one, network));
  };
  bool is_inside = false;
  for (std::size_t i = clause.first; i < clause.last; ++i) {
    if (i == of.number) continue;
    const std::string_view one = of.words[i].small;
    if (i > of.what) is_inside = is_inside || one == "in" || one == "inside";
    if ((i < of.number || is_inside) && names_other(one)) return true;
  }
  return false;
}

// "1 GPU per 2 nodes", "18 nodes per rack", "4 GPUs for every node", "8 nodes at a time", "8 GPUs or more". What a node
// or a part of the workload has is among the file's figures.
bool is_rate(const counted_words& of, word_range clause) {
  constexpr std::array<std::string_view, 21> parts{
      "node", "host", "vm",     "machine",  "server",  "pod",    "replica", "worker",  "task",     "job", "group",
      "rank", "role", "engine", "instance", "prefill", "decode", "nodes",   "workers", "replicas", "pods"};
  constexpr std::array<std::string_view, 8> open{"more", "fewer", "less", "larger", "up", "above", "so", "bigger"};
  constexpr std::array<std::string_view, 4> spans{"a", "once", "least", "most"};
  const std::size_t next = of.what + 1;
  if (next >= of.words.size()) return false;
  const std::size_t end = of.words[of.what].end;
  if (of.text.substr(end, of.words[next].begin - end) == "/") return !is_one_of(of.words[next].small, parts);
  if (next + 1 >= clause.last) return false;
  const std::string_view how = of.words[next].small;
  const std::string_view than = of.words[next + 1].small;
  if (how == "per") {
    const bool is_of_kind = !count_with_commas(than).has_value() && next + 2 < clause.last;  // "per H100 node"
    return !is_one_of(than, parts) && !(is_of_kind && is_one_of(of.words[next + 2].small, parts));
  }
  if (how == "for") return than == "every" || than == "each";
  if (how == "or" || how == "and") return is_one_of(than, open);
  return how == "at" && is_one_of(than, spans);
}

// Whether the words beside a number and what it counts are those of a statement: "runs on 9 nodes in all", "H100: 24
// nodes", "64 GPU training job". Not "breaks above 8 nodes", "2 nodes share", "2 node pools".
bool is_between_words_of_statement(const counted_words& of, word_range clause) {
  constexpr std::array<std::string_view, 69> before{
      "on",      "across",    "with",       "in",      "for",      "and",      "of",        "spanning",  "spans",
      "span",    "use",       "uses",       "using",   "need",     "needs",    "require",   "requires",  "requiring",
      "take",    "takes",     "taking",     "ask",     "asks",     "request",  "requests",  "run",       "runs",
      "have",    "has",       "having",     "hold",    "holds",    "is",       "are",       "be",        "total",
      "totals",  "equals",    "makes",      "gives",   "means",    "get",      "gets",      "consumes",  "occupies",
      "fills",   "allocates", "provisions", "deploys", "launches", "creates",  "now",       "currently", "today",
      "exactly", "all",       "precisely",  "prefill", "decode",   "training", "inference", "serving",   "workers",
      "worker",  "leader",    "job",        "so",      "hence",    "thus"};
  constexpr std::array<std::string_view, 5> determiners{"the", "these", "those", "our", "a"};
  constexpr std::array<std::string_view, 59> behind{
      "on",         "across",    "in",          "with",       "per",         "each",    "every",  "total",   "overall",
      "altogether", "all",       "of",          "for",        "and",         "or",      "via",    "using",   "used",
      "needed",     "requested", "required",    "allocated",  "provisioned", "here",    "now",    "only",    "exactly",
      "plus",       "spread",    "split",       "as",         "because",     "so",      "since",  "while",   "where",
      "which",      "over",      "by",          "from",       "but",         "that",    "then",   "job",     "jobs",
      "run",        "training",  "pretraining", "deployment", "workload",    "replica", "worker", "workers", "a",
      "an",         "today",     "currently",   "hence",      "between"};
  const auto has_letter = [](std::string_view one) {
    return std::ranges::any_of(one, [](char c) { return 'a' <= c && c <= 'z'; });
  };
  const auto is_name = [](std::string_view one) { return std::ranges::any_of(one, is_digit); };
  const auto passes = [&](std::string_view one, const auto& words) {
    return !has_letter(one) || is_name(one) || is_one_of(one, words);
  };
  std::size_t left = of.number;
  const auto begins = [&](std::size_t at) {
    return at == clause.first || has_sign_behind(of.text, of.words, at - 1, ":=(|[{\"");
  };
  while (!begins(left) && is_one_of(of.words[left - 1].small, determiners)) --left;
  if (!begins(left) && !passes(of.words[left - 1].small, before)) return false;
  const std::size_t right = of.what + 1;
  const bool ends = right >= clause.last || has_sign_behind(of.text, of.words, of.what, ":=|]}\"/");
  return ends || passes(of.words[right].small, behind);
}

}  // namespace

bool is_stated_of_file(const counted_words& of, remark_surroundings around) {
  if (is_about(of.words, of.number) || is_of_another_time(of.text, of.words, of.number) || is_of_an_equation(of))
    return false;
  const word_range clause = clause_around(of.text, of.words, of.number);
  // "for 8 GPUs set ...", "to run on 2 nodes, ...": how it is done.
  const std::string_view begin = of.words[clause.first].small;
  if (clause.first < of.number && (begin == "for" || begin == "to")) return false;
  return !is_bound_or_left_over(of.words, clause) && !is_denied_before(of.words, clause, of.number) &&
         !is_of_surroundings(of, clause, around) && !is_rate(of, clause) && is_between_words_of_statement(of, clause);
}

bool is_stated_rack(std::string_view text, const std::vector<remark_word>& words, std::size_t at) {
  constexpr std::array<std::string_view, 3> articles{"a", "an", "the"};
  constexpr std::array<std::string_view, 6> denying{"no", "not", "never", "than", "of", "without"};
  if (is_of_another_time(text, words, at)) return false;
  if (at > 0 && is_one_of(words[at - 1].small, articles)) --at;
  return at == 0 || !is_one_of(words[at - 1].small, denying);
}

}  // namespace headroom::read
