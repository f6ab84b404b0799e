// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/towers.hpp>

#include <algorithm>
#include <array>
#include <headroom/count.hpp>
#include <headroom/model/audio_encoder.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/read/model_config/known_fields.hpp>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <headroom/read/common/messages.hpp>

namespace headroom::read::configs {

namespace {

// A number of a tower: 0 where it is none, or no whole one. Of a list, as height and width have, one that all are.
count dimension(const fields& c, std::string_view name, count otherwise = 0) {
  const tree* found = c.find(name);
  if (found == nullptr) return otherwise;
  if (found->is_list() && !found->items.empty()) {
    const tree* first = found->items.front();
    for (const tree* each : found->items)
      if (!each->is_number() || each->number() != first->number()) return 0;
    found = first;
  }
  const count number = number_or_none(found);
  return static_cast<double>(number) == found->number() ? number : 0;
}

bool all_there(std::initializer_list<count> numbers) {
  for (const count each : numbers)
    if (each == 0) return false;
  return true;
}

bool is_kind(const fields& vision, std::string_view name) { return word_or_none(vision, "model_type") == name; }

count patches(count image, count patch) { return patch == 0 ? 0 : multiply(image / patch, image / patch); }

struct patch_sizes {
  count patch = 0;
  count image = 0;
  count numbers = 0;  // of a patch
  count positions() const { return patches(image, patch); }
};

patch_sizes patches_of(const fields& c, count patch = 0) {
  patch_sizes p{.patch = dimension(c, "patch_size", patch), .image = dimension(c, "image_size")};
  p.numbers = multiply(multiply(p.patch, p.patch), dimension(c, "num_channels", 3));
  return p;
}

// Biases and layer norms; a norm behind the layers.
vision_tower siglip(const fields& c) {
  if (!is_kind(c, "siglip_vision_model") || is_set(c, "vision_use_head", true)) return {};
  const patch_sizes p = patches_of(c);
  const vision_tower t{.width = dimension(c, "hidden_size"),
                       .inner = dimension(c, "intermediate_size"),
                       .layers = dimension(c, "num_hidden_layers"),
                       .patch_numbers = p.numbers,
                       .patch_bias = true,
                       .learned = p.positions(),
                       .norms_outside = 1};
  return all_there({t.width, t.inner, t.patch_numbers, t.learned}) ? t : vision_tower{};
}

// A class token; norms before and behind the layers.
vision_tower clip(const fields& c) {
  if (!is_kind(c, "clip_vision_model")) return {};
  const patch_sizes p = patches_of(c);
  const vision_tower t{.width = dimension(c, "hidden_size"),
                       .inner = dimension(c, "intermediate_size"),
                       .layers = dimension(c, "num_hidden_layers"),
                       .patch_numbers = p.numbers,
                       .learned = add(p.positions(), 2),
                       .norms_outside = 2};
  return all_there({t.width, t.inner, t.patch_numbers, p.positions()}) ? t : vision_tower{};
}

// No biases, gated networks, rotary positions, RMS norms and one before the layers.
vision_tower pixtral(const fields& c) {
  if (!is_kind(c, "pixtral")) return {};
  const patch_sizes p = patches_of(c, 16);
  const vision_tower t{.width = dimension(c, "hidden_size", 1'024),
                       .inner = dimension(c, "intermediate_size", 4'096),
                       .layers = dimension(c, "num_hidden_layers", 24),
                       .patch_numbers = p.numbers,
                       .query_key_value_bias = false,
                       .output_bias = false,
                       .gated = true,
                       .network_bias = false,
                       .norm = norm_kind::rms,
                       .norms_outside = 1};
  return all_there({t.width, t.inner, t.patch_numbers}) ? t : vision_tower{};
}

// A small vocabulary of its own, two norms, and a matrix.
vision_merger gemma_3n_merger(count vocabulary, count width, count hidden) {
  return {.norm = norm_kind::rms, .norm_width = multiply(2, width), .matrices = {{{vocabulary, width}, {width, hidden}}}};
}

// A number for each of the two convolutions before the layers, or for height and width of each: their product.
std::array<count, 2> of_convolutions(const fields& c, std::string_view name, count otherwise) {
  const tree* found = c.find(name);
  if (found == nullptr) return {otherwise, otherwise};
  if (!found->is_list() || found->items.size() != 2) return {};
  std::array<count, 2> all{};
  for (std::size_t i = 0; i < 2; ++i) {
    all[i] = 1;
    const tree& one = *found->items[i];
    const auto take = [&](const tree& at) {
      const count size = number_or_none(&at);
      all[i] = static_cast<double>(size) == at.number() ? multiply(all[i], size) : 0;
    };
    if (!one.is_list()) take(one);
    else for (const tree* each : one.items) take(*each);
  }
  return all;
}

bool are_all(const tree& at, double number) {
  if (at.is_number()) return at.number() == number;
  return at.is_list() && std::ranges::all_of(at.items, [&](const tree* each) { return are_all(*each, number); });
}

// Of Gemma 3n.
audio_encoder conformer(const fields& c, count hidden) {
  if (!is_kind(c, "gemma3n_audio")) return {};
  c.pass_over({"conf_attention_chunk_size", "conf_attention_context_left", "conf_attention_context_right", "conf_attention_logit_cap",
               "conf_reduction_factor", "conf_residual_weight", "conf_positional_bias_size", "gradient_clipping", "vocab_offset",
               "sscp_conv_eps", "sscp_conv_group_norm_eps"});
  audio_encoder e{.width = dimension(c, "hidden_size", 1'536),
                  .layers = dimension(c, "conf_num_hidden_layers", 12),
                  .heads = dimension(c, "conf_num_attention_heads", 8),
                  .kernel = dimension(c, "conf_conv_kernel_size", 5),
                  .channels = of_convolutions(c, "sscp_conv_channel_size", 0),
                  .kernel_numbers = of_convolutions(c, "sscp_conv_kernel_size", 9)};
  if (!c.has("sscp_conv_channel_size")) e.channels = {128, 32};
  const tree* strides = c.find("sscp_conv_stride_size");  // of each convolution over time and bands
  const count bands = dimension(c, "input_feat_size", 128);
  if ((strides != nullptr && !are_all(*strides, 2)) || bands % 4 != 0 ||
      !all_there({e.width, e.layers, e.heads, e.kernel, e.channels[0], e.channels[1], e.kernel_numbers[0], e.kernel_numbers[1], bands}) ||
      e.width % e.heads != 0)
    return {};
  e.bands = bands / 4;
  e.merger = gemma_3n_merger(dimension(c, "vocab_size", 128), e.width, hidden);
  return e;
}

}  // namespace

vision_tower gemma_3_tower(const fields&, const fields& vision, count hidden) {
  vision_tower t = siglip(vision);
  t.mergers.front() = {.norm = norm_kind::rms, .norm_width = t.width, .matrices = {{{t.width, hidden}}}};
  return t;
}

// A network of convolutions that config.json calls by its name in timm, and no more. Its parameters are those that the
// published totals of Gemma 3n E2B and E4B leave of all else, the same of both; timm prints 294.1 million.
vision_tower gemma_3n_tower(const fields&, const fields& vision, count hidden) {
  const count width = dimension(vision, "hidden_size", 2'048);
  if (!is_kind(vision, "gemma3n_vision") || word_or_none(vision, "architecture") != "mobilenetv5_300m_enc" || width != 2'048) return {};
  vision.pass_over({"do_pooling", "label_names", "num_classes", "model_args", "vocab_offset"});
  vision_tower t{.convolutional = 294'126'912};
  t.mergers.front() = gemma_3n_merger(dimension(vision, "vocab_size", 128), width, hidden);
  return t;
}

vision_tower paligemma_tower(const fields&, const fields& vision, count hidden) {
  vision_tower t = siglip(vision);
  t.mergers.front() = {.matrices = {{{t.width, hidden, true}}}};
  return t;
}

// Whatever tower, and two matrices; of several of its layers side by side where vision_feature_layer lists these.
vision_tower llava_tower(const fields& whole, const fields& vision, count hidden) {
  vision_tower t = siglip(vision);
  if (t.layers == 0) t = clip(vision);
  if (t.layers == 0) t = pixtral(vision);
  const tree* layers = whole.find("vision_feature_layer");
  const count read = layers != nullptr && layers->is_list() ? static_cast<count>(layers->items.size()) : 1;
  const bool has_bias = is_set(whole, "multimodal_projector_bias", true);
  t.mergers.front() = {.matrices = {{{multiply(read, t.width), hidden, has_bias}, {hidden, hidden, has_bias}}}};
  return t;
}

// Pixtral, whose patches are merged before the two matrices.
vision_tower mistral_3_tower(const fields& whole, const fields& vision, count hidden) {
  vision_tower t = pixtral(vision);
  const count merged = dimension(whole, "spatial_merge_size", 2);
  const tree* layers = whole.find("vision_feature_layer");
  if (merged == 0 || (layers != nullptr && layers->is_list())) return {};
  const bool has_bias = is_set(whole, "multimodal_projector_bias", false);
  t.mergers.front() = {.norm = norm_kind::rms,
                       .norm_width = t.width,
                       .matrices = {{{multiply(multiply(merged, merged), t.width), t.width},
                                     {t.width, hidden, has_bias},
                                     {hidden, hidden, has_bias}}}};
  return t;
}

// A class token, norms before and behind the layers, and a network without biases behind a shuffle of pixels.
vision_tower llama_4_tower(const fields&, const fields& c, count hidden) {
  const patch_sizes p = patches_of(c);
  vision_tower t{.width = dimension(c, "hidden_size"),
                 .inner = dimension(c, "intermediate_size"),
                 .layers = dimension(c, "num_hidden_layers"),
                 .patch_numbers = p.numbers,
                 .learned = add(p.positions(), 2),
                 .norms_outside = 2};
  const count into = dimension(c, "projector_input_dim");
  const count out = dimension(c, "projector_output_dim");
  const count given = dimension(c, "vision_output_dim");
  if (!all_there({t.width, t.inner, p.positions(), t.patch_numbers, into, out, given}) || into != out) return {};
  t.mergers.front() = {.matrices = {{{t.inner, into}, {out, out}, {given, hidden}}}};
  return t;
}

// A class token, scales of what each part of a layer adds, and a network behind a norm of 2 x 2 patches.
vision_tower intern_vit_tower(const fields& whole, const fields& c, count hidden) {
  const patch_sizes p = patches_of(c);
  const std::string_view norm = word_or_none(c, "norm_type");
  vision_tower t{.width = dimension(c, "hidden_size"),
                 .inner = dimension(c, "intermediate_size"),
                 .layers = dimension(c, "num_hidden_layers"),
                 .patch_numbers = p.numbers,
                 .patch_bias = true,
                 .learned = add(p.positions(), 2),
                 .query_key_value_bias = is_set(c, "qkv_bias"),
                 .norm = norm == "rms_norm" ? norm_kind::rms : norm_kind::layer,
                 .query_key_norm = is_set(c, "qk_normalization"),
                 .layer_scales = true};
  const tree* ratio = whole.find("downsample_ratio");
  const bool is_halved = ratio == nullptr || (ratio->is_number() && ratio->number() == 0.5);
  if (!all_there({t.width, t.inner, p.positions(), t.patch_numbers}) || !c.has("qkv_bias") ||
      !c.has("qk_normalization") || (norm != "rms_norm" && norm != "layer_norm") || !is_halved)
    return {};
  const count together = multiply(4, t.width);
  t.mergers.front() = {.norm_width = together, .matrices = {{{together, hidden, true}, {hidden, hidden, true}}}};
  return t;
}

// Llama 3.2: learned positions of tiles and of how tiles lie, more layers with gates behind the first, and one matrix.
vision_tower mllama_tower(const fields&, const fields& c, count hidden) {
  const patch_sizes p = patches_of(c);
  const count global = dimension(c, "num_global_layers");
  const count tiles = dimension(c, "max_num_tiles");
  const count out = dimension(c, "vision_output_dim");
  const tree* ratios = c.find("supported_aspect_ratios");
  if (ratios == nullptr || !ratios->is_list()) return {};
  const count shapes = static_cast<count>(ratios->items.size()) + 1;
  const count places = add(p.positions(), 1);
  vision_tower t{.width = dimension(c, "hidden_size"),
                 .inner = dimension(c, "intermediate_size"),
                 .layers = dimension(c, "num_hidden_layers"),
                 .gated_layers = global,
                 .patch_numbers = p.numbers,
                 .scalars = 3,  // gates of the positions
                 .query_key_value_bias = false,
                 .output_bias = false,
                 .norms_outside = 2};
  if (!all_there({t.width, t.inner, t.layers, global, tiles, out, p.positions(), t.patch_numbers})) return {};
  t.layers = add(t.layers, global);
  // A class token, positions in a tile, positions in all tiles, and tiles before and behind the first layers.
  t.learned = add(add(1, places), multiply(shapes, add(multiply(tiles, places), multiply(2, tiles))));
  t.mergers.front() = {.matrices = {{{out, hidden, true}}}};
  return t;
}

namespace {

struct qwen_sizes {
  count patch_numbers = 0;
  count merged = 0;  // patches
};

qwen_sizes qwen_patches(const fields& c, count patch_size) {
  const count patch = dimension(c, "patch_size", patch_size);
  const count colours = c.has("in_channels") ? dimension(c, "in_channels") : dimension(c, "in_chans", 3);
  const count merge = dimension(c, "spatial_merge_size", 2);
  return {multiply(multiply(patch, patch), multiply(colours, dimension(c, "temporal_patch_size", 2))),
          multiply(merge, merge)};
}

vision_merger qwen_merger(count width, count merged, norm_kind norm, count out, bool normed_together = false) {
  const count together = multiply(merged, width);
  return {.norm = norm,
          .norm_width = normed_together ? together : width,
          .matrices = {{{together, together, true}, {together, out, true}}}};
}

}  // namespace

// Patches of two frames without a bias, biases elsewhere, layer norms.
vision_tower qwen_2_tower(const fields&, const fields& c, count hidden) {
  const qwen_sizes p = qwen_patches(c, 14);
  const count width = dimension(c, "embed_dim", 1'280);
  vision_tower t{.width = width,
                 .inner = multiply(dimension(c, "mlp_ratio", 4), width),
                 .layers = dimension(c, "depth", 32),
                 .patch_numbers = p.patch_numbers};
  if (!all_there({t.width, t.inner, p.merged, t.patch_numbers}) || dimension(c, "hidden_size") != hidden) return {};
  t.mergers.front() = qwen_merger(width, p.merged, norm_kind::layer, hidden);
  return t;
}

// The same with gated networks and RMS norms.
vision_tower qwen_2_5_tower(const fields&, const fields& c, count hidden) {
  const qwen_sizes p = qwen_patches(c, 14);
  vision_tower t{.width = dimension(c, "hidden_size"),
                 .inner = dimension(c, "intermediate_size"),
                 .layers = dimension(c, "depth"),
                 .patch_numbers = p.patch_numbers,
                 .gated = true,
                 .norm = norm_kind::rms};
  if (!all_there({t.width, t.inner, p.merged, t.patch_numbers}) || dimension(c, "out_hidden_size") != hidden) return {};
  t.mergers.front() = qwen_merger(t.width, p.merged, norm_kind::rms, hidden);
  return t;
}

// Learned positions, and mergers that lead from some layers into the first ones of the language model.
vision_tower qwen_3_tower(const fields&, const fields& c, count hidden) {
  const qwen_sizes p = qwen_patches(c, 16);
  const tree* led = c.find("deepstack_visual_indexes");
  vision_tower t{.width = dimension(c, "hidden_size"),
                 .inner = dimension(c, "intermediate_size"),
                 .layers = dimension(c, "depth"),
                 .patch_numbers = p.patch_numbers,
                 .patch_bias = true,
                 .learned = dimension(c, "num_position_embeddings")};
  if (!all_there({t.width, t.inner, p.merged, t.patch_numbers, t.learned}) || led == nullptr || !led->is_list() ||
      dimension(c, "out_hidden_size") != hidden)
    return {};
  t.mergers.front() = qwen_merger(t.width, p.merged, norm_kind::layer, hidden);
  t.mergers.back() = qwen_merger(t.width, p.merged, norm_kind::layer, hidden, true);
  t.mergers.back().how_many = static_cast<count>(led->items.size());
  return t;
}

namespace {

// Whether the modules that a quantisation leaves as they are include those of pictures, or there is no quantisation.
bool keeps_tower(const fields& whole) {
  if (!whole.has("quantization_config")) return true;
  const std::optional<fields> q = object_or_none(whole, "quantization_config");
  if (!q) return false;
  for (const std::string_view name : {"ignore", "ignored_layers", "modules_to_not_convert", "exclude_modules"}) {
    const tree* list = q->find(name);
    if (list == nullptr || !list->is_list()) continue;
    for (const tree* each : list->items)
      if (each->is_string() && (std::string_view(each->text).find("vision") != std::string_view::npos ||
                                std::string_view(each->text).find("visual") != std::string_view::npos))
        return true;
  }
  return false;
}

// Adds the weights of what a field describes, or returns what is then left out.
template <class Count>
std::string_view read_part_of_tower(const fields& whole, std::string_view field, std::string_view called, transformer& into, Count count_of) {
  if (!whole.find(field)->is_map() || !keeps_tower(whole)) return called;
  const fields part = whole.inside(field);
  part.pass_over({"tie_word_embeddings", "quantization_config"});
  // How a width is divided into heads, and which patches see each other.
  part.pass_over({"num_heads", "num_attention_heads", "attention_heads", "head_dim", "window_size"});
  const count weights = count_of(part);
  if (weights == 0 || !is_count(weights)) return called;
  if (const std::string strange = first_not_understood(part); !strange.empty())
    return whole.keep(concat(called, ", whose field ", strange, " is not understood"));
  const count before = std::exchange(into.vision, add(into.vision, weights));
  if (into.missing.empty() && parameters(into).is_known()) return {};
  into.vision = before;  // more than can be counted
  return called;
}

void leave_out(const fields& whole, std::string_view part, transformer& of) {
  of.leaves_out = of.leaves_out.empty() ? part : whole.keep(concat(of.leaves_out, ", and ", part));
}

}  // namespace

void read_tower(const fields& whole, tower_reader tower, transformer& into, bool hears) {
  std::string_view pictures;
  std::string_view sound;
  if (whole.has("vision_config"))
    pictures = read_part_of_tower(whole, "vision_config", "the vision tower", into, [&](const fields& part) {
      return tower == nullptr ? 0 : parameters(tower(whole, part, into.hidden));
    });
  into.without_vision = !pictures.empty();
  if (hears && whole.has("audio_config"))
    sound = read_part_of_tower(whole, "audio_config", "the audio encoder", into, [&](const fields& part) {
      return into.without_vision ? 0 : parameters(conformer(part, into.hidden));  // what is counted is all of them
    });
  if (!sound.empty()) leave_out(whole, sound, into);
  if (!pictures.empty()) leave_out(whole, pictures, into);
}

}  // namespace headroom::read::configs
