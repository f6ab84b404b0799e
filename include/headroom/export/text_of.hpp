// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/precision.hpp>
#include <headroom/text/fixed_text.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/units.hpp>

// One line of text for each of the library's values, made of what to_text() and name() say: what export/text.hpp streams
// and formats, and export/fmt.hpp too. Opt-in.
namespace headroom {

// Found by its argument alone, which says that a type is one of this library's.
template <class Value>
constexpr void value_of_headroom(const Value&) {}

namespace detail::found_by_argument {

constexpr void value_of_headroom() {}

template <class Value>
concept ours = requires(const Value& x) { value_of_headroom(x); };

template <class Value>
concept named = std::is_enum_v<Value> && ours<Value> && requires(Value x) { std::string_view(name(x)); };

}  // namespace detail::found_by_argument

// What has a name: a number format, an outcome, a feature, a provider.
template <detail::found_by_argument::named Value>
std::string text_of(const Value& x) {
  return std::string(name(x));
}

template <printable_quantity Quantity>
std::string text_of(const Quantity& x) {
  return std::string(to_text(x).view());
}
template <network N>
std::string text_of(const network_bandwidth<N>& x) {
  return std::string(to_text(x).view());
}
template <network N>
std::string text_of(const bidirectional_bandwidth<N>& x) {
  return std::string(to_text(x).view());
}
inline std::string text_of(count n) { return std::string(to_text(n).view()); }
inline std::string text_of(double ratio) { return std::string(rounded_number(ratio, 15).view()); }
template <std::size_t Capacity>
std::string text_of(const fixed_text<Capacity>& x) {
  return std::string(x.view());
}

// "none": there is no such thing; "unknown": no source says. A value that no document confirms says on what it rests.
template <class T>
  requires requires(const T& x) { text_of(x); }
std::string text_of(const figure<T>& x) {
  if (x.is_absent()) return "none";
  if (x.is_unknown()) return "unknown";
  std::string result = text_of(*x.known());
  if (!x.is_confirmed()) result.append(" (").append(name(x.basis)).append(")");
  return result;
}

// "at least 9.09 MW, known for 64 of 74 machines" where some of it is unknown.
template <class T>
  requires requires(const T& x) { text_of(x); }
std::string text_of(const total<T>& x) {
  if (!x.valid) return std::string(name(outcome::invalid));
  if (x.machines > 0 && x.without == x.machines) return "none";
  const bool is_complete = x.is_complete();
  if (!is_complete && x.covered == 0) return "unknown";
  std::string result = (is_complete ? "" : "at least ") + text_of(x.known_part);
  if (!is_complete) result += ", known for " + text_of(add(x.covered, x.without)) + " of " + text_of(x.machines) + " machines";
  if (!x.confirmed) result += " (not confirmed)";
  return result;
}

inline std::string text_of(const machine& x) { return std::string(x.name()); }
inline std::string text_of(const group& x) { return text_of(x.how_many) + " x " + text_of(x.machine); }

namespace detail {

template <class Groups>
std::string text_of_groups(const Groups& groups) {
  std::string result;
  for (const group& each : groups) result += (result.empty() ? "" : ", ") + text_of(each);
  return result.empty() ? "no machines" : result;
}

// The number of a line of a verdict, which is in base units.
inline text_pair texts_of(const need_check& of) {
  switch (of.line) {
    case line::usable_gpu_memory:
    case line::system_memory:
    case line::local_storage:
      return compare_texts(from_base_units<memory>(of.need), from_base_units<memory>(of.supply));
    case line::memory_bandwidth:
    case line::scale_up:
    case line::disk_throughput:
      return compare_texts(from_base_units<bandwidth>(of.need), from_base_units<bandwidth>(of.supply));
    case line::scale_out:
    case line::front_end:
      return compare_texts(from_base_units<bandwidth>(of.need), from_base_units<bandwidth>(of.supply), 3, data_unit::bits);
    case line::peak:
      return compare_texts(from_base_units<operation_rate>(of.need), from_base_units<operation_rate>(of.supply));
    case line::max_power:
      return compare_texts(from_base_units<power>(of.need), from_base_units<power>(of.supply));
    case line::price_per_hour:
      return compare_texts(from_base_units<money_rate>(of.need), from_base_units<money_rate>(of.supply));
    default:
      break;
  }
  return compare_texts(static_cast<count>(of.need), static_cast<count>(of.supply));
}

}  // namespace detail

template <class... Parts>
std::string text_of(const cluster<Parts...>& x) {
  return detail::text_of_groups(x.groups());
}
template <class Storage>
std::string text_of(const basic_dynamic_cluster<Storage>& x) {
  return detail::text_of_groups(x.groups());
}

// "usable GPU memory in total: 4 TiB needed, 3.5 TiB there", "InfiniBand: does not fit".
inline std::string text_of(const need_check& x) {
  std::string what(x.line == line::feature ? name(x.feature) : x.line == line::number_format ? name(x.format) : name(x.line));
  if (x.line == line::feature || x.line == line::number_format || x.line == line::whole_racks) {
    what.append(": ").append(name(x.outcome));
    return what;
  }
  if (x.line == line::peak) what.append(" ").append(name(x.format)).append(" ").append(name(x.zeros));
  what.append(" ").append(name(x.scope)).append(": ");
  const auto [need, supply] = detail::texts_of(x);
  if (x.is_limit) what += "at most ";
  what.append(need).append(x.is_limit ? " allowed, " : " needed, ");
  if (x.outcome == outcome::cannot_be_judged) return what.append("not known of ").append(x.missing);
  what.append(supply).append(x.is_limit ? " taken" : " there");
  return x.confirmed ? what : what + " (not confirmed)";
}

// "does not fit: GPUs in total: 96 needed, 80 there", of the check that decides.
template <class Groups>
std::string text_of(const basic_verdict<Groups>& x) {
  std::string result(name(x.outcome));
  if (!x.refused.empty()) return result.append(": ").append(x.refused);
  if (!x.checks().empty()) result += ": " + text_of(x.binding());
  return result;
}

namespace detail::found_by_argument {

// What is ours and has a text: never a number or a string of the standard library.
template <class Value>
concept has_text = (std::is_class_v<Value> || std::is_enum_v<Value>) && ours<Value> && requires(const Value& x) { text_of(x); };

}  // namespace detail::found_by_argument

template <class Value>
concept value_with_text = printable_quantity<Value> || detail::found_by_argument::has_text<Value>;
// A cluster is a range, and how a range is formatted is the formatting library's own: fmt/ranges.h, C++23.
template <class Value>
concept formatted_value = value_with_text<Value> && !requires(const Value& x) { x.begin(); };

}  // namespace headroom
