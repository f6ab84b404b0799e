// SPDX-License-Identifier: BSL-1.0
// expect-error: nothing
// The mistake compiles. What it expects is the error of another program, which is compiled together with this one.
int x = 1;
