// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/format.hpp>


#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <headroom/catalog/machines.hpp>
#include <headroom/cluster/capacity.hpp>
#include <utility>
#include <vector>

#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/job_reader.hpp>
#include <headroom/read/own/reader.hpp>
#include <headroom/read/common/machines.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/document/json_text.hpp>

namespace headroom::read {

namespace {

using keys = std::vector<std::string_view>;

// Own records of a kind and own prices are looked up one by one, so there is a limit to how many.
constexpr std::size_t most_own = 1'000;

// What is asked for: the key that names a machine, and its kind in words.
struct machine_kind {
  std::string_view key;
  std::string_view word;
};
constexpr auto machine_kinds = std::to_array<machine_kind>({{"size", "VM size"}, {"rack", "rack"}, {"board", "board"}});

std::string_view kind_of(const machine& m) {
  return m.rack() != nullptr ? "rack" : m.board() != nullptr ? "board" : "size";
}

// Reads the keys that the fields name. Others than these and `more` are refused.
template <class Record, std::size_t N>
void read_fields(const reader& in, const tree& at, const std::array<field<Record>, N>& fields, Record& into,
                 keys more = {}) {
  for (const field<Record>& one : fields) more.push_back(one.key);
  in.check_keys(at, more);
  for (const field<Record>& one : fields)
    if (const tree* found = at.at(one.key); found != nullptr) in.attempt([&] { one.read(in, *found, into); });
}

// Reads what stands under a key, if anything does, by itself.
template <class Read>
void read_under(const reader& in, const tree& at, std::string_view key, Read&& read) {
  if (const tree* given = at.at(key); given != nullptr) in.attempt([&] { read(*given); });
}

std::string_view name_of(const machine& one) { return one.name(); }
template <class Record>
std::string_view name_of(const Record& one) {
  return one.name;
}

// Fails where a name may be that of several.
template <class Thing>
void several(const reader& in, const tree& at, std::string_view what, const named_alike<Thing>& alike) {
  if (alike.size > 1) in.fail(at, concat("several ", what, "s are called ", in_quotes(at.text), ": say which: ", names_of(alike)));
}

// One of the file's own: of that name, or the same after case, spaces and signs. Null: none is.
template <class Things>
const typename Things::value_type* own_called(const reader& in, const tree& at, std::string_view what, const Things& own) {
  named_alike<typename Things::value_type> alike;
  for (const auto& each : own) {
    if (name_of(each) == at.text) return &each;
    if (match_of(at.text, name_of(each)) == name_match::same) alike.consider(each, name_match::same);
  }
  several(in, at, what, alike);
  return alike.one();
}

// ---- own machines

class definitions {
 public:
  definitions(const reader& in, const tree& at) : in_(in), own_(in.into()) {
    in.check_keys(at, define_keys);
    each(at, "gpus", own_.gpus, [this](const tree& one, gpu& into) { read_gpu(one, into); });
    each(at, "cpus", own_.cpus,
         [this](const tree& one, cpu& into) { read_fields(in_, one, cpu_fields, into, {"source"}); });
    each(at, "sizes", own_.sizes, [this](const tree& one, vm& into) { read_size(one, into); });
    each(at, "racks", own_.racks, [this](const tree& one, rack& into) { read_rack(one, into); });
    each(at, "boards", own_.boards, [this](const tree& one, board& into) { read_board(one, into); });
  }

 private:
  template <class Record, class Read>
  void each(const tree& define, std::string_view kind, std::deque<Record>& records, Read read) {
    read_under(in_, define, kind, [&](const tree& all) {
      if (in_.object(all).items.size() > most_own) in_.fail(all, concat("more than ", most_own, " of a kind"));
      for (const tree* one : all.items) in_.attempt([&] { read_record(*one, records, read); });
    });
  }
  template <class Record, class Read>
  void read_record(const tree& one, std::deque<Record>& records, Read read) {
    if (one.key.empty() || one.key.size() > 80) in_.fail(one, "a name has 1 to 80 bytes");
    // With its name alone it is one that others may refer to.
    Record& into = records.emplace_back();
    into.name = in_.key_words(one);
    in_.object(one);
    in_.attempt([&] { into.from = source_of(one); });
    read(one, into);
  }

  const source* source_of(const tree& one) {
    std::string_view title = "the deployment file";
    if (const tree* given = one.at("source"); given != nullptr) in_.read(*given, title);
    return &own_.sources.emplace_back(source{.id = "own", .title = title});
  }

  template <class Known>
  [[noreturn]] void unknown(const tree& at, std::string_view what, const Known& known) const {
    const std::string_view meant = nearest(at.text, known);
    in_.fail(at, concat("no ", what, " is called ", in_quotes(at.text), ": ", meant.empty() ? concat("expected one of the catalogue's or one under \"define\"")
                                           : concat("did you mean \"", meant, "\"?")));
  }

  const gpu* find_gpu(const tree& at) const {
    const std::string_view name = in_.words(at);
    if (const gpu* own = own_called(in_, at, "GPU", own_.gpus); own != nullptr) return own;
    keys known;
    const named_alike<gpu> alike = catalog::gpus_called(name);
    if (alike.one() != nullptr) return alike.one();
    several(in_, at, "GPU", alike);
    for (const gpu* each : catalog::gpus()) known.push_back(each->name);
    for (const gpu& each : own_.gpus) known.push_back(each.name);
    unknown(at, "GPU", known);
  }
  const cpu* find_cpu(const tree& at) const {
    const std::string_view name = in_.words(at);
    if (const cpu* own = own_called(in_, at, "CPU", own_.cpus); own != nullptr) return own;
    keys known;
    const named_alike<cpu> alike = catalog::cpus_called(name);
    if (alike.one() != nullptr) return alike.one();
    several(in_, at, "CPU", alike);
    for (const cpu* each : catalog::cpus()) known.push_back(each->name);
    for (const cpu& each : own_.cpus) known.push_back(each.name);
    unknown(at, "CPU", known);
  }
  const vm* find_size(const tree& at) const {
    const std::string_view name = in_.words(at);
    if (const vm* own = own_called(in_, at, "VM size", own_.sizes); own != nullptr) return own;
    if (const machine* known = catalog::find(name).found; known != nullptr && known->rack() == nullptr && known->vm() != nullptr)
      return known->vm();
    keys names;
    for (const vm& each : own_.sizes) names.push_back(each.name);
    if (!nearest(name, names).empty()) unknown(at, "VM size", names);
    in_.fail(at, no_machine_called(name, "VM size", [](const machine& each) { return kind_of(each) == "size"; }));
  }

  void read_gpu(const tree& at, gpu& into) {
    read_fields(in_, at, gpu_fields, into, {"rates", "source"});
    const tree* rates = at.at("rates");
    if (rates == nullptr) return;
    in_.attempt([&] { read_rates(*rates, into); });
  }

  void read_rates(const tree& rates, gpu& into) {
    in_.check_keys(rates, precision_names);
    for (const precision format : precisions) {
      const tree* given = rates.at(name(format));
      if (given == nullptr) continue;
      // The only place where a rate is chosen for writing.
      std::array<format_rates gpu::*, precisions.size()> members{&gpu::fp64, &gpu::fp32, &gpu::tf32, &gpu::fp16,
                                                                 &gpu::bf16, &gpu::fp8,  &gpu::fp6,  &gpu::fp4,
                                                                 &gpu::int8, &gpu::int4};
      format_rates& chosen = into.*members[static_cast<std::size_t>(format)];
      if (given->text == "none") {
        chosen = no_rates;
      } else {
        in_.attempt([&] { read_fields(in_, *given, rates_fields, chosen); });
      }
    }
  }

  void read_size(const tree& at, vm& into) {
    read_fields(in_, at, size_fields, into, {"gpu", "cpu", "features", "source"});
    in_.attempt([&] { in_.required(at, "gpus", expectation_of(form::count)); });
    read_under(in_, at, "gpu", [&](const tree& given) { into.gpu = find_gpu(given); });
    read_under(in_, at, "cpu", [&](const tree& given) { into.cpu = find_cpu(given); });
    if (into.gpus.value_or(0) > 0) in_.attempt([&] { in_.required(at, "gpu", "the name of a GPU"); });
    read_under(in_, at, "features", [&](const tree& given) { read_features(given, into); });
  }

  void read_features(const tree& features, vm& into) {
    in_.check_keys(features, feature_keys);
    vm_series& series = own_.series.emplace_back(vm_series{.name = into.name, .from = into.from});
    for (std::size_t i = 0; i < feature_keys.size(); ++i)
      read_under(in_, features, feature_keys[i], [&](const tree& given) {
        series.features[static_cast<feature>(i)] = in_.yes_or_no(given) ? support::yes : support::no;
      });
    into.series = &series;
  }

  void read_rack(const tree& at, rack& into) {
    read_fields(in_, at, rack_fields, into, {"size", "source"});
    in_.attempt([&] { into.vm = find_size(in_.required(at, "size", "the name of a VM size")); });
    in_.attempt([&] { in_.required(at, "vms", expectation_of(form::count)); });
  }

  void read_board(const tree& at, board& into) {
    read_fields(in_, at, board_fields, into, {"gpu", "source"});
    in_.attempt([&] { into.gpu = find_gpu(in_.required(at, "gpu", "the name of a GPU")); });
    in_.attempt([&] { in_.required(at, "gpus", expectation_of(form::count)); });
  }

  const reader& in_;
  own_file& own_;
};

// ---- machines

// Every own machine, after which the catalogue's are looked up.
std::vector<machine> own_machines(const own_file& own) {
  std::vector<machine> all;
  for (const vm& each : own.sizes) all.emplace_back(each);
  for (const rack& each : own.racks) all.emplace_back(each);
  for (const board& each : own.boards) all.emplace_back(each);
  return all;
}

machine machine_named(const reader& in, const tree& at, std::string_view key, std::string_view word) {
  const std::string_view name = in.words(at);
  std::vector<machine> own = own_machines(in.into());
  std::erase_if(own, [key](const machine& each) { return kind_of(each) != key && !key.empty(); });
  if (const machine* found = own_called(in, at, word, own); found != nullptr) return *found;
  keys names;
  for (const machine& each : own) names.push_back(each.name());
  if (const machine* known = catalog::find(name).found; known != nullptr) {
    const std::string_view is = kind_of(*known);
    if (key.empty() || is == key) return *known;
    in.fail(at, concat(in_quotes(name), " is not a ", word, ": write {\"", is, "\": ", in_quotes(name), ", ...}"));
  }
  if (const std::string_view meant = nearest(name, names); !meant.empty())
    in.fail(at, concat("no ", word, " is called ", in_quotes(name), ": did you mean ", in_quotes(meant), '?'));
  in.fail(at, no_machine_called(name, word, [key](const machine& each) { return key.empty() || kind_of(each) == key; }));
}

group read_group(const reader& in, const tree& at) {
  in.check_keys(at, machine_keys);
  group result;
  in.attempt([&] { in.read(in.required(at, "count", expectation_of(form::count)), result.how_many); });
  const tree* named = nullptr;
  const machine_kind* what = nullptr;
  for (const machine_kind& each : machine_kinds) {
    const tree* given = at.at(each.key);
    if (given == nullptr) continue;
    if (named != nullptr) in.fail(at, concat("both \"", what->key, "\" and \"", each.key, "\": expected one of them"));
    named = given;
    what = &each;
  }
  for (const machine_kind& each : machine_kinds)
    if (in.was_meant(at, each.key)) return {};
  if (named == nullptr) in.fail(at, "the machine is missing: expected \"size\", \"rack\" or \"board\" with its name");
  in.attempt([&] { result.machine = machine_named(in, *named, what->key, what->word); });
  return result;
}

// The totals of counts are within their type, so that everything after may add and multiply.
void check_totals(const reader& in, const tree& at) {
  const std::span<const group> groups = in.into().cluster.groups();
  const auto check = [&](const auto& total_of) {
    if (!total_of(groups).valid)
      in.fail(at, concat("the number of ", std::remove_cvref_t<decltype(total_of)>::resource_type::name, " is beyond what can be counted: expected a smaller cluster"));
  };
  check(gpu_count);
  check(vm_count);
  check(rack_count);
  check(cpu_count);
  check(core_count);
  check(vcpu_count);
  check(disk_iops);
}

void read_machines(const reader& in, const tree& at) {
  in.into().names_machines = true;
  const bool all_read = in.attempt([&] {
    for (const tree* one : in.list(at).items)
      in.attempt([&] {
        const std::size_t before = in.mistakes();
        const group part = read_group(in, *one);
        if (in.mistakes() == before) in.into().cluster.add(part);
      });
  });
  if (all_read) check_totals(in, at);
}

// ---- prices

// YYYY, YYYY-MM or YYYY-MM-DD, so that dates compare as text.
bool is_date_or_month(std::string_view text) {
  constexpr std::string_view pattern = "dddd-dd-dd";
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (pattern[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != '-') return false;
  return true;
}

price read_price(const reader& in, const tree& at) {
  price row;
  read_fields(in, at, price_fields, row);
  in.attempt([&] {
    row.machine =
        machine_named(in, in.required(at, "machine", "the name of a VM size, rack or board"), "", "machine").name();
  });
  in.attempt([&] {
    if (at.at("on_demand") == nullptr && at.at("spot") == nullptr && !in.was_meant(at, "on_demand") &&
        !in.was_meant(at, "spot"))
      in.fail(at, concat("the price is missing: expected \"on_demand\", \"spot\" or both, each ", expectation_of(form::money_rate)));
  });
  if (!row.date.empty() && !is_date_or_month(row.date))
    in.fail(*at.at("date"),
            concat(in_quotes(row.date), " is not a date: expected YYYY, YYYY-MM or YYYY-MM-DD"));
  row.own = true;
  row.from = &in.into().sources.emplace_back(source{.id = "own", .title = "the deployment file", .date = row.date});
  return row;
}

void read_prices(const reader& in, const tree& at) {
  in.check_keys(at, prices_keys);
  own_file& into = in.into();
  read_under(in, at, "region", [&](const tree& given) { in.read(given, into.terms.region); });
  read_under(in, at, "buy", [&](const tree& given) {
    into.terms.buy = in.word(given, purchase_names) == "spot" ? purchase::spot : purchase::on_demand;
  });
  read_under(in, at, "discount", [&](const tree& given) { into.terms.discount = in.percentage(given); });
  read_under(in, at, "own", [&](const tree& given) {
    if (in.list(given).items.size() > most_own) in.fail(given, concat("more than ", most_own, " prices"));
    for (const tree* one : given.items) in.attempt([&] { into.prices.push_back(read_price(in, *one)); });
  });
  into.terms.own = into.prices;
}

// ---- demand

precision read_precision(const reader& in, const tree& at) {
  const std::string_view format = in.word(at, precision_names);
  return precisions[static_cast<std::size_t>(std::ranges::find(precision_names, format) - precision_names.begin())];
}

peak_need read_peak(const reader& in, const tree& at) {
  in.check_keys(at, peak_keys);
  peak_need asked;
  in.attempt([&] { asked.format = read_precision(in, in.required(at, "format", one_of(precision_names))); });
  in.attempt([&] {
    asked.zeros =
        in.word(in.required(at, "sparsity", one_of(sparsity_names)), sparsity_names) == "sparse" ? sparse : dense;
  });
  in.attempt([&] { in.read(in.required(at, "rate", expectation_of(form::rate)), asked.rate); });
  return asked;
}

needs read_needs(const reader& in, const tree& at) {
  needs asked;
  read_fields(in, at, needs_fields, asked, {"peak"});
  read_under(in, at, "peak", [&](const tree& given) { asked.peak = read_peak(in, given); });
  return asked;
}

gpu_units read_units(const reader& in, const tree& at) {
  gpu_units asked;
  const bool all_read = in.attempt([&] { read_fields(in, at, units_fields, asked); });
  if (all_read && !asked.is_valid()) in.fail(at, "not whole units: expected counts from 1, and of_one_kind a multiple of in_domain");
  return asked;
}

void read_demand(const reader& in, const tree& at) {
  in.check_keys(at, demand_keys);
  own_file& into = in.into();
  into.has_demand = true;
  demand& asked = into.demand;
  read_under(in, at, "name", [&](const tree& given) { in.read(given, asked.name); });
  read_under(in, at, "total", [&](const tree& given) { asked.total = read_needs(in, given); });
  read_under(in, at, "per_gpu", [&](const tree& given) { asked.per_gpu = read_needs(in, given); });
  read_under(in, at, "per_vm", [&](const tree& given) { asked.per_vm = read_needs(in, given); });
  read_under(in, at, "per_domain", [&](const tree& given) { asked.per_domain = read_needs(in, given); });
  read_under(in, at, "units", [&](const tree& given) { asked.units = read_units(in, given); });
  read_under(in, at, "formats", [&](const tree& given) {
    for (const tree* one : in.list(given).items) in.attempt([&] { asked.formats.add(read_precision(in, *one)); });
  });
  read_under(in, at, "whole_racks", [&](const tree& given) { asked.whole_racks = in.yes_or_no(given); });
  read_under(in, at, "at_most", [&](const tree& given) { read_fields(in, given, limits_fields, asked.at_most); });
  read_under(in, at, "features", [&](const tree& given) {
    for (const tree* one : in.list(given).items)
      in.attempt([&] {
        const std::string_view word = in.word(*one, feature_keys);
        asked.features.add(static_cast<feature>(std::ranges::find(feature_keys, word) - feature_keys.begin()));
      });
  });
  asked.prices = into.terms;
}

void read_root(const reader& in, const tree& at) {
  in.object(at);
  // Of another format nothing else is known.
  const tree& format = in.required(at, "format", "\"format\": 1");
  if (!format.is_number() || format.number() != 1) in.fail(format, "not a known format: expected 1");
  in.check_keys(at, root_keys);
  std::string_view unused;
  read_under(in, at, "$schema", [&](const tree& given) { in.read(given, unused); });
  read_under(in, at, "note", [&](const tree& given) { in.read(given, unused); });
  read_under(in, at, "name", [&](const tree& given) { in.read(given, in.into().name); });
  read_under(in, at, "define", [&](const tree& given) { definitions(in, given); });
  read_under(in, at, "machines", [&](const tree& given) { read_machines(in, given); });
  read_under(in, at, "prices", [&](const tree& given) { read_prices(in, given); });
  read_under(in, at, "demand", [&](const tree& given) { read_demand(in, given); });
  read_under(in, at, "job", [&](const tree& given) { read_jobs(in, given); });
}

own_reading refused(reading_error why) { return {.error = why, .errors = {std::move(why)}}; }

constexpr document_limits own_limits{.bytes = std::size_t{4} << 20, .depth = 16, .values = 250'000};

}  // namespace

std::string places_of(std::string_view file, const own_reading& reading) {
  std::string all;
  for (const reading_error& each : reading.errors) all += concat(all.empty() ? "" : "\n", place_of(file, each));
  if (reading.errors.size() == reader::most_mistakes) all += concat("\n", file == "-" ? "standard input" : file, ": there may be more mistakes than these");
  return all;
}

own_reading read_own_file(std::string_view text, const model_finder& models, bool searches_layouts) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return refused({1, 1, "the file is empty: expected a JSON object with \"format\": 1", refusal::not_a_document});
  // What begins as JSON is that and no more; all else is YAML.
  const document_syntax syntax = looks_like_json(text) ? document_syntax::json : document_syntax::yaml_or_json;
  const parsed_documents from(text, syntax, own_limits);
  if (!from.is_good()) return refused(from.error());
  if (from.roots().size() != 1)
    return refused({1, 1, concat(from.roots().size(), " documents: expected one"), refusal::not_a_document});
  own_reading reading;
  for (const repeated_key& each : from.repeated_keys()) {
    if (reading.errors.size() == reader::most_mistakes) break;
    reading.errors.push_back(key_here_twice(each));
  }
  auto into = std::make_unique<own_file>();
  into->searches_layouts = searches_layouts;
  try {
    const reader in(*into, models, reading.errors);
    in.attempt([&] { read_root(in, *from.roots().front()); });
  } catch (const reader::too_many&) {
    into.reset();  // those that are told are enough
  }
  if (reading.errors.empty()) {
    reading.read = std::move(into);
    return reading;
  }
  std::ranges::stable_sort(reading.errors, {}, [](const reading_error& of) { return std::pair(of.line, of.column); });
  reading.error = reading.errors.front();
  return reading;
}

}  // namespace headroom::read
