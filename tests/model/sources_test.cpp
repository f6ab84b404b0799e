// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/sources.hpp>

#include <check.hpp>
#include <fstream>
#include <iterator>
#include <string>

TEST_CASE("the sources of the models say what they are, and the page of models names them") {
  CHECK_CONSTEXPR(hr::sources::model_configurations.url.starts_with("https://"));
  CHECK_CONSTEXPR(hr::sources::general_knowledge_of_models.url.empty());
  std::ifstream file{HEADROOM_SOURCE_DIR "/docs/data/models.md"};
  const std::string page{std::istreambuf_iterator<char>{file}, {}};
  for (const hr::source* each : {&hr::sources::model_configurations, &hr::sources::general_knowledge_of_models}) {
    CAPTURE(each->id);
    CHECK(page.find(std::string(each->id)) != std::string::npos);
    CHECK(page.find(std::string(each->title)) != std::string::npos);
  }
}
