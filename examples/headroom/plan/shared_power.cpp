// SPDX-License-Identifier: BSL-1.0
#include "plan/shared_power.hpp"

#include <fmt/format.h>

#include <vector>

#include "estimate/report_parts.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

count gpus_of(const replicas_among& of) { return multiply(of.replicas, of.of_one->job.serving()->gpus_per_replica()); }

// Of the kind, of a part that is no mix's all of it.
count gpus_of_way_on(const job_way& way, const shared_option& option, std::size_t kind) {
  if (way.mix.empty()) return option.kind == kind ? gpus_of_way(way) : 0;
  count sum = 0;
  auto its = way.mix.begin();
  for_each_part(option, [&](const shared_option& part) {
    if (part.kind == kind) sum = add(sum, gpus_of(*its));
    ++its;
  });
  return sum;
}

}  // namespace

count gpus_of_way(const job_way& way) {
  if (way.plan != nullptr) return way.plan->takes.gpus;
  if (way.pools != nullptr) return way.pools->plan.gpus();
  if (way.mix.empty()) return way.replicas->gpus();
  count sum = 0;
  for (const replicas_among& each : way.mix) sum = add(sum, gpus_of(each));
  return sum;
}

count machines_of_way(const job_way& way) {
  if (way.plan != nullptr) return way.plan->machines;
  if (way.pools != nullptr) return way.pools->machines;
  return way.mix.empty() ? way.replicas->fit.needs.value_or(0) : 0;
}

count gpus_on(const shared_answer& of, const shared_choice& choice, std::size_t kind) {
  count sum = 0;
  for (std::size_t i = 0; i < of.jobs.size(); ++i) sum = add(sum, gpus_of_way_on(of.way_of(i, choice), of.option_of(i, choice), kind));
  for (const std::vector<count>& each : choice.of_demands) sum = add(sum, multiply(each[kind], gpus_of(of.machines[kind].machine).value_or(0)));
  return sum;
}

count gpus_taken(const shared_machine& of, const shared_layout& use) { return multiply(of.as.kept(use.machines), gpus_of(of.machine).value_or(0)); }

figure<power> rated_power(const shared_machine& on, count gpus) {
  const count of_machine = gpus_of(on.machine).value_or(0);
  if (of_machine < 1) return unknown;
  return on.gpu_power.with(scaled(on.gpu_power.value_or({}), static_cast<double>(gpus) / static_cast<double>(of_machine)));
}

double share_of_own_machines(count gpus, count machines, const machine& on) {
  const count there = multiply(machines, gpus_of(on).value_or(0));
  return there > 0 ? static_cast<double>(gpus) / static_cast<double>(there) : 1;
}

rated_gpus rated_gpus_of(const shared_answer& of, const shared_choice& choice) {
  power all, free;
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_machine& on = of.machines[k];
    const count taken = gpus_taken(on, choice.uses[k]);
    if (taken == 0) continue;
    const figure<power> of_taken = rated_power(on, taken), of_free = rated_power(on, taken - gpus_on(of, choice, k));
    if (!of_taken.is_known() || !of_free.is_known()) return {unknown, unknown};
    all += *of_taken.known();
    free += *of_free.known();
  }
  return {all, free};
}

std::string rated_gpus_text(const rated_gpus& of) {
  if (!of.all.is_known() || !of.free.is_known()) return {};
  const auto kilowatts = [](const power& each) { return rounded(in_kilowatts(each), 3); };
  const std::string text = fmt::format("All GPUs of these machines are rated at {} kW together, each machine counted once", kilowatts(*of.all.known()));
  if (!(in_watts(*of.free.known()) > 0)) return text + ".";
  return fmt::format("{}; {} kW of that are of GPUs that nobody has, and what those draw while they are idle no source states.", text, kilowatts(*of.free.known()));
}

}  // namespace headroom::program
