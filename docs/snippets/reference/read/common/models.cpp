// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/parameters.hpp>
#include <headroom/read/common/models.hpp>
namespace hr = headroom;

// Parameters of a model by its name on the Hub; unknown where the library has none of that name.
inline hr::figure<hr::count> parameters_of_published(std::string_view name) {
  const hr::transformer* model = hr::read::find_published(name);
  if (model == nullptr) return hr::unknown;
  return hr::parameters(*model).known()->total();
}
