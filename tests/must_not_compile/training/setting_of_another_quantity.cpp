// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity
#include <headroom/training/framework.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::training_framework own{.name = "own", .overhead = hr::seconds(5)};
#else
inline constexpr hr::training_framework own{.name = "own", .overhead = hr::gigabytes(5)};
#endif
static_assert(own.name == "own");
