// SPDX-License-Identifier: BSL-1.0
#include "amount.hpp"

#include <headroom/text/to_text.hpp>
#include <type_traits>

namespace headroom::program {

namespace {

// Calls f with the base units as the quantity that they are of.
template <class F>
auto with_quantity(counted what, double base_units, F f) {
  switch (what) {
    case counted::memory:
      return f(from_base_units<memory>(base_units));
    case counted::byte_rate:
    case counted::bit_rate:
      return f(from_base_units<bandwidth>(base_units));
    case counted::operation_rate:
    case counted::integer_rate:
      return f(from_base_units<operation_rate>(base_units));
    case counted::power:
      return f(from_base_units<power>(base_units));
    case counted::money_rate:
    case counted::things:
    case counted::ratio:
      break;
  }
  return f(from_base_units<money_rate>(base_units));
}

bool is_plain(counted what) { return what == counted::things || what == counted::ratio; }

std::string owned(const text& of) { return std::string(of.view()); }

bool is_whole(double x) { return x == math::floor(x) && math::absolute(x) < 9e15; }

}  // namespace

std::string in_ops(std::string rate) {
  if (const std::size_t at = rate.find("FLOPS"); at != std::string::npos) rate.erase(at, 2);
  return rate;
}

counted counted_by(line of, precision format) {
  switch (of) {
    case line::usable_gpu_memory:
    case line::system_memory:
    case line::local_storage:
      return counted::memory;
    case line::memory_bandwidth:
    case line::scale_up:
    case line::disk_throughput:
      return counted::byte_rate;
    case line::scale_out:
    case line::front_end:
      return counted::bit_rate;
    case line::peak:
      return counted_in(format);
    case line::max_power:
      return counted::power;
    case line::price_per_hour:
      return counted::money_rate;
    case line::gpus:
    case line::vcpus:
    case line::disk_iops:
    case line::machines:
    case line::feature:
    case line::number_format:
    case line::whole_racks:
    case line::vms:
    case line::racks:
      break;
  }
  return counted::things;
}

std::string exact_text(counted what, double base_units, unit_system system) {
  if (what == counted::integer_rate) return in_ops(exact_text(counted::operation_rate, base_units, system));
  if (what == counted::memory) return owned(to_text(from_base_units<memory>(base_units), system));
  if (what == counted::bit_rate) return owned(to_text(from_base_units<bandwidth>(base_units), data_unit::bits));
  if (is_plain(what))
    return is_whole(base_units) ? owned(to_text(static_cast<count>(base_units)))
                                : owned(rounded_number(base_units, 15));
  return with_quantity(what, base_units, [](const auto& x) { return owned(to_text(x)); });
}

std::string short_text(counted what, double base_units, unit_system system, int digits) {
  if (what == counted::integer_rate) return in_ops(short_text(counted::operation_rate, base_units, system, digits));
  if (what == counted::memory) return owned(rounded_text(from_base_units<memory>(base_units), digits, system));
  if (what == counted::bit_rate)
    return owned(rounded_text(from_base_units<bandwidth>(base_units), digits, data_unit::bits));
  if (what == counted::money_rate) {
    // Money is read to the cent: four digits of a large bill are not enough.
    const double cents = math::round(in_dollars_per_hour(from_base_units<money_rate>(base_units)) * 100) / 100;
    if (cents >= 1) return owned(to_text(dollars_per_hour(cents)));
  }
  if (is_plain(what))
    return is_whole(base_units) ? owned(to_text(static_cast<count>(base_units)))
                                : owned(rounded_number(base_units, digits));
  return with_quantity(what, base_units, [=](const auto& x) { return owned(rounded_text(x, digits)); });
}

std::pair<std::string, std::string> side_by_side(counted what, double need, double supply, unit_system system) {
  constexpr int digits = 4;
  text_pair pair;
  if (what == counted::integer_rate) {
    auto [asked, there] = side_by_side(counted::operation_rate, need, supply, system);
    return {in_ops(std::move(asked)), in_ops(std::move(there))};
  }
  if (what == counted::money_rate) {
    // To the cent, unless only smaller coins tell them apart.
    std::string asked = short_text(what, need, system);
    std::string there = short_text(what, supply, system);
    if (asked != there || math::close(need, supply)) return {std::move(asked), std::move(there)};
  }
  if (what == counted::memory) {
    pair = compare_texts(from_base_units<memory>(need), from_base_units<memory>(supply), digits, system);
  } else if (what == counted::bit_rate) {
    pair = compare_texts(from_base_units<bandwidth>(need), from_base_units<bandwidth>(supply), digits, data_unit::bits);
  } else if (is_plain(what)) {
    return {exact_text(what, need, system), exact_text(what, supply, system)};
  } else {
    pair = with_quantity(what, need, [=](const auto& x) {
      return compare_texts(x, from_base_units<std::remove_cvref_t<decltype(x)>>(supply), digits);
    });
  }
  return {owned(pair.need), owned(pair.supply)};
}

std::string_view unit_name_of(counted what) {
  switch (what) {
    case counted::things:
      return "count";
    case counted::memory:
      return "bytes";
    case counted::byte_rate:
    case counted::bit_rate:
      return "bytes_per_second";
    case counted::operation_rate:
    case counted::integer_rate:
      return "operations_per_second";
    case counted::power:
      return "watts";
    case counted::money_rate:
      return "dollars_per_hour";
    case counted::ratio:
      break;
  }
  return "ratio";
}

double number_in_unit(counted what, double base_units) {
  return what == counted::money_rate ? in_dollars_per_hour(from_base_units<money_rate>(base_units)) : base_units;
}

}  // namespace headroom::program
