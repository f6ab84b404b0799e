// SPDX-License-Identifier: BSL-1.0
#include "call/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "call/given_files.hpp"
#include "print/json_output.hpp"
#include "reading.hpp"
#include "run.hpp"

namespace headroom::program {

namespace {

constexpr std::string_view expected_request =
    R"(expected {"arguments": ["fit", "job.json", "--json"], "files": {"job.json": ...}})";

nlohmann::ordered_json request_in(std::string_view text) {
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::parse_error& problem) {
    const std::string_view before = text.substr(0, std::min(problem.byte == 0 ? 0 : problem.byte - 1, text.size()));
    throw input_error(fmt::format("the request is no JSON from byte {} on, in line {}; {}", before.size() + 1,
                                  std::ranges::count(before, '\n') + 1, expected_request));
  } catch (const nlohmann::json::exception&) {
    throw input_error("the request holds a number that is beyond every number");
  }
}

std::vector<std::string> arguments_in(const nlohmann::ordered_json& request) {
  const auto list = request.find("arguments");
  if (list == request.end() || !list->is_array()) throw input_error(fmt::format("the request has no list of arguments; {}", expected_request));
  std::vector<std::string> words;
  for (const auto& each : *list) {
    if (!each.is_string()) throw input_error(fmt::format("arguments[{}]: expected text, as a word of a command line is", words.size()));
    words.push_back(each.get<std::string>());
  }
  return words;
}

// A text as it is; of an object or a list, the JSON that it is.
void take_files(given_files& into, const nlohmann::ordered_json& request) {
  const auto files = request.find("files");
  if (files == request.end()) return;
  if (!files->is_object()) throw input_error("files: expected an object of texts by their paths");
  for (const auto& [path, content] : files->items()) {
    if (!content.is_string() && !content.is_structured())
      throw input_error(fmt::format("files: {}: expected a text, or JSON that it holds", in_quotes(path)));
    if (!into.add(path, content.is_string() ? content.get<std::string>() : content.dump()))
      throw input_error(fmt::format("files: {}: another path leads there, too", in_quotes(path)));
  }
}

// "exit" and the rest, each where there is something of it.
std::string answer_of(const session& s, const given_files& outside) {
  std::string text = fmt::format("{{\"exit\": {}", s.exit);
  if (!s.error.empty()) text += fmt::format(", \"error\": {}", json_text(s.error));
  else if (s.is_json) text += fmt::format(", \"answer\": {}", s.out);
  else text += fmt::format(", \"text\": {}", json_text(outside.printed() + s.out));
  if (!outside.told().empty()) text += fmt::format(", \"notes\": {}", json_text(outside.told()));
  if (s.error.empty() && !outside.written().empty()) {
    text += ", \"files\": {";
    std::string_view between;
    for (const auto& [path, content] : outside.written()) {
      text += fmt::format("{}{}: {}", std::exchange(between, ", "), json_text(path), json_text(content));
    }
    text += "}";
  }
  return text + "}";
}

}  // namespace

std::string answer_to(std::string_view request) {
  session s{.utf8 = true};
  given_files outside;
  s.outside = &outside;
  try {
    const nlohmann::ordered_json asked = request_in(request);
    if (!asked.is_object()) throw input_error(fmt::format("the request is no object; {}", expected_request));
    for (const auto& [key, value] : asked.items())
      if (key != "arguments" && key != "files")
        throw input_error(fmt::format("the request has an unknown member {}; {}", in_quotes(key), expected_request));
    const std::vector<std::string> words = arguments_in(asked);
    take_files(outside, asked);
    run(s, words);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    s.fail(problem.what());
  }
  return answer_of(s, outside);
}

}  // namespace headroom::program
