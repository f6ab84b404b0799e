// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/model_config.hpp>

#include <check.hpp>
#include <deque>
#include <headroom/model/missing.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/model_config/fields.hpp>
#include <read/model_config/reading.hpp>
#include <string>

namespace program_model_config_errors_test {
namespace {

using model_reading::changed;
using model_reading::error_of;
using model_reading::small_llama;
using model_reading::text_of_fixture;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

headroom::transformer read(std::string_view text) {
  const headroom::read::config_reading result = headroom::read::read_model_config(text);
  CHECK(result.error.message == "");
  return result.model;
}

}  // namespace

TEST_CASE("what transformers takes for a field that is not there, or null, is taken") {
  const headroom::transformer bare = read(small_llama());
  CHECK(bare.layers[0].attention.kv_heads == 4);
  CHECK(bare.layers[0].attention.head_size == 16);
  CHECK_FALSE(bare.tied);
  CHECK(read(small_llama("\"num_key_value_heads\": null,")).layers[0].attention.kv_heads == 4);
  CHECK(read(small_llama("\"num_key_value_heads\": 2,")).layers[0].attention.kv_heads == 2);
  CHECK(read(small_llama("\"head_dim\": 32,")).layers[0].attention.head_size == 32);
  CHECK(read(small_llama("\"tie_word_embeddings\": true,")).tied);
  CHECK(read(small_llama("\"mlp_bias\": true,")).layers[0].feed_forward.bias);
  CHECK(read(text_of_fixture("further/gemma-7b")).tied);
}

TEST_CASE("a window that is not there is Mistral's own, and one that is null is none") {
  const std::string text = text_of_fixture("Mistral-7B");
  CHECK(read(text).layers[0].attention.window == 4'096);
  CHECK(read(changed(text, "\"sliding_window\": 4096,", "")).layers[0].attention.window == 4'096);
  CHECK(read(changed(text, "\"sliding_window\": 4096", "\"sliding_window\": null")).layers[0].attention.window == 0);
}

TEST_CASE("Qwen's windows begin at max_window_layers, where they are used at all") {
  std::string text =
      changed(text_of_fixture("further/Qwen2.5-7B"), "\"use_sliding_window\": false", "\"use_sliding_window\": true");
  text = changed(text, "\"max_window_layers\": 28", "\"max_window_layers\": 20");
  const headroom::transformer model = read(text);
  CHECK(headroom::layer_at(model, 19)->attention.window == 0);
  CHECK(headroom::layer_at(model, 20)->attention.window == 131'072);
}

TEST_CASE("an unknown architecture is refused by its name, even where every field is Llama's") {
  const std::string text = changed(small_llama(), "\"llama\"", "\"somebodys_new_model\"");
  CHECK(contains(error_of(text), "1:16: $.model_type: the architecture \"somebodys_new_model\" is not known"));
  CHECK(contains(error_of(text), "not taken for another whatever its fields look like"));
  const std::string near = error_of(changed(small_llama(), "\"llama\"", "\"lama\""));
  // Words of Python within a text are letters of it.
  CHECK(contains(error_of(changed(small_llama(), "\"llama\"", "\"NaNo\"")), "the architecture \"NaNo\" is not known"));
  CHECK(contains(error_of(changed(small_llama(), "\"llama\"", "\"a\\\\NaN\"")), "NaN"));
  CHECK(contains(near, "did you mean \"llama\"?"));
  const std::string strange = error_of(R"({"model_type": "somebodys_new_model", "vocab_size": 1, "hyper_lanes": 4})");
  CHECK(contains(strange, "missing: hidden_size, num_hidden_layers, num_attention_heads, intermediate_size"));
  CHECK(contains(strange, "not understood: hyper_lanes"));
  CHECK(contains(error_of(R"({"vocab_size": 1})"), "the field \"model_type\" is missing"));
  CHECK(contains(error_of(R"({"model_type": "llava", "text_config": {"model_type": "somebodys_new_model"}})"),
                 "1:55: $.text_config.model_type: the architecture \"somebodys_new_model\" is not known"));
  CHECK(contains(error_of(R"({"model_type": "llava", "vocab_size": 1})"), "the field \"text_config\" is missing, which the architecture \"llava\" has its language model in"));
  CHECK(error_of(R"({"model_type": "llava"})") == "1:1: $: the field \"text_config\" is missing, which the architecture \"llava\" has its language model in");
}

TEST_CASE("a known model_type with the code of another architecture is refused") {
  const std::string text = small_llama("\"architectures\": [\"LlamaForCausalLMEagle3\"],");
  CHECK(contains(error_of(text),
                 "\"LlamaForCausalLMEagle3\" is not known: of this model_type, expected LlamaForCausalLM"));
  for (const char* none : {"[]", "[3]", "\"LlamaForCausalLM\"", "[\"LlamaForCausalLM\", \"LlamaForCausalLM\"]"})
    CHECK(contains(error_of(small_llama("\"architectures\": " + std::string(none) + ",")), "expected a list of one text"));
  CHECK(contains(error_of(R"({"model_type": "llava", "architectures": ["Other"], "text_config": )" + small_llama() + "}"), "\"Other\" is not known: of this model_type, expected LlavaForConditionalGeneration"));
  // Each of several is known by the whole of its name.
  const std::string mpt = text_of_fixture("further/mpt-7b");
  CHECK(error_of(changed(mpt, "\"MPTForCausalLM\"", "\"MptForCausalLM\"")) == "");
  CHECK(error_of(changed(mpt, "\"MPTForCausalLM\"", "\"ForCausalLM\"")).ends_with("\"ForCausalLM\" is not known: of this model_type, expected MPTForCausalLM or MptForCausalLM"));
  CHECK(contains(error_of(small_llama("\"architectures\": [],")), "expected a list of one text"));
  CHECK(error_of(R"({"model_type": "kimi_k2", "architectures": ["K2ForCausalLM"]})").ends_with("of this model_type, expected DeepseekV3ForCausalLM or KimiK2ForCausalLM"));
}

TEST_CASE("fields that are missing are named, all of them") {
  CHECK(contains(error_of(R"({"model_type": "llama", "hidden_size": 64})"),
                 "1:1: $: fields of this architecture are missing: vocab_size, num_hidden_layers, "
                 "num_attention_heads, intermediate_size"));
}

TEST_CASE("fields that several objects lack are told of each, with its line") {
  std::string dbrx = text_of_fixture("further/dbrx-base");
  for (const std::string field : {"vocab_size", "n_heads", "moe_top_k"}) dbrx = changed(dbrx, '"' + field, "\"no_" + field);
  CHECK(error_of(dbrx) == "1:1: $: fields of this architecture are missing: vocab_size, n_heads; of $.ffn_config in line 11: moe_top_k");
  std::deque<std::string> texts;
  const hr::read::parsed_documents twice("{\"a\": {},\n\"b\": {}}", hr::read::document_syntax::json);
  const hr::read::configs::fields whole(*twice.roots().front(), texts);
  for (const std::string_view part : {"b", "a", "b"}) whole.part(part).need({"size"});
  CHECK(whole.absent()->error.message == "fields of this architecture are missing: size; of $.b in line 2: size");
  CHECK(whole.absent()->error.line == 1);
}

TEST_CASE("a wrong value is refused where it stands, with what was expected") {
  CHECK(error_of(changed(text_of_fixture("Qwen3-0.6B"), "\"hidden_size\": 1024", "\"hidden_size\": \"1024\"")) ==
        "6:18: $.hidden_size: the text \"1024\": expected a whole number from 1 to 1,099,511,627,776");
  CHECK(contains(error_of(changed(small_llama(), ": 64", ": 64.5")), "the number 64.5: expected a whole number"));
  CHECK(contains(error_of(changed(small_llama(), ": 64", ": -64")), "expected a whole number from 1"));
  CHECK(contains(error_of(changed(small_llama(), ": 64", ": Infinity")), "an object: expected a whole number"));
  for (const char* beyond : {": 1099511627780", ": 1e300"}) CHECK(contains(error_of(changed(small_llama(), ": 64", beyond)), "expected a whole number from 1"));
  CHECK(error_of(R"({"model_type": 3})") == "1:16: $.model_type: the number 3: expected a text");
  CHECK(contains(error_of(changed(small_llama(), ": 64", ": 65")), "4 heads do not divide a hidden size of 65"));
  CHECK(contains(error_of(small_llama("\"num_key_value_heads\": 3,")), "expected heads that divide"));
  CHECK(contains(error_of(small_llama("\"attention_bias\": 1,")), "expected true or false"));
  CHECK(contains(error_of(changed(text_of_fixture("gpt-oss-20b"), "\"full_attention\"", "\"mamba\"")),
                 "$.layer_types[1]: the text \"mamba\": expected \"sliding_attention\" or \"full_attention\""));
  CHECK(contains(error_of(small_llama("\"vocab_size\": 100,")), "is here twice"));
  CHECK(error_of(R"({"model_type": "llava", "text_config": 3})") == "1:40: $.text_config: the number 3: expected an object");
  CHECK(error_of(changed(text_of_fixture("further/mpt-7b"), "\"attn_config\": {", "\"attn_config\": [], \"rest\": {")).ends_with("$.attn_config: a list: expected an object"));
  CHECK(contains(error_of("[]"), "expected the object of a config.json"));
  CHECK(error_of("{\n\"a\": }").starts_with("2:"));
  CHECK(contains(error_of(" \n"), "the file is empty: expected the config.json of a model"));
  for (const std::string_view text : {"{", "[]", "{}"}) CHECK_FALSE(headroom::read::read_model_config(text).names_quantization);
}

TEST_CASE("layers are bounded: how many, of how many kinds, and a list has one for each") {
  CHECK(error_of(changed(small_llama(), "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 10000")) == "");
  CHECK(contains(error_of(changed(small_llama(), "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 10001")), "$.num_hidden_layers: 10001 layers: expected at most 10000"));
  CHECK(contains(error_of(changed(small_llama(), "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 1099511627776")),
                 "layers: expected at most 10000"));
  CHECK(contains(
      error_of(changed(text_of_fixture("gpt-oss-20b"), "\"num_hidden_layers\": 24", "\"num_hidden_layers\": 23")),
      "a list of 24 items: expected one for each of 23 layers"));
  CHECK(contains(error_of(changed(text_of_fixture("MiMo-V2-Flash"), "\"v_head_dim\": 128", "\"v_head_dim\": -1")),
                 "$.v_head_dim"));
}

TEST_CASE("numbers beyond counting are refused, not wrapped round") {
  std::string text = changed(small_llama(), "\"hidden_size\": 64", "\"hidden_size\": 1099511627776");
  text = changed(text, "\"intermediate_size\": 128", "\"intermediate_size\": 1099511627776");
  CHECK(contains(error_of(text), "more parameters than can be counted"));
}

TEST_CASE("a mechanism that no shape holds is what is missing, and not left aside") {
  const std::string biased =
      changed(text_of_fixture("DeepSeek-V2"), "\"attention_bias\": false", "\"attention_bias\": true");
  CHECK(headroom::missing(read(biased)) == "the biases of attention over latents (attention_bias)");
  const std::string sharing = changed(small_llama("\"use_cla\": true, "), "llama", "hunyuan_v1_dense");
  CHECK(contains(std::string(headroom::missing(read(sharing))), "use_cla"));
}

TEST_CASE("a field that the architecture does not read is refused by its name where it may count, and is on") {
  const std::string refused = error_of(small_llama("\"rubato_rank\": 8, "));
  CHECK(contains(refused, "$.rubato_rank"));
  CHECK(contains(refused, "the field \"rubato_rank\" is not understood of this architecture"));
  for (const char* off : {"null", "false", "0", "\"\"", "[]", "{}"})
    CHECK(error_of(small_llama("\"rubato_rank\": " + std::string(off) + ", ")) == "");
  CHECK(contains(error_of(small_llama("\"rubato_rank\": \"false\", ")), "$.rubato_rank"));
  CHECK(contains(error_of(small_llama("\"use_qk_norm\": true, ")), "$.use_qk_norm"));
  CHECK(error_of(small_llama("\"rms_norm_eps\": 1e-6, \"rope_scaling\": {\"factor\": 8}, \"pad_token_id\": 3, ")) == "");
  const std::string inside = changed(text_of_fixture("further/Mistral-Small-3.1-24B"), "\"text_config\": {",
                                     "\"text_config\": {\"rubato_rank\": 8, ");
  CHECK(contains(error_of(inside), "$.text_config.rubato_rank"));
  const std::string beside = changed(text_of_fixture("further/Mistral-Small-3.1-24B"), "{", "{\"audio_config\": {\"a\": 1}, ");
  CHECK(contains(error_of(beside), "$.audio_config"));
}

TEST_CASE("a field of a part is refused by its name as one beside the part is") {
  const auto with = [](const std::string& fixture, std::string_view part) {
    const std::string begin = "\"" + std::string(part) + "\": {";
    return error_of(changed(text_of_fixture(fixture), begin, begin + "\"rubato_rank\": 8, "));
  };
  CHECK(contains(with("further/dbrx-base", "ffn_config"), "$.ffn_config.rubato_rank"));
  CHECK(contains(with("further/dbrx-base", "attn_config"), "$.attn_config.rubato_rank"));
  CHECK(contains(with("further/mpt-7b", "attn_config"), "$.attn_config.rubato_rank"));
}

TEST_CASE("a mechanism that an architecture does not read is passed over at the value that changes nothing") {
  for (const char* off : {"\"is_encoder_decoder\": false", "\"pruned_heads\": {}", "\"use_moe\": false", "\"alibi\": false",
                          "\"position_embedding_type\": \"rope\"", "\"cross_attention_hidden_size\": null"})
    CHECK(error_of(small_llama(std::string(off) + ", ")) == "");
  for (const char* on : {"\"is_encoder_decoder\": true", "\"pruned_heads\": {\"0\": [1]}", "\"use_moe\": true", "\"alibi\": true",
                         "\"position_embedding_type\": \"learned_absolute\"", "\"cross_attention_hidden_size\": 64", "\"num_heads\": 8"})
    CHECK(contains(error_of(small_llama(std::string(on) + ", ")), "is not understood of this architecture"));
  // Slopes in place of rotations are no weights.
  CHECK(error_of(changed(text_of_fixture("further/falcon-7b"), "\"alibi\": false", "\"alibi\": true")) == "");
}

TEST_CASE("Python's numbers that are not JSON's are read over, and places stay") {
  CHECK(contains(text_of_fixture("Nemotron-H-56B-Base-8K"), "Infinity"));
  CHECK(error_of(small_llama("\"suppress_tokens\": [-Infinity, \"\\\"NaN\", NaN], ")) == "");
  const std::string text = small_llama("\"a\": [-Infinity, NaN], ");
  CHECK(error_of(changed(text, ": 100", ": true")).substr(0, 5) == "1:" + std::to_string(text.find(": 100") + 3) + ":");
}

TEST_CASE("LFM2's own name for tied embeddings counts in the whole, too") {
  for (const bool is_tied : {true, false}) {
    CHECK(read(R"({"model_type": "llava", "text_config": )" + small_llama("\"tie_embedding\": " + std::string(is_tied ? "true" : "false") + ",") + "}").tied == is_tied);
    CHECK(read(R"({"model_type": "llava", "tie_embedding": )" + std::string(is_tied ? "true" : "false") + ", \"text_config\": " + small_llama() + "}").tied == is_tied);
  }
}

TEST_CASE("tied embeddings that the whole and the language model see differently are refused") {
  const std::string text = changed(text_of_fixture("further/gemma-3-4b-it"), "\"model_type\": \"gemma3_text\",",
                                   "\"model_type\": \"gemma3_text\", \"tie_word_embeddings\": false,");
  CHECK_FALSE(read(text).tied);
  CHECK(contains(error_of(changed(text, "{", "{\"tie_word_embeddings\": true,")), "$.text_config.tie_word_embeddings: false here and true in the whole: expected the same"));
  const std::string other = changed(text, "\"tie_word_embeddings\": false", "\"tie_word_embeddings\": true");
  CHECK(contains(error_of(changed(other, "{", "{\"tie_word_embeddings\": false,")), "$.text_config.tie_word_embeddings: true here and false in the whole: expected the same"));
}

}  // namespace program_model_config_errors_test
