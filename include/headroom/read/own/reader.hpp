// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <concepts>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string>
#include <string_view>

#include <headroom/read/own/own_file.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/common/models.hpp>

namespace headroom::read {

// What the value of a key looks like in the file.
enum class form { text, count, memory, bandwidth, rate, power, money_rate };

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

// "the number 672", "a list"
std::string description_of(const tree& at);

// "a memory as text with its unit, such as \"672 GiB\""
std::string expectation_of(form what);

// From the values of a document to those of the library. What is wrong with a value ends the reading.
class reader {
 public:
  struct failure {
    reading_error error;
  };

  reader(own_file& into, const model_finder& models) : into_(into), models_(models) {}
  own_file& into() const { return into_; }

  [[noreturn]] void fail(const tree& at, std::string message) const;
  int line_of(const tree& at) const;  // of its key, in an object

  const tree& object(const tree& at) const;
  const tree& list(const tree& at) const;
  void check_keys(const tree& at, std::span<const std::string_view> known) const;
  const tree& required(const tree& at, std::string_view key, std::string_view expected) const;

  // Text without control characters, kept by the deployment.
  std::string_view words(const tree& at) const;
  std::string_view key_words(const tree& at) const;  // the same of its key
  std::string_view word(const tree& at, std::span<const std::string_view> allowed) const;
  bool yes_or_no(const tree& at) const;
  double percentage(const tree& at) const;
  double number(const tree& at, double least, double most) const;
  const known_model& model(const tree& at) const;  // kept by the deployment

  void read(const tree& at, count& into) const;
  void read(const tree& at, std::string_view& into) const { into = words(at); }
  template <class Quantity>
  requires(form_of<Quantity> != form::text && !std::same_as<Quantity, count>) void read(const tree& at,
                                                                                        Quantity& into) const {
    const parsed<Quantity> result = parse_as(quantity_text(at, form_of<Quantity>), Quantity{});
    if (!result) fail_in_text(at, result.error);
    into = result.value;
  }
  // Also "none": the hardware has no such thing.
  template <class T>
  void read(const tree& at, figure<T>& into) const {
    if (at.is_string() && at.text == "none") {
      into = absent;
      return;
    }
    T value{};
    read(at, value);
    into = value;
  }

 private:
  std::string_view kept(const tree& at, std::string_view text) const;
  std::string_view quantity_text(const tree& at, form expected) const;
  [[noreturn]] void fail_in_text(const tree& at, const parse_error& why) const;

  own_file& into_;
  const model_finder& models_;
};

}  // namespace headroom::read
