// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/document.hpp>
namespace hr = headroom;

// The line on which a YAML or JSON text gives a value under two keys; 0 where it gives none.
inline int line_of_image(std::string_view text) {
  const hr::read::parsed_documents parsed(text);
  if (!parsed.is_good() || parsed.roots().empty()) return 0;
  const hr::read::tree* image = parsed.roots().front()->at("spec", "image");
  return image == nullptr ? 0 : image->line;
}
