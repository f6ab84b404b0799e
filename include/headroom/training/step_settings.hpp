// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/time/attention.hpp>
#include <headroom/units.hpp>

// What changes the time of a step and not what it computes: jobs rarely say it, and memory does not ask.
namespace headroom {

// Which of a layer's matrix products go on while its tensor ranks exchange what these read and write.
enum class tensor_overlap {
  none,
  measured,  // as many as steps were measured to wait for, with sequence parallelism; without it none
  bulk,      // of the backward pass, those of weights' gradients, while inputs' gradients are exchanged; of the forward pass none
  ring       // with sequence parallelism, the product that gathers or scatters, in as many pieces as there are ranks; without it none
};

struct step_settings {
  headroom::tensor_overlap tensor_overlap = headroom::tensor_overlap::measured;
  bool sums_within = false;     // products of weights' gradients add to their sums themselves; of Megatron of 2022: newer software's are measured so
  bool sums_apart = false;      // a kernel of its own adds gradients to their sums: Megatron before May 2022, DeepSpeed
  bool fuses_norms = true;      // and residuals, with what stands around them; PyTorch that is not compiled moves as many bytes for them as for others
  bool overlaps_data = true;    // gradients, and weights that are shared out, are exchanged beside computation
  bool sums_shards_once = false;  // where some replicas share gradients out, those with the same shard sum it with the last micro-batch alone
  bool overlaps_experts = false;  // in 1F1B, experts' exchanges of one micro-batch beside the other pass of the next; DualPipe does so by itself
  bool replays_graphs = false;  // layers with experts are launched as graphs, and the host waits for no counts
  bool balanced_stages = false;  // pipeline stages are made even by hand, whatever the layers come out to
  bool stops_early = false;  // full recomputation leaves out a layer's last product, which nothing waits for
  attention_kernel kernel = native_attention;
  count document = 0;  // tokens of the documents that a sequence is packed with, which see each other only; 0: it is one
  double months = 0;   // that the software is older than the newest measured
  // What a run loses besides, of which nothing is counted unless it is given.
  double slowest_gpu = 1;                     // how many times as long as the usual one the slowest GPU computes: in each step all wait for it
  asked_for<duration> jitter{};               // that a step waits for whichever rank is late, in the mean
  asked_for<duration> checkpoint_interval{};  // of training, from one checkpoint to the next; 0: none is written
  asked_for<duration> checkpoint_stall{};     // what one keeps the job from training; written in line, its bytes / the storage's bandwidth
};

inline constexpr step_settings usual_step{};

}  // namespace headroom
