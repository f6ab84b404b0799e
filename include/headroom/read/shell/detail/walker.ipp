// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/read/shell/detail/merge.hpp>
#include <headroom/read/shell/detail/walker.hpp>
#include <headroom/read/shell/parse_commands.ipp>

namespace headroom::read::shell::detail {

walker::walker(const walk_options& options, walked& into)
    : options_(options), into_(into), memory_(into.memory), names_(into.memory), words_(into.memory, names_, *this) {
  in_ = memory_.keep(circumstances{});
  for (const given_variable& each : options.variables) {
    binding given{.is_exported = true};
    const std::string_view name = memory_.keep_text(each.name);
    given.scalar.text = memory_.keep_text(each.value.value_or(std::string_view{}));
    given.scalar.at = each.at;
    if (!each.value.has_value()) given.scalar = words_.unknown(words_.keep({cause::variable, name, each.at}), each.at);
    names_.set(names_.slot_of(name), memory_.keep(given));
  }
  for (const given_file& each : options.files) {
    const argument& text = each.text;
    const binding given{.scalar = {.text = text.text, .at = text.at, .origins = memory_.keep(text.origins)}};
    names_.set(names_.slot_of_file(plain_path(each.path)), memory_.keep(given));
  }
  if (!options.arguments.has_value()) return;
  std::vector<expanded_word> arguments;
  for (const std::string_view each : *options.arguments) arguments.push_back({.text = {.text = memory_.keep_text(each)}});
  set_arguments(arguments);
}

void walker::walk_script(const script& of) {
  words_.use_dialect(of.language());
  run(of.commands());
  finish();
}

void walker::finish() {
  into_.names_read = words_.names_read();
  into_.is_complete = !is_over_;
  for (variables::slot each = 0; each < names_.size(); ++each)
    if (names_.is_file(each) && names_.at(each) != nullptr) into_.files.push_back({names_.name_of(each).substr(1), names_.at(each)->scalar});
}

// ---- ways

void walker::return_to(const place& to) {
  names_.return_to(to.names);
  running_ = to.running;
}

void walker::end_way(const place& begin, ways& into) {
  if (!is_stopped()) into.push_back(way_since(begin));
  return_to(begin);
  is_dead_ = false;
}

// What goes on where the ways come together. None does: what is behind does not run.
void walker::join(const place& begin, const ways& all, const unjudged& why) {
  return_to(begin);
  is_dead_ = all.empty();
  if (all.empty()) return;
  apply(all.size() == 1 ? all.front().changes : merged(all, why, false));
  running_ = merged_jobs(all);
}

void walker::apply(const variables::changes& changes) {
  for (const variables::change& each : changes) {
    if (each.is_local) names_.make_local(each.which, each.now);
    names_.set(each.which, each.now);
  }
}

// Each variable that any of the ways changes, joined with what it is at the end of the others.
variables::changes walker::merged(const ways& all, const unjudged& why, bool is_endless) {
  std::vector<variables::changes> sorted;
  std::vector<variables::slot> slots;
  for (const way& each : all) {
    sorted.push_back(each.changes);
    std::ranges::sort(sorted.back(), {}, &variables::change::which);
    for (const variables::change& one : each.changes) slots.push_back(one.which);
  }
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());

  merger merging(memory_, why, is_endless);
  variables::changes result;
  for (const variables::slot which : slots) {
    bool is_local = true;
    const auto end_of = [&](const variables::changes& changes) {
      const auto found = std::ranges::lower_bound(changes, which, {}, &variables::change::which);
      if (found == changes.end() || found->which != which) return names_.at(which);
      is_local = is_local && found->is_local;
      return found->now;
    };
    const binding* first = end_of(sorted.front());
    const binding* now = first;
    for (const variables::changes& each : std::span(sorted).subspan(1)) now = merging.merge(now, end_of(each));
    if (now != first && names_.is_file(which)) now = nullptr;
    result.push_back({which, now, is_local});
  }
  return result;
}

// Whether a job may run at the end of a way.
bool walker::runs(const way& in, std::size_t job) {
  for (const running_job* one = in.running; one != nullptr; one = one->next)
    if (one->job == job) return true;
  return false;
}

// The jobs that may run at the end of any of the ways: at the end of another one may have ended, or not have begun.
const running_job* walker::merged_jobs(const ways& all) {
  const running_job* first = all.front().running;
  if (std::ranges::all_of(all, [&](const way& each) { return each.running == first; })) return first;
  std::vector<running_job> jobs;
  for (const way& each : all)
    for (const running_job* one = each.running; one != nullptr; one = one->next) {
      const auto same = std::ranges::find(jobs, one->job, &running_job::job);
      if (same == jobs.end())
        jobs.push_back(*one);
      else
        same->may_have_ended = same->may_have_ended || one->may_have_ended;
    }
  const running_job* result = nullptr;
  for (running_job& each : jobs) {
    each.may_have_ended = each.may_have_ended || !std::ranges::all_of(all, [&](const way& in) { return runs(in, each.job); });
    each.next = result;
    result = memory_.keep(each);
  }
  return result;
}

// What a subshell sets is lost; what it leaves in the background runs on.
void walker::leave_shell(const place& begin) {
  names_.return_to(begin.names);
  is_dead_ = false;
}

walker::ways walker::taken(std::size_t from, jump how, std::size_t to) {
  ways result;
  const auto is_one = [&](const jumped& each) { return each.how == how && each.to == to; };
  for (std::size_t i = from; i < jumps_.size(); ++i)
    if (is_one(jumps_[i])) result.push_back(std::move(jumps_[i].end));
  jumps_.erase(std::remove_if(jumps_.begin() + static_cast<std::ptrdiff_t>(from), jumps_.end(), is_one), jumps_.end());
  return result;
}

// ---- circumstances

class walker::scope {
 public:
  template <class Change>
  scope(walker& in, Change change) : in_(in), before_(in.in_) {
    circumstances next = *before_;
    change(next);
    in.in_ = in.memory_.keep(next);
  }
  scope(const scope&) = delete;
  scope& operator=(const scope&) = delete;
  ~scope() { in_.in_ = before_; }

 private:
  walker& in_;
  const circumstances* before_;
};

// ---- lists

void walker::run(const list& all) {
  for (const and_or& each : all.items) {
    if (is_stopped()) return;
    run(each);
  }
}

void walker::run(const and_or& item) {
  if (into_.memory.bytes() > options_.most_bytes) is_over_ = true;
  if (is_over_) return;
  if (item.in_background)
    run_in_background(item.at, [&] { run_joined(item); });
  else
    run_joined(item);
}

template <class Body>
void walker::run_in_background(position at, Body body) {
  const std::size_t number = into_.jobs.size();
  into_.jobs.push_back({.at = at, .within = in_->background});
  shell_of_job_.push_back(shell_);
  const place begin = here();
  {
    const scope inner(*this, [&](circumstances& in) { in.background = number; });
    in_subshell(body);
  }
  leave_shell(begin);
  running_ = memory_.keep(running_job{number, false, running_});
  const binding process{.scalar = words_.unknown(words_.keep({.why = cause::process, .at = at, .job = number}), at)};
  names_.set(names_.slot_of("!"), memory_.keep(process));
  status_ = truth::yes;
}

// In a shell of its own, which "exit" leaves: of a script, or one that goes on with what the shell around it has.
template <class Body>
void walker::in_subshell(Body body, bool is_script) {
  const std::size_t jumps = jumps_.size();
  const bool was_script = std::exchange(is_script_, is_script);
  const std::size_t shell = std::exchange(shell_, ++shells_);
  const std::size_t loops = std::exchange(loops_outside_, loops_.size());
  const std::size_t functions = std::exchange(functions_outside_, functions_.size());
  body();
  is_script_ = was_script;
  jumps_.resize(std::min(jumps, jumps_.size()));
  shell_ = shell;
  loops_outside_ = loops;
  functions_outside_ = functions;
}

namespace walker_detail {

// The name of the command that gives a pipeline its status; empty where it is none that its text says.
std::string_view name_of_last(const pipeline& all) {
  const auto* last = std::get_if<simple_command>(&all.commands.back().what);
  if (last == nullptr || all.is_negated || last->words.empty()) return {};
  const word& name = last->words.front();
  return name.parts.size() == 1 && name.parts.front().kind == part_kind::literal ? name.parts.front().text : std::string_view{};
}

}  // namespace walker_detail

// "a && b || c": b where a succeeds, c where a or b fails.
void walker::run_joined(const and_or& item) {
  const place begin = here();
  run(item.pipelines.front().commands);
  if (item.pipelines.size() == 1 || is_stopped()) return;
  ways parked[2];  // that go on where what is before has failed, and where it has succeeded
  bool succeeded = status_ != truth::no;
  if (status_ == truth::unknown) parked[0].push_back(way_since(begin));
  bool is_certain = status_ != truth::unknown;
  const unjudged why{cause::branch, {}, item.at};
  bool is_expected = true;
  for (const joined_pipeline& next : item.pipelines.subspan(1)) {
    const bool wants = next.by == joint::and_then;
    // A function may ask.
    const std::string_view before = walker_detail::name_of_last((&next - 1)->commands);
    const bool is_step = !before.empty() && !answers_by_status(before) && names_.at(names_.slot_of_function(before)) == nullptr;
    is_expected = is_expected && wants && is_step;
    if (succeeded != wants || is_dead_ || !parked[wants].empty()) {
      if (!is_stopped()) parked[succeeded].push_back(way_since(begin));
      join(begin, std::exchange(parked[wants], {}), why);
    }
    if (is_stopped()) continue;
    const std::size_t construct = constructs_++;
    const scope branch(*this, [&](circumstances& in) {
      if (!is_certain) in.branch = memory_.keep(choice{construct, 0, next.commands.commands.front().at, in.branch, is_expected});
    });
    run(next.commands);
    if (is_stopped()) continue;
    if (status_ == truth::unknown && &next != &item.pipelines.back()) parked[0].push_back(way_since(begin));
    is_certain = is_certain && status_ != truth::unknown;
    succeeded = status_ != truth::no;
  }
  const bool is_one = parked[0].empty() && parked[1].empty();
  if (is_one) return;
  ways all = std::move(parked[0]);
  std::ranges::move(parked[1], std::back_inserter(all));
  if (!is_stopped()) all.push_back(way_since(begin));
  join(begin, all, why);
  status_ = truth::unknown;
}

}  // namespace headroom::read::shell::detail
