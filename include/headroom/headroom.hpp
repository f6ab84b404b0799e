// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <headroom/catalog/catalog.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/cluster/placement.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/cluster/ratios.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/demand/gpu_units.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/vision_tower.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>
#include <headroom/version.hpp>
