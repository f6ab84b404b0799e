// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/check.hpp>
#include <headroom/read/deployment.hpp>
namespace hr = headroom;

// Findings of a file on machines that are held.
inline int count_findings(std::string text, const hr::check_terms& on) {
  const hr::read::deployment_reading reading = hr::read::read_deployment(std::move(text));
  if (!reading.is_good()) return -1;  // reading.error says what is wrong, and where
  int findings = 0;
  hr::for_each_finding(reading.file->view("job.yaml"), on, [&](const hr::finding&) { ++findings; });
  return findings;
}
