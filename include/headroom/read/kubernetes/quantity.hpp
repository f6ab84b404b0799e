// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string_view>

#include <headroom/read/document.hpp>

// Quantities of Kubernetes: "90", "500m", "1.5", "1800Gi", "1e3". Suffixes n u m k M G T P E and Ki Mi Gi Ti Pi Ei.
namespace headroom::read {

// Not negative. What is finer than a step is rounded up, as Kubernetes does.
struct quantity {
  count whole = 0;  // too_many above what a count holds
  count milli = 0;
  bool is_whole = true;
};

// Nothing for a text that is no quantity, or a negative one.
std::optional<quantity> quantity_of(std::string_view text);

// Values of resource lists. Unresolved where only the file's tool knows. Throw unreadable for what is no quantity.
said<count> millicores_said(const tree* value);
said<count> bytes_said(const tree* value);
said<count> pages_said(const tree* value, std::string_view page);  // bytes in whole pages of a size such as "2Mi"
said<count> whole_said(const tree* value);  // of extended resources, of which there are no parts

}  // namespace headroom::read
