// SPDX-License-Identifier: BSL-1.0
#include "prefill_decode.hpp"

static_assert(prefill_decode.gpus_used() == 16);

int main() { return prefill_decode.gpus_held() == prefill_decode.gpus_used() ? 0 : 1; }
