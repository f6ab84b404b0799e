// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/capacity.hpp>
#include <headroom/export/fmt.hpp>
#include <span>
#include <string>
namespace hr = headroom;

namespace export_fmt_reference {  // hidden
std::string row(const hr::group& each) {
  return fmt::format("{:<30} {:>12}", each, hr::usable_gpu_memory(std::span(&each, 1)));
}
}  // namespace export_fmt_reference  // hidden
