// SPDX-License-Identifier: BSL-1.0
#include "commands/fabric_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <headroom/cluster/resource.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/plan/fat_tree.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/own_file.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "amount_option.hpp"
#include "fit/fit_words.hpp"
#include "fit/job_source.hpp"
#include "fit/network_options.hpp"
#include "page/page_options.hpp"
#include "plan/plan_words.hpp"
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

struct fabric_options {
  std::string on{};
  std::string of_switch{};
  std::string oversubscription = "1:1";
  std::string switch_price{};
  std::string transceiver_price{};
  std::string cable_price{};
  std::string switch_power{};
  std::int64_t rails = 0;  // not said
  std::int64_t ports = 0;  // likewise
  bool copper_to_machines = false;
  bool json = false;
};

// What was asked, and what is found.
struct asked_fabric {
  headroom::machine machine;
  count how_many = 0;
  bandwidth of_port{};
  fat_tree_terms terms{};
  fabric_prices prices{};
  figure<power> of_switch{};
};

// Two texts around a mark.
std::pair<std::string_view, std::string_view> parted(std::string_view text, char mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? std::pair{text, std::string_view{}} : std::pair{text.substr(0, at), text.substr(at + 1)};
}

// Nothing is taken for granted.
template <class Quantity>
figure<Quantity> figure_asked(std::string_view option, std::string_view text, parsed<Quantity> (*parse)(std::string_view), std::string_view example) {
  return text.empty() ? figure<Quantity>() : figure<Quantity>(amount_asked(option, text, parse, example, least_amount::nothing));
}

// In bits, as networks are sold.
std::string port_text(const bandwidth& x) { return std::string(to_text(scale_out_per_direction(x)).view()); }

// As many as its bandwidth takes, unless somebody says how many it has. A port that is faster than what a GPU has to itself is no port of such a machine.
count ports_of(const machine& of, const bandwidth& of_port, count said) {
  const figure<scale_out_bandwidth> whole = resource::scale_out::of(of);
  if (whole.is_absent()) throw input_error(fmt::format("--on: {} has no scale-out network", of.name()));
  if (said > 0) return said;
  if (!whole.is_known()) throw input_error(fmt::format("--on: no source states the scale-out bandwidth of {}: expected --ports, those of one", of.name()));
  const double vms = static_cast<double>(std::max<count>(of.vms().value_or(1), 1));
  const bandwidth of_vm = whole.known()->one_direction / vms;
  const double ports = in_bytes_per_second(of_vm) / in_bytes_per_second(of_port);
  const double gpus = static_cast<double>(gpus_of(of).value_or(0)) / vms;
  if (gpus > 0 && ports < gpus * (1 - 1e-9))
    throw input_error(fmt::format("--switch: ports of {} are faster than the {} that {} has for each GPU: expected such ports, or --ports, those of one", port_text(of_port), port_text(of_vm / gpus), of.name()));
  if (!(ports >= 0.5) || std::abs(ports - std::round(ports)) > 1e-9 * ports)
    throw input_error(fmt::format("--switch: ports of {} do not divide the {} of a machine: expected such ports, or --ports, those of one", port_text(of_port), port_text(of_vm)));
  return static_cast<count>(std::round(ports));
}

asked_fabric fabric_asked(const fabric_options& options) {
  const asked_machine on = machine_asked("--on", options.on, {});
  if (!on.how_many.has_value()) throw input_error("--on: expected a number of machines: MACHINE=128");
  asked_fabric made{.machine = on.machine, .how_many = *on.how_many};

  const auto [ports, speed] = parted(options.of_switch, 'x');
  const parsed<count> ports_of_switch = parse_count(ports);
  const parsed<bandwidth> of_port = parse_bandwidth(speed);
  if (!ports_of_switch || !of_port || !(of_port.value > bandwidth{}))
    throw input_error(fmt::format("--switch: {}: expected its ports and their speed in one direction, such as 64x400Gb/s", in_quotes(options.of_switch)));
  made.of_port = of_port.value;

  const links_of_leaf links = oversubscription_asked(options.oversubscription);

  // A rack's VMs are connected one by one.
  const count vms = on.machine.vms().value_or(1);
  made.terms = {.machines = multiply(made.how_many, vms > 0 ? vms : 1), .ports_of_machine = ports_of(on.machine, made.of_port, options.ports), .ports_of_switch = ports_of_switch.value,
                .down = links.down, .up = links.up};
  made.terms.rails = options.rails > 0 ? count{options.rails} : made.terms.ports_of_machine;
  if (made.terms.ports_of_machine % made.terms.rails != 0)
    throw input_error(fmt::format("--rails {}: the {} of a machine are not divided evenly by them", made.terms.rails, so_many(made.terms.ports_of_machine, "port")));
  made.prices = {.of_switch = figure_asked("--switch-price", options.switch_price, parse_money, "$30000"),
                 .of_transceiver = figure_asked("--transceiver-price", options.transceiver_price, parse_money, "$900"),
                 .of_cable = figure_asked("--cable-price", options.cable_price, parse_money, "$60"),
                 .copper_to_machines = options.copper_to_machines};
  made.of_switch = figure_asked("--switch-power", options.switch_power, parse_power, "1.7kW");
  return made;
}

figure<power> power_of(const asked_fabric& of, const fat_tree& tree) {
  return of.of_switch.is_known() ? figure<power>(static_cast<double>(tree.switches()) * *of.of_switch.known()) : of.of_switch;
}

using json = nlohmann::ordered_json;

json fabric_json(const asked_fabric& of, const fat_tree& tree) {
  return {{"machine", of.machine.name()},
          {"machines", of.how_many},
          {"connected", of.terms.machines},
          {"ports_per_connected", of.terms.ports_of_machine},
          {"rails", of.terms.rails},
          {"ports_per_switch", of.terms.ports_of_switch},
          {"bytes_per_second_of_port", in_bytes_per_second(of.of_port)},
          {"oversubscription", {{"down", of.terms.down}, {"up", of.terms.up}}},
          {"tiers", tree.tiers},
          {"leaves", tree.leaves},
          {"spines", tree.spines},
          {"cores", tree.cores},
          {"connected_per_group", tree.machines_of_group},
          {"pods", tree.pods},
          {"rails_per_pod", tree.rails_of_pod},
          {"groups_per_pod", tree.groups_of_pod},
          {"fewest_switches", tree.is_fewest},
          {"links_to_machines", tree.links_to_machines},
          {"links_to_spines", tree.links_to_spines},
          {"links_to_cores", tree.links_to_cores},
          {"ports_left", tree.ports_left},
          {"transceivers", transceivers_of(tree, of.prices.copper_to_machines)},
          {"dollars", json_of_figure(price_of(tree, of.prices), [](const money& x) { return json(in_dollars(x)); })},
          {"switch_watts", json_of_figure(power_of(of, tree), [](const power& x) { return json(in_watts(x)); })}};
}

report::chart tiers_chart(const fat_tree& tree) {
  report::chart made{.title = "Switches by tier", .about = "How many switches stand in each tier of the fabric.", .x = {.title = "switches"}, .all = {{.name = "switches"}}};
  const std::array<std::pair<std::string_view, count>, 3> all{{{"leaves", tree.leaves}, {"spines", tree.spines}, {"cores", tree.cores}}};
  for (const auto& [tier, switches] : all) {
    if (switches == 0) continue;
    made.all[0].points.push_back({static_cast<double>(switches), static_cast<double>(made.rows.size())});
    made.rows.push_back({std::string(tier), number_text(switches)});
  }
  return made;
}

void write_fabric(session& s, const asked_fabric& of, const fat_tree& tree) {
  const std::string tiers = tree.tiers == 1 ? "one switch" : fmt::format("{} switches in {} tiers", number_text(tree.switches()), tree.tiers);
  s.line(fmt::format("Fabric: {} for {} x {}", tiers, number_text(of.how_many), of.machine.name()), style::strong);
  s.paragraph("  ", fmt::format("{} with {} of {}, in {}; {} down to {} up at the leaves.",
                                so_many(of.terms.machines, of.machine.vms().is_known() ? "VM" : "machine"), so_many(of.terms.ports_of_machine, "port"),
                                port_text(of.of_port), so_many(of.terms.rails, "rail"), number_text(of.terms.down), number_text(of.terms.up)));
  s.draw(tiers_chart(tree));
  table t({name_column("part"), number_column("how many"), number_column("each"), number_column("together")});
  std::vector<std::string_view> missing;
  for (const fabric_part& each : bill_of(tree, of.prices)) {
    if (each.how_many == 0) continue;
    t.add({std::string(each.name), number_text(each.how_many), program::dollars_text(each.each), program::dollars_text(each.together())});
    const std::string_view option = each.name == "transceivers" ? "--transceiver-price" : each.name == "links" ? "--cable-price" : "--switch-price";
    if (!each.each.is_known() && std::ranges::find(missing, option) == missing.end()) missing.push_back(option);
  }
  s.write(t);
  s.print("\n");
  const figure<money> price = price_of(tree, of.prices);
  s.paragraph("  ", price.is_known() ? fmt::format("{} in all.", program::dollars_text(price)) : fmt::format("Without {} it has no price: none is taken for granted.", one_of(missing)));
  if (const figure<power> drawn = power_of(of, tree); drawn.is_known()) s.paragraph("  ", fmt::format("Its switches draw {}.", to_text(*drawn.known()).view()));
  std::string links = so_many(tree.links_to_machines, "link") + " to machines";
  if (tree.tiers > 1) links += fmt::format(", {} from leaves to spines", number_text(tree.links_to_spines));
  if (tree.tiers > 2) links += fmt::format(", {} from spines to cores", number_text(tree.links_to_cores));
  s.paragraph("  ", fmt::format("{}; {} of switches {} left.", links, so_many(tree.ports_left, "port"), inflected(tree.ports_left, "is", "are")));
  if (tree.tiers > 1)
    s.paragraph("  ", fmt::format("{}{} share leaves: what one sends to a GPU of the same number in another crosses no spine.", of.terms.machines % (tree.leaves / of.terms.rails) == 0 ? "" : "Up to ", so_many(tree.machines_of_group, of.machine.vms().is_known() ? "VM" : "machine")));
  if (tree.tiers > 2)
    s.paragraph("  ", fmt::format("Leaves share spines in {} pods, each with {} of {}{}.", number_text(tree.pods), so_many(tree.rails_of_pod, "rail"),
                                  tree.leaves / of.terms.rails % (tree.pods * tree.rails_of_pod / of.terms.rails) == 0 ? "" : "up to ", so_many(tree.groups_of_pod, "such group")));
  if (!tree.is_fewest) s.paragraph("  ", "There are too many ways to fill such switches to try them all: fewer may do.");
}

void run_fabric(session& s, const fabric_options& options) {
  const asked_fabric of = fabric_asked(options);
  const figure<fat_tree> tree = fat_tree_of(of.terms);
  if (!tree.is_known()) throw input_error(fmt::format("--switch: {}: {}", in_quotes(options.of_switch), tree.note));
  if (options.json) print_json_answer(s, "fabric", fabric_json(of, *tree.known()));
  else write_fabric(s, of, *tree.known());
}

}  // namespace

void add_fabric_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("fabric", "The switches, links and optics that connect machines, and their bill");
  const auto options = std::make_shared<fabric_options>();
  command->add_option("--on", options->on, "So many machines of a kind, whose scale-out bandwidth is known")->option_text("MACHINE=N")->required();
  command->add_option("--switch", options->of_switch, "Ports of a switch, and their speed in one direction: 64x400Gb/s")->option_text("PORTSxSPEED")->required();
  command->add_option("--rails", options->rails, "Leaf switches that a machine's ports are divided over; else one for each port")->check(CLI::Range(std::int64_t{1}, std::int64_t{4'096}))->option_text("N");
  command->add_option("--ports", options->ports, "Of a machine, or of a rack's VM; else its scale-out bandwidth over the switch's speed")->check(CLI::Range(std::int64_t{1}, std::int64_t{4'096}))->option_text("N");
  command->add_option("--oversubscription", options->oversubscription, "Links of a leaf downward and upward: 2:1; else 1:1")->option_text("DOWN:UP");
  command->add_option("--switch-price", options->switch_price, "Of one switch")->option_text("MONEY");
  command->add_option("--transceiver-price", options->transceiver_price, "Of one transceiver: a link has two")->option_text("MONEY");
  command->add_option("--cable-price", options->cable_price, "Of one link's cable or fibre")->option_text("MONEY");
  command->add_option("--switch-power", options->switch_power, "What one switch draws")->option_text("POWER");
  command->add_flag("--copper-to-machines", options->copper_to_machines, "Links to machines need no transceivers");
  command->add_flag("--json", options->json, "For programs");
  add_page_options(*command, s);
  command->footer(
      "Examples:\n"
      "  headroom fabric --on Standard_ND96isr_H100_v5=128 --switch 64x400Gb/s\n"
      "  headroom fabric --on \"GB300 NVL72=16\" --switch 72x800Gb/s --oversubscription 2:1 --switch-price '$60000'\n"
      "\n"
      "Exit status: 0, or 2 for bad input and for what three tiers of such switches cannot connect.");
  command->callback([&s, options] { run_fabric(s, *options); });
}

}  // namespace headroom::program
