// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/source.hpp>
#include <headroom/text/characters.hpp>
#include <headroom/units.hpp>
#include <headroom/version.hpp>

// What the library's values are in JSON, as the program headroom prints them. Opt-in: needs nlohmann-json.
namespace headroom {

// It grows where a member goes or changes its meaning, not where one is added.
inline constexpr int json_format = 1;

// The members of an answer behind those that every answer has: the version, the format, and which command's it is.
inline nlohmann::ordered_json json_answer(std::string_view command, const nlohmann::ordered_json& members) {
  nlohmann::ordered_json answer{{"headroom", version}, {"format", json_format}, {"command", command}};
  for (const auto& [key, value] : members.items()) answer[key] = value;
  return answer;
}

// "GPU memory as sold" or "peak.fp4.dense" as the key of a member: in small letters, with _ for what is neither a letter
// nor a digit.
inline std::string json_key(std::string_view name) {
  std::string key;
  for (const char c : name) {
    const char small = ascii::small_letter(c);
    if (ascii::is_letter(small) || ascii::is_digit(small)) key += small;
    else if (!key.empty() && key.back() != '_') key += '_';
  }
  if (key.ends_with('_')) key.pop_back();
  return key;
}

// The unit that a number is in, and the number in it: the base unit, and dollars an hour of money.
inline nlohmann::ordered_json json_of(count n) { return {{"value", n}, {"unit", "count"}}; }
inline nlohmann::ordered_json json_of(double ratio) { return {{"value", ratio}, {"unit", "ratio"}}; }
inline nlohmann::ordered_json json_of(const memory& x) { return {{"value", in_bytes(x)}, {"unit", "bytes"}}; }
inline nlohmann::ordered_json json_of(const bandwidth& x) {
  return {{"value", in_base_units(x)}, {"unit", "bytes_per_second"}};
}
template <network N>
nlohmann::ordered_json json_of(const network_bandwidth<N>& x) {
  return json_of(x.one_direction);
}
inline nlohmann::ordered_json json_of(const power& x) { return {{"value", in_base_units(x)}, {"unit", "watts"}}; }
inline nlohmann::ordered_json json_of(const money_rate& x) {
  return {{"value", in_dollars_per_hour(x)}, {"unit", "dollars_per_hour"}};
}
// null: not known; "none": there is no such thing. Else what the function makes of the value.
template <class T, class Of>
nlohmann::ordered_json json_of_figure(const figure<T>& x, Of of) {
  if (x.is_absent()) return "none";
  if (x.is_unknown()) return nullptr;
  return of(*x.known());
}

inline nlohmann::ordered_json json_of(const source* from) {
  if (from == nullptr) return nullptr;
  nlohmann::ordered_json result{{"title", from->title}};
  if (!from->date.empty()) result["date"] = from->date;
  if (!from->url.empty()) result["url"] = from->url;
  return result;
}

inline nlohmann::ordered_json json_of(const dispute* disputed) {
  if (disputed == nullptr) return nullptr;
  return {{"id", disputed->id},
          {"subject", disputed->subject},
          {"statements", disputed->statements},
          {"taken", disputed->taken},
          {"reason", disputed->reason}};
}

}  // namespace headroom
