// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/as_stated.hpp>

#include <headroom/catalog/azure/nc.hpp>
#include <headroom/catalog/azure/nd.hpp>

#include <check.hpp>

namespace as_stated_facts = headroom::azure::as_stated;

TEST_CASE("the note gives ND40rs_v2 half the GPU memory that its GPUs have, and that stays so") {
  constexpr const hr::vm& row = as_stated_facts::nd40rs_v2::spec;
  CHECK_CONSTEXPR(value_of(row.gpu_memory_printed) == hr::gibibytes(128));
  CHECK_CONSTEXPR(8.0 * value_of(row.gpu->memory_as_sold) == hr::gibibytes(256));
  CHECK_CONSTEXPR(row.gpu_memory_printed.disputed->id == "A1");
}

TEST_CASE("a GB of the note is decimal, so its 672 is less than the 672 GiB of the vendor's page") {
  constexpr auto printed = as_stated_facts::nd40rs_v2::spec.system_memory;
  CHECK_CONSTEXPR(hr::in_gigabytes(value_of(printed)) == 672);
  CHECK_CONSTEXPR(value_of(printed) < value_of(hr::azure::nd40rs_v2::spec.system_memory));
}

TEST_CASE("ND6 of the note has the vCPUs, memory and GPU of NC6s_v3, and not the P40 of ND6s") {
  constexpr const hr::vm& row = as_stated_facts::nd6::spec;
  CHECK_CONSTEXPR(value_of(row.vcpus) == value_of(hr::azure::nc6s_v3::spec.vcpus));
  CHECK_CONSTEXPR(row.gpu == hr::azure::nc6s_v3::spec.gpu);
  CHECK_CONSTEXPR(row.gpu != hr::azure::nd6s::spec.gpu);
  CHECK_CONSTEXPR(row.scale_out.is_unknown());  // "InfiniBand", without a rate
}

TEST_CASE("no row of the notes can pass for a size that can be ordered") {
  for (const hr::vm* row : {&as_stated_facts::nd6::spec, &as_stated_facts::nd12::spec, &as_stated_facts::nd24::spec,
                            &as_stated_facts::nd40rs_v2::spec, &as_stated_facts::ng8::spec,
                            &as_stated_facts::ng16::spec, &as_stated_facts::ng32::spec}) {
    CAPTURE(row->name);
    CHECK(row->status.status == hr::lifecycle_status::as_stated);
    CHECK(!row->disputes.empty());
    CHECK(row->note.starts_with("really "));
  }
}

TEST_CASE("the rates of the NG rows are read as Ethernet, at 25 Gb/s a GPU") {
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(value_of(as_stated_facts::ng8::spec.front_end)) == 25);
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(value_of(as_stated_facts::ng32::spec.front_end)) == 4 * 25);
}
