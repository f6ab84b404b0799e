// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include <headroom/cluster/group.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/source.hpp>
#include <headroom/units.hpp>

namespace headroom {

// error: cannot work. warning: works, wastes or risks. unjudged: a figure is missing that would decide.
enum class finding_severity { unjudged, warning, error };

constexpr std::string_view name(finding_severity of) {
  switch (of) {
    case finding_severity::error:
      return "error";
    case finding_severity::warning:
      return "warning";
    case finding_severity::unjudged:
      break;
  }
  return "unknown";
}

// A number of a finding's arithmetic: what it is and how much, for the sentence and for --explain. A name or a date
// stands there as words.
struct term {
  enum class unit { number, gpus, nodes, pods, processes, cpus, devices, instances, degree, cores, bytes, words };
  std::string_view what{};  // "GPUs used by decode"
  double amount = 0;
  unit in = unit::number;
  std::string_view from{};           // the machine or the place in the file that the number is from; or the words
  const source* document = nullptr;  // where the machine's figure is published
  const dispute* disputed = nullptr;
};

// What a rule has to say about a line of a deployment file. Sentences have {0}, {1}… where the terms go, {f0}, {f1}…
// where the places do that they are from, {s} for the subject, {t} for a text and {u} for what asks: a pod, a task.
// {0|node|nodes} is the first of the two words where {0} is 1, and else the second.
struct finding {
  std::string_view rule{};
  finding_severity severity = finding_severity::error;
  int line = 0;
  std::string_view sentence{};
  std::string_view cure{};  // what would make it right
  std::string_view subject{};
  std::string_view text{};
  std::string_view unit{};
  std::array<term, 6> terms{};
  std::size_t term_count = 0;

  constexpr finding& with(const term& one) {
    terms[term_count++] = one;
    return *this;
  }
};

// What a deployment is held against: the machines it runs on, the day, and what the system keeps back on each.
struct check_terms {
  // Empty: the machines that the file itself names. A group of 0 machines stands for as many of them as are asked for.
  std::span<const group> held{};
  std::string_view as_of{};             // ISO date; empty: the catalogue's
  count reserved_millicpus = 0;         // per machine, for the system
  asked_for<memory> reserved_memory{};  // the same
  bool are_gpus_whole = false;          // those held, as a running system gives them: none is split
};

}  // namespace headroom
