// SPDX-License-Identifier: BSL-1.0
// expect-error: second
#ifdef MISTAKE
int x = first;
int y = second;
#endif
