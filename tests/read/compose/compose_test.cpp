// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <array>
#include <read/reading.hpp>
#include <read/told_account.hpp>
#include <string>

// Services as the Compose Specification writes them ("services", "deploy").
namespace compose_files {

using headroom::read::told;

// "1 x 4 TP 8", each service.
std::string services(const std::string& text) {
  const auto file = headroom::read::file_of("services:\n" + text);
  std::string all;
  for (const hr::workload& w : file->workloads) {
    CHECK(file->format == "compose");
    all += std::string(w.identity.name) + " " + told(w.scale.replicas) + " x " + (w.requests.all_gpus ? "all" : told(w.requests.gpus));
    if (w.parallel.line != 0) all += " TP " + told(w.parallel.tensor);
    all += "\n";
  }
  return all;
}
std::string reserving(const std::string& device) {
  return "  a:\n    image: x\n    deploy: {resources: {reservations: {devices: [{driver: nvidia, capabilities: [gpu], " + device + "}]}}}\n";
}

}  // namespace compose_files

TEST_CASE("A service of Compose sees the GPUs that it reserves") {
  using namespace compose_files;
  CHECK(services(reserving("count: 4")) == "a 1 x 4\n");
  CHECK(services(reserving("count: \"${GPUS:-2}\"")) == "a 1 x 2\n");
  CHECK(services(reserving("count: \"${GPUS}\"")) == "a 1 x ?\n");
  CHECK(services(reserving("count: \"${GPUS:-${ALL-3}}\"")) == "a 1 x 3\n");
  CHECK(services(reserving("count: \"${GPUS:?set-it}\"")) == "a 1 x ?\n");
  CHECK(services(reserving("count: \"${GPUS:-2}${MORE}\"")) == "a 1 x ?\n");
  CHECK(services(reserving("count: \"${GPUS:-2}0\"")) == "a 1 x ?\n");
  CHECK(services(reserving("count: 2000")) == "a 1 x 2000\n");
  CHECK(services(reserving("device_ids: ['0', '3']")) == "a 1 x 2\n");
  CHECK(services(reserving("device_ids: , count: 2")) == "a 1 x 2\n");  // null is left out
  CHECK(services("  a: {image: x, gpus: [{count: '${N}'}, {device_ids: ['0', '3']}]}\n") == "a 1 x ?\n");
  CHECK(services("  a: {image: x, runtime: nvidia, gpus: [{count: 2}]}\n") == "a 1 x 2\n");
  CHECK(services("  a: {image: x, gpus: [{count: 1}, {device_ids: ['0', '3']}]}\n") == "a 1 x 2\n");
  CHECK(services(reserving("count: all")) == "a 1 x all\n");
  CHECK(services(reserving("options: {}")) == "a 1 x all\n");
  CHECK(services("  a: {image: x, gpus: all}\n") == "a 1 x all\n");
  CHECK(services("  a: {image: x, gpus: [{driver: nvidia, count: 2}]}\n") == "a 1 x 2\n");
  CHECK(services("  a: {build: ., runtime: nvidia, environment: {NVIDIA_VISIBLE_DEVICES: \"0,1,2\"}}\n") == "a 1 x 3\n");
  CHECK(services("  a: {build: ., runtime: nvidia, environment: [NVIDIA_VISIBLE_DEVICES=all]}\n") == "a 1 x all\n");
  CHECK(services("  a: {build: ., runtime: nvidia}\n") == "a 1 x ?\n");
  CHECK(services("  a: {build: ., runtime: nvidia, environment: {NVIDIA_VISIBLE_DEVICES: }}\n") == "a 1 x ?\n");  // as the caller has it
  CHECK(services("  a: {build: ., runtime: nvidia, environment: {NVIDIA_VISIBLE_DEVICES: void}}\n  b: {image: x, gpus: [{count: 1}]}\n") == "b 1 x 1\n");
  for (const char* none : {"none", "''"}) CHECK(services("  a: {build: ., runtime: nvidia, environment: {NVIDIA_VISIBLE_DEVICES: " + std::string(none) + "}}\n  b: {image: x, gpus: [{count: 1}]}\n") == "b 1 x 1\n");
  CHECK(services("  a: {image: x, devices: ['/dev/nvidia0:/dev/nvidia0', '/dev/nvidia1', /dev/nvidiactl]}\n") == "a 1 x 2\n");
  CHECK(services("  a: {image: x, devices: [/dev/ttyUSB0]}\n") == "");  // a port, as long as the name of a GPU
  CHECK(services("  a: {image: x, devices: [/dev/kfd, /dev/dri]}\n") == "a 1 x all\n");
  CHECK(services("  a: {image: x, devices: [/dev/kfd, /dev/dri/renderD128]}\n") == "a 1 x ?\n");
  CHECK(services("  web: {image: nginx}\n  b: {image: x, deploy: {resources: {reservations: {devices: [{capabilities: [tpu]}]}}}}\n") == "");
}

TEST_CASE("A default in a list, or in a text behind an entrypoint, is what Compose puts there") {
  using namespace compose_files;
  for (const std::string_view command : {"command: [--tp, '${TP:-4}']", "entrypoint: python3 -m sglang.launch_server\n    command: --tp ${TP:-4}",
                                         "entrypoint: [python3, -m, sglang.launch_server]\n    command: >\n      --port 80\n      --tp ${TP-4}"}) {
    CAPTURE(command);
    CHECK(services("  a:\n    image: lmsysorg/sglang\n    gpus: [{count: 8}]\n    " + std::string(command) + "\n") == "a 1 x 8 TP 4\n");
  }
  CHECK(services("  a:\n    image: lmsysorg/sglang\n    gpus: [{count: 8}]\n    command: [--tp, '${TP}']\n") == "a 1 x 8 TP ?\n");
}

TEST_CASE("Services of one host share its GPUs, which are counted once") {
  using namespace compose_files;
  const std::string two = "  a: {image: x, gpus: [{count: 2}]}\n  b: {image: x, gpus: [{count: 1}]}\n";
  CHECK(services(two) == "a 1 x 2\nb 0 x 1\n");
  CHECK(services(two + "  c: {image: x, gpus: [{device_ids: ['1', '2']}]}\n") == "a 1 x 2\nb 0 x 1\nc ? x 2\n");
  CHECK(services(two + "  c: {image: x, gpus: [{device_ids: ['2', '3']}]}\n") == "a 1 x 2\nb 0 x 1\nc 1 x 2\n");
  CHECK(services("  a: {image: x, gpus: all}\n" + two.substr(two.find("  b"))) == "a 1 x all\nb 0 x 1\n");
}

TEST_CASE("A service of Compose is told where it says what it sees") {
  constexpr std::array rows{
      told_account::row{"    runtime: nvidia\n    environment: {NVIDIA_VISIBLE_DEVICES: '0,1'}\n", "a@2 gpus 2@5\n"},
      told_account::row{"    runtime: nvidia\n", "a@2 gpus ?@4\n"},
      told_account::row{"    devices:\n    - /dev/nvidia\n    - /dev/nvidiactl\n    - /dev/nvidia3\n", "a@2 gpus 1@7\n"},
      told_account::row{"    deploy: {resources: {reservations: {devices: [\n      {driver: nvidia, capabilities: [gpu, utility], count: 3}]}}}\n", "a@2 gpus 3@5\n"},
      // Devices by the runtime's variable: a list may end in a comma; without a name nothing is said.
      told_account::row{"    runtime: nvidia\n    environment: {NVIDIA_VISIBLE_DEVICES: '0,1,'}\n", "a@2 gpus 2@5\n"},
      told_account::row{"    runtime: nvidia\n    environment:\n    - NVIDIA_VISIBLE_DEVICES\n", "a@2 gpus ?@6\n"},
      told_account::row{"    runtime: nvidia\n    environment:\n    - NVIDIA_VISIBLE_DEVICES=${IDS:-0,1,2}\n", "a@2 gpus 3@6\n"},
      told_account::row{"    runtime: nvidia\n    environment: {NVIDIA_VISIBLE_DEVICES: 'GPU-a=b'}\n", "a@2 gpus 1@5\n"},
      told_account::row{"    runtime: nvidia\n    environment: {NVIDIA_VISIBLE_DEVICES: '${IDS:-a=b,c}'}\n", "a@2 gpus 2@5\n"},
      told_account::row{"    runtime: nvidia\n    environment: {NVIDIA_VISIBLE_DEVICES: '${IDS:-a,b=c}'}\n", "a@2 gpus 2@5\n"},
      told_account::row{"    runtime: nvidia\n    environment: {NVIDIA_VISIBLE_DEVICES: 'a,b=c'}\n", "a@2 gpus 2@5\n"},
      // A value of a map may hold a sign of equality, and one of a list more than one.
      told_account::row{"    image: vllm/vllm-openai\n    command: [--model, m, -tp, '2']\n    gpus: [{count: 2}]\n    environment: {A: 'b=c'}\n", "a@2 gpus 2@6 vLLM@5 tp 2@5\n"},
      // All of AMD's only with all of /dev/dri, in any order.
      told_account::row{"    devices: [/dev/dri/renderD128, /dev/kfd]\n", "a@2 gpus ?@4\n"},
      told_account::row{"    devices: [/dev/kfd, /dev/dri/renderD128, /dev/shm]\n", "a@2 gpus ?@4\n"},
      told_account::row{"    devices: [/dev/kfd, /dev/dri]\n", "a@2 gpus ?@4 all\n"},
      // Of a number that is left open, and of one device beside it, more may be seen.
      told_account::row{"    gpus: [{count: '${N}'}]\n  c: {image: x, gpus: [{device_ids: ['0']}]}\n", "a@2 gpus ?@4\nc@5 gpus 1@5\n"},
      // An engine runs on GPUs that nothing says it sees.
      told_account::row{"    command: [vllm, serve, m, -tp, '2']\n", "a@2 vLLM@4 tp 2@4\n"},
      told_account::row{"    command: [vllm, serve, m]\n", "1 without\n"},
      told_account::row{"    gpus: [{count: 2}]\n  c: {extends: b}\n", "a@2 gpus 2@4\n"},
  };
  told_account::hold("services:\n  a:\n    build: x\n", rows);
}

TEST_CASE("A text that is to be a Compose file and has no services is refused") {
  namespace read = headroom::read;
  CHECK(read::read_deployment("services: 3\n", "compose").error->message == "not a Compose file: expected a map of services");
  CHECK(read::read_deployment("a: 1\n---\nb: 2\n", "compose").error.has_value());
  for (const char* other : {"apiVersion: v1\n", "kind: Pod\n"}) CHECK(read::read_deployment(std::string(other) + "services: {a: {image: x, gpus: all}}\n").file->format != "compose");
}

TEST_CASE("What a service of Compose starts is held against its GPUs") {
  using namespace compose_files;
  const std::string four = "  a:\n    image: vllm/vllm-openai:v0.8.4\n    gpus: [{count: 4}]\n    ";
  CHECK(services(four + "command: --model m --tensor-parallel-size 8\n") == "a 1 x 4 TP 8\n");
  CHECK(services(four + "command: [--model, m, --tensor-parallel-size, '8']\n") == "a 1 x 4 TP 8\n");
  CHECK(services(four + "command: --model m -tp ${TP:-2}\n") == "a 1 x 4 TP 2\n");
  CHECK(services(four + "entrypoint: vllm serve\n    command: m -tp 2\n") == "a 1 x 4 TP 2\n");
  CHECK(services("  a: {image: 'ghcr.io/huggingface/text-generation-inference:3', gpus: [{count: 4}], environment: {NUM_SHARD: 2}}\n") == "a 1 x 4 TP 2\n");
}
