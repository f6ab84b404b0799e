// SPDX-License-Identifier: BSL-1.0
#include "calibrate/efficiencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/units.hpp>

#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// What a factor of a file may be: beyond that our constants say nothing of the machine.
constexpr double least_factor = 0.1;
constexpr double most_factor = 10;

template <std::size_t N>
nlohmann::ordered_json json_of_factors(const std::array<efficiency_factor, N>& keys, const std::array<double, N>& values) {
  nlohmann::ordered_json made = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < N; ++i) made[std::string(keys[i].key)] = values[i];
  return made;
}

template <std::size_t N>
void take_factors(const std::string& path, std::string_view part, const nlohmann::json& from, const std::array<efficiency_factor, N>& keys,
                  std::array<double, N>& into) {
  const auto refused = [&](std::string_view key, std::string_view expected) {
    throw input_error(fmt::format("{}: efficiencies.{}.{}: expected {}", path, part, key, expected));
  };
  if (!from.is_object()) throw input_error(fmt::format("{}: efficiencies.{}: expected factors by name", path, part));
  for (const auto& [key, value] : from.items()) {
    const auto found = std::ranges::find(keys, key, &efficiency_factor::key);
    if (found == keys.end()) refused(key, "products, memory, network, fixed or, of serving, first_token");
    if (!value.is_number() || !(value.template get<double>() >= least_factor && value.template get<double>() <= most_factor))
      refused(key, "a number from 0.1 to 10");
    into[static_cast<std::size_t>(found - keys.begin())] = value.template get<double>();
  }
}

std::string cpp_number(double x) { return fmt::format("{:.4g}", x); }
std::string microseconds_text(const duration& x) { return fmt::format("hr::microseconds({})", cpp_number(in_microseconds(x))); }
std::string milliseconds_cpp(const duration& x) { return fmt::format("hr::milliseconds({})", cpp_number(in_milliseconds(x))); }

}  // namespace

step_constants calibrated(const efficiencies& of, step_constants by) {
  const auto& [products, memory, network, fixed] = of.training;
  for (double* rate : {&by.ampere, &by.hopper, &by.blackwell}) *rate /= products;
  by.traffic *= memory;
  for (double* exposed : {&by.exposed, &by.data_exposed}) *exposed = std::min(1.0, *exposed * network);
  for (duration* time : {&by.host, &by.host_of_expert, &by.step}) *time = *time * fixed;
  by.layer_kernels *= fixed;
  return by;
}

serving_constants calibrated(const efficiencies& of, serving_constants by) {
  const auto& [products, memory, network, fixed, first_token] = of.serving;
  by.experts /= products;
  for (double* traffic : {&by.traffic, &by.experts_traffic}) *traffic *= memory;
  for (duration* time : {&by.all_reduce, &by.exchange}) *time = *time * network;
  for (duration* time : {&by.kernel, &by.launch, &by.sequence}) *time = *time * fixed;
  for (engine_time& each : by.engines) {
    each.step = each.step * fixed;
    each.first = each.first * first_token;
    each.steps_waited *= first_token;
  }
  return by;
}

nlohmann::ordered_json json_of(const efficiencies& of, bool of_training, bool of_serving) {
  nlohmann::ordered_json made = nlohmann::ordered_json::object();
  if (of_training) made["training"] = json_of_factors(training_factors, of.training);
  if (of_serving) made["serving"] = json_of_factors(serving_factors, of.serving);
  return {{"format", 1}, {"efficiencies", std::move(made)}};
}

efficiencies efficiencies_of_file(const io& from, const std::string& path, bool of_training) {
  const file_reading read = read_file(from, path);
  if (!read.error.empty()) throw input_error(fmt::format("{}: {}", path, read.error));
  const nlohmann::json all = nlohmann::json::parse(read.text, nullptr, false);
  if (!all.is_object() || !all.contains("efficiencies") || !all["efficiencies"].is_object() || all.value("format", nlohmann::json()) != 1)
    throw input_error(fmt::format("{}: no efficiencies: expected a file that headroom calibrate wrote", path));
  efficiencies made;
  for (const auto& [part, factors] : all["efficiencies"].items()) {
    if (part == "training") take_factors(path, part, factors, training_factors, made.training);
    else if (part == "serving") take_factors(path, part, factors, serving_factors, made.serving);
    else throw input_error(fmt::format("{}: efficiencies.{}: expected training or serving", path, part));
  }
  const std::string_view asked = of_training ? "training" : "serving";
  if (!all["efficiencies"].contains(asked))
    throw input_error(fmt::format("{}: efficiencies.{}: expected factors for a job that {}", path, asked, of_training ? "trains" : "serves"));
  return made;
}

std::string cpp_of(const step_constants& of) {
  std::string made = "constexpr hr::step_constants my_steps{\n";
  const auto add = [&](std::string_view name, const std::string& value) { made += fmt::format("    .{} = {},\n", name, value); };
  add("ampere", cpp_number(of.ampere));
  add("hopper", cpp_number(of.hopper));
  add("blackwell", cpp_number(of.blackwell));
  add("traffic", cpp_number(of.traffic));
  add("exposed", cpp_number(of.exposed));
  add("data_exposed", cpp_number(of.data_exposed));
  add("host", milliseconds_cpp(of.host));
  add("host_of_expert", milliseconds_cpp(of.host_of_expert));
  add("step", milliseconds_cpp(of.step));
  add("layer_kernels", cpp_number(of.layer_kernels));
  return made + "};\n";
}

std::string cpp_of(const serving_constants& of) {
  std::string made = "constexpr hr::serving_constants my_servers{\n";
  const auto add = [&](std::string_view name, const std::string& value) { made += fmt::format("    .{} = {},\n", name, value); };
  add("experts", cpp_number(of.experts));
  add("experts_inputs", cpp_number(of.experts_inputs));
  add("traffic", cpp_number(of.traffic));
  add("experts_traffic", cpp_number(of.experts_traffic));
  add("kernel", microseconds_text(of.kernel));
  add("launch", microseconds_text(of.launch));
  add("all_reduce", microseconds_text(of.all_reduce));
  add("exchange", microseconds_text(of.exchange));
  add("sequence", microseconds_text(of.sequence));
  made += "    .engines = {{\n";
  for (const engine_time& each : of.engines)
    made += fmt::format("        {{\"{}\", {}, {}, {}, {}, {}, {}, {}}},\n", each.engine, milliseconds_cpp(each.step), cpp_number(each.kernels), milliseconds_cpp(each.first),
                        cpp_number(each.steps_waited), each.until_month, each.without_graphs, each.by_nccl);
  return made + "    }},\n};\n";
}

}  // namespace headroom::program
