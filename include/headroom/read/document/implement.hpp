// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/document/, for read/implement.hpp.
#include <headroom/read/document/json_text.ipp>
#include <headroom/read/document/utf8.ipp>
#include <headroom/read/document/yaml_text.ipp>
