// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A row of published figures: what it says, read leniently, and what is found of it.
namespace headroom::program::validation {

using nlohmann::json;

// Why a row is not judged, in words for its reader.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What another tool's formula gives for the same figure.
struct peer_figure {
  std::string_view peer{};
  double found = 0;
};

// One published figure and ours.
struct judged {
  std::string id{};
  std::string_view family{};  // rows that are judged together
  std::string part{};         // of the family, where it is made of several
  std::string metric{};
  std::string unit{};
  double published = 0;
  double found = 0;
  double step = 0;         // a unit in the last place as printed
  std::string refused{};   // why it is not judged; empty: it is
  bool confirmed = false;  // whether the row was compared with its source
  std::string suspect{};   // what its collectors doubt; empty: nothing
  std::vector<peer_figure> peers{};
  std::string job{};  // what figures have in common that are ranked: model, batch or load; empty: it is not
  double speed = 0;   // found, of a ranked one: tokens a second of a GPU, or of a sequence where its metric is of one
  bool is_time = false;  // whether a larger figure is of a slower one
  std::string_view gpu{};
  std::optional<bool> fits_recomputed{};  // of a training job: whether it fits with full recomputation

  double error_of(double other) const { return published != 0 ? other / published - 1 : other == 0 ? 0 : 1; }
  double error() const { return error_of(found); }
  double published_speed() const { return speed * (is_time ? found / published : published / found); }
  // Whether it is as printed: within half of the last place.
  bool as_printed() const;
  // Whether it counts for its family's bar.
  bool counts() const { return refused.empty() && confirmed && suspect.empty(); }
};

// Names that rows have for the same thing, eight at most; the first that is there is read.
class names {
 public:
  constexpr names(std::initializer_list<std::string_view> all) {
    for (const std::string_view each : all) names_.at(size_++) = each;
  }
  constexpr const std::string_view* begin() const { return names_.data(); }
  constexpr const std::string_view* end() const { return names_.data() + size_; }
  constexpr bool has(std::string_view name) const { return std::find(begin(), end(), name) != end(); }

 private:
  std::array<std::string_view, 8> names_{};
  std::size_t size_ = 0;
};

// Null where none of the names is there, or where it stands without a value. A key may have hyphens for underscores.
const json* find(const json& of, const names& keys);
inline bool has(const json& of, const names& keys) { return find(of, keys) != nullptr; }
inline bool has(const json& of, std::string_view key) { return has(of, names{key}); }

// Each refuses what is not there, or is of another kind; with a last argument, only the latter.
double number(const json& of, const names& keys, std::optional<double> otherwise = {});
count whole_number(double n, std::string_view called);  // 0 to 2^40
count whole(const json& of, const names& keys, std::optional<count> otherwise = {});
count degree(const json& of, const names& keys, std::optional<count> otherwise = {});  // 1 to 2^40
std::string text(const json& of, const names& keys, std::string_view otherwise);
std::string worded(const json& of, const names& keys);                   // empty without; a release may be written as a number
bool flag(const json& of, const names& keys, bool otherwise = false);  // true, false, 1 or 0

// "fitted" or "not fitted": whether our constants were fitted to this figure of the row, as our own copy of it says.
std::string fitted_part(const json& row, std::string_view metric);
std::string fitted_part(bool is_fitted);

// A row's "config"; an empty object where it has none.
const json& config_of(const json& row);
// Of a row's figures the value of the one that is called so; null: there is none. The number is refused where there is none.
const json* value_called(const json& row, std::string_view metric);
double measured(const json& row, std::string_view metric);
std::string unit_called(const json& row, std::string_view metric);
bool measures(const json& row, std::string_view metric);
// Of metrics the first that a row has a figure of; empty: it has none.
std::string_view first_measured(const json& row, std::span<const std::string_view> metrics);

// The entry of a table that is called so; null: there is none.
template <class Entry, std::size_t N>
constexpr const Entry* entry_called(std::string_view name, const std::array<Entry, N>& table, std::string_view Entry::*called = &Entry::name) {
  const auto found = std::ranges::find(table, name, called);
  return found == table.end() ? nullptr : &*found;
}

// A unit in the last place of a number as it was printed.
double last_place(const json& value);

// An amount of bytes in a row's unit, "GiB/GPU" or "GB (as printed)"; refuses what is no unit of memory.
double in_unit_of(memory amount, std::string_view unit);
// The same of a rate, "GB/s (approx)", of a time, "us" or "days (about)", and of power.
double in_unit_of(bandwidth rate, std::string_view unit);
double in_unit_of(duration time, std::string_view unit);
// Of things a second, "tokens/s/GPU" or "thousand samples/min (raw)", and of a share, "%" or "fraction"; without a unit as the metric says.
double in_unit_of_rate(double a_second, std::string_view things, std::string_view unit);
double in_unit_of_share(double share, std::string_view unit);
// Whether a rate is told of one GPU: its metric or its unit says so.
bool is_of_gpu(const judged& one);
double in_unit_of(power drawn, std::string_view unit);

// What a computation found; refuses with its reason where it found nothing.
template <class T>
T known(const figure<T>& found) {
  if (!found.is_known()) throw refusal(found.note.empty() ? "it cannot be computed" : std::string(found.note));
  return *found.known();
}

// A row without its figures: id, and whether it counts.
judged outline(const json& row, std::string_view family);
// The same with one of the row's figures, as published. Refuses one that is no number.
judged outline(const json& row, std::string_view family, const json& measure);

}  // namespace headroom::program::validation
