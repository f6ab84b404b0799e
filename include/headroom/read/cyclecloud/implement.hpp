// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/cyclecloud/, for read/implement.hpp.
#include <headroom/read/cyclecloud/cyclecloud.ipp>
#include <headroom/read/cyclecloud/template.ipp>
