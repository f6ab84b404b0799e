// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fit/job_document.hpp"
#include "reading.hpp"

// What --sweep says, of every command that has it: a key of the job, and the values that it goes through.
namespace headroom::program {

struct sweep_request {
  std::string key{};                  // as it was asked for; empty: no sweep
  std::vector<std::string> values{};  // as written; empty: doubling
};

// "KEY", "KEY=1,2,4", "KEY=1..64". Throws input_error.
sweep_request sweep_asked(std::string_view text);

// Tokens that a sweep of contexts or sequences begins with, where it doubles.
inline constexpr count least_swept_tokens = 1'024;

// The value that a sweep begins with, as the command line would say it.
std::string first_of(const sweep_request& asked);

// A count, or the text of any other value.
struct swept_value {
  count number = 0;
  std::string text{};
  std::optional<double> real{};  // the text is this number
};

struct swept_key {
  std::string_view key{};  // in full
  std::vector<swept_value> values{};
  bool is_doubling = false;
  job_form form = job_form::count;

  bool is_count() const { return form == job_form::count; }
};

// Whole numbers as a sweep writes them, of what is called so. Throws input_error.
std::vector<swept_value> whole_numbers_of(const sweep_request& asked);

// Throws input_error where the job has nothing that is called so, or a count is none of it. What else the command sweeps over
// is for the message. Values besides counts are those of a job that is read again.
swept_key swept_over(const planned_job& job, const sweep_request& asked, std::span<const std::string_view> others = {});

// Of a count.
void set(planned_job& job, const swept_key& of, const swept_value& value);

// A job that was read again.
struct swept_job {
  std::shared_ptr<const own_file> of{};  // null: there is no such job
  std::string wrong{};                   // why there is none

  const planned_job& job() const { return of->jobs.front(); }
};

// Each key with its value. Throws input_error where a value besides counts is none of its key.
using swept_point = std::vector<std::pair<const swept_key*, const swept_value*>>;
swept_job read_again(const job_document& from, const swept_point& at);

// What is worked out once all is set. Empty, or why there is no such job.
std::string_view settled(planned_job& job);

}  // namespace headroom::program
