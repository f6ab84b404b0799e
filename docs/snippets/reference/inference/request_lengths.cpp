// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/request_lengths.hpp>
namespace hr = headroom;

namespace inference_request_lengths_reference {  // hidden
constexpr hr::request_lengths prompts = hr::parse_request_lengths("p50=400,p90=2000,p100=8192").value;
static_assert(prompts.at(0.9) == 2'000 && prompts.mean() < 1'090);
// As counted in a log: 30 requests of 512 tokens, 70 of 513 to 1,024.
constexpr hr::request_lengths counted = hr::parse_request_lengths("512=30,513-1024=70").value;
static_assert(counted.at(0.2) == 512 && counted.longest() == 1'024);
static_assert(!hr::parse_request_lengths("p50=400"));  // the longest, p100, is missing
}  // namespace inference_request_lengths_reference  // hidden
