// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/format.hpp>

#include <check.hpp>
#include <headroom/training/job.hpp>
#include <string>
#include <string_view>

// Jobs that train, of docs/how-to: what their keys say together.
namespace own_training_test {

namespace read = headroom::read;

read::own_reading reading_of(std::string_view keys) {
  return read::read_own_file(R"({"format": 1, "job": {"train": {"model": "Llama-3.1-8B", )" + std::string(keys) + "}}}");
}

std::string wrong(std::string_view keys) {
  const read::own_reading reading = reading_of(keys);
  return reading.read == nullptr ? reading.error.message : "";
}

headroom::training_job job(std::string_view keys) {
  const read::own_reading reading = reading_of(keys);
  INFO(reading.error.message);
  REQUIRE(reading.read != nullptr);
  return *reading.read->jobs.front().training();
}

TEST_CASE("Micro-batches of a step: as said, as many as stages, or what the global batch leaves") {
  CHECK(job(R"("sequence": 8192, "tensor_parallel": 1, "pipeline_parallel": 4)").micro_batches == 4);
  CHECK(job(R"("sequence": 8192, "tensor_parallel": 1, "pipeline_parallel": 4, "micro_batches": 7)").micro_batches == 7);
  CHECK(job(R"("sequence": 8192, "pipeline_parallel": 4, "micro_batch": 2, "data_parallel": 3, "global_batch": 48)").micro_batches == 8);
  CHECK(job(R"("sequence": 8192, "pipeline_parallel": 4, "micro_batch": 2, "data_parallel": 3, "global_batch": 48, "micro_batches": 8)").micro_batches == 8);
  CHECK(wrong(R"("sequence": 8192, "micro_batch": 2, "data_parallel": 3, "global_batch": 48, "micro_batches": 7)") ==
        "the global batch is not micro-batch times micro-batches times data parallelism: say one of them");
  CHECK(wrong(R"("sequence": 8192, "micro_batch": 2, "data_parallel": 3, "global_batch": 50)") ==
        "micro-batch times data parallelism does not divide the global batch");
  CHECK(job(R"("sequence": 8192, "micro_batch": 2, "data_parallel": 3, "global_batch": 6)").micro_batches == 1);
  // 2 x 3 x 4 GPUs, of which nothing is left open.
  const read::own_reading reading = reading_of(R"("sequence": 8192, "tensor_parallel": 2, "pipeline_parallel": 4, "data_parallel": 3)");
  REQUIRE(reading.read != nullptr);
  CHECK(read::gpus_of(reading.read->jobs.front()) == 24);
  CHECK(read::unread_weights(reading.read->jobs.front()) == "");
}

TEST_CASE("What a framework does unless the job says otherwise") {
  // Megatron-LM divides norms by tokens wherever there is tensor parallelism that divides them.
  CHECK(job(R"("sequence": 8192, "tensor_parallel": 2)").parallelism.sequence);
  CHECK(job(R"("sequence": 8192, "tensor_parallel": 2, "framework": "torchtitan")").parallelism.sequence);
  for (const std::string other : {"DeepSpeed", "Megatron-DeepSpeed"})
    CHECK_FALSE(job("\"sequence\": 8192, \"tensor_parallel\": 2, \"framework\": \"" + other + "\"").parallelism.sequence);
  CHECK_FALSE(job(R"("sequence": 8192, "tensor_parallel": 1)").parallelism.sequence);
  CHECK_FALSE(job(R"("sequence": 8191, "tensor_parallel": 2)").parallelism.sequence);
  CHECK_FALSE(job(R"("sequence": 8192, "tensor_parallel": 2, "sequence_parallel": false)").parallelism.sequence);
  CHECK(job(R"("sequence": 8192, "tensor_parallel": 2, "sequence_parallel": true)").parallelism.sequence);
  CHECK(job(R"("sequence": 12, "tensor_parallel": 2, "context_parallel": 2)").parallelism.sequence);
  CHECK_FALSE(job(R"("sequence": 6, "tensor_parallel": 4, "context_parallel": 1)").parallelism.sequence);
  // torchtitan holds weights in 32 bits, shares them all, and counts embedding and head as layers.
  const headroom::training_job titan = job(R"("sequence": 8192, "framework": "torchtitan")");
  CHECK(titan.sharding == headroom::sharding::weights);
  CHECK(titan.formats.weights == headroom::fp32_weights.weights);
  CHECK(titan.formats.gradients == headroom::fp32);
  CHECK(job(R"("sequence": 8192, "framework": "torchtitan", "gradients": "bf16")").formats.gradients == headroom::bf16);
  CHECK(job(R"("sequence": 8192)").formats.weights == headroom::bf16_training.weights);
  CHECK(job(R"("sequence": 8192)").sharding == headroom::sharding::optimizer);
  CHECK(job(R"("sequence": 8192, "framework": "torchtitan", "formats": "bf16_training")").formats.weights == headroom::bf16_training.weights);
  CHECK(job(R"("sequence": 8192, "framework": "torchtitan", "pipeline_parallel": 2)").parallelism.embedding_as_layer);
  CHECK(job(R"("sequence": 8192, "framework": "torchtitan", "pipeline_parallel": 2)").parallelism.head_as_layer);
  CHECK_FALSE(job(R"("sequence": 8192, "framework": "torchtitan", "pipeline_parallel": 1)").parallelism.head_as_layer);
  CHECK_FALSE(job(R"("sequence": 8192, "pipeline_parallel": 2)").parallelism.embedding_as_layer);
  CHECK_FALSE(job(R"("sequence": 8192, "framework": "torchtitan", "pipeline_parallel": 2, "embedding_as_layer": false, "head_as_layer": false)").parallelism.embedding_as_layer);
  CHECK_FALSE(job(R"("sequence": 8192, "framework": "torchtitan", "pipeline_parallel": 2, "first_stage_layers": 16)").parallelism.head_as_layer);
  CHECK_FALSE(job(R"("sequence": 8192, "framework": "torchtitan", "pipeline_parallel": 2, "last_stage_layers": 16)").parallelism.head_as_layer);
}

TEST_CASE("Context ranks exchange in a ring unless the job says otherwise") {
  using headroom::context_exchange;
  const auto by = [](std::string_view more) { return job("\"sequence\": 8192, \"context_parallel\": 4" + std::string(more)).parallelism.context_exchange; };
  CHECK(by("") == context_exchange::ring);
  CHECK(by(R"(, "context_exchange": "ring")") == context_exchange::ring);
  CHECK(by(R"(, "context_exchange": "all_to_all")") == context_exchange::all_to_all);
  CHECK(wrong(R"("sequence": 8192, "context_parallel": 4, "context_exchange": "rings")") == R"(the text "rings": did you mean "ring"?)");
}

TEST_CASE("Keys of a training job that say nothing without another are refused") {
  CHECK(wrong(R"("sequence": 8192, "recomputed": ["scores"])") == headroom::detail::parts_not_again);
  CHECK(wrong(R"("sequence": 8192, "recomputed": ["scores"], "recompute": "selective")").empty());
  CHECK(wrong(R"("sequence": 8192, "adapted": ["attention"])") == headroom::detail::adapters_without_rank);
  CHECK(wrong(R"("sequence": 8192, "adapted": ["attention"], "adapter_rank": 8)").empty());
  CHECK(wrong(R"("sequence": 8192, "weight_copies": 1)") == "weights have copies in the products' format where the formats name a shorter one");
  CHECK(wrong(R"("sequence": 8192, "formats": "mxfp8_training", "weight_copies": 3)") == "a weight has 1 or 2 copies in the products' format");
  CHECK(job(R"("sequence": 8192, "formats": "mxfp8_training", "weight_copies": 1)").formats.product_copies == 1);
  CHECK(job(R"("sequence": 8192, "formats": "mxfp8_training", "weight_copies": 2)").formats.product_copies == 2);
  CHECK(job(R"("sequence": 8192, "formats": "mxfp8_training")").formats.product_copies == 2);
  CHECK(wrong(R"("tensor_parallel": 2)") == "the key \"sequence\" is missing: expected tokens of a sequence");
  // What is no text is near to no word.
  CHECK(wrong(R"("sequence": 8192, "recompute": null)").starts_with("null: expected "));
  CHECK(wrong(R"("sequence": 8192, "pipeline_parallel": 2, "pipeline_schedule": 1)").starts_with("the number 1: expected "));
}

// Of degrees that are open there are some that it goes with: of ranks a multiple of those that share experts, of stages more than one.
TEST_CASE("What is said of a layout whose rest is searched has to go with some of it, and not with one of each") {
  const auto searched = [](std::string_view model, std::string_view keys) {
    const read::own_reading reading = read::read_own_file(
        R"({"format": 1, "job": {"train": {"sequence": 4096, "model": ")" + std::string(model) + "\", " + std::string(keys) + "}}}", read::published_model, true);
    return reading.read == nullptr ? reading.error.message : std::string();
  };
  constexpr std::string_view llama = "llama-3.1-8b", qwen = "qwen3-30b-a3b";  // 32 layers; 128 experts in each of 48
  for (const std::string_view keys : {R"("shards": 4)", R"("virtual_stages": 4)", R"("first_stage_layers": 5, "last_stage_layers": 7)", R"("tensor_parallel": 2, "virtual_stages": 4)",
                                      R"("data_parallel": 8, "virtual_stages": 2)", R"("tensor_parallel": 2, "pipeline_parallel": 2, "shards": 4)"}) {
    CAPTURE(keys);
    CHECK(searched(llama, keys).empty());
    // So it is of a job that sizes itself, whoever reads it; other degrees are one each where no one searches.
    const bool sizes_itself = keys.find("tensor_parallel") == keys.npos && keys.find("pipeline_parallel") == keys.npos;
    CHECK(wrong(std::string(R"("sequence": 4096, )") + std::string(keys)).empty() == sizes_itself);
  }
  for (const std::string_view keys : {R"("expert_parallel": 4)", R"("expert_parallel": 4, "expert_tensor_parallel": 2)", R"("expert_parallel": 4, "tensor_parallel": 2)",
                                      R"("expert_parallel": 8, "data_parallel": 2, "pipeline_parallel": 2)"}) {
    CAPTURE(keys);
    CHECK(searched(qwen, keys).empty());
  }
  // What no degree mends, or where none that it depends on is open.
  CHECK(searched(qwen, R"("expert_parallel": 3)") == "expert parallelism does not divide the experts");
  CHECK(searched(llama, R"("expert_parallel": 4)") == headroom::detail::no_experts);
  CHECK(searched(qwen, R"("expert_parallel": 8, "data_parallel": 2, "tensor_parallel": 2)") == "expert parallelism does not divide the ranks of a pipeline stage");
  CHECK(searched(llama, R"("shards": 4, "data_parallel": 2, "pipeline_parallel": 1)") == "the shards do not divide the replicas");
  CHECK(searched(llama, R"("virtual_stages": 4, "pipeline_parallel": 1)") == "virtual stages need pipeline parallelism");
  CHECK(searched(llama, R"("tensor_parallel": 3)") == "tensor parallelism does not divide the attention heads");
}

TEST_CASE("A service has a sequence of each data-parallel rank, unless it says how many there are") {
  const auto error = [](std::string_view keys, bool is_searched) {
    return read::read_own_file(R"({"format": 1, "job": {"serve": {"model": "qwen3-30b-a3b", "context": 4096, "data_parallel": 4)" + std::string(keys) + "}}}", read::published_model, is_searched).error.message;
  };
  CHECK(error("", true).empty());
  CHECK(error("", false).empty());
  CHECK(error(R"(, "tensor_parallel": 1)", true).empty());
  CHECK(error(R"(, "tensor_parallel": 1)", false).empty());
  CHECK(error(R"(, "concurrent_sequences": 3)", false) == "there are fewer sequences than data-parallel ranks");
  CHECK(error(R"(, "concurrent_sequences": 3)", true) == "there are fewer sequences than data-parallel ranks");
}

TEST_CASE("A factor is from 1 to a million") {
  const auto error_of = [](std::string_view factor) {
    return read::read_own_file(R"({"format": 1, "job": {"train": {"model": "Mixtral-8x7B", "sequence": 8192, "expert_imbalance": )" + std::string(factor) + "}}}").error.message;
  };
  CHECK(error_of("1").empty());
  CHECK(error_of("1000000").empty());
  for (const std::string number : {"0.999", "1000001"}) CHECK(error_of(number) == "the number " + number + ": expected a number from 1 to 1,000,000");
}

TEST_CASE("A multiple is from a millionth to a million") {
  const auto read_with = [](std::string_view keys) {
    return read::read_own_file(R"({"format": 1, "job": {"train": {"model": "Mixtral-8x7B", "sequence": 8192, )" + std::string(keys) + "}}}");
  };
  const auto error_of = [&](std::string_view capacity) { return read_with("\"expert_capacity\": " + std::string(capacity)).error.message; };
  for (const std::string_view number : {"0.000001", "0.5", "1.25", "1000000"}) CHECK(error_of(number).empty());
  for (const std::string number : {"0", "0.0000009", "1000001"}) CHECK(error_of(number) == "the number " + number + ": expected a number from 0.000001 to 1,000,000");
  const auto capacity_of = [&](std::string_view keys) { return read_with(keys).read->jobs.front().training()->expert_capacity; };
  CHECK(capacity_of(R"("micro_batch": 1)") == 0);
  CHECK(capacity_of(R"("expert_capacity": 0.5)") == 0.5);
  CHECK(read_with(R"("expert_capacity": 0.5, "pads_to_capacity": true)").read->jobs.front().training()->pads_to_capacity);
  CHECK_FALSE(read_with(R"("expert_capacity": 0.5)").read->jobs.front().training()->pads_to_capacity);
  CHECK(read_with(R"("pads_to_capacity": true)").error.message == headroom::detail::pads_to_none);
  CHECK(wrong(R"("sequence": 8192, "expert_capacity": 1.5)") == headroom::detail::no_experts_limited);
}

// 32 layers. Embedding and head may count as one each: 33 or 34 to share out.
TEST_CASE("Of layers that stages cannot share the least change is told with which they can") {
  const auto goes_with = [](std::string_view keys) {
    const std::string message = wrong("\"sequence\": 8192, \"tensor_parallel\": 1, " + std::string(keys));
    const std::size_t at = message.find(": 32 layers, ");
    REQUIRE(at != std::string::npos);
    return message.substr(at + 13);
  };
  constexpr std::string_view embedding = "\"embedding_as_layer\": true";
  constexpr std::string_view head = "\"head_as_layer\": true";
  const std::string both = std::string(embedding) + ", " + std::string(head);
  CHECK(goes_with(R"("pipeline_parallel": 33)") == "33 stages; it goes with " + std::string(embedding));
  CHECK(goes_with(R"("pipeline_parallel": 34)") == "34 stages; it goes with " + both);
  CHECK(goes_with(R"("pipeline_parallel": 33, "head_as_layer": false)") == "33 stages; it goes with " + std::string(embedding));
  CHECK(goes_with(R"("pipeline_parallel": 34, "embedding_as_layer": true)") == "34 stages; it goes with " + std::string(head));
  CHECK(goes_with(R"("pipeline_parallel": 34, "head_as_layer": true)") == "34 stages; it goes with " + std::string(embedding));
  // More than with both: fewer.
  CHECK(goes_with(R"("pipeline_parallel": 35)") == "35 stages; it goes with \"pipeline_parallel\": 34, " + both);
  CHECK(goes_with(R"("pipeline_parallel": 40)") == "40 stages; it goes with \"pipeline_parallel\": 34, " + both);
  CHECK(goes_with(R"("pipeline_parallel": 4, "virtual_stages": 9, "micro_batches": 4)") == "4 x 9 = 36 virtual stages; it goes with \"virtual_stages\": 8");
  // No number of virtual stages that is smaller shares 32, 33 or 34 layers out evenly: unevenly it goes all the same.
  CHECK(goes_with(R"("pipeline_parallel": 5, "virtual_stages": 7, "micro_batches": 5)") == "5 x 7 = 35 virtual stages; it goes with \"virtual_stages\": 6");
  // 10 x 3 share 32 layers out unevenly, 8 x 4 evenly: of a framework that has to be told of uneven ones the even come first.
  constexpr std::string_view forty = R"("pipeline_parallel": 10, "virtual_stages": 4, "micro_batches": 40)";
  CHECK(goes_with(forty) == "10 x 4 = 40 virtual stages; it goes with \"pipeline_parallel\": 8");
  CHECK(goes_with(R"("framework": "torchtitan", )" + std::string(forty)) == "10 x 4 = 40 virtual stages; it goes with \"virtual_stages\": 3");
  CHECK(goes_with(R"("pipeline_parallel": 33, "virtual_stages": 2, "micro_batches": 33)") == "33 x 2 = 66 virtual stages; it goes with \"virtual_stages\": 1, " + std::string(embedding));
  // Of a first stage with a number of its own neither counts as a layer.
  CHECK(goes_with(R"("pipeline_parallel": 33, "first_stage_layers": 1)") == "33 stages; it goes with \"pipeline_parallel\": 32");
  CHECK(goes_with(R"("pipeline_parallel": 33, "last_stage_layers": 1)") == "33 stages; it goes with \"pipeline_parallel\": 32");
  CHECK(goes_with(R"("framework": "torchtitan", "pipeline_parallel": 35)") == "35 stages; it goes with \"pipeline_parallel\": 34");
  // The sentence and what it goes with are kept apart, too.
  const read::own_reading reading = reading_of(R"("sequence": 8192, "pipeline_parallel": 33)");
  CHECK(reading.error.before_keys.ends_with(": 32 layers, 33 stages"));
  REQUIRE(reading.error.goes_with.size() == 1);
  CHECK(reading.error.goes_with[0].first == "embedding_as_layer");
  CHECK(reading.error.goes_with[0].second == "true");
}

}  // namespace own_training_test
