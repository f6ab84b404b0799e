// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include <headroom/count.hpp>
#include <headroom/math.hpp>

namespace headroom {

// How long 1F1B takes of stages that differ, added from the first to the last: its longest chain of passes, each of which waits for the one before it on
// its rank, or for its micro-batch's on the next stage, and what a stage does by itself behind its last one. The formula: docs/reference/parallel/uneven_stages.md.
class uneven_stages {
 public:
  // Of at least one of each.
  constexpr uneven_stages(count stages, count micro_batches)
      : behind_(static_cast<double>(stages)), others_(static_cast<double>(micro_batches) - 1) {}

  // So many stages that take alike, in seconds for a micro-batch, but for what each hides of all its micro-batches where one pass is beside another, and
  // what it goes on with behind its last pass.
  constexpr void add(double forward, double backward, count alike, double hidden = 0, double after = 0) {
    const double each = forward + backward;
    // Unless a pass before these is longer than each of them both ways, no chain is longer that turns before the last of them.
    if (each < math::larger(longest_forward_, ending_[0].longest_backward)) return add_short(forward, backward, alike, hidden, after);
    add_run(forward, backward, static_cast<double>(alike), hidden, after);
  }
  // Of all that were added, in seconds.
  constexpr double takes() const {
    const double last = ending_[endings_ - 1].after;
    return math::larger(turned_, before_ + math::larger(turns_ + before_ + last, math::larger(turns_filling_, turns_emptying_ + last)));
  }

 private:
  // The end of a chain on a stage: the longest backward pass from it on, and what it does behind its last one, less the backward passes of those before it.
  struct ending {
    double longest_backward = 0;
    double after = 0;
  };
  // One by one: a chain may turn at each.
  constexpr void add_short(double forward, double backward, count alike, double hidden, double after) {
    for (; alike > 0; --alike) {
      turn();
      add_run(forward, backward, 1, hidden, after);
    }
  }
  constexpr void add_run(double forward, double backward, double alike, double hidden, double after) {
    const double each = forward + backward;
    longest_forward_ = math::larger(longest_forward_, forward);
    add_ending(backward, after - backward_before_);
    backward_before_ += alike * backward;
    behind_ -= alike;
    before_ += alike * each;
    // A rank is ahead by so many forward passes, while which the pipeline fills, and as it empties behind by as many backward ones.
    const double ahead = math::smaller(behind_, others_);
    const double stays = (others_ - ahead) * each - hidden;
    if (ahead < others_) {
      turns_ = math::larger(turns_, stays - before_);
    } else {  // all forward passes are before all backward ones: one of both is while the pipeline fills and empties
      turns_filling_ = math::larger(turns_filling_, stays + emptied(ahead));
      turns_emptying_ = math::larger(turns_emptying_, stays + ahead * longest_forward_);
    }
  }
  // Chains that go on to no later stage, but wait for passes of one up to here.
  constexpr void turn() {
    const double ahead = math::smaller(behind_, others_);
    const double filling = ahead * longest_forward_;
    const double emptying = emptied(ahead);
    turns_filling_ = math::larger(turns_filling_, turns_ + before_ + emptying);
    turns_emptying_ = math::larger(turns_emptying_, turns_ + before_ + filling);
    turned_ = math::larger(turned_, before_ + math::larger(turns_filling_ + filling, turns_emptying_ + emptying));
  }
  // Behind one with a longer backward pass before it, an ending matters where it is later. Of more than there is room for the last two count as one, which is no shorter.
  constexpr void add_ending(double backward, double after) {
    if (endings_ > 0 && ending_[endings_ - 1].longest_backward >= backward && ending_[endings_ - 1].after >= after) return;
    for (; endings_ > 0 && ending_[endings_ - 1].longest_backward <= backward; --endings_) after = math::larger(after, ending_[endings_ - 1].after);
    if (endings_ == ending_.size()) ending_[endings_ - 1].after = after;
    else ending_[endings_++] = {backward, after};
  }
  constexpr double emptied(double ahead) const {
    double latest = ending_[0].after + ahead * ending_[0].longest_backward;
    for (std::size_t i = 1; i < endings_; ++i) latest = math::larger(latest, ending_[i].after + ahead * ending_[i].longest_backward);
    return latest;
  }

  double behind_;
  double others_;      // micro-batches, but one
  double before_ = 0;  // one micro-batch through all stages so far, and back
  double backward_before_ = 0;
  double longest_forward_ = 0;
  std::array<ending, 4> ending_{};
  std::size_t endings_ = 0;
  // Chains that will turn, as the pipeline fills and as it empties: longer than twice `before_`; or at one of these: than `before_`.
  double turns_ = -std::numeric_limits<double>::max();
  double turns_filling_ = -std::numeric_limits<double>::max();
  double turns_emptying_ = -std::numeric_limits<double>::max();
  double turned_ = 0;
};

}  // namespace headroom
