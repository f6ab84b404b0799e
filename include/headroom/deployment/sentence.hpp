// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <headroom/deployment/finding.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>

// Findings as text, at run time. Opt-in.
namespace headroom {

// "128", "0.5", "1,900 GiB"; words as they are.
inline std::string text_of(const term& of) {
  if (of.in == term::unit::words) return std::string(of.from);
  if (of.in == term::unit::bytes) return std::string(to_text(bytes(of.amount)).view());
  const double whole = math::round(of.amount);
  constexpr auto most = static_cast<double>(too_many);  // what a sum that no count holds is printed as
  if (whole == of.amount)
    return std::string(
        detail::number_text({static_cast<std::uint64_t>(std::min(math::absolute(whole), most)), 0}).view());
  const auto thousandths = static_cast<std::uint64_t>(math::round(math::absolute(of.amount) * 1'000));
  return std::string(detail::number_text(decimal::without_trailing_zeros({thousandths, -3})).view());
}

namespace detail {

// Where the place that begins at the start of a template ends: behind its brace. npos: it has none.
inline std::size_t end_of_place(std::string_view rest) {
  int open = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '{') ++open;
    if (rest[i] == '}' && --open == 0) return i + 1;
  }
  return std::string_view::npos;
}

constexpr bool is_one(const term& of) {
  const bool is_counted = of.in != term::unit::bytes && of.in != term::unit::words;
  return is_counted && of.amount >= 1 && of.amount <= 1;
}

}  // namespace detail

// A template of a finding with its terms, subject, text and unit in place.
inline std::string filled(std::string_view sentence, const finding& of) {
  std::string words;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const std::size_t length = sentence[i] == '{' ? detail::end_of_place(sentence.substr(i)) : std::string_view::npos;
    if (length == std::string_view::npos) {
      words += sentence[i];
      continue;
    }
    const std::string_view place = sentence.substr(i + 1, length - 2);
    i += length - 1;
    if (place == "s") {
      words += of.subject;
    } else if (place == "t") {
      words += of.text;
    } else if (place == "u") {
      words += of.unit;
    } else if (const std::size_t bar = place.find('|'); bar != std::string_view::npos) {
      const std::size_t second = place.find('|', bar + 1);
      const std::size_t at = static_cast<std::size_t>(place.front() - '0');
      const bool is_singular = at < of.term_count && detail::is_one(of.terms[at]);
      words += filled(is_singular ? place.substr(bar + 1, second - bar - 1) : place.substr(second + 1), of);
    } else if (!place.empty()) {
      const std::size_t at = static_cast<std::size_t>(place.back() - '0');
      if (at < of.term_count) words += place.size() == 2 ? std::string(of.terms[at].from) : text_of(of.terms[at]);
    }
  }
  return words;
}

inline std::string sentence_of(const finding& of) { return filled(of.sentence, of); }

// What would make it right; empty where nothing in the file would.
inline std::string cure_of(const finding& of) { return filled(of.cure, of); }

// The arithmetic, a line for each term: what it is, how much, and where it is from.
inline std::string explanation_of(const finding& of) {
  std::string words;
  for (std::size_t i = 0; i < of.term_count; ++i) {
    const term& each = of.terms[i];
    words += filled(each.what, of) + ": " + text_of(each);
    if (!each.from.empty() && each.in != term::unit::words) words += " (" + std::string(each.from) + ")";
    if (each.document != nullptr) {
      words += ", from \"" + std::string(each.document->title) + "\"";
      if (!each.document->date.empty()) words += ", " + std::string(each.document->date);
    }
    if (each.disputed != nullptr) words += "; disputed (" + std::string(each.disputed->id) + ")";
    words += '\n';
  }
  return words;
}

}  // namespace headroom
