// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <cstring>
#include <exception>
#include <headroom/call.h>
#include <headroom/version.hpp>
#include <string>

#include "call/answer.hpp"

// What C may call: nothing is thrown out of it.

char* headroom_call(const char* request) {
  try {
    const std::string answer = headroom::program::answer_to(request == nullptr ? "" : request);
    char* const copy = static_cast<char*>(std::malloc(answer.size() + 1));
    if (copy != nullptr) std::memcpy(copy, answer.c_str(), answer.size() + 1);
    return copy;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void headroom_free(char* answer) { std::free(answer); }

const char* headroom_version() {
  static_assert(headroom::version.data()[headroom::version.size()] == '\0');
  return headroom::version.data();
}
