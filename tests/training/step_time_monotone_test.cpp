// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/training/step_time.hpp>

#include <check.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <random>

// Random jobs of random models: twice a rate, or a host twice as fast, never makes a step longer. The exceptions that step_time.md names are left out.
namespace training_step_time_monotone_test {
namespace {

constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
constexpr auto rates = hr::step_rates_of(h100, hr::bf16_training);

struct asked {
  hr::training_job job{};
  hr::step_rates on = rates.value_or({});
  hr::step_settings as{};
  hr::step_constants by{};

  hr::figure<hr::step_schedule> takes() const { return hr::step_time(job, on, as, by); }
};

class drawing {
 public:
  explicit drawing(unsigned seed) : random_(seed) {}
  hr::count power(int least, int most) { return hr::count{1} << std::uniform_int_distribution<int>(least, most)(random_); }
  hr::count number(hr::count least, hr::count most) { return std::uniform_int_distribution<hr::count>(least, most)(random_); }
  bool flip() { return number(0, 1) == 1; }
  template <class T, std::size_t N>
  T one_of(const std::array<T, N>& these) {
    return these[static_cast<std::size_t>(number(0, static_cast<hr::count>(N) - 1))];
  }

 private:
  std::mt19937 random_;
};

// Dense layers before layers with experts, or these alone, or none of them.
hr::transformer model(drawing& draw) {
  hr::transformer of{.vocabulary = 32'000 * draw.power(0, 2), .hidden = 512 * draw.power(0, 4)};
  const hr::attention mixing{.heads = 32, .kv_heads = 8, .head_size = 128};
  const hr::count experts = draw.number(0, 3) > 0 ? draw.number(4, 40) : 0;
  const hr::count dense = experts == 0 ? draw.number(8, 60) : draw.number(0, 4);
  if (dense > 0) of.layers[0] = {.letter = 'D', .how_many = dense, .attention = mixing, .feed_forward = {.width = 512 * draw.power(1, 6)}};
  if (experts == 0) return of;
  of.layers[1] = {.letter = 'E', .how_many = experts, .attention = mixing,
                  .experts = {.routed = draw.power(5, 8), .per_token = draw.power(0, 3), .width = 256 * draw.power(0, 4)}};
  if (draw.flip()) of.predicts = {.modules = 1, .order = "E"};
  return of;
}

hr::parallelism layout(drawing& draw, bool has_experts) {
  using enum hr::pipeline_schedule;
  hr::parallelism p{.tensor = draw.power(0, 2), .pipeline = draw.power(0, 3), .data = draw.power(0, 6)};
  p.sequence = draw.flip();
  if (has_experts) {
    p.expert = draw.power(0, 5);
    p.expert_tensor = 1;
    while (p.tensor * p.data % p.expert != 0) p.expert /= 2;
  }
  if (p.pipeline == 1) return p;
  p.schedule = draw.one_of(std::array{one_forward_one_backward, one_forward_one_backward, zero_bubble_h1, zero_bubble_h2, dual_pipe});
  if (p.schedule == one_forward_one_backward && draw.flip()) p.virtual_stages = draw.number(1, 3);
  return p;
}

// Stages that take alike: of others, what fills the bubble is the mean of all, while the slowest sets the pace.
void make_alike(hr::training_job& of) {
  of.model.vocabulary = 1;
  of.model.predicts = {};
  hr::transformer& m = of.model;
  if (m.layers[1].how_many > 0) m.layers[0] = {};
  for (hr::layer& each : m.layers) each.how_many = of.parallelism.pipeline * hr::ceil_of(each.how_many, of.parallelism.pipeline);
}

asked random_job(drawing& draw) {
  asked of;
  of.job.model = model(draw);
  of.job.parallelism = layout(draw, of.job.model.layers[1].how_many > 0);
  if (of.job.parallelism.schedule != hr::pipeline_schedule::one_forward_one_backward) make_alike(of.job);
  of.job.sequence = 256 * draw.power(0, 5);
  of.job.micro_batches = draw.number(1, 40);
  of.job.sharding = draw.one_of(std::array{hr::sharding::none, hr::sharding::optimizer, hr::sharding::gradients, hr::sharding::weights});
  of.job.recompute.kind = draw.one_of(std::array{hr::recompute::none, hr::recompute::full, hr::recompute::alternate_products});
  if (of.job.recompute.kind == hr::recompute::full) of.job.recompute.layers = draw.number(0, 4);
  of.as.overlaps_experts = draw.number(0, 3) > 0;
  of.as.overlaps_data = draw.flip();
  of.as.replays_graphs = draw.number(0, 3) == 0;
  of.as.balanced_stages = draw.number(0, 7) == 0;
  of.as.tensor_overlap = draw.one_of(std::array{hr::tensor_overlap::none, hr::tensor_overlap::measured, hr::tensor_overlap::bulk, hr::tensor_overlap::ring});
  if (of.job.parallelism.schedule != hr::pipeline_schedule::one_forward_one_backward && of.as.tensor_overlap == hr::tensor_overlap::bulk)
    of.as.tensor_overlap = hr::tensor_overlap::none;
  of.on.links.scale_out = of.on.links.scale_out * (static_cast<double>(draw.power(0, 6)) / 32);
  return of;
}

// In 1F1B a step ends with the last of its stages.
bool ends_exactly(const asked& of) {
  const hr::parallelism& p = of.job.parallelism;
  return p.pipeline == 1 || (p.schedule == hr::pipeline_schedule::one_forward_one_backward && p.virtual_stages == 1 && !of.as.balanced_stages);
}

// Of other schedules less what is counted of the slowest stage alone, once a step: another one may be the slowest of a faster machine.
double takes_of(const asked& of) {
  const hr::step_schedule made = of.takes().value_or({});
  if (ends_exactly(of)) return hr::in_seconds(made.total());
  return hr::in_seconds(made.total() - made[hr::step_part::data_parallel].exposed - made[hr::step_part::optimizer].exposed);
}

using change = std::function<void(asked&)>;

}  // namespace

TEST_CASE("twice a rate, or a host twice as fast, never makes a step longer") {
  const std::array<change, 7> faster{
      [](asked& of) { of.on.links.scale_out = of.on.links.scale_out * 2; },
      [](asked& of) { of.on.links.scale_up = of.on.links.scale_up * 2; },
      [](asked& of) { of.on.wide.memory *= 2.0; of.on.products.memory *= 2.0; },
      [](asked& of) { of.on.wide.matrix *= 2.0; of.on.wide.matrix_16_bit *= 2.0; of.on.products.matrix *= 2.0; of.on.products.matrix_16_bit *= 2.0; },
      [](asked& of) { of.by.host = hr::milliseconds(hr::in_milliseconds(of.by.host) / 2); of.by.host_of_expert = hr::milliseconds(hr::in_milliseconds(of.by.host_of_expert) / 2); },
      [](asked& of) { of.on.wide.launch = hr::seconds(hr::in_seconds(of.on.wide.launch) / 2); },
      [](asked& of) { of.by.host = {}; of.by.host_of_expert = {}; },
  };
  drawing draw(20261201);
  int known = 0, paired = 0;
  for (int job = 0; job < 6'000; ++job) {
    asked before = random_job(draw);
    if (!ends_exactly(before) && before.job.sharding > hr::sharding::optimizer) before.job.sharding = hr::sharding::optimizer;
    const auto took = before.takes();
    if (!took.is_known()) continue;
    if (before.job.parallelism.schedule == hr::pipeline_schedule::dual_pipe && took.value_or({})[hr::step_part::stages].exposed > hr::seconds(0)) continue;
    ++known;
    paired += hr::in_seconds(took.value_or({})[hr::step_part::expert_parallel].hidden) > 0;
    for (std::size_t each = 0; each < faster.size(); ++each) {
      asked after = before;
      faster[each](after);
      const double longer = takes_of(after) / takes_of(before);
      CAPTURE(job);
      CAPTURE(each);
      CHECK(longer <= 1 + 1e-9);
    }
  }
  CHECK(known > 2'000);
  CHECK(paired > 500);
}

}  // namespace training_step_time_monotone_test
