// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/model/conventions.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/units.hpp>

// How much of a GPU's peak a training run uses, as each publication counts its operations.
namespace headroom {

// Of the model's own operations (MFU), or of all that the hardware does, recomputation included (HFU).
enum class utilisation_kind { model, hardware };

constexpr std::string_view name(utilisation_kind of) { return of == utilisation_kind::model ? "MFU" : "HFU"; }

namespace detail {

constexpr bool computes_all_again(const training_job& job) {
  return job.recompute.kind == recompute::full && job.recompute.layers == 0;
}

// Operations of a token whose every layer is run forward once more, where the job does so.
constexpr figure<operation_count> operations_of_job(const training_job& job) {
  const figure<operation_parts> forward =
      forward_operations(job.model, job.sequence, {.with_predicting = job.with_predicting});
  const operation_parts& once = forward.value_or({});
  const operation_count layers = sum(sum(once.matrices, once.attention), once.recurrence);
  double again = 0;
  if (job.recompute.kind == recompute::full) {
    const count of_stage = (job.model.layer_count() + job.parallelism.pipeline - 1) / job.parallelism.pipeline;
    again = share_again(job, of_stage);
  } else if (job.recompute.kind != recompute::none) {
    return figure<operation_count>(unknown).noted("the job computes parts of a layer again");
  }
  if (job.adapters.rank > 0) return figure<operation_count>(unknown).noted("the job trains adapters");
  return forward.with(sum(scaled(once.total(), 3), scaled(layers, again)));
}

}  // namespace detail

// One way to count the operations of a token in training.
struct utilisation_convention {
  std::string_view name{};
  utilisation_kind kind = utilisation_kind::model;
  std::string_view counts{};  // in words
  // Unknown, with the reason as its note, of jobs that it does not count.
  figure<operation_count> (*operations)(const training_job&) = nullptr;
  bool counts_documents = false;  // attention within those that a sequence is packed with; false: over the sequence, whatever is in it
};

// The published ones first; what a hardware utilisation counts again is in its formula, and of no other job.
inline constexpr std::array utilisation_conventions{
    utilisation_convention{"Megatron", utilisation_kind::model, "3 forward passes, attention to half the sequence",
                           [](const training_job& job) { return megatron_operations(job.model, job.sequence, job.with_predicting); }},
    utilisation_convention{"NeMo", utilisation_kind::model, "3 forward passes, attention to the whole sequence",
                           [](const training_job& job) { return nemo_operations(job.model, job.sequence); }},
    utilisation_convention{"PaLM", utilisation_kind::model, "6N + 12LHQT",
                           [](const training_job& job) { return palm_operations(job.model, job.sequence); }},
    utilisation_convention{"6N", utilisation_kind::model, "six operations a parameter that a token uses",
                           [](const training_job& job) { return six_n_operations(job.model); }},
    utilisation_convention{"Korthikanti", utilisation_kind::model, "72Lh²(1 + s/6h + V/12hL)",
                           [](const training_job& job) { return korthikanti_model_operations(job.model, job.sequence); }},
    utilisation_convention{"Korthikanti", utilisation_kind::hardware, "72Lh²(1 + s/3h + V/12hL), selective recomputation",
                           [](const training_job& job) {
                             if (job.recompute.kind != recompute::selective || job.recompute.parts.names_more())
                               return figure<operation_count>(unknown).noted("it counts selective recomputation of the scores");
                             return korthikanti_hardware_operations(job.model, job.sequence);
                           }},
    utilisation_convention{"Narayanan", utilisation_kind::hardware, "96Lh²(1 + s/6h + V/16Lh), full recomputation",
                           [](const training_job& job) {
                             if (!detail::computes_all_again(job))
                               return figure<operation_count>(unknown).noted("it counts full recomputation");
                             return narayanan_operations(job.model, job.sequence);
                           }},
    utilisation_convention{"as computed", utilisation_kind::hardware, "causal attention, with the layers that the job computes again",
                           detail::operations_of_job, true},
};

// The same of sequences that are packed with documents of so many tokens; 0: each is one.
constexpr figure<operation_count> operations_of(const utilisation_convention& by, training_job job, count document) {
  if (by.counts_documents && document > 0 && document < job.sequence) job.sequence = document;
  return by.operations(job);
}

// The dense peak of the format that a job's products are in, of its tensor units, or of its vector units where the format has no tensor units.
constexpr figure<operation_rate> peak_of(const gpu& device, const training_formats& formats) { return peak_rate(device, multiplied_in(formats)); }

// The share of a GPU's peak that so many tokens a second take, 0 to 1; more than 1 is a mistake in one of the three, or operations that are counted
// and not done, as attention between packed documents.
constexpr double utilisation(const operation_count& of_token, const token_rate& of_gpu, const operation_rate& peak) {
  return in_operations(of_token) * in_tokens_per_second(of_gpu) / in_base_units(peak);
}

}  // namespace headroom
