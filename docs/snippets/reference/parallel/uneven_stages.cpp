#include <headroom/parallel/uneven_stages.hpp>
namespace hr = headroom;

namespace parallel_uneven_stages_reference {  // hidden
// Four stages and eight micro-batches, which one stage passes in 2 s and 4 s, and the others in half of it.
constexpr double step(bool slow_first) {
  hr::uneven_stages pipeline(4, 8);
  if (slow_first) pipeline.add(2, 4, 1);
  pipeline.add(1, 2, 3);
  if (!slow_first) pipeline.add(2, 4, 1);
  return pipeline.takes();
}
static_assert(step(false) == 57);
static_assert(step(true) == 51);
}  // namespace parallel_uneven_stages_reference  // hidden
