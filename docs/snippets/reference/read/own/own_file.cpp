// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>
#include <headroom/read/own/format.hpp>
#include <headroom/read/own/own_file.hpp>
namespace hr = headroom;

// Whether the machines of a file meet its own demand.
inline bool meets_its_demand(const hr::read::own_file& file) {
  return file.names_machines && file.has_demand && hr::assess(file.cluster, file.demand).fits();
}
