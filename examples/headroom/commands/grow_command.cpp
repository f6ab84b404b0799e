// SPDX-License-Identifier: BSL-1.0
#include "commands/grow_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <headroom/cluster/pricing.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/export/json_verdict.hpp>
#include <headroom/plan/buy_or_rent.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/own/format.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "amount_option.hpp"
#include "commands/most_paid.hpp"
#include "estimate/report_parts.hpp"
#include "fit/fit_plan.hpp"
#include "fit/fit_words.hpp"
#include "io.hpp"
#include "judgement.hpp"
#include "model_lookup.hpp"
#include "page/page_options.hpp"
#include "plan/grown_demand.hpp"
#include "plan/plan_words.hpp"
#include "plan/site_power.hpp"
#include "print/amount.hpp"
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "verdict.hpp"

namespace headroom::program {

namespace {

struct grow_options {
  std::string file{};
  std::string growth{};
  std::string added{};
  std::vector<double> by_month{};
  std::vector<double> season{};
  std::int64_t months = 0;  // not said
  std::int64_t lead_months = -1;  // not said
  std::int64_t step = 1;
  std::string buy{};
  std::vector<std::string> terms{};
  std::string purchase{};
  std::string energy{};
  std::string power{};
  std::string upkeep{};
  std::string resale{};
  std::string interest{};
  double usage_effectiveness = 0;  // not said
  double years = 0;                // likewise
  bool json = false;
};

// One machine bought or rented for so many months.
struct asked_comparison {
  ownership_terms owned{};
  count months = 0;
  figure<money_rate> rent{};
  figure<cost_comparison> found{};
};

constexpr count months_unless_said = 12;

// "year=12@40/h+$9000,lead=2": a name, months, the price of one machine an hour, what is paid at its beginning, the month it may begin in.
purchase_term term_of(std::string_view text) {
  const auto refused = [&] {
    return input_error(fmt::format("--term {}: expected a name, months and a price an hour, such as year=12@60/h, with what is paid at once and months to wait: year=12@40/h+$9000,lead=2",
                                   in_quotes(text)));
  };
  const auto before = [](std::string_view& rest, std::string_view mark) {
    const std::size_t end = std::min(rest.find(mark), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + mark.size(), rest.size()));
    return part;
  };
  std::string_view lead = text;
  std::string_view upfront = before(lead, ",lead=");
  const bool has_lead = upfront.size() < text.size(), has_upfront = upfront.find('+') != std::string_view::npos;
  std::string_view price = before(upfront, "+");
  const std::string_view name = before(price, "=");
  const parsed<count> months = parse_count(before(price, "@"));
  const std::optional<money_rate> rate = most_paid(std::string(price));
  const parsed<money> paid = has_upfront ? parse_money(upfront) : parsed<money>{};
  const parsed<count> wait = has_lead ? parse_count(lead) : parsed<count>{};
  if (name.empty() || !months || months.value < 1 || !rate.has_value() || !paid || paid.value < money{} || !wait) throw refused();
  return {.name = name, .months = months.value, .price = *rate, .upfront = paid.value, .lead_months = wait.value};
}

std::size_t bought_of(const own_file& of, const grow_options& options) {
  const std::span<const group> groups = of.cluster.groups();
  std::vector<std::string_view> names;
  for (const group& each : groups) names.push_back(each.machine.name());
  if (options.buy.empty()) {
    if (groups.size() > 1) throw input_error("--buy: the file has machines of several kinds: expected the one that is bought");
    return 0;
  }
  const auto found = std::ranges::find(names, std::string_view(options.buy));
  if (found == names.end()) throw input_error(fmt::format("--buy: {} is none of the file's machines: {}", in_quotes(options.buy), expected_of(options.buy, names)));
  return static_cast<std::size_t>(found - names.begin());
}

// Those that say how the demand grows.
std::string options_of_growth(const grow_options& options) {
  std::vector<std::string_view> said;
  if (!options.by_month.empty()) said.push_back("--by-month");
  if (!options.growth.empty()) said.push_back("--growth-a-month");
  if (!options.added.empty()) said.push_back("--added-a-month");
  if (!options.season.empty()) said.push_back("--season");
  return fmt::format("{}", fmt::join(said, ", "));
}

growth_request growth_asked(const own_file& of, const grow_options& options) {
  growth_request made{.bought = bought_of(of, options), .step = options.step};
  made.options = options_of_growth(options);
  if (options.lead_months >= 0) made.lead_months = count{options.lead_months};
  const demand_curve curve{.first = 1, .added_a_month = share_asked("--added-a-month", options.added), .growth_a_month = share_asked("--growth-a-month", options.growth), .given = options.by_month, .season = options.season};
  const count months = options.months > 0 ? options.months : options.by_month.empty() ? months_unless_said : static_cast<count>(options.by_month.size());
  if (months > 240) throw input_error("--by-month: 240 months at most");
  for (count month = 0; month < months; ++month) {
    const figure<double> factor = asked_in(curve, month);
    if (!factor.is_known()) throw input_error(fmt::format("{}: month {}: {}: expected 0 or more times the demand of the file, for each month", made.options, month, factor.note));
    made.factors.push_back(*factor.known());
  }
  if (options.terms.empty()) return made;
  const figure<money_rate> price = price_of(of.cluster.groups()[made.bought].machine, of.terms);
  if (price.is_known()) made.terms.push_back({.name = of.terms.buy == purchase::spot ? "spot" : "on demand", .price = *price.known()});
  for (const std::string& each : options.terms) {
    const purchase_term term = term_of(each);
    if (std::ranges::find(made.terms, term.name, &purchase_term::name) != made.terms.end())
      throw input_error(fmt::format("--term {}: there is a term {} already: expected a name of its own for each", in_quotes(each), in_quotes(term.name)));
    made.terms.push_back(term);
  }
  if (made.terms.size() > 16) throw input_error("--term: 16 terms at most");
  return made;
}

// Nothing where no purchase price is given.
std::optional<asked_comparison> comparison_asked(const own_file& of, const machine& bought, const grow_options& options) {
  constexpr std::string_view dollars_example = "dollars, such as $300000";
  if (options.purchase.empty()) {
    if (!options.energy.empty() || !options.power.empty() || !options.upkeep.empty() || !options.resale.empty() || !options.interest.empty() || options.usage_effectiveness > 0 || options.years > 0)
      throw input_error("--purchase-price: expected with --years, --energy-price, --pue, --power, --upkeep, --resale and --interest, which are of machines that are bought");
    return std::nullopt;
  }
  asked_comparison made{.rent = price_of(bought, of.terms)};
  if (!(options.years > 0)) throw input_error("--years: expected with --purchase-price how long a machine is used");
  made.months = static_cast<count>(std::ceil(options.years * 12 - 1e-9));
  made.owned = {.purchase = amount_asked("--purchase-price", options.purchase, parse_money, dollars_example),
                .drawn = options.power.empty() ? resource::max_power::of(bought) : figure<power>(amount_asked("--power", options.power, parse_power, "a power, such as 10kW")),
                .upkeep_a_month = amount_asked("--upkeep", options.upkeep, parse_money, dollars_example, least_amount::nothing),
                .resale = amount_asked("--resale", options.resale, parse_money, dollars_example, least_amount::nothing)};
  if (!options.interest.empty()) made.owned.interest_a_year = share_asked("--interest", options.interest);
  if (options.usage_effectiveness > 0) made.owned.usage_effectiveness = options.usage_effectiveness;
  if (!options.energy.empty()) made.owned.kilowatt_hour = energy_price_asked(options.energy);
  made.found = made.rent.is_known() ? buy_or_rent(made.owned, *made.rent.known(), made.months) : figure<cost_comparison>(unknown).noted("the file has no price to rent it at");
  return made;
}

nlohmann::ordered_json comparison_json(const asked_comparison& of) {
  using value = nlohmann::ordered_json;
  value made{{"months", of.months}, {"cheaper", nullptr}};
  if (!of.found.is_known()) {
    made["why"] = of.found.note;
    return made;
  }
  const cost_comparison& found = *of.found.known();
  made["cheaper"] = found.is_buying_cheaper() ? "buy" : "rent";
  made["bought_dollars"] = in_dollars(found.bought);
  made["rented_dollars"] = in_dollars(found.rented);
  made["interest_a_year"] = of.owned.interest_a_year.is_known() ? value(*of.owned.interest_a_year.known()) : value(nullptr);
  made["running_dollars_a_month"] = in_dollars(found.running_a_month);
  made["months_to_break_even"] = found.months_to_break_even.is_known() ? value(*found.months_to_break_even.known()) : value("never");
  return made;
}

// When less has been paid for buying.
std::string crossing_text(const cost_comparison& found, count months) {
  if (!found.months_to_break_even.is_known()) return "What buying spares a month never pays for it.";
  const double crosses = *found.months_to_break_even.known();
  const auto used = static_cast<double>(months);
  if (crosses < used) return fmt::format("From month {:.1f} on less has been paid for buying.", crosses);
  return crosses > used || !found.is_buying_cheaper() ? fmt::format("What buying spares a month would pay for it after {:.1f} months, and it is used for {}.", crosses, months)
                                                      : fmt::format("More has been paid for buying until it is sold in month {}.", months);
}

void write_comparison(session& s, const machine& bought, const asked_comparison& of) {
  s.heading(fmt::format("One {} bought or rented for {}", bought.name(), so_many(of.months, "month")));
  if (!of.found.is_known()) return s.paragraph("  ", fmt::format("Not told: {}.", of.found.note));
  const cost_comparison& found = *of.found.known();
  table t({name_column(""), number_column("at once"), number_column("a month"), number_column("got back"), number_column("in all")});
  t.add({"bought", program::dollars_text(*of.owned.purchase.known()), program::dollars_text(found.running_a_month), program::dollars_text(of.owned.resale), program::dollars_text(found.bought)});
  t.add({"rented", program::dollars_text(money{}), program::dollars_text(cost_of({.months = 1, .price = *of.rent.known()})), program::dollars_text(money{}), program::dollars_text(found.rented)});
  s.write(t);
  s.print("\n");
  s.paragraph("  ", fmt::format("{} costs {} less. {} The machine draws {} all the time{}.", found.is_buying_cheaper() ? "Buying" : "Renting",
                                program::dollars_text(found.is_buying_cheaper() ? found.rented - found.bought : found.bought - found.rented), crossing_text(found, of.months), to_text(*of.owned.drawn.known()).view(),
                                of.owned.resale > money{} ? ", and is sold in the end" : ""));
  s.paragraph("  ", of.owned.interest_a_year.is_known() ? fmt::format("All is as of the day of the purchase, at an interest of {} % a year.", rounded(100 * *of.owned.interest_a_year.known(), 3))
                                                       : std::string("No interest is taken: money of later months counts as much as money now (--interest)."));
}

nlohmann::ordered_json grown_json(const group& bought, const grown_demand& found, const growth_request& request) {
  using value = nlohmann::ordered_json;
  const auto or_null = [](const figure<count>& x) { return x.is_known() ? value(*x.known()) : x.is_absent() ? value("none") : value(); };
  const auto outcome_json = [](outcome of) { return json_key(name(of)); };
  value made{{"machine", bought.machine.name()}, {"held", bought.how_many}, {"outcome", outcome_json(found.outcome)}};
  if (!found.why.empty()) made["why"] = found.why;
  made["runways"] = value::array();
  for (const need_runway& each : found.runways) made["runways"].push_back({{"need", json_of(each.now)}, {"month", or_null(each.month)}, {"outcome", outcome_json(each.outcome)}});
  made["months"] = value::array();
  for (const grown_month& each : found.months)
    made["months"].push_back({{"factor", each.factor}, {"needed", or_null(each.needed)}, {"there", each.there}, {"outcome", outcome_json(each.outcome)}});
  made["orders"] = nullptr;
  if (found.orders.is_known()) {
    made["orders"] = value::array();
    for (const machine_order& each : *found.orders.known())
      made["orders"].push_back({{"placed_in", each.placed_in}, {"needed_in", each.needed_in}, {"machines", each.machines}, {"is_late", each.is_late()}});
  }
  if (!found.rented.is_known()) return made;
  value rented{{"dollars", in_dollars(found.rented.known()->cost)}, {"commitments", value::array()}};
  for (const commitment& each : found.rented.known()->all)
    rented["commitments"].push_back(
        {{"term", request.terms[each.term].name}, {"month", each.month}, {"months", request.terms[each.term].months}, {"machines", each.machines}});
  made["rented"] = std::move(rented);
  return made;
}

report::chart growth_chart(const group& bought, const grown_demand& found) {
  report::chart made{.kind = report::chart_kind::lines,
                     .title = fmt::format("{} needed and there", bought.machine.name()),
                     .about = "Machines that meet the demand of each month, and those that are there.",
                     .x = {.title = "months from now"},
                     .y = {.title = "machines"},
                     .all = {{.name = "needed"}, {.name = "there"}}};
  for (std::size_t i = 0; i < found.months.size(); ++i) {
    const grown_month& each = found.months[i];
    const auto month = static_cast<double>(i);
    if (each.needed.is_known()) made.all[0].points.push_back({month, static_cast<double>(*each.needed.known()), number_text(*each.needed.known())});
    made.all[1].points.push_back({month, static_cast<double>(each.there), number_text(each.there)});
  }
  std::erase_if(made.all, [](const report::series& each) { return each.points.empty(); });
  return made;
}

void write_runways(session& s, const grown_demand& found) {
  s.heading("How long what is held is enough");
  table t({text_column("need"), number_column("now"), number_column("there is"), text_column("enough")});
  for (const need_runway& each : found.runways) {
    const auto [need, supply] = side_by_side(counted_by(each.now.line, each.now.format), each.now.need, each.now.supply, unit_system::automatic);
    const std::string until = !each.month.is_known()                           ? "in all these months"
                              : each.outcome == outcome::cannot_be_judged ? fmt::format("not known from month {} on", *each.month.known())
                              : *each.month.known() == 0                  ? "not even now"
                                                                          : fmt::format("before month {}", *each.month.known());
    t.add({what_of(each.now), need, supply, until});
  }
  s.write(t);
}

void write_months(session& s, const group& bought, const grown_demand& found) {
  s.heading(fmt::format("{} by month", bought.machine.name()));
  table t({number_column("month"), number_column("demand"), number_column("needed"), number_column("there"), text_column("")});
  for (std::size_t i = 0; i < found.months.size(); ++i) {
    const grown_month& each = found.months[i];
    t.add({number_text(static_cast<count>(i)), fmt::format("{:.1f} %", 100 * each.factor),
           each.needed.is_known() ? number_text(*each.needed.known()) : std::string(each.needed.is_absent() ? "-" : "?"), number_text(each.there),
           {std::string(name(each.outcome)), style_of(each.outcome)}});
  }
  s.write(t);
}

void write_orders(session& s, const grown_demand& found) {
  s.heading("Orders");
  if (!found.orders.is_known()) return s.paragraph("  ", fmt::format("When to order cannot be told: {}.", found.orders.note));
  const auto is_lacking = [](const grown_month& each) { return each.needed.is_known() && *each.needed.known() > each.there; };
  const bool lacks = std::ranges::any_of(found.months, is_lacking);
  if (found.orders.known()->empty())
    return s.paragraph("  ", lacks ? "None: no more are needed in any of these months that an order of now is at work in." : "None: what is held is enough in these months.");
  table t({text_column("place in month"), number_column("machines"), number_column("needed\nin month")});
  for (const machine_order& each : *found.orders.known())
    t.add({each.is_late() ? cell(fmt::format("now, {} too late", so_many(-each.placed_in, "month")), style::bad) : cell(number_text(each.placed_in)),
           number_text(each.machines), number_text(each.needed_in)});
  s.write(t);
}

void write_rented(session& s, const grown_demand& found, const growth_request& request) {
  if (request.terms.empty()) return;
  s.heading(found.is_met_by_rent() ? "Rented at least cost" : "Rented instead, at least cost");
  if (!found.rented.is_known()) return s.paragraph("  ", fmt::format("Not told: {}.", found.rented.note.empty() ? found.orders.note : found.rented.note));
  if (found.rented.known()->all.empty()) return s.paragraph("  ", "Nothing: what is held is enough in these months.");
  table t({name_column("term"), number_column("from month"), number_column("months"), number_column("machines")});
  for (const commitment& each : found.rented.known()->all)
    t.add({request.terms[each.term].name, number_text(each.month), number_text(request.terms[each.term].months), number_text(each.machines)});
  s.write(t);
  s.print("\n");
  s.paragraph("  ", fmt::format("{} in all, with what is paid for after the last month. No other way to rent by these terms costs less.", program::dollars_text(found.rented.known()->cost)));
}

void write_grown(session& s, const group& bought, const grown_demand& found, const growth_request& request) {
  const std::string_view with = found.is_met_by_rent() ? " with what is rented" : found.orders.is_known() && !found.orders.known()->empty() ? " with these orders" : "";
  s.line(fmt::format("Growth over {}: the demand {}", so_many(static_cast<count>(found.months.size()), "month"),
                     found.outcome == outcome::fits           ? fmt::format("is met{}", with)
                     : found.outcome == outcome::does_not_fit ? "is not met"
                                                              : "cannot be judged"),
         style_of(found.outcome));
  if (!found.why.empty()) s.paragraph("  ", fmt::format("Why: {}.", found.why));
  s.draw(growth_chart(bought, found));
  write_runways(s, found);
  write_months(s, bought, found);
  write_orders(s, found);
  write_rented(s, found, request);
}

void run_grow(session& s, const grow_options& options) {
  const file_reading content = read_file(*s.outside, options.file);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", options.file, content.error));
  const own_reading reading = read_own_file(content.text, models_beside(*s.outside, options.file));
  if (reading.read == nullptr) return s.fail(places_of(options.file, reading));
  const own_file& of = *reading.read;
  if (of.cluster.groups().empty() || !of.has_demand) throw input_error(fmt::format("{}: expected machines and a demand", options.file));
  const growth_request request = growth_asked(of, options);
  const grown_demand found = grown(of.cluster.groups(), of.demand, request);
  if (found.runways.empty()) throw input_error(fmt::format("{}: the demand asks for nothing in total: nothing of it can grow", options.file));
  s.exit = exit_of(found.outcome);
  const group& bought = of.cluster.groups()[request.bought];
  const std::optional<asked_comparison> compared = comparison_asked(of, bought.machine, options);
  if (options.json) {
    nlohmann::ordered_json answer = grown_json(bought, found, request);
    if (compared.has_value()) answer["bought_or_rented"] = comparison_json(*compared);
    return print_json_answer(s, "grow", answer);
  }
  write_grown(s, bought, found, request);
  if (compared.has_value()) write_comparison(s, bought.machine, *compared);
}

}  // namespace

void add_grow_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("grow", "Until when a cluster meets a demand that grows, and what to order when");
  const auto options = std::make_shared<grow_options>();
  command->add_option("FILE", options->file, "A deployment file with machines and a demand; its amounts in total grow, month 0 is now")->required();
  CLI::Option* growth = command->add_option("--growth-a-month", options->growth, "More than in the month before: 5% or 0.05; multiplies what --added-a-month has added")->option_text("SHARE");
  CLI::Option* added = command->add_option("--added-a-month", options->added, "Added in every month, as a share of the demand now; with --growth-a-month that grows, too: after a month of 10% and 5% it is 115.5%")->option_text("SHARE");
  command->add_option("--by-month", options->by_month, "The demand of each month, in place of both: 1,1.1,1.4 times the one of the file")->delimiter(',')->option_text("FACTORS")->excludes(growth)->excludes(added);
  command->add_option("--season", options->season, "Factors of the months, over and over: 1,1,0.8")->delimiter(',')->option_text("FACTORS");
  command->add_option("--months", options->months, "To look ahead; else those of --by-month, or 12")->check(CLI::Range(std::int64_t{1}, std::int64_t{240}))->option_text("N");
  command->add_option("--lead-months", options->lead_months, "From an order to machines at work; when to order is not told without it")->check(CLI::Range(std::int64_t{0}, std::int64_t{240}))->option_text("N");
  command->add_option("--step", options->step, "Machines are bought by so many; else 1")->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))->option_text("N");
  command->add_option("--buy", options->buy, "The kind of machine that is bought, of those in the file; without it the only one")->option_text("MACHINE");
  command->add_option("--term", options->terms, "A way to rent one, beside month by month at the price of the file: year=12@60/h, with what is paid at once and months to wait year=12@40/h+$9000,lead=2")->option_text("TERM ...");
  const auto of_purchase = [](CLI::Option* of) { return of->group("Bought or rented"); };
  of_purchase(command->add_option("--purchase-price", options->purchase, "Of one machine: told against renting it at the price of the file")->option_text("MONEY"));
  of_purchase(command->add_option("--years", options->years, "That a machine is used")->check(CLI::Range(0.1, 20.0))->option_text("N"));
  of_purchase(command->add_option("--energy-price", options->energy, "Dollars a kilowatt hour; there is no default")->option_text("MONEY"));
  of_purchase(command->add_option("--pue", options->usage_effectiveness, "What the building draws for each watt of the machine; there is no default")->check(CLI::Range(1.0, 5.0))->option_text("N"));
  of_purchase(command->add_option("--power", options->power, "What one machine draws; else its rated power, where a source states that")->option_text("POWER"));
  of_purchase(command->add_option("--upkeep", options->upkeep, "Of one machine a month beside energy; else nothing")->option_text("MONEY"));
  of_purchase(command->add_option("--resale", options->resale, "What one is sold for in the end; else nothing")->option_text("MONEY"));
  of_purchase(command->add_option("--interest", options->interest, "A year's, at which later money counts for less: 6%; else all money counts alike")->option_text("SHARE"));
  command->add_flag("--json", options->json, "For programs");
  add_page_options(*command, s);
  command->footer(
      "Examples:\n"
      "  headroom grow cluster.json --growth-a-month 6% --lead-months 3\n"
      "  headroom grow cluster.json --added-a-month 10% --months 24 --lead-months 5 --step 18 --term year=12@60/h\n"
      "  headroom grow cluster.json --growth-a-month 6% --purchase-price '$300000' --years 4 --energy-price 0.08 --pue 1.3 --power 10kW\n"
      "\n"
      "Exit status: 0 the demand is met in all months with the orders, 1 it is not or an order is too late, 2 bad input,\n"
      "3 too little is known, such as the lead time.");
  command->callback([&s, options] { run_grow(s, *options); });
}

}  // namespace headroom::program
