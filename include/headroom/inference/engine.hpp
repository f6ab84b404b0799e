// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

namespace headroom {

// What an engine's memory setting is a share of.
enum class memory_setting {
  all_of_gpu,     // of a GPU, for all that the engine holds but CUDA graphs: vLLM's gpu_memory_utilization
  static_of_gpu,  // of a GPU, for weights and KV cache: SGLang's mem_fraction_static
  rest_of_gpu     // of what all else leaves free, for the KV cache: TensorRT-LLM's free_gpu_memory_fraction
};

// Of which KV cache an engine lets a request in.
enum class cache_admission {
  whole_request,  // with all that its prompt and its answer will take: TensorRT-LLM's GUARANTEED_NO_EVICT, or a cache of fixed size
  as_it_grows     // with its prompt; where caches outgrow the memory the last that came is put off: vLLM, SGLang, TensorRT-LLM's MAX_UTILIZATION
};

// How a serving engine uses a GPU's memory, with the settings it has unless told otherwise.
struct serving_engine {
  std::string_view name{};
  count month = 0;                   // in which it was released, 202311 of November 2023; 0: today's
  memory_setting setting = memory_setting::all_of_gpu;
  double share = 1;                        // the setting
  count page = 1;                          // tokens of a page of the KV cache
  cache_admission admission = cache_admission::whole_request;  // of requests beside those that run
  count chunk = max_count;                 // tokens that one step of prefill takes at most
  bool chunk_beside_window = false;        // layers with a window hold a step's tokens too, and a page more
  bool whole_blocks = false;               // refuses to cut blocks of FP8 and groups of integers that share a scale
  count mxfp4_multiple = 0;                // of the hidden width that MXFP4 experts are padded to as they are loaded; 0: not
  count most_sequences = 0;                // that one step samples, for which memory is set aside; 0: those of the job
  double sampling_bytes = 4;               // for each number of the vocabulary and sequence sampled
  asked_for<memory> outside_tensors{};     // of a rank alone, beyond the CUDA context
  asked_for<memory> outside_with_peers{};  // of a rank of several: with NCCL's buffers
  asked_for<memory> graphs{};              // CUDA graphs
};

namespace engines {

// General knowledge of the engines, not measured by us:
// - A rank's memory outside of torch's tensors grows by about 0.13 GiB while vLLM takes its profile, and by about
//   0.6 GiB with NCCL; the other engines take the same.
// - vLLM samples with a logit in 16 and in 32 bits, sorted with a 64-bit index, and what torch's sort works in: two
//   arrays of index pairs and one of keys.
// - A layer of vLLM with a window of w tokens holds, of a sequence that a step takes n of, the pages of w - 1 + n
//   tokens and one more, in which the window may begin; one whose attention is in chunks, those of a chunk and n
//   (SlidingWindowSpec and ChunkedLocalAttentionSpec in vllm/v1/kv_cache_interface.py). What a window has passed is
//   free as the next step begins, and the tokens of a step are shared by all sequences.
// - vLLM and SGLang refuse FP8 weights of which tensor parallelism cuts a block: "is not divisible by weight
//   quantization block_n = 128".
// - vLLM and SGLang take up a request where its prompt has room, and where caches outgrow the memory preempt, or "retract", one that is read again later
//   (vllm/v1/core/sched/scheduler.py, sglang/srt/managers/schedule_batch.py; SGLang keeps a share of what running answers may still take, which it makes
//   smaller until it has to retract). TensorRT-LLM's scheduler is GUARANTEED_NO_EVICT unless told MAX_UTILIZATION
//   (tensorrt_llm/llmapi/llm_args.py). Measured servers do so, too: docs/reference/inference/serving_time.md.
// - The kernels of MXFP4 experts have the hidden width of their matrices padded to a multiple of 256 (round_up in
//   vllm/model_executor/layers/quantization/mxfp4.py): 3,072 for the 2,880 of gpt-oss. The width of an expert is padded
//   to 64, 128 or 256 by the kernel; to 64, of which 2,880 is a multiple, is what is taken here.
inline constexpr serving_engine vllm{
    .name = "vLLM",
    .setting = memory_setting::all_of_gpu,
    .share = 0.9,
    .page = 16,
    .admission = cache_admission::as_it_grows,
    .chunk = 8'192,
    .chunk_beside_window = true,
    .whole_blocks = true,
    .mxfp4_multiple = 256,
    .sampling_bytes = 2 + 4 + (4 + 8) + (8 + 8 + 4),
    .outside_tensors = gibibytes(0.13),
    .outside_with_peers = gibibytes(0.6),
    .graphs = gibibytes(1),  // "CUDA graphs can take additional 1~3 GiB memory per GPU", its log says
};
inline constexpr serving_engine sglang{
    .name = "SGLang",
    .setting = memory_setting::static_of_gpu,
    .share = 0.88,
    .page = 1,
    .admission = cache_admission::as_it_grows,
    .chunk = 8'192,
    .whole_blocks = true,
    .mxfp4_multiple = vllm.mxfp4_multiple,
    .sampling_bytes = 2 + 4 + 4,
    .outside_tensors = vllm.outside_tensors,
    .outside_with_peers = vllm.outside_with_peers,
    .graphs = vllm.graphs,
};
inline constexpr serving_engine tensorrt_llm{
    .name = "TensorRT-LLM",
    .setting = memory_setting::rest_of_gpu,
    .share = 0.9,
    .page = 32,
    .chunk = 8'192,
    .mxfp4_multiple = vllm.mxfp4_multiple,
    .sampling_bytes = 2 + 4,
    .outside_tensors = vllm.outside_tensors,
    .outside_with_peers = vllm.outside_with_peers,
    .graphs = vllm.graphs,
};
// A plain program: all of the memory, no pages, the prompt at once, nothing set aside.
inline constexpr serving_engine pytorch{
    .name = "PyTorch",
    .sampling_bytes = 2 + 4,
    .outside_tensors = vllm.outside_tensors,
    .outside_with_peers = vllm.outside_with_peers,
};

}  // namespace engines

}  // namespace headroom
