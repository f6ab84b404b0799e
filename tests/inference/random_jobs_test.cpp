// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>

#include <array>
#include <check.hpp>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <vector>

// What holds for every job, tried on random ones of every published model that is exact.
namespace inference_random_jobs_test {
namespace {

namespace published = hr::models;

const std::vector<const hr::transformer*>& exact_models() {
  static const std::vector<const hr::transformer*> models = [] {
    std::vector<const hr::transformer*> sum;
    for (const hr::transformer* each : published::all())
      if (hr::missing(*each).empty()) sum.push_back(each);
    return sum;
  }();
  return models;
}

class dice {
 public:
  explicit dice(unsigned seed) : engine_(seed) {}
  hr::count from_to(hr::count first, hr::count last) {
    return std::uniform_int_distribution<hr::count>(first, last)(engine_);
  }
  bool coin() { return from_to(0, 1) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> all) {
    return all.begin()[from_to(0, static_cast<hr::count>(all.size()) - 1)];
  }

 private:
  std::mt19937 engine_;
};

hr::served_weights random_weights(dice& d) {
  switch (d.from_to(0, 5)) {
    case 0:
      return hr::fp8;
    case 1:
      return hr::fp8_blocks;
    case 2:
      return hr::nvfp4;
    case 3:
      return hr::int4_groups;
    case 4:
      return {hr::experts_in(hr::mxfp4), hr::bf16};
    default:
      return hr::bf16;
  }
}

hr::serving_job random_job(dice& d, const hr::transformer& model) {
  const auto power = [&](hr::count most) { return hr::count{1} << d.from_to(0, most); };
  hr::serving_job job{
      .model = model,
      .weights = random_weights(d),
      .kv_cache = d.one_of({hr::bf16, hr::fp8, hr::fp4}),
      .tensor_parallel = power(4),
      .pipeline_parallel = d.from_to(1, 9),
      .data_parallel = power(2),
      .expert_parallel = d.coin(),
      .shared_prefix = d.coin() ? 0 : 0.01 * static_cast<double>(d.from_to(0, 100)),
      .phase = d.one_of({hr::serving_phase::prefill_and_decode, hr::serving_phase::prefill, hr::serving_phase::decode}),
      .with_predicting = d.coin(),
      .engine = d.one_of({hr::engines::vllm, hr::engines::sglang, hr::engines::tensorrt_llm, hr::engines::pytorch})};
  job.concurrent_sequences = d.from_to(job.data_parallel, 300);
  const hr::count longest = job.longest_context() > 0 ? job.longest_context() : 100'000;
  job.context = d.from_to(1, d.coin() ? longest : 1 + longest / 50);
  return job;
}

// Calls f(job) for so many jobs that can be.
template <class F>
void for_random_jobs(unsigned seed, int how_many, F f) {
  dice d(seed);
  int tried = 0;
  int found = 0;
  for (; found < how_many && tried < 100 * how_many; ++tried) {
    const auto& models = exact_models();
    const hr::transformer& model =
        *models[static_cast<std::size_t>(d.from_to(0, static_cast<hr::count>(models.size()) - 1))];
    const hr::serving_job job = random_job(d, model);
    if (!hr::contradiction(job).empty()) continue;
    ++found;
    CAPTURE(model.name);
    CAPTURE(job.tensor_parallel);
    CAPTURE(job.pipeline_parallel);
    CAPTURE(job.data_parallel);
    CAPTURE(job.expert_parallel);
    CAPTURE(job.concurrent_sequences);
    CAPTURE(job.context);
    CAPTURE(job.shared_prefix);
    CAPTURE(job.engine.name);
    f(d, job);
  }
  REQUIRE(found == how_many);
}

double weights_on(const hr::serving_job& job, hr::count stage) {
  return hr::in_bytes(value_of(hr::serving_memory(job, stage)).weights);
}

bool divides_everything(const hr::weight& w, hr::count ranks) {
  return w.split == hr::weight_split::none || w.pieces % ranks == 0;
}

// What all ranks of a replica hold beyond the model: whatever tensor parallelism does not divide on each, embeddings
// twice where the head is tied to them, all but the experts in each copy of the attention.
double replicated_bits(const hr::serving_job& job) {
  const hr::count tensor = job.tensor_parallel;
  double sum = 0;
  hr::for_each_weight(job.model, [&](const hr::weight& w) {
    if (w.predicts && !job.with_predicting) return;
    const auto bits =
        static_cast<double>(hr::detail::bits_of(hr::detail::format_of(job.weights.held, w), w.outputs, w.inputs));
    const double whole = bits * static_cast<double>(w.copies);
    const bool routed = w.part == hr::weight_part::routed_experts;
    const hr::count ranks = tensor * job.data_parallel;
    if (routed) {
      const bool on_each = !job.expert_parallel && w.split == hr::weight_split::none;  // a bias of the output
      if (on_each) sum += whole * static_cast<double>(ranks - 1);
      return;
    }
    const hr::count times = w.split == hr::weight_split::none ? ranks : job.data_parallel;
    sum += whole * static_cast<double>(times - 1);
    const bool head = w.part == hr::weight_part::head && !w.is_vector();
    if (head && job.model.tied && job.pipeline_parallel > 1) sum += bits * static_cast<double>(job.data_parallel);
  });
  return sum;
}

}  // namespace

TEST_CASE("more tensor parallelism never needs more weights on a rank, nor more cache") {
  for_random_jobs(1, 400, [](dice&, const hr::serving_job& job) {
    hr::serving_job twice = job;
    twice.tensor_parallel *= 2;
    if (!hr::contradiction(twice).empty()) return;
    for (hr::count stage = 0; stage < job.pipeline_parallel; ++stage) {
      const hr::serving_memory_parts few = value_of(hr::serving_memory(job, stage));
      const hr::serving_memory_parts many = value_of(hr::serving_memory(twice, stage));
      CHECK(many.weights <= few.weights);
      CHECK(many.kv_cache <= few.kv_cache);
      CHECK(many.working <= few.working);
    }
  });
}

// In whole numbers of bytes, and formats without scales, of which a part begins blocks of its own.
TEST_CASE("the weights of all ranks are the model's, and what they repeat") {
  int judged = 0;
  for_random_jobs(2, 600, [&](dice& d, hr::serving_job job) {
    job.weights = d.one_of({hr::served_weights(hr::bf16), hr::served_weights(hr::fp8)});
    bool divided = true;
    hr::for_each_weight(job.model, [&](const hr::weight& w) {
      const bool routed = w.part == hr::weight_part::routed_experts;
      const hr::count ranks = job.tensor_parallel * job.data_parallel;
      const bool whole = routed && job.expert_parallel;
      divided = divided && (whole || divides_everything(w, routed ? ranks : job.tensor_parallel));
    });
    for (const hr::layer& each : job.model.layers)
      if (job.expert_parallel && each.experts.routed % (job.tensor_parallel * job.data_parallel) != 0) divided = false;
    if (!divided) return;
    ++judged;
    double sum = 0;
    for (hr::count stage = 0; stage < job.pipeline_parallel; ++stage) sum += weights_on(job, stage);
    sum *= static_cast<double>(job.tensor_parallel * job.data_parallel);
    const double whole =
        hr::in_bytes(value_of(hr::weight_memory(job.model, job.weights.held, {.with_predicting = job.with_predicting})));
    CHECK(sum == whole + replicated_bits(job) / 8);
  });
  CHECK(judged > 100);
}

TEST_CASE("the caches of all ranks are those of the model, and the heads and latents they repeat") {
  for_random_jobs(3, 300, [](dice&, hr::serving_job job) {
    job.shared_prefix = 0;
    job.engine.chunk_beside_window = false;  // what a window holds at most
    job.with_predicting = false;
    job.engine.page = 1;
    job.concurrent_sequences -= job.concurrent_sequences % job.data_parallel;
    double sum = 0;
    for (hr::count stage = 0; stage < job.pipeline_parallel; ++stage)
      sum += hr::in_bytes(value_of(hr::serving_memory(job, stage)).kv_cache);
    // On the fullest of the tensor ranks, as the model's own functions have it.
    const auto sequences = static_cast<double>(job.concurrent_sequences / job.data_parallel);
    const double on_rank =
        hr::in_bytes(value_of(hr::kv_cache_per_sequence(job.model, job.context, job.kv_cache, job.tensor_parallel)));
    CHECK(sum == doctest::Approx(sequences * on_rank).epsilon(1e-9));
    bool divided = true;
    for (const hr::layer& each : job.model.layers)
      divided = divided && !each.attention.is_latent() && each.attention.kv_heads % job.tensor_parallel == 0 &&
                each.attention.index.heads == 0 && each.state_space.groups % job.tensor_parallel == 0 &&
                each.linear_attention.key_heads % job.tensor_parallel == 0;
    if (!divided) return;
    const double whole = hr::in_bytes(value_of(hr::kv_cache_per_sequence(job.model, job.context, job.kv_cache)));
    CHECK(sum * static_cast<double>(job.tensor_parallel) == doctest::Approx(sequences * whole).epsilon(1e-9));
  });
}

TEST_CASE("the longest context and the most sequences have room, and one more has none") {
  const std::array machines{hr::machine(hr::azure::nd96isr_h200_v5::spec), hr::machine(hr::azure::nd96asr_v4::spec),
                            hr::machine(hr::azure::gb300_nvl72::spec)};
  int some = 0;
  for_random_jobs(4, 300, [&](dice& d, const hr::serving_job& job) {
    const hr::machine& on = machines[static_cast<std::size_t>(d.from_to(0, 2))];
    const auto fits = [&](hr::serving_job with, hr::count sequences, hr::count context) {
      with.concurrent_sequences = sequences;
      with.context = context;
      return value_of(hr::serving_memory(with)).needed <= value_of(hr::usable_memory_per_gpu(on));
    };
    const hr::count context = value_of(hr::largest_context(job, on));
    const hr::count limit = job.longest_context() > 0 ? job.longest_context() : hr::max_count;
    const hr::count step = job.shared_prefix > 0 ? job.engine.page : 1;
    const hr::count next = context + step < limit ? context + step : limit;
    some += context > 0;
    if (context > 0) CHECK(fits(job, job.concurrent_sequences, context));
    if (context < limit) CHECK(!fits(job, job.concurrent_sequences, next));
    const hr::count sequences = value_of(hr::most_sequences(job, on));
    CHECK(sequences % job.data_parallel == 0);
    if (sequences > 0) CHECK(fits(job, sequences, job.context));
    CHECK(!fits(job, sequences + job.data_parallel, job.context));
  });
  CHECK(some > 100);
}

TEST_CASE("what asks for more never needs less") {
  for_random_jobs(5, 300, [](dice&, hr::serving_job job) {
    job.shared_prefix = 0;
    const auto needed = [](const hr::serving_job& of) { return value_of(hr::serving_memory(of)).needed; };
    const hr::memory before = needed(job);
    const auto with = [&](auto change) {
      hr::serving_job other = job;
      change(other);
      return hr::contradiction(other).empty() ? needed(other) : before;
    };
    CHECK(with([](auto& j) { ++j.concurrent_sequences; }) >= before);
    CHECK(with([](auto& j) { ++j.context; }) >= before);
    CHECK(with([](auto& j) { j.replicas = 9; }) == before);
    CHECK(with([](auto& j) { j.kv_cache = hr::fp32; }) >= before);
    CHECK(with([](auto& j) { j.shared_prefix = 1; }) <= before);
    CHECK(with([](auto& j) { j.weights = hr::fp32; }) >= before);
    CHECK(with([](auto& j) { j.with_predicting = true; }) >= before);
    CHECK(with([](auto& j) { j.engine.page *= 2; }) >= before);
    CHECK(with([](auto& j) { j.engine.graphs += hr::gibibytes(1); }) >= before);
  });
}

TEST_CASE("run on the fewest GPUs a job has room, and on one where one has room") {
  const hr::machine on(hr::azure::nd96isr_h200_v5::spec);
  for_random_jobs(6, 150, [&](dice&, hr::serving_job job) {
    const hr::figure<hr::parallelism> found = hr::fewest_gpus(job, on);
    const auto has_room = [&] {
      return value_of(hr::serving_memory(job)).needed <= value_of(hr::usable_memory_per_gpu(on));
    };
    if (found.is_known()) {
      job.tensor_parallel = value_of(found).tensor;
      job.pipeline_parallel = value_of(found).pipeline;
      CHECK(value_of(found).data == job.data_parallel);
      CHECK(has_room());
    }
    job.tensor_parallel = job.pipeline_parallel = 1;
    CHECK(has_room() == (found.is_known() && value_of(found).gpus() == job.data_parallel));
  });
}

}  // namespace inference_random_jobs_test
