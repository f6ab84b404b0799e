// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/unread_text.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace unread_text_cases {

namespace read = headroom::read;

read::unread_text of(std::string_view text) { return read::what_is(read::source_text(std::string(text))); }
int request_in(std::string_view text) { return read::line_of_gpu_request(read::source_text(std::string(text))); }

}  // namespace unread_text_cases

TEST_CASE("A text that is made into a deployment file is known by its grammar, with what makes it") {
  using namespace unread_text_cases;
  CHECK(of("# nodes\nterraform {\n}\n").what == "a Terraform source");
  CHECK(of("resource \"aws_instance\" \"a\" {\n").help.find("terraform show -json") != std::string_view::npos);
  CHECK(of("variable \"n\"{\n").what == "a Terraform source");
  CHECK(of("param n int\nresource c 'Microsoft.Compute/virtualMachines@2024-01-01' = {\n").what == "a Bicep source");
  CHECK(of("kind: Pod\nspec: {{ .Values.spec }}\n").what == "a template");
  CHECK(of("{% if x %}\na: [\n").what == "a template");
  CHECK(of("resources:\n- pod.yaml\n").what == "a kustomization");
  CHECK(of("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n").what == "a kustomization");
  CHECK(of("apiVersion: v2\nname: a\nversion: 1.0.0\n").what == "the description of a chart");
  CHECK_FALSE(of("apiVersion: v2\nname: a\nversion: 1.0.0\n").is_rendered);
  CHECK(of("{\"$schema\": \"https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#\"}").what ==
        "the parameters of an ARM template");
  CHECK(of("apiVersion: v2\nname: a\n").what == "");
  for (const std::string_view text : {"name: a\nversion: 1.0.0\n", "apiVersion: v2\nversion: 1.0.0\n", "apiVersion: v2\nkind: a\nname: a\nversion: 1.0.0\n"}) CHECK(of(text).what == "");
  CHECK(of("resources:\n- {name: pod}\n").what == "");
  CHECK(request_in("#!/bin/sh\n#PBS -l ngpus=8\n#PBS -l ngpus=4\n") == 2);
  for (const std::string_view text : {"terraform {\n", "resources:\n- a\n", "a: {{ b }}\n", "resource c 'Microsoft.Compute/virtualMachines@2024-01-01' = {\n", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
                                      "- {op: replace, path: /spec/replicas, value: 4}\n", "$schema: https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#\n"}) {
    CAPTURE(text);
    CHECK_FALSE(of(text).is_rendered);
    CHECK_FALSE(of(text).help.empty());
  }
}

TEST_CASE("What is not made into anything is said where it is known") {
  using namespace unread_text_cases;
  CHECK(of("#!/usr/bin/env bash\necho\n").what == "a shell script, and no batch script of Slurm");
  CHECK(of("#!/bin/bash\necho\n#SBATCH --nodes=4\n").what == "a shell script, and no batch script of Slurm");
  for (const std::string_view text : {"#!/usr/bin/env bash\necho\n", "#!/bin/sh\n#PBS -l ngpus=8\n", "a: 1\n", "words"}) CHECK(of(text).is_rendered);
  CHECK(of("#!sh\necho\n").what == "a shell script, and no batch script of Slurm");
  for (const std::string_view none : {"# sh\necho\n", "resource \"a {\n", "bash x\n"}) {
    CAPTURE(none);
    CHECK(of(none).what.empty());
  }
  CHECK(of("a: 1\n").what.empty());
  CHECK(of("a: 1\n").help.find("helm template") != std::string_view::npos);
  // An object of Kubernetes is no values, and what is no document is neither that nor a kustomization.
  for (const std::string_view text : {"kind: Pod\n", "a: [1\n", "- a\n--- b\n}\n"}) CHECK(of(text).help.empty());
  for (const std::string_view text : {"", "words", "[1, 2]", "data of machines {\n", "resource: {\n", "#!/usr/bin/python3\n",
                                      "resources: {limits: {}}\nkind: Pod\n", "resource c Microsoft\n", "resource \"aws_instance\n", "# of sh\necho\n"}) {
    CAPTURE(text);
    CHECK(of(text).what.empty());
  }
  CHECK(of("a: '{{ b }}'\n").what.empty());  // a text of YAML
}

TEST_CASE("GPUs that a text asks for are found by keys, options, resources and sizes, in trees and in lines") {
  using namespace unread_text_cases;
  CHECK(request_in("a: 1\nlimits: {nvidia.com/gpu: 8}\n") == 2);
  CHECK(request_in("a:\n- requestGPU: 1\n") == 2);
  CHECK(request_in("limits: {nvidia.com/mig-1g.10gb: 1}\n") == 1);
  CHECK(request_in("gpus: ${GPUS}\n") == 1);
  CHECK(request_in("resources: {accelerators: {H100: 8}}\n") == 1);
  CHECK(request_in("a: 1\nsize: Standard_ND96isr_H100_v5\n") == 2);
  CHECK(request_in("devices:\n- capabilities: [gpu]\n") == 2);
  CHECK(request_in("a = 1\ngpu_count = 8\n") == 2);
  CHECK(request_in("x {\n  guest_accelerator {\n") == 2);
  CHECK(request_in("sbatch --gpus-per-node 8 a.sh\n") == 1);
  CHECK(request_in("torchrun --nproc_per_node=8 a.py\n") == 1);
  CHECK(request_in("x {\n  machine_type = \"a3-highgpu-8g\"\n") == 2);
  // Sizes by the grammars of clouds, of which the catalogue need not have them, and by what calls a size.
  CHECK(request_in("shape: BM.GPU.H100.8\n") == 1);
  CHECK(request_in("a: 1\ninstance_type: ml.p5.48xlarge\n") == 2);
  CHECK(request_in("x {\n  shape = \"BM.GPU.H100.8\"\n") == 2);
  CHECK(request_in("size: gpu-h100x8-640gb\n") == 1);
  CHECK(request_in("x {\n  size = \"gpu-h100x8-640gb\"\n") == 2);
  CHECK(request_in("a: 1\nlimits: {nvidia.com/mig-1g.10gb: 2}\n") == 2);
  // A number beside its name, an affinity, a type with its number, options in a list, a text in a text.
  CHECK(request_in("env: [{name: NUM_GPUS, value: '8'}]\n") == 1);
  CHECK(request_in("- {key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-L4]}\n") == 1);
  CHECK(request_in("accelerators: H100:8\n") == 1);
  CHECK(request_in("command: [torchrun, --nproc_per_node=8, train.py]\n") == 1);
  CHECK(request_in("resources: 'nvidia.com/gpu=8,cpu=4'\n") == 1);
  CHECK(request_in("a: |\n  b: |\n    resources:\n      limits: {nvidia.com/gpu: 8}\n") == 1);
  CHECK(request_in("{{ if x }}\nnvidia.com/gpu: {{ .Values.gpus }}\n") == 2);
}

TEST_CASE("Words about GPUs, none of them and machines without any are no request") {
  using namespace unread_text_cases;
  for (const std::string_view text :
       {"", "a: 1\n", "gpus: 0\n", "gpu: {}\n", "title: GPU use\n", "gpu_name: H100\n", "expr: DCGM_FI_DEV_GPU_UTIL\n",
        "words about a gpu\n", "x {\n  gpus = 0\n", "x {\n  # gpus = 8\n", "x {\n  gpus = \"\"\n", "x {\n  // gpu: 1\n",
        "{{ a }}\nsize: Standard_D4s_v5\n", "name: gpu\n", "tags: [gpu, h100]\n", "size: Standard_LRS\n",
        "- {key: nvidia.com/gpu.product, operator: DoesNotExist}\n", "expr: 'avg(DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}) < 10'\n",
        "metric: {name: DCGM_FI_DEV_GPU_UTIL}\n", "summary: nvidia.com/gpu is asked for and idle\n", "values: [{name: gpu-image, value: a/b:25}]\n", "{\"gpu.js\": \"^2.0\"}"}) {
    CAPTURE(text);
    CHECK(request_in(text) == 0);
  }
}

// By the manuals: PBS (qsub, "#PBS"), LSF (bsub, "#BSUB"), Grid Engine ("#$"), Flux (flux-batch, RFC 36), OAR, Cobalt, Fujitsu's ("#PJM").
TEST_CASE("GPUs that a script asks other batch systems than Slurm for are found in their lines") {
  using namespace unread_text_cases;
  for (const std::string_view line :
       {"#PBS -l select=2:ncpus=8:ngpus=8", "#PBS -l nodes=2:ppn=8:gpus=4:exclusive_process", "#PBS -q gpu", "#BSUB -gpu \"num=8:mode=shared\"",
        "#BSUB -gpu -", "#BSUB -R \"rusage[ngpus_physical=8]\"", "#$ -l gpu=8", "#$ -l h_rt=1:0:0,gpu", "#flux: -N 2 -g 8", "# flux: --gpus-per-slot=8",
        "#FLUX: -g8", "#OAR -l /host=2/gpu=8,walltime=1", "#COBALT -n 2 --attrs gpus=8", "#PJM -L \"node=2,gpu=8\"", "#NEW --gpus-of-node 8"}) {
    CAPTURE(line);
    CHECK(request_in("#!/bin/bash\n\n" + std::string(line) + "\npython train.py lr: 1\n") == 3);
    CHECK(request_in(std::string(line) + "\n\npython train.py\n") == 1);
    CHECK(of("#!/bin/bash\n" + std::string(line) + "\npython train.py lr: 1\n").what == "a batch script of another system than Slurm");
  }
  for (const std::string_view line :
       {"#PBS -l select=2:ncpus=8", "#PBS -l select=2:ngpus=0:mem=4gb", "#PBS -N gpu_train", "##PBS -l ngpus=8", "#BSUB -g /group", "# PBS -l ngpus=8",
        "# gpu=8", "#train --gpus 8", "# Usage: --gpus 8", "#$ -G 0"}) {
    CAPTURE(line);
    CHECK(request_in("#!/bin/bash\n" + std::string(line) + "\npython train.py\n") == 0);
  }
  CHECK(of("# flux: --all\na: 1\n").what.empty());
}

TEST_CASE("GPUs that patches of JSON and of kustomize give are found by their paths") {
  using namespace unread_text_cases;
  const auto patch = [](std::string_view rest) { return "- {path: /spec/containers/0/resources/limits/nvidia.com~1gpu, " + std::string(rest) + "}\n"; };
  CHECK(request_in(patch("op: replace, value: 8")) == 1);
  CHECK(request_in(patch("op: add, value: \"${GPUS}\"")) == 1);
  CHECK(request_in("[{\"op\": \"add\", \"path\": \"/resources/limits\", \"value\": {\"amd.com/gpu\": 8}}]") == 1);
  CHECK(request_in("patches:\n- patch: |-\n    - op: add\n      path: /limits/nvidia.com~1mig-1g.10gb\n      value: 1\n") == 2);
  CHECK(request_in("fieldPaths:\n- spec.limits.[nvidia.com/gpu]\n") == 2);
  CHECK(request_in("fieldPaths:\n- spec.limits.nvidia\\.com/gpu\n") == 2);
  for (const std::string_view rest : {"op: remove", "op: replace, value: 0", "op: test, value: 8"}) {
    CAPTURE(rest);
    CHECK(request_in(patch(rest)) == 0);
  }
  CHECK(request_in("- {op: add, path: /metadata/labels/a~0b~, value: 8}\n") == 0);
  CHECK(request_in("- {op: replace, path: /spec/replicas, value: 8}\n") == 0);
  CHECK(of(patch("op: remove")).what == "a JSON patch");
  CHECK_FALSE(of(patch("op: remove")).is_rendered);
  CHECK(of("- {op: remove}\n").what.empty());
}
