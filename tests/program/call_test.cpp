// SPDX-License-Identifier: BSL-1.0
#include "call/answer.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

const std::string job_of_calls = R"({"format": 1, "job": {"serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 4096}}})";

const std::vector<std::string> asked_at_a_time{
    R"({"arguments": ["fit", "job.json", "--json"], "files": {"job.json": )" + job_of_calls + "}}",
    R"({"arguments": ["estimate", "job.json", "--on", "Standard_ND96isr_H200_v5", "--json"], "files": {"job.json": )" + job_of_calls + "}}",
    R"({"arguments": ["catalog", "Standard_ND96asr_v4"]})",
    R"({"arguments": ["check", "."], "files": {"a/b.sh": "#SBATCH --gpus-per-node=8\n#SBATCH --nodes=2\n", "a/c.yaml": "x: 1\n"}})",
    R"({"arguments": ["nothing"]})",
};

}  // namespace

TEST_CASE("requests that many threads make at a time are answered as one after the other") {
  std::vector<std::string> alone;
  for (const std::string& each : asked_at_a_time) alone.push_back(headroom::program::answer_to(each));
  CHECK(alone.front().starts_with("{\"exit\": 0, \"answer\": {"));
  CHECK(alone.back().starts_with("{\"exit\": 2, \"error\": \"no command is called"));
  std::vector<std::vector<std::string>> together(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<std::string>& mine : together)
      threads.emplace_back([&mine] {
        for (const std::string& each : asked_at_a_time) mine.push_back(headroom::program::answer_to(each));
      });
  }
  for (const std::vector<std::string>& each : together) CHECK(each == alone);
}

TEST_CASE("what is no request is told") {
  for (const char* wrong : {"", "{", "[]", "null", "7", "{}", R"({"arguments": "fit"})", R"({"arguments": [1]})", R"({"arguments": [], "file": {}})",
                            R"({"arguments": [], "files": []})", R"({"arguments": [], "files": {"a": 1}})",
                            R"({"arguments": [], "files": {"a": "", "./a": ""}})", "{\"arguments\": [\"\xff\"]}"}) {
    CAPTURE(wrong);
    CHECK(headroom::program::answer_to(wrong).starts_with("{\"exit\": 2, \"error\": \""));
  }
}
