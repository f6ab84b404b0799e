// SPDX-License-Identifier: BSL-1.0
// What do failures cost a long training run? A table by the number of GPUs; or of one run with its own checkpoints and restarts:
//   what_failures_cost GPUS "30 s" "10 min"
#include <array>
#include <cstdio>
#include <headroom/plan/checkpoints.hpp>
#include <headroom/plan/failures.hpp>
#include <headroom/plan/spares.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>
#include <string>

namespace hr = headroom;

// A day until a machine is back, and machines to spare so that a run seldom waits for one.
inline constexpr hr::duration repair = hr::days(1);
inline constexpr double seldom = 0.99;

// Checked by the build: 16,384 GPUs that fail as Llama 3's did keep nine tenths of their time.
inline constexpr hr::duration of_one = hr::between_failures(hr::llama_3_failures).value_or({});
inline constexpr hr::interruptions llama_3{.between = hr::between_interruptions(of_one, 2'048), .restart = hr::minutes(5)};
static_assert(hr::effective_share({hr::minutes(12), hr::seconds(20)}, llama_3).value_or(0) >= 0.9);

void print_row(hr::count gpus, const hr::failure_record& counted, const hr::duration& stall, const hr::duration& restart) {
  const hr::count machines = (gpus + counted.machine_gpus - 1) / counted.machine_gpus;
  const hr::duration one = hr::between_failures(counted).value_or({});
  const hr::interruptions met{.between = hr::between_interruptions(one, machines), .restart = restart};
  const hr::duration interval = hr::best_interval(stall, met).value_or({});
  const double share = hr::effective_share({interval, stall}, met).value_or(0);
  const double up = hr::availability(one, repair).value_or(0);
  const hr::count held = hr::fewest_held(machines, up, seldom).value_or(machines);
  std::printf("%8s  %14s  %14s  %8.1f %%  %8s\n", std::string(hr::to_text(gpus)).c_str(),
              std::string(hr::rounded_text(met.between, 3)).c_str(), std::string(hr::rounded_text(interval, 3)).c_str(), 100 * share,
              std::string(hr::to_text(held - machines)).c_str());
}

int main(int argc, char** argv) {
  if (argc != 1 && argc != 4) {
    std::puts("what_failures_cost [GPUS STALL RESTART], as in: what_failures_cost 4096 \"30 s\" \"10 min\"");
    return 2;
  }
  const auto gpus = hr::parse_count(argc == 4 ? argv[1] : "16384");
  const auto stall = hr::parse_duration(argc == 4 ? argv[2] : "30 s");
  const auto restart = hr::parse_duration(argc == 4 ? argv[3] : "10 min");
  if (!gpus || gpus.value < 1 || !stall || !(stall.value > hr::duration{}) || !restart || restart.value < hr::duration{}) {
    std::puts("a number of GPUs, how long a checkpoint stalls and how long a restart takes are expected");
    return 2;
  }
  for (const hr::failure_record& counted : {hr::llama_3_failures, hr::rsc_1_failures}) {
    std::printf("%s machines that fail as those of %s: %s, %s\n", std::string(counted.gpu).c_str(), std::string(counted.name).c_str(),
                std::string(counted.from->title).c_str(), std::string(counted.from->date).c_str());
    std::puts("    GPUs   interrupted    best interval   time kept   machines");
    std::puts("                 every  of checkpoints                to spare");
    if (argc == 4) print_row(gpus.value, counted, stall.value, restart.value);
    else
      for (const hr::count each : std::array<hr::count, 4>{1'024, 4'096, 16'384, 131'072}) print_row(each, counted, stall.value, restart.value);
  }
}
