// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/read/common/machines.hpp>
namespace hr = headroom;

// Empty: the catalogue has it.
inline std::string what_is_wrong_with(std::string_view name) {
  return hr::catalog::find(name).found != nullptr ? std::string() : hr::read::no_machine_called(name);
}
