// SPDX-License-Identifier: BSL-1.0
// expect-error: memory is not bandwidth
#ifdef MISTAKE
int x = nothing;
#endif
