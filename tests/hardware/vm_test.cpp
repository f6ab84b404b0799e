// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/vm.hpp>

#include <check.hpp>
#include <concepts>
#include <set>
#include <string_view>

namespace {

constexpr headroom::source vm_page{.id = "page", .title = "A page of a size"};
constexpr headroom::source vm_series_page{.id = "series", .title = "A page of a series"};

constexpr headroom::vm_series series{.name = "Series",
                                     .from = &vm_series_page,
                                     .features = {.premium_storage = headroom::support::yes,
                                                  .live_migration = headroom::support::no,
                                                  .nvlink = headroom::support::in_preview,
                                                  .hibernation = headroom::absent}};

struct eight_gpus {
  static constexpr headroom::vm spec{
      .name = "Eight",
      .series = &series,
      .from = &vm_page,
      .gpus = 8,
      .scale_out_per_gpu = headroom::scale_out_per_direction(headroom::gigabits_per_second(200))};
};
struct no_spec {};
struct spec_of_another_kind {
  static constexpr int spec = 8;
};

// A set in which only one feature is supported.
constexpr bool reads_back(headroom::feature which) {
  headroom::feature_set set;
  const_cast<headroom::figure<headroom::support>&>(static_cast<const headroom::feature_set&>(set)[which]) =
      headroom::support::yes;
  for (std::size_t i = 0; i < headroom::feature_names.size(); ++i) {
    const auto other = static_cast<headroom::feature>(i);
    if (set[other].is_known() != (other == which)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("Each provider and each availability has words for reports") {
  CHECK_CONSTEXPR(hr::name(hr::provider::azure) == "Azure");
  CHECK_CONSTEXPR(hr::name(hr::provider::aws) == "AWS");
  CHECK_CONSTEXPR(hr::name(hr::provider::gcp) == "GCP");
  CHECK_CONSTEXPR(hr::name(hr::provider::own) == "own");
  CHECK_CONSTEXPR(hr::name(hr::lifecycle_status::current) == "current");
  CHECK_CONSTEXPR(hr::name(hr::lifecycle_status::preview) == "public preview");
  CHECK_CONSTEXPR(hr::name(hr::lifecycle_status::retirement_announced) == "retirement announced");
  CHECK_CONSTEXPR(hr::name(hr::lifecycle_status::retired) == "retired");
  CHECK_CONSTEXPR(hr::name(hr::lifecycle_status::as_stated) == "as stated by a disputed source");
}

TEST_CASE("Each of the sixteen features has a name of its own and a place of its own") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < hr::feature_names.size(); ++i) {
    const auto which = static_cast<hr::feature>(i);
    CAPTURE(hr::name(which));
    CHECK(names.insert(hr::name(which)).second);
    CHECK(reads_back(which));
  }
  CHECK(names.size() == 16);
  CHECK_CONSTEXPR(hr::name(hr::feature::premium_storage) == "premium storage");
  CHECK_CONSTEXPR(hr::name(hr::feature::infiniband) == "InfiniBand");
  CHECK_CONSTEXPR(hr::name(hr::feature::hibernation) == "hibernation");
  CHECK_CONSTEXPR(hr::feature_set{.ultra_disk = hr::support::yes}[hr::feature::ultra_disk].is_known());
  CHECK_CONSTEXPR(hr::feature_set{.generation_2 = hr::support::yes}[hr::feature::generation_2].is_known());
  CHECK_CONSTEXPR(hr::feature_set{.service_healing = hr::support::yes}[hr::feature::service_healing].is_known());
}

TEST_CASE("A size has the features of its series") {
  CHECK_CONSTEXPR(value_of(hr::support_for(eight_gpus::spec, hr::feature::premium_storage)) == hr::support::yes);
  CHECK_CONSTEXPR(value_of(hr::support_for(eight_gpus::spec, hr::feature::live_migration)) == hr::support::no);
  CHECK_CONSTEXPR(value_of(hr::support_for(eight_gpus::spec, hr::feature::nvlink)) == hr::support::in_preview);
  CHECK_CONSTEXPR(hr::support_for(eight_gpus::spec, hr::feature::hibernation).is_absent());
  CHECK_CONSTEXPR(hr::support_for(eight_gpus::spec, hr::feature::infiniband).is_unknown());
  CHECK_CONSTEXPR(hr::support_for(hr::vm{}, hr::feature::premium_storage).is_unknown());
}

TEST_CASE("A size is from its own page, or else from its series' page, or from nowhere") {
  constexpr hr::vm of_series{.series = &series};
  CHECK_CONSTEXPR(hr::source_of(eight_gpus::spec) == &vm_page);
  CHECK_CONSTEXPR(hr::source_of(of_series) == &vm_series_page);
  CHECK_CONSTEXPR(hr::source_of(hr::vm{}) == nullptr);
}

TEST_CASE("A share of a GPU is an exact part") {
  CHECK_CONSTEXPR(hr::share{}.value() == 1);
  CHECK_CONSTEXPR(hr::share{1, 8}.value() == 0.125);
  CHECK_CONSTEXPR(hr::share{1, 8} != hr::share{});
}

TEST_CASE("Scale-out bandwidth of a VM is stated, or follows from that of its GPUs") {
  constexpr auto gigabits = [](double n) { return hr::scale_out_per_direction(hr::gigabits_per_second(n)); };
  // ND96asr_v4: 200 Gb/s a GPU, eight GPUs, "1.6 Tb/s" as printed.
  CHECK_CONSTEXPR(value_of(hr::scale_out_per_vm(eight_gpus::spec)) ==
                  hr::scale_out_per_direction(hr::terabits_per_second(1.6)));
  constexpr hr::vm stated{.gpus = 8, .scale_out = gigabits(100)};
  CHECK_CONSTEXPR(value_of(hr::scale_out_per_vm(stated)) == gigabits(100));
  constexpr hr::vm both{.gpus = 8, .scale_out_per_gpu = gigabits(400), .scale_out = gigabits(3'200)};
  CHECK_CONSTEXPR(value_of(hr::scale_out_per_vm(both)) == gigabits(3'200));
  constexpr hr::vm none{.gpus = 1, .scale_out = hr::absent};
  CHECK_CONSTEXPR(hr::scale_out_per_vm(none).is_absent());
  constexpr hr::vm none_per_gpu{.gpus = 1, .scale_out_per_gpu = hr::absent};
  CHECK_CONSTEXPR(hr::scale_out_per_vm(none_per_gpu).is_absent());
  constexpr hr::vm unstated_gpus{.scale_out_per_gpu = gigabits(400)};
  CHECK_CONSTEXPR(hr::scale_out_per_vm(unstated_gpus).is_unknown());
  CHECK_CONSTEXPR(hr::scale_out_per_vm(hr::vm{.gpus = 8}).is_unknown());
  // It stands as its per-GPU figure does.
  constexpr hr::vm unconfirmed{.gpus = 2, .scale_out_per_gpu = hr::general_knowledge(gigabits(400))};
  CHECK_CONSTEXPR(!hr::scale_out_per_vm(unconfirmed).is_confirmed());
  CHECK_CONSTEXPR(value_of(hr::scale_out_per_vm(unconfirmed)) == gigabits(800));
}

TEST_CASE("What is stated of a whole VM comes before what is stated of its GPUs, if that is none, too") {
  using network = hr::figure<hr::scale_out_bandwidth>;
  const network slow(hr::scale_out_per_direction(hr::gigabits_per_second(100)));
  const network fast(hr::scale_out_per_direction(hr::gigabits_per_second(400)));
  const network none(hr::absent);
  const network not_known(hr::unknown);
  const auto of = [](const network& whole, const network& per_gpu, const hr::figure<hr::count>& gpus) {
    return hr::scale_out_per_vm({.gpus = gpus, .scale_out_per_gpu = per_gpu, .scale_out = whole});
  };
  for (const hr::figure<hr::count>& gpus : {hr::figure<hr::count>(2), hr::figure<hr::count>(hr::unknown)}) {
    for (const network& per_gpu : {fast, none, not_known}) {
      CHECK(value_of(of(slow, per_gpu, gpus)) == value_of(slow));
      CHECK(of(none, per_gpu, gpus).is_absent());
    }
    CHECK(of(not_known, none, gpus).is_absent());
    CHECK(of(not_known, not_known, gpus).is_unknown());
  }
  CHECK(value_of(of(not_known, fast, 3)) == hr::scale_out_per_direction(hr::gigabits_per_second(1'200)));
  CHECK(of(not_known, fast, hr::unknown).is_unknown());
}

TEST_CASE("A VM type is a type with the record of a size") {
  CHECK_CONSTEXPR(hr::VmType<eight_gpus>);
  CHECK_CONSTEXPR(!hr::VmType<no_spec>);
  CHECK_CONSTEXPR(!hr::VmType<spec_of_another_kind>);
  CHECK_CONSTEXPR(!hr::VmType<int>);
}

TEST_CASE("A size's figures are unknown and undisputed until stated") {
  CHECK_CONSTEXPR(hr::vm{}.vcpus.is_unknown());
  CHECK_CONSTEXPR(hr::vm{}.system_memory.is_unknown());
  CHECK_CONSTEXPR(hr::vm{}.disputes.empty());
}
