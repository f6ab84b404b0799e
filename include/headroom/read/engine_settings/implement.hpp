// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/engine_settings/, for read/implement.hpp.
#include <headroom/read/engine_settings/engine_settings.ipp>
