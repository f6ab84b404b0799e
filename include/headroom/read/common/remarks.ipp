// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/remarks.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <headroom/read/common/remark_grammar.hpp>
#include <headroom/read/common/remark_words.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

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
  // A GB200 may be one GPU or two.
  constexpr std::array<std::string_view, 13> gpu_words{"gpus", "gpu",   "a100", "a100s", "h100", "h100s", "h200",
                                                       "h200s", "b200", "b200s", "b300", "b300s", "v100"};
  constexpr std::array<std::string_view, 6> node_words{"nodes", "node", "vms", "hosts", "machines", "servers"};
  // What kind of node: "9 worker nodes" counts all there are, "2 spare nodes" does not.
  constexpr std::array<std::string_view, 11> node_kinds{"worker", "gpu",  "compute", "gb300", "gb200", "a100",
                                                        "h100",   "h200", "b200",    "b300",  "v100"};
  if (text.find_first_of("0123456789") == std::string_view::npos &&
      text.find("ack") == std::string_view::npos && text.find("ACK") == std::string_view::npos)
    return;

  // What has more is no text that people wrote.
  constexpr std::size_t most_of_line = 64;
  constexpr std::size_t most_of_file = 4'096;
  std::size_t counted = 0;
  const std::vector<remark_word> words = remark_words_of(text);
  const remark_surroundings around{.holds_machines = !into.pools.empty() || !into.quotas.empty(),
                                   .holds_blocks = !into.blocks.empty()};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].small.find("full-rack") != std::string::npos || words[i].small.find("full_rack") != std::string::npos ||
        (words[i].small == "full" && i + 1 < words.size() && words[i + 1].small == "rack")) {
      if (!is_stated_rack(text, words, i)) continue;
      into.remarks.push_back({.what = remark::about::full_rack, .line = line, .text = into.keep(std::string(text))});
      continue;
    }
    const std::optional<count> amount = count_with_commas(words[i].small);
    if (!amount.has_value() || i + 1 == words.size()) continue;
    std::size_t what = i + 1;
    if (is_one_of(words[what].small, node_kinds) && what + 1 < words.size() &&
        (is_one_of(words[what + 1].small, gpu_words) || is_one_of(words[what + 1].small, node_words)))
      ++what;
    const bool of_gpus = is_one_of(words[what].small, gpu_words);
    if (!of_gpus && !is_one_of(words[what].small, node_words)) continue;
    if (++counted > most_of_line || into.remarks.size() >= most_of_file) return;
    if (!is_stated_of_file({text, words, i, what}, around)) continue;
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

void leave_out_parts(deployment_file& of) {
  std::erase_if(of.remarks, [&](const remark& each) {
    return std::ranges::any_of(of.parts, [&](const named_part& part) {
      if (each.what == remark::about::nodes) return each.amount == part.nodes;
      return each.what == remark::about::gpus && part.gpus.is_known() && each.amount == part.gpus.value;
    });
  });
}

}  // namespace headroom::read
