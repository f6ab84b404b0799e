// SPDX-License-Identifier: BSL-1.0
// Precompiled by run.py and included in every case: reading the headers again for each would be most of the cost.
#include <headroom/cluster/capacity.hpp>
#include <headroom/demand/fits.hpp>
