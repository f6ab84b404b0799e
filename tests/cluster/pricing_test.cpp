// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/pricing.hpp>

#include <headroom/catalog/prices.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>

namespace {

constexpr std::array pricing_published{
    hr::price{.machine = "node", .region = "east", .on_demand = hr::dollars_per_hour(8), .spot = hr::dollars_per_hour(2), .date = "2025"},
    hr::price{.machine = "node", .region = "east", .on_demand = hr::dollars_per_hour(10), .date = "2025-06"},
    hr::price{.machine = "node", .region = "east", .on_demand = hr::dollars_per_hour(99)},
    hr::price{.machine = "node", .region = "west", .on_demand = hr::dollars_per_hour(12), .date = "2025"},
    hr::price{.machine = "old VM", .region = "east", .on_demand = hr::unknown, .date = "2026", .from = &small::book},
    hr::price{.machine = "old VM", .region = "east", .on_demand = hr::dollars_per_hour(27.197), .from = &small::book},
    hr::price{.machine = "board", .on_demand = hr::dollars_per_hour(31)},  // somewhere
};
constexpr std::array pricing_own{
    hr::price{.machine = "node", .on_demand = hr::dollars_per_hour(3), .own = true},
    hr::price{.machine = "old VM", .region = "west", .on_demand = hr::dollars_per_hour(20), .own = true},
};

constexpr hr::pricing pricing_in(std::string_view region, double discount = 0) {
  return {.region = region, .discount = discount, .published = pricing_published};
}
constexpr hr::pricing pricing_with_own(std::string_view region, double discount = 0) {
  return {.region = region, .discount = discount, .own = pricing_own, .published = pricing_published};
}
constexpr double pricing_dollars(const hr::machine& m, const hr::pricing& terms) {
  return hr::in_dollars_per_hour(value_of(hr::price_of(m, terms)));
}

}  // namespace

TEST_CASE("The newest price of the region counts, and one without a date is the oldest") {
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_in("east")) == 10);
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_in("west")) == 12);
  CHECK_CONSTEXPR(hr::find_price("node", pricing_in("east"))->date == "2025-06");
}

TEST_CASE("A row that does not state the price asked for is passed over") {
  CHECK_CONSTEXPR(pricing_dollars(small::old_vm::spec, pricing_in("east")) == 27.197);
  constexpr hr::pricing spot{.region = "east", .buy = hr::purchase::spot, .published = pricing_published};
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, spot) == 2);
  CHECK_CONSTEXPR(hr::price_of(small::old_vm::spec, spot).is_unknown());
}

TEST_CASE("Without a region no published price is known, not even one whose source gives none") {
  CHECK_CONSTEXPR(hr::price_of(small::node::spec, pricing_in("")).is_unknown());
  CHECK_CONSTEXPR(hr::find_price("board", pricing_in("")) == nullptr);
  CHECK_CONSTEXPR(hr::find_price("board", pricing_in("east")) == nullptr);
  CHECK_CONSTEXPR(hr::find_price("nothing of this name", pricing_in("east")) == nullptr);
}

TEST_CASE("The user's own price wins, and counts everywhere if it names no region") {
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_with_own("east")) == 3);
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_with_own("")) == 3);
  CHECK_CONSTEXPR(pricing_dollars(small::old_vm::spec, pricing_with_own("west")) == 20);
  CHECK_CONSTEXPR(pricing_dollars(small::old_vm::spec, pricing_with_own("east")) == 27.197);
  CHECK_CONSTEXPR(hr::find_price("node", pricing_with_own("east"))->own);
}

TEST_CASE("A discount of more than all, or of less than nothing, makes no price") {
  CHECK_CONSTEXPR(hr::price_of(small::old_vm::spec, pricing_in("east", 2)).is_unknown());
  CHECK_CONSTEXPR(hr::price_of(small::old_vm::spec, pricing_in("east", -0.1)).is_unknown());
}

TEST_CASE("A discount is off the published price, not off the user's own") {
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_in("east", 0.25)) == 7.5);
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_with_own("east", 0.25)) == 3);
}

TEST_CASE("A rack without a price of its own costs what its VMs cost") {
  CHECK_CONSTEXPR(pricing_dollars(small::rack::spec, pricing_in("east")) == 180);
  CHECK_CONSTEXPR(pricing_dollars(small::rack::spec, pricing_in("east", 0.5)) == 90);
  CHECK_CONSTEXPR(hr::price_of(small::rack::spec, pricing_in("north")).is_unknown());
  constexpr auto with_its_own = [] {
    const std::array rows{hr::price{.machine = "rack", .region = "east", .on_demand = hr::dollars_per_hour(150), .own = true}};
    return hr::in_dollars_per_hour(value_of(hr::price_of(small::rack::spec, {.region = "east", .own = rows, .published = pricing_published})));
  };
  CHECK_CONSTEXPR(with_its_own() == 150);
}

TEST_CASE("A price names the source of its row") {
  CHECK_CONSTEXPR(hr::price_of(small::old_vm::spec, pricing_in("east")).from == &small::book);
}

TEST_CASE("The price of a cluster is the known part, with its coverage") {
  constexpr auto held = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10), hr::vms<small::slice>(5)};
  constexpr auto cost = hr::price_per_hour(held, pricing_in("east"));
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(cost.known_part) == 360 + 271.97);
  CHECK_CONSTEXPR(cost.covered == 12);
  CHECK_CONSTEXPR(cost.machines == 17);
  CHECK_CONSTEXPR(!cost.is_complete());
  const hr::dynamic_cluster same(held);
  CHECK(hr::price_per_hour(same, pricing_in("east")).known_part == cost.known_part);
}

TEST_CASE("The catalogue's prices count where they are named, and only where they are from") {
  constexpr hr::pricing east{.region = "eastus", .published = hr::catalog::prices()};
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::find_price("Standard_ND96asr_v4", east)->on_demand)) == 27.197);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::find_price("Standard_ND40rs_v2", east)->on_demand)) == 22.032);
  CHECK_CONSTEXPR(hr::find_price("p3dn.24xlarge", {.published = hr::catalog::prices()}) == nullptr);
  CHECK_CONSTEXPR(hr::find_price("Standard_ND96asr_v4", {.region = "eastus"}) == nullptr);
}

TEST_CASE("All may be taken off, and a rack of no known VMs has no price but its own") {
  CHECK_CONSTEXPR(pricing_dollars(small::node::spec, pricing_in("east", 1)) == 0);
  CHECK_CONSTEXPR(hr::price_of(small::node::spec, pricing_in("east", 1)).is_known());
  CHECK_CONSTEXPR(hr::price_of(small::node::spec, pricing_in("east", 1.001)).is_unknown());
  CHECK_CONSTEXPR(hr::price_of(small::node::spec, pricing_in("east", -0.001)).is_unknown());
  constexpr hr::rack bare{.name = "bare rack"};
  CHECK_CONSTEXPR(hr::price_of(bare, pricing_in("east")).is_unknown());
  CHECK_CONSTEXPR(value_of(hr::price_of(small::rack::spec, pricing_in("east"))) == hr::dollars_per_hour(180));
}

TEST_CASE("Nothing is taken off unless it is said, and of two prices of a day the first counts") {
  constexpr auto dollars = [] {
    const std::array rows{hr::price{.machine = "node", .region = "east", .on_demand = hr::dollars_per_hour(7), .date = "2025-06"},
                          hr::price{.machine = "node", .region = "east", .on_demand = hr::dollars_per_hour(9), .date = "2025-06"}};
    return pricing_dollars(small::node::spec, {.region = "east", .published = rows});
  };
  CHECK_CONSTEXPR(dollars() == 7);
}
