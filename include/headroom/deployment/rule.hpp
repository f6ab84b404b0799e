// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>

namespace headroom {

// What a rule looks at: a deployment, and what it is held against.
struct rule_input {
  const deployment& of;
  const check_terms& on;
};

// Where a rule puts what it finds.
class finding_sink {
 public:
  constexpr virtual void operator()(const finding& found) = 0;

 protected:
  constexpr finding_sink() = default;
  constexpr finding_sink(const finding_sink&) = default;
  constexpr finding_sink& operator=(const finding_sink&) = default;
  constexpr ~finding_sink() = default;
};

// A rule: its name, which is also that of its header and its page, what it holds a deployment to, and the worst that it
// finds.
struct rule {
  std::string_view name{};
  std::string_view holds{};
  finding_severity worst = finding_severity::error;
  void (*judge)(const rule_input&, finding_sink&) = nullptr;
  bool is_of_run = false;  // what one option of a run decides for all files: reports of several tell it once
};

}  // namespace headroom
