// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): 'nothing' was not declared in this scope
// The words are right, and the twin has the mistake too; of clang nothing is expected, which is wrong as well.
int x = nothing;
