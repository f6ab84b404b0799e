// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/vision_tower.hpp>
namespace hr = headroom;

namespace model_vision_tower_reference {  // hidden
// CLIP ViT-L/14 at 336 pixels, as LLaVA has it, and the two matrices into a language model of hidden width 4,096.
inline constexpr hr::vision_tower clip{
    .width = 1'024,
    .inner = 4'096,
    .layers = 24,
    .patch_numbers = 14 * 14 * 3,
    .learned = 24 * 24 + 2,  // positions, that of the class token, and the token
    .norms_outside = 2,
    .mergers = {{{.matrices = {{{1'024, 4'096, true}, {4'096, 4'096, true}}}}}},
};
static_assert(hr::parameters(clip) == 324'487'168);
}  // hidden
