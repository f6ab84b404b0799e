// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/gpu_units.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace {

constexpr hr::figure<hr::count> whole_units_of(const hr::machine& m, hr::count how_many, const hr::gpu_units& units) {
  return hr::gpus_in_units({m, how_many}, units);
}
constexpr hr::count gpus_of_units(const hr::machine& m, hr::count how_many, const hr::gpu_units& units) {
  return value_of(whole_units_of(m, how_many, units));
}

// Eight GPUs in scale-up domains of so many.
constexpr hr::vm units_of_domain(hr::count gpus) {
  hr::vm size = small::old_vm::spec;
  size.scale_up_domain_gpus = gpus;
  return size;
}
inline constexpr hr::vm units_pairs = units_of_domain(2);
inline constexpr hr::vm units_fives = units_of_domain(5);
inline constexpr hr::vm units_twenties = units_of_domain(20);

// GPUs one by one: VMs fill domains one after the other, units are taken from the GPUs of one domain, replicas from units.
constexpr hr::count units_one_by_one(hr::count vms, hr::count gpus, hr::count domain, const hr::gpu_units& units) {
  hr::count whole = 0, in_this = 0;
  for (hr::count v = 0; v < vms; ++v) {
    if (v % (domain / gpus) == 0) in_this = 0;
    for (hr::count g = 0; g < gpus; ++g)
      if (++in_this % units.in_domain == 0) ++whole;
  }
  hr::count replicas = 0;
  for (hr::count rest = whole * units.in_domain; rest >= units.of_one_kind; rest -= units.of_one_kind) ++replicas;
  return replicas * units.of_one_kind;
}

constexpr bool units_agree_one_by_one() {
  for (hr::count vms : {0, 1, 2, 17, 18, 19, 37})
    for (hr::count in_domain : {1, 3, 8, 16})
      for (hr::count replica : {1, 2, 5})
        if (gpus_of_units(small::node::spec, vms, {in_domain, in_domain * replica}) !=
            units_one_by_one(vms, 4, 72, {in_domain, in_domain * replica}))
          return false;
  return true;
}

}  // namespace

TEST_CASE("Every GPU counts unless units ask for more than one") {
  CHECK_CONSTEXPR(hr::gpu_units{}.is_any_gpu());
  CHECK_CONSTEXPR(hr::gpu_units{}.is_valid());
  CHECK_CONSTEXPR(gpus_of_units(small::node::spec, 5, {}) == 20);
  CHECK_CONSTEXPR(gpus_of_units(small::riddle::spec, 5, {}) == 20);
}

TEST_CASE("A replica is made of whole groups") {
  CHECK_CONSTEXPR(hr::gpu_units{.in_domain = 8}.is_valid());
  CHECK_CONSTEXPR(hr::gpu_units{.in_domain = 8, .of_one_kind = 24}.is_valid());
  CHECK_CONSTEXPR(hr::gpu_units{.of_one_kind = 3}.is_valid());
  CHECK_CONSTEXPR(!hr::gpu_units{.in_domain = 8, .of_one_kind = 12}.is_valid());
  CHECK_CONSTEXPR(!hr::gpu_units{.in_domain = 8, .of_one_kind = 4}.is_valid());
  CHECK_CONSTEXPR(!hr::gpu_units{.in_domain = 0}.is_valid());
  CHECK_CONSTEXPR(!hr::gpu_units{.of_one_kind = 0}.is_valid());
  CHECK_CONSTEXPR(!hr::gpu_units{.in_domain = 8, .of_one_kind = -8}.is_valid());
  CHECK_CONSTEXPR(!hr::gpu_units{.of_one_kind = hr::max_count + 1}.is_valid());
}

TEST_CASE("Of a rack in whole groups, the rest of each rack is left over") {
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, 2, {.in_domain = 8}) == 2 * 72);
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, 2, {.in_domain = 16}) == 2 * 64);
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, 2, {.in_domain = 72}) == 2 * 72);
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, 2, {.in_domain = 73}) == 0);
}

TEST_CASE("VMs that are part of a rack share its domain, as far as they are held") {
  CHECK_CONSTEXPR(gpus_of_units(small::node::spec, 1, {.in_domain = 8}) == 0);
  CHECK_CONSTEXPR(gpus_of_units(small::node::spec, 2, {.in_domain = 8}) == 8);
  CHECK_CONSTEXPR(gpus_of_units(small::node::spec, 3, {.in_domain = 8}) == 8);
  CHECK_CONSTEXPR(gpus_of_units(small::node::spec, 19, {.in_domain = 16}) == 64);  // the 19th begins another rack
  CHECK_CONSTEXPR(gpus_of_units(small::node::spec, 22, {.in_domain = 16}) == 80);
}

TEST_CASE("A machine may hold several domains, with a rest, or be part of one that others do not fill") {
  CHECK_CONSTEXPR(gpus_of_units(units_pairs, 3, {.in_domain = 2}) == 24);
  CHECK_CONSTEXPR(gpus_of_units(units_pairs, 3, {.in_domain = 3}) == 0);
  CHECK_CONSTEXPR(gpus_of_units(units_fives, 3, {.in_domain = 2}) == 3 * (4 + 2));
  CHECK_CONSTEXPR(gpus_of_units(units_twenties, 5, {.in_domain = 16}) == 2 * 16);  // two machines in each
}

TEST_CASE("Replicas are taken from the groups of all domains of the kind") {
  CHECK_CONSTEXPR(gpus_of_units(small::old_vm::spec, 5, {.of_one_kind = 16}) == 32);
  CHECK_CONSTEXPR(gpus_of_units(small::old_vm::spec, 5, {.in_domain = 8, .of_one_kind = 24}) == 24);
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, 2, {.in_domain = 16, .of_one_kind = 96}) == 96);
  CHECK_CONSTEXPR(gpus_of_units(small::board::spec, 1, {.in_domain = 4, .of_one_kind = 12}) == 0);
}

TEST_CASE("Units are those of GPUs counted one by one") { CHECK_CONSTEXPR(units_agree_one_by_one()); }

TEST_CASE("Without a scale-up network each GPU is a domain of its own") {
  CHECK_CONSTEXPR(gpus_of_units(small::slice::spec, 9, {.in_domain = 2}) == 0);
  CHECK_CONSTEXPR(gpus_of_units(small::slice::spec, 9, {.of_one_kind = 4}) == 8);
}

TEST_CASE("An unknown domain leaves open only what shares one") {
  CHECK_CONSTEXPR(whole_units_of(small::riddle::spec, 5, {.in_domain = 2}).is_unknown());
  CHECK_CONSTEXPR(gpus_of_units(small::riddle::spec, 5, {.of_one_kind = 8}) == 16);
  CHECK_CONSTEXPR(whole_units_of(hr::machine{}, 5, {}).is_unknown());
  CHECK_CONSTEXPR(whole_units_of(small::rack::spec, -1, {}).is_unknown());
  CHECK_CONSTEXPR(whole_units_of(small::rack::spec, 1, {.in_domain = 0}).is_unknown());
}

TEST_CASE("Machines without GPUs, and counts beyond their type") {
  CHECK_CONSTEXPR(gpus_of_units(small::head::spec, 5, {.in_domain = 2}) == 0);
  CHECK_CONSTEXPR(hr::detail::gpus_in_units(hr::max_count, hr::max_count, 8, {.in_domain = 8}) == hr::too_many);
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, hr::max_count, {.in_domain = 16}) == 64 * hr::max_count);
}

TEST_CASE("Units in a domain of which only general knowledge speaks are not confirmed") {
  constexpr auto confirmed = [](const hr::gpu_units& units) {
    hr::vm size = small::old_vm::spec;
    size.scale_up_domain_gpus = hr::general_knowledge(hr::count{8});
    return whole_units_of(size, 1, units).is_confirmed();
  };
  CHECK_CONSTEXPR(confirmed({.of_one_kind = 8}));
  CHECK_CONSTEXPR(!confirmed({.in_domain = 8}));
}

TEST_CASE("A unit that may span domains shares one by its largest equal part that fits") {
  const auto across = [](hr::count in_domain, hr::count of_one_kind, const hr::figure<hr::count>& domain) {
    return hr::across_domains({.in_domain = in_domain, .of_one_kind = of_one_kind}, domain);
  };
  CHECK(across(16, 32, hr::count{8}).in_domain == 8);
  CHECK(across(16, 32, hr::count{8}).of_one_kind == 32);
  CHECK(across(16, 1, hr::count{8}).of_one_kind == 16);
  CHECK(across(12, 24, hr::count{8}).in_domain == 4);
  CHECK(across(8, 8, hr::count{8}).in_domain == 8);
  CHECK(across(16, 16, hr::count{72}).in_domain == 16);
  CHECK(across(16, 16, hr::unknown).in_domain == 16);
  CHECK(across(4, 4, hr::count{1}).in_domain == 1);
  // Units that fit, that are none, and domains that are none: as they are.
  CHECK(across(8, 1, hr::count{8}).of_one_kind == 1);
  CHECK(across(16, 17, hr::count{8}).in_domain == 16);
  CHECK(across(16, 1, hr::count{0}).of_one_kind == 1);
}

TEST_CASE("Of what is no count no units are made") {
  CHECK_FALSE(hr::gpu_units{.in_domain = hr::max_count + 1}.is_valid());
  CHECK(hr::gpu_units{.in_domain = hr::max_count}.is_valid());
  for (const auto& [machines, gpus, domain] : {std::array<hr::count, 3>{-3, 8, 8}, {3, -8, 8}, {3, 0, 8}, {3, 8, -8}, {3, 8, 0}}) CHECK(hr::detail::gpus_in_units(machines, gpus, domain, {}) == 0);
  CHECK(whole_units_of(hr::vm{.gpus = hr::absent}, 3, {}).is_absent());
}

TEST_CASE("Units that may span domains fill machines of smaller ones, and lie in one where it has room") {
  CHECK_CONSTEXPR(gpus_of_units(small::old_vm::spec, 5, {.in_domain = 16, .of_one_kind = 16}) == 0);
  CHECK_CONSTEXPR(gpus_of_units(small::old_vm::spec, 5, {.in_domain = 16, .of_one_kind = 16, .may_span = true}) == 32);
  CHECK_CONSTEXPR(gpus_of_units(small::old_vm::spec, 1, {.in_domain = 16, .may_span = true}) == 0);
  CHECK_CONSTEXPR(gpus_of_units(small::rack::spec, 2, {.in_domain = 16, .may_span = true}) == 2 * 64);
  CHECK_CONSTEXPR(whole_units_of(small::riddle::spec, 5, {.in_domain = 2, .may_span = true}).is_unknown());
}
