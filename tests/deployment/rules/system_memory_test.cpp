// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/system_memory.hpp>

#include <deployment/small_deployments.hpp>

namespace system_memory_cases {

using namespace small;

constexpr std::array<hr::workload, 1> asking(const hr::memory& of) {
  std::array one{pods(1, 8)};
  one[0].requests.system_memory = {of, 4};
  return one;
}
constexpr std::array a_byte_more = asking(hr::bytes(1'900.0 * 1'073'741'824 + 1));
constexpr std::array all = asking(hr::gibibytes(1'900));
constexpr std::array of_the_example = asking(hr::gibibytes(1'124));
constexpr std::array eight_h100s = hr::groups_of<hr::nvidia::hgx_h100>();

}  // namespace system_memory_cases

TEST_CASE("A VM of 1,900 GiB holds 1,900 GiB, and not a byte more") {
  using namespace system_memory_cases;
  CHECK_CONSTEXPR(told("system_memory", {.workloads = all}, on_h100) == clean);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = of_the_example}, on_h100) == clean);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = a_byte_more}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = all}) == clean);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = all}, {.held = eight_h100s}) == one_unjudged);
  CHECK(words("system_memory", {.workloads = all}, on_gb300) ==
        "web asks for 1,900 GiB of memory a pod; Standard_ND128isr_GB300_v6 has 864 GiB");
}

TEST_CASE("Memory that the system keeps is taken off") {
  using namespace system_memory_cases;
  constexpr hr::check_terms reserve{.held = h100, .reserved_memory = hr::gibibytes(20)};
  CHECK_CONSTEXPR(told("system_memory", {.workloads = all}, reserve) == one_error);
  CHECK(cure("system_memory", {.workloads = all}, reserve) ==
        "ask for at most 1,880 GiB, or run it on a larger machine");
}

namespace memory_of_pools {

using namespace small;

constexpr std::array<hr::machine_pool, 1> counting(double gibibytes) {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 4)};
  one[0].memory_per_node = {hr::gibibytes(gibibytes), 6};
  return one;
}
constexpr std::array counts_1900 = counting(1900);
constexpr std::array counts_2000 = counting(2000);

}  // namespace memory_of_pools

TEST_CASE("A pool that counts 2,000 GiB a node is wrong about a VM of 1,900 GiB") {
  using namespace memory_of_pools;
  CHECK_CONSTEXPR(told("system_memory", {.pools = counts_2000}) == one_error);
  CHECK_CONSTEXPR(told("system_memory", {.pools = counts_1900}) == clean);
  CHECK(words("system_memory", {.pools = counts_2000}) ==
        "gpu counts 2,000 GiB of memory a node; Standard_ND96isr_H100_v5 has 1,900 GiB");
}

TEST_CASE("The smallest request counts where the system keeps everything, and none does not") {
  using namespace system_memory_cases;
  constexpr std::array a_byte = asking(hr::bytes(1));
  constexpr std::array nothing = asking(hr::bytes(0));
  constexpr hr::check_terms all_kept{.held = h100, .reserved_memory = hr::gibibytes(1'900)};
  constexpr hr::check_terms a_byte_kept{.held = h100, .reserved_memory = hr::bytes(1)};
  CHECK_CONSTEXPR(told("system_memory", {.workloads = a_byte}, all_kept) == one_error);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = nothing}, all_kept) == clean);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = nothing}, {.held = eight_h100s}) == clean);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = all}, a_byte_kept) == one_error);
  CHECK(words("system_memory", {.workloads = all}, a_byte_kept).find("of which the system keeps 1 B") != std::string::npos);
  constexpr hr::check_terms reserve{.held = h100, .reserved_memory = hr::gibibytes(20)};
  CHECK(in_full("system_memory", {.workloads = all}, reserve) ==
        "error 4: web asks for 1,900 GiB of memory a pod; Standard_ND96isr_H100_v5 has 1,900 GiB, of which the system keeps "
        "20 GiB | ask for at most 1,880 GiB, or run it on a larger machine | 1,900 GiB 1,900 GiB 20 GiB 1,880 GiB");
}

TEST_CASE("Where the system keeps more than a machine has, nothing is left") {
  using namespace system_memory_cases;
  constexpr hr::check_terms more_kept{.held = h100, .reserved_memory = hr::gibibytes(2'000)};
  CHECK(in_full("system_memory", {.workloads = all}, more_kept) ==
        "error 4: web asks for 1,900 GiB of memory a pod; Standard_ND96isr_H100_v5 has 1,900 GiB, of which the system keeps "
        "2,000 GiB | ask for at most 0 B, or run it on a larger machine | 1,900 GiB 1,900 GiB 2,000 GiB 0 B");
}
