// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_fit.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace export_json_fit_reference {  // hidden
double weights_of_a_gpu() {
  const hr::serving_job chat{.model = hr::models::llama3_1_405b, .weights = hr::fp8, .tensor_parallel = 8, .context = 32'768};
  return hr::json_of(chat)["rank"]["parts"]["weights"]["bytes"];
}
}  // namespace export_json_fit_reference  // hidden
