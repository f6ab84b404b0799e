// SPDX-License-Identifier: BSL-1.0
#pragma once

// Everything the catalogue holds. A user of one machine includes its own header instead.
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/aws.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/gcp.hpp>
#include <headroom/catalog/intel.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/catalog/prices.hpp>
#include <headroom/catalog/sources.hpp>
