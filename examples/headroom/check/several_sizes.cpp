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
  if (one.identity.group.empty()) return all;
  for (std::size_t i = 0; i < file.workloads.size(); ++i)
    if (i != which && file.workloads[i].identity.group == one.identity.group) all.push_back(file.workloads[i]);
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
        found.line == one.placement.instance_type.line && ascii::is_same(found.subject, one.placement.instance_type.value);
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

// Whether nothing is wrong or left open with a size that is not without one.
bool works(const std::vector<finding>& with, const std::vector<finding>& without) {
  return std::ranges::all_of(with, [&](const finding& each) {
    return each.severity == finding_severity::warning || has(without, each);
  });
}

// Whether one of the sizes does, on which the workload then runs, or none can, all of them known.
template <class Function>
bool is_decided(const size_choice& choice, const said<std::string_view>& own, const check_terms& on, Function&& find) {
  const auto is_known = [&](std::string_view size) { return find_machine(size, on) != nullptr; };
  const std::vector<finding> without = find(own);
  const bool one_works = std::ranges::any_of(choice.sizes, [&](std::string_view size) {
    return is_known(size) && works(find({size, own.line}), without);
  });
  if (one_works || !std::ranges::all_of(choice.sizes, is_known)) return one_works;
  return std::ranges::any_of(common_to(choice, own, find),
                             [](const finding& each) { return each.severity == finding_severity::error; });
}

// Calls the function with a choice of a workload, its own size, and what finds by a size in its place.
template <class Function>
auto of_workload(const size_choice& choice, const deployment_file& file, std::string_view name,
                 const check_options& options, Function&& call) {
  std::vector<workload> workloads = replica_of(file, choice.which);
  const said<std::string_view> own = workloads.front().placement.instance_type;
  return call(choice, own, [&](const said<std::string_view>& size) {
    workloads.front().placement.instance_type = size;
    return findings_of_first(workloads, file, name, options);
  });
}

std::vector<finding> common_to_workload(const size_choice& choice, const deployment_file& file, std::string_view name,
                                        const check_options& options) {
  return of_workload(choice, file, name, options, [](const auto&... of) { return common_to(of...); });
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
      told_finding one = told(each);
      one.beyond_constant = true;
      // Of a size that a pod and its containers have.
      const bool is_told = each.line > 1 && std::ranges::any_of(findings, [&](const told_finding& other) {
        return other.line == one.line && other.rule == one.rule && other.sentence == one.sentence;
      });
      if (!is_told) findings.push_back(std::move(one));
    }
  };
  for (const size_choice& choice : file.size_choices) tell(common_to_workload(choice, file, name, options));
  for (const size_choice& choice : file.pool_size_choices) tell(common_to_pool(choice, file, name, options));
  return findings;
}

std::vector<said<std::string_view>> decided_choices(const deployment_file& file, std::string_view name,
                                                     const check_options& options) {
  std::vector<said<std::string_view>> choices;
  for (const size_choice& choice : file.size_choices) {
    const bool is = of_workload(choice, file, name, options, [&](const auto& of, const auto& own, const auto& find) {
      return is_decided(of, own, options.terms, find);
    });
    if (is) choices.push_back(file.workloads[choice.which].placement.instance_type);
  }
  return choices;
}

}  // namespace headroom::program
