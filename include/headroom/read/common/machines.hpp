// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/hardware/machine.hpp>
#include <headroom/text/same_name.hpp>
#include <string>
#include <string_view>

// The machines that files and command lines name.
namespace headroom::read {

using machine_test = std::function<bool(const machine&)>;

// Says that no machine is called so, and which may have been meant: those with the GPU of that name, by the GPU's forms;
// all that it may be short for; or the nearest. The word is what was expected: "VM size", "rack"; the
// last says where machines of the user's own go.
std::string no_machine_called(std::string_view name, std::string_view word = "machine", const machine_test& may_be = {},
                              std::string_view own = "your own go under \"define\" in a file");

}  // namespace headroom::read
