// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/engine/, for read/implement.hpp.
#include <headroom/read/engine/arguments.ipp>
#include <headroom/read/engine/launch.ipp>
#include <headroom/read/engine/programs.ipp>
#include <headroom/read/engine/served_models.ipp>
#include <headroom/read/engine/settings.ipp>
