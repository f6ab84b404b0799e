// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/group.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/units.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <headroom/read/own/planned_job.hpp>
#include "fit/rank_use.hpp"
#include "fit/sized_job.hpp"
#include "reading.hpp"

namespace headroom::program {

// Machines of one kind to be judged: as many as there are, or else as many as it takes.
struct asked_machine {
  headroom::machine machine;
  std::optional<count> how_many{};
};

// A job on machines of one kind.
struct machine_fit {
  headroom::machine machine;
  planned_job job{};        // with as many GPUs as it takes of these, where it sizes itself
  bool has_layout = true;   // false: it sizes itself, and no layout that people run has room
  count own_sequences = 0;  // that its engine runs at once unless told otherwise, where nobody tells; 0: none is known
  std::string option{};     // what the engine has to be told, or it does not fit: "--max-num-seqs 4"
  std::shared_ptr<const machine_fit> when_told{};  // where it fits with that alone: the most that have room
  headroom::outcome outcome = outcome::cannot_be_judged;
  std::string why{};        // where it does not fit or cannot be judged
  bool is_possible = true;  // false: the job contradicts itself or its model lacks a part, as `why` says
  rank_use use{};
  figure<memory> of_gpu{};   // that jobs can use, as the driver shows it
  figure<count> machines{};  // that it takes, or that there are
  figure<count> needs{};     // that it takes
  bool is_held = false;      // so many there are
  group_standing standing{};
  money_rate price{};  // of all of them an hour
  bool is_priced = false;

  // Of all those machines; 0 where their number or its GPUs are not known.
  count gpus_held() const { return multiply(machines.value_or(0), headroom::gpus_of(machine).value_or(0)); }
  memory left() const { return of_gpu.value_or({}) - use.needed; }
};

// The most, from 0 to `limit`, for which a predicate holds that holds for all smaller ones.
template <class Predicate>
count most_that_holds(count limit, Predicate holds) {
  count most = 0;
  for (count above = limit + 1; above - most > 1;) {
    const count middle = most + (above - most) / 2;
    (holds(middle) ? most : above) = middle;
  }
  return most;
}

// Whether what a GPU is short of is not on it: the host's memory, or its disks.
bool is_short_of_host(const machine_fit& fit);

// Machines for replicas, or the groups of a run, that lie in one scale-up domain each where it has room for one: of these a demand knows no more than
// tensor-parallel ranks.
count machines_taken(const planned_job& job, const machine& on);

machine_fit judge_on(const asked_machine& on, const planned_job& job, const pricing& terms);

// What a machine's GPUs have room for: the questions that a fit answers, turned round.
struct room_answer {
  std::string_view key{};
  std::string_view title{};
  figure<double> number{};  // absent: nothing has room
  std::string text{};
  std::string_view word{};        // of a format, as --weights takes it
  std::string_view multiplied{};  // that it is multiplied in, as --multiplied-in takes it
};
std::vector<room_answer> room_of(const machine_fit& fit);
// Of a job that serves, in a replica. Unless somebody says how many its engine is told of, that is more than its own number only where more have room.
figure<count> most_sequences_of(const machine_fit& fit);

}  // namespace headroom::program
