// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): dereferencing a null pointer
// expect-error(clang): must be initialized by a constant expression
// expect-note(clang): null pointer
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

constexpr std::array<hr::group, 1> held{hr::group{here::new_vm::spec, 1}};
constexpr auto cores = hr::core_count(held);
constexpr auto gpus = hr::gpu_count(held);
#ifdef MISTAKE
inline constexpr hr::count all = *cores.known();
#else
inline constexpr hr::count all = cores.known() == nullptr ? *gpus.known() : 0;
#endif
