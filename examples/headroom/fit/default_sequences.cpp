// SPDX-License-Identifier: BSL-1.0
#include "fit/default_sequences.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <headroom/inference/engine.hpp>
#include <headroom/inference/memory.hpp>
#include <variant>
#include <vector>

#include "fit/fit_words.hpp"
#include "vllm_defaults.hpp"

namespace headroom::program {

namespace {

bool leaves_to_vllm(const planned_job& job) {
  return job.serving() != nullptr && job.serving()->engine.name == engines::vllm.name &&
         job.serving()->engine.most_sequences == 0;
}

}  // namespace

std::optional<default_sequences> default_sequences_of(const machine_fit& fit) {
  const gpu* device = fit.machine.gpu();
  if (!leaves_to_vllm(fit.job) || !fit.is_possible || device == nullptr || !fit.of_gpu.is_known()) return {};
  default_sequences found{.told = sequences_sampled(*fit.job.serving()),
                          .own = vllm_most_sequences(is_large_to_vllm(*device))};
  if (found.own <= found.told) return {};
  serving_job job = *fit.job.serving();
  job.engine.most_sequences = found.own;
  const figure<serving_memory_parts> parts = serving_memory(job);
  if (!parts.is_known()) return {};
  found.more = parts.known()->needed - fit.use.needed;
  found.fits_memory = parts.known()->needed <= fit.of_gpu.value_or({});
  return found;
}

std::string sequences_taken(const planned_job& job) {
  if (!leaves_to_vllm(job)) return {};
  return fmt::format(
      "--max-num-seqs {} for the engine (vLLM's own default, 256 or 1,024 by GPU and version, takes more)",
      number_text(sequences_sampled(*job.serving())));
}

std::string default_sequences_text(std::span<const machine_fit> on) {
  std::vector<std::string_view> not_any_more;
  for (const machine_fit& each : on) {
    const std::optional<default_sequences> found = default_sequences_of(each);
    if (!found || each.left() < memory{}) continue;
    if (on.size() == 1 && in_bytes(found->more) > 0)
      return fmt::format(
          "That holds where vLLM is told --max-num-seqs {}. With its own default for this GPU, {}, it takes {} more of "
          "each, and the job {}.",
          number_text(found->told), number_text(found->own), gibibytes_text(found->more),
          found->fits_memory ? "still fits" : "does not fit any more");
    if (!found->fits_memory) not_any_more.push_back(each.machine.name());
  }
  if (not_any_more.empty()) return {};
  constexpr std::size_t most = 6;
  const std::size_t more = not_any_more.size() > most ? not_any_more.size() - most : 0;
  not_any_more.resize(not_any_more.size() - more);
  return fmt::format("With vLLM's own --max-num-seqs the job does not fit any more on so many of: {}{}.",
                     fmt::join(not_any_more, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace headroom::program
