// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/model_config.hpp>
#include <string>

bool is_refused(const std::string& config) { return !headroom::read::read_model_config(config).error.message.empty(); }
