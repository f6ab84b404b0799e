// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/numbers.hpp>

static_assert(headroom::whole_number_in("72") == 72);
static_assert(!headroom::whole_number_in("72 GPUs"));
