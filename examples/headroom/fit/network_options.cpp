// SPDX-License-Identifier: BSL-1.0
#include "fit/network_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>
#include <utility>

#include "fit/network_words.hpp"

namespace headroom::program {

links_of_leaf oversubscription_asked(std::string_view text) {
  const std::size_t colon = text.find(':');
  const parsed<count> down = parse_count(text.substr(0, colon));
  const parsed<count> up = colon == std::string_view::npos ? parsed<count>{.value = 1} : parse_count(text.substr(colon + 1));
  if (!down || !up || down.value < up.value || up.value < 1 || down.value > 4'096)
    throw input_error(fmt::format("--oversubscription: {}: expected links downward, 4,096 at most, and upward, such as 2:1", in_quotes(text)));
  return {down.value, up.value};
}

std::vector<CLI::Option*> network_options::add_to(CLI::App& command) {
  std::vector<CLI::Option*> all{
      command.add_option(oversubscription_option, oversubscription, "Links of a leaf switch towards machines and upward, 2:1: what crosses leaves has half of the bandwidth; else 1:1")->option_text("DOWN:UP"),
      command.add_option(flows_option, flows_on_busiest_uplink, "Flows that share an uplink: 1 with adaptive routing, more where a hash places them; the larger of this and of --oversubscription slows; else 1")->option_text("N"),
      command.add_option(domains_option, domains_per_leaf, "Scale-up domains (machines, racks of 72 GPUs) whose GPUs of one rail share a leaf switch: what stays among them crosses no uplink; else all crosses")
          ->check(CLI::Range(count{1}, max_count))
          ->option_text("N")};
  for (CLI::Option* each : all) each->group("Of the network between machines");
  return all;
}

leaf_switches network_options::over(leaf_switches said) const {
  if (!oversubscription.empty()) {
    const links_of_leaf asked = oversubscription_asked(oversubscription);
    said.oversubscription = static_cast<double>(asked.down) / static_cast<double>(asked.up);
  }
  said.flows_on_busiest_uplink = flows_on_busiest_uplink.value_or(said.flows_on_busiest_uplink);
  said.domains_per_leaf = domains_per_leaf.value_or(said.domains_per_leaf);
  if (!(said.flows_on_busiest_uplink >= 1 && said.flows_on_busiest_uplink <= 1'000)) throw input_error("--flows-on-busiest-uplink: expected a number of flows from 1 to 1,000");
  return said;
}

machine network_options::on(const machine& of, own_file& keeps) const {
  const leaf_switches* const said = leaves_of(of);
  if (!is_asked() || said == nullptr) return of;
  const auto changed = [&](auto& all, auto record) {
    record.leaves = over(record.leaves);
    all.push_back(std::move(record));
    return &all.back();
  };
  if (of.board() != nullptr) return machine(*changed(keeps.boards, *of.board()));
  const vm* const size = changed(keeps.sizes, *of.vm());
  if (of.rack() == nullptr) return machine(*size);
  rack with = *of.rack();
  with.vm = size;
  keeps.racks.push_back(with);
  return machine(keeps.racks.back());
}

std::vector<asked_machine> network_options::on(std::vector<asked_machine> machines, own_file& of) const {
  if (!is_asked()) return machines;
  if (std::ranges::none_of(machines, [](const asked_machine& each) { return leaves_of(each.machine) != nullptr; })) {
    const std::string_view option = !oversubscription.empty() ? oversubscription_option : flows_on_busiest_uplink.has_value() ? flows_option : domains_option;
    throw input_error(fmt::format("{}: no source states a scale-out network of {}", option, machines.size() == 1 ? machines.front().machine.name() : "these machines"));
  }
  for (asked_machine& each : machines) each.machine = on(each.machine, of);
  const auto is_slow = [](const asked_machine& each) {
    const leaf_switches* const leaves = leaves_of(each.machine);
    return leaves != nullptr && (leaves->oversubscription > 1 || leaves->flows_on_busiest_uplink > 1);
  };
  if (domains_per_leaf.has_value() && std::ranges::none_of(machines, is_slow))
    throw input_error(fmt::format("{}: expected {} or {} with it: uplinks that carry all slow nothing", domains_option, oversubscription_option, flows_option));
  return machines;
}

}  // namespace headroom::program
