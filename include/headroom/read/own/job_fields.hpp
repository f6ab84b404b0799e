// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/read/own/job_names.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/own/reader.hpp>

// The keys under "serve" and "train", once: the reader, the options of the command line, what is swept over and the
// schema are made from them.
namespace headroom::read {

// What the value of a job's key looks like.
enum class job_form { model, word, words, count, share, factor, multiple, yes_no, lengths };

template <class Request>
struct job_field {
  std::string_view key{};
  job_form what = job_form::count;
  std::string_view meaning{};
  std::span<const std::string_view> allowed{};              // of words
  void (*take_word)(Request&, std::string_view) = nullptr;  // of several: first an empty one, which takes none
  count& (*number)(Request&) = nullptr;
  count least = 1;  // of a count: 0 where there may be none of it
  double& (*real)(Request&) = nullptr;
  bool& (*yes)(Request&) = nullptr;
  request_lengths& (*lengths)(Request&) = nullptr;
  void (*take_model)(Request&, const known_model&) = nullptr;  // null: the job's own, which is read before all others
};

std::span<const job_field<serving_request>> serving_fields();
std::span<const job_field<training_request>> training_fields();

// What the command line and sweeps call some keys for short; else the key itself.
std::string_view whole_key(std::string_view key, bool is_training);

// What is worked out from all keys together, once they are read. Empty, or what is wrong.
std::string_view settle(serving_request& of, const known_model& model);
// Of a vision tower whose weights are told, nothing is left out; of one left out, it is said.
void settle_tower(transformer& of);
void leave_tower_out(transformer& of);
std::string_view settle(training_request& of, const planned_job& job);

}  // namespace headroom::read
