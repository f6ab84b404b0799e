// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/precision.hpp>

// What a training job keeps, in which format, and what it computes again.
namespace headroom {

// The formats of mixed precision. Matrix products in fp8 or fp4 keep their inputs, and copies of the weights, in the
// short format beside the weights themselves.
struct training_formats {
  precision weights = bf16;
  precision gradients = fp32;    // in which they are summed
  bool short_gradients = false;  // and kept beside the sums as the backward pass gives them, in the weights' format
  weight_format products{};      // of matrix products in the layers
  int product_copies = 0;        // of each weight in that format: 2 where a transposed one is kept too
  bool products_primary = false;  // the layers' matrices are held in that format alone: Megatron's fp8_param_gather
  bool products_saved = false;    // whether inputs of matrix products wait for the backward pass in that format
  bool activation_saved = false;  // and both inputs of gated activations, which are no product's
};

inline constexpr training_formats bf16_training{};
inline constexpr training_formats bf16_gradients{.gradients = bf16};
// DeepSpeed's bf16 optimizer: 16-bit gradients stay allocated beside their sums in fp32.
inline constexpr training_formats bf16_both_gradients{.short_gradients = true};
inline constexpr training_formats fp16_training{.weights = fp16, .gradients = fp16};
inline constexpr training_formats fp32_weights{.weights = fp32};  // torch FSDP: computes in bf16
// Transformer Engine on Hopper: one scale a tensor, a transposed copy for the backward pass.
inline constexpr training_formats fp8_training{
    .products = {.format = fp8}, .product_copies = 2, .products_saved = true};
// OCP MXFP8 and NVFP4 on Blackwell: quantised along rows and along columns.
inline constexpr training_formats mxfp8_training{.products = mxfp8, .product_copies = 2, .products_saved = true};
inline constexpr training_formats nvfp4_training{.products = nvfp4, .product_copies = 2, .products_saved = true};
// Transformer Engine's primary weights: in 8 bits, with no 16-bit ones beside them, and gradients summed in 16 bits.
// The optimizer changes its own copy in fp32. Of fp8 on GPUs that multiply operands of any layout (Blackwell), one copy
// is enough.
inline constexpr training_formats fp8_primary_weights{.gradients = bf16,
                                                      .products = {.format = fp8},
                                                      .product_copies = 2,
                                                      .products_primary = true,
                                                      .products_saved = true};
inline constexpr training_formats mxfp8_primary_weights{.gradients = bf16,
                                                        .products = mxfp8,
                                                        .product_copies = 2,
                                                        .products_primary = true,
                                                        .products_saved = true};

// The format of matrix products: their own where it is short, else that of the weights; 32-bit weights are rounded.
constexpr precision multiplied_in(const training_formats& of) {
  const bool by_weights = bits(of.products.format) == 16 && bits(of.weights) == 16;
  return by_weights ? of.weights : of.products.format;
}

// What is shared out among replicas instead of repeated: ZeRO's stages (Rajbhandari et al., 2020). `optimizer` is
// ZeRO-1 and Megatron's distributed optimizer, `weights` is ZeRO-3 and FSDP.
enum class sharding { none, optimizer, gradients, weights };

enum class recompute {
  none,
  selective,           // parts of a layer: `recomputed_parts`
  alternate_products,  // keeps the attention's output and every second matrix product (torchtitan's "op")
  full                 // keeps the input of a layer only
};

struct recomputed_parts {
  bool scores = true;              // of attention, where they are materialised
  bool norms = false;              // outputs of norms
  bool activation = false;         // the input of the last feed-forward product
  bool expert_activation = false;  // the same of routed experts
  bool experts = false;            // all of the routed experts
  bool feed_forward = false;       // all of dense networks and shared experts
  bool expanded_latents = false;   // queries, keys and values of MLA, from their latents

  // Parts beyond the scores.
  constexpr bool names_more() const {
    return norms || activation || expert_activation || experts || feed_forward || expanded_latents;
  }
};

struct recomputation {
  recompute kind = recompute::none;
  recomputed_parts parts{};
  count layers = 0;  // of a stage, the rest keeps everything ("block"); 0: all
  count group = 1;   // layers that share one kept input ("uniform")
};

inline constexpr recomputation no_recomputation{};
inline constexpr recomputation selective_recomputation{.kind = recompute::selective};
inline constexpr recomputation full_recomputation{.kind = recompute::full};

// Low-rank adapters (Hu et al., 2021): the model's own weights get neither gradients nor state.
struct adapters {
  count rank = 0;  // 0: none, all weights are trained
  bool attention = true;
  bool feed_forward = false;  // and shared experts
  bool experts = false;       // routed
};

// What waits in the host's memory.
struct offloading {
  bool weights = false;  // with sharding::weights
  bool gradients = false;
  bool optimizer = false;
  double activations = 0;  // a share of those kept for the backward pass, 0 to 1
};

// Bytes of each logit that live at once: when the loss is computed, and then while the head's weight gradient is.
struct cross_entropy {
  double at_loss = 6;
  double at_gradient = 2;
};

// 16-bit logits and one 32-bit copy that becomes the softmax and then its gradient in place: Megatron's fused one, and
// a compiled one.
inline constexpr cross_entropy fused_cross_entropy{6, 2};
// Transformer Engine's: the gradient is written over the 16-bit logits.
inline constexpr cross_entropy in_place_cross_entropy{2, 2};
// Each step by itself: logits, their 32-bit copy, the logarithm of the softmax, its gradient.
inline constexpr cross_entropy separate_cross_entropy{14, 6};
// torch's loss over logits divided by vocabulary: logits, the logarithm of the softmax, zeros for the gradient, the
// exponential, their sum and product, in 32 bits but the first; its 32-bit copy is gone by then.
inline constexpr cross_entropy distributed_cross_entropy{20, 6};

}  // namespace headroom
