// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>

// Settings of engines that a ConfigMap of the same file holds.
namespace config_maps {

std::string pod(std::string_view container) {
  return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  volumes: [{name: c, configMap: {name: cfg}}]\n  containers:\n  - {name: v, " +
         std::string(container) + "}\n";
}
const std::string cfg =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata:\n  TP: '2'\n  vllm.yaml: |\n    # sizes\n    tensor-parallel-size: 8\n"
    "  run.sh: |\n    vllm serve a/b --tensor-parallel-size 4\n";

const hr::said<hr::count> tensor_of(const std::string& text) {
  const auto file = headroom::read::file_of(text);
  REQUIRE(file->workloads.size() == 1);
  return file->workloads[0].parallel.tensor;
}

}  // namespace config_maps

TEST_CASE("A file of settings that a ConfigMap holds says what the arguments leave out") {
  using namespace config_maps;
  const std::string mount = "volumeMounts: [{name: c, mountPath: /etc/v/}]";
  const hr::said<hr::count> tensor = tensor_of(cfg + pod("command: [vllm, serve, a/b, --config, /etc/v/vllm.yaml], " + mount));
  CHECK(tensor.value == 8);
  CHECK(tensor.line == 8);
  CHECK(tensor_of(cfg + pod("command: [vllm, serve, a/b, --config=/etc/v/vllm.yaml, -tp, '2'], " + mount)).value == 2);
  CHECK(tensor_of(cfg + pod("command: [vllm, serve, a/b, --config, /elsewhere/vllm.yaml], " + mount)).is_silent());
  CHECK(tensor_of(cfg + pod("command: [vllm, serve, a/b, --config, /one.yaml], volumeMounts: [{name: c, mountPath: /one.yaml, subPath: vllm.yaml}]")).value == 8);
  CHECK(tensor_of(cfg + pod("command: [bash, /etc/v/run.sh], " + mount)).value == 4);
  // Of items those keys alone, by their own paths.
  const auto by_items = [&](std::string_view path) {
    std::string all = pod("command: [bash, /etc/v/" + std::string(path) + "], " + mount);
    return tensor_of(cfg + all.replace(all.find("{name: cfg}"), 11, "{name: cfg, items: [{key: run.sh, path: go.sh}]}"));
  };
  CHECK(by_items("go.sh").value == 4);
  CHECK(by_items("run.sh").is_silent());
}

TEST_CASE("Variables of a ConfigMap stand in a command") {
  using namespace config_maps;
  const std::string serve = "command: [sh, -c, 'vllm serve a/b --tensor-parallel-size $TP'], ";
  CHECK(tensor_of(cfg + pod(serve + "envFrom: [{configMapRef: {name: cfg}}]")).value == 2);
  CHECK(tensor_of(cfg + pod(serve + "env: [{name: TP, valueFrom: {configMapKeyRef: {name: cfg, key: TP}}}]")).value == 2);
  CHECK(tensor_of(cfg + pod(serve + "envFrom: [{configMapRef: {name: other}}]")).is_unresolved());
}

TEST_CASE("NUM_SHARD is the tensor-parallel size of TGI, and of nothing else") {
  using namespace config_maps;
  const std::string shard = ", env: [{name: NUM_SHARD, value: '4'}]";
  CHECK(tensor_of(pod("image: ghcr.io/huggingface/text-generation-inference:3" + shard)).value == 4);
  CHECK(tensor_of(pod("image: ghcr.io/huggingface/text-generation-inference:3, args: [--num-shard, '2']" + shard)).value == 2);
  CHECK(tensor_of(pod("image: other" + shard)).is_silent());
}
