// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/aws.hpp>
namespace hr = headroom;

namespace catalog_aws_reference {  // hidden
static_assert(hr::aws::p5_48xlarge::spec.scale_out_kind == "EFA");
static_assert(hr::aws::p6e_gb300::spec.vcpus.is_unknown());
}  // hidden
