// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/remarks.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <headroom/read/common/words.hpp>
#include <headroom/text/parse.hpp>

namespace headroom::read {

namespace {

// The forms in which words state GPUs and nodes or racks together. {gpus}, {nodes} and {racks} are whole numbers, ? is one
// word or none, and other words stand for themselves, in letters of either case, and for their plural.
constexpr std::string_view remark_forms[]{
    "{gpus} gpu across {nodes} node",
    "{gpus} gpu across {nodes} worker node",
    "{gpus} gpu across {racks} rack",
    "{gpus} gpu on {nodes} node",
    "{gpus} gpu on {nodes} worker node",
    "{gpus} gpu in {nodes} node",
    "{gpus} gpu in {racks} rack",
    "{gpus} gpu , {nodes} node",
    "{gpus} gpu , {racks} rack",
    "{gpus} gpu ( {nodes} node )",
    "{nodes} node , {gpus} gpu",
    "{nodes} node ( {gpus} gpu )",
    "{nodes} worker node , {gpus} gpu",
    "{racks} rack , {gpus} gpu",
    "{racks} rack ( {gpus} gpu )",
    "{racks} rack ( {nodes} node , {gpus} gpu )",
    "{racks} full rack ( {nodes} node , {gpus} gpu )",
    "? full rack ? ? ( {nodes} node , {gpus} gpu )",
};
// What a marker says, which is one of these and no more.
constexpr std::string_view marker_forms[]{"{gpus} gpu", "{nodes} node", "{gpus} gpu , {nodes} node", "{nodes} node , {gpus} gpu"};

// Words and signs of a text: "1,024" and "4-8" are a word each, a comma behind one is a sign.
std::vector<std::string_view> words_and_signs(std::string_view text) {
  constexpr std::string_view behind = ".,!?";
  std::vector<std::string_view> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n()[]{}:;=\"'|#", at), text.size());
    const std::string_view word = text.substr(at, std::max<std::size_t>(end - at, 1));
    const std::size_t size = end == at ? 0 : word.find_last_not_of(behind) + 1;
    if (size > 0) all.push_back(word.substr(0, size));
    for (std::size_t sign = size; sign < word.size(); ++sign)
      if (!is_blank(word[sign]) && word[sign] != '\r' && word[sign] != '\n') all.push_back(word.substr(sign, 1));
    at += word.size();
  }
  return all;
}

bool is_word_of_form(std::string_view word, std::string_view of_form) {
  if (ascii::is_same(word, of_form)) return true;
  return word.size() == of_form.size() + 1 && ascii::small_letter(word.back()) == 's' &&
         ascii::is_same(word.substr(0, of_form.size()), of_form);
}

said<count>* figure_of(std::string_view placeholder, remark& of) {
  if (placeholder == "{gpus}") return &of.gpus;
  if (placeholder == "{nodes}") return &of.nodes;
  return placeholder == "{racks}" ? &of.racks : nullptr;
}

// How many words the form takes, and what these state; nothing where the words do not begin with it.
std::optional<std::size_t> match(std::string_view form, std::span<const std::string_view> words, remark& into) {
  if (form.empty()) return 0;
  const std::string_view first = form.substr(0, form.find(' '));
  const std::string_view rest = form.substr(std::min(first.size() + 1, form.size()));
  if (first == "?")
    if (const auto without = match(rest, words, into)) return without;
  if (words.empty()) return {};
  if (said<count>* figure = figure_of(first, into); figure != nullptr) {
    const parsed<count> number = parse_count(words.front());
    if (!number) return {};
    *figure = {number.value, into.line};
  } else if (first != "?" && !is_word_of_form(words.front(), first)) {
    return {};
  }
  const auto behind = match(rest, words.subspan(1), into);
  return behind ? std::optional(*behind + 1) : behind;
}

// The longest form that the words begin with, and that a clause ends behind.
std::size_t longest_match(std::span<const std::string_view> words, remark& into) {
  constexpr std::string_view ends = ".,;:()[]\"'";
  std::size_t most = 0;
  for (const std::string_view form : remark_forms) {
    remark found{.line = into.line};
    const std::size_t taken = match(form, words, found).value_or(0);
    if (taken <= most || (taken < words.size() && ends.find(words[taken].front()) == std::string_view::npos)) continue;
    // A rack that is not counted is one.
    if (found.racks.is_silent() && form.find("rack") != std::string_view::npos) found.racks = {count{1}, into.line};
    most = taken;
    into = found;
  }
  return most;
}

}  // namespace

remark expected_by(std::string_view marker, int line) {
  const std::vector<std::string_view> words = words_and_signs(marker);
  for (const std::string_view form : marker_forms) {
    remark found{.is_expected = true, .line = line};
    if (match(form, words, found) == words.size()) return found;
  }
  return {.is_expected = true, .line = line};
}

void take_remarks(std::string_view text, int line, deployment_file& into) {
  if (!ascii::contains(text, "gpu") || text.find_first_of("0123456789") == std::string_view::npos) return;
  // What stands in front of a clause: more of the sentence could say that it is of something else.
  constexpr std::string_view begins = ".;:([\"'";
  // What has more is no text that people wrote.
  constexpr std::size_t most_of_file = 4'096;
  const std::vector<std::string_view> words = words_and_signs(text);
  for (std::size_t at = 0; at < words.size() && into.remarks.size() < most_of_file;) {
    remark found{.line = line};
    const bool begins_clause =
        at == 0 || begins.find(words[at - 1].front()) != std::string_view::npos || (at == 1 && words[0] == "-");
    const std::size_t taken = begins_clause ? longest_match(std::span(words).subspan(at), found) : 0;
    if (taken > 0) {
      const char* first = words[at].data();
      const std::string_view last = words[at + taken - 1];
      found.text = into.keep(std::string(first, last.data() + last.size()));
      into.remarks.push_back(found);
    }
    at += std::max<std::size_t>(taken, 1);
  }
}

void take_remarks(const tree& document, deployment_file& into) {
  constexpr std::string_view tags[]{"tags", "tag", "labels", "resource_labels"};
  constexpr std::string_view texts[]{"name", "description", "title"};
  const auto take = [&](const tree* value) {
    if (value != nullptr) take_remarks(value->text, value->line, into);
  };
  for (const tree* item : document.items) {
    // "tags": {"note": "48 GPUs"}, and as blocks: "tag": [{"key": "note", "value": "48 GPUs"}].
    if (is_one_of(item->key, tags)) {
      for (const tree* each : item->items) take(each->is_map() ? each->at("value") : each);
      continue;
    }
    if (is_one_of(item->key, texts)) take(item);
    take_remarks(*item, into);
  }
}

void leave_out_parts(deployment_file& of) {
  std::erase_if(of.remarks, [&](const remark& each) {
    return !each.is_expected && std::ranges::any_of(of.parts, [&](const named_part& part) {
      return each.nodes.value == part.nodes && part.gpus.is_known() &&
             each.gpus.value_or(0) == part.gpus.value;
    });
  });
}

}  // namespace headroom::read
