// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): a_count_of_the_model_is_beyond_its_type
// expect-note(clang): a_count_of_the_model_is_beyond_its_type
#include <headroom/model/parameters.hpp>

namespace hr = headroom;

constexpr hr::transformer sized(hr::count vocabulary, hr::count hidden) {
  hr::transformer shape{.vocabulary = vocabulary, .hidden = hidden};
  shape.layers[0] = {.how_many = 1, .feed_forward = {.width = 64}};
  return shape;
}

#ifdef MISTAKE
constexpr auto n = hr::parameters(sized(hr::max_count, hr::max_count));
#else
constexpr auto n = hr::parameters(sized(32'000, 4'096));
#endif
static_assert(n.is_known());
