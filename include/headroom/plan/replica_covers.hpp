// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/replica_mix.hpp>

// A service that shares machines with other jobs: all the numbers of replicas of several layouts that answer so many requests together.
namespace headroom {

// Replicas of several layouts, on machines of which nothing is said.
struct replica_cover {
  std::vector<replica_share> shares{};
  double requests = 0;  // as of a mix
};

namespace detail {

// Depth first over the options: of each so many as are too few by themselves, or just enough.
class cover_search {
 public:
  constexpr cover_search(std::span<const replica_machine> kinds, std::span<const replica_option> options, const replica_mix_terms& asked, std::size_t most_options, std::size_t most)
      : options_(options), asked_(asked), most_options_(most_options), most_(most) {
    kept_ = worthwhile(options, true, true);
    for (const replica_machine& each : kinds) machines_.push_back(each.at_most);
    used_.resize(kinds.size(), 0.0);
  }

  // False: they are more.
  constexpr bool run() { return visit(0); }
  constexpr std::vector<replica_cover> found() && { return std::move(found_); }

 private:
  constexpr double answered() const { return answered_without(options_, shares_, asked_.spares); }

  constexpr bool has_room(const replica_option& of, count replicas) const {
    const double used = used_[of.machine] + static_cast<double>(replicas) * static_cast<double>(of.gpus) / static_cast<double>(of.gpus_of_machine);
    return !math::is_more(used, static_cast<double>(machines_[of.machine]));
  }

  // So many more are no more than enough.
  constexpr count lacking(const replica_option& of) const {
    const double there = answered_without(options_, shares_, 0);
    const double lack = math::larger(asked_.requests - there, 0) / of.requests;
    return lack < 2 ? 1 : lack < 1e15 ? static_cast<count>(lack) : max_count;
  }

  constexpr bool needs_each() {
    for (replica_share& each : shares_) {
      --each.replicas;
      const bool is_needed = !is_enough(answered(), asked_);
      ++each.replicas;
      if (!is_needed) return false;
    }
    return true;
  }

  constexpr bool visit(std::size_t from) {
    for (std::size_t i = from; i < kept_.size(); ++i) {
      const replica_option& of = options_[kept_[i]];
      const bool is_last = shares_.size() + 1 == most_options_;
      const count first = is_last ? lacking(of) : 1;
      shares_.push_back({.option = kept_[i]});
      for (count replicas = first; has_room(of, replicas); ++replicas) {
        if (++steps_ > steps_of_one * most_) return false;
        shares_.back().replicas = replicas;
        if (const double now = answered(); is_enough(now, asked_)) {
          if (needs_each()) found_.push_back({shares_, now});
          if (found_.size() > most_) return false;
          break;
        }
        if (is_last) continue;
        const double before = used_[of.machine];
        used_[of.machine] += static_cast<double>(replicas) * static_cast<double>(of.gpus) / static_cast<double>(of.gpus_of_machine);
        const bool is_through = visit(i + 1);
        used_[of.machine] = before;
        if (!is_through) return false;
      }
      shares_.pop_back();
    }
    return true;
  }

  static constexpr std::size_t steps_of_one = 20;

  std::span<const replica_option> options_;
  replica_mix_terms asked_;
  std::size_t most_options_ = 0, most_ = 0, steps_ = 0;
  std::vector<std::size_t> kept_{};
  std::vector<count> machines_{};
  std::vector<double> used_{};  // of each kind, in parts of machines
  std::vector<replica_share> shares_{};
  std::vector<replica_cover> found_{};
};

}  // namespace detail

// All ways to answer so many requests with replicas of so many options at most, each of which is needed, by the parts of machines that there are: of
// a service on machines that it shares. Smaller replicas that lie wherever a larger one does and answer as much stand for it. Unknown, with the
// reason as its note, where they are more than so many, or a number is none.
constexpr figure<std::vector<replica_cover>> replica_covers(std::span<const replica_machine> kinds, std::span<const replica_option> options, const replica_mix_terms& asked, std::size_t most_options,
                                                            std::size_t most) {
  using covers = figure<std::vector<replica_cover>>;
  if (const std::string_view wrong = detail::wrong_replicas(kinds, options, asked); !wrong.empty()) return covers(unknown).noted(wrong);
  detail::cover_search search(kinds, options, asked, most_options, most);
  if (!search.run()) return covers(unknown).noted("they are more than are asked for");
  return std::move(search).found();
}

}  // namespace headroom
