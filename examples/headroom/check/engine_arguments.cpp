// SPDX-License-Identifier: BSL-1.0
#include "check/engine_arguments.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "check/key_name.hpp"
#include "check/said_of.hpp"
#include "check/served_models.hpp"
#include "words.hpp"

namespace headroom::program {

namespace {

enum class about {
  tensor,
  pipeline,
  context,
  data,
  expert,
  nodes,
  expert_switch,   // vLLM: the expert size is tensor x data
  data_attention,  // a switch
  shared,          // a switch or an address, by which other pods run the rest
  config,          // a file with more settings
  model,
  quantization,
  kv_cache,
  longest_sequence,
  memory_share
};

struct argument {
  std::string_view name{};  // with hyphens, without those before it
  about what = about::tensor;
  bool has_value = true;
};

// The engines' own pages of arguments: vLLM "vllm serve", SGLang "Server Arguments", TensorRT-LLM "trtllm-serve",
// Megatron-LM arguments.py. A context size for decoding is of the tensor-parallel GPUs, and takes none.
constexpr std::array known_arguments{
    argument{"tensor-parallel-size", about::tensor},
    argument{"tensor-model-parallel-size", about::tensor},
    argument{"tp-size", about::tensor},
    argument{"tp", about::tensor},
    argument{"pipeline-parallel-size", about::pipeline},
    argument{"pipeline-model-parallel-size", about::pipeline},
    argument{"pp-size", about::pipeline},
    argument{"pp", about::pipeline},
    argument{"context-parallel-size", about::context},
    argument{"prefill-context-parallel-size", about::context},
    argument{"cp-size", about::context},
    argument{"pcp", about::context},
    argument{"data-parallel-size", about::data},
    argument{"dp-size", about::data},
    argument{"dp", about::data},
    argument{"expert-parallel-size", about::expert},
    argument{"expert-model-parallel-size", about::expert},
    argument{"moe-expert-parallel-size", about::expert},
    argument{"ep-size", about::expert},
    argument{"ep", about::expert},
    argument{"nnodes", about::nodes},
    argument{"enable-expert-parallel", about::expert_switch, false},
    argument{"enable-dp-attention", about::data_attention, false},
    argument{"enable-attention-dp", about::data_attention, false},
    argument{"data-parallel-rank", about::shared},
    argument{"dpn", about::shared},
    argument{"data-parallel-start-rank", about::shared},
    argument{"dpr", about::shared},
    argument{"data-parallel-address", about::shared},
    argument{"dpa", about::shared},
    argument{"data-parallel-external-lb", about::shared, false},
    argument{"dpe", about::shared, false},
    argument{"data-parallel-hybrid-lb", about::shared, false},
    argument{"dph", about::shared, false},
    argument{"headless", about::shared, false},
    argument{"node-rank", about::shared},
    argument{"ray-cluster-size", about::shared},
    argument{"ray-address", about::shared},
    argument{"config", about::config},
    argument{"model", about::model},
    argument{"model-path", about::model},
    argument{"quantization", about::quantization},
    argument{"torchao-config", about::quantization},
    argument{"cpu-offload-gb", about::quantization},
    argument{"hf-overrides", about::quantization},
    argument{"json-model-override-args", about::quantization},
    argument{"kv-cache-dtype", about::kv_cache},
    argument{"max-model-len", about::longest_sequence},
    argument{"context-length", about::longest_sequence},
    argument{"gpu-memory-utilization", about::memory_share},
    argument{"mem-fraction-static", about::memory_share},
};

const argument* find_argument(std::string_view name) {
  const auto same = [&](const argument& each) {
    return std::ranges::equal(each.name, name, [](char a, char b) { return a == (b == '_' ? '-' : b); });
  };
  const auto found = std::ranges::find_if(known_arguments, same);
  return found == known_arguments.end() ? nullptr : &*found;
}

// A word that gives an argument: "--tp=8", "-tp", and of Hydra "++model.tensor_model_parallel_size=8".
struct given {
  const argument* what = nullptr;
  std::optional<std::string_view> value{};
};

given argument_in(std::string_view word) {
  const std::size_t equals = word.find('=');
  std::string_view name = word.substr(0, equals);
  const std::size_t begin = name.find_first_not_of('-');
  if (begin == std::string_view::npos) return {};
  if (begin == 0) {
    // Names of variables are no overrides.
    if (equals == std::string_view::npos || name.find("_parallel_size") == std::string_view::npos) return {};
    name = name.substr(name.find_last_of(".+") + 1);
  } else {
    name.remove_prefix(begin);
    if (begin == 1 && name.size() > 3) return {};
  }
  given one{find_argument(name)};
  if (equals != std::string_view::npos) one.value = word.substr(equals + 1);
  return one;
}

said<count> size_said(std::string_view text, int line) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) return {unknown, line};
  return {count_of(text, line), line};
}

// "0.9", "0.875": in thousandths.
said<count> thousandths_said(std::string_view text, int line) {
  if (text.starts_with("0.")) text.remove_prefix(1);
  if (!text.starts_with('.') || text.size() < 2 || text.size() > 4 ||
      text.find_first_not_of("0123456789", 1) != std::string_view::npos)
    return {unknown, line};
  count sum = 0;
  for (std::size_t i = 1; i < 4; ++i) sum = 10 * sum + (i < text.size() ? text[i] - '0' : 0);
  return {sum, line};
}

said<bool> switch_said(std::string_view text, int line) {
  if (text.empty() || text == "true" || text == "True" || text == "1" || text == "yes" || text == "on")
    return {true, line};
  if (text == "false" || text == "False" || text == "0" || text == "no" || text == "off") return {false, line};
  return {unknown, line};
}

// Of the model and its memory. A variable stands for what is not known.
void take_model_argument(about what, std::string_view value, int line, served_model& into) {
  switch (what) {
    case about::model:
      take_model_name(value, line, into);
      break;
    case about::quantization:
      into.weight_bits = bits_of_quantization(value, line);
      break;
    case about::kv_cache:
      into.cache_bits = bits_of_cache(value, line);
      break;
    case about::longest_sequence:
      into.context = size_said(value, line);
      break;
    case about::memory_share:
      into.memory_thousandths = thousandths_said(value, line);
      break;
    default:
      break;
  }
}

said<count>* size_of(about what, parallel_sizes& in) {
  switch (what) {
    case about::tensor:
      return &in.tensor;
    case about::pipeline:
      return &in.pipeline;
    case about::context:
      return &in.context;
    case about::data:
      return &in.data;
    case about::expert:
      return &in.expert;
    default:
      return nullptr;
  }
}

// vLLM: experts are spread over the tensor- and data-parallel GPUs.
void spread_experts(parallel_sizes& sizes, int line) {
  if (sizes.tensor.is_unresolved() || sizes.data.is_unresolved())
    sizes.expert = {unknown, line};
  else
    sizes.expert = {multiply(sizes.tensor.value_or(1), sizes.data.value_or(1)), line};
}

// The engine that a word of a command names.
engine engine_of_word(std::string_view word, std::string_view next) {
  const std::string_view name = word.substr(word.find_last_of('/') + 1);
  if ((name == "vllm" && (next == "serve" || next == "run-batch")) || word.starts_with("vllm.") ||
      word == "dynamo.vllm" || word.find("/vllm/entrypoints/") != std::string_view::npos)
    return engine::vllm;
  if (word == "sglang.launch_server" || (name == "sglang" && next == "serve") || word == "dynamo.sglang" ||
      word.starts_with("sglang.srt") || word.ends_with("sglang/launch_server.py"))
    return engine::sglang;
  if (name == "trtllm-serve" || name == "trtllm-llmapi-launch" || name == "trtllm-bench" || word == "dynamo.trtllm" ||
      word.starts_with("tensorrt_llm."))
    return engine::tensorrt_llm;
  if ((name.starts_with("pretrain_") && name.ends_with(".py")) ||
      (name.ends_with(".py") && word.find("egatron") != std::string_view::npos))
    return engine::megatron;
  return engine::unnamed;
}

// How a command ends that the next does not wait for.
constexpr std::string_view background = "&";

bool is_shell_script(const std::vector<command_word>& words, std::string_view text) {
  // The flags of "bash -ec".
  if (words.empty() || words.back().text.size() < 2 || words.back().text.size() > 6) return false;
  const std::string& flags = words.back().text;
  if (flags[0] != '-' || flags[1] == '-' || flags.find('c') == std::string::npos) return false;
  for (const command_word& each : words) {
    const std::string_view name = std::string_view(each.text).substr(each.text.find_last_of('/') + 1);
    if (name == "sh" || name == "bash" || name == "zsh" || name == "ash" || name == "dash")
      return text.find_first_of(" \t\n") != std::string_view::npos;
  }
  return false;
}

class word_splitter {
 public:
  word_splitter(std::string_view text, int line) : text_(text), line_(line) {}

  std::vector<command_word> run() {
    while (at_ < text_.size()) step();
    end_word();
    return std::move(words_);
  }

 private:
  void step() {
    const char c = text_[at_];
    const bool is_redirection = c == '&' && at_ > 0 && text_[at_ - 1] == '>';  // "2>&1"
    if (c == '\n') {
      end_command();
      ++line_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
    } else if (c == ';' || c == '|' || (c == '&' && !is_redirection) || c == '(' || c == ')') {
      const bool joins = c == '&' && at_ + 1 < text_.size() && text_[at_ + 1] == '&';
      const bool is_told = (c == '&' && !joins) || c == '(' || c == ')';
      end_command(is_told ? text_.substr(at_, 1) : std::string_view{});
      if (joins) ++at_;
    } else if (c == '#' && !in_word_) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    } else if (c == '\\') {
      escaped();
    } else if (c == '\'' || c == '"') {
      quoted(c);
    } else if (c == '$' && at_ + 1 < text_.size() && text_[at_ + 1] == '(') {
      substituted();
    } else {
      put(c);
    }
    ++at_;
  }

  void put(char c) {
    if (!in_word_) word_line_ = line_;
    in_word_ = true;
    word_ += c;
  }
  void escaped() {
    if (++at_ >= text_.size()) return;
    if (text_[at_] == '\n') {
      end_word();
      ++line_;
    } else {
      put(text_[at_]);
    }
  }
  void quoted(char sign) {
    if (!in_word_) word_line_ = line_;
    in_word_ = true;
    const int begin = line_;
    for (++at_; at_ < text_.size() && text_[at_] != sign; ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (sign == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() &&
          (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\' || text_[at_ + 1] == '$'))
        ++at_;
      word_ += text_[at_];
    }
    if (is_shell_script(words_, word_)) {
      std::vector<command_word> inner = word_splitter(word_, begin).run();
      std::ranges::move(inner, std::back_inserter(words_));
      word_.clear();
      in_word_ = false;
    }
  }
  void substituted() {
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      put(text_[at_]);
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')' && --depth == 0) return;
    }
  }
  void end_word() {
    if (in_word_) words_.push_back({std::move(word_), word_line_, false});
    word_.clear();
    in_word_ = false;
  }
  void end_command(std::string_view how = {}) {
    end_word();
    words_.push_back({std::string(how), line_, true});
  }

  std::string_view text_;
  int line_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;
  int word_line_ = 0;
  std::vector<command_word> words_;
};

}  // namespace

std::vector<command_word> words_of_command(std::string_view command, int line) {
  return word_splitter(command, line).run();
}

bool states_any_size(const parallel_sizes& sizes) {
  return sizes.tensor.line != 0 || sizes.pipeline.line != 0 || sizes.context.line != 0 || sizes.data.line != 0 ||
         sizes.expert.line != 0;
}

engine engine_of_image(std::string_view image) {
  const std::string_view name = image.substr(0, image.find('@'));
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has("tensorrtllm") || has("trtllm") || has("tensorrt-llm") || has("tensorrt_llm")) return engine::tensorrt_llm;
  if (has("sglang")) return engine::sglang;
  if (has("vllm")) return engine::vllm;
  if (has("megatron")) return engine::megatron;
  return engine::unnamed;
}

void engine_arguments::set_variable(std::string_view name, std::string_view value) {
  const auto [place, is_new] = variables_.try_emplace(std::string(name), value);
  // Which of two it is depends on what runs before.
  if (!is_new && place->second != value) place->second = "$";
}

// A text that is one variable: "$(TP)", "${TP}", "$TP"; or a product of some: "$((SIZE * LOCAL))".
std::string engine_arguments::resolved(std::string_view text) const {
  std::string_view name = text;
  if (!name.starts_with('$')) return std::string(text);
  if (name.starts_with("$((") && name.ends_with("))")) {
    const std::optional<count> product = product_of(name.substr(3, name.size() - 5));
    return product.has_value() ? std::to_string(*product) : std::string(text);
  }
  name.remove_prefix(1);
  if (name.size() > 2 &&
      ((name.front() == '(' && name.back() == ')') || (name.front() == '{' && name.back() == '}')))
    name = name.substr(1, name.size() - 2);
  const auto place = variables_.find(name);
  return place == variables_.end() ? std::string(text) : place->second;
}

std::optional<count> engine_arguments::product_of(std::string_view factors) const {
  count product = 1;
  if (factors.empty()) return std::nullopt;
  while (!factors.empty()) {
    const std::size_t end = std::min(factors.find('*'), factors.size());
    std::string_view one = factors.substr(0, end);
    factors.remove_prefix(std::min(end + 1, factors.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    const bool is_name = is_identifier(one) && !is_digit(one.front());
    const said<count> is = size_said(resolved(is_name ? "$" + std::string(one) : std::string(one)), 1);
    if (!is.is_known()) return std::nullopt;
    product = multiply(product, is.value);
  }
  return is_count(product) ? std::optional(product) : std::nullopt;
}

void engine_arguments::take_assignments(const std::vector<command_word>& words, std::size_t begin, std::size_t end) {
  if (begin < end && (words[begin].text == "export" || words[begin].text == "local")) ++begin;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view word = words[i].text;
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || !is_identifier(word.substr(0, equals))) return;
    set_variable(word.substr(0, equals), resolved(word.substr(equals + 1)));
  }
}

bool engine_arguments::take_one_command(const std::vector<command_word>& words, std::size_t begin, std::size_t end) {
  take_assignments(words, begin, end);
  found one;
  const auto word = [&](std::size_t i) { return i < end ? std::string_view(words[i].text) : std::string_view{}; };
  for (std::size_t i = begin; i < end; ++i) {
    int line = words[i].line;
    const engine named = engine_of_word(word(i), word(i + 1));
    if (named != engine::unnamed) {
      one.sizes.engine = named;
      one.sizes.line = line;
      // "vllm serve MODEL"
      if (word(i + 1) == "serve" && i + 2 < end && !word(i + 2).starts_with('-'))
        take_model_name(resolved(word(i + 2)), words[i + 2].line, one.sizes.serves);
    }
    const std::string_view name = word(i).substr(word(i).find_last_of('/') + 1);
    if ((name == "ray" && word(i + 1) == "start") || name == "mpirun") {
      if (shared_line_ == 0) shared_line_ = line;
    }
    const given is = argument_in(word(i));
    // "vllm serve MODEL $EXTRA_ARGS": more settings, which nobody here knows. Behind an option it is that one's value.
    const std::string_view before = i > begin ? word(i - 1) : std::string_view{};
    const bool is_value = before.starts_with('-') && before.find('=') == std::string_view::npos;
    if (is.what == nullptr && one.sizes.engine != engine::unnamed && word(i).starts_with('$') && !is_value &&
        before != "serve" && resolved(word(i)).starts_with('$')) {
      one.config_line = line;
      one.more = "what the variable with more arguments holds";
    }
    if (is.what == nullptr) continue;
    std::string value;
    bool has_value = is.value.has_value();
    if (is.value.has_value()) {
      value = resolved(*is.value);
    } else if (is.what->has_value && i + 1 < end && !word(i + 1).starts_with('-')) {
      value = resolved(word(++i));
      has_value = true;
      line = words[i].line;
    }
    if (said<count>* size = size_of(is.what->what, one.sizes)) {
      if (!has_value && is.what->name == "ep")  // vLLM's "-ep" is a switch
        one.expert_parallel = true;
      else
        *size = size_said(value, line);
      if (one.sizes.line == 0) one.sizes.line = line;
      continue;
    }
    switch (is.what->what) {
      case about::nodes:
        nodes_ = size_said(value, line);
        if (shared_line_ == 0 && nodes_.value_or(2) > 1) shared_line_ = line;
        break;
      case about::expert_switch:
        one.expert_parallel = switch_said(value, line).value_or(false);
        if (one.expert_parallel) one.sizes.expert = {unknown, line};
        break;
      case about::data_attention:
        one.sizes.data_parallel_attention = switch_said(value, line);
        break;
      case about::shared:
        if (shared_line_ == 0) shared_line_ = line;
        break;
      case about::config:
        one.config_line = line;
        one.more = "what the file with more arguments holds";
        break;
      default:
        take_model_argument(is.what->what, value, line, one.sizes.serves);
        break;
    }
  }
  if (one.expert_parallel) spread_experts(one.sizes, one.sizes.expert.line != 0 ? one.sizes.expert.line : one.sizes.line);
  merge(one);
  return states_any_size(one.sizes);
}

namespace {

// Of two commands that name a model, which one runs is not known.
void take_served_model(const served_model& from, served_model& into) {
  const auto states = [](const served_model& of) {
    return of.name.is_known() || !of.context.is_silent() || !of.weight_bits.is_silent() || !of.cache_bits.is_silent() ||
           !of.memory_thousandths.is_silent();
  };
  if (!states(from)) return;
  if (states(into))
    into = {.name = {unknown, into.name.line}};
  else
    into = from;
}

}  // namespace

void engine_arguments::merge(found one) {
  parallel_sizes& from = one.sizes;
  if (from.engine != engine::unnamed && (sizes_.engine == engine::unnamed || !states_any_size(sizes_))) {
    sizes_.engine = from.engine;
    sizes_.line = from.line;
  }
  if (config_line_ == 0) config_line_ = one.config_line;
  // More settings may quantise the weights.
  if (one.config_line != 0 && from.serves.name.is_known() && from.serves.weight_bits.is_silent())
    from.serves.weight_bits = {unknown, one.config_line};
  take_served_model(from.serves, sizes_.serves);
  from.serves = sizes_.serves;
  if (!states_any_size(from)) return;
  // A file with settings may give what the command leaves out.
  if (one.config_line != 0 && from.engine != engine::tensorrt_llm)
    for (said<count>* each : {&from.tensor, &from.pipeline, &from.data})
      if (each->is_silent()) {
        *each = {unknown, one.config_line};
        from.left_open = one.more;
      }
  if (!states_any_size(sizes_)) {
    const engine named = from.engine != engine::unnamed ? from.engine : sizes_.engine;
    sizes_ = from;
    sizes_.engine = named;
    return;
  }
  // Another command of the same script: where they differ, which runs is not known.
  if (sizes_.left_open.empty()) sizes_.left_open = from.left_open;
  if (from.engine != engine::unnamed && from.engine != sizes_.engine) sizes_.engine = engine::unnamed;
  const auto join = [this](auto& into, const auto& other) {
    if (into.is_silent() && other.is_silent()) return;
    const int line = into.line != 0 ? into.line : other.line;
    if (into.is_known() && other.is_known() && into.value == other.value) return;
    if (!into.is_unresolved() && !other.is_unresolved() && sizes_.left_open.empty())
      sizes_.left_open = "which of its commands runs";
    into = {unknown, line};
  };
  join(sizes_.tensor, from.tensor);
  join(sizes_.pipeline, from.pipeline);
  join(sizes_.context, from.context);
  join(sizes_.data, from.data);
  join(sizes_.expert, from.expert);
  join(sizes_.data_parallel_attention, from.data_parallel_attention);
}

void engine_arguments::take(const std::vector<command_word>& words) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= words.size(); ++i) {
    if (i < words.size() && !words[i].ends_command) continue;
    const bool others_run = runs_in_background_;
    if (take_one_command(words, begin, i)) {
      runs_in_background_ = i < words.size() && words[i].text == background;
      // Two at once share the GPUs in a way that the sizes do not say.
      if (others_run) {
        sizes_.pipeline = {unknown, words[begin].line};
        sizes_.left_open = "which GPUs each of the commands that run at once has";
      }
    }
    begin = i + 1;
  }
}

namespace {

// Moves the lines of words that give arguments to where they stand in the file: a text may be folded or quoted.
void place(std::vector<command_word>& words, const tree& of, const source_text& in) {
  std::string_view rest = in.from_line(of.line).substr(0, 8 * of.text.size() + 256);
  int line = of.line;
  for (command_word& each : words) {
    each.line = line;
    if (each.text.size() < 2) continue;
    const std::size_t at = rest.find(each.text);
    if (at == std::string_view::npos) continue;
    line += static_cast<int>(std::ranges::count(rest.substr(0, at), '\n'));
    rest.remove_prefix(at + each.text.size());
    each.line = line;
  }
}

void add_words(std::vector<command_word>& words, const tree* of, const source_text& in) {
  if (of == nullptr) return;
  if (of->is_list()) {
    for (const tree* each : of->items) add_words(words, each, in);
    return;
  }
  if (!of->is_text()) return;
  const std::string_view text = of->text;
  const bool is_script = is_shell_script(words, text);
  // Two words in one item are meant as two.
  const bool is_pair = text.starts_with("--") && text.find(' ') < text.find('=') && text.find('\n') == std::string::npos;
  if (!is_script && !is_pair) {
    words.push_back({std::string(text), of->line, false});
    return;
  }
  std::vector<command_word> inner = words_of_command(text, of->line);
  place(inner, *of, in);
  if (is_script) words.push_back({{}, of->line, true});
  std::ranges::move(inner, std::back_inserter(words));
}

}  // namespace

void engine_arguments::take(const tree* command, const tree* args, const source_text& in) {
  std::vector<command_word> words;
  for (const tree* each : {command, args}) {
    // A text where a list belongs is taken for a script.
    if (each != nullptr && each->is_text()) {
      std::vector<command_word> inner = words_of_command(each->text, each->line);
      place(inner, *each, in);
      std::ranges::move(inner, std::back_inserter(words));
    } else {
      add_words(words, each, in);
    }
  }
  take(words);
}

void take_engine_arguments(std::string_view command, int line, parallel_sizes& into) {
  engine_arguments all;
  all.take(words_of_command(command, line));
  const engine before = into.engine;
  if (states_any_size(all.sizes()) || all.sizes().engine != engine::unnamed) into = all.sizes();
  if (into.engine == engine::unnamed) into.engine = before;
}

bool take_engine_setting(std::string_view key, std::string_view value, int line, parallel_sizes& into) {
  const argument* what = find_argument(key);
  if (what == nullptr) return false;
  if (said<count>* size = size_of(what->what, into)) {
    *size = size_said(value, line);
  } else if (what->what == about::data_attention) {
    into.data_parallel_attention = switch_said(value, line);
  } else {
    take_model_argument(what->what, value, line, into.serves);
    return false;
  }
  if (into.line == 0) into.line = line;
  return true;
}

namespace {

// Those of maps that are merged into it first: its own win. Lines of a switch that spreads experts.
void take_each_setting(const tree& map, parallel_sizes& into, int& spread) {
  for (const tree* each : map.items) {
    if (each->key != "<<") continue;
    if (each->is_map()) take_each_setting(*each, into, spread);
    for (std::size_t i = each->is_list() ? each->items.size() : 0; i > 0; --i)
      take_each_setting(*each->items[i - 1], into, spread);
  }
  for (const tree* each : map.items) {
    if (!each->is_text()) continue;
    const std::string key = with_hyphens(each->key);
    take_engine_setting(key, each->text, each->line, into);
    const argument* what = find_argument(key);
    if (what != nullptr && what->what == about::expert_switch)
      spread = switch_said(each->text, each->line).value_or(false) ? each->line : 0;
  }
}

}  // namespace

void take_engine_settings(const tree& map, parallel_sizes& into) {
  int spread = 0;
  take_each_setting(map, into, spread);
  if (spread != 0) spread_experts(into, spread);
}

}  // namespace headroom::program
