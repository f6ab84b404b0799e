// SPDX-License-Identifier: BSL-1.0
#include "sweep/sweep_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/own/format.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/version.hpp>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "estimate/objective.hpp"
#include "estimate/sweep.hpp"
#include "estimate/tokens_asked.hpp"
#include "fit/fit_words.hpp"
#include "fit/job_source.hpp"
#include "fit/swept.hpp"
#include "model_lookup.hpp"
#include "print/json_output.hpp"
#include "print/rows.hpp"

namespace headroom::program {

namespace {

constexpr count most_points = 1'000'000'000'000;
constexpr std::size_t most_spec_bytes = std::size_t{4} << 20;
constexpr std::array<std::string_view, 6> sweep_keys{"jobs", "on", "over", "tokens", "best_by", "token_limit"};

// FNV-1a, 64 bits.
std::string fingerprint_of(std::string_view text) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 1'099'511'628'211U;
  return fmt::format("{:016x}", hash);
}

// The value under a path such as $.sweep.on[0], or the innermost around it that there is.
const tree* nearest_at(const tree& root, std::string_view path) {
  const tree* at = &root;
  path.remove_prefix(std::min<std::size_t>(path.size(), 1));  // $
  while (!path.empty()) {
    const bool is_index = path.front() == '[';
    path.remove_prefix(1);
    const std::size_t length = std::min(path.find_first_of(is_index ? "]" : ".["), path.size());
    const std::string_view word = path.substr(0, length);
    path.remove_prefix(std::min(path.size(), length + (is_index ? 1 : 0)));
    const tree* inner = is_index ? nullptr : at->at(word);
    std::size_t index = 0;
    if (is_index && at->is_list() && std::from_chars(word.data(), word.data() + word.size(), index).ec == std::errc{} && index < at->items.size())
      inner = at->items[index];
    if (inner == nullptr) return at;
    at = inner;
  }
  return at;
}

}  // namespace

class sweep_reader {
 public:
  sweep_reader(sweep_spec& into, const io& from, std::string file, std::string_view text)
      : into_(into), from_(from), file_(std::move(file)), document_(text, document_syntax::yaml_or_json, {.bytes = most_spec_bytes, .depth = 16, .values = 250'000}) {
    if (!document_.is_good()) throw input_error(place_of(file_, document_.error()));
    if (document_.roots().size() != 1) throw input_error(place_of(file_, {.message = "expected one document, a deployment file with \"sweep\" in it"}));
    if (!document_.repeated_keys().empty()) throw input_error(place_of(file_, key_here_twice(document_.repeated_keys().front())));
    *said_ = fmt::format("{}\n{}\n", version, json_of(root()));
  }

  void read() {
    const tree* sweep = root().at("sweep");
    if (sweep == nullptr || !sweep->is_map()) fail(sweep == nullptr ? root() : *sweep, "expected \"sweep\": {\"on\": [machines], \"over\": {\"tensor_parallel\": [1, 2, 4]}}");
    sweep_ = sweep;
    for (const tree* each : sweep->items)
      if (std::ranges::find(sweep_keys, each->key) == sweep_keys.end()) fail(*each, "no key of a sweep: " + expected_of(each->key, sweep_keys));
    read_grids();
    read_jobs();
    read_settings();
    for (const named_job& each : jobs_) add_blocks(each);
    for (const sweep_block& each : into_.blocks_) into_.points_ = add(into_.points_, each.points());
    if (into_.points_ > most_points) fail(*sweep_, "more than 10^12 points: expected fewer values");
    into_.identity_ = fingerprint_of(*said_);
  }

 private:
  struct named_job {
    std::string name{};
    own_file* of = nullptr;
    const job_document* document = nullptr;
  };

  const tree& root() const { return *document_.roots().front(); }

  [[noreturn]] void fail_at(const std::string& path, std::string message) const {
    const tree& at = *nearest_at(root(), path);
    throw input_error(place_of(file_, {.line = at.line, .column = at.column, .message = std::move(message), .path = path}));
  }
  [[noreturn]] void fail(const tree& at, std::string message) const { fail_at(at.path(), std::move(message)); }

  std::string text_of(const tree& at, std::string_view expected) const {
    if (!at.is_text()) fail(at, fmt::format("expected {}", expected));
    return std::string(at.text);
  }

  std::vector<sweep_request> grid_in(const tree& at) const {
    if (!at.is_map()) fail(at, "expected an object of settings: {\"tensor_parallel\": [1, 2, 4]}");
    std::vector<sweep_request> all;
    for (const tree* each : at.items) {
      sweep_request& asked = all.emplace_back(sweep_request{.key = std::string(each->key)});
      constexpr std::string_view expected = "a value, a list of them or a range such as \"1..64\"";
      if (each->is_list())
        for (const tree* value : each->items) asked.values.push_back(text_of(*value, expected));
      else
        asked.values.push_back(text_of(*each, expected));
      if (asked.values.empty()) fail(*each, fmt::format("no values: expected {}", expected));
    }
    return all;
  }

  // One grid, or a list of them, which have the same settings: they are columns.
  void read_grids() {
    const tree* over = sweep_->at("over");
    if (over == nullptr) {
      grids_.emplace_back(std::string(), std::vector<sweep_request>{});
      return;
    }
    if (!over->is_list()) {
      grids_.emplace_back(over->path(), grid_in(*over));
      return;
    }
    if (over->items.empty()) fail(*over, "no points: expected a grid of settings, or a list of them");
    for (const tree* each : over->items) {
      grids_.emplace_back(each->path(), grid_in(*each));
      if (!std::ranges::equal(grids_.back().second, grids_.front().second, {}, &sweep_request::key, &sweep_request::key))
        fail(*each, "other settings than the first of the list: expected the same keys in the same order, as they are columns");
    }
  }

  void read_jobs() {
    const tree* several = sweep_->at("jobs");
    const tree* single = root().at("job");
    if ((several == nullptr) == (single == nullptr))
      fail(several == nullptr ? root() : *several, "expected either \"job\", or \"jobs\" in \"sweep\" with an object of jobs by name");
    if (single != nullptr) return add_job({}, *single);
    if (!several->is_map() || several->items.empty()) fail(*several, "expected an object of jobs by name: {\"small\": {\"train\": {…}}}");
    for (const tree* each : several->items) add_job(std::string(each->key), *each);
  }

  void add_job(std::string name, const tree& at) {
    const tree* kind = at.is_map() ? at.at("train") : nullptr;
    const bool trains = kind != nullptr;
    if (!trains && at.is_map()) kind = at.at("serve");
    std::string added;
    for (std::size_t tries = grids_.front().second.size() + 1;; --tries) {
      const std::string job = kind != nullptr && kind->is_map() ? json_with(at, *kind, added) : json_of(at);
      const std::string text = document_without_jobs() + ", \"job\": " + job + "}";
      own_reading reading = read_own_file(text, models());
      if (reading.read != nullptr) return take_job(std::move(name), std::move(reading.read), text, at);
      // What is swept over need not stand in the job as well.
      const sweep_request* swept = tries == 0 ? nullptr : swept_as(reading.error.missing_key, trains);
      if (swept == nullptr) fail_as(reading.error, at);
      added += fmt::format("{}{}: {}", added.empty() ? "" : ", ", json_text(reading.error.missing_key), first_value(*swept));
    }
  }

  // The job with some keys more.
  static std::string json_with(const tree& job, const tree& kind, std::string_view added) {
    return json_of(job, kind.key, json_text(kind.key) + ": " + json_of(kind, {}, added));
  }

  std::string document_without_jobs() const {
    std::string text;
    for (const tree* each : root().items)
      if (each->key != "sweep" && each->key != "job") text += fmt::format("{}{}: {}", text.empty() ? "{" : ", ", json_text(each->key), json_of(*each));
    return text.empty() ? "{\"note\": \"\"" : text;
  }

  const sweep_request* swept_as(std::string_view key, bool trains) const {
    if (key.empty()) return nullptr;
    for (const sweep_request& each : grids_.front().second)
      if (whole_key(each.key, trains) == key) return &each;
    return nullptr;
  }

  static std::string first_value(const sweep_request& of) {
    const std::string value = first_of(of);
    const nlohmann::json number = nlohmann::json::parse(value, nullptr, false);
    return number.is_number() ? value : json_text(value);
  }

  // A mistake in the document that was made of one job, where it stands in the spec.
  [[noreturn]] void fail_as(const reading_error& why, const tree& job) const {
    constexpr std::string_view made = "$.job";
    const std::string path = why.path.starts_with(made) ? job.path() + why.path.substr(made.size()) : why.path;
    fail_at(path.empty() ? "$" : path, why.message);
  }

  void take_job(std::string name, std::unique_ptr<own_file> of, std::string_view text, const tree& at) {
    if (of->jobs.size() != 1) fail(at, "two pools: expected one job");
    const planned_job& job = of->jobs.front();
    if (std::string why = why_no_steps(job); !why.empty()) fail(at, std::move(why));
    if (job.serving() != nullptr && job.serving()->phase != serving_phase::prefill_and_decode) fail(at, "expected a job that reads prompts and answers them");
    if (!jobs_.empty() && (jobs_.front().of->jobs.front().serving() != nullptr) != (job.serving() != nullptr))
      fail(at, "a job that serves beside one that trains: their figures are other columns; expected a spec for each");
    jobs_.push_back({std::move(name), of.get(), into_.documents_.emplace_back(std::make_unique<const job_document>(text, models(), false)).get()});
    into_.files_.push_back(std::move(of));
  }

  // What their files hold is part of what the spec says.
  model_finder models() {
    return [said = said_, &from = from_, beside = models_beside(from_, file_)](std::string_view name) {
      known_model found = beside(name);
      const std::filesystem::path path(found.name);
      for (const std::filesystem::path& each : {path, path.parent_path() / "hf_quant_config.json"})
        if (found.name.ends_with(".json") && from.is_there(each.string())) *said += read_file(from, each.string()).text + "\n";
      return found;
    };
  }

  void read_settings() {
    const bool trains = jobs_.front().of->jobs.front().training() != nullptr;
    into_.training_.with_twice = false;
    into_.serving_.is_of_job = true;
    if (const tree* at = sweep_->at("tokens")) {
      if (!trains) fail(*at, "tokens are trained on: the job serves");
      into_.training_.tokens = tokens_asked(fmt::format("{}: {}", file_, at->path()), text_of(*at, "a number of tokens, such as \"15T\""));
    }
    if (const tree* at = sweep_->at("token_limit")) {
      if (trains) fail(*at, "a limit of a token's time is of serving: the job trains");
      if (!at->is_number() || !(at->number() > 0 && at->number() <= 1e6)) fail(*at, "expected milliseconds, up to 1,000,000");
      into_.serving_.token_limit = milliseconds(at->number());
    }
    if (const tree* at = sweep_->at("best_by")) {
      constexpr std::array all{objective::time, objective::money, objective::gpus};
      const std::array words{name(objective::time), name(objective::money), name(objective::gpus)};
      const std::string text = text_of(*at, one_of(words));
      const auto found = std::ranges::find(words, word_called(text, words));
      if (found == words.end()) fail(*at, fmt::format("{}: {}", in_quotes(text), expected_of(text, words)));
      into_.training_.by = into_.serving_.by = all[static_cast<std::size_t>(found - words.begin())];
    }
  }

  std::vector<asked_machine> machines_of(const own_file& of) const {
    std::vector<asked_machine> all;
    const tree* on = sweep_->at("on");
    if (on != nullptr && (!on->is_list() || on->items.empty())) fail(*on, "expected a list of machines, each MACHINE or MACHINE=4");
    for_each_item(on, [&](const tree& each) {
      const job_source named{.on = {text_of(each, "MACHINE or MACHINE=4")}, .machine_option = ""};
      try {
        all.push_back(named.machines(of).front());
      } catch (const input_error& why) {
        fail(each, std::string(why.what()).substr(2));  // behind the option's name, which is empty, and ": "
      }
    });
    if (on == nullptr)
      for (const group& each : of.cluster) all.push_back({each.machine, each.how_many});
    if (all.empty()) fail(*sweep_, "no machine: expected \"on\" with a list of them, or \"machines\" in the file");
    return all;
  }

  void add_blocks(const named_job& job) {
    const own_file& of = *job.of;
    const std::vector<asked_machine> machines = machines_of(of);
    for (const auto& [path, grid] : grids_) {
      try {
        into_.blocks_.push_back({job.name, &of, machines, sweep_grid(of.jobs.front(), *job.document, into_.serving_, grid)});
      } catch (const input_error& why) {
        constexpr std::string_view option = "--sweep: ";  // as the command line has it
        const std::string_view message = why.what();
        fail_at(path, std::string(message.substr(message.starts_with(option) ? option.size() : 0)));
      }
    }
  }

  sweep_spec& into_;
  const io& from_;
  std::string file_;
  parsed_documents document_;
  const tree* sweep_ = nullptr;
  std::vector<std::pair<std::string, std::vector<sweep_request>>> grids_{};  // each with where it stands
  std::vector<named_job> jobs_{};
  std::shared_ptr<std::string> said_ = std::make_shared<std::string>();
};

sweep_spec::sweep_spec(const io& from, const std::string& file) {
  const file_reading content = read_file(from, file, most_spec_bytes);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", file, content.error));
  sweep_reader(*this, from, file, content.text).read();
}

std::string sweep_spec::rows(const sweep_chunk& of, const std::function<bool()>& goes_on) const {
  std::string text;
  row_printer to(text, row_form::quoted_csv);
  count before = 0;  // points of the blocks before
  for (const sweep_block& block : blocks_) {
    const count end = std::min(of.end, before + block.points());
    const auto machines = static_cast<count>(block.machines.size());
    sweep_grid at = block.grid;
    for (count point = std::max(of.first, before), last = -1; point < end; ++point) {
      if (!goes_on()) return {};
      const count place = (point - before) / machines;
      if (std::exchange(last, place) != place) at.go_to(place);
      if (!block.job.empty()) to.put("job", block.job);
      const asked_machine& on = block.machines[static_cast<std::size_t>((point - before) % machines)];
      if (at.job().training() != nullptr) put_point(to, at, on, block.of->terms, training_);
      else put_point(to, at, on, block.of->terms, serving_);
    }
    before += block.points();
  }
  return text;
}

}  // namespace headroom::program
