// SPDX-License-Identifier: BSL-1.0
// A scheduler on the packing of the library: jobs come, wait, run and end on two racks of 18 nodes with 4 GPUs each.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <headroom/plan/packing.hpp>
#include <string>
#include <vector>

namespace hr = headroom;

struct job {
  std::string name{};
  hr::packing_job asks{};
  int comes = 0;  // hours
  int runs = 0;
};

struct running_job {
  const job* of = nullptr;
  std::vector<std::size_t> places{};
  int ends = 0;
};

class scheduler {
 public:
  scheduler() {
    for (std::size_t i = 0; i < 36; ++i) nodes_.push_back({4, i / 18});
  }

  void submit(const job& of) { waiting_.push_back(&of); }

  // What is over gives its GPUs back, and of what waits as many GPUs start as can.
  void advance_to(int hour) {
    std::erase_if(running_, [&](const running_job& each) {
      if (each.ends > hour) return false;
      give_back(each);
      return true;
    });
    std::vector<hr::packing_job> asks;
    for (const job* each : waiting_) asks.push_back(each->asks);
    const auto found = hr::pack(nodes_, asks);
    if (!found.has_value()) return;
    nodes_ = hr::left_by(nodes_, asks, *found);
    std::vector<const job*> rest;
    for (std::size_t i = 0; i < asks.size(); ++i) {
      if (found->waits(i)) rest.push_back(waiting_[i]);
      else start(*waiting_[i], found->places[i], hour);
    }
    waiting_ = rest;
    for (const job* each : waiting_) advise(*each, hour);
  }

 private:
  void give_back(const running_job& of) {
    for (const std::size_t node : of.places) nodes_[node].free += of.of->asks.gpus;
  }

  void start(const job& of, const std::vector<std::size_t>& places, int hour) {
    running_.push_back({&of, places, hour + of.runs});
    const auto [first, last] = std::minmax_element(places.begin(), places.end());
    std::printf("%2d h  %-8s starts on nodes %zu to %zu\n", hour, of.name.c_str(), *first, *last);
  }

  // Nothing is moved here: an operator is told what would help.
  void advise(const job& of, int hour) const {
    std::vector<hr::packing_node> empty = nodes_;
    std::vector<hr::packing_job> running;
    hr::packing now;
    for (const running_job& each : running_) {
      for (const std::size_t node : each.places) empty[node].free += each.of->asks.gpus;
      running.push_back(each.of->asks);
      now.places.push_back(each.places);
    }
    const auto move = hr::job_to_move(empty, running, now, of.asks);
    std::printf("%2d h  %-8s waits, %s%s\n", hour, of.name.c_str(), move ? "and would run with another place for " : "and no single move helps",
                move ? running_[move->job].of->name.c_str() : "");
  }

  std::vector<hr::packing_node> nodes_{};
  std::vector<const job*> waiting_{};
  std::vector<running_job> running_{};
};

int main() {
  const std::vector<job> jobs{{"small", {.pods = 4, .gpus = 4}, 0, 9},
                              {"serving", {.pods = 10, .gpus = 4, .one_domain = true}, 0, 24},
                              {"half", {.pods = 9, .gpus = 4}, 1, 3},
                              {"rack", {.pods = 18, .gpus = 4, .one_domain = true}, 2, 5},
                              {"tail", {.pods = 8, .gpus = 2}, 5, 2}};
  scheduler by;
  for (int hour = 0; hour <= 12; ++hour) {
    for (const job& each : jobs)
      if (each.comes == hour) by.submit(each);
    by.advance_to(hour);
  }
}
