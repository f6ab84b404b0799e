// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/hardware/vm_features.hpp>
namespace hr = headroom;

static_assert(*hr::has_feature(hr::azure::nd128isr_gb300_v6::spec, hr::feature::infiniband).known() == hr::support::yes);
static_assert(*hr::rdma_of(hr::azure::nc24::spec).known() == hr::support::no);
