// SPDX-License-Identifier: BSL-1.0
#include "check/several_sizes.hpp"

#include <algorithm>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/resolve.hpp>
#include <utility>

namespace headroom::program {

namespace {

// One workload and those that make a replica with it, the one first. Sums over the whole file are told without this.
std::vector<workload> replica_of(const deployment_file& file, std::size_t which) {
  const workload& one = file.workloads[which];
  std::vector<workload> all{one};
  if (one.group.empty()) return all;
  for (std::size_t i = 0; i < file.workloads.size(); ++i)
    if (i != which && file.workloads[i].group == one.group) all.push_back(file.workloads[i]);
  return all;
}

// What is found of the first of the workloads, or of its size on its line.
std::vector<finding> findings_of_first(const std::vector<workload>& workloads, const deployment_file& file,
                                       std::string_view name, const check_options& options) {
  const workload& one = workloads.front();
  const std::string_view subject = subject_of(one);
  const headroom::deployment of{
      .file = name, .format = file.format, .pools = file.pools, .workloads = workloads, .documents = file.documents};
  std::vector<finding> findings;
  for_each_finding(of, options.terms, [&](const finding& found) {
    const bool is_of_size =
        found.line == one.instance_type.line && headroom::detail::same_name(found.subject, one.instance_type.value);
    if (options.wants(found.rule) && (found.subject == subject || is_of_size)) findings.push_back(found);
  });
  return findings;
}

bool is_same(const finding& one, const finding& other) {
  return one.rule == other.rule && one.line == other.line && one.severity == other.severity;
}

bool has(const std::vector<finding>& all, const finding& one) {
  return std::ranges::any_of(all, [&](const finding& each) { return is_same(each, one); });
}

// Whether a finding is of a larger size than another that says the same of its own: by the first figure that differs,
// which is the machine's.
bool is_of_larger(const finding& one, const finding& other) {
  for (std::size_t i = 0; i < std::min(one.term_count, other.term_count); ++i)
    if (one.terms[i].amount != other.terms[i].amount)
      return one.sentence == other.sentence && one.terms[i].amount > other.terms[i].amount;
  return false;
}

// Those of both, each of the larger size: the one that comes nearest.
std::vector<finding> of_both(const std::vector<finding>& some, const std::vector<finding>& others) {
  std::vector<finding> both;
  for (const finding& each : some) {
    const auto same = std::ranges::find_if(others, [&](const finding& other) { return is_same(each, other); });
    if (same != others.end()) both.push_back(is_of_larger(*same, each) ? *same : each);
  }
  return both;
}

// What is found whichever size it is, and not without one. Calls the function with each, and with that of the file.
template <class Function>
std::vector<finding> common_to(const size_choice& choice, said<std::string_view> own, Function&& find) {
  const std::vector<finding> without = find(own);
  std::vector<finding> common;
  for (std::size_t i = 0; i < choice.sizes.size(); ++i) {
    std::vector<finding> its = find({choice.sizes[i], own.line});
    common = i == 0 ? std::move(its) : of_both(common, its);
  }
  std::erase_if(common, [&](const finding& each) { return has(without, each); });
  return common;
}

std::vector<finding> common_to_workload(const size_choice& choice, const deployment_file& file, std::string_view name,
                                        const check_options& options) {
  std::vector<workload> workloads = replica_of(file, choice.which);
  return common_to(choice, workloads.front().instance_type, [&](const said<std::string_view>& size) {
    workloads.front().instance_type = size;
    return findings_of_first(workloads, file, name, options);
  });
}

// Sums over the whole file count too.
std::vector<finding> common_to_pool(const size_choice& choice, const deployment_file& file, std::string_view name,
                                    const check_options& options) {
  std::vector<machine_pool> pools = file.pools;
  headroom::deployment of = file.view(name);
  of.pools = pools;
  return common_to(choice, file.pools[choice.which].size, [&](const said<std::string_view>& size) {
    pools[choice.which].size = size;
    std::vector<finding> findings;
    for_each_finding(of, options.terms, [&](const finding& found) {
      if (options.wants(found.rule)) findings.push_back(found);
    });
    return findings;
  });
}

}  // namespace

std::vector<told_finding> findings_of_several_sizes(const deployment_file& file, std::string_view name,
                                                    const check_options& options) {
  std::vector<told_finding> findings;
  const auto tell = [&](const std::vector<finding>& common) {
    for (const finding& each : common) {
      findings.push_back(told(each));
      findings.back().beyond_constant = true;
    }
  };
  for (const size_choice& choice : file.size_choices) tell(common_to_workload(choice, file, name, options));
  for (const size_choice& choice : file.pool_size_choices) tell(common_to_pool(choice, file, name, options));
  return findings;
}

}  // namespace headroom::program
