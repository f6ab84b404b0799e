// SPDX-License-Identifier: BSL-1.0
// A small planner: places jobs one after the other on the first kind of machine that has enough left, oldest machines
// first. What a job is and whether it fits is headroom's; the policy is ours.
#include <headroom/headroom.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hr = headroom;

namespace {

// [machines for]
// The job is a demand on machines of one kind. The least number of them is how many more than none it takes.
std::optional<hr::count> machines_for(const hr::demand& job, const hr::group& free) {
  const std::array none{hr::group{free.machine, 0}};
  const hr::figure<hr::count> wanted = hr::how_many_more(none, job).front();
  if (!wanted.is_known() || *wanted.known() > free.how_many) return std::nullopt;
  return *wanted.known();
}
// [/machines for]

void print(std::string_view job) { std::printf("%-26.*s ", static_cast<int>(job.size()), job.data()); }

// Why the job went nowhere: the need that fails on the last kind of machine tried.
std::string_view reason(const hr::demand& job, const hr::group& free) {
  const std::array all{free};
  const hr::verdict verdict = hr::assess(all, job);
  const hr::group_standing& standing = verdict.groups.front();
  return name(standing.outcome == hr::outcome::fits ? verdict.binding().line : standing.why.line);
}

}  // namespace

int main() {
  std::vector<hr::group> free{{hr::azure::nd40rs_v2::spec, 3},
                              {hr::azure::nd96asr_v4::spec, 4},
                              {hr::azure::gb300_nvl72::spec, 2}};

  const std::vector<hr::demand> jobs{
      {.name = "fine-tune a 7B model", .total = {.usable_gpu_memory = hr::gigabytes(7 * 16)}},
      {.name = "pre-train a 70B model",
       .total = {.usable_gpu_memory = hr::gigabytes(70 * 16)},
       .per_gpu = {.peak = hr::teraflops<hr::bf16>(300), .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(200))}},
      {.name = "serve a 405B model in fp8",
       .total = {.usable_gpu_memory = hr::gigabytes(405 * 1.5)},
       .per_gpu = {.peak = hr::petaflops<hr::fp8>(1)}},
      {.name = "climate model in fp64", .per_gpu = {.peak = hr::teraflops<hr::fp64>(7.8)}},
      {.name = "a second climate model", .total = {.gpus = 16}, .per_gpu = {.peak = hr::teraflops<hr::fp64>(7.8)}},
      {.name = "one domain of 144 GPUs", .per_domain = {.gpus = 144}},
      {.name = "a thousand GPUs", .total = {.gpus = 1'000}},
  };

  for (const hr::demand& job : jobs) {
    print(job.name);
    const auto place = std::ranges::find_if(free, [&](const hr::group& part) { return machines_for(job, part).has_value(); });
    if (place == free.end()) {
      std::printf("nowhere: not enough %s\n", std::string(reason(job, free.back())).c_str());
      continue;
    }
    const hr::count taken = machines_for(job, *place).value_or(0);  // found above, so never 0
    place->how_many -= taken;
    std::printf("%2lld x %-20s %2lld left\n", static_cast<long long>(taken), std::string(place->machine.name()).c_str(),
                static_cast<long long>(place->how_many));
  }
}
