// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <cstddef>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/common/models.hpp>

namespace headroom::read {

// What the value of a key looks like in the file.
enum class form { text, count, factor, memory, bandwidth, rate, power, money_rate };

template <class T>
inline constexpr form form_of = form::text;
template <>
inline constexpr form form_of<count> = form::count;
template <>
inline constexpr form form_of<memory> = form::memory;
template <>
inline constexpr form form_of<bandwidth> = form::bandwidth;
template <network N>
inline constexpr form form_of<network_bandwidth<N>> = form::bandwidth;
template <>
inline constexpr form form_of<operation_rate> = form::rate;
template <>
inline constexpr form form_of<power> = form::power;
template <>
inline constexpr form form_of<money_rate> = form::money_rate;

inline parsed<memory> parse_as(std::string_view text, memory) { return parse_memory(text); }
inline parsed<bandwidth> parse_as(std::string_view text, bandwidth) { return parse_bandwidth(text); }
inline parsed<operation_rate> parse_as(std::string_view text, operation_rate) { return parse_operation_rate(text); }
inline parsed<power> parse_as(std::string_view text, power) { return parse_power(text); }
inline parsed<money_rate> parse_as(std::string_view text, money_rate) { return parse_money_rate(text); }
template <network N>
parsed<network_bandwidth<N>> parse_as(std::string_view text, network_bandwidth<N>) {
  const parsed<bandwidth> one = parse_bandwidth(text);
  return {network_bandwidth<N>::of_one_direction(one.value), one.error};
}

// Whether a value is words: YAML writes them without quotes, too.
bool is_words(const tree& at);

// "the number 672", "a list"
std::string description_of(const tree& at);

// "a memory as text with its unit, such as \"672 GiB\""
std::string expectation_of(form what);

// From the values of a document to those of the library. What is wrong with a value ends what is read around it: all
// else is still read, so that the mistakes of a file are told at once.
class reader {
 public:
  struct failure {
    reading_error error;
    bool is_told = false;
  };
  struct too_many {};

  // More mistakes than these are no news.
  static constexpr std::size_t most_mistakes = 50;

  reader(own_file& into, const model_finder& models, std::vector<reading_error>& mistakes)
      : into_(into), models_(models), mistakes_(mistakes) {}
  own_file& into() const { return into_; }

  // Reads what may fail by itself; false: it did, and its mistake is kept.
  template <class Read>
  bool attempt(Read&& read) const {
    const std::size_t before = mistakes();
    try {
      read();
    } catch (failure& found) {
      if (!found.is_told) tell(std::move(found.error));
      return false;
    }
    return mistakes() == before;
  }
  std::size_t mistakes() const { return mistakes_.size(); }
  // Whether an unknown key of an object was told to be a slip of that one, which is then not missing.
  bool was_meant(const tree& at, std::string_view key) const;

  [[noreturn]] void fail(const tree& at, std::string message) const;
  // The same of what keys would mend, with their values.
  [[noreturn]] void fail_but_for(const tree& at, std::string why,
                                 std::vector<std::pair<std::string_view, std::string>> keys) const;
  int line_of(const tree& at) const;  // of its key, in an object

  const tree& object(const tree& at) const;
  const tree& list(const tree& at) const;
  // Unknown keys are mistakes that end nothing. `whole` says of a key that is short for another which one.
  void check_keys(const tree& at, std::span<const std::string_view> known, std::string_view (*whole)(std::string_view) = nullptr) const;
  const tree& required(const tree& at, std::string_view key, std::string_view expected) const;

  // Text without control characters, kept by the deployment.
  std::string_view words(const tree& at) const;
  std::string_view key_words(const tree& at) const;  // the same of its key
  std::string_view word(const tree& at, std::span<const std::string_view> allowed) const;
  bool yes_or_no(const tree& at) const;
  double percentage(const tree& at) const;
  double number(const tree& at, double least, double most) const;
  count whole_number(const tree& at, count least) const;  // to 2^40
  const known_model& model(const tree& at) const;  // kept by the deployment

  void read(const tree& at, count& into) const { into = whole_number(at, 0); }
  void read(const tree& at, std::string_view& into) const { into = words(at); }
  template <class Quantity>
  void read(const tree& at, Quantity& into) const {
    const parsed<Quantity> result = parse_as(quantity_text(at, form_of<Quantity>), Quantity{});
    if (!result) fail_in_text(at, result.error);
    into = result.value;
  }
  template <class Quantity>
  void read(const tree& at, asked_for<Quantity>& into) const {
    Quantity value{};
    read(at, value);
    into = value;
  }
  // Also "none": the hardware has no such thing.
  template <class T>
  void read(const tree& at, figure<T>& into) const {
    if (is_words(at) && at.text == "none") {
      into = absent;
      return;
    }
    T value{};
    read(at, value);
    into = value;
  }

 private:
  void tell(reading_error mistake) const;
  std::string_view kept(const tree& at, std::string_view text) const;
  std::string_view quantity_text(const tree& at, form expected) const;
  [[noreturn]] void fail_in_text(const tree& at, const parse_error& why) const;

  own_file& into_;
  const model_finder& models_;
  std::vector<reading_error>& mistakes_;
  mutable std::vector<std::pair<const tree*, std::string_view>> meant_{};
};

}  // namespace headroom::read
