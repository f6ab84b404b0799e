// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>
#include <read/reading.hpp>
#include <read/told_pools.hpp>

#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::read {

// A resource with its values.
struct described {
  std::string_view address{};  // TYPE.NAME or TYPE.NAME[INDEX]
  std::string_view values{};
};

// A state of these resources, each from a line of its own, the first from line 2.
inline std::string state_of(const std::vector<described>& resources) {
  std::string text = "{\"format_version\": \"1.0\", \"values\": {\"root_module\": {\"resources\": [";
  for (const described& each : resources) {
    const std::size_t dot = each.address.find('.');
    const std::string type(each.address.substr(0, dot));
    const std::string_view rest = each.address.substr(dot + 1);
    text += (text.ends_with('[') ? "\n" : ",\n") + std::string("{\"address\": \"") + std::string(each.address) + "\", \"mode\": \"managed\", \"type\": \"" + type +
            "\", \"name\": \"" + std::string(rest.substr(0, rest.find('['))) + "\", \"values\": " + std::string(each.values) + "}";
  }
  return text + "\n]}}}\n";
}

struct described_case {
  std::vector<described> resources{};
  std::string_view pools{};
};

inline void check_pools(const std::vector<described_case>& cases) {
  for (const described_case& each : cases) {
    const std::string text = state_of(each.resources);
    INFO(text);
    CHECK(told_pools(*file_of(text)) == each.pools);
  }
}

}  // namespace headroom::read
