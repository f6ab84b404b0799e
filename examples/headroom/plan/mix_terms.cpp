// SPDX-License-Identifier: BSL-1.0
#include "plan/mix_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/parse.hpp>
#include <utility>

#include "amount_option.hpp"
#include "fit/job_source.hpp"
#include "regions.hpp"

namespace headroom::program {

namespace {

constexpr std::string_view spot_word = "spot";

// A copy with a name and a price of its own, which are kept with the file.
machine copied(const machine& from, std::string_view name, const figure<money_rate>& cost, own_file& of) {
  of.prices.push_back({.machine = name, .on_demand = cost, .spot = cost, .from = cost.from, .own = true});
  of.terms.own = of.prices;
  const auto kept = [&](auto& all, auto record) {
    record.name = name;
    all.push_back(std::move(record));
    return machine(all.back());
  };
  if (from.rack() != nullptr) return kept(of.racks, *from.rack());
  if (from.board() != nullptr) return kept(of.boards, *from.board());
  return kept(of.sizes, *from.vm());
}

// "MACHINE@west@spot": the machine's own name, however it was written, and its terms.
struct copy_name {
  std::string_view machine{};
  std::string_view terms{};

  bool operator==(const copy_name&) const = default;
};

copy_name copy_name_of(const machine& copy) {
  const std::string_view name = copy.name(), base = name.substr(0, name.find('@'));
  const machine* const known = catalog::find(base).found;
  return {known != nullptr ? known->name() : base, name.substr(base.size())};
}

void add_copy(std::string_view name, std::string_view base, std::string_view terms_asked, own_file& of) {
  pricing terms = of.terms;
  do {
    const std::size_t end = std::min(terms_asked.find('@'), terms_asked.size());
    const std::string_view word = terms_asked.substr(0, end);
    terms_asked.remove_prefix(std::min(end + 1, terms_asked.size()));
    if (word == spot_word) terms.buy = purchase::spot;
    else terms.region = region_called(word, of.terms, "--machines");
  } while (!terms_asked.empty());
  const machine from = machine_called("--machines", base, of);
  const figure<money_rate> cost = price_of(from, terms);
  if (!cost.is_known())
    throw input_error(fmt::format("--machines: no {} price of {} is known in {}", terms.buy == purchase::spot ? "spot" : "on-demand", from.name(),
                                  terms.region.empty() ? "no region: expected MACHINE@REGION" : in_quotes(terms.region)));
  copied(from, name, cost, of);
}

// "60", "60/h" or "$60/h".
std::string hourly(std::string_view text) { return fmt::format("{}{}{}", text.starts_with('$') ? "" : "$", text, text.ends_with("/h") ? "" : "/h"); }

std::string price_reserved(std::string_view text) {
  const std::size_t at = std::min(text.rfind('@'), text.size());
  return hourly(text.substr(std::min(at + 1, text.size())));
}

// "MACHINE=4@60/h".
reserved_machines reserved_by(const std::string& text, const own_file& of) {
  const std::size_t at = std::min(text.rfind('@'), text.size());
  const parsed<money_rate> rate = parse_money_rate(price_reserved(text));
  if (!rate || rate.value < money_rate{}) throw input_error(fmt::format("--reserved: {}: expected machines and what one costs an hour, such as MACHINE=4@60/h", in_quotes(text)));
  const asked_machine asked = machine_asked("--reserved", std::string_view(text).substr(0, at), of);
  if (!asked.how_many.has_value()) throw input_error(fmt::format("--reserved: {}: expected their number, such as MACHINE=4@60/h", in_quotes(text)));
  return {asked.machine, *asked.how_many, rate.value};
}

mix_kind reserved_kind(const std::string& text, site_power& power, own_file& of) {
  const reserved_machines asked = reserved_by(text, of);
  const std::string price = price_reserved(text);
  of.texts.push_back(fmt::format("{} reserved at {}", asked.machine.name(), price));
  if (std::ranges::any_of(of.prices, [&](const headroom::price& row) { return row.machine == of.texts.back(); }))
    throw input_error(fmt::format("--reserved: {} at {} is named twice: expected their number once", asked.machine.name(), price));
  if (!power.drawn.empty()) power.drawn.emplace_back(of.texts.back(), power.of(asked.machine).drawn);
  return {.machine = copied(asked.machine, of.texts.back(), asked.price, of), .at_most = asked.how_many, .at_least = asked.how_many};
}

// Of all copies of a machine, or of the one that is named.
void set_step(std::vector<mix_kind>& kinds, const asked_machine& asked) {
  const copy_name named = copy_name_of(asked.machine);
  const auto is_meant = [&](const mix_kind& kind) {
    const copy_name of = copy_name_of(kind.machine);
    return of.machine == named.machine && (named.terms.empty() || of.terms == named.terms);
  };
  if (std::ranges::none_of(kinds, is_meant)) {
    std::vector<std::string_view> names;
    for (const mix_kind& each : kinds) names.push_back(each.machine.name());
    throw input_error(fmt::format("--in-steps: {} is none of the machines to choose from, of --machines or the file and within --max-price: {}", asked.machine.name(), fmt::join(names, ", ")));
  }
  for (mix_kind& kind : kinds)
    if (is_meant(kind)) kind.step = asked.how_many.value_or(kind.step);
}

void set_steps(std::vector<mix_kind>& kinds, const std::vector<std::string>& steps, const own_file& of) {
  std::vector<asked_machine> all;
  for (const std::string& each : steps) {
    all.push_back(machine_asked("--in-steps", each, of));
    if (!all.back().how_many.has_value()) throw input_error(fmt::format("--in-steps: {}: expected a number, such as MACHINE=18", in_quotes(each)));
  }
  refuse_named_twice("--in-steps", all);
  // What is said of one copy holds for it, whatever is said of all.
  std::stable_partition(all.begin(), all.end(), [](const asked_machine& each) { return copy_name_of(each.machine).terms.empty(); });
  for (const asked_machine& each : all) set_step(kinds, each);
}

}  // namespace

bool is_on_spot(std::string_view name) {
  const std::size_t at = name.find('@');
  return at != std::string_view::npos && fmt::format("{}@", name.substr(at)).find(fmt::format("@{}@", spot_word)) != std::string::npos;
}

std::string_view region_of(std::string_view name, const pricing& terms) {
  for (std::size_t at = name.find('@'); at != std::string_view::npos; at = name.find('@')) {
    name.remove_prefix(at + 1);
    if (const std::string_view word = name.substr(0, name.find('@')); word != spot_word) return word;
  }
  return terms.region;
}

void refuse_named_twice(std::string_view option, const std::vector<asked_machine>& all) {
  for (auto each = all.begin(); each != all.end(); ++each) {
    const auto is_the_same = [&](const asked_machine& other) { return copy_name_of(other.machine) == copy_name_of(each->machine); };
    if (std::any_of(all.begin(), each, is_the_same)) throw input_error(fmt::format("{}: {} is named twice: expected one number of each machine", option, each->machine.name()));
  }
}

void mix_terms::add_to(CLI::App& command) {
  command.add_option("--spot-share", spot_share, "The share of all GPUs that may be of kinds MACHINE@spot: 30%; else any; with jobs, of the GPU hours in use")->option_text("SHARE");
  command.add_option("--reserved", reserved, "Machines beside those of --machines that are paid for in any case, and what one costs an hour")->option_text("MACHINE=N@PRICE ...");
  command.add_option("--in-steps", steps, "Machines that come by so many: MACHINE=18, as of a rack, in all regions and on spot, too; MACHINE@spot=2: of these alone")->option_text("MACHINE=N ...");
}

void add_copies(const std::vector<std::string>& named, own_file& of) {
  for (const std::string& each : named) {
    const std::string_view name = std::string_view(each).substr(0, each.rfind('='));
    const std::size_t at = name.find('@');
    const bool is_there = std::ranges::any_of(of.prices, [&](const price& row) { return row.machine == name; });
    if (at != std::string_view::npos && !is_there) add_copy(of.texts.emplace_back(name), name.substr(0, at), name.substr(at + 1), of);
  }
}

std::vector<mix_kind> mix_kinds(const mix_terms& terms, const std::vector<asked_machine>& machines, site_power& power, mix_objective least, own_file& of, std::vector<left_by_power>& left_out) {
  std::vector<mix_kind> kinds;
  for (const asked_machine& each : machines)
    kinds.push_back({.machine = each.machine, .at_most = each.how_many.value_or(max_count), .is_spot = is_on_spot(each.machine.name())});
  set_steps(kinds, terms.steps, of);
  for (const std::string& each : terms.reserved) kinds.push_back(reserved_kind(each, power, of));
  if (least != mix_objective::power_drawn) return kinds;
  std::vector<mix_kind> compared;
  for (mix_kind& each : kinds) {
    const figure<headroom::power> counted = power.compared(each.machine);
    if (!counted.is_known() && each.at_least > 0) throw input_error(fmt::format("--reserved: {}: {}", each.machine.name(), counted.note));
    each.amount = counted.with(in_watts(counted.value_or({})));
    if (counted.is_known()) compared.push_back(each);
    else left_out.push_back({each.machine, false, std::string(counted.note)});
  }
  return compared;
}

std::vector<reserved_machines> reserved_of(const mix_terms& terms, const own_file& of) {
  std::vector<reserved_machines> all;
  for (const std::string& each : terms.reserved) all.push_back(reserved_by(each, of));
  return all;
}

std::vector<count> steps_of(const mix_terms& terms, const std::vector<machine>& machines, const own_file& of) {
  std::vector<mix_kind> kinds;
  for (const machine& each : machines) kinds.push_back({.machine = each});
  set_steps(kinds, terms.steps, of);
  std::vector<count> steps;
  for (const mix_kind& each : kinds) steps.push_back(each.step);
  return steps;
}

std::vector<mix_kind> kinds_within(const std::vector<mix_kind>& all, const site_power& power, std::vector<left_by_power>& left_out) {
  std::vector<mix_kind> kinds;
  for (mix_kind each : all) {
    const figure<double> limited = power.limited(each.machine);
    if (!limited.is_known() && each.at_least > 0) throw input_error(fmt::format("--reserved: {}: {}", each.machine.name(), limited.note));
    if (!limited.is_known()) {
      within_power({asked_machine{each.machine}}, power, max_count, left_out);
      continue;
    }
    each.limited = *limited.known();
    kinds.push_back(each);
  }
  return kinds;
}

double most_spot(const mix_terms& terms) {
  if (terms.spot_share.empty()) return 1;
  const double share = share_asked("--spot-share", terms.spot_share);
  if (!(share >= 0 && share <= 1)) throw input_error(fmt::format("--spot-share: {}: expected 0% to 100%", in_quotes(terms.spot_share)));
  return share;
}

}  // namespace headroom::program
