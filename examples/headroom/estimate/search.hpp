// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <headroom/count.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "estimate/objective.hpp"

// What searches for a layout share, of jobs that train and jobs that serve. `worth` of one is more where it is better.
namespace headroom::program {

inline constexpr std::size_t most_layouts_kept = 5;

// How many layouts were tried, of a job that says none.
struct layouts_found {
  count tried = 0;         // 0: the job says its own
  count with_room = 0;     // of them; those that can be timed
  count untimed = 0;       // that have room, too
  count left_out = 0;      // by bounds: none is better than those that are kept
  std::string why_untimed{};
  std::vector<std::string_view> besides{};  // what is chosen of each layout, too
  std::string load{};      // "64 clients", with which they were compared; empty of training

  void cannot_be_timed(std::string_view why) {
    ++untimed;
    why_untimed = why;
  }
  // What was found of the plans of one layout, those that are no better than others left out. Of none that can be there is nothing.
  template <class Found>
  void take(const Found& of) {
    if (of.tried() == 0 && of.unknown_ones() == 0) return;
    ++tried;
    if (of.is_empty() && of.unknown_ones() > 0) cannot_be_timed(of.why_unknown());
    else if (!of.is_empty() || of.beyond_limits() > 0) ++with_room;
    else if (of.left_out() > 0) ++left_out;
  }
};

template <class Layout, class Worth>
void keep_best(std::vector<Layout>& best, Layout one, Worth&& worth) {
  const auto place = std::ranges::find_if(best, [&](const Layout& each) { return worth(one) > worth(each); });
  best.insert(place, std::move(one));
  if (best.size() > most_layouts_kept) best.pop_back();
}

// Of what was kept, of which there is one at least.
template <class Estimate, class Layout>
void take_best(Estimate& into, std::vector<Layout> best) {
  into.best = std::move(best.front());
  into.others.assign(std::make_move_iterator(best.begin() + 1), std::make_move_iterator(best.end()));
}

// A job that says the layout which was found for it.
inline planned_job as_said(planned_job job) {
  job.said.push_back("tensor_parallel");
  return job;
}

// "The fastest of 34 layouts with room, of 60 tried.", with what load; and what could not be timed, empty of none.
std::string found_text(const layouts_found& of, objective by);
std::string untimed_text(const layouts_found& of);

// Both, and between them "The runner-up, TP 4 x PP 8 on 32 GPUs, is 3.2 % slower."; empty where none were tried.
template <class Estimate>
std::string search_text(const Estimate& of, objective by) {
  if (of.layouts.tried == 0) return {};
  std::string found = found_text(of.layouts, by);
  if (!of.others.empty()) found += runner_up_text(split_of(of.others.front()), gpus_of(of.others.front()), behind(of.best, of.others.front(), by), by);
  return found + untimed_text(of.layouts);
}

// The best first; those that are not known last. By money those without a price come before these.
template <class Estimate, class Worth>
void sort_best_first(std::vector<Estimate>& all, objective by, Worth&& worth) {
  std::ranges::stable_sort(all, [&](const Estimate& a, const Estimate& b) {
    if (a.is_known != b.is_known) return a.is_known;
    if (!a.is_known) return false;
    if (by == objective::money && a.is_priced != b.is_priced) return a.is_priced;
    return worth(a) > worth(b);
  });
}

}  // namespace headroom::program
