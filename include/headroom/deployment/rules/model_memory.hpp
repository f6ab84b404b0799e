// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/catalog/names/checkpoints.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>
#include <headroom/deployment/parallel_gpus.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/engine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/math.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/precision.hpp>

namespace headroom::rules {

namespace detail {

constexpr const transformer* model_called(std::string_view name) {
  for (const transformer* each : models::all())
    if (each->name == name) return each;
  return nullptr;
}

// The fewest bits that a model's published weights may have, where the file names none: most publishers quantise some.
constexpr count published_bits(std::string_view model) {
  switch (catalog::checkpoint_format_of(model)) {
    case catalog::checkpoint_format::in_16_bits:
      return 16;
    case catalog::checkpoint_format::fp8_blocks:
      return 8;
    case catalog::checkpoint_format::mxfp4_experts:
    case catalog::checkpoint_format::unlisted:
      break;
  }
  return 4;
}

constexpr precision format_of_bits(count bits) { return bits >= 16 ? bf16 : bits >= 8 ? fp8 : fp4; }

// As an engine runs it with one sequence of that length on each data-parallel rank: what it starts with at the least.
constexpr serving_job least_job(const workload& w, const transformer& model) {
  const parallel_sizes& p = w.parallel;
  const served_model& serves = p.serves;
  const count bits = serves.weight_bits.is_known() ? serves.weight_bits.value : published_bits(model.name);
  const said<count>& cache = serves.cache_bits;
  const bool short_cache = cache.is_known() ? cache.value < 16 : bits < 16 || cache.is_unresolved();
  const count data = p.data.value_or(1);
  serving_job job{.model = model,
                  .weights = format_of_bits(bits),
                  .kv_cache = short_cache ? fp8 : bf16,
                  .tensor_parallel = tensor_group(p),
                  .pipeline_parallel = p.pipeline.value_or(1),
                  .data_parallel = data,
                  .expert_parallel = !p.expert.is_silent(),
                  .concurrent_sequences = data,
                  .context = serves.context.is_known() ? serves.context.value : 1,
                  .engine = p.engine == engine::sglang         ? engines::sglang
                            : p.engine == engine::tensorrt_llm ? engines::tensorrt_llm
                                                               : engines::vllm};
  // A longer one than the model's own, by a scaled embedding of positions, takes its memory all the same.
  if (job.longest_context() > 0 && job.context > job.longest_context()) job.model.context = job.context;
  return job;
}

// As a person reads it.
constexpr memory whole_mebibytes(const memory& of) { return mebibytes(math::ceil(in_mebibytes(of))); }

// Whether all that decides is said, or has a default that is known.
constexpr bool says_what_it_serves(const parallel_sizes& p) {
  const served_model& serves = p.serves;
  const bool has_engine = p.engine == engine::vllm || p.engine == engine::sglang || p.engine == engine::tensorrt_llm;
  return has_engine && !p.tensor.is_unresolved() && !p.pipeline.is_unresolved() &&
         !p.data.is_unresolved() && p.left_open.empty() && !serves.weight_bits.is_unresolved() &&
         !serves.memory_thousandths.is_unresolved() && (p.engine == engine::vllm || !p.tensor.is_silent());
}

// Engines give each tensor-parallel rank as many heads as any other, and start with no rest. Whether there is one.
constexpr bool leaves_heads(const workload& w, const transformer& model, finding_sink& to) {
  const parallel_sizes& p = w.parallel;
  // Data-parallel attention has groups of its own.
  if (p.tensor.value_or(0) == 0 || p.data_parallel_attention.line != 0) return false;
  for (const layer& each : model.layers) {
    const count heads = each.attention.heads;
    if (each.how_many < 1 || heads % p.tensor.value == 0) continue;
    to(finding{.rule = "model_memory",
               .line = p.tensor.line,
               .sentence = "{s}: {t} has {1} attention {1|head|heads}, which TP {0} does not divide",
               .cure = "choose a TP that divides {1}",
               .subject = subject_of(w),
               .text = p.serves.called.empty() ? model.name : p.serves.called}
           .with(degree_term("tensor parallel", p.tensor.value))
           .with(counted_term("attention heads", heads)));
    return true;
  }
  return false;
}

}  // namespace detail

// The weights of the model that an engine serves, and the KV cache of one sequence of the stated length, fit the GPUs
// that it divides them over. Activations and what else the engine holds are left out: the figure is exact, and what it
// refuses cannot start.
constexpr void model_memory(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const parallel_sizes& p = w.parallel;
    if (!detail::says_what_it_serves(p)) continue;
    const transformer* model = detail::model_called(p.serves.name.value_or({}));
    if (model == nullptr || detail::leaves_heads(w, *model, to)) continue;
    const node on = node_of(w, in);
    if (on.gpu == nullptr) continue;
    const figure<memory> of_gpu = usable_memory(*on.gpu);
    const serving_job job = detail::least_job(w, *model);
    if (!contradiction(job).empty()) continue;
    const figure<serving_memory_parts> least = serving_memory(job);
    if (!least.is_known() || !of_gpu.is_known()) continue;
    const bool takes_cache = job.engine.setting != memory_setting::rest_of_gpu;
    const double share = p.serves.memory_thousandths.is_known() && takes_cache
                             ? static_cast<double>(p.serves.memory_thousandths.value) / 1000
                             : 1;
    const memory allowed = scaled(*of_gpu.known() - kept_by_driver, share);
    const memory asked = least.known()->weights + least.known()->kv_cache;
    if (asked <= allowed) continue;
    const bool has_length = p.serves.context.is_known();
    finding found{.rule = "model_memory",
                  .line = p.serves.name.line,
                  .sentence = has_length ? "{s}: {t} takes {0} of weights on each GPU, and {2} of KV cache for one "
                                           "sequence of {3} {3|token|tokens}; of {f1} the engine has {1}"
                                         : "{s}: {t} takes {0} of weights on each GPU; of {f1} the engine has {1}",
                  .cure = "divide it over more GPUs, serve shorter sequences, or hold the weights in fewer bits",
                  .subject = subject_of(w),
                  .text = p.serves.called.empty() ? model->name : p.serves.called};
    found.with(bytes_term("weights on a GPU", detail::whole_mebibytes(least.known()->weights)))
        .with(published(bytes_term("memory of a GPU that the engine may use", detail::whole_mebibytes(allowed)), of_gpu,
                        on));
    if (has_length)
      found.with(bytes_term("KV cache of one sequence", detail::whole_mebibytes(least.known()->kv_cache)))
          .with(counted_term("tokens of a sequence", job.context));
    to(found);
  }
}

}  // namespace headroom::rules
