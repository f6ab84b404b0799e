// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator<(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '<'
// expect-note: unlike quantities do not compare
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::petaflops<hr::fp16>(1) < hr::petaflops<hr::bf16>(1);
#else
auto x = hr::petaflops<hr::fp16>(1) < hr::petaflops<hr::fp16>(2);
#endif
