// SPDX-License-Identifier: BSL-1.0
// Of the readers, what parses a YAML text, by what pkg-config says alone.
#include <headroom/read/document/implement.hpp>
#include <headroom/read/document.ipp>
#include <headroom/read/common/messages.ipp>

int main() {
  const headroom::read::parsed_documents parsed("gpus: 8\n");
  return parsed.is_good() && parsed.roots().front()->at("gpus")->text == "8" ? 0 : 1;
}
