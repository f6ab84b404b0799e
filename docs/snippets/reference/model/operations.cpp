// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/operations.hpp>
namespace hr = headroom;

namespace model_operations_reference {  // hidden
constexpr hr::operation_parts each = *hr::training_operations(hr::models::deepseek_v3, 4'096).known();
static_assert(each.total() > hr::operations_done(250e9) && each.total() < hr::operations_done(251e9));
}  // hidden
