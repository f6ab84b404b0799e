// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/model_config/, for read/implement.hpp.
#include <headroom/read/model_config/checkpoint_formats.ipp>
#include <headroom/read/model_config/fields.ipp>
#include <headroom/read/model_config/further_dense.ipp>
#include <headroom/read/model_config/further_experts.ipp>
#include <headroom/read/model_config/further_hybrids.ipp>
#include <headroom/read/model_config/known_fields.ipp>
#include <headroom/read/model_config/layers.ipp>
#include <headroom/read/model_config/like_gpt.ipp>
#include <headroom/read/model_config/like_llama.ipp>
#include <headroom/read/model_config/of_experts.ipp>
#include <headroom/read/model_config/of_google.ipp>
#include <headroom/read/model_config/of_hybrids.ipp>
#include <headroom/read/model_config/of_some_experts.ipp>
#include <headroom/read/model_config/parts.ipp>
#include <headroom/read/model_config/towers.ipp>
#include <headroom/read/model_config/with_latents.ipp>
#include <headroom/read/model_config/wrappers.ipp>
