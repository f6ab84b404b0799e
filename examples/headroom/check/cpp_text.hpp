// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// A text as a C++ literal, whatever its bytes are.
std::string as_literal(std::string_view text);

// Words as a literal that static_assert takes, which must not have numbers for characters: ? for what cannot be shown.
std::string as_message(std::string_view words);

// A deployment's parts as C++ initialisers, member by member; what is as by default is left out.
std::string as_initialiser(const machine_pool& of);
std::string as_initialiser(const workload& of);
std::string as_initialiser(const quota& of);
std::string as_initialiser(const request_limit& of);
std::string as_initialiser(const topology_block& of);
std::string as_initialiser(const node_claim& of);
std::string as_initialiser(const uncounted_gpus& of);
std::string as_initialiser(const remark& of);

// Every line that the deployment speaks of, once, in order; 0 where a part has none.
std::vector<int> lines_of(const headroom::deployment& of);

}  // namespace headroom::program
