// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/pool_search.hpp>
#include <headroom/plan/serving_search.hpp>

#include <check.hpp>
#include <plan/slow_run_groups.hpp>

namespace plan_serving_search_parts_test {
namespace {

using hr::count;

constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
constexpr hr::machine gb200{hr::azure::gb200_nvl72::spec};
constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .concurrent_sequences = 21, .context = 4'096};
constexpr hr::serving_objective asked{.requests = 20, .each = {.prompt = 512, .answer = 65}};

constexpr bool is(double found, double expected) { return hr::math::close(found, expected); }

// A kind by hand, each number of its own.
constexpr hr::serving_kind by_hand{.price = hr::dollars_per_hour(7), .gpu_power = hr::watts(11), .gpus = 8, .domain = 8, .at_most = 3, .least_seconds = 0.25};

// What tokens take of one to so many servers, in milliseconds; 0: nobody knows.
struct measured_by_number {
  std::array<double, 8> milliseconds{};
};
constexpr hr::figure<hr::serving_latencies> open_loop(const measured_by_number& of, const hr::serving_arrivals& load) {
  const auto servers = static_cast<std::size_t>(hr::math::round(60 / hr::in_requests_per_second(load.rate)));
  const double taken = of.milliseconds[servers < 8 ? servers - 1 : 7];
  if (taken == 0) return hr::figure<hr::serving_latencies>(hr::unknown).noted("nobody knows");
  hr::serving_latencies made;
  made.token.p99 = hr::milliseconds(taken);
  return made;
}

const hr::serving_kind& kind_of_h100() {
  static const hr::serving_kind made = hr::serving_kind_of(h100, chat, 2, hr::dollars_per_hour(98));
  return made;
}

}  // namespace

TEST_CASE("A serving kind has what all plans on its machine have in common") {
  const hr::serving_kind& on = kind_of_h100();
  CHECK(on.gpus == 8);
  CHECK(on.domain == 8);
  CHECK(on.at_most == 2);
  CHECK(on.layouts.most == 16);
  CHECK(value_of(on.price) == hr::dollars_per_hour(98));
  CHECK(value_of(on.of_gpu) == value_of(hr::usable_memory_per_gpu(h100)));
  CHECK(hr::in_watts(value_of(on.gpu_power)) == doctest::Approx(8 * 700).epsilon(1e-12).scale(0));
  CHECK(hr::serving_kind_of(gb200, chat, 1).domain == 72);
  // Products of a token, forward: 32 layers of Llama 3.1 8B, at 1,979 Tflop/s of an H100 in 8 bits (989.5 in 16), clocks aside.
  const double operations = 2 * 32 * (2.0 * 4'096 * 4'096 + 2.0 * 4'096 * 1'024 + 3.0 * 4'096 * 14'336);
  CHECK(operations / on.least_seconds > 1'975e12);
  CHECK(operations / on.least_seconds < 1'980e12);
  hr::serving_job wide = chat;
  wide.weights = hr::bf16;
  CHECK(hr::serving_kind_of(h100, wide, 1).least_seconds == doctest::Approx(2 * on.least_seconds).epsilon(1e-3).scale(0));
  CHECK(hr::serving_kind_of(hr::machine{}, chat, 1).least_seconds == 0);
}

// Replicas that fit in a domain one by one, each in the first domain with room; of others the ranks of a tensor-parallel group in one domain.
TEST_CASE("Replicas fill domains one by one or group by group, and machines domain by domain") {
  for (const count gpus : {4, 8, 9, 72})
    for (const count domain : {1, 3, 4, 8, 72})
      for (const count tensor : {1, 2, 3, 4, 8, 16})
        for (const auto& [pipeline, data] : {std::pair<count, count>{1, 1}, {2, 1}, {5, 1}, {1, 3}, {1, 48}})
          for (const count replicas : {1, 2, 3, 5, 11}) {
            const hr::serving_kind on{.gpus = gpus, .domain = domain};
            const hr::serving_plan plan{.on = &on, .layout = {.tensor = tensor, .pipeline = pipeline, .data = data}, .replicas = replicas};
            const count size = tensor * pipeline * data;
            CHECK(plan.gpus() == size * replicas);
            const count of_domain = std::min(gpus, domain);
            count machines = 0;
            if (size <= of_domain) {
              std::vector<count> free;  // GPUs of each domain, machine by machine
              for (count placed = 0; placed < replicas; ++placed) {
                auto place = std::find_if(free.begin(), free.end(), [&](count left) { return left >= size; });
                if (place == free.end()) {
                  ++machines;
                  place = free.insert(free.end(), static_cast<std::size_t>(gpus / of_domain), of_domain);
                }
                *place -= size;
              }
            } else if (size <= domain) {
              machines = (replicas * size + gpus - 1) / gpus;
            } else if (tensor > of_domain) {
              for (count left = plan.gpus(); left > 0; left -= gpus) ++machines;  // over domains, and whole machines then
            } else {
              count room = 0;  // groups that the last machine has room for
              for (count group = 0; group < pipeline * data * replicas; ++group) {
                if (room == 0) {
                  ++machines;
                  for (count first = 0; first + of_domain <= gpus; first += of_domain)
                    for (count rank = 0; rank + tensor <= of_domain; rank += tensor) ++room;
                }
                --room;
              }
            }
            CHECK(plan.machines() == machines);
          }
  constexpr hr::serving_kind none{};
  CHECK_CONSTEXPR(hr::serving_plan{.on = &none}.machines() == 0);
}

TEST_CASE("Replicas in a domain have nodes of their own, or lie several on one") {
  for (const count gpus : {4, 8, 16, 72})
    for (const count node : {1, 2, 4, 8})
      for (const count domain : {4, 8, 16, 72})
        for (count size = 1; size <= domain; ++size)
          for (const count replicas : {1, 2, 3, 5, 11, 20}) {
            if (gpus % node != 0 || domain % node != 0 || (node != gpus && gpus % domain != 0)) continue;
            hr::serving_kind on{.gpus = gpus, .domain = domain};
            on.layouts.node = node;
            const hr::serving_plan plan{.on = &on, .layout = {.pipeline = size}, .replicas = replicas};
            CHECK(plan.machines() == slow_run_groups::machines_one_by_one({.machine = gpus, .node = node, .domain = domain}, replicas, size));
          }
}

TEST_CASE("A serving job is arranged as a plan says, its engine as on those GPUs") {
  hr::serving_kind on = by_hand;
  hr::serving_job job = chat;
  const auto made = [&](const hr::parallelism& layout, count replicas = 3) { return hr::job_of(job, {.on = &on, .layout = layout, .replicas = replicas}); };
  const hr::serving_job of = made({.tensor = 2, .pipeline = 3, .data = 5});
  CHECK(of.tensor_parallel == 2);
  CHECK(of.pipeline_parallel == 3);
  CHECK(of.data_parallel == 5);
  CHECK(of.replicas == 3);
  CHECK_FALSE(of.expert_parallel);
  CHECK(made({.expert = 2}).expert_parallel);
  CHECK(of.engine.chunk == job.engine.chunk);
  CHECK(of.engine.most_sequences == 0);
  job.expert_parallel = true;
  CHECK(made({}).expert_parallel);
  on.chunk = 77;
  CHECK(made({}).engine.chunk == 77);
  // vLLM sets memory aside for as many sequences as it may run, or for those of a rank where they are more: five of 21, of one in five.
  job.engine.most_sequences = 0;
  on.sequences = 4;
  CHECK(made({.data = 5}).engine.most_sequences == 5);
  CHECK(made({}).engine.most_sequences == 21);
  on.sequences = 30;
  CHECK(made({.data = 5}).engine.most_sequences == 30);
  // What the job says gives way to it; TensorRT-LLM sets none aside, and of what is not known nothing is said.
  job.engine.most_sequences = 9;
  on.sequences = 4;
  CHECK(made({.data = 5}).engine.most_sequences == 5);
  on.sequences = 0;
  CHECK(made({.data = 5}).engine.most_sequences == 9);
  on.sequences = 4;
  job.engine = hr::engines::tensorrt_llm;
  job.engine.most_sequences = 9;
  CHECK(made({}).engine.most_sequences == 0);
  job.engine.name = "another";
  CHECK(made({}).engine.most_sequences == 9);
}

TEST_CASE("What serving takes is of an hour, on whole machines") {
  constexpr hr::serving_plan nine{.on = &by_hand, .layout = {.tensor = 3}, .replicas = 3};  // two groups of three to a machine
  constexpr hr::plan_amounts of = hr::detail::amounts_of(nine, hr::seconds(5));
  CHECK_CONSTEXPR(of.time == hr::seconds(5));
  CHECK_CONSTEXPR(of.gpus == 9);
  CHECK_CONSTEXPR(is(hr::in_dollars(value_of(of.cost)), 2 * 7));
  CHECK_CONSTEXPR(is(hr::in_joules(value_of(of.energy)), 2 * 11 * 3'600));
  hr::serving_kind unpriced = by_hand;
  unpriced.price = hr::figure<hr::money_rate>(hr::unknown).noted("no offer");
  unpriced.gpu_power = hr::figure<hr::power>(hr::unknown).noted("no watts");
  CHECK(hr::detail::amounts_of(hr::serving_plan{.on = &unpriced}, {}).cost.note == "no offer");
  CHECK(hr::detail::amounts_of(hr::serving_plan{.on = &unpriced}, {}).energy.note == "no watts");

  constexpr hr::plan_amounts least = hr::detail::least_amounts_of(hr::serving_plan{.on = &by_hand, .layout = {.tensor = 8}}, 3);
  CHECK_CONSTEXPR(least.gpus == 24);
  CHECK_CONSTEXPR(least.time == hr::seconds(0));
  CHECK_CONSTEXPR(is(hr::in_dollars(value_of(least.cost)), 3 * 7));
  CHECK_CONSTEXPR(hr::detail::least_amounts_of(hr::serving_plan{.on = &by_hand}, 1e300).gpus == hr::max_count);
}

TEST_CASE("Serving plans come one after the other") {
  const std::array kinds{kind_of_h100()};
  const hr::serving_plans space{.job = &chat, .kinds = kinds};
  auto each = space.begin(), same = space.begin();
  const count first = (*each).layout.tensor;
  CHECK((*each++).layout.tensor == first);
  ++same;
  CHECK((*each).layout.gpus() == (*same).layout.gpus());
  CHECK((*each).layout.gpus() > first);
}

TEST_CASE("Replicas are as many as answer what is asked for, but for rounding") {
  const auto replicas = [](double requests, double of_each) { return hr::detail::replicas_for({.requests = requests}, of_each); };
  CHECK(replicas(10, 3) == 4);
  CHECK(replicas(10, 5) == 2);
  CHECK(replicas(10, 4.99) == 3);
  CHECK(replicas(10, 5 * (1 - 1e-14)) == 2);
  CHECK(replicas(10, 11) == 1);
  CHECK(replicas(10, 1e9) == 1);
  CHECK(replicas(0, 3) == 1);  // one is held for those that may come
  // With spares, the more are needed the more there are; where no number is enough there are more than can be.
  const auto held = [](double of_each, const hr::fleet_spares& spares) { return hr::detail::replicas_for({.requests = 10, .spares = spares}, of_each); };
  CHECK(held(3, {.replicas = 2}) == 6);
  CHECK(held(11, {.up = 0.9, .share_of_time = 0.989}) == 2);
  CHECK(held(11, {.replicas = 1, .up = 0.9, .share_of_time = 0.991}) == 4);
  CHECK(held(3, {.up = 0.9, .share_of_time = 1}) == static_cast<double>(hr::max_count));
  CHECK(held(1e-7, {.replicas = 2}) == doctest::Approx(1e8));
  // A quarter of a second for each of eight further tokens: two GPUs answer one request a second.
  const auto least = [](count answer) { return hr::detail::least_replicas_of({.on = &by_hand, .layout = {.tensor = 2}}, {.requests = 20, .each = {.answer = answer}}); };
  CHECK(least(9) == 20);
  CHECK(least(17) == 40);
  CHECK(least(1) == 1);
}

TEST_CASE("A plan that is found says what its replicas answer, and in which time") {
  const std::array kinds{kind_of_h100()};
  const hr::serving_plans space{.job = &chat, .kinds = kinds};
  for (const hr::plan_amount least : {hr::plan_amount::time, hr::plan_amount::gpus}) {
    hr::serving_objective of = asked;
    of.least = least;
    for (int limits = 0; limits < 4; ++limits) {
      CAPTURE(limits);
      constexpr hr::duration never = hr::hours(1e6);
      if ((limits & 1) != 0) of.first_token = hr::milliseconds(300);
      of.token = hr::milliseconds((limits & 2) != 0 ? 30 : 0);
      CHECK(of.has_limits() == (limits > 0));
      const auto found = hr::search(chat, space, of);
      REQUIRE_FALSE(found.is_empty());
      const hr::serving_plan& best = found.all().front().plan;
      CHECK(found.all().front().gpus == best.gpus());
      const hr::serving_replica replica = value_of(hr::replica_of(hr::job_of(chat, best), h100));
      if (limits > 0) {
        const auto within = value_of(hr::most_requests_within(replica, of.each, (limits & 1) != 0 ? hr::milliseconds(300) : never, (limits & 2) != 0 ? hr::milliseconds(30) : never));
        CHECK(best.requests == hr::in_requests_per_second(within.requests));
        CHECK(best.first_token == within.first_token.p99);
        CHECK(best.token == within.token.p99);
        // All plans take the limit where they answer the most that keep it: what is compared is the time of what is asked.
        hr::serving_arrivals share = of.each;
        share.rate = hr::requests_per_second(of.requests / static_cast<double>(best.replicas));
        CHECK(found.all().front().time == value_of(hr::open_loop(replica, share)).token.p99);
      } else {
        hr::serving_requests load{.prompt = of.each.prompt, .answer = of.each.answer};
        load.clients = static_cast<count>(hr::most_throughput(replica, load).sequences);
        const hr::serving_result full = hr::closed_loop(replica, load);
        CHECK(best.requests == hr::in_requests_per_second(full.requests));
        CHECK(best.first_token == full.first_token);
        CHECK(best.token == full.token);
        CHECK(found.all().front().time == full.token);
      }
      CHECK(static_cast<double>(best.replicas) * best.requests >= of.requests * (1 - 1e-9));
      CHECK(static_cast<double>(best.replicas - 1) * best.requests < of.requests);
    }
  }
}

TEST_CASE("Why no replica answers is said, each time for its own reason") {
  const auto why = [](auto change, const hr::serving_objective& of) {
    std::array kinds{kind_of_h100()};
    change(kinds[0]);
    const auto found = hr::search(chat, hr::serving_plans{.job = &chat, .kinds = kinds}, of);
    CHECK(found.is_empty());
    CHECK(found.unknown_ones() > 0);
    return found.why_unknown();
  };
  CHECK(why([](auto& on) { on.rates = hr::figure<hr::serving_rates>(hr::unknown).noted("no rates"); }, asked) == "no rates");
  CHECK(why([](auto& on) { on.of_gpu = hr::unknown; }, asked) == "the memory of its GPUs is not known");
  std::array small{kind_of_h100()};
  small[0].of_gpu = hr::gigabytes(5);
  const auto without = hr::search(chat, hr::serving_plans{.job = &chat, .kinds = small}, asked);
  CHECK(without.without_room() > 0);
  // Plans that need more machines than there are: of one more they are found.
  std::array few{kind_of_h100()};
  few[0].at_most = 0;
  const auto none = hr::search(chat, hr::serving_plans{.job = &chat, .kinds = few}, asked);
  CHECK(none.is_empty());
  CHECK(none.beyond_limits() == none.judged());
  CHECK(none.judged() > 0);
  // A time was asked for; and what contradicts itself is no plan. An answer of no token is none.
  hr::best_plans<hr::serving_plan> best;
  CHECK(hr::detail::look_at(best, chat, {.on = few.data()}, asked, hr::usual_serving, hr::measured_servers));
  CHECK(best.beyond_limits() == 1);
  hr::serving_job impossible = chat;
  impossible.concurrent_sequences = 0;
  CHECK(hr::search(impossible, hr::serving_plans{.job = &impossible, .kinds = std::array{kind_of_h100()}}, asked).unknown_ones() == 0);
  CHECK(why([](auto&) {}, {.requests = 20, .each = {.prompt = 512, .answer = 0}}) == "no request is answered within the limits, however few come");
  hr::serving_job endless = chat;
  endless.concurrent_sequences = hr::max_count;
  CHECK(hr::search(endless, hr::serving_plans{.job = &endless, .kinds = std::array{kind_of_h100()}}, asked).why_unknown() == hr::serving_memory(endless).note);
  CHECK_FALSE(hr::serving_memory(endless).note.empty());
  const auto one = hr::search(chat, hr::serving_plans{.job = &chat, .kinds = std::array{kind_of_h100()}}, asked);
  CHECK(one.all().front().plan.machines() == 1);
  few[0].at_most = 1;
  CHECK(hr::search(chat, hr::serving_plans{.job = &chat, .kinds = few}, asked).all().front().plan.machines() == 1);
  // What an hour costs is within its budget, and no more.
  hr::serving_objective within = asked;
  within.budget = hr::dollars(98);
  CHECK_FALSE(hr::search(chat, hr::serving_plans{.job = &chat, .kinds = std::array{kind_of_h100()}}, within).is_empty());
  within.budget = hr::dollars(97);
  CHECK(hr::search(chat, hr::serving_plans{.job = &chat, .kinds = std::array{kind_of_h100()}}, within).is_empty());
}

TEST_CASE("With a budget the time is that of any number of servers that it buys, of equal ones of the fewest") {
  static constexpr hr::serving_objective soonest{.least = hr::plan_amount::time, .requests = 60, .token = hr::seconds(1), .budget = hr::dollars(100)};
  static constexpr auto number = [](const measured_by_number& of, const hr::serving_objective& by, double needed, double most) {
    return hr::least_at_load(of, by, needed, [&](double servers) { return servers <= most; }).number;
  };
  static constexpr measured_by_number falling{{9, 8, 7, 6, 5, 4, 3, 2}}, humps{{9, 7, 8, 6, 6, 7, 6, 6}}, gaps{{0, 0, 8, 0, 9, 9, 9, 9}};
  CHECK_CONSTEXPR(number(falling, soonest, 2, 5) == 5);
  CHECK_CONSTEXPR(number(falling, soonest, 2, 2) == 2);
  CHECK_CONSTEXPR(number(humps, soonest, 1, 3) == 2);
  CHECK_CONSTEXPR(number(humps, soonest, 1, 8) == 4);
  CHECK_CONSTEXPR(number(humps, soonest, 3, 3) == 3);
  CHECK_CONSTEXPR(number(gaps, soonest, 1, 8) == 3);
  // Without a budget, limits or that objective as many as are needed.
  static constexpr auto without = [](auto change) {
    hr::serving_objective by = soonest;
    change(by);
    return number(falling, by, 2, 5);
  };
  CHECK_CONSTEXPR(without([](auto& by) { by.budget = {}; }) == 2);
  CHECK_CONSTEXPR(without([](auto& by) { by.token = {}; }) == 2);
  CHECK_CONSTEXPR(without([](auto& by) { by.least = hr::plan_amount::cost; }) == 2);
  // Far more than there are to look at: a thousand more, and the most.
  hr::serving_objective many = soonest;
  many.requests = 60;
  CHECK(hr::least_at_load(falling, many, 1, [](double servers) { return servers <= 1e6; }).number == 8);
  measured_by_number late = falling;
  late.milliseconds.back() = 10;
  CHECK(hr::least_at_load(late, many, 1, [](double servers) { return servers <= 1e6; }).number == 7);
}

// One layout, of one GPU: eight replicas a machine.
TEST_CASE("Where not even replicas without limits are few enough, none is asked for its time within them") {
  std::array kinds{kind_of_h100()};
  kinds[0].layouts.most = 1;
  const hr::serving_plans space{.job = &chat, .kinds = kinds};
  hr::serving_objective within = asked;
  within.requests = 2'000;
  within.token = hr::milliseconds(1'000);
  const hr::serving_replica replica = value_of(hr::replica_of(hr::job_of(chat, *space.begin()), h100));
  const double machines = std::ceil(std::ceil(within.requests / hr::in_requests_per_second(hr::most_requests(replica, within.each))) / 8);
  REQUIRE(machines > 1);
  within.budget = hr::dollars(98 * machines - 1);
  const auto beyond = hr::search(chat, space, within);
  CHECK(beyond.left_out() == 1);
  CHECK(beyond.judged() == 0);
  within.budget = hr::dollars(98 * machines);
  CHECK(hr::search(chat, space, within).left_out() == 0);
  CHECK(hr::search(chat, space, within).judged() == 1);
}

// What constant expressions do: so many plans a slice, the last of them at the end.
TEST_CASE("A search in slices sees what a search at once sees") {
  const std::array kinds{kind_of_h100()};
  const auto sliced = [](const auto& job, const auto& of, const auto& found, auto first) {
    int slices = 0;
    for (; !first.is_over(); ++slices) {
      const auto next = first.next(job, of);
      CHECK(next.best.judged() - first.best.judged() <= hr::detail::planning<typename decltype(first)::plan>::most_asked);
      first = next;
    }
    CHECK(slices > 1);
    CHECK(first.best.tried() <= slices * 100);
    CHECK(first.best.tried() == found.tried());
    CHECK(first.best.judged() == found.judged());
    CHECK(first.best.asked().least == of.least);
    CHECK(first.best.asked().budget == of.budget);
    REQUIRE(first.best.all().size() == found.all().size());
    for (std::size_t i = 0; i < found.all().size(); ++i) CHECK(first.best.all()[i].time == found.all()[i].time);
    return slices;
  };
  const hr::serving_objective of{.least = hr::plan_amount::gpus, .requests = 20, .each = {.prompt = 512, .answer = 65}, .budget = hr::dollars(500)};
  const hr::serving_plans replicas{.job = &chat, .kinds = kinds};
  using hr::detail::planning;
  sliced(chat, of, hr::search(chat, replicas, of), hr::detail::search_slice<hr::serving_plans::iterator>{replicas.begin(), planning<hr::serving_plan>::start(of)});
  std::array one{kind_of_h100()};
  one[0].layouts.most = 2;
  const hr::pool_plans pools{.job = &chat, .kinds = one, .most_workers = 2};
  sliced(chat, of, hr::search_pools(chat, pools, of), hr::detail::search_slice<hr::pool_plans::iterator>{pools.begin(), planning<hr::pool_plan>::start(of)});
  const hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 4'096, .micro_batches = 64, .formats = hr::bf16_training, .sharding = hr::sharding::optimizer};
  const std::array trained{hr::plan_kind_of(h100, job, 2, hr::dollars_per_hour(98))};
  const hr::training_plans plans{.job = &job, .kinds = trained, .with_micro_batches = true};
  const hr::plan_objective fastest{.least = hr::plan_amount::time, .budget = hr::dollars(1e9)};
  const auto found = hr::search(job, plans, fastest);
  const int slices = sliced(job, fastest, found, hr::detail::search_slice<hr::training_plans::iterator>{plans.begin(), planning<hr::training_plan>::start(fastest)});
  CHECK(slices * 4 >= found.judged());
}

TEST_CASE("Pools have the GPUs of their workers, on machines that they share or on their own") {
  const auto brute = [](const hr::pool_plan& of) {
    const count domain = std::min(of.on->gpus, of.on->domain), prefill = of.prefill.gpus(), decode = of.decode.gpus();
    const count large = std::max(prefill, decode), small = std::min(prefill, decode);
    // Groups that a domain has room for lie in one, one after the other.
    if (const count group = 3 * prefill + 2 * decode; group <= domain) {
      count machines = 0, domains = 0, left = 0;
      for (count i = 0; i < of.groups; ++i, left -= group) {
        if (left >= group) continue;
        if (domains == 0) ++machines, domains = of.on->gpus / domain;
        --domains, left = domain;
      }
      return machines;
    }
    if (3 * prefill + 2 * decode <= of.on->domain) return (of.gpus() + of.on->gpus - 1) / of.on->gpus;
    if (large <= domain && domain % large == 0 && large % small == 0) return (of.gpus() + of.on->gpus - 1) / of.on->gpus;
    return hr::serving_plan{.on = of.on, .layout = of.prefill, .replicas = of.groups * of.prefill_workers}.machines() +
           hr::serving_plan{.on = of.on, .layout = of.decode, .replicas = of.groups * of.decode_workers}.machines();
  };
  for (const count gpus : {8, 9})
    for (const count domain : {4, 8, 72})
      for (const count prefill : {1, 2, 3, 4, 8, 16})
        for (const count decode : {1, 2, 3, 4, 8, 16}) {
          const hr::serving_kind on{.gpus = gpus, .domain = domain};
          const hr::pool_plan of{.on = &on, .prefill = {.tensor = prefill}, .decode = {.tensor = decode}, .prefill_workers = 3, .decode_workers = 2, .groups = 5};
          CHECK(of.prefill_gpus() == 15 * prefill);
          CHECK(of.decode_gpus() == 10 * decode);
          CHECK(of.gpus() == 15 * prefill + 10 * decode);
          CHECK(of.machines() == brute(of));
        }
  constexpr hr::serving_kind none{};
  CHECK_CONSTEXPR(hr::pool_plan{.on = &none}.machines() == 0);
}

TEST_CASE("A prefill worker reads a prompt on each data-parallel rank, a decode worker has the job's sequences") {
  const hr::pool_plan plan{.on = &kind_of_h100(), .prefill = {.tensor = 2, .data = 3}, .decode = {.tensor = 4}, .prefill_workers = 5, .decode_workers = 7, .groups = 11};
  const hr::serving_job prefill = hr::prefill_job_of(chat, plan), decode = hr::decode_job_of(chat, plan);
  CHECK(prefill.phase == hr::serving_phase::prefill);
  CHECK(prefill.tensor_parallel == 2);
  CHECK(prefill.data_parallel == 3);
  CHECK(prefill.concurrent_sequences == 3);
  CHECK(prefill.replicas == 55);
  CHECK(decode.phase == hr::serving_phase::decode);
  CHECK(decode.tensor_parallel == 4);
  CHECK(decode.concurrent_sequences == 21);
  CHECK(decode.replicas == 77);
}

TEST_CASE("What pools take is of all groups, and bounds are of as many as are needed") {
  constexpr hr::pool_plan of{.on = &by_hand, .prefill = {.tensor = 8}, .decode = {.tensor = 8}, .prefill_workers = 2, .decode_workers = 3, .groups = 5, .token = hr::seconds(13)};
  constexpr hr::plan_amounts takes = hr::detail::amounts_of(of);
  CHECK_CONSTEXPR(takes.time == hr::seconds(13));
  CHECK_CONSTEXPR(takes.gpus == 200);
  CHECK_CONSTEXPR(is(hr::in_dollars(value_of(takes.cost)), 25 * 7));
  CHECK_CONSTEXPR(is(hr::in_joules(value_of(takes.energy)), 25 * 11 * 3'600));
  CHECK(is(hr::in_joules(value_of(hr::detail::amounts_of(of).energy)), 25 * 11 * 3'600));
  hr::serving_kind unpriced = by_hand;
  unpriced.price = hr::figure<hr::money_rate>(hr::unknown).noted("no offer");
  unpriced.gpu_power = hr::figure<hr::power>(hr::unknown).noted("no watts");
  CHECK(hr::detail::amounts_of(hr::pool_plan{.on = &unpriced}).cost.note == "no offer");
  CHECK(hr::detail::amounts_of(hr::pool_plan{.on = &unpriced}).energy.note == "no watts");
  constexpr auto groups = [](double of_each) {
    hr::pool_plan plan{.on = &by_hand};
    hr::detail::take_groups(plan, {.requests = 10}, of_each);
    return plan.groups;
  };
  CHECK_CONSTEXPR(groups(3) == 4);
  CHECK_CONSTEXPR(groups(5) == 2);
  CHECK_CONSTEXPR(groups(1e-300) == hr::max_count);
}

TEST_CASE("Why no group of pools answers is said, each time for its own reason") {
  const auto note = [](auto change) {
    hr::serving_kind on = kind_of_h100();
    change(on);
    const hr::pool_plan plan{.on = &on};
    return hr::group_of(chat, plan).note;
  };
  CHECK(note([](auto&) {}) == "");
  CHECK(note([](auto& on) { on.rates = hr::figure<hr::serving_rates>(hr::unknown).noted("no rates"); }) == "no rates");
  CHECK(note([](auto& on) { on.of_gpu = hr::unknown; }) == "the memory of its GPUs is not known");
  const auto found = [](auto change, const hr::serving_objective& of = asked) {
    std::array kinds{kind_of_h100()};
    kinds[0].layouts.most = 2;
    change(kinds[0]);
    return hr::search_pools(chat, hr::pool_plans{.job = &chat, .kinds = kinds, .most_workers = 1}, of);
  };
  CHECK(found([](auto& on) { on.rates = hr::figure<hr::serving_rates>(hr::unknown).noted("no rates"); }).why_unknown() == "no rates");
  CHECK(found([](auto& on) { on.of_gpu = hr::unknown; }).why_unknown() == "the memory of its GPUs is not known");
  const auto small = found([](auto& on) { on.of_gpu = hr::gigabytes(5); });
  CHECK(small.is_empty());
  CHECK(small.without_room() == 4);  // two layouts of each
  const auto none = found([](auto& on) { on.at_most = 0; });
  CHECK(none.is_empty());
  CHECK(none.beyond_limits() == none.judged());
  CHECK(none.judged() > 0);
  // Of machines without a network between GPUs no time is asked for; and of what is too large to be counted nothing is known.
  hr::serving_kind without = kind_of_h100();
  without.machine = hr::machine{};
  hr::best_plans<hr::pool_plan> best;
  hr::detail::pools_seen seen;
  CHECK_FALSE(hr::detail::look_at(best, chat, {.on = &without}, asked, hr::usual_serving, hr::measured_servers, seen));
  CHECK(best.why_unknown() == "the machine has no GPU");
  hr::serving_job endless = chat;
  endless.concurrent_sequences = hr::max_count;
  // Nor where workers of several machines hand over what they read and the network between these is not known.
  hr::serving_kind apart = kind_of_h100();
  hr::vm alone = hr::azure::nd96isr_h100_v5::spec;
  alone.scale_out = alone.scale_out_per_gpu = hr::unknown;
  apart.machine = hr::machine(alone);
  best = {};
  CHECK_FALSE(hr::detail::look_at(best, chat, {.on = &apart, .prefill_workers = 5, .decode_workers = 5}, asked, hr::usual_serving, hr::measured_servers, seen));
  CHECK(best.why_unknown() == "its ranks exchange over a scale-out network, and the bandwidth of the machine's is not known");
  // A time was asked for where none is within limits.
  const auto is_asked = [&](const hr::serving_kind& on, const hr::serving_objective& of) {
    best = {};
    hr::detail::pools_seen unseen;
    return hr::detail::look_at(best, chat, {.on = &on}, of, hr::usual_serving, hr::measured_servers, unseen);
  };
  CHECK(is_asked(kind_of_h100(), {.each = asked.each, .token = hr::microseconds(1)}));
  CHECK(best.is_empty());
  CHECK(best.why_unknown() == "no request is answered within the limits, however few come");
  // A worker that takes all of the memory has room.
  hr::serving_kind full = kind_of_h100();
  full.of_gpu = value_of(hr::serving_memory(hr::prefill_job_of(chat, {.on = &full}))).needed;
  CHECK(seen.prefill.of(hr::prefill_job_of(chat, {.on = &full}), full, {}, hr::usual_serving, hr::measured_servers).is_known());
  const hr::figure<hr::serving_replica>& worker = seen.decode.of(endless, kind_of_h100(), {}, hr::usual_serving, hr::measured_servers);
  CHECK(worker.is_unknown());
  CHECK(worker.note == hr::serving_memory(endless).note);
  // A sequence that memory has no room for.
  hr::serving_kind tight = kind_of_h100();
  const hr::serving_pools pools = value_of(hr::group_of(chat, {.on = &tight}));
  CHECK(hr::answers_of(pools, {.each = {.prompt = 100'000'000, .answer = 2}}).note == "memory has no room for a request of such a length");
  CHECK_FALSE(hr::answers_of(pools, {.each = asked.each, .token = hr::microseconds(1)}).note.empty());
  // One limit by itself leaves the other open.
  const hr::group_answers by_token = value_of(hr::answers_of(pools, {.each = asked.each, .token = hr::milliseconds(20)}));
  const hr::group_answers by_first = value_of(hr::answers_of(pools, {.each = asked.each, .first_token = hr::milliseconds(400)}));
  const hr::group_answers by_both = value_of(hr::answers_of(pools, {.each = asked.each, .first_token = hr::milliseconds(400), .token = hr::milliseconds(20)}));
  CHECK(by_token.token <= hr::milliseconds(20));
  CHECK(by_first.first_token <= hr::milliseconds(400));
  CHECK(by_both.requests == std::min(by_token.requests, by_first.requests));
}

TEST_CASE("A plan of pools that is found says what its groups answer") {
  std::array kinds{kind_of_h100()};
  kinds[0].layouts.most = 2;
  hr::serving_objective of = asked;
  of.requests = 300;
  const auto found = hr::search_pools(chat, hr::pool_plans{.job = &chat, .kinds = kinds, .most_workers = 2}, of);
  REQUIRE_FALSE(found.is_empty());
  hr::pool_plan best = found.all().front().plan;
  CHECK(found.all().front().time == best.token);
  CHECK(found.all().front().gpus == best.gpus());
  const hr::group_answers answers = value_of(hr::answers_of(value_of(hr::group_of(chat, best)), of));
  CHECK(best.requests == answers.requests);
  CHECK(best.clients == answers.clients);
  CHECK(best.first_token == answers.first_token);
  CHECK(best.token == answers.token);
  CHECK(static_cast<double>(best.groups) * best.requests >= of.requests * (1 - 1e-9));
  CHECK(static_cast<double>(best.groups - 1) * best.requests < of.requests);
  CHECK(best.spares == 0);
  of.spares = {.replicas = 2};
  const auto spared = hr::search_pools(chat, hr::pool_plans{.job = &chat, .kinds = kinds, .most_workers = 2}, of);
  REQUIRE_FALSE(spared.is_empty());
  const hr::pool_plan& held = spared.all().front().plan;
  CHECK(held.spares == 2);
  CHECK(static_cast<double>(held.groups - 2) * held.requests >= of.requests * (1 - 1e-9));
  CHECK(static_cast<double>(held.groups - 3) * held.requests < of.requests);
}

// Prompts of one length, read one after the other on each rank of a worker; and products of all further tokens at the peak. An answer of
// n tokens has n - 1 further ones, and the first comes with the prompt.
TEST_CASE("No group answers more than its prompts can be read and its answers be written") {
  const hr::serving_replica prefill = value_of(hr::replica_of(chat, h100));
  const double idle = hr::detail::decoding(prefill, 0, 0).total();
  for (const count answer : {2, 3, 65, 4'000}) {
    CAPTURE(answer);
    const hr::serving_arrivals each{.prompt = 512, .answer = answer};
    const double alone = hr::detail::reading(prefill, 512, 0, 0, idle).alone;
    const double further = static_cast<double>(answer - 1);
    for (const double seconds : {1e-9, 0.25}) {
      hr::serving_kind on = by_hand;
      on.least_seconds = seconds;
      const hr::pool_plan plan{.on = &on, .decode = {.tensor = 2}, .prefill_workers = 3, .decode_workers = 5};
      const double read = 3 / alone * static_cast<double>(answer) / further, written = 5 * 2 / (seconds * further);
      CHECK(hr::detail::most_requests_of(plan, prefill, each) == doctest::Approx(1.001 * std::min(read, written)).epsilon(1e-9).scale(0));
    }
  }
  CHECK(hr::detail::most_requests_of({.on = &by_hand}, prefill, {.prompt = 512, .answer = 1}) == static_cast<double>(hr::max_count));
}

// Data-parallel ranks read a prompt each. Of lengths about that of a chunk most take one step, and their mean takes two.
TEST_CASE("Bounds of pools are above what ranks side by side read, and prompts of several lengths") {
  hr::serving_kind on = kind_of_h100();
  on.least_seconds = 1e-12;
  for (const count data : {1, 2, 4})
    for (const double spread : {0., 0.012}) {
      CAPTURE(data);
      CAPTURE(spread);
      const hr::pool_plan plan{.on = &on, .prefill = {.data = data}, .decode_workers = 1'000};
      const hr::serving_pools pools = value_of(hr::group_of(chat, plan));
      REQUIRE(pools.prefill.chunk == 8'192);
      const hr::serving_arrivals each{.prompt = 8'193, .answer = 4'000, .prompt_spread = spread};
      const double most = hr::in_requests_per_second(hr::most_requests(pools, each)), bound = hr::detail::most_requests_of(plan, pools.prefill, each);
      CHECK(most <= bound);
      CHECK(bound < 1.05 * most);
    }
}

// All plans cost one machine: the best is the one whose groups answer most together.
TEST_CASE("Of pools that cost as much those that answer more are better") {
  std::array kinds{kind_of_h100()};
  kinds[0].layouts.most = 1;
  kinds[0].at_most = 1;
  const hr::pool_plans space{.job = &chat, .kinds = kinds, .most_workers = 3};
  hr::serving_objective of = asked;
  double most = 0, of_one_group = 0;
  of.requests = 250;
  for (const hr::pool_plan& each : space) {
    const double requests = value_of(hr::answers_of(value_of(hr::group_of(chat, each)), of)).requests, groups = std::ceil(of.requests / requests);
    if (groups * static_cast<double>(each.gpus()) > 8) continue;
    most = std::max(most, requests * groups);
    of_one_group = std::max(of_one_group, requests);
  }
  const auto found = hr::search_pools(chat, space, of);
  REQUIRE(found.all().size() == 2);
  const hr::pool_plan& best = found.all().front().plan;
  CHECK(best.requests * static_cast<double>(best.groups) == doctest::Approx(most).epsilon(1e-9).scale(0));
  CHECK(best.requests < of_one_group);
  CHECK(best.groups > 1);
}

}  // namespace plan_serving_search_parts_test
