// SPDX-License-Identifier: BSL-1.0
#include "validate/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "validate/figures.hpp"
#include "validate/training_defaults.hpp"

namespace headroom::program::validation {

namespace {

// Families of rows, as they call themselves.
constexpr std::array<std::string_view, 1> on_models{"model_params"};
constexpr std::array<std::string_view, 1> on_fleets{"fleet_counts"};
constexpr std::array<std::string_view, 2> on_memory{"memory", "serving_memory"};
constexpr std::array<std::string_view, 4> on_engines{"memory", "serving_memory", "serving", "inference"};
constexpr std::array<std::string_view, 1> on_runs{"training_throughput"};
constexpr std::array<std::string_view, 1> on_times{"time_to_train"};
constexpr std::array<std::string_view, 1> on_networks{"network"};
constexpr std::array<std::string_view, 1> on_servers{"inference"};
constexpr std::array<std::string_view, 1> on_clients{"serving_times"};
constexpr std::array<std::string_view, 1> on_operations{"microbench"};
constexpr std::array<std::string_view, 1> on_failures{"reliability"};
constexpr std::array<std::string_view, 1> on_storage{"storage_checkpoint"};
constexpr std::array<std::string_view, 1> on_power{"power"};

// Whether a row has a figure that is called so, by the name alone.
template <bool (*Is)(std::string_view)>
constexpr auto named = [](const json&, std::string_view metric) { return Is(metric); };
template <const names& All>
constexpr auto named_one_of = [](const json&, std::string_view metric) { return All.has(metric); };
constexpr auto whatever_called = [](const json&, std::string_view) { return true; };

namespace metrics_of {
constexpr names cache{"kv_bytes_per_token"};
constexpr names deepspeed{"per_gpu", "per_cpu_node"};
constexpr names training_memory{"memory_per_gpu", "peak_memory", "peak_reserved_memory", "peak_allocated_memory"};
constexpr names fit{"fits"};
constexpr names files{"size"};
}  // namespace metrics_of

// Of rows that we measured, beside those that others published: entries of these stand before the others'.
template <bool (*Is)(const json&, std::string_view)>
constexpr auto ours = [](const json& row, std::string_view metric) { return flag(row, {"measured_by_us"}) && Is(row, metric); };

template <engine_part... Part>
constexpr auto of_engine = [](const json& row, std::string_view metric) {
  return ((engine_part_of(metric) == Part) || ...) && !is_of_training(config_of(row));
};

constexpr bar as_printed{.kind = bar_kind::exact};
constexpr bar spread(double median, double ninetieth = 0) {
  return {.kind = bar_kind::spread, .median = median, .ninetieth = ninetieth};
}
constexpr bar within(double most) { return {.kind = bar_kind::within, .median = most}; }
constexpr bar no_bar{};
constexpr bar few_misses{.kind = bar_kind::misses, .median = 0.03, .misses = 1};

constexpr bool is_first_token_step(const json&, std::string_view metric) { return metric == "first_token_latency"; }

constexpr auto is_of_weights = of_engine<engine_part::weights>;
constexpr auto is_of_cache = of_engine<engine_part::cache>;
constexpr auto is_of_rest = of_engine<engine_part::activation, engine_part::outside, engine_part::graphs>;

// clang-format off
constexpr std::array all_families{
    family{"model_params", "Parameters", as_printed, on_models, whatever_called, find_parameters},
    family{"kv_per_token", "KV cache of a token", as_printed, on_memory, named_one_of<metrics_of::cache>, find_cache},
    family{"zero", "ZeRO, as printed", as_printed, on_memory, named<is_zero_metric>, find_zero},
    family{"deepspeed", "DeepSpeed estimates", as_printed, on_memory, named_one_of<metrics_of::deepspeed>, find_deepspeed},
    family{"korthikanti", "Korthikanti et al.", as_printed, on_memory, named<is_korthikanti_metric>, find_korthikanti},
    family{"korthikanti_chart", "Korthikanti's chart", no_bar, on_memory, named<is_korthikanti_ratio>, find_korthikanti},
    family{"own_memory", "Training memory, by us", no_bar, on_runs, ours<named_one_of<metrics_of::training_memory>>, find_training_memory},
    family{"training_memory", "Training, measured", spread(0.03, 0.08), on_memory, named_one_of<metrics_of::training_memory>, find_training_memory},
    family{"training_runs", "Training, again", spread(0.03, 0.08), on_runs, named_one_of<metrics_of::training_memory>, find_training_memory, "training_memory"},
    family{"fit", "Runs or does not", few_misses, on_memory, named_one_of<metrics_of::fit>, find_fit},
    family{"serving_weights", "Serving: weights", within(0.01), on_engines, is_of_weights, find_engine_memory},
    family{"serving_kv", "Serving: cache left", within(0.03), on_engines, is_of_cache, find_engine_memory},
    family{"serving_other", "Serving: the rest", no_bar, on_engines, is_of_rest, find_engine_memory},
    family{"weight_files", "Files of weights", within(0.01), on_memory, named_one_of<metrics_of::files>, find_size},
    family{"operations", "Operations a token", spread(0.0025), on_runs, has_operations, find_operations},
    family{"fleet_counts", "Racks, VMs and GPUs", as_printed, on_fleets, whatever_called, find_fleet},
    family{"collectives_large", "Collectives over 1 MB", spread(0.08), on_networks, is_large_collective, find_collective},
    family{"collectives_small", "Collectives below 1 MB", spread(0.20), on_networks, is_small_collective, find_collective},
    family{"collectives_other", "Other collectives", no_bar, on_networks, is_other_collective, find_collective, "", true},
    family{"expert_exchange", "Dispatch and combine", no_bar, on_networks, is_expert_exchange, find_expert_exchange},
    family{"microbench", "Single operations", spread(0.05), on_operations, is_microbenchmark, find_microbenchmark},
    family{"own_steps", "Training steps, by us", no_bar, on_runs, ours<is_dense_step>, find_step},
    family{"steps_dense", "Training steps, dense", spread(0.05, 0.13), on_runs, is_dense_step, find_step},
    family{"steps_recomputation", "Steps, by recomputation", spread(0.04), on_runs, is_recomputation_step, find_step},
    family{"steps_experts", "Training steps, MoE", spread(0.10, 0.27), on_runs, is_expert_step, find_step},
    family{"steps_mlperf", "Training steps, MLPerf", spread(0.05), on_times, is_benchmark_step, find_step},
    family{"time_to_train", "Time to train", spread(0.06, 0.15), on_times, is_time_to_train, find_step},
    family{"serving_throughput", "Serving throughput", spread(0.12, 0.40), on_servers, is_serving_throughput, find_serving},
    family{"serving_rack", "A rack of GB300 and GB200", within(0.05), on_servers, is_rack_throughput, find_serving},
    family{"own_prefill", "Prefill, by us", no_bar, on_servers, ours<is_first_token_step>, find_serving},
    family{"own_decoding", "Decoding, by us", no_bar, on_servers, ours<is_single_step>, find_serving},
    family{"serving_steps", "Serving: single steps", spread(0.12, 0.40), on_servers, is_single_step, find_serving},
    family{"serving_tpot", "TPOT, one replica", spread(0.11, 0.35), on_clients, is_replica_token, find_serving},
    family{"serving_ttft", "TTFT, one replica", spread(0.18, 0.70), on_clients, is_replica_first_token, find_serving},
    family{"serving_ttft_vllm", "TTFT, of these vLLM", spread(0.12), on_clients, is_vllm_first_token, find_serving, "", false, true},
    family{"serving_requests", "Requests a second", spread(0.10, 0.35), on_clients, is_request_rate, find_serving},
    family{"pools_tpot", "TPOT, pools", spread(0.12), on_clients, is_pools_token, find_serving},
    family{"pools_ttft", "TTFT, pools", spread(0.35), on_clients, is_pools_first_token, find_serving},
    family{"serving_drafts", "Drafts perhaps, unsaid", no_bar, on_clients, is_unstated_time, find_serving},
    family{"reliability", "Interruptions, checkpoints", spread(0.10), on_failures, whatever_called, find_reliability},
    family{"storage", "Checkpoints to storage", no_bar, on_storage, whatever_called, find_storage},
    family{"power", "Rated power", within(0.10), on_power, whatever_called, find_power},
    family{"other", "Of no family", no_bar},
};
// clang-format on

}  // namespace

std::span<const family> families() { return all_families; }

const family* family_named(std::string_view name) { return entry_called(name, all_families); }

std::string bar_text(const family& of) {
  switch (of.bar.kind) {
    case bar_kind::exact:
      return "as printed";
    case bar_kind::spread:
      return of.bar.ninetieth > 0
                 ? fmt::format("median {:g} %, 90 % {:g} %", of.bar.median * 100, of.bar.ninetieth * 100)
                 : fmt::format("median {:g} %", of.bar.median * 100);
    case bar_kind::within:
      return fmt::format("all within {:g} %", of.bar.median * 100);
    case bar_kind::misses:
      return fmt::format("at most {}, or {:g} %", of.bar.misses == 1 ? "one miss" : fmt::format("{} misses", of.bar.misses),
                         of.bar.median * 100);
    case bar_kind::none:
      break;
  }
  return "";
}

bool is_judged_whole(std::string_view rows) {
  const auto is_in = [&](const auto& all) { return std::ranges::find(all, rows) != all.end(); };
  return is_in(on_models) || is_in(on_fleets) || is_in(on_memory) || is_in(on_failures) || is_in(on_storage) || is_in(on_power);
}

bool is_miss(const family& of, const judged& one) {
  if (!one.counts()) return false;
  switch (of.bar.kind) {
    case bar_kind::exact:
      return !one.as_printed();
    case bar_kind::within:
      return std::abs(one.error()) > of.bar.median;
    case bar_kind::misses:
      return one.found != one.published;
    case bar_kind::spread:
    case bar_kind::none:
      break;
  }
  return false;
}

bool is_far(const family& of, const judged& one) {
  return of.bar.kind == bar_kind::spread && of.bar.ninetieth > 0 && one.counts() &&
         std::abs(one.error()) > of.bar.ninetieth;
}

}  // namespace headroom::program::validation
