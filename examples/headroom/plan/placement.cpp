// SPDX-License-Identifier: BSL-1.0
#include "plan/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "fit/fit_words.hpp"
#include "reading.hpp"

namespace headroom::program {

std::string shared_places_text(const std::vector<shared_nodes>& places, const shared_option& of, const shared_kind& on) {
  std::string text;
  const auto range = [](count first, count last) { return first == last ? number_text(first) : fmt::format("{}-{}", number_text(first), number_text(last)); };
  for (const shared_nodes& each : places) {
    const count size = on.machine_nodes;
    for (count at = each.first; at < each.first + each.nodes;) {
      const count end = each.first + each.nodes;
      const bool are_whole = at % size == 0 && end - at >= size;
      const count next = are_whole ? at + (end - at) / size * size : std::min(end, (at / size + 1) * size);
      text += text.empty() ? "" : "; ";
      if (are_whole) text += range(at / size + 1, next / size);
      else text += fmt::format("{} (VMs {})", number_text(at / size + 1), range(at % size + 1, (next - 1) % size + 1));
      if (each.pods > 0) text += fmt::format(" ({}{})", so_many(each.pods * of.pod_gpus, "GPU"), next - at == 1 ? "" : " of each");
      at = next;
    }
  }
  return text;
}

nlohmann::ordered_json shared_places_json(const std::vector<shared_nodes>& places, const shared_option& of, const shared_kind& on) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const shared_nodes& each : places)
    all.push_back({{"first", each.first + 1}, {"last", each.first + each.nodes}, {"gpus_of_each", each.pods > 0 ? each.pods * of.pod_gpus : on.node_gpus}});
  return all;
}

placed_job placed_alone(const machine& on, count replicas, count gpus) {
  const figure<shared_kind> as = shared_kind_of(on);
  if (!as.is_known() || replicas < 1 || gpus < 1) return {};
  placed_job made{.on = *as.known(), .replicas = replicas, .gpus = gpus, .option = option_on(0, *as.known(), replicas, gpus, 0, 0)};
  const std::array jobs{made.option};
  made.places = lay_out(made.on, jobs).places[0];
  return made;
}

placed_job placed_run(const machine& on, const parallelism& by) {
  const count gpus = by.gpus(), together = run_site_of(on).together(by);
  placed_job made = placed_alone(on, gpus / together, together);
  made.are_groups = together < gpus;
  return made;
}

namespace {

std::string placed_nodes_text(count nodes, const shared_kind& on) { return so_many(nodes, on.machine_nodes == 1 ? "machine" : "VM"); }

}  // namespace

std::string domains_text(const placed_job& of) {
  std::map<count, count> nodes_of;
  for (const shared_nodes& each : of.places)
    for (count at = each.first; at < each.first + each.nodes; ++at) ++nodes_of[at / of.on.domain_nodes];
  std::vector<std::pair<count, count>> alike;  // so many nodes of each of so many domains that follow one another
  for (const auto& [domain, nodes] : nodes_of) {
    if (alike.empty() || alike.back().first != nodes) alike.emplace_back(nodes, 0);
    ++alike.back().second;
  }
  std::vector<std::string> parts;
  for (const auto& [nodes, domains] : alike)
    parts.push_back(fmt::format("{} in {}", placed_nodes_text(nodes, of.on), domains > 1    ? fmt::format("each of {} scale-up domains", number_text(domains))
                                                                      : parts.empty() ? std::string("one scale-up domain")
                                                                                      : std::string("another")));
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string placement_text(const placed_job& of, count stages) {
  if (of.places.empty()) return {};
  std::vector<std::string> parts;
  if (of.on.domain_nodes > 1) parts.push_back(domains_text(of));
  const auto gpus_text = [&](count gpus) { return gpus % of.on.node_gpus == 0 ? placed_nodes_text(gpus / of.on.node_gpus, of.on) : so_many(gpus, "GPU"); };
  if (stages > 1) parts.push_back(fmt::format("each of {} pipeline stages has {} in a row", number_text(stages), gpus_text(of.gpus * of.replicas / stages)));
  if (of.are_groups) parts.push_back(fmt::format("each group of {} lies in one scale-up domain", so_many(of.gpus, "GPU")));
  else if (of.replicas > 1) {
    const count together = of.on.node_gpus / of.gpus;
    parts.push_back(together > 0 ? fmt::format("{} on a {}", so_many(std::min(together, of.replicas), "replica"), of.on.machine_nodes == 1 ? "machine" : "VM")
                                 : fmt::format("each replica has {}", gpus_text(of.gpus)));
  }
  return parts.empty() ? std::string() : fmt::format("Placement: {}.", fmt::join(parts, "; "));
}

}  // namespace headroom::program
