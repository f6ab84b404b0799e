// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/own_format.hpp>

#include <cstddef>
#include <headroom/cluster/capacity.hpp>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <headroom/read/document/json_text.hpp>
#include <headroom/read/common/remarks.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/own/format.hpp>

namespace headroom::read {

namespace {

constexpr std::string_view sections[]{"machines", "define", "prices", "demand", "job"};

// Of a file with mistakes, all of them are why it was left out.
std::unique_ptr<own_file> read_or_throw(deployment_file& into) {
  own_reading reading = read_own_file(into.source().text(), any_model);
  if (reading.read != nullptr) return std::move(reading.read);
  for (const reading_error& each : reading.errors)
    into.unread.push_back({each.line, each.column, each.path + (each.path.empty() ? "" : ": ") + each.message});
  throw unreadable(into.unread.front());
}

int line_of(const tree* value, int otherwise) { return value == nullptr ? otherwise : value->line; }

// Whether the machine is one that the file describes itself, which rules cannot look up by its name.
bool is_own(const machine& m, const own_file& of) {
  const auto has = [](const auto& records, const auto* one) {
    for (const auto& each : records)
      if (&each == one) return true;
    return false;
  };
  return has(of.racks, m.rack()) || has(of.boards, m.board()) || (m.rack() == nullptr && has(of.sizes, m.vm()));
}

// Nodes are VMs, or boards. The group stays where it is as long as the file is read.
machine_pool pool_of(const tree& item, const group& held, const own_file& of) {
  const machine& m = held.machine;
  machine_pool pool{.line = item.line};
  for (const std::string_view kind : {"size", "rack", "board"}) {
    const tree* named = item.at(kind);
    if (named == nullptr) continue;
    pool.name = named->text;
    // By its exact name: the file may spell it otherwise.
    if (is_own(m, of)) pool.described = &m;
    else pool.size = {m.name(), named->line};
  }
  const int line = line_of(item.at("count"), item.line);
  const figure<count> nodes = nodes_of(m);
  pool.nodes = nodes.is_known() ? said<count>{multiply(held.how_many, *nodes.known()), line} : said<count>{unknown, line};
  const figure<count> gpus = gpus_of_node(m);
  if (!gpus.is_unknown()) pool.gpus_per_node = {gpus.is_known() ? *gpus.known() : count{0}, line};
  return pool;
}

// What a VM must have, where there is one kind of machine that it can be asked of.
void take_needs_of_vm(const tree& needs, const headroom::needs& asked, pod_resources& into) {
  if (const tree* given = needs.at("gpus")) into.gpus = {asked.gpus, given->line};
  if (const tree* given = needs.at("vcpus")) into.millicpus = {multiply(asked.vcpus, 1'000), given->line};
  if (const tree* given = needs.at("system_memory")) into.system_memory = {asked.system_memory, given->line};
}

void take_features(const tree* features, for_features<said<bool>>& into) {
  if (features == nullptr) return;
  for (const tree* each : features->items) {
    const auto found = std::ranges::find(feature_keys, word_called(each->text, feature_keys));
    if (found != feature_keys.end()) into[static_cast<feature>(found - feature_keys.begin())] = {true, each->line};
  }
}

void take_demand(const tree& at, const demand& asked, deployment_file& into) {
  workload w{.identity = {.name = text_of(at.at("name")), .kind = "demand", .line = at.line}, .queueing = {.runs_as = workload_class::demand}};
  w.requests.unit = "VM";
  w.scale.replicas = {count{1}, at.line};
  if (const tree* gpus = at.at("total", "gpus")) w.scale.gpus = {asked.total.gpus, gpus->line};
  if (into.pools.size() <= 1)
    if (const tree* needs = at.at("per_vm")) take_needs_of_vm(*needs, asked.per_vm, w.requests);
  // One of several kinds may be the one that it is meant for.
  if (into.pools.size() == 1)
    take_features(at.at("features"), into.pools.front().features);
  else
    take_features(at.at("features"), w.placement.features);
  into.workloads.push_back(w);
}

}  // namespace

bool is_own_format(const source_text& text) {
  const tree* root = text.document();
  const tree* format = root == nullptr ? nullptr : root->at("format");
  if (format == nullptr || !format->is_text() || format->quoted) return false;
  const bool is_first = format->text == "1";
  // Other YAML has a "format", too.
  const bool is_json = looks_like_json(text.text());
  if (!is_json && !is_first) return false;
  for (const std::string_view each : sections)
    if (root->at(each) != nullptr) return true;
  return is_json && is_first;
}

// What a demand asks beyond GPUs and VMs (rates, memory of GPUs, prices) is for `headroom report`, which says by how
// much it is met.
void read_own_format(deployment_file& into) {
  std::unique_ptr<own_file> read = read_or_throw(into);
  const tree* root = into.source().document();
  if (const tree* machines = root->at("machines")) {
    const std::span<const group> groups = read->cluster.groups();
    for (std::size_t i = 0; i < groups.size(); ++i)
      into.pools.push_back(pool_of(*machines->items[i], groups[i], *read));
  }
  if (const tree* asked = root->at("demand")) take_demand(*asked, read->demand, into);
  if (const tree* note = root->at("note")) take_remarks(text_of(note), note->line, into);
  const bool has_jobs = !read->jobs.empty();
  into.own = std::move(read);
  if (has_jobs) into.planned = into.own;
  if (into.holds_nothing()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
