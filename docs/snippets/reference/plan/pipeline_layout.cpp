#include <headroom/plan/pipeline_layout.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace plan_pipeline_layout_reference {  // hidden
// 80 layers over 6 stages: two of 14 and four of 13.
static_assert(hr::pipeline_layout(hr::models::llama3_1_70b, {.pipeline = 6}) ==
              "Etttttttttttttt|tttttttttttttt|(ttttttttttttt|)*3tttttttttttttL");
static_assert(hr::pipeline_layout(hr::models::llama3_1_70b, {.pipeline = 1}).empty());
}  // namespace plan_pipeline_layout_reference  // hidden
