#include <chrono>
#include <headroom/plan/packing.hpp>
#include <headroom/plan/search_effort.hpp>
#include <optional>
#include <vector>
namespace hr = headroom;

// As good a packing as a second finds; `is_proved()` says whether none places more.
std::optional<hr::packing> within_a_second(const std::vector<hr::packing_node>& nodes, const std::vector<hr::packing_job>& jobs) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  const auto is_over = [&] { return std::chrono::steady_clock::now() > end; };
  return hr::pack(nodes, jobs, {1'000'000'000, is_over});
}
