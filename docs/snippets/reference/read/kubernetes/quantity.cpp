// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/kubernetes/quantity.hpp>
namespace hr = headroom;

// Bytes of "1800Gi"; 0 where the text is no quantity.
inline hr::count bytes_in(std::string_view text) { return hr::read::quantity_of(text).value_or(hr::read::quantity{}).whole; }
