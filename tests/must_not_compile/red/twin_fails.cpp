// SPDX-License-Identifier: BSL-1.0
// expect-error(clang): use of undeclared identifier 'nothing'
// expect-error(g++): 'nothing' was not declared in this scope
// The words are right, and the twin has the mistake too.
int x = nothing;
