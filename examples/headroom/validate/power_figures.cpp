// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <cstdlib>
#include <headroom/catalog/machines.hpp>
#include <headroom/cluster/resource.hpp>
#include <string>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

// Power that machines and GPUs are made for, from the catalogue. What they drew in a run is refused: how busy they were is in no row.
namespace headroom::program::validation {

namespace {

// Machines that a row names, "GB200 NVL72" or "32x DGX B200": a rack or board of the catalogue of that name, or the server that a
// board of this GPU comes in.
power most_of_system(const std::string& said) {
  char* rest = nullptr;
  const double stated = std::strtod(said.c_str(), &rest);
  const bool is_counted = rest != said.c_str() && *rest == 'x';
  const std::string name = is_counted ? rest + 1 : said;
  const std::vector<std::string> words = words_of(name);
  if (words.empty()) throw refusal("the row names no system");
  const machine* is = catalog::find(name).found;
  for (const machine& each : catalog::machines())
    if (is == nullptr && each.board() != nullptr && words_of(each.name()).back() == words.back()) is = &each;
  if (is == nullptr) throw refusal(fmt::format("the catalogue has no machine called {}", in_quotes(name)));
  return known(resource::max_power::of(*is)) * (is_counted ? stated : 1);
}

}  // namespace

void find_power(const json& row, judged& one) {
  const json& c = config_of(row);
  const bool is_of_gpu = one.metric == "tdp";
  one.part = is_of_gpu ? "rated, of a GPU" : "most, of a machine";
  if (is_of_gpu) {
    one.found = in_unit_of(known(gpu_named(text(c, setting::gpu, "")).tdp), one.unit);
  } else if (has(c, "system")) {
    one.found = in_unit_of(most_of_system(text(c, {"system"}, "")), one.unit);
  } else {
    throw refusal("drawn in a run: the row does not say what share of their rated power the GPUs took, nor what the machine takes beside them");
  }
}

}  // namespace headroom::program::validation
