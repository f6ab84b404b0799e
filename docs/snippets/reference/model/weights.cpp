// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/meta.hpp>
#include <headroom/model/weights.hpp>
namespace hr = headroom;

namespace model_weights_reference {  // hidden
constexpr hr::count largest_matrix(const hr::transformer& model) {
  hr::count largest = 0;
  hr::for_each_weight(model, [&](const hr::weight& w) { largest = w.size() > largest ? w.size() : largest; });
  return largest;
}
static_assert(largest_matrix(hr::models::llama3_1_405b) == 128'256LL * 16'384);
}  // hidden
