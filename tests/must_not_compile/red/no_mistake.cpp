// SPDX-License-Identifier: BSL-1.0
// expect-error: deleted
// The mistake compiles.
int x = 1;
