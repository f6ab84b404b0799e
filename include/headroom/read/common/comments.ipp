// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/comments.hpp>

#include <algorithm>
#include <string>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/remarks.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

constexpr std::string_view sign_of_marker = "headroom:";
constexpr std::string_view verbs_of_marker[]{"expect", "ignore"};

// A word that is none of the two and is near one, or stands before what a marker may expect, was meant to be one.
void note_unknown_marker(std::string_view verb, std::string_view rest, int line, deployment_file& into) {
  if (verb.empty()) return;
  const remark expected = expected_by(rest, line);
  if (nearest(verb, verbs_of_marker).empty() && !expected.gpus.is_known() && !expected.nodes.is_known()) return;
  into.noted.push_back({line, 0, concat(in_quotes(verb), " is no marker of headroom: ", expected_of(verb, verbs_of_marker))});
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

void take_comments(std::span<const comment> comments, deployment_file& into) {
  for (std::size_t i = 0; i < comments.size(); ++i) {
    const comment& one = comments[i];
    const std::string_view marker = ascii::starts_with(one.text, sign_of_marker) ? without_blanks(one.text.substr(sign_of_marker.size())) : std::string_view{};
    const std::size_t word = std::min(marker.find_first_of(" \t"), marker.size());
    const std::string_view verb = marker.substr(0, word);
    if (ascii::is_same(verb, "expect")) {
      remark expected = expected_by(marker.substr(word), one.line);
      expected.text = into.keep(std::string(one.text));
      into.remarks.push_back(expected);
      continue;
    }
    if (!ascii::is_same(verb, "ignore")) {
      note_unknown_marker(verb, marker.substr(word), one.line, into);
      take_remarks(one.text, one.line, into);
      continue;
    }
    const std::string_view rest = marker.substr(word);
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

}  // namespace headroom::read
