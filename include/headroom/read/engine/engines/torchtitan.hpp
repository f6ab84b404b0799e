// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/known_engine.hpp>

namespace headroom::read::known {

// torchtitan, job_config.py.
inline constexpr engine_argument torchtitan_arguments[]{
    {"parallelism.tensor-parallel-degree", engine_setting::tensor, true, true},
    {"parallelism.pipeline-parallel-degree", engine_setting::pipeline, true, true},
    {"parallelism.context-parallel-degree", engine_setting::context, true, true},
    {"parallelism.data-parallel-shard-degree", engine_setting::data, true, true},
    {"parallelism.data-parallel-replicate-degree", engine_setting::copies, true, true},
};

inline constexpr known_engine torchtitan{.is = engine::torchtitan, .arguments = torchtitan_arguments};

}  // namespace headroom::read::known
