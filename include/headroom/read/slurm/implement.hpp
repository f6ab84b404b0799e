// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/slurm/, for read/implement.hpp.
#include <headroom/read/slurm/batch.ipp>
#include <headroom/read/slurm/gres.ipp>
#include <headroom/read/slurm/host_list.ipp>
#include <headroom/read/slurm/launch.ipp>
#include <headroom/read/slurm/listed.ipp>
#include <headroom/read/slurm/nodes.ipp>
#include <headroom/read/slurm/options.ipp>
#include <headroom/read/slurm/resources.ipp>
#include <headroom/read/slurm/show_nodes.ipp>
#include <headroom/read/slurm/slurm.ipp>
#include <headroom/read/slurm/step.ipp>
#include <headroom/read/slurm/steps.ipp>
#include <headroom/read/slurm/topology.ipp>
