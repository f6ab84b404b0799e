// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/host_list.hpp>


#include <algorithm>
#include <iterator>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/ini_text.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// A number with zeros before it to so many digits.
std::string with_zeros(std::uint64_t number, std::size_t digits) {
  const std::string written = std::to_string(number);
  return std::string(digits > written.size() ? digits - written.size() : 0, '0') + written;
}

constexpr std::size_t most_digits_of_host = 18;

constexpr std::uint64_t power_of_ten(std::size_t digits) { return digits == 0 ? 1 : 10 * power_of_ten(digits - 1); }

constexpr std::size_t digits_of(std::uint64_t number) { return number < 10 ? 1 : 1 + digits_of(number / 10); }

[[noreturn]] void refuse(std::string_view text, int line, std::string_view expected) {
  throw unreadable({line, 0, concat(in_quotes(text), " is no host list: expected ", expected)});
}

std::uint64_t number_of(std::string_view digits, int line) {
  if (!is_digits(digits) || digits.size() > most_digits_of_host)
    refuse(digits, line, "a number, or two with a hyphen between, in the brackets");
  std::uint64_t number = 0;
  for (const char digit : digits) number = 10 * number + static_cast<std::uint64_t>(digit - '0');
  return number;
}

}  // namespace

host_list::host_list(std::string_view text, int line, host_budget& budget) {
  std::size_t begin = 0;
  bool in_brackets = false;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ',';
    if (at == text.size() && in_brackets) refuse(text, line, "a closing bracket");
    if (c == '[' || c == ']') {
      if ((c == '[') == in_brackets) refuse(text, line, "brackets in pairs");
      in_brackets = c == '[';
    }
    if (in_brackets || (c != ',' && c != ' ' && c != '\t' && c != '\n')) continue;
    if (at > begin) add_term(text.substr(begin, at - begin), line, budget);
    begin = at + 1;
  }
  if (!is_count(size())) throw unreadable({line, 0, concat("A host list of more than ", max_count, " nodes")});
}

std::vector<host_list::numbers> host_list::numbers_of(std::string_view list, int line) {
  std::vector<numbers> all;
  while (true) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view one = list.substr(0, comma);
    const std::size_t hyphen = std::min(one.find('-'), one.size());
    const std::string_view first = without_blanks(one.substr(0, hyphen));
    const std::string_view last = hyphen == one.size() ? first : without_blanks(one.substr(hyphen + 1));
    all.push_back({number_of(first, line), number_of(last, line), first.size()});
    if (all.back().last < all.back().first) refuse(one, line, "the smaller number before the larger");
    if (comma == list.size()) return all;
    list.remove_prefix(comma + 1);
  }
}

void host_list::add_term(std::string_view term, int line, host_budget& budget) {
  const std::size_t last = term.rfind('[');
  if (last == std::string_view::npos) {
    add_name(term);
    return;
  }
  if (term.back() != ']') refuse(term, line, "nothing after the last bracket");
  const std::vector<numbers> at_end = numbers_of(term.substr(last + 1, term.size() - last - 2), line);
  count each = 0;
  for (const numbers& one : at_end) each = headroom::add(each, static_cast<count>(one.last - one.first + 1));

  // All that may stand before the last brackets: text, and numbers after it.
  struct piece {
    std::string_view text{};
    std::vector<numbers> after{};
  };
  std::vector<piece> pieces;
  count combinations = 1;
  for (std::string_view rest = term.substr(0, last); !rest.empty();) {
    const std::size_t open = std::min(rest.find('['), rest.size());
    piece& one = pieces.emplace_back(piece{rest.substr(0, open)});
    if (open == rest.size()) break;
    const std::size_t close = rest.find(']');
    one.after = numbers_of(rest.substr(open + 1, close - open - 1), line);
    count ways = 0;
    for (const numbers& some : one.after)
      ways = headroom::add(ways, static_cast<count>(some.last - some.first + 1));
    combinations = multiply(combinations, ways);
    rest.remove_prefix(close + 1);
  }
  const bool fits = combinations == 1 || multiply(combinations, static_cast<count>(at_end.size())) <=
                                             static_cast<count>(budget.left);
  written_out_ = written_out_ && fits;
  std::vector<std::string> before(fits ? 1 : 0);
  for (const piece& one : pieces) {
    for (std::string& text : before) text += one.text;
    if (one.after.empty() || !fits) continue;
    std::vector<std::string> longer;
    for (const std::string& text : before)
      for (const numbers& some : one.after)
        for (std::uint64_t n = some.first; n <= some.last; ++n)
          longer.push_back(concat(text, with_zeros(n, some.digits)));
    before = std::move(longer);
  }
  named_ = headroom::add(named_, multiply(combinations, each));
  if (combinations > 1) budget.left -= before.size() * at_end.size();
  for (const std::string& text : before)
    for (const numbers& one : at_end) add_numbers(text, one);
}

void host_list::add_name(std::string_view name) {
  named_ = headroom::add(named_, 1);
  put(name, {});
}

// Of numbers with and without leading zeros, those of one length make one range.
void host_list::add_numbers(std::string_view before, const numbers& which) {
  const std::size_t longest = std::max(which.digits, digits_of(which.last));
  for (std::size_t digits = std::max(which.digits, digits_of(which.first)); digits <= longest; ++digits) {
    const std::uint64_t least = digits > which.digits ? power_of_ten(digits - 1) : 0;
    const std::uint64_t first = std::max(which.first, least);
    const std::uint64_t last = std::min(which.last, power_of_ten(digits) - 1);
    if (first <= last) put(before, {first, last, digits});
  }
}

// The digits that stand before the numbers are theirs too: "n1[0-3]" is "n[10-13]", and "n10" is one of it.
void host_list::put(std::string_view before, const numbers& which) {
  std::uint64_t first = which.first;
  std::uint64_t last = which.last;
  std::size_t digits = which.digits;
  while (!before.empty() && is_digit(before.back()) && digits < most_digits_of_host) {
    const auto digit = static_cast<std::uint64_t>(before.back() - '0');
    first += digit * power_of_ten(digits);
    last += digit * power_of_ten(digits);
    ++digits;
    before.remove_suffix(1);
  }
  names_[{std::string(before), digits}].push_back({first, last});
  joined_ = false;
}

const std::map<host_list::stem, std::vector<host_list::range>>& host_list::names() const {
  for (auto& [of, ranges] : names_) {
    if (joined_) break;
    std::ranges::sort(ranges, {}, &range::first);
    std::vector<range> joined;
    for (const range& each : ranges) {
      if (!joined.empty() && each.first <= joined.back().last + 1)
        joined.back().last = std::max(joined.back().last, each.last);
      else
        joined.push_back(each);
    }
    ranges = std::move(joined);
  }
  joined_ = true;
  return names_;
}

void host_list::add(const host_list& other) {
  named_ = headroom::add(named_, other.named_);
  written_out_ = written_out_ && other.written_out_;
  for (const auto& [of, ranges] : other.names_) {
    std::vector<range>& here = names_[of];
    here.insert(here.end(), ranges.begin(), ranges.end());
  }
  joined_ = false;
}

count host_list::size() const {
  if (!written_out_) return named_;
  count sum = 0;
  for (const auto& [of, ranges] : names())
    for (const range& each : ranges) sum = headroom::add(sum, static_cast<count>(each.last - each.first + 1));
  return sum;
}

std::string host_list::name_of(const stem& of, std::uint64_t number) {
  return of.digits == 0 ? of.text : concat(of.text, with_zeros(number, of.digits));
}

bool host_list::contains(std::string_view name) const {
  host_list one;
  one.add_name(name);
  return one.first_outside(*this).empty();
}

std::string host_list::first_outside(const host_list& other) const {
  for (const auto& [of, ranges] : names()) {
    const auto found = other.names().find(of);
    if (found == other.names().end()) return name_of(of, ranges.front().first);
    for (const range& each : ranges) {
      // Joined ranges do not touch: one of them has all of it, or a name is outside.
      const auto next = std::ranges::upper_bound(found->second, each.first, {}, &range::first);
      if (next == found->second.begin() || std::prev(next)->last < each.first) return name_of(of, each.first);
      if (std::prev(next)->last < each.last) return name_of(of, std::prev(next)->last + 1);
    }
  }
  return {};
}

std::string host_list::first_shared(const host_list& other) const {
  for (const auto& [of, ranges] : names()) {
    const auto found = other.names().find(of);
    if (found == other.names().end()) continue;
    for (const range& each : ranges) {
      const auto next = std::ranges::upper_bound(found->second, each.last, {}, &range::first);
      if (next != found->second.begin() && std::prev(next)->last >= each.first)
        return name_of(of, std::max(each.first, std::prev(next)->first));
    }
  }
  return {};
}

std::vector<std::string> host_list::names(std::size_t at_most) const {
  std::vector<std::string> all;
  for (const auto& [of, ranges] : names())
    for (const range& each : ranges)
      for (std::uint64_t n = each.first; n <= each.last; ++n) {
        if (all.size() == at_most) return all;
        all.push_back(name_of(of, n));
      }
  return all;
}

}  // namespace headroom::read
