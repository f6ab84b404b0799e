// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <type_traits>

#include <boost/units/base_dimension.hpp>
#include <boost/units/base_unit.hpp>
#include <boost/units/base_units/information/byte.hpp>
#include <boost/units/base_units/si/kilogram.hpp>
#include <boost/units/base_units/si/meter.hpp>
#include <boost/units/base_units/si/second.hpp>
#include <boost/units/derived_dimension.hpp>
#include <boost/units/make_system.hpp>
#include <boost/units/physical_dimensions/energy.hpp>
#include <boost/units/physical_dimensions/information.hpp>
#include <boost/units/physical_dimensions/power.hpp>
#include <boost/units/physical_dimensions/time.hpp>
#include <boost/units/quantity.hpp>
#include <boost/units/unit.hpp>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/precision.hpp>

// Quantities, makers and readers. The only header that names Boost.Units.
namespace headroom {

namespace dimension {

struct operation : boost::units::base_dimension<operation, 7001> {};
struct money : boost::units::base_dimension<money, 7002> {};
struct token : boost::units::base_dimension<token, 7003> {};

// One dimension for each number format and sparsity, so that their rates neither add nor compare.
template <int Kind>
struct typed_operation : boost::units::base_dimension<typed_operation<Kind>, 7100 + Kind> {};

template <class Base>
using per_time = typename boost::units::derived_dimension<Base, 1, boost::units::time_base_dimension, -1>::type;

}  // namespace dimension

namespace unit {

struct operation : boost::units::base_unit<operation, dimension::operation::dimension_type, 7001> {};
struct dollar : boost::units::base_unit<dollar, dimension::money::dimension_type, 7002> {};
struct token : boost::units::base_unit<token, dimension::token::dimension_type, 7003> {};

template <int Kind>
struct typed_operation
    : boost::units::base_unit<typed_operation<Kind>, typename dimension::typed_operation<Kind>::dimension_type, 7100 + Kind> {};

// Boost's stock base units, so that any Boost.Units quantity of the right dimension converts exactly.
using system = boost::units::make_system<boost::units::information::byte_base_unit, boost::units::si::second_base_unit,
                                         boost::units::si::meter_base_unit, boost::units::si::kilogram_base_unit,
                                         operation, dollar, token>::type;

template <class Dimension>
using of = boost::units::quantity<boost::units::unit<Dimension, system>>;

// Any quantity, by its unit.
template <class Unit>
using any = boost::units::quantity<Unit>;

template <int Kind>
using typed_system = typename boost::units::make_system<typed_operation<Kind>, boost::units::si::second_base_unit>::type;

constexpr int kind_of(precision format, sparsity zeros) { return 2 * static_cast<int>(format) + static_cast<int>(zeros); }

}  // namespace unit

}  // namespace headroom

// What Boost.Units answers too, after 240 instantiations for the first kind of quantity that is copied and 40 for each
// other: a unit of the library's system becomes itself.
template <class Dimension>
struct boost::units::is_implicitly_convertible<boost::units::unit<Dimension, headroom::unit::system>,
                                               boost::units::unit<Dimension, headroom::unit::system>> : std::true_type {};

namespace headroom {

using memory = unit::of<boost::units::information_dimension>;                               // bytes
using bandwidth = unit::of<dimension::per_time<boost::units::information_base_dimension>>;  // bytes a second
using duration = unit::of<boost::units::time_dimension>;                                    // seconds
using power = unit::of<boost::units::power_dimension>;                                      // watts
using energy = unit::of<boost::units::energy_dimension>;                                    // joules
using money = unit::of<dimension::money::dimension_type>;                                   // US dollars
using money_rate = unit::of<dimension::per_time<dimension::money>>;                         // dollars a second
using tokens = unit::of<dimension::token::dimension_type>;
using token_rate = unit::of<dimension::per_time<dimension::token>>;  // tokens a second

// Operations of whatever format. Rates of one format become these only by untyped(), on purpose.
using operation_count = unit::of<dimension::operation::dimension_type>;
using operation_rate = unit::of<dimension::per_time<dimension::operation>>;

// Operations, and operations a second, of one number format and sparsity.
template <precision P, sparsity S = dense>
using operations = boost::units::quantity<
    boost::units::unit<typename dimension::typed_operation<unit::kind_of(P, S)>::dimension_type, unit::typed_system<unit::kind_of(P, S)>>>;
template <precision P, sparsity S = dense>
using rate = boost::units::quantity<boost::units::unit<dimension::per_time<dimension::typed_operation<unit::kind_of(P, S)>>,
                                                       unit::typed_system<unit::kind_of(P, S)>>>;

namespace detail {

// Sums of parts and printed totals differ in the last place of a double unless both start from whole base units.
template <class Quantity>
constexpr Quantity whole(double base_units) {
  return Quantity::from_value(math::round(base_units));
}

// Rates are whole in steps of 10^6 operations a second: 1.08e18 is beyond the whole numbers of a double.
template <class Quantity>
constexpr Quantity whole_millions(double base_units) {
  return Quantity::from_value(math::round(base_units / 1e6) * 1e6);
}

template <class Quantity>
constexpr Quantity exactly(double base_units) {
  return Quantity::from_value(base_units);
}

inline constexpr double kibi = 1024.0;
inline constexpr double mebi = kibi * kibi;
inline constexpr double gibi = mebi * kibi;
inline constexpr double tebi = gibi * kibi;
inline constexpr double pebi = tebi * kibi;
inline constexpr double hour = 3600.0;

}  // namespace detail

// The plain number of base units inside: bytes, seconds, watts, operations. For layers above; users have the named readers.
template <class Unit>
constexpr double in_base_units(const boost::units::quantity<Unit>& x) {
  return x.value();
}
template <class Quantity>
constexpr Quantity from_base_units(double base_units) {
  return Quantity::from_value(base_units);
}

// ---- memory: decimal (GB = 10^9 bytes) and binary (GiB = 2^30 bytes)
constexpr memory bytes(double n) { return detail::whole<memory>(n); }
constexpr memory kilobytes(double n) { return detail::whole<memory>(n * 1e3); }
constexpr memory megabytes(double n) { return detail::whole<memory>(n * 1e6); }
constexpr memory gigabytes(double n) { return detail::whole<memory>(n * 1e9); }
constexpr memory terabytes(double n) { return detail::whole<memory>(n * 1e12); }
constexpr memory petabytes(double n) { return detail::whole<memory>(n * 1e15); }
constexpr memory kibibytes(double n) { return detail::whole<memory>(n * detail::kibi); }
constexpr memory mebibytes(double n) { return detail::whole<memory>(n * detail::mebi); }
constexpr memory gibibytes(double n) { return detail::whole<memory>(n * detail::gibi); }
constexpr memory tebibytes(double n) { return detail::whole<memory>(n * detail::tebi); }
constexpr memory pebibytes(double n) { return detail::whole<memory>(n * detail::pebi); }
// The "GB" that GPU data sheets print for HBM: binary in silicon (a "279 GB" GPU shows 284,208 MiB), so GiB inside.
constexpr memory nameplate_gigabytes(double n) { return gibibytes(n); }
// 1,000 nameplate gigabytes: how vendors add up a rack ("20 TB", "37 TB").
constexpr memory nameplate_terabytes(double n) { return gibibytes(n * 1e3); }

constexpr double in_bytes(const memory& x) { return x.value(); }
constexpr double in_kilobytes(const memory& x) { return x.value() / 1e3; }
constexpr double in_megabytes(const memory& x) { return x.value() / 1e6; }
constexpr double in_gigabytes(const memory& x) { return x.value() / 1e9; }
constexpr double in_terabytes(const memory& x) { return x.value() / 1e12; }
constexpr double in_petabytes(const memory& x) { return x.value() / 1e15; }
constexpr double in_kibibytes(const memory& x) { return x.value() / detail::kibi; }
constexpr double in_mebibytes(const memory& x) { return x.value() / detail::mebi; }
constexpr double in_gibibytes(const memory& x) { return x.value() / detail::gibi; }
constexpr double in_tebibytes(const memory& x) { return x.value() / detail::tebi; }
constexpr double in_pebibytes(const memory& x) { return x.value() / detail::pebi; }
constexpr double in_nameplate_gigabytes(const memory& x) { return in_gibibytes(x); }
constexpr double in_nameplate_terabytes(const memory& x) { return in_gibibytes(x) / 1e3; }

// ---- bandwidth: bytes (GB/s) and bits (Gb/s), decimal; GiB/s where a source prints it
constexpr bandwidth bytes_per_second(double n) { return detail::whole<bandwidth>(n); }
constexpr bandwidth megabytes_per_second(double n) { return detail::whole<bandwidth>(n * 1e6); }
constexpr bandwidth gigabytes_per_second(double n) { return detail::whole<bandwidth>(n * 1e9); }
constexpr bandwidth terabytes_per_second(double n) { return detail::whole<bandwidth>(n * 1e12); }
constexpr bandwidth petabytes_per_second(double n) { return detail::whole<bandwidth>(n * 1e15); }
constexpr bandwidth gibibytes_per_second(double n) { return detail::whole<bandwidth>(n * detail::gibi); }
constexpr bandwidth megabits_per_second(double n) { return detail::whole<bandwidth>(n * 1e6 / 8); }
constexpr bandwidth gigabits_per_second(double n) { return detail::whole<bandwidth>(n * 1e9 / 8); }
constexpr bandwidth terabits_per_second(double n) { return detail::whole<bandwidth>(n * 1e12 / 8); }
constexpr bandwidth petabits_per_second(double n) { return detail::whole<bandwidth>(n * 1e15 / 8); }

constexpr double in_bytes_per_second(const bandwidth& x) { return x.value(); }
constexpr double in_megabytes_per_second(const bandwidth& x) { return x.value() / 1e6; }
constexpr double in_gigabytes_per_second(const bandwidth& x) { return x.value() / 1e9; }
constexpr double in_terabytes_per_second(const bandwidth& x) { return x.value() / 1e12; }
constexpr double in_petabytes_per_second(const bandwidth& x) { return x.value() / 1e15; }
constexpr double in_gibibytes_per_second(const bandwidth& x) { return x.value() / detail::gibi; }
constexpr double in_megabits_per_second(const bandwidth& x) { return x.value() * 8 / 1e6; }
constexpr double in_gigabits_per_second(const bandwidth& x) { return x.value() * 8 / 1e9; }
constexpr double in_terabits_per_second(const bandwidth& x) { return x.value() * 8 / 1e12; }
constexpr double in_petabits_per_second(const bandwidth& x) { return x.value() * 8 / 1e15; }

// ---- duration
constexpr duration seconds(double n) { return detail::exactly<duration>(n); }
constexpr duration milliseconds(double n) { return detail::exactly<duration>(n / 1e3); }
constexpr duration microseconds(double n) { return detail::exactly<duration>(n / 1e6); }
constexpr duration nanoseconds(double n) { return detail::exactly<duration>(n / 1e9); }
constexpr duration minutes(double n) { return detail::exactly<duration>(n * 60); }
constexpr duration hours(double n) { return detail::exactly<duration>(n * detail::hour); }
constexpr duration days(double n) { return detail::exactly<duration>(n * 24 * detail::hour); }

constexpr double in_seconds(const duration& x) { return x.value(); }
constexpr double in_milliseconds(const duration& x) { return x.value() * 1e3; }
constexpr double in_microseconds(const duration& x) { return x.value() * 1e6; }
constexpr double in_nanoseconds(const duration& x) { return x.value() * 1e9; }
constexpr double in_minutes(const duration& x) { return x.value() / 60; }
constexpr double in_hours(const duration& x) { return x.value() / detail::hour; }
constexpr double in_days(const duration& x) { return x.value() / (24 * detail::hour); }

// ---- power and energy
constexpr power watts(double n) { return detail::whole<power>(n); }
constexpr power kilowatts(double n) { return detail::whole<power>(n * 1e3); }
constexpr power megawatts(double n) { return detail::whole<power>(n * 1e6); }
constexpr energy joules(double n) { return detail::exactly<energy>(n); }
constexpr energy kilowatt_hours(double n) { return detail::exactly<energy>(n * 1e3 * detail::hour); }
constexpr energy megawatt_hours(double n) { return detail::exactly<energy>(n * 1e6 * detail::hour); }

constexpr double in_watts(const power& x) { return x.value(); }
constexpr double in_kilowatts(const power& x) { return x.value() / 1e3; }
constexpr double in_megawatts(const power& x) { return x.value() / 1e6; }
constexpr double in_joules(const energy& x) { return x.value(); }
constexpr double in_kilowatt_hours(const energy& x) { return x.value() / (1e3 * detail::hour); }
constexpr double in_megawatt_hours(const energy& x) { return x.value() / (1e6 * detail::hour); }

// ---- money and tokens
constexpr money dollars(double n) { return detail::exactly<money>(n); }
constexpr money_rate dollars_per_hour(double n) { return detail::exactly<money_rate>(n / detail::hour); }
constexpr double in_dollars(const money& x) { return x.value(); }
// Rounded to 10^-9 dollars, so that a price reads back as it was printed.
constexpr double in_dollars_per_hour(const money_rate& x) { return math::round(x.value() * detail::hour * 1e9) / 1e9; }

constexpr tokens token_count(double n) { return detail::exactly<tokens>(n); }
constexpr token_rate tokens_per_second(double n) { return detail::exactly<token_rate>(n); }
constexpr double in_tokens(const tokens& x) { return x.value(); }
constexpr double in_tokens_per_second(const token_rate& x) { return x.value(); }

// ---- operations and rates of whatever format
constexpr operation_count operations_done(double n) { return detail::exactly<operation_count>(n); }
constexpr operation_rate gigaflops(double n) { return detail::whole_millions<operation_rate>(n * 1e9); }
constexpr operation_rate teraflops(double n) { return detail::whole_millions<operation_rate>(n * 1e12); }
constexpr operation_rate petaflops(double n) { return detail::whole_millions<operation_rate>(n * 1e15); }
constexpr operation_rate exaflops(double n) { return detail::whole_millions<operation_rate>(n * 1e18); }

constexpr double in_operations(const operation_count& x) { return x.value(); }
constexpr double in_gigaflops(const operation_rate& x) { return x.value() / 1e9; }
constexpr double in_teraflops(const operation_rate& x) { return x.value() / 1e12; }
constexpr double in_petaflops(const operation_rate& x) { return x.value() / 1e15; }
constexpr double in_exaflops(const operation_rate& x) { return x.value() / 1e18; }

// ---- operations and rates of one format and sparsity; "flops" also for the integer formats, as schedulers say it
template <precision P, sparsity S = dense>
constexpr operations<P, S> operations_done(double n) {
  return detail::exactly<operations<P, S>>(n);
}
template <precision P, sparsity S = dense>
constexpr rate<P, S> teraflops(double n) {
  return detail::whole_millions<rate<P, S>>(n * 1e12);
}
template <precision P, sparsity S = dense>
constexpr rate<P, S> petaflops(double n) {
  return detail::whole_millions<rate<P, S>>(n * 1e15);
}
template <precision P, sparsity S = dense>
constexpr rate<P, S> exaflops(double n) {
  return detail::whole_millions<rate<P, S>>(n * 1e18);
}

namespace detail {

// The number of the format and sparsity that a unit counts, or -1.
template <class Unit>
inline constexpr int typed_kind = -1;
template <class Dimension, int Kind>
inline constexpr int typed_kind<boost::units::unit<
    Dimension, boost::units::homogeneous_system<boost::units::list<
                   boost::units::si::second_base_unit, boost::units::list<unit::typed_operation<Kind>, boost::units::dimensionless_type>>>>> =
    Kind;

template <int Kind>
using work_unit = boost::units::unit<typename dimension::typed_operation<Kind>::dimension_type, unit::typed_system<Kind>>;
template <int Kind>
using rate_unit = boost::units::unit<dimension::per_time<dimension::typed_operation<Kind>>, unit::typed_system<Kind>>;

template <class Unit>
concept typed_work_unit = typed_kind<Unit> >= 0 && std::same_as<Unit, work_unit<typed_kind<Unit>>>;
template <class Unit>
concept typed_rate_unit = typed_kind<Unit> >= 0 && std::same_as<Unit, rate_unit<typed_kind<Unit>>>;
template <class Unit>
concept time_unit = std::same_as<Unit, duration::unit_type>;

}  // namespace detail

// What a typed rate is when formats are mixed on purpose (model FLOP/s utilisation, a recipe of FP8 and BF16 products).
template <class Unit>
  requires(detail::typed_rate_unit<Unit>)
constexpr operation_rate untyped(const boost::units::quantity<Unit>& x) {
  return operation_rate::from_value(x.value());
}
template <class Unit>
  requires(detail::typed_work_unit<Unit>)
constexpr operation_count untyped(const boost::units::quantity<Unit>& x) {
  return operation_count::from_value(x.value());
}
// And back, for code that knows which format a figure was printed for.
template <precision P, sparsity S = dense>
constexpr rate<P, S> typed(const operation_rate& x) {
  return rate<P, S>::from_value(x.value());
}

// The format and sparsity of a typed rate or of typed operations.
template <class Quantity>
inline constexpr precision precision_of = static_cast<precision>(detail::typed_kind<typename Quantity::unit_type> / 2);
template <class Quantity>
inline constexpr sparsity sparsity_of = static_cast<sparsity>(detail::typed_kind<typename Quantity::unit_type> % 2);

template <class Unit>
  requires(detail::typed_rate_unit<Unit>)
constexpr double in_teraflops(const boost::units::quantity<Unit>& x) {
  return x.value() / 1e12;
}
template <class Unit>
  requires(detail::typed_rate_unit<Unit>)
constexpr double in_petaflops(const boost::units::quantity<Unit>& x) {
  return x.value() / 1e15;
}
template <class Unit>
  requires(detail::typed_rate_unit<Unit>)
constexpr double in_exaflops(const boost::units::quantity<Unit>& x) {
  return x.value() / 1e18;
}
template <class Unit>
  requires(detail::typed_work_unit<Unit>)
constexpr double in_operations(const boost::units::quantity<Unit>& x) {
  return x.value();
}

// A quantity so many times over, and the sum of two. The same as * and +, without what Boost.Units instantiates to find
// out what kind of quantity comes of it: the library's own sums go through these.
template <class Unit>
constexpr boost::units::quantity<Unit> scaled(const boost::units::quantity<Unit>& x, double times) {
  return boost::units::quantity<Unit>::from_value(x.value() * times);
}
constexpr double scaled(double x, double times) { return x * times; }
template <class Unit>
constexpr boost::units::quantity<Unit> sum(const boost::units::quantity<Unit>& a, const boost::units::quantity<Unit>& b) {
  return boost::units::quantity<Unit>::from_value(a.value() + b.value());
}
constexpr double sum(double a, double b) { return a + b; }

// How many times one quantity is another of the same kind.
template <class Unit>
constexpr double ratio(const boost::units::quantity<Unit>& x, const boost::units::quantity<Unit>& of) {
  return x.value() / of.value();
}

namespace unit {

// So many times a quantity, or an equal part of it: Boost.Units takes no number but one of the quantity's own type.
template <std::integral Number, class Unit>
constexpr boost::units::quantity<Unit> operator*(Number times, const boost::units::quantity<Unit>& x) {
  return scaled(x, static_cast<double>(times));
}
template <class Unit, std::integral Number>
constexpr boost::units::quantity<Unit> operator*(const boost::units::quantity<Unit>& x, Number times) {
  return scaled(x, static_cast<double>(times));
}
template <class Unit, std::integral Number>
constexpr boost::units::quantity<Unit> operator/(const boost::units::quantity<Unit>& x, Number parts) {
  return boost::units::quantity<Unit>::from_value(x.value() / static_cast<double>(parts));
}

// Typed work and time. Boost would answer in a second of the small typed system, which mixes with no other.
template <class Unit1, class Unit2, class X, class Y>
  requires(detail::typed_rate_unit<Unit1> && detail::time_unit<Unit2>)
constexpr auto operator*(const boost::units::quantity<Unit1, X>& rate, const boost::units::quantity<Unit2, Y>& time) {
  return boost::units::quantity<detail::work_unit<detail::typed_kind<Unit1>>>::from_value(rate.value() * time.value());
}
template <class Unit1, class Unit2, class X, class Y>
  requires(detail::time_unit<Unit1> && detail::typed_rate_unit<Unit2>)
constexpr auto operator*(const boost::units::quantity<Unit1, X>& time, const boost::units::quantity<Unit2, Y>& rate) {
  return rate * time;
}
template <class Unit1, class Unit2, class X, class Y>
  requires(detail::typed_work_unit<Unit1> && detail::typed_rate_unit<Unit2> && detail::typed_kind<Unit1> == detail::typed_kind<Unit2>)
constexpr duration operator/(const boost::units::quantity<Unit1, X>& work, const boost::units::quantity<Unit2, Y>& rate) {
  return duration::from_value(work.value() / rate.value());
}
template <class Unit1, class Unit2, class X, class Y>
  requires(detail::typed_work_unit<Unit1> && detail::time_unit<Unit2>)
constexpr auto operator/(const boost::units::quantity<Unit1, X>& work, const boost::units::quantity<Unit2, Y>& time) {
  return boost::units::quantity<detail::rate_unit<detail::typed_kind<Unit1>>>::from_value(work.value() / time.value());
}

// Chosen only where Boost.Units has no operator: for two unlike quantities. Their names are what a compiler prints.
struct one_kind_of_quantity {
  template <class Unit>
  constexpr one_kind_of_quantity(const boost::units::quantity<Unit>&) {}
};
struct another_kind_of_quantity {
  template <class Unit>
  constexpr another_kind_of_quantity(const boost::units::quantity<Unit>&) {}
};
struct bare_number {
  template <class Number>
    requires std::is_arithmetic_v<Number>
  constexpr bare_number(Number) {}
};
void operator+(one_kind_of_quantity, another_kind_of_quantity) = delete;    // unlike quantities do not add
void operator-(one_kind_of_quantity, another_kind_of_quantity) = delete;    // unlike quantities do not subtract
bool operator==(one_kind_of_quantity, another_kind_of_quantity) = delete;   // unlike quantities do not compare
bool operator!=(one_kind_of_quantity, another_kind_of_quantity) = delete;   // unlike quantities do not compare
bool operator<(one_kind_of_quantity, another_kind_of_quantity) = delete;    // unlike quantities do not compare
bool operator<=(one_kind_of_quantity, another_kind_of_quantity) = delete;   // unlike quantities do not compare
bool operator>(one_kind_of_quantity, another_kind_of_quantity) = delete;    // unlike quantities do not compare
bool operator>=(one_kind_of_quantity, another_kind_of_quantity) = delete;   // unlike quantities do not compare
void operator+(one_kind_of_quantity, bare_number) = delete;                 // say the unit: gibibytes(16), not 16
void operator+(bare_number, one_kind_of_quantity) = delete;                 // say the unit: gibibytes(16), not 16
void operator-(one_kind_of_quantity, bare_number) = delete;                 // say the unit: gibibytes(16), not 16
void operator-(bare_number, one_kind_of_quantity) = delete;                 // say the unit: gibibytes(16), not 16
bool operator==(one_kind_of_quantity, bare_number) = delete;                // say the unit: gibibytes(16), not 16
void operator<=>(one_kind_of_quantity, bare_number) = delete;               // say the unit: gibibytes(16), not 16

}  // namespace unit

}  // namespace headroom
