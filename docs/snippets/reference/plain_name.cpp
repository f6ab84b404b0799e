// SPDX-License-Identifier: BSL-1.0
#include <headroom/plain_name.hpp>
namespace hr = headroom;

namespace plain_name_reference {  // hidden
static_assert(hr::detail::plain_name("Meta-Llama-3.1 405B").text() == "metallama31405b");
static_assert(hr::detail::distance(hr::detail::plain_name("kitten"), hr::detail::plain_name("sitting")) == 3);
}  // hidden
