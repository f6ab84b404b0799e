// SPDX-License-Identifier: BSL-1.0
// Precompiled by run.py where many cases are compiled by themselves: reading the headers again for each would be most of the cost.
#include <headroom/cluster/capacity.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/demand.hpp>

#include "machines.hpp"
