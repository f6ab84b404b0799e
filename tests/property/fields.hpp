// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include <headroom/count.hpp>
#include <headroom/model/models.hpp>

// What a Python script asks a driver: one job a line, as KEY=VALUE.
namespace property {

// Ends the run: the script and its driver are not of one mind.
[[noreturn]] inline void refuse(const std::string& what) {
  std::fprintf(stderr, "driver: cannot read '%s'\n", what.c_str());
  std::exit(2);
}

class fields {
 public:
  explicit fields(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const auto at = word.find('=');
      if (at == std::string::npos) refuse(word);
      all_[word.substr(0, at)] = word.substr(at + 1);
    }
  }

  const std::string& text(const std::string& key) const {
    const auto found = all_.find(key);
    if (found == all_.end()) refuse(key);
    return found->second;
  }
  headroom::count number(const std::string& key) const {
    const std::string& digits = text(key);
    char* end = nullptr;
    const headroom::count n = std::strtoll(digits.c_str(), &end, 10);
    if (digits.empty() || *end != '\0') refuse(key + "=" + digits);
    return n;
  }
  bool yes(const std::string& key) const { return number(key) == 1; }
  const headroom::transformer& model() const {
    const headroom::transformer* found = headroom::models::find(text("model")).found;
    if (found == nullptr) refuse(text("model"));
    return *found;
  }

 private:
  std::map<std::string, std::string> all_{};
};

}  // namespace property
