// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/room.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace training_room_test {
namespace {

namespace published = hr::models;

constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);

constexpr hr::training_job llama{.model = published::llama3_1_8b,
                                 .parallelism = {.tensor = 2, .data = 8, .sequence = true},
                                 .sequence = 8'192,
                                 .sharding = hr::sharding::optimizer};

template <class F>
constexpr hr::training_job with(hr::training_job job, F change) {
  change(job);
  return job;
}

bool has_room(const hr::training_job& job, const hr::machine& on) {
  const hr::figure<hr::rank_memory> fullest = hr::training_memory(job);
  return fullest.is_known() && value_of(fullest).total() + hr::kept_by_driver <= value_of(hr::usable_memory_per_gpu(on));
}

// Every width of a node of eight, and the usual numbers of stages, the fewest first.
hr::parallelism fewest_by_trying_all(hr::training_job job, const hr::machine& on) {
  hr::parallelism found{.pipeline = 0};
  hr::parallelism& p = job.parallelism;
  p.first_stage_layers = p.last_stage_layers = 0;
  const hr::count layers = job.model.layer_count();
  for (const hr::count stages : {1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64})
    for (hr::count tensor = 1; tensor <= 8; ++tensor) {
      if (stages > job.model.layer_count()) continue;
      // Megatron-LM's stages are even, with the embedding and the head as a layer each where that makes them so.
      p.embedding_as_layer = p.head_as_layer = layers % stages != 0;
      if ((layers + 2 * (p.head_as_layer ? 1 : 0)) % stages != 0) continue;
      if (found.pipeline > 0 && tensor * stages >= found.tensor * found.pipeline) continue;
      p.tensor = tensor;
      p.pipeline = stages;
      if (has_room(job, on)) found = p;
    }
  return found;
}

}  // namespace

TEST_CASE("the largest micro-batch has room, and one more has none") {
  constexpr hr::count most = value_of(hr::largest_micro_batch(llama, h100));
  CHECK_CONSTEXPR(most >= 1);
  CHECK(has_room(with(llama, [](auto& j) { j.micro_batch = most; }), h100));
  CHECK(!has_room(with(llama, [](auto& j) { j.micro_batch = most + 1; }), h100));
  CHECK_CONSTEXPR(value_of(hr::largest_micro_batch(llama, h200)) > most);
}

// Tensor parallelism of two with sequence parallelism, and context parallelism of four, divide eight tokens.
TEST_CASE("the longest sequence is divided by context and sequence parallelism") {
  constexpr hr::training_job job = with(llama, [](auto& j) { j.parallelism.context = 4, j.parallelism.data = 2; });
  constexpr hr::count longest = value_of(hr::longest_sequence(job, h100));
  CHECK_CONSTEXPR(longest % 8 == 0);
  CHECK(has_room(with(job, [](auto& j) { j.sequence = longest; }), h100));
  CHECK(!has_room(with(job, [](auto& j) { j.sequence = longest + 8; }), h100));
  constexpr hr::training_job alone = with(llama, [](auto& j) { j.parallelism.sequence = false; });
  constexpr hr::count any = value_of(hr::longest_sequence(alone, h100));
  CHECK(has_room(with(alone, [](auto& j) { j.sequence = any; }), h100));
  CHECK(!has_room(with(alone, [](auto& j) { j.sequence = any + 1; }), h100));
}

// 18 bytes a parameter of weights, gradients and state: 144 GB are on no GPU of 80 GB, and 1,270 GB on no fifteen.
TEST_CASE("there may be no room at all") {
  constexpr hr::training_job alone{.model = published::llama3_1_8b, .sequence = 8'192};
  CHECK_CONSTEXPR(value_of(hr::largest_micro_batch(alone, h100)) == 0);
  CHECK_CONSTEXPR(value_of(hr::longest_sequence(alone, h100)) == 0);
  constexpr hr::training_job large{.model = published::llama3_1_70b, .sequence = 4'096};
  CHECK_CONSTEXPR(value_of(hr::fewest_gpus(large, h100)).gpus() >= 16);
  constexpr hr::training_job deep{.model = published::llama3_1_405b, .sequence = 1'048'576};
  CHECK(hr::fewest_gpus(deep, h100).is_absent());
}

TEST_CASE("the fewest GPUs are those found by trying all") {
  for (const hr::transformer* model : {&published::llama3_1_8b, &published::llama3_1_70b, &published::nemotron_h_56b,
                                       &published::qwen3_1_7b, &published::gpt3_175b, &published::mixtral_8x7b})
    for (const hr::count micro_batches : {1, 8, 64})
      for (const bool again : {false, true}) {
        hr::training_job job{.model = *model,
                             .parallelism = {.virtual_stages = 3, .first_stage_layers = 2},
                             .sequence = 2'048,
                             .micro_batches = micro_batches};
        if (again) job.recompute = hr::full_recomputation;
        CAPTURE(model->name);
        CAPTURE(micro_batches);
        const hr::figure<hr::parallelism> found = hr::fewest_gpus(job, h100);
        job.parallelism.virtual_stages = 1;
        const hr::parallelism slow = fewest_by_trying_all(job, h100);
        CHECK(found.is_known() == (slow.pipeline > 0));
        if (slow.pipeline == 0 || !found.is_known()) continue;
        CHECK(value_of(found).tensor == slow.tensor);
        CHECK(value_of(found).pipeline == slow.pipeline);
        CHECK(value_of(found).virtual_stages == 1);
      }
}

TEST_CASE("what the job says of its data, context and experts is kept") {
  hr::training_job job{.model = published::mixtral_8x7b,
                       .parallelism = {.data = 16, .expert = 8, .sequence = true},
                       .sequence = 4'096,
                       .sharding = hr::sharding::optimizer};
  const hr::parallelism found = value_of(hr::fewest_gpus(job, h100));
  CHECK(found.data == 16);
  CHECK(found.expert == 8);
  CHECK(found.sequence);
  job.parallelism = found;
  CHECK(has_room(job, h100));
  // Eight experts on eight ranks, of which there is one without tensor parallelism: only eight of that divide.
  job.parallelism = {.expert = 8, .expert_tensor = 1};
  CHECK(value_of(hr::fewest_gpus(job, h100)).tensor == 8);
  // On one GPU it cannot be, and on more there is no room.
  job.sequence = 1'000'000'000;
  CHECK(hr::fewest_gpus(job, h100).is_absent());
}

TEST_CASE("what is asked for is what no job says") {
  CHECK(value_of(hr::largest_micro_batch(with(llama, [](auto& j) { j.micro_batch = 0; }), h100)) == value_of(hr::largest_micro_batch(llama, h100)));
  CHECK(value_of(hr::longest_sequence(with(llama, [](auto& j) { j.sequence = 0; }), h100)) == value_of(hr::longest_sequence(llama, h100)));
}

// 79 layers, or 81 with both ends, are cut evenly by no number of stages that people use: then by one that a framework has to be told of.
TEST_CASE("stages are uneven where no others have room") {
  hr::training_job job{.model = published::llama3_1_70b, .sequence = 2'048};
  job.model.layers[0].how_many = 79;
  const hr::parallelism told = value_of(hr::fewest_gpus(job, h100));
  CHECK(told.pipeline > 1);
  job.framework.uneven_option = {};
  CHECK(value_of(hr::fewest_gpus(job, h100)).pipeline == told.pipeline);
  CHECK(value_of(hr::fewest_gpus(job, h100)).tensor == told.tensor);
  job.parallelism = told;
  CHECK(has_room(job, h100));
}

TEST_CASE("a machine's missing figures leave the answer open, and no GPUs make it absent") {
  CHECK_CONSTEXPR(hr::largest_micro_batch(llama, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::longest_sequence(llama, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::fewest_gpus(llama, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::largest_micro_batch(llama, small::head::spec).is_absent());
  CHECK_CONSTEXPR(hr::fewest_gpus(llama, small::head::spec).is_absent());
}

TEST_CASE("a job that cannot be has no answer, but the reason") {
  const hr::training_job wrong = with(llama, [](auto& j) { j.parallelism.tensor = 3; });
  const auto words = "tensor parallelism does not divide the attention heads";
  CHECK(hr::largest_micro_batch(wrong, h100).note == words);
  CHECK(hr::longest_sequence(wrong, h100).note == words);
  CHECK(hr::fewest_gpus(wrong, h100).is_known());  // it is asked how to divide it
  const hr::training_job refused = with(llama, [](auto& j) { j.model = published::gemma_4_26b_a4b; });
  CHECK(hr::fewest_gpus(refused, h100).note == hr::missing(published::gemma_4_26b_a4b));
  CHECK(hr::largest_micro_batch(refused, h100).is_unknown());
  CHECK(hr::fewest_gpus(with(llama, [](auto& j) { j.sequence = 0; }), h100).is_unknown());
  CHECK(hr::longest_sequence(with(llama, [](auto& j) { j.parallelism.context = 0; }), h100).is_unknown());
  CHECK(hr::longest_sequence(with(llama, [](auto& j) { j.parallelism.context = -4; }), h100).is_unknown());
  CHECK(hr::longest_sequence(with(llama, [](auto& j) { j.parallelism.context = hr::max_count; }), h100).is_unknown());
}

TEST_CASE("run time and compile time agree") {
  constexpr hr::count batch = value_of(hr::largest_micro_batch(llama, h100));
  constexpr hr::count sequence = value_of(hr::longest_sequence(llama, h100));
  constexpr hr::parallelism fewest = value_of(hr::fewest_gpus(llama, h100));
  const hr::training_job job = llama;
  CHECK(value_of(hr::largest_micro_batch(job, h100)) == batch);
  CHECK(value_of(hr::longest_sequence(job, h100)) == sequence);
  CHECK(value_of(hr::fewest_gpus(job, h100)).gpus() == fewest.gpus());
}

}  // namespace training_room_test
