// SPDX-License-Identifier: BSL-1.0
#include "estimate/sweep_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/plan/sweep.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <utility>

namespace headroom::program {

namespace {

// What is swept over of the requests, in place of the job.
constexpr std::array<std::string_view, 3> load_keys{"prompt", "answer", "concurrency"};
constexpr std::array<void (*)(load_request&, count), load_keys.size()> load_setters{
    [](load_request& of, count n) { of.prompt = n; },
    [](load_request& of, count n) { of.answer = n; },
    [](load_request& of, count n) { of.clients = {n}; },
};

std::shared_ptr<const swept_key> shared(swept_key of) { return std::make_shared<const swept_key>(std::move(of)); }

}  // namespace

sweep_grid::dimension sweep_grid::dimension_of(const sweep_request& asked) const {
  if (from_->serving() == nullptr) return {.of = shared(swept_over(*from_, asked))};
  const auto* const found = std::ranges::find(load_keys, asked.key);
  if (found == load_keys.end()) return {.of = shared(swept_over(*from_, asked, load_keys))};
  if (asked.values.empty()) throw input_error(fmt::format("--sweep: {} does not double: expected {}=1,2,4", asked.key, asked.key));
  return {.of = shared({.key = *found, .values = whole_numbers_of(asked)}), .set_load = load_setters[static_cast<std::size_t>(found - load_keys.begin())]};
}

sweep_grid::sweep_grid(const planned_job& from, const job_document& document, const load_request& by, std::span<const sweep_request> sweeps)
    : from_(&from), document_(&document), by_(&by) {
  for (const sweep_request& each : sweeps) {
    dimension made = dimension_of(each);
    if (sets(made.of->key)) throw input_error(fmt::format("--sweep: {} is swept over twice", made.of->key));
    dimensions_.push_back(std::move(made));
  }
  // Each value once, so that what is none of its key is told before the first point.
  for (dimension& each : dimensions_) {
    if (each.of->is_count()) continue;
    for (; each.at < each.of->values.size(); ++each.at) read_again(*document_, point_of_job());
    each.at = 0;
  }
  settle();
  if (load_.token_limit.has_value() && !load_.clients.empty()) throw input_error("--sweep: the limit of a token's time says how many clients there are: expected no concurrency with it");
}

count sweep_grid::size() const {
  count all = 1;
  for (const dimension& each : dimensions_) all = multiply(all, static_cast<count>(each.of->values.size()));
  return all;
}

bool sweep_grid::sets(std::string_view key) const {
  return std::ranges::any_of(dimensions_, [&](const dimension& each) { return each.of->key == key; });
}

void sweep_grid::put_settings(row_printer& to) const {
  for (const dimension& each : dimensions_) {
    const swept_value& value = each.of->values[each.at];
    if (value.real.has_value()) to.put(each.of->key, *value.real);
    else if (!each.of->is_count()) to.put(each.of->key, value.text);
    else to.put(each.of->key, value.number);
  }
}

swept_point sweep_grid::point_of_job() const {
  swept_point all;
  for (const dimension& each : dimensions_)
    if (each.set_load == nullptr) all.emplace_back(each.of.get(), &each.of->values[each.at]);
  return all;
}

void sweep_grid::set_job() {
  job_ = *from_;
  held_.reset();
  wrong_.clear();
  const swept_point all = point_of_job();
  if (std::ranges::all_of(all, [](const auto& each) { return each.first->is_count(); })) {
    for (const auto& [of, value] : all) set(job_, *of, *value);
  } else {
    swept_job again = read_again(*document_, all);
    wrong_ = std::move(again.wrong);
    if (again.of == nullptr) return;
    held_ = std::move(again.of);
    job_ = held_->jobs.front();
  }
  wrong_ = settled(job_);
}

void sweep_grid::settle() {
  load_ = *by_;
  for (const dimension& each : dimensions_)
    if (each.set_load != nullptr) each.set_load(load_, each.of->values[each.at].number);
  set_job();
}

bool sweep_grid::next() {
  for (std::size_t i = dimensions_.size(); i-- > 0; dimensions_[i].at = 0)
    if (++dimensions_[i].at < dimensions_[i].of->values.size()) {
      settle();
      return true;
    }
  return false;
}

void sweep_grid::go_to(count point) {
  std::vector<count> sizes, at(dimensions_.size());
  for (const dimension& each : dimensions_) sizes.push_back(static_cast<count>(each.of->values.size()));
  place_on_axes(point, sizes, at);
  for (std::size_t i = 0; i < at.size(); ++i) dimensions_[i].at = static_cast<std::size_t>(at[i]);
  settle();
}

}  // namespace headroom::program
