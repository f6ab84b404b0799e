// SPDX-License-Identifier: BSL-1.0
#include "fit/job_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <nlohmann/json.hpp>

#include "print/json_output.hpp"
#include "print/rows.hpp"

namespace headroom::program {

namespace {

// The page to try has no threads, and no mutex.
class one_at_a_time {
 public:
  explicit one_at_a_time(std::atomic_flag& flag) : flag_(flag) {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  one_at_a_time(const one_at_a_time&) = delete;
  one_at_a_time& operator=(const one_at_a_time&) = delete;
  ~one_at_a_time() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag& flag_;
};

struct found_models {
  model_finder finder;
  std::atomic_flag is_in_use{};
  std::map<std::string, known_model, std::less<>> by_name{};

  known_model find(std::string_view name) {
    const one_at_a_time alone(is_in_use);
    if (const auto found = by_name.find(name); found != by_name.end()) return found->second;
    return by_name.emplace(std::string(name), finder(name)).first->second;
  }
};

}  // namespace

std::string json_of(const tree& at, std::string_view without, std::string_view with) {
  if (at.is_text()) return at.is_number() || at.is_boolean() ? std::string(at.text) : json_text(at.text);
  if (!at.is_list() && !at.is_map()) return "null";
  std::string text;
  for (const tree* each : at.items) {
    if (at.is_map() && !without.empty() && each->key == without) continue;
    if (!text.empty()) text += ", ";
    if (at.is_map()) text += json_text(each->key) + ": ";
    text += json_of(*each);
  }
  if (!text.empty() && !with.empty()) text += ", ";
  text += with;
  return at.is_map() ? "{" + text + "}" : "[" + text + "]";
}

std::string json_of_key(job_form what, const std::string& text) {
  if (what == job_form::yes_no) return text == "true" || text == "false" ? text : json_text(text);
  if (what == job_form::words) {
    std::string list;
    std::string_view rest = text;
    for (std::size_t comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
      list += json_text(rest.substr(0, comma)) + ", ";
      rest.remove_prefix(comma + 1);
    }
    return "[" + list + json_text(rest) + "]";
  }
  constexpr std::array numbers{job_form::count, job_form::share, job_form::factor, job_form::multiple};
  if (std::ranges::find(numbers, what) == numbers.end()) return json_text(text);
  return nlohmann::json::parse(text, nullptr, false).is_number() ? text : json_text(text);
}

job_document::job_document(std::string_view text, model_finder models, bool searches_layouts) : searches_layouts_(searches_layouts) {
  const auto all = std::make_shared<found_models>(std::move(models));
  models_ = [all](std::string_view name) { return all->find(name); };
  const parsed_documents document(text);
  const tree& root = *document.roots().front();
  const tree& job = *root.at("job");
  const tree* kind = job.at("train") != nullptr ? job.at("train") : job.at("serve");
  for (const tree* each : kind->items) keys_.emplace_back(each->key, json_of(*each));
  const auto members = [](const tree& of, std::string_view without) {
    std::string made = json_of(of, without);
    made.pop_back();
    return made + (made.size() > 1 ? ", " : "");
  };
  before_ = members(root, "job") + "\"job\": " + members(job, kind->key) + json_text(kind->key) + ": {";
}

own_reading job_document::read_with(std::span<const std::pair<std::string_view, std::string>> keys) const {
  std::string text = before_;
  const auto put = [&](std::string_view key, std::string_view value) { text += fmt::format("{}{}: {}", text.ends_with('{') ? "" : ", ", json_text(key), value); };
  for (const auto& [key, value] : keys_)
    if (std::ranges::none_of(keys, [&, &named = key](const auto& each) { return each.first == named; })) put(key, value);
  for (const auto& [key, value] : keys) put(key, value);
  return read_own_file(text + "}}}", models_, searches_layouts_);
}

}  // namespace headroom::program
