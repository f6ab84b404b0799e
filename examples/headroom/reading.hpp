// SPDX-License-Identifier: BSL-1.0
#pragma once

// The program reads with the library's readers, and calls what they make by its name.
namespace headroom::read {}
namespace headroom::program {
using namespace read;
}
