// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/serving_band.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string>
#include <vector>

#include "estimate/band.hpp"
#include "estimate/objective.hpp"
#include "estimate/search.hpp"
#include "estimate/serving_latency.hpp"
#include "estimate/serving_twice.hpp"
#include "estimate/storage.hpp"
#include "fit/machine_fit.hpp"
#include "reading.hpp"

// How fast machines of one kind serve a job, and what its tokens cost there.
namespace headroom::program {

struct load_request {
  count prompt = 0;  // tokens; 0: nobody says
  count answer = 0;
  std::vector<count> clients{};  // of a replica, with the most of which layouts and machines are compared; empty: from 1 to as many as it holds
  serving_settings settings{};
  storage_asked storage{};
  std::optional<duration> token_limit{};  // that a token of each answer may take
  bool is_static = false;  // batches begin and end together
  bool is_of_job = false;  // where nobody says the clients, those that the job is about, and no others
  latency_request latency{};
  serving_constants constants = measured_servers;
  bool has_own_constants = false;
  objective by = objective::time;
  bool with_twice = false;  // whether it is asked what twice of each rate would bring
};

struct served_layout {
  planned_job job{};
  serving_result at{};  // what layouts are compared by
  std::optional<planned_job> prefill{};  // the other pool, where the job is that of decoding
};

// "TP 4", of two pools "TP 4 and TP 2".
std::string split_of(const served_layout& of);
// Of a replica, or of both pools.
count gpus_of(const served_layout& of);

// So many clients of a replica.
struct served_load {
  count clients = 0;
  serving_result at{};
};

// What a million tokens cost where a GPU costs so much: of answers with the prompts that belong to them, and each by the
// time that the GPUs spend on it.
struct token_prices {
  money of_answers_in_all{};
  money of_prompts{};
  money of_answers{};
};

struct serving_estimate {
  machine_fit fit;
  count compared_clients = 0;  // of those that are asked for; 0: none are
  bool is_known = false;
  std::string why{};
  serving_requests requests{};
  serving_arrivals lengths{};  // of these requests
  served_layout best{};
  std::vector<served_layout> others{};
  layouts_found layouts{};
  std::vector<served_load> loads{};
  std::optional<served_load> within_limit{};
  std::vector<latency_line> latencies{};
  serving_step prompt_step{};  // that reads a prompt, beside the sequences of the job's load
  std::vector<doubled_server> doubled{};
  std::vector<std::string_view> without_effect{};  // options that change nothing at any of the loads
  count gpus = 0;             // of a replica, or of both pools
  std::optional<machine_fit> prefill{};  // the other pool, where best.job is that of decoding
  double prefill_share = 0;   // of the GPUs
  stated_band first_token{};  // of times
  stated_band token{};
  stated_band throughput{};   // of tokens a second
  money_rate gpu_price{};
  bool is_priced = false;
};

// Why no requests of the job can be so, in words; empty: they can.
std::string contradiction(const load_request& asked, const planned_job& job);

// How long its requests are: as asked, as the job says, or what the context leaves.
serving_requests requests_of(const load_request& asked, const planned_job& job);
// With what the engine runs at once by itself, where the job does not say it.
serving_settings settings_of(const load_request& asked, count own_sequences, const planned_job& job);
// The same with what is said of how they spread.
serving_arrivals lengths_of(const load_request& asked, const planned_job& job);

// How far off such a figure may be, with the efficiencies that are asked for.
stated_band band_of_servers(serving_figure figure, const serving_job& job, const gpu& device, const load_request& asked);

serving_estimate serving_estimate_on(const asked_machine& on, const planned_job& job, const pricing& terms, const load_request& asked);

// Two pools on machines of one kind, each in the layout of its own.
serving_estimate pools_estimate_on(const asked_machine& on, const planned_job& prefill, const planned_job& decode, const pricing& terms,
                                   const load_request& asked);

// The load that layouts were compared with, of those that were asked for; or else of the job's own sequences, or the most.
const served_load& load_of_job(const serving_estimate& of);

token_prices prices_of(const serving_estimate& of, const serving_result& at);

// What no measured server has, in words.
std::vector<std::string> not_measured(const serving_job& job, const load_request& asked, const serving_requests& requests);

void put_best_first(std::vector<serving_estimate>& all, objective by);

double behind(const served_layout& best, const served_layout& other, objective by);

// What a step waits for: "memory bandwidth", "matrix products" ..., each with its share of the step; and the largest.
struct serving_binding {
  std::string_view name{};
  double share = 0;
};
std::array<serving_binding, 4> bindings_of(const serving_step& of);
serving_binding binding_of(const serving_step& of);

}  // namespace headroom::program
