// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/read/model_config.hpp>

#include <string>
#include <string_view>
#include <utility>

// Vision towers as small as can be, beside a language model of hidden width 6. Their parameters are added up module by
// module, as the classes of transformers (and InternVL's own) build them.
namespace towers {
namespace {

namespace hr = headroom;

constexpr hr::count hidden = 6;

constexpr hr::count matrix(hr::count in, hr::count out) { return in * out; }
constexpr hr::count biased(hr::count in, hr::count out) { return in * out + out; }

// "1234", or what is left out, or why it cannot be read.
std::string seen(std::string_view type, std::string_view whole, std::string_view vision, std::string_view text_key = "text_config") {
  const hr::read::config_reading read = hr::read::read_model_config(
      "{\"model_type\": \"" + std::string(type) + "\", " + std::string(whole) + "\"" + std::string(text_key) +
      R"(": {"model_type": "llama", "vocab_size": 10, "hidden_size": 6, "num_hidden_layers": 2, "num_attention_heads": 2,
             "intermediate_size": 4}, "vision_config": )" +
      std::string(vision) + "}");
  if (!read.error.message.empty()) return read.error.path + ": " + read.error.message;
  CHECK(read.model.without_vision == !read.model.leaves_out.empty());
  if (!read.model.leaves_out.empty()) return read.model.vision == 0 ? std::string(read.model.leaves_out) : "counted all the same";
  CHECK(value_of(hr::parameters(read.model)).vision == read.model.vision);
  return std::to_string(read.model.vision);
}

std::string changed(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// The text without that field: the same field under a name of no meaning.
std::string without(const std::string& text, const std::string& field) {
  return changed(text, "\"" + field + "\"", "\"transformers_version\"");
}

constexpr std::string_view left_out = "the vision tower";

// Width 4, networks of 5, two layers, 2 x 2 patches of 14 x 14 pixels.
const std::string clip = R"({"model_type": "clip_vision_model", "hidden_size": 4, "intermediate_size": 5,
    "num_hidden_layers": 2, "image_size": 30, "patch_size": 14})";
constexpr hr::count plain_layer = 4 * biased(4, 4) + biased(4, 5) + biased(5, 4) + 2 * 8;
constexpr hr::count of_clip = 3 * 14 * 14 * 4 + (2 * 2 + 1) * 4 + 4 + 2 * 8 + 2 * plain_layer;

}  // namespace

TEST_CASE("LLaVA: CLIP with a class token and norms before and behind, and two matrices") {
  const hr::count projector = biased(4, hidden) + biased(hidden, hidden);
  CHECK(seen("llava", "", clip) == std::to_string(of_clip + projector));
  CHECK(seen("llava", "\"multimodal_projector_bias\": false, ", clip) == std::to_string(of_clip + matrix(4, hidden) + matrix(hidden, hidden)));
  CHECK(seen("llava", "\"vision_feature_layer\": -2, ", clip) == std::to_string(of_clip + projector));
  CHECK(seen("llava", "\"vision_feature_layer\": [-3, -2, -1], ", clip) == std::to_string(of_clip + projector + 2 * 4 * hidden));
  // Four numbers a pixel in place of three.
  CHECK(seen("llava", "", changed(clip, "\"image_size\"", "\"num_channels\": 4, \"image_size\"")) ==
        std::to_string(of_clip + projector + 14 * 14 * 4));
  for (const char* field : {"hidden_size", "intermediate_size", "num_hidden_layers", "image_size", "patch_size", "model_type"})
    CHECK(seen("llava", "", without(clip, field)) == left_out);
}

TEST_CASE("a size of a tower is a whole number up to 65,536, or a list of the same for height and width") {
  const std::string as_it_is = seen("llava", "", clip);
  CHECK(seen("llava", "", changed(clip, "14}", "[14, 14]}")) == as_it_is);
  CHECK(seen("llava", "", changed(clip, "14}", "[14]}")) == as_it_is);
  for (const char* other : {"[14, 15]}", "[14, \"14\"]}", "[\"14\", 14]}", "[]}", "[0, 0]}", "[14.5, 14.5]}", "[0.5, 0.5]}", "0}", "14.5}", "\"14\"}", "{}}", "true}", "[31, 31]}"})
    CHECK(seen("llava", "", changed(clip, "14}", other)) == left_out);
  // One patch of that height and width.
  const auto one = [](const std::string& size) {
    return changed(changed(clip, "14}", size + "}"), "30", size);
  };
  const hr::count around = of_clip + biased(4, hidden) + biased(hidden, hidden) - 3 * 14 * 14 * 4 - 3 * 4;
  CHECK(seen("llava", "", one("65536")) == std::to_string(around + 3 * 65'536LL * 65'536 * 4));
  CHECK(seen("llava", "", one("[65536, 65536]")) == std::to_string(around + 3 * 65'536LL * 65'536 * 4));
  CHECK(seen("llava", "", one("[1, 1]")) == std::to_string(around + 3 * 4));
  CHECK(seen("llava", "", one("[65537, 65537]")) == left_out);
  CHECK(seen("llava", "", one("65537")) == left_out);
}

TEST_CASE("a tower of patches of one pixel has no positions where it says no size of pictures, and its own flags are passed over") {
  CHECK(seen("llava", "", without(changed(clip, "14}", "1}"), "image_size")) == left_out);
  CHECK(seen("llava", "", changed(clip, "\"hidden_size\"", "\"tie_word_embeddings\": true, \"quantization_config\": {\"a\": 1}, \"hidden_size\"")) == seen("llava", "", clip));
  CHECK(seen("llava", "", changed(clip, "\"hidden_size\"", "\"tie_word_embeddings\": false, \"quantization_config\": null, \"hidden_size\"")) == seen("llava", "", clip));
}

TEST_CASE("PaliGemma: SigLIP with biases, positions and a norm behind, and one matrix") {
  const std::string siglip = changed(clip, "\"clip_vision_model\"", "\"siglip_vision_model\", \"vision_use_head\": false");
  const hr::count of_siglip = biased(3 * 14 * 14, 4) + 2 * 2 * 4 + 8 + 2 * plain_layer;
  CHECK(seen("paligemma", "", siglip) == std::to_string(of_siglip + biased(4, hidden)));
  CHECK(seen("gemma3", "", siglip) == std::to_string(of_siglip + matrix(4, hidden) + 4));
  CHECK(seen("llava", "", siglip) == std::to_string(of_siglip + biased(4, hidden) + biased(hidden, hidden)));
  for (const char* field : {"hidden_size", "intermediate_size", "num_hidden_layers", "image_size", "patch_size", "model_type", "vision_use_head"})
    CHECK(seen("paligemma", "", without(siglip, field)) == left_out);
}

TEST_CASE("Pixtral: no biases, gated networks and a norm before; Mistral merges 2 x 2 patches") {
  const std::string pixtral = R"({"model_type": "pixtral", "hidden_size": 4, "intermediate_size": 5, "num_hidden_layers": 2,
      "image_size": 30, "patch_size": 14})";
  const hr::count of_pixtral = 3 * 14 * 14 * 4 + 4 + 2 * (4 * matrix(4, 4) + 3 * matrix(4, 5) + 2 * 4);
  CHECK(seen("llava", "", pixtral) == std::to_string(of_pixtral + biased(4, hidden) + biased(hidden, hidden)));
  const hr::count two = matrix(4, hidden) + matrix(hidden, hidden);
  CHECK(seen("mistral3", "", pixtral) == std::to_string(of_pixtral + 4 + matrix(4 * 4, 4) + two));
  CHECK(seen("mistral3", "\"spatial_merge_size\": 3, ", pixtral) == std::to_string(of_pixtral + 4 + matrix(9 * 4, 4) + two));
  CHECK(seen("mistral3", "\"multimodal_projector_bias\": true, ", pixtral) == std::to_string(of_pixtral + 4 + matrix(4 * 4, 4) + two + 2 * hidden));
  CHECK(seen("mistral3", "\"spatial_merge_size\": 0, ", pixtral) == left_out);
  CHECK(seen("mistral3", "\"vision_feature_layer\": [-1], ", pixtral) == left_out);
  CHECK(seen("mistral3", "", clip) == left_out);
  // PixtralVisionConfig: width 1,024, networks of 4,096, 24 layers, patches of 16 x 16.
  CHECK(seen("llava", "", R"({"model_type": "pixtral"})") ==
        std::to_string(3 * 16 * 16 * 1'024 + 1'024 + 24 * (4 * matrix(1'024, 1'024) + 3 * matrix(1'024, 4'096) + 2 * 1'024) +
                       biased(1'024, hidden) + biased(hidden, hidden)));
}

TEST_CASE("Llama 4: a network behind a shuffle of pixels, and one matrix") {
  const std::string llama = R"({"model_type": "llama4_vision_model", "hidden_size": 4, "intermediate_size": 5, "num_hidden_layers": 2,
      "image_size": 30, "patch_size": 14, "projector_input_dim": 7, "projector_output_dim": 7, "vision_output_dim": 7})";
  CHECK(seen("llama4", "", llama) == std::to_string(of_clip + matrix(5, 7) + matrix(7, 7) + matrix(7, hidden)));
  CHECK(seen("llama4", "", changed(llama, "\"projector_input_dim\": 7", "\"projector_input_dim\": 8")) == left_out);
  for (const char* field : {"hidden_size", "intermediate_size", "num_hidden_layers", "image_size", "patch_size", "projector_input_dim",
                            "projector_output_dim", "vision_output_dim"})
    CHECK(seen("llama4", "", without(llama, field)) == left_out);
}

TEST_CASE("InternVL: scales of what each part adds, and a network behind a norm of 2 x 2 patches") {
  const auto of = [](std::string_view whole, std::string_view vision) { return seen("internvl_chat", whole, vision, "llm_config"); };
  const std::string intern = R"({"model_type": "intern_vit_6b", "hidden_size": 4, "intermediate_size": 5, "num_hidden_layers": 2,
      "image_size": 30, "patch_size": 14, "qkv_bias": true, "qk_normalization": false, "norm_type": "layer_norm"})";
  const hr::count of_intern = biased(3 * 14 * 14, 4) + (2 * 2 + 1) * 4 + 4 + 2 * (plain_layer + 2 * 4) + 2 * 16 +
                              biased(16, hidden) + biased(hidden, hidden);
  CHECK(of("", intern) == std::to_string(of_intern));
  CHECK(of("\"downsample_ratio\": 0.5, ", intern) == std::to_string(of_intern));
  CHECK(of("", changed(intern, "\"qkv_bias\": true", "\"qkv_bias\": false")) == std::to_string(of_intern - 2 * 3 * 4));
  CHECK(of("", changed(intern, "\"qk_normalization\": false", "\"qk_normalization\": true")) == std::to_string(of_intern + 2 * 2 * 4));
  CHECK(of("", changed(intern, "layer_norm", "rms_norm")) == std::to_string(of_intern - 2 * 2 * 4));
  CHECK(of("", changed(intern, "layer_norm", "batch_norm")) == left_out);
  for (const char* ratio : {"0.25", "1.5", "1", "\"0.5\"", "[0.5]"})
    CHECK(of("\"downsample_ratio\": " + std::string(ratio) + ", ", intern) == left_out);
  for (const char* field : {"hidden_size", "intermediate_size", "num_hidden_layers", "image_size", "patch_size", "qkv_bias",
                            "qk_normalization", "norm_type"})
    CHECK(of("", without(intern, field)) == left_out);
}

TEST_CASE("Llama 3.2: positions of tiles and of how tiles lie, gated layers behind the others, and one matrix") {
  const std::string mllama = R"({"model_type": "mllama_vision_model", "hidden_size": 4, "intermediate_size": 5, "num_hidden_layers": 2,
      "num_global_layers": 3, "max_num_tiles": 3, "vision_output_dim": 7, "image_size": 30, "patch_size": 14,
      "supported_aspect_ratios": [[1, 1], [1, 2], [2, 1]]})";
  // Three ways for tiles to lie and none: four; three tiles of 2 x 2 patches and a class token. Three gates of positions, and
  // two in each of the last layers; no biases of the attention.
  const hr::count layer = plain_layer - 4 * 4;
  const hr::count of_mllama = 3 * 14 * 14 * 4 + 4 + 5 * 4 + 4 * (3 * 5 * 4) + 2 * 4 * (3 * 4) + 3 + 2 * 8 + 2 * layer + 3 * (layer + 2);
  CHECK(seen("mllama", "", mllama) == std::to_string(of_mllama + biased(7, hidden)));
  CHECK(seen("mllama", "", changed(mllama, "[[1, 1], [1, 2], [2, 1]]", "3")) == left_out);
  CHECK(seen("mllama", "", changed(mllama, "[[1, 1], [1, 2], [2, 1]]", "{\"a\": 1}")) == left_out);
  for (const char* field : {"hidden_size", "intermediate_size", "num_hidden_layers", "num_global_layers", "max_num_tiles",
                            "vision_output_dim", "image_size", "patch_size", "supported_aspect_ratios"})
    CHECK(seen("mllama", "", without(mllama, field)) == left_out);
}

TEST_CASE("Qwen2-VL: patches of two frames, and a network behind a norm of one patch") {
  const std::string qwen = R"({"depth": 2, "embed_dim": 4, "hidden_size": 6, "mlp_ratio": 3, "in_chans": 3, "patch_size": 5,
      "spatial_merge_size": 2, "temporal_patch_size": 2})";
  const auto of = [](hr::count numbers, hr::count merged, hr::count width, hr::count inner, hr::count layers) {
    const hr::count layer = 4 * biased(width, width) + biased(width, inner) + biased(inner, width) + 2 * 2 * width;
    return std::to_string(numbers * width + layers * layer + 2 * width + biased(merged * width, merged * width) +
                          biased(merged * width, hidden));
  };
  CHECK(seen("qwen2_vl", "", qwen) == of(2 * 3 * 5 * 5, 4, 4, 12, 2));
  CHECK(seen("qwen2_vl", "", changed(qwen, "in_chans\": 3", "in_channels\": 1")) == of(2 * 1 * 5 * 5, 4, 4, 12, 2));
  CHECK(seen("qwen2_vl", "", changed(qwen, "\"spatial_merge_size\": 2", "\"spatial_merge_size\": 3")) == of(2 * 3 * 5 * 5, 9, 4, 12, 2));
  CHECK(seen("qwen2_vl", "", changed(qwen, "\"temporal_patch_size\": 2", "\"temporal_patch_size\": 1")) == of(1 * 3 * 5 * 5, 4, 4, 12, 2));
  // Qwen2VLVisionConfig: 32 layers of 1,280, networks four times as wide, patches of 14 x 14, two frames, three colours.
  CHECK(seen("qwen2_vl", "", R"({"hidden_size": 6})") == of(2 * 3 * 14 * 14, 4, 1'280, 4 * 1'280, 32));
  CHECK(seen("qwen2_vl", "", changed(qwen, "\"hidden_size\": 6", "\"hidden_size\": 7")) == left_out);
  CHECK(seen("qwen2_vl", "", without(qwen, "hidden_size")) == left_out);
  for (const char* zero : {"\"embed_dim\": 0", "\"mlp_ratio\": 0", "\"patch_size\": 0", "\"spatial_merge_size\": 0"}) {
    const std::string field(zero, std::string_view(zero).find(':'));
    const std::size_t at = qwen.find(field);
    CHECK(seen("qwen2_vl", "", changed(qwen, qwen.substr(at, field.size() + 3), zero)) == left_out);
  }
}

TEST_CASE("Qwen2.5-VL has gated networks and RMS norms; Qwen3-VL learned positions and more mergers") {
  const std::string second = R"({"depth": 2, "hidden_size": 4, "intermediate_size": 5, "out_hidden_size": 6, "patch_size": 5})";
  const hr::count merger = biased(16, 16) + biased(16, hidden);
  CHECK(seen("qwen2_5_vl", "", second) ==
        std::to_string(2 * 3 * 5 * 5 * 4 + 2 * (4 * biased(4, 4) + 2 * biased(4, 5) + biased(5, 4) + 2 * 4) + 4 + merger));
  CHECK(seen("qwen2_5_vl", "", changed(second, "\"out_hidden_size\": 6", "\"out_hidden_size\": 4")) == left_out);
  CHECK(seen("qwen2_5_vl", "", without(second, "patch_size")) ==
        std::to_string(2 * 3 * 14 * 14 * 4 + 2 * (4 * biased(4, 4) + 2 * biased(4, 5) + biased(5, 4) + 2 * 4) + 4 + merger));
  for (const char* field : {"hidden_size", "intermediate_size", "depth", "out_hidden_size"})
    CHECK(seen("qwen2_5_vl", "", without(second, field)) == left_out);

  const std::string third = R"({"depth": 2, "hidden_size": 4, "intermediate_size": 5, "out_hidden_size": 6, "patch_size": 5,
      "num_position_embeddings": 9, "deepstack_visual_indexes": [0, 1, 1]})";
  CHECK(seen("qwen3_vl", "", third) ==
        std::to_string(biased(2 * 3 * 5 * 5, 4) + 9 * 4 + 2 * plain_layer + 2 * 4 + merger + 3 * (2 * 16 + merger)));
  CHECK(seen("qwen3_vl", "", without(third, "patch_size")) ==
        std::to_string(biased(2 * 3 * 16 * 16, 4) + 9 * 4 + 2 * plain_layer + 2 * 4 + merger + 3 * (2 * 16 + merger)));
  CHECK(seen("qwen3_vl", "", changed(third, "[0, 1, 1]", "[]")) ==
        std::to_string(biased(2 * 3 * 5 * 5, 4) + 9 * 4 + 2 * plain_layer + 2 * 4 + merger));
  CHECK(seen("qwen3_vl", "", changed(third, "[0, 1, 1]", "3")) == left_out);
  for (const char* field : {"hidden_size", "intermediate_size", "depth", "out_hidden_size", "num_position_embeddings", "deepstack_visual_indexes"})
    CHECK(seen("qwen3_vl", "", without(third, field)) == left_out);
}

TEST_CASE("a tower is counted where a quantisation names it among what it leaves as it is") {
  const std::string as_it_is = seen("llava", "", clip);
  const auto with = [](const std::string& field) {
    return seen("llava", R"("torch_dtype": "bfloat16", "quantization_config": {"quant_method": "fp8", )" + field + "}, ", clip);
  };
  CHECK(with(R"("modules_to_not_convert": ["model.vision_tower"])") == as_it_is);
  CHECK(with(R"("modules_to_not_convert": ["lm_head", 3, "visual.blocks.0.attn"])") == as_it_is);
  CHECK(with(R"("ignored_layers": ["vision"])") == as_it_is);
  CHECK(with(R"("ignore": ["visual"])") == as_it_is);
  CHECK(with(R"("exclude_modules": ["visual"])") == as_it_is);
  CHECK(with(R"("ignore": ["lm_head"], "exclude_modules": ["vision_tower"])") == as_it_is);
  CHECK(with(R"("modules_to_not_convert": ["lm_head"])") == left_out);
  CHECK(with(R"("modules_to_not_convert": [])") == left_out);
  CHECK(with(R"("modules_to_not_convert": "visual")") == left_out);
  CHECK(with(R"("activation_scheme": "dynamic")") == left_out);
  CHECK(seen("llava", "", changed(clip, "\"image_size\"", "\"more_layers\": 3, \"image_size\"")) ==
        "the vision tower, whose field \"more_layers\" is not understood");
}

// A tied embedding of 2^40 - 16 tokens and ten rows more come to 2^63 - 6 x 2^23, and the matrix of the pictures to their width and one rows.
TEST_CASE("a tower that makes a model of more parameters than can be counted is left out") {
  const auto of = [](const std::string& width) {
    const hr::read::config_reading read = hr::read::read_model_config(
        R"({"model_type": "paligemma", "text_config": {"model_type": "llama", "vocab_size": 1099511627760, "hidden_size": 8388608, "num_hidden_layers": 1, "num_attention_heads": 1,
            "head_dim": 1, "intermediate_size": 1, "tie_word_embeddings": true}, "vision_config": )" +
        changed(changed(clip, "\"clip_vision_model\"", "\"siglip_vision_model\", \"vision_use_head\": false"), "\"hidden_size\": 4", "\"hidden_size\": " + width) + "}");
    REQUIRE(read.error.message == "");
    CHECK((read.model.vision == 0) == read.model.without_vision);
    return std::string(read.model.leaves_out);
  };
  CHECK(of("4") == "");
  CHECK(of("5") == left_out);
}

TEST_CASE("a tower of a kind that is not known is left out, and a whole that may hear need not") {
  for (const char* type : {"glm4v_moe", "kimi_vl"}) CHECK(seen(type, "", clip) == left_out);
  CHECK(seen("llava", "", "3") == left_out);
  // The count of its publisher's network, an embedding of 128, a matrix and two norms.
  CHECK(seen("gemma3n", "", R"({"model_type": "gemma3n_vision", "architecture": "mobilenetv5_300m_enc"})") ==
        std::to_string(294'126'912 + matrix(128, 2'048) + matrix(2'048, hidden) + 2 * 2'048));
  CHECK(hr::read::read_model_config(R"({"model_type": "gemma3n", "text_config": {"model_type": "llama", "vocab_size": 10, "hidden_size": 6, "num_hidden_layers": 2, "num_attention_heads": 2,
      "intermediate_size": 4}, "audio_config": {"model_type": "whisper"}})")
            .model.leaves_out == "the audio encoder");
}

// google/gemma-3n-E4B-it, with what its towers' configurations leave to Gemma3nAudioConfig and Gemma3nVisionConfig.
TEST_CASE("an audio encoder has the numbers of its class where it says none, and is left out where they do not fit") {
  const auto heard = [](const std::string& audio, const std::string& vision = "") {
    const hr::read::config_reading read = hr::read::read_model_config(
        R"({"model_type": "gemma3n", "text_config": {"model_type": "gemma3n_text", "vocab_size": 262400, "hidden_size": 2048,
            "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 256, "sliding_window": 512,
            "vocab_size_per_layer_input": 262144, "hidden_size_per_layer_input": 256, "altup_num_inputs": 4, "laurel_rank": 64,
            "num_hidden_layers": 35, "intermediate_size": 16384, "num_kv_shared_layers": 15},
            "vision_config": {"model_type": "gemma3n_vision", "architecture": "mobilenetv5_300m_enc")" +
        vision + R"(}, "audio_config": {"model_type": "gemma3n_audio")" + audio + "}}");
    REQUIRE(read.error.message == "");
    if (!read.model.leaves_out.empty()) return std::string(read.model.leaves_out);
    return std::to_string(value_of(hr::parameters(read.model)).total());
  };
  const std::string published = "7849978192";
  CHECK(heard("") == published);
  for (const char* same : {R"("sscp_conv_channel_size": [128, 32])", R"("sscp_conv_kernel_size": [9, 9])", R"("sscp_conv_kernel_size": [[3, 3], [9, 1]])",
                           R"("sscp_conv_stride_size": [2, 2])", R"("sscp_conv_stride_size": [[2, 2], [2, 2]])", R"("input_feat_size": 128)",
                           R"("hidden_size": 1536)", R"("conf_num_hidden_layers": 12)", R"("conf_num_attention_heads": 8)",
                           R"("conf_conv_kernel_size": 5)", R"("vocab_size": 128)"})
    CHECK(heard(std::string(", ") + same) == published);
  for (const char* other : {R"("sscp_conv_channel_size": [128])", R"("sscp_conv_channel_size": {"a": 128, "b": 32})", R"("sscp_conv_channel_size": [0, 32])",
                            R"("sscp_conv_channel_size": [128, 0.5])", R"("sscp_conv_channel_size": [128, 65537])",
                            R"("sscp_conv_channel_size": ["128", 32])", R"("sscp_conv_channel_size": [128.5, 32])",
                            R"("sscp_conv_kernel_size": [9, -9])", R"("sscp_conv_kernel_size": 9)", R"("sscp_conv_kernel_size": [[3, "3"], 9])",
                            R"("sscp_conv_stride_size": [[2, 2], [2, 1]])", R"("sscp_conv_stride_size": 3)", R"("sscp_conv_stride_size": "2")",
                            R"("input_feat_size": 126)", R"("input_feat_size": 0)", R"("conf_num_attention_heads": 7)",
                            R"("hidden_size": 0)", R"("conf_num_hidden_layers": 0)", R"("conf_conv_kernel_size": 0)"})
    CHECK(heard(std::string(", ") + other) == "the audio encoder");
  CHECK(heard("", ", \"hidden_size\": 2048") == published);
  CHECK(heard("", ", \"vocab_size\": 128") == published);
  CHECK(heard("", ", \"hidden_size\": 1024") == "the audio encoder, and the vision tower");
}

}  // namespace towers
