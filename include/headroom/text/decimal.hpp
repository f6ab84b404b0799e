// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <headroom/math.hpp>

// Between doubles and decimal digits, correctly rounded both ways. std::from_chars and std::to_chars are not constexpr.
namespace headroom::decimal {

// Doubles outside this range are neither read nor written digit by digit; no quantity comes near it.
inline constexpr double largest = 1e40;
inline constexpr double smallest = 1e-40;
inline constexpr int most_digits = 17;  // enough for every double

constexpr bool in_range(double x) { return x >= smallest && x <= largest; }

// digits * 10^exponent
struct number {
  std::uint64_t digits = 0;
  int exponent = 0;

  friend constexpr bool operator==(const number&, const number&) = default;
};

constexpr number without_trailing_zeros(number n) {
  while (n.digits != 0 && n.digits % 10 == 0) n = {n.digits / 10, n.exponent + 1};
  return n.digits == 0 ? number{} : n;
}

constexpr int length(std::uint64_t digits) {
  int count = 1;
  for (; digits >= 10; digits /= 10) ++count;
  return count;
}

// A natural number below 2^512: more than 63 digits over 10^102 take, whose quotient must have 56 bits.
class natural {
 public:
  constexpr natural() = default;
  constexpr explicit natural(std::uint64_t n)
      : limbs_{static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32)}, size_(2) {
    trim();
  }

  constexpr bool is_zero() const { return size_ == 0; }
  constexpr int bits() const {
    return size_ == 0 ? 0 : static_cast<int>(32 * (size_ - 1)) + static_cast<int>(std::bit_width(limbs_[size_ - 1]));
  }

  constexpr void multiply_add(std::uint32_t factor, std::uint32_t summand) {
    std::uint64_t carry = summand;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs_[size_++] = static_cast<std::uint32_t>(carry);
  }
  constexpr void multiply_by_power_of_ten(int exponent) {
    for (; exponent >= 9; exponent -= 9) multiply_add(1'000'000'000, 0);
    for (; exponent > 0; --exponent) multiply_add(10, 0);
  }
  constexpr void shift_left(int places) {
    for (; places >= 31; places -= 31) multiply_add(std::uint32_t{1} << 31, 0);
    if (places > 0) multiply_add(std::uint32_t{1} << places, 0);
  }
  // other must not be larger.
  constexpr void subtract(const natural& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t less = std::uint64_t{i < other.size_ ? other.limbs_[i] : 0} + borrow;
      borrow = less > limbs_[i] ? 1 : 0;
      limbs_[i] = static_cast<std::uint32_t>(limbs_[i] + (borrow << 32) - less);
    }
    trim();
  }
  // Negative, 0 or positive, as a - b is.
  friend constexpr int compare(const natural& a, const natural& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    for (std::size_t i = a.size_; i-- > 0;)
      if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
    return 0;
  }

 private:
  constexpr void trim() {
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }

  std::array<std::uint32_t, 16> limbs_{};
  std::size_t size_ = 0;
};

struct quotient {
  std::uint64_t whole = 0;
  int rest_against_half = 0;  // negative, 0 or positive
  bool is_exact = true;
};

// dividend / divisor, which must be below 2^58.
constexpr quotient divide(natural dividend, natural divisor) {
  constexpr int places = 57;
  divisor.shift_left(places);
  quotient result;
  for (int i = 0; i <= places; ++i) {
    result.whole <<= 1;
    if (compare(dividend, divisor) >= 0) {
      dividend.subtract(divisor);
      result.whole |= 1;
    }
    dividend.shift_left(1);
  }
  result.rest_against_half = compare(dividend, divisor);
  result.is_exact = dividend.is_zero();
  return result;
}

// 10^0 to 10^22, the powers that are exact as doubles.
inline constexpr std::array<double, 23> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr double power_of_ten(int exponent) { return powers_of_ten[static_cast<std::size_t>(exponent)]; }

constexpr double times_power_of_two(double x, int exponent) {
  for (; exponent > 0; --exponent) x *= 2;
  for (; exponent < 0; ++exponent) x /= 2;
  return x;
}

// The double nearest to digits * 10^exponent, halves to even. The result must be in range.
constexpr double nearest_double(natural digits, int exponent) {
  if (digits.is_zero()) return 0;
  natural divisor{1};
  if (exponent >= 0)
    digits.multiply_by_power_of_ten(exponent);
  else
    divisor.multiply_by_power_of_ten(-exponent);

  const int shift = 55 - (digits.bits() - divisor.bits());  // so that the quotient has 55 or 56 bits
  if (shift >= 0)
    digits.shift_left(shift);
  else
    divisor.shift_left(-shift);
  const quotient q = divide(digits, divisor);

  const int dropped = static_cast<int>(std::bit_width(q.whole)) - 53;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t rest = q.whole & (2 * half - 1);
  std::uint64_t kept = q.whole >> dropped;
  if (rest > half || (rest == half && (!q.is_exact || kept % 2 == 1))) ++kept;
  return times_power_of_two(static_cast<double>(kept), dropped - shift);
}

constexpr double nearest_double(const number& n) {
  // Both are exact as doubles, so that one operation rounds once.
  if (n.digits < (std::uint64_t{1} << 53) && n.exponent >= -22 && n.exponent <= 22) {
    const auto digits = static_cast<double>(n.digits);
    return n.exponent >= 0 ? digits * power_of_ten(n.exponent) : digits / power_of_ten(-n.exponent);
  }
  return nearest_double(natural{n.digits}, n.exponent);
}

// The n with 10^n <= x < 10^(n+1), for the double nearest to each power.
constexpr int exponent_of(double of) {
  int exponent = 0;
  double x = of;
  for (; x >= 10; x /= 10) ++exponent;
  for (; x < 1; x *= 10) --exponent;
  // Ten steps round ten times.
  if (of < nearest_double(number{1, exponent})) return exponent - 1;
  return of >= nearest_double(number{1, exponent + 1}) ? exponent + 1 : exponent;
}

// x * 10^power, to the nearest whole number, halves up; below 10^17.
constexpr std::uint64_t exactly_scaled(double x, int power) {
  const auto representation = std::bit_cast<std::uint64_t>(x);
  natural dividend{(representation & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{1} << 52)};
  natural divisor{1};
  const int exponent = static_cast<int>(representation >> 52) - 1075;
  (power >= 0 ? dividend : divisor).multiply_by_power_of_ten(power < 0 ? -power : power);
  (exponent >= 0 ? dividend : divisor).shift_left(exponent < 0 ? -exponent : exponent);
  const quotient q = divide(dividend, divisor);
  return q.whole + (q.rest_against_half >= 0 ? 1 : 0);
}

// The same, by one operation on doubles where its error cannot reach the next half.
constexpr std::uint64_t scaled(double x, int power) {
  if (power >= -22 && power <= 22) {
    const double product = power >= 0 ? x * power_of_ten(power) : x / power_of_ten(-power);
    if (product < 1e15) {
      const double below = math::floor(product);
      if (math::absolute(product - below - 0.5) > product * 4e-16)
        return static_cast<std::uint64_t>(math::round(product));
    }
  }
  return exactly_scaled(x, power);
}

// The nearest number of so many digits (1 to 17), halves up, without trailing zeros. x must be in range, or 0.
constexpr number rounded(double x, int digits) {
  if (x == 0) return {};
  int power = digits - 1 - exponent_of(x);
  const auto least = static_cast<std::uint64_t>(power_of_ten(digits - 1));
  // The double nearest to a power of ten may be just below it.
  for (;; ++power)
    if (const std::uint64_t result = scaled(x, power); result >= least) return without_trailing_zeros({result, -power});
}

// The shortest number that reads as some double y with accepts(y); accepts(x) must hold. x must be in range, or 0.
// With fewer than all digits to try: 0 if none of so many will do.
template <class Accepts>
constexpr number shortest(double x, const Accepts& accepts, int digits_to_try = most_digits) {
  if (x == 0) return {};
  for (int digits = 1; digits <= digits_to_try && digits < most_digits; ++digits) {
    const number nearest = rounded(x, digits);
    const double read = nearest_double(nearest);
    if (accepts(read)) return nearest;
    // What reads as the same may reach further on the other side of x.
    const int step = digits - 1 - exponent_of(x);
    number other = nearest;
    while (other.exponent > -step) other = {other.digits * 10, other.exponent - 1};
    other.digits = read < x ? other.digits + 1 : other.digits - 1;
    if (accepts(nearest_double(other))) return without_trailing_zeros(other);
  }
  return digits_to_try < most_digits ? number{} : rounded(x, most_digits);
}

}  // namespace headroom::decimal
