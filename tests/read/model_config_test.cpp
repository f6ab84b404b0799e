// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/model_config.hpp>

#include <check.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/model/parameters.hpp>
#include <read/model_config/reading.hpp>
#include <string>

// The config.json of a model gives the shape that the library has under its name, and the counts of its checkpoint.
namespace program_model_config_test {
namespace {

namespace hr = headroom;
namespace program = headroom::read;
using model_reading::fixture;

hr::layer without_name(hr::layer of) {
  of.letter = 0;
  of.how_many = 0;
  // Said or not, of a head's values as of its keys; and none of their own where keys and values are of a latent.
  of.attention.value_head_size = of.attention.heads > 0 ? of.attention.value_size() : 0;
  if (of.attention.is_latent()) of.attention.kv_heads = 0;
  return of;
}

void check_same_parts(const hr::parameter_counts& a, const hr::parameter_counts& b) {
  CHECK(a.embedding == b.embedding);
  CHECK(a.attention == b.attention);
  CHECK(a.state_space == b.state_space);
  CHECK(a.feed_forward == b.feed_forward);
  CHECK(a.experts == b.experts);
  CHECK(a.norms == b.norms);
  CHECK(a.head == b.head);
  CHECK(a.vision == b.vision);
  CHECK(a.predicting == b.predicting);
}

void check_same_shape(const hr::transformer& read, const hr::transformer& named) {
  CHECK(read.vocabulary == named.vocabulary);
  CHECK(read.hidden == named.hidden);
  if (named.context > 0) CHECK(read.context == named.context);
  CHECK(read.learned_positions == named.learned_positions);
  CHECK(read.tied == named.tied);
  CHECK(read.embedding_norm == named.embedding_norm);
  CHECK(read.head_bias == named.head_bias);
  CHECK(read.norm == named.norm);
  CHECK(read.norms_per_part == named.norms_per_part);
  CHECK(read.one_norm_per_layer == named.one_norm_per_layer);
  CHECK(read.predicts.modules == named.predicts.modules);
  CHECK(read.leaves_out.empty() == named.leaves_out.empty());
  CHECK(read.without_vision == named.without_vision);
  REQUIRE(read.layer_count() == named.layer_count());
  for (hr::count place = 0; place < named.layer_count(); ++place) {
    CAPTURE(place);
    CHECK(without_name(*hr::layer_at(read, place)) == without_name(*hr::layer_at(named, place)));
  }
}

const std::string_view without_architecture = "google/palm-540b";  // never published for transformers

struct counted_model {
  const char* name;
  hr::count parameters;
};

// Parameters as the metadata of the checkpoints on the Hub print them, of the language model.
constexpr counted_model further_models[]{
    {"gpt2", 124'439'808},
    {"gpt2-xl", 1'557'611'200},
    {"gpt-neox-20b", 20'554'567'680},
    {"opt-6.7b", 6'658'473'984},
    {"falcon-7b", 6'921'720'704},
    {"mpt-7b", 6'649'286'656},
    {"phi-2", 2'779'683'840},
    {"Phi-3-mini-4k-instruct", 3'821'079'552},
    {"Phi-3.5-MoE-instruct", 41'873'153'344},
    {"gemma-7b", 8'537'680'896},
    {"gemma-2-9b", 9'241'705'984},
    {"gemma-3-1b-it", 999'885'952},
    {"dbrx-base", 131'596'523'520},
    {"Qwen2.5-0.5B", 494'032'768},
    {"Qwen2.5-7B", 7'615'616'512},
    {"Qwen1.5-MoE-A2.7B", 14'315'784'192},
    {"Qwen3-Next-80B-A3B-Instruct", 79'674'391'296},
    {"glm-4-9b-chat-hf", 9'399'951'360},
    {"c4ai-command-r-v01", 34'980'831'232},
};

}  // namespace

TEST_CASE("a config.json gives the model that the library has under its name, in every part") {
  int exact = 0;
  for (const hr::transformer* named : hr::models::all()) {
    if (named->name == without_architecture) continue;
    CAPTURE(named->name);
    const program::config_reading read = fixture(std::string(hr::models::without_publisher(named->name)));
    REQUIRE(read.error.message == "");
    CHECK(hr::missing(read.model) == hr::missing(*named));
    if (!hr::missing(*named).empty()) continue;
    ++exact;
    check_same_shape(read.model, *named);
    check_same_parts(value_of(hr::parameters(read.model)), value_of(hr::parameters(*named)));
    check_same_parts(value_of(hr::active_parameters(read.model)), value_of(hr::active_parameters(*named)));
    CHECK(hr::in_operations(value_of(hr::training_operations(read.model, 5'000)).total()) ==
          hr::in_operations(value_of(hr::training_operations(*named, 5'000)).total()));
    CHECK(hr::in_bytes(value_of(hr::kv_cache_per_sequence(read.model, 5'000))) ==
          hr::in_bytes(value_of(hr::kv_cache_per_sequence(*named, 5'000))));
  }
  CHECK(exact == 43);
}

TEST_CASE("a config.json of a model that the library does not name gives its checkpoint's count") {
  for (const counted_model& each : further_models) {
    CAPTURE(each.name);
    const program::config_reading read = fixture(std::string("further/") + each.name);
    REQUIRE(read.error.message == "");
    CHECK(value_of(hr::parameters(read.model)).total() == each.parameters);
  }
}

TEST_CASE("checkpoints of GLM-4.5 hold besides the embedding and the head of the module that predicts further tokens") {
  for (const auto& [name, parameters] :
       {counted_model{"further/GLM-4.5", 358'337'791'296}, counted_model{"further/GLM-4.5-Air", 110'468'824'832}}) {
    const program::config_reading read = fixture(name);
    REQUIRE(read.error.message == "");
    const hr::count again = 2 * read.model.vocabulary * read.model.hidden;
    CHECK(value_of(hr::parameters(read.model)).with_predicting() + again == parameters);
  }
}

TEST_CASE("Gemma 3's configuration leaves out what is as in the 4B, and its checkpoint has a vision tower besides") {
  const program::config_reading read = fixture("further/gemma-3-4b-it");
  REQUIRE(read.error.message == "");
  CHECK(read.model.leaves_out == "");
  CHECK_FALSE(read.model.without_vision);
  // SigLIP: 27 layers of width 1,152 and 4,304 with biases, patches of 14 x 14, 4,096 positions; then its projector.
  constexpr hr::count wide = 1'152;
  constexpr hr::count layer = 4 * (wide * wide + wide) + 2 * wide * 4'304 + 4'304 + wide + 4 * wide;
  constexpr hr::count tower = 27 * layer + (3 * 14 * 14 * wide + wide) + 4'096 * wide + 2 * wide;
  CHECK(value_of(hr::parameters(read.model)).vision == tower + wide * 2'560 + wide);
  CHECK(value_of(hr::parameters(read.model)).total() == 4'300'079'472);
  // Without its pooling head alone, and where all that counts is said; quantised it may be in part.
  const std::string text = model_reading::text_of_fixture("further/gemma-3-4b-it");
  for (const auto& [from, to] : {std::pair{"\"vision_use_head\": false", "\"vision_use_head\": true"},
                                 {"\"vision_use_head\": false", "\"vision_use_head\": null"},
                                 {"siglip_vision_model", "siglip2_vision_model"},
                                 {"\"image_size\": 896", "\"image_size\": \"896\""},
                                 {"\"torch_dtype\"", "\"quantization_config\": {\"quant_method\": \"fp8\"}, \"torch_dtype\""}}) {
    const program::config_reading other = program::read_model_config(model_reading::changed(text, from, to));
    CHECK(other.error.message == "");
    CHECK(other.model.vision == 0);
    CHECK(other.model.without_vision);
    CHECK(other.model.leaves_out == "the vision tower");
  }
}

TEST_CASE("Gemma 3 27B and Qwen2.5-VL 7B have as many parameters as the Hub prints, with the vision tower") {
  const auto total = [](std::string_view text) {
    const program::config_reading read = program::read_model_config(text);
    CHECK(read.error.message == "");
    CHECK_FALSE(read.model.without_vision);
    return value_of(hr::parameters(read.model)).total();
  };
  CHECK(total(R"({"model_type": "gemma3", "text_config": {"head_dim": 128, "hidden_size": 5376, "intermediate_size": 21504,
      "model_type": "gemma3_text", "num_attention_heads": 32, "num_hidden_layers": 62, "num_key_value_heads": 16,
      "sliding_window": 1024}, "vision_config": {"hidden_size": 1152, "image_size": 896, "intermediate_size": 4304,
      "model_type": "siglip_vision_model", "num_hidden_layers": 27, "patch_size": 14, "vision_use_head": false}})") ==
        27'432'406'640);
  CHECK(total(R"({"model_type": "qwen2_5_vl", "hidden_size": 3584, "intermediate_size": 18944, "num_attention_heads": 28,
      "num_hidden_layers": 28, "num_key_value_heads": 4, "tie_word_embeddings": false, "vocab_size": 152064,
      "max_position_embeddings": 128000, "vision_config": {"depth": 32, "hidden_size": 1280, "intermediate_size": 3420,
      "num_heads": 16, "in_chans": 3, "out_hidden_size": 3584, "patch_size": 14, "spatial_merge_size": 2,
      "temporal_patch_size": 2}})") == 8'292'166'656);
}

TEST_CASE("the language model of pictures is in text_config, and a vision tower that is not understood is left out") {
  using namespace model_reading;
  const auto of_tower = [](std::string_view to) {
    return headroom::read::read_model_config(
        changed(text_of_fixture("further/Mistral-Small-3.1-24B"), "\"vision_config\": {", to));
  };
  CHECK(of_tower("\"vision_config\": {\"rubato_rank\": 8, ").model.leaves_out ==
        "the vision tower, whose field \"rubato_rank\" is not understood");
  const program::config_reading read = of_tower("\"vision_config\": {\"patch_size\": 14, ");
  REQUIRE(read.error.message == "");
  // Published, with the tower: 24,011,361,280.
  CHECK(value_of(hr::parameters(read.model)).total() == 24'011'361'280);
  CHECK(value_of(hr::parameters(read.model)).vision == 438'958'080);
  CHECK_FALSE(read.model.without_vision);
  CHECK(read.model.layers[0].attention.window == 0);
  CHECK(read.model.layers[0].attention.head_size == 128);
}

}  // namespace program_model_config_test
