// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/network/error_band.hpp>
#include <headroom/text/fixed_text.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/step_settings.hpp>

// How far off the time of a step may be: our errors on the measured steps nearest to it that nothing was fitted to.
namespace headroom {

enum class step_kind { dense, experts, adapters };

constexpr std::string_view name(step_kind of) {
  constexpr std::array<std::string_view, 3> names{"dense", "with experts", "of adapters"};
  return names[static_cast<std::size_t>(of)];
}

// What tells measured steps apart.
struct step_class {
  std::string_view architecture{};  // of the GPU
  int bits = 16;                    // of the layers' products
  step_kind kind = step_kind::dense;

  friend constexpr bool operator==(const step_class&, const step_class&) = default;
};

constexpr step_class class_of(const training_job& job, const gpu& on) {
  return {on.architecture, bits(multiplied_in(job.formats)),
          job.adapters.rank > 0 ? step_kind::adapters : has_experts(job.model) ? step_kind::experts : step_kind::dense};
}

struct measured_steps_of {
  step_class what{};
  error_band errors{};
  count longest = 0;    // sequence
  count most_gpus = 0;
};

// headroom validate, families steps_dense, steps_recomputation, steps_experts and steps_mlperf, in times: the 10th and 90th percentile of ten
// figures or more, and the extremes of fewer.
// clang-format off
inline constexpr std::array measured_step_classes{
    measured_steps_of{{"Ampere (GA100)", 16, step_kind::dense}, {-0.077, 0.022, 50, "steps of dense models"}, 65'536, 280},
    measured_steps_of{{"Hopper (GH100)", 16, step_kind::dense}, {-0.089, 0.166, 8, "steps of dense models"}, 32'768, 256},
    measured_steps_of{{"Hopper (GH100)", 8, step_kind::dense}, {-0.074, 0.129, 31, "steps of dense models"}, 262'144, 10'752},
    measured_steps_of{{"Hopper (GH100)", 8, step_kind::adapters}, {-0.149, 0.103, 12, "steps of adapters"}, 8'192, 1'024},
    measured_steps_of{{"Blackwell", 16, step_kind::dense}, {-0.044, 0.010, 6, "steps of dense models"}, 8'192, 512},
    measured_steps_of{{"Blackwell", 8, step_kind::dense}, {-0.110, -0.010, 13, "steps of dense models"}, 8'192, 2'496},
    measured_steps_of{{"Blackwell", 4, step_kind::dense}, {-0.002, 0.079, 6, "steps of dense models"}, 8'192, 32},
    measured_steps_of{{"Blackwell", 8, step_kind::adapters}, {-0.024, 0.085, 11, "steps of adapters"}, 8'192, 512},
    measured_steps_of{{"Blackwell", 16, step_kind::experts}, {-0.522, 0.172, 3, "steps of models with experts"}, 8'192, 512},
    measured_steps_of{{"Blackwell", 8, step_kind::experts}, {-0.456, 0.158, 5, "steps of models with experts"}, 8'192, 256},
    measured_steps_of{{"Blackwell Ultra", 8, step_kind::experts}, {-0.440, -0.085, 4, "steps of models with experts"}, 4'096, 64},
};
// clang-format on

// The errors of the nearest class; without figures where none is near, and with the reason in words in either case.
struct step_error {
  error_band errors{};
  step_class job{};
  step_class measured{};
  fixed_text<255> words{};  // empty: steps of this very class were measured, and not fitted, and larger ones than it
};

namespace detail {

constexpr std::string_view generation(std::string_view architecture) { return architecture.substr(0, architecture.find(' ')); }

// Halvings between two widths.
constexpr int halvings(int a, int b) {
  int n = 0;
  for (; a > b; a /= 2) ++n;
  for (; b > a; b /= 2) ++n;
  return n;
}

// Another kind of model or another generation of GPUs tells nothing: -1. An architecture of the same generation is nearer than
// another format.
constexpr int distance(const step_class& a, const step_class& b) {
  if (a.kind != b.kind || generation(a.architecture) != generation(b.architecture)) return -1;
  return 2 * halvings(a.bits, b.bits) + (a.architecture == b.architecture ? 0 : 1);
}

template <std::size_t N>
constexpr void add_grouped(fixed_text<N>& to, count n) {
  if (n >= 1'000) {
    add_grouped(to, n / 1'000);
    to += ',';
  }
  const count rest = n % 1'000;
  if (n >= 100) to += static_cast<char>('0' + rest / 100);
  if (n >= 10) to += static_cast<char>('0' + rest / 10 % 10);
  to += static_cast<char>('0' + rest % 10);
}

// What of the job lies beyond the steps that the band is of.
template <std::size_t N>
constexpr void add_beyond(fixed_text<N>& to, const training_job& job, const measured_steps_of& of) {
  const bool is_longer = job.sequence > of.longest;
  const bool is_wider = job.parallelism.gpus() > of.most_gpus;
  if (!is_longer && !is_wider) return;
  to += to.empty() ? "no measured, unfitted step like it" : ", none";
  if (is_longer) {
    to += " of sequences above ";
    add_grouped(to, of.longest);
    to += " tokens";
  }
  if (is_longer && is_wider) to += " or";
  if (is_wider) {
    to += " on more than ";
    add_grouped(to, of.most_gpus);
    to += " GPUs";
  }
}

template <std::size_t N>
constexpr void add_class(fixed_text<N>& to, const step_class& of, bool with_kind) {
  to += of.architecture.empty() ? "a GPU that names no architecture" : of.architecture;
  to += " in ";
  if (of.bits >= 10) to += static_cast<char>('0' + of.bits / 10);
  to += static_cast<char>('0' + of.bits % 10);
  to += " bits";
  if (!with_kind) return;
  to += ", ";
  to += name(of.kind);
}

}  // namespace detail

constexpr step_error step_band(const training_job& job, const machine& on, const step_settings& = usual_step) {
  step_error found;
  if (on.gpu() == nullptr) {
    found.words += "the machine has no GPU";
    return found;
  }
  found.job = class_of(job, *on.gpu());
  int nearest = -1;
  const measured_steps_of* taken = nullptr;
  for (const measured_steps_of& each : measured_step_classes) {
    const int far = detail::distance(found.job, each.what);
    if (far < 0 || (nearest >= 0 && far >= nearest)) continue;
    nearest = far;
    found.errors = each.errors;
    found.measured = each.what;
    taken = &each;
  }
  if (nearest != 0) {
    found.words += "no measured, unfitted step on ";
    detail::add_class(found.words, found.job, true);
  }
  if (taken == nullptr) {
    found.words += ", nor on a GPU of its generation";
    return found;
  }
  if (nearest > 0) {
    found.words += ": band of ";
    detail::add_class(found.words, found.measured, false);
  }
  detail::add_beyond(found.words, job, *taken);
  return found;
}

}  // namespace headroom
