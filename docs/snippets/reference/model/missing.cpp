// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/missing.hpp>
namespace hr = headroom;

namespace model_missing_reference {  // hidden
inline constexpr hr::transformer unfinished{.vocabulary = 32'000, .hidden = 4'096};
static_assert(hr::missing(unfinished) == "the layers");
}  // hidden
