// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <string>

#include <headroom/catalog/azure/nd.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
namespace hr = headroom;

namespace deployment_sentence_reference {  // hidden
inline std::string told(const hr::deployment& of, const hr::machine& on) {
  std::string all;
  for (const hr::finding& each : hr::check(of, on))
    all += std::to_string(each.line) + ": " + hr::sentence_of(each) + "; " + hr::cure_of(each) + "\n" +
           hr::explanation_of(each);
  return all;
}
}  // namespace deployment_sentence_reference  // hidden
