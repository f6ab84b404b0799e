// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>
#include <headroom/plan/checkpoints.hpp>
#include <headroom/plan/failures.hpp>
#include <headroom/plan/spares.hpp>

#include <array>
#include <cstdio>

namespace how_to_page {

// [own machine]
namespace hr = headroom;

struct lab_server {
  static constexpr hr::vm spec{.name = "lab-8xH100",
                               .gpu = &hr::nvidia::h100_sxm5::spec,
                               .gpus = 8,
                               .vcpus = 224,
                               .system_memory = hr::gibibytes(2'048),
                               .scale_out_per_gpu = hr::scale_out_per_direction(hr::gigabits_per_second(400)),
                               .scale_up_domain_gpus = 8};
};

inline constexpr auto lab = hr::cluster{hr::vms<lab_server>(4), hr::vms<hr::azure::nd96isr_h100_v5>(2)};
static_assert(hr::gpu_count(lab) == 48);
// [/own machine]

// [own gpu]
struct prototype {
  static constexpr hr::gpu spec{.name = "P1",
                                .memory_as_sold = hr::nameplate_gigabytes(128),
                                .memory_bandwidth = hr::terabytes_per_second(5),
                                .tdp = hr::watts(900),
                                .bf16 = hr::tensor_only(hr::petaflops(1), hr::absent),
                                .fp4 = hr::no_rates};
};

struct prototype_server {
  static constexpr hr::vm spec{.name = "8 P1", .gpu = &prototype::spec, .gpus = 8};
};

inline constexpr auto prototypes = hr::cluster{hr::vms<prototype_server>(2)};
static_assert(hr::peak<hr::bf16>(prototypes) == hr::petaflops<hr::bf16>(16));
static_assert(hr::system_memory(prototypes.groups()).covered == 0);  // not stated, so not known
// [/own gpu]

// [failures]
// 64 machines of 8 H100s that fail as those of Llama 3 405B did, and a checkpoint that stalls for half a minute.
inline constexpr hr::duration of_one = hr::between_failures(hr::llama_3_failures).value_or({});
inline constexpr hr::duration of_all = hr::between_interruptions(of_one, 64);
constexpr double time_kept(const hr::duration& restart) {
  const hr::interruptions met{.between = of_all, .restart = restart};
  const hr::checkpoints best{.interval = hr::best_interval(hr::seconds(30), met).value_or({}), .stall = hr::seconds(30)};
  return hr::effective_share(best, met).value_or(0);
}
static_assert(time_kept(hr::minutes(10)) > 0.985);  // with a machine to spare
static_assert(time_kept(hr::days(1)) < 0.775);      // waiting for the one that failed

// Up for 99 % of the time are 64 of 66: of 65 they are for 97.5 %.
inline constexpr double up = hr::availability(of_one, hr::days(1)).value_or(0);
static_assert(hr::fewest_held(64, up, 0.99).value_or(0) == 66);
// [/failures]

// [own model]
// Eight layers: three of Mamba-2 to one of attention, experts in each.
inline constexpr hr::experts networks{.routed = 64, .per_token = 4, .width = 1'024, .shared_width = 1'024};
inline constexpr hr::transformer hybrid{
    .name = "ours",
    .vocabulary = 100'352,
    .hidden = 2'048,
    .context = 131'072,
    .tied = true,
    .layers = {{{.letter = 'm',
                 .how_many = 6,
                 .state_space = {.heads = 64, .head_size = 64, .groups = 1, .state_size = 128, .kernel = 4},
                 .experts = networks},
                {.letter = 'a',
                 .how_many = 2,
                 .attention = {.heads = 16, .kv_heads = 4, .head_size = 128},
                 .experts = networks}}},
    .order = "mmma",
};
static_assert(hr::parameters(hybrid).known()->total() > 3'000'000'000);
static_assert(hr::active_parameters(hybrid).known()->total() < 700'000'000);
// [/own model]

// [deployment]
namespace deployment {

inline constexpr auto production = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(16)};

// What the teams were promised, each by the page that says so.
inline constexpr hr::demand training{.name = "training",
                                     .total = {.gpus = 128},
                                     .per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))},
                                     .features = {hr::feature::infiniband}};
inline constexpr hr::demand budget{.name = "budget",
                                   .at_most = {.price_per_hour = hr::dollars_per_hour(1'600)},
                                   .prices = {.region = "eastus", .published = hr::catalog::prices()}};

static_assert(hr::must_fit<production, training>);
static_assert(hr::must_fit<production, budget>);

}  // namespace deployment
// [/deployment]

// [if constexpr]
template <auto Cluster, const auto& Demand>
constexpr hr::count replicas() {
  if constexpr (hr::fits<Cluster, Demand>) {
    return 2;
  } else {
    return 1;
  }
}
static_assert(replicas<deployment::production, deployment::training>() == 2);
// [/if constexpr]

// [own prices]
inline constexpr std::array agreed{hr::price{.machine = "Standard_ND96isr_H100_v5",
                                             .region = "eastus",
                                             .on_demand = hr::dollars_per_hour(61.5),
                                             .date = "2026-10-01",
                                             .own = true}};
inline constexpr hr::pricing terms{.region = "eastus", .own = agreed, .published = hr::catalog::prices()};

static_assert(hr::in_dollars_per_hour(hr::price_per_hour(deployment::production, terms).known_part) == 16 * 61.5);
// [/own prices]

// [read]
inline void explain(const hr::verdict& verdict) {
  std::printf("%s\n", name(verdict.outcome).data());
  for (const hr::need_check& each : verdict.checks())
    std::printf("  %s: need %g, have %g%s\n", name(each.line).data(), each.need, each.supply, each.confirmed ? "" : " (unconfirmed)");
  for (const hr::group_standing& each : verdict.groups)
    if (each.outcome != hr::outcome::fits)
      std::printf("  %s is not eligible: %s\n", each.group.machine.name().data(), name(each.why.line).data());
}
// [/read]

// [three outcomes]
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10)};
inline constexpr hr::demand enough{.total = {.gpus = 80}};
inline constexpr hr::demand too_much{.total = {.gpus = 88}};
inline constexpr hr::demand undecided{.at_most = {.max_power = hr::kilowatts(70)}};

static_assert(hr::assess(vms, enough).outcome == hr::outcome::fits);
static_assert(hr::assess(vms, too_much).outcome == hr::outcome::does_not_fit);
static_assert(hr::assess(vms, undecided).outcome == hr::outcome::cannot_be_judged);
static_assert(hr::assess(vms, undecided).binding().missing == "Standard_ND96asr_v4");
// [/three outcomes]

}  // namespace how_to_page
