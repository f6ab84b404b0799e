// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/terraform/, for read/implement.hpp.
#include <headroom/read/terraform/aws.ipp>
#include <headroom/read/terraform/azurerm.ipp>
#include <headroom/read/terraform/google.ipp>
#include <headroom/read/terraform/plan.ipp>
#include <headroom/read/terraform/terraform.ipp>
