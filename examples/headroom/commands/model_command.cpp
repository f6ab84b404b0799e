// SPDX-License-Identifier: BSL-1.0
#include "commands/model_command.hpp"

#include <fmt/format.h>

#include <headroom/model/missing.hpp>
#include <headroom/model/models.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "print/json_output.hpp"
#include "print/lines.hpp"
#include "commands/model_answer.hpp"
#include <headroom/read/model_config.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/read/own/fields.hpp>
#include "print/table.hpp"
#include "reading.hpp"
#include "page/page_options.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

struct model_arguments {
  std::vector<std::string> names{};
  std::string context{};
  std::string weights = "bf16";
  std::string kv_cache = "bf16";
  std::string tensor_parallel = "1";
  bool as_json = false;
};

// A count from 1 on, as --OPTION is given it.
count count_of(std::string_view option, const std::string& text) {
  const parsed<count> read = parse_count(text);
  if (!read) throw input_error(fmt::format("{} {}: {}", option, in_quotes(text), read.error.message.view()));
  if (read.value < 1) throw input_error(fmt::format("{} {}: expected a count from 1 on", option, in_quotes(text)));
  return read.value;
}

[[noreturn]] void fail_as_format(std::string_view option, const std::string& word,
                                 const std::vector<std::string_view>& known) {
  throw input_error(
      fmt::format("{}: no format is called {}: {}", option, in_quotes(word), expected_of(word, known)));
}

model_question question_of(const model_arguments& asked) {
  model_question question{.weights = asked.weights};
  if (!asked.context.empty()) question.context = count_of("--context", asked.context);
  question.tensor_parallel = count_of("--tensor-parallel", asked.tensor_parallel);
  constexpr auto names = names_of(cache_names);
  const std::string_view cached = word_called(asked.kv_cache, names);
  if (cached.empty()) fail_as_format("--kv-cache", asked.kv_cache, {names.begin(), names.end()});
  question.kv_cache = value_of(cache_names, cached);
  // With a checkpoint of any format every name has formats.
  const known_model any{.checkpoint = weights_in(bf16)};
  if (!weight_formats_called(asked.weights, any)) fail_as_format("--weights", asked.weights, weight_format_names());
  return question;
}

// "405.9 B"
std::string in_billions(count parameters) {
  return fmt::format("{} B", rounded_number(static_cast<double>(parameters) / 1e9, 4).view());
}

cell cache_of_token(const transformer& of, const model_question& asked) {
  if (!why_undivided(of, asked.tensor_parallel).empty()) return {"not divided so", style::doubtful};
  return rounded_text(kv_cache_per_token(of, {.keys_and_values = asked.kv_cache}, asked.tensor_parallel).value_or({}), 4)
      .view();
}

void list_models(session& s, const model_arguments& asked) {
  const model_question question = question_of(asked);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  // What does not fit beside the rest is in the full report of a model.
  const bool is_wide = s.width >= 96;
  std::vector<column> columns{name_column("name"), number_column("parameters"), number_column("active"),
                              number_column("KV a token")};
  if (is_wide) columns.push_back(number_column("context"));
  table rows(std::move(columns), 0);
  std::size_t uncounted = 0;
  for (const transformer* each : models::all()) {
    const known_model one{.name = std::string(each->name), .model = *each, .is_published = true};
    if (asked.as_json) {
      all.push_back(model_json(one, question));
      continue;
    }
    std::vector<cell> row{each->name};
    if (missing(*each).empty()) {
      row.insert(row.end(), {in_billions(parameters(*each).value_or({}).total()),
                             in_billions(active_parameters(*each).value_or({}).total()), cache_of_token(*each, question)});
    } else {
      ++uncounted;
      row.resize(4, cell("unknown", style::doubtful));
    }
    if (is_wide)
      row.emplace_back(each->context > 0 ? std::string(to_text(each->context).view()) : std::string("unknown"));
    rows.add(std::move(row));
  }
  if (asked.as_json) return print_json_answer(s, "model", {{"models", std::move(all)}});
  s.write(rows);
  std::string counted = fmt::format("{} models; KV cache in {}", models::all().size(), name(question.kv_cache));
  if (uncounted > 0) counted += fmt::format("; `headroom model NAME` says what the {} unknown ones lack", uncounted);
  s.write("\n");
  s.paragraph("", counted);
}

std::string no_checkpoint_of(const known_model& of) {
  const std::string_view why = of.unread_quantization;
  return why.empty() ? fmt::format("--weights checkpoint: of {} it is not known", of.name)
                     : fmt::format("--weights checkpoint: the quantization_config of {} is not understood: {}", of.name, why);
}

// A named model that cannot be divided as asked is a slip of the question.
void check_division(const known_model& of, count ranks) {
  if (const std::string_view wrong = why_undivided(of.model, ranks); !wrong.empty())
    throw input_error(fmt::format("--tensor-parallel {}: {}: {}", ranks, of.name, wrong));
}

void tell_models(session& s, const model_arguments& asked) {
  if (asked.names.empty()) return list_models(s, asked);
  const model_question question = question_of(asked);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& name : asked.names) {
    const known_model found = model_named_or_read(*s.outside, name);
    const bool is_counted = missing(found.model).empty();
    if (is_counted && !weight_formats_called(asked.weights, found))
      throw input_error(no_checkpoint_of(found));
    if (!is_counted) s.exit = cannot_be_judged;
    if (is_counted) check_division(found, question.tensor_parallel);
    if (asked.as_json) {
      all.push_back(model_json(found, question));
      continue;
    }
    if (&name != &asked.names.front()) s.write("\n");
    write_model(s, found, question);
  }
  if (asked.as_json) print_json_answer(s, "model", {{"models", std::move(all)}});
}

}  // namespace

void add_model_command(CLI::App& app, session& s) {
  CLI::App* command =
      app.add_subcommand("model", "What a model is: parameters, operations, weights and cache, by name or config.json");
  const auto asked = std::make_shared<model_arguments>();
  command->add_option("MODEL", asked->names,
                      "Names of models, as `headroom model` lists them or the Hub spells them, or config.json files");
  command->add_option("--context", asked->context, "Tokens of a sequence; else the model's context, or 4,096")
      ->option_text("N");
  std::vector<std::string_view> names = weight_format_names();
  names_words(command->add_option("--weights", asked->weights, "The format of the weights; else bf16")->option_text("FORMAT"), names);
  const auto caches = names_of(cache_names);
  names_words(command->add_option("--kv-cache", asked->kv_cache, "The format of keys and values; else bf16: " + with_commas(caches))
                  ->option_text("FORMAT"),
              caches);
  command->add_option("--tensor-parallel", asked->tensor_parallel, "Ranks that share the weights and the cache")
      ->option_text("N");
  command->add_flag("--json", asked->as_json, "Print JSON, in bytes and operations");
  add_page_options(*command, s);
  command->footer("Formats of weights: " + fmt::format("{}", fmt::join(names, ", ")) +
                  ".\n"
                  "Those of 16 bits and more hold everything, the others the layers' matrices.\n"
                  "\n"
                  "Architectures of a config.json (model_type): " +
                  known_architectures() +
                  ".\n"
                  "\n"
                  "Examples:\n"
                  "  headroom model meta-llama/Llama-3.1-405B --context 32768 --tensor-parallel 8\n"
                  "  headroom model ./config.json --weights checkpoint --kv-cache fp8\n"
                  "\n"
                  "Exit status: 0 all are counted, 2 bad input, 3 the shape of one is not known exactly.");
  command->callback([&s, asked] { tell_models(s, *asked); });
}

}  // namespace headroom::program
