// SPDX-License-Identifier: BSL-1.0
#include "estimate/storage.hpp"

#include <fmt/format.h>

#include <headroom/model/weight_memory.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/to_text.hpp>
#include <string>

#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

bool says(const bandwidth& rate) { return in_bytes_per_second(rate) > 0; }

// Of a job that has been judged.
checkpoint_size written_by(const storage_asked& asked, const training_job& job) {
  if (in_bytes(asked.checkpoint) > 0) return {.weights = asked.checkpoint};
  return checkpoint_of(job).value_or({});
}

// Of a replica: those of the model and of what drafts for it.
memory loaded_by(const serving_job& job) {
  const auto weights = [](const transformer& of, const served_weights& as, bool with_predicting) {
    return weight_memory(of, as.held, {.with_predicting = with_predicting}).value_or({});
  };
  const memory model = weights(job.model, job.weights, job.with_predicting);
  return job.draft == nullptr ? model : model + weights(*job.draft, job.draft_weights, false);
}

// Storages are sold in decimal units.
std::string text_of(const memory& x) { return std::string(rounded_text(x, 4, unit_system::decimal).view()); }
std::string text_of(const duration& x) { return std::string(rounded_text(x, 4).view()); }

json times_json(json all, const storage_asked& asked, const memory& of) {
  all["bytes"] = in_bytes(of);
  all["bytes_per_second"] = says(asked.rate) ? json(in_bytes_per_second(asked.rate)) : json(nullptr);
  all["seconds"] = says(asked.rate) ? json(in_seconds(of / asked.rate)) : json(nullptr);
  return all;
}

}  // namespace

step_settings with_checkpoints(step_settings as, const storage_asked& asked, const training_job& job) {
  const duration interval = as.checkpoint_interval;
  if (!(in_seconds(interval) > 0)) return as;
  if (!(in_seconds(as.checkpoint_stall) > 0)) as.checkpoint_stall = written_by(asked, job).total() / asked.rate;
  const duration stall = as.checkpoint_stall;
  if (stall > interval)
    throw input_error(fmt::format("--checkpoint-interval: {} from one checkpoint to the next is less than the {} that one stalls: expected more", text_of(interval), text_of(stall)));
  return as;
}

void write_storage(session& s, const storage_asked& asked, const training_job& job) {
  if (!says(asked.rate)) return;
  const checkpoint_size size = written_by(asked, job);
  const bool is_counted = !(in_bytes(asked.checkpoint) > 0);
  s.heading("A checkpoint");
  s.paragraph("  ", fmt::format("{}{}: {} to write at {}, and as long to read again.", text_of(size.total()),
                                is_counted ? fmt::format(", {} of weights and {} that the optimizer keeps", text_of(size.weights), text_of(size.optimizer)) : "",
                                text_of(duration(size.total() / asked.rate)), to_text(asked.rate).view()));
}

void write_storage(session& s, const storage_asked& asked, const serving_job& job) {
  if (!says(asked.rate)) return;
  const memory size = loaded_by(job);
  s.heading("To load the weights");
  s.paragraph("  ", fmt::format("{} of a replica, each byte read once: {} at {}.", text_of(size), text_of(duration(size / asked.rate)), to_text(asked.rate).view()));
}

json storage_json(const storage_asked& asked, const training_job& job) {
  const checkpoint_size size = written_by(asked, job);
  const bool is_counted = !(in_bytes(asked.checkpoint) > 0);
  return times_json({{"weights_bytes", is_counted ? json(in_bytes(size.weights)) : json(nullptr)},
                     {"optimizer_bytes", is_counted ? json(in_bytes(size.optimizer)) : json(nullptr)}},
                    asked, size.total());
}

json storage_json(const storage_asked& asked, const serving_job& job) { return times_json(json::object(), asked, loaded_by(job)); }

}  // namespace headroom::program
