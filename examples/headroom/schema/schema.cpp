// SPDX-License-Identifier: BSL-1.0
#include "schema/schema.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <headroom/count.hpp>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <headroom/text/characters.hpp>
#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/job_fields.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json reference(std::string_view definition) { return {{"$ref", fmt::format("#/$defs/{}", definition)}}; }

std::string_view definition_of(form what) {
  switch (what) {
    case form::text:
      return "text";
    case form::count:
      return "count";
    case form::factor:
      return "factor";
    case form::memory:
      return "memory";
    case form::bandwidth:
      return "bandwidth";
    case form::rate:
      return "rate";
    case form::power:
      return "power";
    case form::money_rate:
      break;
  }
  return "money_per_hour";
}

json object(json properties, std::initializer_list<const char*> required = {}) {
  json result{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (required.size() > 0) result["required"] = required;
  return result;
}

// A word as the reader takes it: in any case, with any signs or none between its letters.
std::string spelling_pattern(std::string_view word) {
  std::string expression;
  for (const char c : word) {
    const char small = ascii::small_letter(c);
    if (!ascii::is_letter(small) && !ascii::is_digit(small)) continue;
    if (!expression.empty()) expression += "[^a-zA-Z0-9]*";
    expression += ascii::is_digit(small) ? std::string(1, small) : fmt::format("[{}{}]", small, static_cast<char>(small - 'a' + 'A'));
  }
  return expression;
}

// One of these words: the list is for those who complete, the pattern for those who spell otherwise.
json words(std::span<const std::string_view> allowed) {
  std::string spellings;
  for (const std::string_view each : allowed) spellings += (spellings.empty() ? "" : "|") + spelling_pattern(each);
  return {{"anyOf", {{{"enum", allowed}}, {{"type", "string"}, {"pattern", fmt::format("^({})$", spellings)}}}}};
}

json described(json what, std::string_view meaning) {
  what["description"] = meaning;
  return what;
}

template <class Record, std::size_t N>
json properties_of(const std::array<field<Record>, N>& fields) {
  json result = json::object();
  for (const field<Record>& one : fields) {
    json value = reference(definition_of(one.what));
    if (one.or_none) value = {{"anyOf", {std::move(value), {{"const", "none"}}}}};
    result[std::string(one.key)] = described(std::move(value), one.meaning);
  }
  return result;
}

// A number, perhaps with groups of thousands, and one of the units in any case.
std::string quantity_pattern(std::string_view units) {
  return fmt::format("^[ \\t]*[0-9][0-9,]*(\\.[0-9]+)?([eE][+-]?[0-9]+)?[ \\t]*({})[ \\t]*$", units);
}

json pattern(const std::string& expression, std::string_view example) {
  return {{"type", "string"}, {"pattern", expression}, {"maxLength", longest_quantity_text}, {"examples", {example}}};
}

json from_one() { return {{"type", "integer"}, {"minimum", 1}, {"maximum", max_count}}; }

template <class Request>
json job_properties(std::span<const job_field<Request>> fields) {
  json result = json::object();
  for (const job_field<Request>& one : fields) {
    json value;
    switch (one.what) {
      case job_form::model:
        value = reference("text");
        break;
      case job_form::word:
        value = words(one.allowed);
        break;
      case job_form::words:
        value = {{"type", "array"}, {"items", words(one.allowed)}};
        break;
      case job_form::count:
        value = one.least == 0 ? reference("count") : from_one();
        break;
      case job_form::share:
        value = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
        break;
      case job_form::factor:
        value = {{"type", "number"}, {"minimum", 1}, {"maximum", 1e6}};
        break;
      case job_form::multiple:
        value = {{"type", "number"}, {"minimum", 1e-6}, {"maximum", 1e6}};
        break;
      case job_form::yes_no:
        value = {{"type", "boolean"}};
        break;
      case job_form::lengths:
        value = {{"type", "string"}, {"pattern", "^(p[^p]+)+$|^[0-9][^p]*$"}, {"maxLength", 1000}, {"examples", {"p50=400,p90=2000,p100=8192"}}};
        break;
    }
    result[std::string(one.key)] = described(std::move(value), one.meaning);
  }
  return result;
}

json definitions_schema() {
  const std::string prefix = "([kKmMgGtTpP][iI]?)?";
  const std::string amount = "([bB]|[bB][iI][tT][sS]?|[bB][yY][tT][eE][sS]?)";
  const std::string second = "(/[sS]([eE][cC]([oO][nN][dD][sS]?)?)?|[pP][sS])";
  const std::string hour = "/([hH]([rR]|[oO][uU][rR][sS]?)?|[sS]([eE][cC]([oO][nN][dD][sS]?)?)?)";
  const std::string money = fmt::format(
      "^[ \\t]*(\\$[0-9][0-9,]*(\\.[0-9]+)?([eE][+-]?[0-9]+)?[ \\t]*|[0-9][0-9,]*(\\.[0-9]+)?([eE][+-]?[0-9]+)?[ "
      "\\t]*([uU][sS][dD]|\\$)){}[ \\t]*$",
      hour);
  json all;
  // No control characters: C0, delete and C1.
  all["text"] = {{"type", "string"}, {"pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}, {"maxLength", 1000}};
  all["name"] = {{"type", "string"}, {"pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}, {"maxLength", 80}};
  all["count"] = {{"type", "integer"}, {"minimum", 0}, {"maximum", max_count}};
  all["factor"] = {{"type", "number"}, {"minimum", 1}, {"maximum", 1000}};
  all["memory"] = pattern(quantity_pattern(prefix + amount), "672 GiB");
  all["bandwidth"] = pattern(quantity_pattern(prefix + amount + second), "800 Gb/s");
  all["rate"] = pattern(
      quantity_pattern("[mMgGtTpPeEzZ]?([fF][lL])?[oO][pP]([sS]|/[sS]([eE][cC]([oO][nN][dD][sS]?)?)?)"), "1440 PFLOPS");
  all["power"] = pattern(quantity_pattern("[kKMgG]?[wW]"), "142 kW");
  all["money_per_hour"] = pattern(money, "$3.40/h");

  json needs = properties_of(needs_fields);
  needs["peak"] = described(
      object({{"format", words(precision_names)}, {"sparsity", words(sparsity_names)}, {"rate", reference("rate")}},
             {"format", "sparsity", "rate"}),
      "Least peak rate in one number format");
  all["needs"] = object(std::move(needs));

  json rates = json::object();
  for (const std::string_view format : precision_names)
    rates[std::string(format)] = {{"anyOf", {object(properties_of(rates_fields)), {{"const", "none"}}}}};
  json gpu = properties_of(gpu_fields);
  gpu["rates"] = described(object(std::move(rates)),
                           "Peak rates of one GPU in each number format; \"none\": it has no such format");
  gpu["source"] = reference("text");
  all["gpu"] = object(std::move(gpu));

  json cpu = properties_of(cpu_fields);
  cpu["source"] = reference("text");
  all["cpu"] = object(std::move(cpu));

  json features = json::object();
  for (const std::string_view key : feature_keys) features[std::string(key)] = {{"type", "boolean"}};
  json size = properties_of(size_fields);
  size["gpu"] = described(reference("name"), "Name of a GPU of the catalogue or under gpus");
  size["cpu"] = described(reference("name"), "Name of a CPU of the catalogue or under cpus");
  size["features"] = object(std::move(features));
  size["source"] = reference("text");
  all["size"] = object(std::move(size), {"gpus"});

  json rack = properties_of(rack_fields);
  rack["size"] = described(reference("name"), "Name of a VM size of the catalogue or under sizes");
  rack["source"] = reference("text");
  all["rack"] = object(std::move(rack), {"size", "vms"});

  json board = properties_of(board_fields);
  board["gpu"] = described(reference("name"), "Name of a GPU of the catalogue or under gpus");
  board["source"] = reference("text");
  all["board"] = object(std::move(board), {"gpu", "gpus"});

  all["serve"] = object(job_properties(serving_fields()), {"model"});
  all["train"] = object(job_properties(training_fields()), {"model", "sequence"});
  return all;
}

json records(std::string_view definition) {
  return {{"type", "object"},
          {"propertyNames", reference("name")},
          {"additionalProperties", reference(definition)},
          {"maxProperties", 1000}};
}

json machine_entry() {
  json one_of = json::array();
  for (const char* key : {"size", "rack", "board"}) one_of.push_back({{"required", {key}}});
  json entry = object({{"size", reference("text")},
                       {"rack", reference("text")},
                       {"board", reference("text")},
                       {"count", reference("count")}},
                      {"count"});
  entry["oneOf"] = std::move(one_of);
  return entry;
}

json own_price() {
  json row = properties_of(price_fields);
  for (const char* key : {"on_demand", "spot"}) row[key]["description"] = "Price of one machine an hour";
  row["date"] = {{"type", "string"}, {"pattern", "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"}};
  json result = object(std::move(row), {"machine"});
  result["anyOf"] = {{{"required", {"on_demand"}}}, {{"required", {"spot"}}}};
  return result;
}

json demand_schema() {
  json scopes = json::object();
  scopes["name"] = reference("text");
  scopes["total"] = described(reference("needs"), "Of all eligible machines together");
  scopes["per_gpu"] = described(reference("needs"), "Of each GPU: machines with less are not eligible");
  scopes["per_vm"] = described(reference("needs"), "Of each VM: machines with less are not eligible");
  scopes["per_domain"] = described(reference("needs"), "Of each scale-up domain: machines with less are not eligible");
  json units = properties_of(units_fields);
  for (json& count : units) count = described(from_one(), count["description"].get<std::string>());
  scopes["units"] = described(object(std::move(units)), "GPUs used together: those that fill no whole unit do not count");
  scopes["formats"] = {{"type", "array"},
                       {"items", words(precision_names)},
                       {"description", "Number formats that every GPU must compute in"}};
  scopes["features"] = {
      {"type", "array"}, {"items", words(feature_keys)}, {"description", "What every VM must support"}};
  scopes["whole_racks"] = {{"type", "boolean"}, {"description", "Count only whole scale-up domains that span VMs"}};
  scopes["at_most"] = described(object(properties_of(limits_fields)), "Most that the eligible machines may come to");
  return object(std::move(scopes));
}

json one_job() {
  json job = object({{"name", reference("text")},
                     {"serve", described(reference("serve"), "A pool of GPUs that serves a model")},
                     {"train", described(reference("train"), "A training run")}});
  job["oneOf"] = {{{"required", {"serve"}}}, {{"required", {"train"}}}};
  return job;
}

// One, or disaggregated pools.
json job_schema() {
  const auto pool = [](const char* name) {
    return object({{"name", {{"const", name}}}, {"serve", reference("serve")}}, {"name", "serve"});
  };
  json pools{{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", false}};
  pools["prefixItems"] = {pool("prefill"), pool("decode")};
  return {{"anyOf", {one_job(), std::move(pools)}}};
}

}  // namespace

std::string schema_text() {
  json root;
  root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  root["title"] = "Headroom deployment, format 1";
  root["description"] =
      "What machines there are and what is asked of them. Quantities are text with a unit. Files are UTF-8, of at most "
      "4 MiB.";
  root["type"] = "object";
  root["properties"] = {
      {"$schema", reference("text")},
      {"format", {{"const", 1}}},
      {"name", reference("text")},
      {"note", reference("text")},
      {"machines", {{"type", "array"}, {"items", machine_entry()}}},
      {"define", object({{"gpus", records("gpu")},
                         {"cpus", records("cpu")},
                         {"sizes", records("size")},
                         {"racks", records("rack")},
                         {"boards", records("board")}})},
      {"prices",
       object({{"region", described(reference("text"), "Where published prices are taken from; there is no default")},
               {"buy", words(purchase_names)},
               {"discount",
                {{"type", "string"},
                 {"pattern", "^[0-9][0-9,]*(\\.[0-9]+)?([eE][+-]?[0-9]+)? *%$"},
                 {"description", "Off published prices, such as \"25 %\""}}},
               {"own", {{"type", "array"}, {"items", own_price()}, {"maxItems", 1000}}}})},
      {"demand", demand_schema()},
      {"job", job_schema()}};
  root["required"] = {"format"};
  root["additionalProperties"] = false;
  root["$defs"] = definitions_schema();
  return root.dump(2) + "\n";
}

void add_schema_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of the deployment format");
  command->footer("Example:\n  headroom schema > deployment.schema.json");
  command->callback([&s] { s.write_json(schema_text()); });
}

}  // namespace headroom::program
