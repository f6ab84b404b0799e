// SPDX-License-Identifier: BSL-1.0
#include "validate/row_machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <headroom/catalog/machines.hpp>
#include <headroom/network/fabric.hpp>
#include <string>
#include <vector>

#include <headroom/text/characters.hpp>
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// The network as a row words it: "Omni-Path, 4 links of 100 Gb/s per node", "RoCE 400 Gb/s per GPU".
std::optional<bandwidth> bandwidth_worded(const json& c, count gpus_of_machine) {
  const std::vector<std::string> words = words_of(text(c, setting::fabric, ""));
  const auto number_at = [&](std::size_t i) { return ascii::is_digit(words[i][0]) ? std::atof(words[i].c_str()) : 0.0; };
  const auto unit = std::ranges::find(words, "gb");
  const auto at = static_cast<std::size_t>(unit - words.begin());
  if (unit == words.end() || at == 0 || !(number_at(at - 1) > 0)) return {};
  const bool says_links = at > 3 && words[at - 2] == "of" && words[at - 3] == "links";
  const double all = (says_links ? number_at(at - 4) : 1) * number_at(at - 1);
  if (words.back() == "gpu") return gigabits_per_second(all);
  if (words.back() != "node") return {};
  return gigabits_per_second(all / static_cast<double>(has(c, setting::nodes) ? ceil_of(degree(c, setting::gpus), degree(c, setting::nodes)) : gpus_of_machine));
}

}  // namespace

row_machine machine_of(const gpu& device, count gpus, figure<scale_out_bandwidth> of_each, std::string_view scale_out_kind) {
  // Where rows say nothing of it, the kind that most machines have.
  return {.size = {.gpu = &device,
                   .gpus = gpus,
                   .scale_out_per_gpu = of_each,
                   .scale_out_kind = scale_out_kind.empty() ? scale_out_kinds[0].kind : scale_out_kind,
                   .scale_up_domain_gpus = gpus}};
}

std::optional<bandwidth> adapters_said(const json& c, count gpus_of_machine) {
  if (has(c, setting::adapter)) return gigabits_per_second(number(c, setting::adapter));
  if (has(c, setting::adapters)) return gigabits_per_second(number(c, setting::adapters) / static_cast<double>(gpus_of_machine));
  return {};
}

const machine* widest_machine_with(const gpu& device) {
  const auto reach = [](const machine& m) {
    const fabric over = known(fabric_of(m));
    return static_cast<double>(over.domain_gpus) * in_bytes_per_second(over.scale_out.one_direction);
  };
  const machine* best = nullptr;
  for (const machine& each : catalog::machines())
    if (each.gpu() == &device && fabric_of(each).is_known() && (best == nullptr || reach(each) > reach(*best))) best = &each;
  return best;
}

row_machine machine_with(const gpu& device, const json& c) {
  const machine* const listed = widest_machine_with(device);
  const fabric within = listed != nullptr ? known(fabric_of(*listed)) : fabric{.machine_gpus = assumed_machine.gpus, .domain_gpus = assumed_machine.gpus};
  const count gpus = within.machine_gpus;
  std::optional<bandwidth> said = adapters_said(c, gpus);
  if (!said) said = bandwidth_worded(c, gpus);
  if (listed != nullptr && !said) return {.listed = listed};
  const measured_scale_out network = measured_scale_out_for(text(c, setting::fabric, ""));
  row_machine made = machine_of(device, gpus, scale_out_per_direction(said.value_or(assumed_machine.adapter)),
                                network.is_measured ? network.kind : std::string_view{});
  made.size.scale_up_domain_gpus = within.domain_gpus;
  return made;
}

}  // namespace headroom::program::validation
