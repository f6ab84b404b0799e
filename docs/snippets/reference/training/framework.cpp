// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/framework.hpp>
namespace hr = headroom;

// The same framework on a system whose overhead was measured.
constexpr hr::training_framework ours = [] {
  hr::training_framework it = hr::frameworks::megatron;
  it.overhead = hr::gibibytes(5.2);
  return it;
}();
static_assert(ours.weight_sized_gradients);
