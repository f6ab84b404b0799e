// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <headroom/deployment/finding.hpp>
#include <headroom/parse.hpp>
#include <headroom/text.hpp>

// Findings as text, at run time. Opt-in.
namespace headroom {

// "128", "0.5", "1,900 GiB"; words as they are.
inline std::string text_of(const term& of) {
  if (of.in == term::unit::words) return std::string(of.from);
  if (of.in == term::unit::bytes) return std::string(to_text(bytes(of.amount)).view());
  const double whole = math::round(of.amount);
  const auto thousandths = static_cast<std::uint64_t>(math::round(math::absolute(of.amount) * 1'000));
  if (whole == of.amount)
    return std::string(detail::number_text({static_cast<std::uint64_t>(math::absolute(whole)), 0}).view());
  return std::string(detail::number_text(decimal::without_trailing_zeros({thousandths, -3})).view());
}

// A template of a finding with its terms, subject, text and unit in place.
inline std::string filled(std::string_view sentence, const finding& of) {
  std::string words;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const std::size_t end = sentence[i] == '{' ? sentence.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      words += sentence[i];
      continue;
    }
    const std::string_view place = sentence.substr(i + 1, end - i - 1);
    i = end;
    if (place == "s") {
      words += of.subject;
    } else if (place == "t") {
      words += of.text;
    } else if (place == "u") {
      words += of.unit;
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
