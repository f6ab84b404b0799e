// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/model_config.hpp>

#include <check.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>
#include <read/model_config/reading.hpp>
#include <string>

namespace program_checkpoint_formats_test {
namespace {

namespace hr = headroom;
using model_reading::changed;
using model_reading::fixture;
using model_reading::small_llama;
using model_reading::text_of_fixture;

std::optional<hr::weight_formats> formats_of(std::string_view text) {
  const hr::read::config_reading read = hr::read::read_model_config(text);
  CHECK(read.error.message == "");
  return read.checkpoint;
}

bool is(const hr::weight_format& a, const hr::weight_format& b) {
  return a.format == b.format && a.block_outputs == b.block_outputs && a.block_inputs == b.block_inputs &&
         a.scale_bits == b.scale_bits;
}

std::string quantized(std::string_view how, std::string_view more = "\"torch_dtype\": \"bfloat16\",") {
  return small_llama("\"quantization_config\": " + std::string(how) + "," + std::string(more));
}

constexpr hr::weight_format in_bf16{.format = hr::bf16};

}  // namespace

TEST_CASE("torch_dtype is the format of all weights; without it nothing is known") {
  CHECK(is(formats_of(small_llama("\"torch_dtype\": \"bfloat16\","))->attention, in_bf16));
  CHECK(formats_of(small_llama("\"dtype\": \"float16\","))->rest.format == hr::fp16);
  CHECK(formats_of(small_llama("\"torch_dtype\": \"float32\","))->embedding.format == hr::fp32);
  CHECK_FALSE(formats_of(small_llama()).has_value());
  CHECK_FALSE(formats_of(small_llama("\"torch_dtype\": \"complex64\",")).has_value());
  // The language model's own comes before the whole's.
  const auto inside = [](const std::string& own) { return formats_of(R"({"model_type": "llava", "dtype": "float16", "text_config": )" + small_llama(own) + "}")->attention.format; };
  CHECK(inside("") == hr::fp16);
  CHECK(inside("\"torch_dtype\": \"bfloat16\",") == hr::bf16);
  // What is multiplied is of 16 bits.
  CHECK(hr::read::read_model_config(small_llama("\"torch_dtype\": \"float16\",")).multiplied == hr::fp16);
  CHECK_FALSE(hr::read::read_model_config(small_llama("\"torch_dtype\": \"float32\",")).multiplied.has_value());
}

TEST_CASE("DeepSeek-V3's checkpoint has FP8 blocks in its layers and BF16 besides") {
  const hr::read::config_reading read = fixture("DeepSeek-V3");
  REQUIRE(read.checkpoint.has_value());
  CHECK(is(read.checkpoint->attention, hr::fp8_blocks));
  CHECK(is(read.checkpoint->experts, hr::fp8_blocks));
  CHECK(is(read.checkpoint->embedding, in_bf16));
  CHECK(is(read.checkpoint->head, in_bf16));
}

TEST_CASE("gpt-oss' checkpoint has its experts in MXFP4 and BF16 besides, and so many bytes as its page says") {
  const hr::read::config_reading read = fixture("gpt-oss-120b");
  REQUIRE(read.checkpoint.has_value());
  CHECK(is(read.checkpoint->experts, hr::mxfp4));
  CHECK(is(read.checkpoint->attention, in_bf16));
  // 60.8 GiB, from the model card's table of checkpoint sizes.
  const double size = hr::in_gibibytes(value_of(hr::weight_memory(read.model, *read.checkpoint)));
  CHECK(size > 60.75);
  CHECK(size < 60.85);
}

TEST_CASE("AWQ and GPTQ have groups of inputs with a scale, and a zero point where they say so") {
  const std::string_view awq = R"({"bits": 4, "group_size": 128, "quant_method": "awq", "zero_point": true})";
  CHECK(is(formats_of(quantized(awq, "\"torch_dtype\": \"float16\","))->feed_forward, hr::int4_groups));
  CHECK(formats_of(quantized(awq, "\"torch_dtype\": \"float16\","))->head.format == hr::fp16);
  const std::string_view gptq = R"({"bits": 8, "group_size": 32, "quant_method": "gptq"})";
  CHECK(is(formats_of(quantized(gptq))->attention, {hr::int8, 1, 32, 24}));
  CHECK(is(formats_of(quantized(R"({"bits": 4, "group_size": 128, "quant_method": "awq", "zero_point": false})"))->attention, {hr::int4, 1, 128, 16}));
  CHECK(is(formats_of(quantized(R"({"bits": 4, "group_size": 128, "quant_method": "awq"})"))->attention, hr::int4_groups));
  CHECK_FALSE(formats_of(quantized(R"({"bits": 3, "group_size": 128, "quant_method": "gptq"})")).has_value());
  CHECK_FALSE(formats_of(quantized(R"({"bits": 4, "group_size": -1, "quant_method": "gptq"})")).has_value());
}

TEST_CASE("of GPTQ the head is quantised where it says so, and what it does to some modules alone is not read") {
  const auto gptq = [](std::string_view more) {
    return R"({"bits": 4, "group_size": 128, "quant_method": "gptq", )" + std::string(more) + "}";
  };
  const auto with_head = formats_of(quantized(gptq(R"("lm_head": true, "dynamic": {})")));
  REQUIRE(with_head.has_value());
  CHECK(is(with_head->head, hr::int4_groups));
  CHECK(is(with_head->embedding, in_bf16));
  CHECK(is(formats_of(quantized(gptq(R"("lm_head": false, "dynamic": null)")))->head, in_bf16));
  // A head that is the embedding, and quantised all the same.
  CHECK_FALSE(formats_of(quantized(gptq(R"("lm_head": true)"),
                                   R"("torch_dtype": "bfloat16", "tie_word_embeddings": true,)"))
                  .has_value());
  for (const std::string_view some :
       {R"("dynamic": {"-:.*mlp.*": {}})", R"("dynamic": {"+:.*down_proj.*": {"bits": 8}})",
        R"("modules_in_block_to_quantize": [["self_attn.q_proj"]])"})
    CHECK_FALSE(formats_of(quantized(gptq(some))).has_value());
}

TEST_CASE("FP8 without blocks has a scale a tensor where it says how activations are scaled") {
  for (const std::string_view how : {R"("activation_scheme": "static", "ignored_layers": ["lm_head"])",
                                     R"("activation_scheme": "dynamic")",
                                     R"("activation_scheme": "dynamic", "weight_block_size": null)"}) {
    const auto formats = formats_of(quantized(R"({"quant_method": "fp8", )" + std::string(how) + "}"));
    REQUIRE(formats.has_value());
    CHECK(is(formats->attention, {.format = hr::fp8}));
    CHECK(is(formats->experts, {.format = hr::fp8}));
    CHECK(is(formats->head, in_bf16));
    CHECK(is(formats->router, in_bf16));
  }
  const auto ignoring = [](std::string_view modules) {
    return formats_of(quantized(R"({"quant_method": "fp8", "activation_scheme": "static", "ignored_layers": [)" +
                                std::string(modules) + "]}"));
  };
  CHECK(ignoring(R"("lm_head", "model.layers.0.block_sparse_moe.gate", "re:.*mlp.gate$")").has_value());
  CHECK_FALSE(ignoring(R"("model.layers.0.self_attn.q_proj")").has_value());
  CHECK_FALSE(ignoring(R"("model.layers.0.mlp.gate_proj")").has_value());
}

TEST_CASE("compressed-tensors says bits, kind and reach of a scale, and what it leaves as it is") {
  const auto group = [](std::string_view weights, std::string_view ignored) {
    return quantized(R"({"config_groups": {"group_0": {"targets": ["Linear"], "weights": )" + std::string(weights) +
                     R"(}}, "ignore": [)" + std::string(ignored) + R"(], "quant_method": "compressed-tensors"})");
  };
  const std::string_view fp8 = R"({"num_bits": 8, "type": "float", "strategy": "channel"})";
  CHECK(is(formats_of(group(fp8, R"("lm_head")"))->attention, {hr::fp8, 1, hr::whole_row, 16}));
  CHECK(is(formats_of(group(fp8, R"("lm_head")"))->head, in_bf16));
  // Kimi K2 Thinking: experts alone.
  const std::string_view int4 =
      R"({"num_bits": 4, "type": "int", "strategy": "group", "group_size": 32, "symmetric": true})";
  const auto experts_alone = formats_of(group(
      int4, R"("lm_head", "re:.*self_attn.*", "re:.*shared_experts.*", "re:.*mlp\\.(gate|up|gate_up|down)_proj.*")"));
  REQUIRE(experts_alone.has_value());
  CHECK(is(experts_alone->experts, {hr::int4, 1, 32, 16}));
  CHECK(is(experts_alone->attention, in_bf16));
  CHECK(is(experts_alone->feed_forward, in_bf16));
  CHECK_FALSE(formats_of(group(int4, R"("model.layers.0.self_attn.q_proj")")).has_value());
  CHECK_FALSE(formats_of(group(int4, R"("something_else")")).has_value());
}

// docs of compressed-tensors: a group is of the modules that its targets name, of which "Linear" are all matrices.
TEST_CASE("A group of compressed-tensors that is not of all matrices leaves the formats open") {
  const auto of = [](std::string_view targets, std::string_view weights = R"({"num_bits": 8, "type": "float", "strategy": "tensor"})") {
    return formats_of(quantized(R"({"config_groups": {"group_0": {"targets": )" + std::string(targets) + R"(, "weights": )" + std::string(weights) +
                                R"(}}, "quant_method": "compressed-tensors"})"));
  };
  REQUIRE(of(R"(["Linear"])").has_value());
  CHECK(is(of(R"(["Linear"])")->attention, {.format = hr::fp8}));
  CHECK_FALSE(of(R"(["Embedding"])").has_value());
  CHECK_FALSE(of(R"(["Linear", "Embedding"])").has_value());
  CHECK_FALSE(of(R"(["re:.*self_attn.*", "Linear"])").has_value());
  CHECK_FALSE(of("[]").has_value());
  CHECK_FALSE(of(R"("Linear")").has_value());
  CHECK_FALSE(of(R"({"a": "Linear"})").has_value());
  CHECK_FALSE(of("null").has_value());
  // Of weights: 16 numbers of NVFP4 share a scale, groups are of integers, and what is not symmetric has a zero point as wide as a number.
  const auto in = [&](std::string_view weights) { return of(R"(["Linear"])", weights); };
  CHECK(is(in(R"({"num_bits": 4, "type": "float", "strategy": "tensor_group", "group_size": 16})")->attention, hr::nvfp4));
  CHECK(is(in(R"({"num_bits": 8, "type": "int", "strategy": "group", "group_size": 128, "symmetric": false})")->attention, {hr::int8, 1, 128, 24}));
  CHECK(is(in(R"({"num_bits": 8, "type": "int", "strategy": "group", "group_size": 128, "symmetric": "false"})")->attention, {hr::int8, 1, 128, 16}));
  CHECK(is(in(R"({"num_bits": 4, "type": "int", "strategy": "group", "group_size": 1})")->attention, {hr::int4, 1, 1, 16}));
  for (const std::string_view open : {R"({"num_bits": 4, "type": "float", "strategy": "tensor_group", "group_size": 32})",
                                      R"({"num_bits": 8, "type": "float", "strategy": "tensor_group", "group_size": 16})",
                                      R"({"num_bits": 4, "type": "int", "strategy": "tensor_group", "group_size": 16})",
                                      R"({"num_bits": 8, "type": "float", "strategy": "group", "group_size": 128})",
                                      R"({"num_bits": 4, "type": "int", "strategy": "group"})",
                                      R"({"num_bits": 4, "type": "float", "strategy": "group", "group_size": 16})",
                                      R"({"num_bits": 6, "type": "int", "strategy": "channel"})",
                                      R"({"num_bits": 8, "type": "bool", "strategy": "channel"})"}) {
    CAPTURE(open);
    CHECK_FALSE(in(open).has_value());
  }
}

TEST_CASE("bitsandbytes has blocks of 64 in 4 bits, rows in 8, and leaves the head as it is") {
  const auto read = [](std::string_view members) {
    return formats_of(quantized(R"({"quant_method": "bitsandbytes", )" + std::string(members) + "}"));
  };
  const auto twice = read(R"("load_in_4bit": true, "load_in_8bit": false, "bnb_4bit_quant_type": "nf4",
                             "bnb_4bit_use_double_quant": true, "llm_int8_skip_modules": null)");
  REQUIRE(twice.has_value());
  CHECK(is(twice->attention, {hr::int4, 1, 64, 8}));
  CHECK(is(twice->feed_forward, {hr::int4, 1, 64, 8}));
  CHECK(is(twice->head, in_bf16));
  CHECK(is(twice->embedding, in_bf16));
  CHECK(is(read(R"("load_in_4bit": true)")->attention, {hr::int4, 1, 64, 32}));
  CHECK(is(read(R"("load_in_8bit": true, "llm_int8_skip_modules": ["lm_head"])")->attention, {hr::int8, 1, hr::whole_row, 32}));
  CHECK(is(read(R"("load_in_8bit": true, "bnb_4bit_use_double_quant": true)")->attention, {hr::int8, 1, hr::whole_row, 32}));
  CHECK(read(R"("load_in_8bit": true, "bnb_4bit_quant_type": "nf3")").has_value());  // which 8 bits do not have
  CHECK_FALSE(read(R"("load_in_4bit": true, "load_in_8bit": true)").has_value());
  CHECK_FALSE(read(R"("load_in_8bit": true, "llm_int8_has_fp16_weight": true)").has_value());
  CHECK(is(read(R"("load_in_4bit": true, "bnb_4bit_quant_type": "fp4")")->attention, {hr::int4, 1, 64, 32}));
  CHECK_FALSE(read(R"("load_in_4bit": true, "bnb_4bit_quant_type": "nf3")").has_value());
  CHECK_FALSE(read(R"("load_in_4bit": true, "llm_int8_skip_modules": ["model.layers.1.mlp"])").has_value());
}

TEST_CASE("FBGEMM's fp8 has a scale a row, and is not clear where single layers are left as they are") {
  CHECK(is(formats_of(quantized(R"({"quant_method": "fbgemm_fp8", "activation_scale_ub": 1200.0})"))->attention,
           {hr::fp8, 1, hr::whole_row, 32}));
  CHECK_FALSE(formats_of(quantized(R"({"quant_method": "fbgemm_fp8",
                                       "modules_to_not_convert": ["model.layers.0.mlp.down_proj"]})")).has_value());
  CHECK_FALSE(formats_of(quantized(R"({"quant_method": "fbgemm_fp8", "modules_to_not_convert": "lm_head"})")).has_value());
}

TEST_CASE("a quantisation that is not known leaves the formats unknown, whatever torch_dtype says") {
  CHECK_FALSE(formats_of(quantized(R"({"quant_method": "hqq", "load_in_4bit": true})")).has_value());
  CHECK_FALSE(formats_of(quantized(R"({"quant_method": "fp8"})")).has_value());
  CHECK_FALSE(formats_of(quantized(R"({"quant_method": "fp8", "weight_block_size": [0, 128]})")).has_value());
  CHECK_FALSE(formats_of(quantized("[]")).has_value());
  const std::string listed = changed(text_of_fixture("DeepSeek-V3"), "\"quant_method\": \"fp8\"",
                                     "\"quant_method\": \"fp8\", \"modules_to_not_convert\": [\"model.layers.3.mlp\"]");
  CHECK_FALSE(formats_of(listed).has_value());
}

TEST_CASE("what is not understood of a quantisation is said by its method, of one that is understood nothing") {
  const auto why = [](std::string_view text) {
    const hr::read::config_reading read = hr::read::read_model_config(text);
    CHECK(read.error.message == "");
    return std::string(read.unread_quantization);
  };
  CHECK(why(quantized(R"({"quant_method": "hqq", "load_in_4bit": true})")) == "the method \"hqq\" is not known");
  for (const std::string method : {"fp8", "awq", "gptq", "compressed-tensors", "modelopt", "bitsandbytes"})
    CHECK(why(quantized(R"({"quant_method": ")" + method + R"("})")) ==
          "what it quantises by \"" + method + "\", and how, is not clear");
  CHECK(why(quantized(R"({"quant_method": "mxfp4"})")) == "");
  CHECK(why(quantized(R"({"load_in_4bit": true})")) == "it names no method");
  CHECK(why(quantized(R"({"quant_method": 8})")) == "it names no method");
  CHECK(why(quantized("[]")) == "it is no object");
  CHECK(why(quantized(R"({"quant_method": "fp8", "weight_block_size": [128, 128]})")) == "");
  CHECK(why(small_llama("\"torch_dtype\": \"bfloat16\",")) == "");
  CHECK(why(small_llama()) == "");
}

// Each layer's attention is listed, and a layer past the last, which predicts further tokens.
TEST_CASE("NVFP4 that leaves the attention of every layer in 16 bits is clear, of some layers it is not") {
  using namespace model_reading;
  const auto beside = [](std::string_view modules) {
    return headroom::read::read_model_config(
        small_llama("\"torch_dtype\": \"bfloat16\", "),
        R"({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "NVFP4", "group_size": 16,
            "exclude_modules": [)" +
            std::string(modules) + "]}}");
  };
  const auto all = beside(R"("lm_head", "model.layers.0.self_attn*", "model.layers.1.self_attn*", "model.layers.2*")");
  REQUIRE(all.checkpoint.has_value());
  CHECK(is(all.checkpoint->attention, in_bf16));
  CHECK(is(all.checkpoint->feed_forward, hr::nvfp4));
  CHECK(all.unread_quantization == "");
  const auto none = beside(R"("lm_head")");
  REQUIRE(none.checkpoint.has_value());
  CHECK(is(none.checkpoint->attention, hr::nvfp4));
  for (const std::string_view some :
       {R"("model.layers.0.self_attn*")", R"("model.layers.0.self_attn.q_proj", "model.layers.1.self_attn.q_proj")",
        R"("model.layers.0.mlp*", "model.layers.1.mlp*")"}) {
    CHECK_FALSE(beside(some).checkpoint.has_value());
    CHECK(beside(some).unread_quantization == "what hf_quant_config.json has quantised, and how, is not clear");
  }
}

TEST_CASE("a hf_quant_config.json that cannot be read leaves the formats open, and one beside a quantization_config is not read") {
  using namespace model_reading;
  for (const std::string_view text : {"", "{", "[]", "{}", R"([{"quantization": {"quant_algo": "NVFP4"}}])", R"({"quantization": {"quant_algo": "W4A8_AWQ"}})"}) {
    const auto read = headroom::read::read_model_config(small_llama("\"torch_dtype\": \"bfloat16\", "), text);
    CHECK(read.error.message == "");
    CHECK_FALSE(read.checkpoint.has_value());
    CHECK(read.names_quantization);
  }
  // Good in its beginning, and of two of a key which counts is not known.
  constexpr std::string_view good = R"({"quantization": {"quant_algo": "NVFP4", "group_size": 16}})";
  const auto beside = [](const std::string& text) { return headroom::read::read_model_config(small_llama("\"torch_dtype\": \"bfloat16\", "), text).checkpoint.has_value(); };
  CHECK(beside(std::string(good)));
  CHECK_FALSE(beside(std::string(good) + " x"));
  CHECK_FALSE(beside(R"({"quantization": {"quant_algo": "FP8"}, "quantization": {"quant_algo": "NVFP4", "group_size": 16}})"));
  const auto own = headroom::read::read_model_config(
      small_llama(R"("quantization_config": {"quant_method": "fp8", "activation_scheme": "dynamic"}, )"), "{");
  REQUIRE(own.checkpoint.has_value());
  CHECK(own.checkpoint->attention.format == hr::fp8);
  // The language model of a whole says it of itself.
  const auto inside = headroom::read::read_model_config(
      R"({"model_type": "llava", "text_config": )" + small_llama(R"("quantization_config": {"quant_method": "fp8", "activation_scheme": "dynamic"}, )") + "}", "{");
  REQUIRE(inside.checkpoint.has_value());
  CHECK(inside.checkpoint->attention.format == hr::fp8);
  CHECK(inside.unread_quantization == "");
}

TEST_CASE("layers are counted with all their digits") {
  std::string modules;
  for (int i = 0; i < 12; ++i) modules += (i == 0 ? "\"" : ", \"") + std::string("model.layers.") + std::to_string(i) + ".self_attn\"";
  const auto with = [&](const std::string& layers) {
    return formats_of(changed(quantized(R"({"quant_method": "fp8", "activation_scheme": "static", "ignored_layers": [)" + modules + "]}"), "\"num_hidden_layers\": 2", "\"num_hidden_layers\": " + layers));
  };
  REQUIRE(with("12").has_value());
  CHECK(is(with("12")->attention, in_bf16));
  CHECK(with("12")->feed_forward.format == hr::fp8);
  CHECK_FALSE(with("13").has_value());
}

TEST_CASE("modules that hold what is never quantised are left out of a list, wherever they stand") {
  const auto ignoring = [](std::string_view module) {
    return formats_of(quantized(R"({"quant_method": "fp8", "activation_scheme": "static", "ignored_layers": [")" + std::string(module) + "\"]}")).has_value();
  };
  for (const std::string_view kept : {"lm_head", "model.layers.0.input_layernorm", "model.embed_tokens", "model.layers.0.feed_forward.router", "gate", "model.layers.0.mlp.gate",
                                      "model.layers.0.mlp.shared_expert_gate", "model.layers.0.mlp.e_score_correction_bias", "model.vision_tower.layers.0", "visual.blocks.0", "mm_projector",
                                      "multi_modal_projector.linear_1", "linear1_attn", "model.layers.2", "model.layers.2.mlp.down_proj", "model.layers.17.self_attn"}) {
    CAPTURE(kept);
    CHECK(ignoring(kept));
  }
  for (const std::string_view open : {"model.layers.", "layers.x", "model.layers.0", "model.layers.1.mlp.shared_experts.up_proj", "model.layers.0.self_attn", "other", "gate_proj",
                                      "re:.*shared_experts.*", "re:.*mlp.*_proj.*"}) {
    CAPTURE(open);
    CHECK_FALSE(ignoring(open));
  }
  // Of a model of one layer the second is past the last.
  const auto of_one = [](std::string_view module) {
    return formats_of(changed(quantized(R"({"quant_method": "fp8", "activation_scheme": "static", "ignored_layers": [")" + std::string(module) + "\"]}"),
                              "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 1"));
  };
  REQUIRE(of_one("model.layers.1.mlp").has_value());
  REQUIRE(of_one("model.layers.0.self_attn").has_value());
  CHECK(is(of_one("model.layers.0.self_attn")->attention, in_bf16));
  CHECK_FALSE(of_one("model.layers.0.mlp").has_value());
  // Of a model that counts its layers by another name nothing says which is past the last.
  CHECK_FALSE(formats_of(R"({"model_type": "exaone", "vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_layers": 1,
      "quantization_config": {"quant_method": "fp8", "activation_scheme": "static", "ignored_layers": ["model.layers.1.self_attn"]}})").has_value());
  // 2^64, of which 64 bits hold nothing.
  CHECK(of_one("model.layers.18446744073709551616.self_attn")->attention.format == hr::fp8);
}

TEST_CASE("blocks of FP8 have two sides from 1 to 65,536") {
  const auto blocks = [](std::string_view size) { return formats_of(quantized(R"({"quant_method": "fp8", "weight_block_size": )" + std::string(size) + "}")); };
  REQUIRE(blocks("[65536, 1]").has_value());
  CHECK(is(blocks("[65536, 1]")->attention, {hr::fp8, 65'536, 1, 32}));
  for (const std::string_view open : {"[65537, 1]", "[1, 65537]", "[0, 128]", "[128, 0]", "[-1, 128]", "[128, \"128\"]", "[128]", "[128, 128, 128]", "128", R"({"a": 128, "b": 128})"}) {
    CAPTURE(open);
    CHECK_FALSE(blocks(open).has_value());
  }
}

TEST_CASE("the numbers of weights are of the first type that is a text, and of GPTQ without patterns all are alike") {
  CHECK(formats_of(small_llama(R"("dtype": 16, "torch_dtype": "bfloat16",)"))->attention.format == hr::bf16);
  CHECK(formats_of(small_llama(R"("dtype": "torch.float16", "torch_dtype": "bfloat16",)"))->attention.format == hr::fp16);
  CHECK(is(formats_of(quantized(R"({"bits": 4, "group_size": 128, "quant_method": "gptq", "dynamic": false})"))->attention, hr::int4_groups));
  CHECK_FALSE(formats_of(quantized(R"({"bits": 4, "group_size": 128, "quant_method": "gptq", "dynamic": true})")).has_value());
  CHECK_FALSE(formats_of(quantized(R"({"bits": 3, "group_size": 128, "quant_method": "gptq", "lm_head": true})")).has_value());
}

TEST_CASE("what a group of compressed-tensors says of activations, and what hf_quant_config.json says of the cache") {
  const auto widens = [](std::string_view method, std::string_view more) {
    return hr::read::read_model_config(quantized(R"({"config_groups": {"group_0": {"targets": ["Linear"], "weights": {"num_bits": 8, "type": "int", "strategy": "channel"})" +
                                                 std::string(more) + "}}, \"quant_method\": \"" + std::string(method) + "\"}"))
        .widens_all;
  };
  CHECK(widens("compressed-tensors", ""));
  CHECK_FALSE(widens("compressed-tensors", R"(, "input_activations": {"num_bits": 8})"));
  CHECK_FALSE(widens("fp8", ""));
  CHECK_FALSE(hr::read::read_model_config(small_llama()).widens_all);
  const auto cached = [](std::string_view algorithm) {
    return hr::read::read_model_config(small_llama("\"torch_dtype\": \"bfloat16\", "), R"({"quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": )" + std::string(algorithm) + "}}");
  };
  CHECK(cached("\"FP8\"").cached == hr::fp8);
  CHECK(is(cached("\"FP8\"").checkpoint->attention, {.format = hr::fp8}));
  CHECK(cached("\"INT8\"").cached == hr::int8);
  CHECK_FALSE(cached("null").cached.has_value());
  CHECK(cached("null").unread_cache == "");
  CHECK_FALSE(cached("\"NVFP4\"").cached.has_value());
  CHECK(cached("\"NVFP4\"").unread_cache == "how hf_quant_config.json has the KV cache quantised, \"NVFP4\", is not understood");
}

}  // namespace program_checkpoint_formats_test
