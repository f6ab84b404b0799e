// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/text_fit.hpp>
#include <headroom/model/models.hpp>
#include <string>
namespace hr = headroom;

namespace export_text_fit_reference {  // hidden
// "Served by vLLM: weights fp8, multiplied in fp8; KV cache bf16; 1 sequence of 32,768 tokens; TP 8: 8 GPUs a replica."
std::string job_in_a_line() {
  const hr::serving_job chat{.model = hr::models::llama3_1_405b, .weights = hr::fp8, .tensor_parallel = 8, .context = 32'768};
  return hr::text_of(chat);
}
}  // namespace export_text_fit_reference  // hidden
