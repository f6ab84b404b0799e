// SPDX-License-Identifier: BSL-1.0
#include <model_lookup.hpp>

#include <check.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>
#include <string>

namespace program_model_lookup_test {
namespace {

namespace hr = headroom;
namespace program = headroom::program;

std::string refusal_of(std::string_view name_or_path) {
  try {
    program::model_named_or_read(program::process_io(), name_or_path);
  } catch (const program::input_error& found) {
    return found.what();
  }
  return {};
}

const std::string fixtures = HEADROOM_SOURCE_DIR "/tests/read/model_config/fixtures/";

}  // namespace

TEST_CASE("a model is found by its name in any case, with its publisher or without, and as the Hub spells it") {
  for (const hr::transformer* each : hr::models::all())
    CHECK(program::model_named_or_read(program::process_io(), each->name).name == each->name);
  for (const std::string_view name :
       {"meta-llama/Llama-3.1-405B", "Llama-3.1-405B", "llama-3.1-405b-instruct", "META-LLAMA-3.1-405B"}) {
    CAPTURE(name);
    const program::known_model found = program::model_named_or_read(program::process_io(), name);
    CHECK(found.name == "meta-llama/Meta-Llama-3.1-405B");
    CHECK(found.is_published);
    CHECK(value_of(hr::parameters(found.model)).total() == 405'853'388'800);
  }
  CHECK(program::model_named_or_read(program::process_io(), "xai-org/grok-1").name == "xai/grok-1");
}

TEST_CASE("a config.json is read, and keeps its texts wherever it goes") {
  program::known_model copy;
  {
    const program::known_model read = program::model_named_or_read(program::process_io(), fixtures + "gpt-oss-20b.json");
    CHECK_FALSE(read.is_published);
    copy = read;
  }
  CHECK(copy.name == fixtures + "gpt-oss-20b.json");
  CHECK(copy.model.name == copy.name);
  CHECK(copy.model.order == "ab");
  CHECK(copy.checkpoint.has_value());
}

TEST_CASE("what is neither a name nor a file is refused, with the nearest name") {
  CHECK(refusal_of("Lama-3.1-405B").find("did you mean \"meta-llama/Llama-3.1-405B\"?") != std::string::npos);
  CHECK(refusal_of("something") ==
        "no model is called \"something\", and no config.json is there: `headroom model` lists the names");
  CHECK(refusal_of(fixtures + "none.json") == fixtures + "none.json: No such file or directory");
  CHECK(refusal_of(fixtures) == fixtures + "config.json: No such file or directory");
}

}  // namespace program_model_lookup_test
