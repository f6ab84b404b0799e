// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_settings.hpp>
namespace hr = headroom;

namespace inference_serving_settings_reference {  // hidden
// 64 clients with long prompts and short answers; three drafts a step, each accepted two times in three where those before it were.
constexpr hr::serving_requests asked{.prompt = 8'192, .answer = 256, .clients = 64};
constexpr hr::serving_settings drafting{.drafted = 3, .accepted = 2.0 / 3};
static_assert(asked.each == 10 && !drafting.without_graphs);
}  // namespace inference_serving_settings_reference  // hidden
