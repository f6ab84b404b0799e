// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/read/common/messages.hpp>
namespace hr = headroom;

// --mode "fsat": did you mean "fast"?
inline std::string no_mode(std::string_view given) {
  constexpr std::array<std::string_view, 2> modes{"fast", "exact"};
  return hr::read::concat("--mode ", hr::read::in_quotes(given), ": ", hr::read::expected_of(given, modes));
}
