// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
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

// What follows a number in a template, and what follows 1.
struct plural {
  std::string_view many{};
  std::string_view one{};
};
inline constexpr std::array plural_nouns{plural{" nodes", " node"},     plural{" GPUs", " GPU"},
                                         plural{" CPUs", " CPU"},       plural{" vCPUs", " vCPU"},
                                         plural{" cores", " core"},     plural{" pods", " pod"},
                                         plural{" workers", " worker"}, plural{" tokens", " token"},
                                         plural{" {u}s", " {u}"},       plural{" RDMA devices", " RDMA device"},
                                         plural{" processes", " process"}, plural{" slots", " slot"}};
inline constexpr std::array plural_verbs{plural{" are", " is"},
                                         plural{" hold", " holds"},
                                         plural{" stay", " stays"},
                                         plural{" of {2} hold", " of {2} holds"},
                                         plural{" of each stay", " of each stays"},
                                         plural{" of them lie", " of them lies"},
                                         plural{" of them make", " of them makes"}};

// Writes the singular of the word that a template goes on with, and says how long the plural is; 0 where none is there.
template <std::size_t N>
std::size_t write_singular(const std::array<plural, N>& words, std::string_view rest, std::string& into) {
  for (const plural& each : words) {
    const std::string_view after = rest.substr(0, each.many.size()) == each.many ? rest.substr(each.many.size()) : rest;
    const bool ends = after.empty() || !((after[0] >= 'a' && after[0] <= 'z') || (after[0] >= 'A' && after[0] <= 'Z'));
    if (after.size() == rest.size() || !ends) continue;
    into += each.one;
    return each.many.size();
  }
  return 0;
}

// A template whose words behind a term of 1 are in the singular: "{0} node", not "{0} nodes".
inline std::string in_number(std::string_view sentence, const finding& of) {
  std::string words;
  for (std::size_t i = 0; i < sentence.size();) {
    const std::string_view place = sentence.substr(i, 3);
    words += sentence[i++];
    if (place.size() < 3 || place[0] != '{' || place[2] != '}' || place[1] < '0' || place[1] > '9') continue;
    const std::size_t at = static_cast<std::size_t>(place[1] - '0');
    words += place.substr(1);
    i += 2;
    if (at >= of.term_count) continue;
    const term& each = of.terms[at];
    const bool is_counted = each.in == term::unit::number || each.in == term::unit::cores;
    if (!is_counted || each.amount < 1 || each.amount > 1) continue;
    i += write_singular(plural_nouns, sentence.substr(i), words);
    i += write_singular(plural_verbs, sentence.substr(i), words);
  }
  return words;
}

}  // namespace detail

// A template of a finding with its terms, subject, text and unit in place.
inline std::string filled(std::string_view of_several, const finding& of) {
  const std::string own = detail::in_number(of_several, of);
  const std::string_view sentence = own;
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
