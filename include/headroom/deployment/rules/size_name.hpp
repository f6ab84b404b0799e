// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/catalog/machines.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/text/parse.hpp>

namespace headroom::rules {

namespace detail {

// A name with few and light name_slips is misspelled; with heavy ones it is another size, which a cloud may well have.
constexpr bool is_slip(std::string_view written, std::string_view name) {
  const plain_name a(written), b(name);
  const std::size_t most = a.size / 6;
  const name_slips found = slips_between(a, b, most);
  return b.size > 0 && found.weight == found.edits && found.edits <= most;
}

// Whether a name has all words of another but one: "Standard_NC40ads_H100" of "Standard_NC40ads_H100_v5".
constexpr bool leaves_out_a_word(std::string_view written, std::string_view name) {
  int left_out = 0;
  while (!name.empty()) {
    const std::string_view word = name.substr(0, name.find('_'));
    const std::string_view own = written.substr(0, written.find('_'));
    if (ascii::is_same(word, own))
      written.remove_prefix(own.size() < written.size() ? own.size() + 1 : own.size());
    else
      ++left_out;
    name.remove_prefix(word.size() < name.size() ? word.size() + 1 : word.size());
  }
  return written.empty() && left_out == 1;
}

// Whether a name has the words of another, of which one is cut short: "a3-mega-8g" of "a3-megagpu-8g".
constexpr bool cuts_a_word(std::string_view written, std::string_view name) {
  int cut = 0;
  const bool has_words = written.find('-') != std::string_view::npos;
  while (!name.empty()) {
    const std::string_view word = name.substr(0, name.find('-'));
    const std::string_view own = written.substr(0, written.find('-'));
    if (!ascii::starts_with(word, own) || (own.size() < word.size() && own.size() < 3)) return false;
    if (own.size() < word.size()) ++cut;
    written.remove_prefix(std::min(own.size() + 1, written.size()));
    name.remove_prefix(std::min(word.size() + 1, name.size()));
  }
  return has_words && written.empty() && cut == 1;
}

// The letters with which a cloud says what a size of a series has more or less of, behind the number: AMD's processors,
// a disk, a network.
constexpr std::string_view feature_letters(std::string_view size) {
  if (size.find('.') != std::string_view::npos) return "abdeginqz";  // AWS
  if (size.find('-') != std::string_view::npos) return "adx";        // Google Cloud
  return "abdfilmnoprst";                                            // Azure
}

// A size in parts: "nd96", "isr" and "h100v5"; "p5", "en" and "48xlarge".
struct size_parts {
  plain_name name{};
  std::size_t features = 0;  // where they begin
  std::size_t rest = 0;

  constexpr explicit size_parts(std::string_view size) : name(size) {
    if (name.size == 0) return;
    rest = name.next_part(1);
    while (features < rest && !ascii::is_digit(name.letters[features])) ++features;
    while (features < rest && ascii::is_digit(name.letters[features])) ++features;
  }
  constexpr std::string_view series() const { return name.text().substr(0, features); }
  constexpr std::string_view feature_text() const { return name.text().substr(features, rest - features); }
  constexpr std::string_view rest_text() const { return name.text().substr(rest); }
};

// Whether a name is one that the cloud may well have for a size of the same series with other features, by its own
// naming: "Standard_ND96is_H100_v5" beside "Standard_ND96isr_H100_v5". The same letters in another order are a slip.
constexpr bool has_other_features(std::string_view written, std::string_view name) {
  const size_parts a(written), b(name);
  if (a.series() != b.series() || a.rest_text() != b.rest_text()) return false;
  const std::string_view own = a.feature_text();
  bool are_the_same = own.size() == b.feature_text().size();
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool is_twice = own.find(own[i], i + 1) != std::string_view::npos;
    if (is_twice || feature_letters(written).find(own[i]) == std::string_view::npos) return false;
    are_the_same = are_the_same && b.feature_text().find(own[i]) != std::string_view::npos;
  }
  return !are_the_same;
}

// Whether another name was meant. One that is formed as the cloud forms its names is of another size, and one with a word more
// of another series: "Standard_NC40ads_xl_H100_v5".
constexpr bool is_misspelled(std::string_view written, std::string_view name) {
  if (leaves_out_a_word(written, name) || cuts_a_word(written, name)) return true;
  return is_slip(written, name) && !has_other_features(written, name) && !leaves_out_a_word(name, written);
}

// The sizes that a misspelled one may mean: those that are as near to it as the nearest.
struct sizes_meant {
  static constexpr auto cures = std::to_array<std::string_view>({
      "write {f0}",
      "write {f0} or {f1}",
      "write {f0}, {f1} or {f2}",
      "write {f0}, {f1}, {f2} or {f3}",
      "write {f0}, {f1}, {f2}, {f3} or {f4}",
      "write {f0}, {f1}, {f2}, {f3}, {f4} or {f5}"});
  std::array<std::string_view, cures.size()> of{};
  std::size_t size = 0;

  constexpr void add(std::string_view name) {
    if (size < of.size()) of[size++] = name;
  }
};

constexpr sizes_meant sizes_as_near(std::string_view written, std::string_view nearest) {
  sizes_meant all;
  all.add(nearest);
  const bool is_shortened = leaves_out_a_word(written, nearest);
  const plain_name asked(written);
  const std::size_t edits = slips_between(asked, plain_name(nearest)).edits;
  for (std::size_t i = 0; i < catalog::machines().size(); ++i) {
    const machine& each = catalog::machines()[i];
    const std::string_view name = each.name();
    if (name == nearest || !catalog::may_be_suggested(each)) continue;
    const plain_name& its = catalog::detail::plain_names_of<catalog::detail::machines>.of[i];
    const bool is_as_near = is_shortened ? leaves_out_a_word(written, name)
                                         : headroom::detail::have_in_common(asked, its, edits) && slips_between(asked, its).edits <= edits;
    if (is_as_near && is_misspelled(written, name)) all.add(name);
  }
  return all;
}

// What the sizes of a family have before and behind the number by which they differ: on AWS, Google Cloud and Oracle the last
// ("p5.48xlarge", "a3-highgpu-8g"), on Azure the first ("Standard_ND96isr_H100_v5").
struct size_of_family {
  std::string_view before{};
  std::string_view behind{};
  count number = 0;

  constexpr explicit size_of_family(std::string_view name) {
    constexpr std::string_view digits = "0123456789";
    const bool is_last = name.find_first_of(".-") != std::string_view::npos;
    const std::size_t at = is_last ? name.find_last_of(digits) : name.find_first_of(digits);
    if (at == std::string_view::npos) return;
    const std::size_t end = std::min(is_last ? at + 1 : name.find_first_not_of(digits, at), name.size());
    const std::size_t begin = is_last ? name.find_last_not_of(digits, at) + 1 : at;
    const parsed<count> read = parse_count(name.substr(begin, end - begin));
    if (!read || (is_last && name.find_last_of(".-", begin) == std::string_view::npos)) return;
    before = name.substr(0, begin);
    behind = name.substr(end);
    number = read.value;
  }
  constexpr bool is_of(const size_of_family& other) const {
    return number > 0 && other.number > 0 && ascii::is_same(before, other.before) && ascii::is_same(behind, other.behind);
  }
};

// The size of the catalogue that is of the same family and nearest in size; empty where it has none of that family.
constexpr std::string_view nearest_of_family(std::string_view written) {
  const size_of_family asked(written);
  std::string_view nearest;
  count least = 0;
  for (const machine& each : catalog::machines()) {
    if (!ascii::starts_with(each.name(), asked.before)) continue;
    const size_of_family its(each.name());
    if (!its.is_of(asked) || !catalog::may_be_suggested(each)) continue;
    const count apart = its.number > asked.number ? its.number - asked.number : asked.number - its.number;
    if (nearest.empty() || apart < least) {
      nearest = each.name();
      least = apart;
    }
  }
  return nearest;
}

constexpr finding not_in_catalogue(const said<std::string_view>& size, std::string_view subject) {
  finding found{.rule = "size_name",
                .severity = finding_severity::unjudged,
                .line = size.line,
                .sentence = "{t} is not in the catalogue: what runs on it is not judged",
                .cure = "describe the machine, and check against the description",
                .subject = subject,
                .text = size.value};
  const std::string_view known = nearest_of_family(size.value);
  if (known.empty()) return found;
  found.sentence = "{t} is not in the catalogue, where the nearest size of that family is {f0}: what runs on it is not judged";
  found.cure = "write {f0}, or describe the machine, and check against the description";
  return found.with(words_term("nearest size of the family", known));
}

// Its node, looked up only where the catalogue lacks the size, may be known all the same: by the machine held, on which it is judged then.
constexpr void size_called(const said<std::string_view>& size, std::string_view subject, bool is_for_gpus, const auto& its_node,
                           const rule_input& in, finding_sink& to) {
  if (size.is_unresolved()) {
    if (node_held(in.on).is_known()) return;
    to(finding{.rule = "size_name",
               .severity = finding_severity::unjudged,
               .line = size.line,
               .sentence = size.value.empty()
                               ? "{s}: its machine cannot be judged; the file leaves the size to its tool"
                               : "{s}: its machine cannot be judged; it may be any of {t}",
               .cure = "name the machine that it runs on",
               .subject = subject,
               .text = size.value});
    return;
  }
  if (!size.is_known() || size.value.empty() || find_machine(size.value, in.on) != nullptr) return;
  // An older or shortened name may look like no size with GPUs.
  const bool is_older = !catalog::name_of_today(size.value).empty();
  if (!is_older && !catalog::is_gpu_size_name(size.value)) {
    if (is_for_gpus && !its_node().is_known()) to(not_in_catalogue(size, subject));
    return;
  }
  const catalog::lookup near = catalog::find(size.value);
  const std::string_view meant = near.found != nullptr ? near.found->name() : near.suggestion;
  if (is_older || near.found != nullptr || is_misspelled(size.value, meant)) {
    sizes_meant sizes;
    if (is_older) sizes.add(meant);
    else sizes = sizes_as_near(size.value, meant);
    finding misspelled{.rule = "size_name",
                       .severity = finding_severity::warning,
                       .line = size.line,
                       .sentence = "No size is called {t}",
                       .cure = sizes_meant::cures[sizes.size - 1],
                       .subject = subject,
                       .text = size.value};
    for (std::size_t i = 0; i < sizes.size; ++i)
      misspelled.with(words_term("nearest name of the catalogue", sizes.of[i]));
    to(misspelled);
    return;
  }
  if (!its_node().is_known()) to(not_in_catalogue(size, subject));
}

}  // namespace detail

// A size with GPUs is spelled as its cloud spells it, and is in the catalogue. A size without GPUs is not judged,
// and is said to be where something asks it for GPUs.
constexpr void size_name(const rule_input& in, finding_sink& to) {
  for (const machine_pool& each : in.of.pools)
    detail::size_called(each.size, subject_of(each), false, [&] { return node_of(each, in.on); }, in, to);
  for (const workload& each : in.of.workloads)
    detail::size_called(each.placement.instance_type, subject_of(each), asks_for_gpus(each), [&] { return node_of(each, in); }, in, to);
}

}  // namespace headroom::rules
