// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/plan/pool_search.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/plan/serving_search.hpp>

// Of pools that answer so many requests a second those that may be best on machines which other jobs share.
namespace headroom {

// So many groups or workers of so many GPUs.
struct pool_part {
  count gpus = 0;  // of each
  count number = 0;

  friend constexpr bool operator==(const pool_part&, const pool_part&) = default;
};

// What has its place by itself: a group that lies in one scale-up domain, and no second part; else the workers of each pool, prefill first.
constexpr std::array<pool_part, 2> parts_of(const pool_plan& plan) {
  if (plan.lies_in_one_domain()) return {pool_part{plan.group_gpus(), plan.groups}};
  return {pool_part{plan.prefill.gpus(), multiply(plan.groups, plan.prefill_workers)}, pool_part{plan.decode.gpus(), multiply(plan.groups, plan.decode_workers)}};
}

// The plans of which no other has, on the same kinds, as few of each part, and each no larger: it lies wherever the other does. Of equal ones
// the first. What best_plans counts is counted, and its best has the fewest GPUs.
class smallest_pools : public best_plans<pool_plan, 1> {
 public:
  constexpr smallest_pools() : best_plans({.least = plan_amount::gpus}) {}

  // Whether one that is no smaller may be among them.
  constexpr bool may_take(const pool_plan& plan) const {
    return std::none_of(found_.begin(), found_.end(), [&](const planned<pool_plan>& each) { return is_no_larger(each.plan, plan); });
  }
  constexpr void take(const pool_plan& plan, const plan_amounts& takes, double also = 0) {
    best_plans::take(plan, takes, also);
    if (!may_take(plan)) return;
    std::erase_if(found_, [&](const planned<pool_plan>& each) { return is_no_larger(plan, each.plan); });
    planned<pool_plan>& made = found_.emplace_back();
    made.plan = plan;
    static_cast<plan_amounts&>(made) = takes;
  }
  constexpr const std::vector<planned<pool_plan>>& found() const { return found_; }

 private:
  static constexpr bool is_no_larger(const pool_plan& a, const pool_plan& b) {
    const std::array<pool_part, 2> of_a = parts_of(a), of_b = parts_of(b);
    return a.on == b.on && a.decodes_on() == b.decodes_on() && std::ranges::equal(of_a, of_b, [](const pool_part& x, const pool_part& y) { return x.gpus <= y.gpus && x.number <= y.number; });
  }

  std::vector<planned<pool_plan>> found_{};
};

// Of pool_plans, or views of them. Neither the price nor the power of a kind is read, nor the budget; of its machines there are as many as it says.
template <class Plans>
constexpr smallest_pools search_smallest_pools(const serving_job& job, Plans&& space, const serving_objective& asked, const serving_settings& as = usual_serving,
                                               const serving_constants& by = measured_servers) {
  smallest_pools best;
  detail::pools_seen seen;
  serving_objective of_any_price = asked;
  of_any_price.budget = {};
  for (const pool_plan& each : space) detail::look_at(best, job, each, of_any_price, as, by, seen);
  return best;
}

}  // namespace headroom
