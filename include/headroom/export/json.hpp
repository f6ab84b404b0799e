// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/export/json_cluster.hpp>
#include <headroom/export/json_fit.hpp>
#include <headroom/export/json_verdict.hpp>
