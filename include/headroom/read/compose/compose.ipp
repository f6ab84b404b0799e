// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/compose/compose.hpp>
#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/launch.hpp>

namespace headroom::read {

namespace {

// nullptr where there are none.
const tree* services_of(const source_text& text) {
  const tree* root = text.document();
  if (root == nullptr || root->at("apiVersion") != nullptr || root->at("kind") != nullptr) return nullptr;
  const tree* services = root->at("services");
  return services != nullptr && services->is_map() ? services : nullptr;
}

bool is_service(const tree* of) { return !text_of(of->at("image")).empty() || of->at("build") != nullptr; }

// Compose Specification, "Interpolation": what a variable that is not set stands for.
std::string_view default_of(std::string_view text) {
  if (!text.starts_with("${") || !text.ends_with('}')) return text;
  std::size_t at = 2;
  while (is_of_identifier(text[at])) ++at;
  if (text[at] == ':') ++at;
  return text[at] == '-' ? default_of(text.substr(at + 1, text.size() - at - 2)) : text;
}

// A whole number, or the default of a variable that stands for it.
said<count> count_with_default(const tree& value) {
  const std::string_view text = default_of(text_of(&value));
  return is_unresolved(text) ? said<count>{unknown, value.line, said_state::left_open} : said<count>{count_of(text, value.line), value.line};
}

// Devices of the host that a container sees, by their numbers or as their driver calls them.
struct visible_devices {
  said<count> gpus{};
  bool are_all = false;
  std::set<std::string> ids{};
};

// A number is of the first so many.
void see(const said<count>& number, visible_devices& into) {
  for (count i = 0; i < std::min<count>(number.value_or(0), 1'000); ++i) into.ids.insert(std::to_string(i));
  const bool is_known = number.is_known() && !into.gpus.is_unresolved();
  into.gpus = is_known ? said<count>{std::max(number.value, static_cast<count>(into.ids.size())), number.line} : said<count>{unknown, number.line, number.state};
}
void see(std::string_view id, int line, visible_devices& into) {
  into.ids.insert(std::string(id));
  into.gpus = {is_unresolved(id) || into.gpus.is_unresolved() ? said<count>{unknown, line, said_state::left_open} : said<count>{static_cast<count>(into.ids.size()), line}};
}
void see_all(int line, visible_devices& into) {
  into.are_all = true;
  into.gpus = {unknown, line, said_state::elsewhere};
}

// "deploy", "devices": device_ids, or a count, which is "all" where it is left out; and only of what can be a GPU.
void see_reserved(const tree& request, visible_devices& into) {
  const tree* number = request.at("count");
  const tree* ids = request.at("device_ids");
  const std::string_view text = default_of(text_of(number));
  if (ids != nullptr && ids->is_list()) for_each_item(ids, [&](const tree& each) { see(default_of(text_of(&each)), each.line, into); });
  else if (text.empty() || text == "all" || text == "-1") see_all(request.line, into);
  else see(count_with_default(*number), into);
}

// NVIDIA Container Toolkit, "Environment variables (OCI spec)": of its runtime.
void see_by_runtime(const outer_variables& variables, int line, visible_devices& into) {
  const auto named = variables.find("NVIDIA_VISIBLE_DEVICES");
  const std::string text = named == variables.end() ? "$" : named->second.value.value_or("$");
  if (text.empty() || text == "void" || text == "none") return;
  if (text == "all") return see_all(named->second.line, into);
  for_each_part(text, [&](std::string_view one) { see(one, named == variables.end() ? line : named->second.line, into); });
}

// "/dev/nvidia0:/dev/nvidia0"; and AMD's, "Running ROCm Docker containers": /dev/kfd with all of /dev/dri, or some of it.
void see_files(const tree* files, visible_devices& into) {
  constexpr std::string_view nvidia = "/dev/nvidia";
  bool are_some = false;
  for_each_item(files, [&](const tree& each) {
    const std::string_view file = text_of(&each).substr(0, text_of(&each).find(':'));
    are_some = are_some || file.starts_with("/dev/dri/");
    if (file == "/dev/kfd") see_all(each.line, into);
    if (file.starts_with(nvidia) && file.size() > nvidia.size() && is_digit(file[nvidia.size()])) see(file.substr(nvidia.size()), each.line, into);
  });
  into.are_all = into.are_all && !are_some;
}

visible_devices devices_of(const tree& service, const outer_variables& variables) {
  visible_devices all;
  see_files(service.at("devices"), all);
  const tree* gpus = service.at("gpus");
  for_each_item(service.at("deploy", "resources", "reservations", "devices"), [&](const tree& each) {
    bool is_of_gpus = false;
    for_each_item(each.at("capabilities"), [&](const tree& one) { is_of_gpus = is_of_gpus || text_of(&one) == "gpu"; });
    if (is_of_gpus) see_reserved(each, all);
  });
  if (text_of(gpus) == "all") see_all(gpus->line, all);
  for_each_item(gpus, [&](const tree& each) { see_reserved(each, all); });
  if (const tree* runtime = service.at("runtime"); text_of(runtime) == "nvidia" && all.gpus.is_silent()) see_by_runtime(variables, runtime->line, all);
  return all;
}

// "scale", or "deploy", "replicas": none of it runs where that is 0.
said<count> copies_of(const tree& service) {
  const tree* stated = service.at("scale") != nullptr ? service.at("scale") : service.at("deploy", "replicas");
  return default_of(text_of(stated)).empty() ? said<count>{} : count_with_default(*stated);
}

// A map, or a list of "NAME=value".
outer_variables variables_of_service(const tree* environment) {
  outer_variables all;
  if (environment == nullptr) return all;
  for (const tree* each : environment->items) {
    const std::size_t equals = each->text.find('=');
    const bool is_listed = environment->is_list();
    const std::string_view value = default_of(is_listed && equals != std::string_view::npos ? each->text.substr(equals + 1) : each->text);
    const bool is_given = each->is_text() && (!is_listed || equals != std::string_view::npos) && !is_unresolved(value);
    all[std::string(is_listed ? each->text.substr(0, equals) : each->key)] = {is_given ? std::optional(std::string(value)) : std::nullopt, each->line};
  }
  return all;
}

void read_service(const tree& service, visible_devices& others, deployment_file& into) {
  const outer_variables variables = variables_of_service(service.at("environment"));
  const visible_devices devices = devices_of(service, variables);
  const started_programs programs(service.at("entrypoint"), service.at("command"), into.source(), {}, default_of);
  engine_arguments engine(into);
  engine.take(programs);
  engine.take_variables_of(engine_of_image(text_of(service.at("image"))), variables);
  if (devices.gpus.is_silent() && !states_any_size(engine.sizes())) return;
  workload w{.identity = {.name = service.key, .kind = "service", .line = service.key_line}};
  w.requests = {.gpus = devices.gpus, .all_gpus = devices.are_all, .unit = "container"};
  w.scale.pods = {count{1}, w.identity.line};
  // Containers share the devices of their host, copies of one too: what others see adds nothing.
  const auto is_seen = [&](const std::string& id) { return others.ids.contains(id); };
  const bool are_known = devices.gpus.is_known();
  const bool are_seen = others.are_all || (are_known && std::ranges::all_of(devices.ids, is_seen));
  const bool are_own = are_known ? std::ranges::none_of(devices.ids, is_seen) : others.ids.empty();
  w.scale.replicas = are_seen ? said<count>{count{0}, w.identity.line} : are_own ? said<count>{count{1}, w.identity.line} : said<count>{unknown, w.identity.line};
  if (const said<count> copies = copies_of(service); !are_seen && (copies.is_unresolved() || copies.value_or(1) == 0)) w.scale.replicas = copies;
  others.ids.insert(devices.ids.begin(), devices.ids.end());
  others.are_all = others.are_all || devices.are_all;

  take_processes(programs, variables, true, devices.gpus, w);
  if (!engine.leave_rest_of(devices.gpus)) w.parallel = engine.sizes();
  if (engine.shared_line() != 0) w.parallel.left_open = "how many containers run one engine";
  into.workloads.push_back(w);
}

}  // namespace

bool is_compose(const source_text& text) {
  const tree* services = services_of(text);
  return services != nullptr && std::ranges::any_of(services->items, is_service);
}

void read_compose(deployment_file& into) {
  const tree* services = services_of(into.source());
  if (services == nullptr) throw unreadable({1, 0, "not a Compose file: expected a map of services"});
  visible_devices seen;
  for (const tree* each : services->items)
    if (each->is_map()) read_service(*each, seen, into);
  if (into.workloads.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
