// SPDX-License-Identifier: BSL-1.0
// Reads a deployment file and the config.json of its model, checks the one on the machines it names, and says what the
// other takes of them: what a scheduler does before it admits a job.
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/sentence.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/read/deployment.hpp>
#include <headroom/read/model_config.hpp>
#include <headroom/text/to_text.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace hr = headroom;

namespace {

std::string text_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int refuse(const char* path, const hr::read::reading_error& why) {
  std::fprintf(stderr, "%s\n", hr::read::place_of(path, why).c_str());
  return 2;
}

template <class Text>
void print(const char* what, const Text& text) {
  const std::string_view view = text;
  std::printf("%-22s %.*s\n", what, static_cast<int>(view.size()), view.data());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  // [read]
  const hr::read::deployment_reading reading = hr::read::read_deployment(text_of(arguments[1]));
  if (reading.error.has_value()) return refuse(arguments[1], *reading.error);
  const hr::deployment deployment = reading.file->view(arguments[1]);

  const hr::read::config_reading config = hr::read::read_model_config(text_of(arguments[2]));
  if (!config.error.message.empty()) return refuse(arguments[2], config.error);
  // [/read]

  int findings = 0;
  hr::for_each_finding(deployment, {}, [&](const hr::finding& one) {
    ++findings;
    std::printf("%s:%d: %s\n", arguments[1], one.line, hr::sentence_of(one).c_str());
  });
  std::printf("%-22s %d\n", "findings", findings);
  print("GPUs", hr::to_text(deployment.gpus_used()));

  if (deployment.workloads.empty()) return 3;
  // [fit]
  const hr::workload& server = deployment.workloads.front();
  if (server.parallel.tensor.is_unresolved() || server.parallel.pipeline.is_unresolved()) return 3;  // not known, and no 1
  hr::serving_job job{.model = config.model,
                      .tensor_parallel = server.parallel.tensor.value_or(1),
                      .pipeline_parallel = server.parallel.pipeline.value_or(1),
                      .concurrent_sequences = 64,
                      .context = 32'768};
  const hr::figure<hr::serving_memory_parts> needed = hr::serving_memory(job);
  const hr::node on = hr::node_of(server, {deployment, {}});
  // [/fit]
  if (!needed.is_known() || !on.is_known()) return 3;
  print("parameters", hr::to_text(hr::parameters(config.model).known()->total()));
  print("a GPU needs", hr::rounded_text(needed.known()->needed));
  print("of", hr::rounded_text(*hr::usable_memory(*on.gpu).known()));
  return 0;
}
