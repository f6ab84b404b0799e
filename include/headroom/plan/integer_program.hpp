// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/search_effort.hpp>

// Whole numbers of least cost within linear rows, with proof: branch and bound.
namespace headroom {

// So much at least of a sum, or at most.
struct program_row {
  std::vector<double> each{};  // of one of each variable
  double amount = 0;
  bool is_limit = false;
};

// Variables are whole and from 0 up.
struct integer_program {
  std::vector<double> costs{};   // of one of each variable, 0 or more
  std::vector<count> at_most{};  // of each variable
  std::vector<program_row> rows{};
};

// What a point is beyond the rows. A point that lacks something lacks it with less of any variable, too; one that has too much of something has
// it with more.
enum class point_standing { holds, has_too_little, has_too_much };

struct program_optimum {
  std::vector<count> point{};
  double cost{};
  double bound{};  // no point that holds costs less
  bool is_found{};
  bool is_proved{};  // of a point that was found: it is the least; else: there is none
  std::int64_t nodes{};  // parts of the space that were bounded
};

namespace detail {

// The variables from low to high, in one row or cut: so much at least of a sum.
struct covered_row {
  std::vector<double> each{};
  double amount = 0;
};

inline constexpr double program_rounding = 1e-9;

// Whole numbers of a common unit, where all are such: exact below 2^53.
constexpr bool is_whole(double x) { return math::absolute(x) < 9e15 && math::floor(x) == x; }

constexpr double common_unit(const std::vector<double>& all) {
  count unit = 0;
  for (const double each : all) {
    if (!is_whole(each)) return 0;
    const auto whole = static_cast<count>(math::absolute(each));
    if (whole != 0) unit = unit == 0 ? whole : greatest_common_divisor(unit, whole);
  }
  return static_cast<double>(unit);
}

// The rounding cut of a row over whole numbers from 0 up, divided by `unit`: with f the broken part of the amount, each coefficient a counts
// floor(a) + min(1, (a - floor(a)) / f), and the amount its ceiling. Mixed integer rounding: Nemhauser and Wolsey, A recursive procedure to
// generate all cuts for 0-1 mixed integer programs, 1990. False: the amount is whole, and nothing is cut off.
constexpr bool round_row(const covered_row& row, double unit, covered_row& cut) {
  const double amount = row.amount / unit;
  const double broken = amount - math::floor(amount);
  if (broken < 1e-6 || math::absolute(amount) > 1e9) return false;
  cut.amount = math::floor(amount) + 1;
  cut.each.clear();
  for (const double part : row.each) {
    const double each = part / unit;
    double whole = math::floor(each);
    double rest = each - whole;
    if (rest > 1 - program_rounding) {  // rounding must not make a cut deeper
      ++whole;
      rest = 0;
    }
    cut.each.push_back(whole + math::smaller(1, rest / broken));
  }
  return true;
}

// What a part of the space costs at least, and where in parts of whole numbers.
struct relaxation {
  double bound = 0;
  std::vector<double> point{};
  bool is_empty = false;
};

// The least of costs times x, of x from 0 to `most` that covers all rows, in parts of whole numbers: multipliers of the rows with the largest
// gain, so that no variable is worth more than it costs, by the simplex method. Any multipliers are a bound, these the best.
class covering {
 public:
  constexpr covering(const std::vector<double>& costs, const std::vector<double>& most, const std::vector<covered_row>& rows)
      : costs_(costs), most_(most), rows_(rows), columns_(rows.size() + costs.size()), width_(columns_ + 1) {}

  constexpr relaxation solved() {
    lay_out();
    relaxation made;
    for (int pivots = 0; pivots < 400; ++pivots) {
      // The largest gain; late in the day, so that it ends, the first of all.
      std::size_t in = columns_;
      for (std::size_t k = 0; k < columns_; ++k) {
        if (!(at(size(), k) > 1e-11)) continue;
        if (in == columns_ || (pivots < 100 ? at(size(), k) > at(size(), in) : column_of_[k] < column_of_[in])) in = k;
      }
      if (in == columns_) break;
      std::size_t out = size();
      for (std::size_t i = 0; i < size(); ++i) {
        if (!(at(i, in) > 1e-11)) continue;
        if (out == size()) {
          out = i;
          continue;
        }
        const double ratio = at(i, columns_) / at(i, in), best = at(out, columns_) / at(out, in);
        if (ratio < best || (ratio == best && row_of_[i] < row_of_[out])) out = i;
      }
      if (out == size()) {
        made.is_empty = true;
        return made;
      }
      pivot(out, in);
    }
    made.point.assign(size(), 0);
    for (std::size_t k = 0; k < columns_; ++k)
      if (column_of_[k] >= columns_) made.point[column_of_[k] - columns_] = math::larger(0, -at(size(), k));
    made.bound = bound();
    return made;
  }

 private:
  constexpr std::size_t size() const { return costs_.size(); }
  constexpr double& at(std::size_t row, std::size_t column) { return table_[row * width_ + column]; }

  // A row a variable and, last, the gain of each multiplier: a column a row of ours, one a variable's own limit, and last the costs.
  constexpr void lay_out() {
    table_.assign((size() + 1) * width_, 0);
    for (std::size_t k = 0; k < columns_; ++k) column_of_.push_back(k);
    for (std::size_t i = 0; i < size(); ++i) {
      row_of_.push_back(columns_ + i);
      for (std::size_t k = 0; k < rows_.size(); ++k) at(i, k) = rows_[k].each[i];
      at(i, rows_.size() + i) = -1;
      at(i, columns_) = costs_[i];
      at(size(), rows_.size() + i) = -most_[i];
    }
    for (std::size_t k = 0; k < rows_.size(); ++k) at(size(), k) = rows_[k].amount;
  }

  constexpr void pivot(std::size_t out, std::size_t in) {
    const double by = at(out, in);
    for (std::size_t k = 0; k < width_; ++k) at(out, k) /= by;
    at(out, in) = 1 / by;
    for (std::size_t i = 0; i <= size(); ++i) {
      const double times = at(i, in);
      if (i == out || times == 0) continue;
      for (std::size_t k = 0; k < width_; ++k)
        if (k != in) at(i, k) -= times * at(out, k);
      at(i, in) = -times / by;
    }
    const std::size_t left = row_of_[out];
    row_of_[out] = column_of_[in];
    column_of_[in] = left;
  }

  // Whatever rounding did to the multipliers: what a variable is worth beyond its cost comes off, as often as there may be of it.
  constexpr double bound() {
    std::vector<double> worth(size(), 0);
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      if (row_of_[i] >= rows_.size()) continue;
      const covered_row& row = rows_[row_of_[i]];
      const double times = math::larger(0, at(i, columns_));
      sum += times * row.amount;
      for (std::size_t j = 0; j < size(); ++j) worth[j] += times * row.each[j];
    }
    for (std::size_t j = 0; j < size(); ++j)
      if (const double beyond = worth[j] - costs_[j]; beyond > 1e-13 * worth[j]) sum -= beyond * most_[j];
    return sum;
  }

  const std::vector<double>& costs_;
  const std::vector<double>& most_;
  const std::vector<covered_row>& rows_;
  std::size_t columns_ = 0;
  std::size_t width_ = 0;
  std::vector<double> table_{};
  std::vector<std::size_t> row_of_{};     // which multiplier a row of the table has; from columns_ on the slack of a variable
  std::vector<std::size_t> column_of_{};  // likewise
};

// The part of the space with the least bound is divided next, of equal ones that which was made last, and its nearer half at once, until nothing
// that is left could cost less than the best point so far.
template <class Standing>
class program_search {
 public:
  constexpr program_search(const integer_program& of, const Standing& standing, const search_effort& effort) : of_(of), standing_(standing), effort_(effort) {
    for (const double each : of.costs) dearest_ = math::larger(dearest_, each);
    find_unit_of_costs();
  }

  constexpr program_optimum run() {
    node now{std::vector<count>(size(), 0), of_.at_most};
    bool is_open = true;
    while (is_open && !effort_.is_over(found_.nodes)) {
      ++found_.nodes;
      is_open = divide(now) || pop(now);
    }
    if (is_open) push(now);
    if (found_.is_found) leave_out_what_costs_nothing();
    found_.is_proved = !is_open;
    found_.bound = found_.is_found ? found_.cost : std::numeric_limits<double>::infinity();
    for (const node& each : open_) found_.bound = math::smaller(found_.bound, each.bound);
    return found_;
  }

 private:
  struct node {
    std::vector<count> low{};
    std::vector<count> high{};
    double bound = 0;
    std::int64_t made = 0;
  };

  // Sums of the same costs in another order are no better.
  static constexpr double same_cost = 1e-11;

  constexpr std::size_t size() const { return of_.costs.size(); }
  constexpr bool could_be_better(double cost) const { return !found_.is_found || cost < found_.cost * (1 - same_cost); }

  constexpr double cost_of(const std::vector<count>& point) const {
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += of_.costs[i] * static_cast<double>(point[i]);
    return sum;
  }

  // Costs in dollars a second are whole cents an hour: no sum of them lies between two of their common units.
  constexpr void find_unit_of_costs() {
    for (const double parts : {1e4, 1e4 * 3'600}) {
      std::vector<double> whole;
      for (const double each : of_.costs) {
        const double times = each * parts;
        const double nearest = math::floor(times + 0.5);
        if (math::absolute(times - nearest) > 1e-11 * nearest) break;
        whole.push_back(nearest);
      }
      if (whole.size() != size()) continue;
      whole_costs_ = whole;
      units_of_cost_ = parts;
      return;
    }
  }

  constexpr double rounded_up(double cost, const std::vector<std::size_t>& free) const {
    if (whole_costs_.empty()) return cost;
    std::vector<double> whole;
    for (const std::size_t i : free) whole.push_back(whole_costs_[i]);
    const double unit = common_unit(whole);
    if (!(unit > 0)) return cost;
    const double units = cost * units_of_cost_ / unit;
    return math::larger(cost, math::ceil(units - program_rounding * math::larger(1, units)) * unit / units_of_cost_);
  }

  // What is left to be covered by those that are free, in shares of the largest; a limit is so much at least of what is less than nothing.
  constexpr covered_row rest_of(const program_row& row, const node& at, const std::vector<std::size_t>& free) const {
    const double sign = row.is_limit ? -1 : 1;
    double left = row.amount, largest = math::absolute(row.amount);
    for (std::size_t i = 0; i < size(); ++i) {
      left -= row.each[i] * static_cast<double>(at.low[i]);
      largest = math::larger(largest, math::absolute(row.each[i] * static_cast<double>(at.low[i])));
    }
    if (math::absolute(left) <= 1e-11 * largest) left = 0;
    covered_row made{{}, sign * left};
    for (const std::size_t i : free) made.each.push_back(sign * row.each[i]);
    return made;
  }

  static constexpr void add_row(std::vector<covered_row>& to, covered_row row) {
    double largest = 0;
    for (const double each : row.each) largest = math::larger(largest, math::absolute(each));
    if (largest == 0) largest = math::absolute(row.amount);
    if (largest == 0) return;
    for (double& each : row.each) each /= largest;
    row.amount /= largest;
    to.push_back(row);
  }

  constexpr std::vector<covered_row> rows_of(const node& at, const std::vector<std::size_t>& free) const {
    std::vector<covered_row> all;
    for (const program_row& each : of_.rows) {
      const covered_row row = rest_of(each, at, free);
      add_row(all, row);
      covered_row cut;
      // By what all are multiples of, and by each.
      if (const double unit = common_unit(row.each); unit > 0 && round_row(row, unit, cut)) add_row(all, cut);
      for (std::size_t i = 0; i < free.size(); ++i) {
        bool is_new = row.each[i] > 0;
        for (std::size_t j = 0; j < i; ++j) is_new = is_new && row.each[j] != row.each[i];
        if (is_new && round_row(row, row.each[i], cut)) add_row(all, cut);
      }
    }
    return all;
  }

  // A half of the part goes on in its place; false: nothing of it is left.
  constexpr bool divide(node& now) {
    std::vector<std::size_t> free;
    std::vector<double> costs, most;
    for (std::size_t i = 0; i < size(); ++i) {
      if (now.low[i] == now.high[i]) continue;
      free.push_back(i);
      costs.push_back(of_.costs[i] / dearest_);
      most.push_back(static_cast<double>(now.high[i] - now.low[i]));
    }
    const std::vector<covered_row> rows = rows_of(now, free);
    const relaxation relaxed = covering(costs, most, rows).solved();
    if (relaxed.is_empty) return false;
    now.bound = math::larger(now.bound, cost_of(now.low) + rounded_up(relaxed.bound * dearest_, free));
    if (!could_be_better(now.bound)) return false;

    std::vector<count> nearest = now.low, above = now.low;
    std::size_t broken = size();
    double most_broken = 1e-6, part = 0;
    for (std::size_t k = 0; k < free.size(); ++k) {
      const double value = math::smaller(relaxed.point[k], most[k]);
      const double rest = value - math::floor(value);
      const double off = math::smaller(rest, 1 - rest);
      nearest[free[k]] += static_cast<count>(math::floor(value + 0.5));
      above[free[k]] += static_cast<count>(math::ceil(value - 1e-6));
      if (off > most_broken) {
        most_broken = off;
        broken = free[k];
        part = value;
      }
    }
    if (broken == size()) return divide_at(now, nearest, free);
    if (could_be_better(cost_of(above)) && holds_in_rows(above) && standing_(above) == point_standing::holds) take(trimmed(above));
    if (!could_be_better(now.bound)) return false;
    const count under = now.low[broken] + static_cast<count>(math::floor(part));
    split(now, broken, under, part - math::floor(part) > 0.5);
    return true;
  }

  // At a whole point, which costs least of its part: unless it is none, what is left of the part is beyond it, or below.
  constexpr bool divide_at(node& now, const std::vector<count>& point, const std::vector<std::size_t>& free) {
    const point_standing standing = standing_(point);
    const bool is_in_rows = holds_in_rows(point);
    if (standing == point_standing::holds && is_in_rows) take(point);
    if (free.empty() || !could_be_better(now.bound)) return false;
    if (standing == point_standing::holds || !is_in_rows) {
      // But for rounding it would have been the end: halves.
      const std::size_t first = free.front();
      split(now, first, point[first] < now.high[first] ? point[first] : now.high[first] - 1, false);
      return true;
    }
    for (const std::size_t i : free) {
      node part = now;
      if (standing == point_standing::has_too_little) {
        part.low[i] = point[i] + 1;
        now.high[i] = point[i];
      } else {
        part.high[i] = point[i] - 1;
        now.low[i] = point[i];
      }
      if (part.low[i] <= part.high[i]) push(part);
    }
    return false;
  }

  // Into those up to a number and those above it.
  constexpr void split(node& now, std::size_t variable, count under, bool is_above_first) {
    node other = now;
    now.high[variable] = under;
    other.low[variable] = under + 1;
    if (is_above_first) std::swap(now, other);
    push(other);
  }

  constexpr bool holds_in_rows(const std::vector<count>& point) const {
    for (const program_row& row : of_.rows) {
      double beyond = row.amount, largest = math::absolute(row.amount);
      for (std::size_t i = 0; i < size(); ++i) {
        const double part = row.each[i] * static_cast<double>(point[i]);
        beyond -= part;
        largest = math::larger(largest, math::absolute(part));
      }
      if ((row.is_limit ? -beyond : beyond) > 1e-12 * largest) return false;
    }
    return true;
  }

  // One by one as many fewer as it still holds with.
  constexpr std::vector<count> trimmed(std::vector<count> point) const {
    for (std::size_t i = 0; i < size(); ++i)
      while (point[i] > 0 && of_.costs[i] > 0) {
        --point[i];
        if (holds_in_rows(point) && standing_(point) == point_standing::holds) continue;
        ++point[i];
        break;
      }
    return point;
  }

  // One after the other as few as it still holds with.
  constexpr void leave_out_what_costs_nothing() {
    std::vector<count>& point = found_.point;
    for (std::size_t i = 0; i < size(); ++i) {
      if (of_.costs[i] > 0) continue;
      count enough = point[i], too_few = -1;
      while (enough - too_few > 1) {
        point[i] = too_few + (enough - too_few) / 2;
        (holds_in_rows(point) && standing_(point) == point_standing::holds ? enough : too_few) = point[i];
      }
      point[i] = enough;
    }
  }

  constexpr void take(const std::vector<count>& point) {
    const double cost = cost_of(point);
    if (!could_be_better(cost)) return;
    found_.point = point;
    found_.cost = cost;
    found_.is_found = true;
  }

  static constexpr bool is_later(const node& a, const node& b) { return a.bound != b.bound ? a.bound > b.bound : a.made < b.made; }

  constexpr void push(node one) {
    one.made = ++made_;
    open_.push_back(std::move(one));
    std::push_heap(open_.begin(), open_.end(), is_later);
  }
  constexpr bool pop(node& to) {
    if (open_.empty()) return false;
    std::pop_heap(open_.begin(), open_.end(), is_later);
    to = std::move(open_.back());
    open_.pop_back();
    if (could_be_better(to.bound)) return true;
    open_.clear();  // of all that are left it had the least
    return false;
  }

  const integer_program& of_;
  const Standing& standing_;
  search_effort effort_;
  double dearest_ = std::numeric_limits<double>::min();  // 0 in shares of it is 0
  std::vector<double> whole_costs_{};  // empty: they have no common unit
  double units_of_cost_ = 1;
  std::vector<node> open_{};
  std::int64_t made_ = 0;
  program_optimum found_{};
};

}  // namespace detail

// The point of least cost that holds in all rows and for which standing(point) says so, too; equal but for rounding is enough. At most so many
// parts of the space are looked at: then the best so far, if any, with the bound that it is above. Sizes of the program agree.
template <class Standing>
constexpr program_optimum least_point(const integer_program& of, const Standing& standing, const search_effort& effort = 100'000) {
  return detail::program_search<Standing>(of, standing, effort).run();
}

}  // namespace headroom
