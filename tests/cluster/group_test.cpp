// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/group.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/resource.hpp>

namespace group_cases {

constexpr hr::total<hr::count> group_gpus(std::array<hr::group, 2> groups) {
  return hr::sum_over(groups, hr::resource::gpus::of);
}
constexpr hr::total<hr::memory> group_memory(std::array<hr::group, 2> groups) {
  return hr::sum_over(groups, hr::resource::system_memory::of);
}

constexpr hr::group two_racks{small::rack::spec, 2};
constexpr hr::group ten_old{small::old_vm::spec, 10};
constexpr hr::group five_boards{small::board::spec, 5};

}  // namespace group_cases

TEST_CASE("A sum is the figure of each group's machine times its count") {
  using namespace group_cases;
  CHECK_CONSTEXPR(group_gpus({two_racks, ten_old}).known_part == 2 * 72 + 80);
  CHECK_CONSTEXPR(group_gpus({two_racks, ten_old}).machines == 12);
  CHECK_CONSTEXPR(group_gpus({two_racks, ten_old}).is_complete());
  CHECK_CONSTEXPR(group_memory({two_racks, ten_old}).known_part == hr::gibibytes(2 * 18 * 864 + 9'000));
}

TEST_CASE("A machine whose figure is unknown is counted as not covered, and adds nothing") {
  using namespace group_cases;
  CHECK_CONSTEXPR(group_memory({two_racks, five_boards}).known_part == hr::gibibytes(2 * 18 * 864));
  CHECK_CONSTEXPR(group_memory({two_racks, five_boards}).covered == 2);
  CHECK_CONSTEXPR(group_memory({two_racks, five_boards}).machines == 7);
  CHECK_CONSTEXPR(!group_memory({two_racks, five_boards}).is_complete());
}

TEST_CASE("A machine whose hardware has no such thing adds nothing, and the sum is complete") {
  using namespace group_cases;
  constexpr auto sum = [] {
    return hr::sum_over(std::array{two_racks, ten_old}, [](const hr::machine& m) { return hr::resource::any_peak{hr::fp4, hr::dense}.of(m); });
  };
  CHECK_CONSTEXPR(sum().without == 10);
  CHECK_CONSTEXPR(sum().covered == 2);
  CHECK_CONSTEXPR(sum().is_complete());
  CHECK_CONSTEXPR(sum().known_part == hr::petaflops(2 * 1'080));
}

TEST_CASE("A group of none neither adds nor takes part") {
  using namespace group_cases;
  CHECK_CONSTEXPR(group_gpus({hr::group{small::rack::spec, 0}, ten_old}).known_part == 80);
  CHECK_CONSTEXPR(group_memory({hr::group{small::board::spec, 0}, ten_old}).is_complete());
}

TEST_CASE("A sum is unconfirmed when a part of it is") {
  using namespace group_cases;
  constexpr auto usable = [](const hr::group& one) { return hr::sum_over(std::array{one}, hr::resource::usable_gpu_memory::of); };
  CHECK_CONSTEXPR(usable(two_racks).confirmed);
  CHECK_CONSTEXPR(!usable(ten_old).confirmed);
  CHECK_CONSTEXPR(usable({small::old_vm::spec, 0}).confirmed);
}

TEST_CASE("A count outside 0 to 2^40 makes the sum invalid") {
  using namespace group_cases;
  CHECK_CONSTEXPR(!group_gpus({two_racks, {small::old_vm::spec, -1}}).valid);
  CHECK_CONSTEXPR(!group_gpus({two_racks, {small::old_vm::spec, hr::max_count + 1}}).valid);
  CHECK_CONSTEXPR(group_gpus({two_racks, {small::old_vm::spec, hr::max_count}}).valid);
  CHECK_CONSTEXPR(!group_gpus({two_racks, {small::old_vm::spec, -1}}).is_complete());
}

TEST_CASE("A total of counts beyond its type is invalid and does not wrap") {
  constexpr auto iops = [](hr::count each) {
    hr::vm size = small::node::spec;
    size.disk_iops = each;
    return hr::sum_over(std::array{hr::group{size, hr::max_count}}, hr::resource::disk_iops::of);
  };
  CHECK_CONSTEXPR(iops(1'000'000).valid);
  CHECK_CONSTEXPR(iops(1'000'000).known_part == 1'000'000 * hr::max_count);
  CHECK_CONSTEXPR(!iops(hr::count{1} << 23).valid);
  CHECK_CONSTEXPR(iops(hr::count{1} << 23).known_part == hr::too_many);
}

TEST_CASE("Nothing adds up to a complete nothing") {
  constexpr auto sum = hr::sum_over(std::array<hr::group, 0>{}, hr::resource::gpus::of);
  CHECK_CONSTEXPR(sum.known_part == 0);
  CHECK_CONSTEXPR(sum.is_complete());
}

TEST_CASE("A sum that is invalid stays so, whatever follows") {
  using namespace group_cases;
  CHECK_CONSTEXPR(!group_gpus({hr::group{small::old_vm::spec, -1}, two_racks}).valid);
  CHECK_CONSTEXPR(!group_gpus({hr::group{small::old_vm::spec, -1}, two_racks}).is_complete());
  CHECK_CONSTEXPR(group_gpus({hr::group{small::old_vm::spec, -1}, two_racks}).known_part == 144);
  CHECK_CONSTEXPR(group_gpus({hr::group{small::old_vm::spec, -1}, two_racks}).machines == 2);
}

TEST_CASE("A total is read where it is complete, or something stands for it") {
  constexpr std::array both{hr::group{small::node::spec, 2}, hr::group{small::old_vm::spec, 1}};
  constexpr auto cores = [](const hr::machine& m) { return hr::over_vms(m, &hr::vm::cores); };  // not known of the node
  constexpr auto vcpus = [](const hr::machine& m) { return hr::over_vms(m, &hr::vm::vcpus); };
  constexpr auto all = hr::sum_over(both, vcpus);
  CHECK_CONSTEXPR(*all.known() == 2 * 128 + 96);
  CHECK_CONSTEXPR(all.value_or(0) == 2 * 128 + 96);
  constexpr auto some = hr::sum_over(both, cores);
  CHECK_CONSTEXPR(some.known_part == 48);
  CHECK_CONSTEXPR(some.known() == nullptr);
  CHECK_CONSTEXPR(some.value_or(-1) == -1);
  CHECK_CONSTEXPR(*hr::sum_over(both, vcpus).known() == 2 * 128 + 96);
  CHECK(!hr::sum_over(both, cores).known());
  // A count beyond its range makes no total.
  constexpr std::array invalid{hr::group{small::node::spec, -1}};
  CHECK_CONSTEXPR(hr::sum_over(invalid, vcpus).value_or(-5) == -5);
}

TEST_CASE("A sum is unconfirmed whichever part of it is") {
  using namespace group_cases;
  constexpr auto usable = [](const std::array<hr::group, 2>& both) { return hr::sum_over(both, hr::resource::usable_gpu_memory::of); };
  CHECK_CONSTEXPR(!usable({ten_old, two_racks}).confirmed);
  CHECK_CONSTEXPR(!usable({two_racks, ten_old}).confirmed);
}
