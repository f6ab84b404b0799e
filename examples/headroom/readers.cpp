// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/implement.hpp>
