// SPDX-License-Identifier: BSL-1.0
#include <headroom/units.hpp>

int main() { return headroom::gibibytes(1) == headroom::mebibytes(1'024) ? 0 : 1; }
