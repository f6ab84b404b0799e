// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/format.hpp>
#include <headroom/read/own/job_names.hpp>

#include <check.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/training/job.hpp>
#include <string>
#include <string_view>

// What the keys of a job and the model come to together; and what is told of a file's values, each where it stands.
namespace own_settled_test {

namespace read = headroom::read;
using headroom::count;
using headroom::weight_format;

// A dense model as small as can be, of which everything is known that a job needs.
read::known_model small_model() {
  read::known_model of{.name = "small"};
  of.model.vocabulary = 100;
  of.model.hidden = 64;
  of.model.context = 512;
  of.model.layers[0] = {.attention = {.heads = 4, .kv_heads = 4, .head_size = 16}, .feed_forward = {.width = 128}};
  of.model.layers[0].how_many = 2;
  return of;
}

read::own_reading reading_of(std::string_view keys, const read::known_model& model = small_model()) {
  return read::read_own_file(R"({"format": 1, "job": {"serve": {"model": "small")" + std::string(keys) + "}}}", [&](std::string_view) { return model; });
}

read::serving_request request(std::string_view keys, const read::known_model& model = small_model()) {
  const read::own_reading reading = reading_of(keys, model);
  INFO(reading.error.message);
  REQUIRE(reading.read != nullptr);
  return std::get<read::serving_request>(reading.read->jobs.front().asked);
}

std::string errors_of(std::string_view text, const read::model_finder& models = read::published_model) {
  std::string all;
  for (const read::reading_error& each : read::read_own_file(text, models).errors)
    all += std::to_string(each.line) + ":" + std::to_string(each.column) + ": " + each.path + ": " + each.message + "\n";
  return all;
}

TEST_CASE("weights are as the job says, else as the checkpoint's, else in 16 bits; and the cache as what is computed in") {
  const auto told = [](std::string_view keys, const read::known_model& model) {
    const read::serving_request of = request(keys, model);
    return std::string(of.weights) + (of.of_checkpoint ? " of the checkpoint" : "") + " in " + std::string(name(of.job.weights.computed)) + ", cache " + std::string(name(of.job.kv_cache.keys_and_values));
  };
  const read::known_model plain = small_model();
  CHECK(told("", plain) == "bf16 in bf16, cache bf16");
  CHECK(told(R"(, "weights": "fp8")", plain) == "fp8 in fp8, cache bf16");
  CHECK(told(R"(, "weights": "fp16")", plain) == "fp16 in fp16, cache fp16");
  CHECK(told(R"(, "multiplied_in": "fp16")", plain) == "bf16 in fp16, cache fp16");
  CHECK(told(R"(, "weights": "fp16", "kv_cache": "fp8")", plain) == "fp16 in fp16, cache fp8");
  read::known_model half = plain;
  half.multiplied = headroom::fp16;
  CHECK(told(R"(, "weights": "fp8")", half) == "fp8 in fp8, cache fp16");
  CHECK(told(R"(, "weights": "bf16")", half) == "bf16 in bf16, cache bf16");
  CHECK(told(R"(, "weights": "fp32")", half) == "fp32 in fp32, cache bf16");
  CHECK(told(R"(, "weights": "int4_groups")", half) == "int4_groups in fp16, cache fp16");
  CHECK(request(R"(, "weights": "fp8 experts")", half).job.weights.held.attention.format == headroom::fp16);
  CHECK(request(R"(, "weights": "fp8 experts")", half).job.weights.held.experts.format == headroom::fp8);
  CHECK(request(R"(, "weights": "fp8 experts")", plain).job.weights.held.attention.format == headroom::bf16);
  CHECK(request(R"(, "weights": "fp8")", half).job.weights.held.rest.format == headroom::fp16);
  CHECK(request(R"(, "weights": "bf16")", half).job.weights.held.rest.format == headroom::bf16);
  read::known_model held = plain;
  held.checkpoint = headroom::weights_in(weight_format{.format = headroom::fp8}, headroom::bf16);
  CHECK(told("", held) == "fp8 of the checkpoint in fp8, cache bf16");
  CHECK(told(R"(, "weights": "checkpoint")", held) == "fp8 of the checkpoint in fp8, cache bf16");
  CHECK(told(R"(, "weights": "bf16")", held) == "bf16 in bf16, cache bf16");
  held.widens_all = true;
  CHECK(told("", held) == "fp8 of the checkpoint in bf16, cache bf16");
  held.cached = headroom::int8;
  CHECK(told("", held) == "fp8 of the checkpoint in bf16, cache int8");
  CHECK(told(R"(, "kv_cache": "bf16")", held) == "fp8 of the checkpoint in bf16, cache bf16");
  held = plain;
  held.checkpoint = headroom::weights_in(weight_format{.format = headroom::fp32}, headroom::fp32);
  CHECK(told("", held) == "bf16 in bf16, cache bf16");
  held.checkpoint = headroom::weights_in(weight_format{headroom::fp8, 64, 64, 32}, headroom::bf16);
  CHECK(told("", held) == "fp8 with scales of the checkpoint in fp8, cache bf16");
  held.checkpoint->attention = {.format = headroom::bf16};
  CHECK(told("", held) == "in several formats of the checkpoint in bf16, cache bf16");
  held.checkpoint->attention = held.checkpoint->feed_forward;
  held.checkpoint->experts = {.format = headroom::bf16};
  CHECK(told("", held) == "in several formats of the checkpoint in bf16, cache bf16");
  // Of names that share the format of the attention, the one of the others.
  const weight_format sixteen{.format = headroom::bf16};
  held.checkpoint = headroom::experts_in(headroom::mxfp4);
  CHECK(told("", held) == "mxfp4 experts of the checkpoint in bf16, cache bf16");
  held.checkpoint->feed_forward = {.format = headroom::fp8};
  CHECK(told("", held) == "in several formats of the checkpoint in bf16, cache bf16");
  held.checkpoint->experts = sixteen;
  CHECK(told("", held) == "in several formats of the checkpoint in bf16, cache bf16");
  held.checkpoint->attention = headroom::nvfp4;
  held.checkpoint->feed_forward = sixteen;
  CHECK(told("", held) == "in several formats of the checkpoint in bf16, cache bf16");
  CHECK(reading_of(R"(, "weights": "checkpoint")").error.message == "weights as the checkpoint's: their format is not known");
  read::known_model unread = plain;
  unread.unread_quantization = "it names no method";
  unread.unread_cache = "the cache";
  CHECK(request("", unread).unread == "it names no method");
  CHECK(request(R"(, "weights": "checkpoint")", unread).unread == "it names no method");
  CHECK(request(R"(, "weights": "fp8")", unread).unread == "the cache");
  CHECK(read::unread_weights(reading_of("", unread).read->jobs.front()) == "it names no method");
  CHECK(request(R"(, "weights": "fp8", "kv_cache": "fp8")", unread).unread == "");
}

TEST_CASE("a tower is the model's, left out or counted by hand") {
  const auto told = [](std::string_view keys, const read::known_model& model) {
    const headroom::transformer of = request(keys, model).job.model;
    return std::to_string(of.vision) + (of.without_vision ? " left out: " : ": ") + std::string(of.leaves_out);
  };
  read::known_model seeing = small_model();
  CHECK(told("", seeing) == "0: ");
  CHECK(told(R"(, "vision_parameters": 0)", seeing) == "0: ");
  CHECK(told(R"(, "vision_parameters": 7)", seeing) == "7: ");
  for (const count weights : {1, 9}) {
    seeing.model.vision = weights;
    CHECK(told("", seeing) == std::to_string(weights) + ": ");
    CHECK(told(R"(, "vision_parameters": 0)", seeing) == "0 left out: the vision tower");
    CHECK(told(R"(, "vision_parameters": 7)", seeing) == "7: ");
  }
  seeing.model.vision = 0;
  seeing.model.without_vision = true;
  seeing.model.leaves_out = "the vision tower";
  CHECK(told("", seeing) == "0 left out: the vision tower");
  CHECK(told(R"(, "vision_parameters": 7)", seeing) == "7: ");
  seeing.model.leaves_out = "the audio encoder, and the vision tower";
  CHECK(told("", seeing) == "0 left out: the audio encoder, and the vision tower");
  CHECK(told(R"(, "vision_parameters": 7)", seeing) == "7: the audio encoder");
  seeing.model.leaves_out = "a module that predicts a further token";
  CHECK(told(R"(, "vision_parameters": 7)", seeing) == "7: a module that predicts a further token");
}

TEST_CASE("keys of a job that serves and say nothing without another, or nothing of this model") {
  const auto wrong = [](std::string_view keys, const read::known_model& model = small_model()) { return reading_of(keys, model).error.message; };
  CHECK(wrong(R"(, "expert_parallel": true)") == headroom::detail::no_experts);
  CHECK(wrong(R"(, "adapter_rank": 8)") == "the key \"adapters\" is missing: expected how many adapters of that rank are resident at once");
  CHECK(wrong(R"(, "adapter_rank": 8, "adapters": 2)") == "");
  read::known_model endless = small_model();
  endless.model.context = 0;
  CHECK(wrong("", endless) == "the key \"context\" is missing: expected tokens of prompt and answer, as no source at hand says the model's longest");
  CHECK(wrong(R"(, "context": 64)", endless) == "");
  CHECK(wrong(R"(, "prompt_lengths": "p50=400,p100=2000")") == "");
  CHECK_FALSE(wrong(R"(, "prompt_lengths": "half")").empty());
  CHECK_FALSE(wrong(R"(, "prompt_lengths": 7)").empty());
  for (const std::string_view share : {"0", "1", "0.5"}) CHECK(wrong(R"(, "shared_prefix": )" + std::string(share)) == "");
  for (const std::string_view share : {"-0.1", "1.1", "\"1\"", "true"})
    CHECK(wrong(R"(, "shared_prefix": )" + std::string(share)).ends_with(": expected a number from 0 to 1"));
}

TEST_CASE("two jobs are pools of prefill and decode, each of which may say another phase") {
  const auto phases = [](std::string_view first, std::string_view second) {
    const read::own_reading reading = read::read_own_file(R"({"format": 1, "job": [{"name": "prefill", "serve": {"model": "small")" + std::string(first) +
                                                              R"(}}, {"name": "decode", "serve": {"model": "small")" + std::string(second) + "}}]}",
                                                          [](std::string_view) { return small_model(); });
    REQUIRE(reading.read != nullptr);
    std::string all;
    for (const read::planned_job& each : reading.read->jobs) all += std::string(read::name_of(read::phase_names, each.serving()->phase)) + " ";
    return all;
  };
  CHECK(phases("", "") == "prefill decode ");
  CHECK(phases(R"(, "phase": "prefill_and_decode")", "") == "prefill_and_decode decode ");
  CHECK(phases("", R"(, "phase": "prefill_and_decode")") == "prefill prefill_and_decode ");
}

TEST_CASE("a list of jobs is of two that serve, prefill before decode") {
  const auto told = [](std::string_view jobs) {
    const read::own_reading reading = read::read_own_file(R"({"format": 1, "job": [)" + std::string(jobs) + "]}", [](std::string_view) { return small_model(); });
    return reading.read != nullptr ? "read" : reading.error.path + ": " + reading.error.message;
  };
  const std::string prefill = R"({"name": "prefill", "serve": {"model": "small"}})";
  const std::string decode = R"({"name": "decode", "serve": {"model": "small"}})";
  const std::string expected = ": expected two jobs that serve, named \"prefill\" and \"decode\"";
  CHECK(told(prefill + ", " + decode) == "read");
  CHECK(told("") == "$.job" + expected);
  CHECK(told(prefill) == "$.job" + expected);
  CHECK(told(prefill + ", " + decode + ", " + decode) == "$.job" + expected);
  CHECK(told(decode + ", " + prefill) == "$.job[0]" + expected);
  CHECK(told(prefill + ", " + prefill) == "$.job[1]" + expected);
  CHECK(told(R"({"name": "prefill", "train": {"model": "small", "sequence": 64}}, )" + decode) == "$.job[0]" + expected);
}

TEST_CASE("parts that are computed again are those that are listed") {
  const auto parts = [](std::string_view listed) {
    const read::own_reading reading =
        read::read_own_file(R"({"format": 1, "job": {"train": {"model": "Llama-3.1-8B", "sequence": 8192, "recompute": "selective", "recomputed": [)" + std::string(listed) + "]}}}");
    REQUIRE(reading.read != nullptr);
    const headroom::recomputed_parts& of = reading.read->jobs.front().training()->recompute.parts;
    return std::string(of.scores ? "scores " : "") + (of.norms ? "norms " : "") + (of.activation ? "activation " : "") + (of.feed_forward ? "feed_forward " : "");
  };
  CHECK(parts("") == "");
  CHECK(parts("\"scores\"") == "scores ");
  CHECK(parts("\"norms\", \"activation\"") == "norms activation ");
  CHECK(parts("\"feed_forward\", \"scores\"") == "scores feed_forward ");
}

TEST_CASE("formats of weights have their names, and the widest of several is multiplied in") {
  using namespace headroom;
  for (const read::named<weight_formats>& each : read::weight_names) {
    CAPTURE(each.name);
    CHECK(read::name_of(each.name.ends_with(" experts") ? each.value.experts : each.value.attention) == each.name.substr(0, each.name.find(' ')));
    CHECK(read::value_of(read::weight_names, each.name).experts.format == each.value.experts.format);
  }
  CHECK(read::name_of(weight_format{fp8, 64, 64, 32}) == "fp8");
  const weight_format blocks{fp8, 128, 64, 32};
  CHECK(read::is_same(blocks, blocks));
  for (const weight_format& other : {weight_format{int8, 128, 64, 32}, weight_format{fp8, 64, 64, 32}, weight_format{fp8, 128, 128, 32}, weight_format{fp8, 128, 64, 16}})
    CHECK_FALSE(read::is_same(blocks, other));
  const auto widest = [](const weight_format& attention, const weight_format& network, const weight_format& experts, precision rest = bf16) {
    weight_formats of = weights_in(attention, rest);
    of.feed_forward = network;
    of.experts = experts;
    return read::widest_format(of);
  };
  CHECK(widest({.format = fp8}, {.format = fp4}, {.format = fp4}) == fp8);
  CHECK(widest({.format = fp4}, {.format = bf16}, {.format = fp8}) == bf16);
  CHECK(widest({.format = fp4}, {.format = fp4}, {.format = fp8}) == fp8);
  // Integers of 4 bits are widened to the 16 bits of the rest, and so are those of 8 bits in groups of inputs.
  CHECK(widest({.format = int4}, {.format = int4}, {.format = int4}, fp16) == fp16);
  CHECK(widest({.format = int4}, {.format = int4}, {.format = int4}, fp32) == bf16);
  const weight_format groups{int8, 1, 128, 16};
  CHECK(widest(groups, groups, groups, fp16) == fp16);
  const weight_format rows{int8, 1, whole_row, 16};
  CHECK(widest(rows, rows, rows, fp16) == int8);
  const weight_format squares{int8, 128, 128, 32};
  CHECK(widest(squares, squares, squares, fp16) == int8);
  CHECK(widest({.format = int8}, {.format = int8}, {.format = int8}, fp16) == int8);
  const weight_format of_floats{fp8, 1, 32, 8};
  CHECK(widest(of_floats, of_floats, of_floats, fp16) == fp8);
}

TEST_CASE("what is no such value is told with what it is, where it stands") {
  const auto machines = [](std::string_view number) { return errors_of("format: 1\nmachines: [{size: Standard_ND40rs_v2, count: " + std::string(number) + "}]\n"); };
  constexpr std::string_view expected = ": expected a whole number from 0 to 1,099,511,627,776\n";
  CHECK(machines("~") == "2:46: $.machines[0].count: null" + std::string(expected));
  CHECK(machines("[]") == "2:46: $.machines[0].count: a list" + std::string(expected));
  CHECK(machines("{}") == "2:46: $.machines[0].count: an object" + std::string(expected));
  CHECK(machines("1.5") == "2:46: $.machines[0].count: the number 1.5" + std::string(expected));
  CHECK(machines("true") == "2:46: $.machines[0].count: true" + std::string(expected));
  CHECK(machines("x") == "2:46: $.machines[0].count: the text \"x\"" + std::string(expected));
  const std::string forty(40, 'x');
  CHECK(machines(forty) == "2:46: $.machines[0].count: the text \"" + forty + "\"" + std::string(expected));
  CHECK(machines(forty + "y") == "2:46: $.machines[0].count: the text \"" + forty + "...\"" + std::string(expected));
  // The place within a text, unless signs in it are written otherwise.
  const auto memory = [](std::string_view text) {
    const std::string all = errors_of("{\"format\": 1, \"define\": {\"gpus\": {\"X\": {\n\"memory_as_sold\": " + std::string(text) + "}}}}");
    return all.substr(0, all.find(": "));
  };
  CHECK(memory("\"96 GoB\"") == "2:23");
  CHECK(memory("\"96 ~B\"") == "2:23");
  const auto sold = [](std::string_view as) { return errors_of("format: 1\ndefine: {gpus: {X: {memory_as_sold: " + std::string(as) + "}}}\n"); };
  constexpr std::string_view with_unit = "expected an amount of memory as text with its unit, such as \"672 GiB\"\n";
  CHECK(sold("96") == "2:37: $.define.gpus.X.memory_as_sold: the number 96 has no unit: " + std::string(with_unit));
  CHECK(sold("true") == "2:37: $.define.gpus.X.memory_as_sold: true: " + std::string(with_unit));
  CHECK(sold("[96 GiB]") == "2:37: $.define.gpus.X.memory_as_sold: a list: " + std::string(with_unit));
  CHECK(memory("\"9696 GoB\"") == "2:25");
  CHECK(memory("\"96 G\\\"oB\"") == "2:19");
  CHECK(memory("\"96 G\\\\oB\"") == "2:19");
  CHECK(memory("\"96 GäB\"") == "2:19");
  const std::string in_yaml = errors_of("format: 1\ndefine: {gpus: {X: {memory_as_sold: 96 GoB}}}\n");
  CHECK(in_yaml.starts_with("2:40: "));
}

TEST_CASE("names are of printable signs, and discounts from 0 to 100 percent") {
  const auto named = [](std::string_view name) { return errors_of(R"({"format": 1, "name": ")" + std::string(name) + "\"}"); };
  for (const std::string_view good : {"a", "a b", "~", "\u00e9", "\\u00a0", "\\u00c2", "\u2026"}) CHECK(named(good) == "");
  for (const std::string_view bad : {"a\\u0001", "\\u001f", "b\\u007fc", "\\u0080", "a\\u009fb", "\\n", "\\t"}) {
    CAPTURE(bad);
    CHECK(named(bad).find(": a control character in ") != std::string::npos);
  }
  CHECK(named(std::string(1'000, 'n')) == "");
  CHECK(named(std::string(39, 'n') + "\\u0001").find("...") == std::string::npos);
  CHECK(named(std::string(40, 'n') + "\\u0001").find("...") != std::string::npos);
  CHECK(named(std::string(1'001, 'n')).ends_with(": text of more than 1000 bytes\n"));
  const auto discount = [](std::string_view share) { return errors_of(R"({"format": 1, "prices": {"discount": )" + std::string(share) + "}}"); };
  for (const std::string_view good : {"\"0 %\"", "\"25 %\"", "\"25%\"", "\"12.5 %\"", "\"100 %\"", "\"25   %\""}) CHECK(discount(good) == "");
  for (const std::string_view bad : {"25", "\"25\"", "\"x %\"", "\"%\"", "\" 25 %\"", "\"100.1 %\"", "\"-1 %\"", "\" 101 %\"", "\"25 % off\"", "null"}) {
    CAPTURE(bad);
    CHECK(discount(bad).ends_with(": expected a discount as text in percent, such as \"25 %\", from \"0 %\" to \"100 %\"\n"));
  }
}

TEST_CASE("a mistake is told once: of a number that is none nothing else is expected") {
  CHECK(read::read_own_file(R"({"format": 1, "define": {"sizes": {"n": {"gpus": "x"}}}})").errors.size() == 1);
  CHECK(read::read_own_file(R"({"format": 1, "demand": {"units": {"in_domain": "x", "of_one_kind": 20}}})").errors.size() == 1);
  CHECK(read::read_own_file(R"({"format": 1, "demand": {"units": {"in_domain": 0, "of_one_kind": "x"}}})").errors.size() == 1);
  CHECK(read::read_own_file("{\"format\": 1").error.message.find("documents") == std::string::npos);
  // Of sizes a size is meant.
  const std::string size = errors_of(R"({"format": 1, "define": {"racks": {"r": {"size": "Standard_ND96asr_v5", "vms": 3}}}})");
  CHECK(size.find("Standard_ND96asr_v4") != std::string::npos);
  const std::string rack = errors_of(R"({"format": 1, "define": {"racks": {"r": {"size": "GB300 NVL73", "vms": 3}}}})");
  CHECK(rack.find("no VM size is called \"GB300 NVL73\": `headroom catalog` lists those that are known; ") != std::string::npos);
}

}  // namespace own_settled_test
