// SPDX-License-Identifier: BSL-1.0
#pragma once

// Every size and rack of Azure.
#include <headroom/catalog/azure/as_stated.hpp>
#include <headroom/catalog/azure/nc.hpp>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/ng.hpp>
#include <headroom/catalog/azure/nv.hpp>
#include <headroom/catalog/azure/racks.hpp>
