// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/gpu_requests.hpp>

#include <check.hpp>
#include <headroom/read/common/source_text.hpp>
#include <read/reading.hpp>
#include <string>

TEST_CASE("A text asks for a number of GPUs by its key, and for some by itself") {
  const auto asked = [](std::string_view text) {
    const headroom::read::source_text source{std::string(text)};
    return headroom::read::told(headroom::read::gpus_asked_by(*source.document()->items.back()));
  };
  CHECK(asked("numGpus: 8") == "8");
  CHECK(asked("{name: gpus, value: 4}") == "4");
  CHECK(asked("habana.ai/gaudi: '2'") == "2");
  CHECK(asked("gpuMemory: 80") == "?");
  CHECK(asked("gpus: ${GPUS}") == "?");
  CHECK(asked("shape: BM.GPU.A10.4") == "?");
  CHECK(asked("gpu: H100:8") == "?");
  CHECK(asked("{type: GPU, value: '8'}") == "8");
  CHECK(asked("run: sbatch --gres=gpu:8 job.sh") == "?");
  CHECK(asked("instance_type_name: gpu_8x_h100_sxm5") == "?");
  CHECK(asked("subType: gpu_8x_h100_sxm5") == "?");
  CHECK(asked("subtype: gpu_8x_h100_sxm5") == "-");
  CHECK(asked("run: sbatch --gres=license:8 --partition=gpu job.sh") == "-");
  CHECK(asked("gpu_count: 8") == "8");
  CHECK(asked("gpusCount: 8") == "8");
  CHECK(asked("gpusPerNode: 8") == "8");
  CHECK(asked("gaudiCards: 8") == "?");
  CHECK(asked("acceleratorCount: 8") == "?");
  CHECK(asked("cards: 8") == "-");
  CHECK(asked("gpus: 0") == "-");
  CHECK(asked("gpuType: H100") == "-");
  CHECK(asked("{operator: NotIn, key: nvidia.com/gpu.product}") == "-");
}

// SageMaker's and AWS Batch's hosts, Nextflow's directive, PBS and LSF by their manuals; in an object, and in lines of another text.
TEST_CASE("GPUs are asked for without a plain number by a word, a directive, an option or a bound") {
  const auto asked = [](std::string_view text) {
    const headroom::read::source_text source{std::string(text)};
    return headroom::read::told(headroom::read::gpus_asked_by(*source.document()->items.back()));
  };
  for (const std::string_view text :
       {"gpu: true", "use-gpu: yes", "gpus: all", "script: accelerator 4", "script: \"accelerator 4, type: 'nvidia-tesla-k80'\"", "c: select=4:ngpus=8",
        "c: qsub -l select=4:ngpus=8 run.sh", "c: qsub -lngpus=8 run.sh", "c: bsub -gpu num=4 run.sh", "c: -gpu", "c: 'select[ngpus>0] rusage[mem=8]'",
        "c: 'select[ngpus>=2]'", "c: 'rusage[ngpus_excl_p=2]'", "c: export NUM_GPUS=8", "c: run --gpus=all", "c: run --gpus=auto", "c: request_gpus = 8", "c: run --gpus=$N", "c: run -gpusPerNode 4", "c: add nvidia.com/gpu=8", "c: of cloud.google.com/gke-accelerator=nvidia-l4 nodes",
        "c: \"#SBATCH --constraint Standard_ND96isr_H100_v5\""}) {
    CAPTURE(text);
    CHECK(asked(text) == "?");
  }
  for (const std::string_view text : {"gpu: false", "gpuMetrics: true", "script: accelerator 0", "script: we run the accelerator 4 times", "c: select=4:ngpus=0",
                                      "c: nvfortran -gpu=cc80 a.f90", "expr: gpu_utilization>80", "c: a - b", "expr: 'free_gpus > 8'", "expr: 'free_gpus == 8'", "c: nvidia-smi --query-gpu=name,uuid", "c: gpu_memory_utilization=1",
                                      "c: x ngpus===8", "c: run --cpus 8", "c: run --gpus_max=8", "script: accelerator four", "c: add nvidia.com/gpu=0", "c: about nvidia.com/gpu", "c: size=p5.48xlarge of them"}) {
    CAPTURE(text);
    CHECK(asked(text) == "-");
  }
  for (const std::string_view line : {"    accelerator 4, type: 'nvidia-tesla-k80'", R"(subprocess.run(["bsub", "-gpu", "num=4", "run.sh"]))",
                                      R"(subprocess.run(["qsub", "-l", "select=4:ngpus=8"]))"}) {
    CAPTURE(line);
    CHECK(headroom::read::asks_for_gpus(line));
  }
  for (const std::string_view line : {"run on p5.48xlarge", R"("accelerator 4")", R"(  "accelerator 4",)", "flavor=h100x8", "shape=gpu_8x_h100_sxm5", "shape: gpu_8x_h100_sxm5", "gpus: {{ .Values.gpus }}", "gpuModel: {{ .Values.model }}"}) CHECK(headroom::read::asks_for_gpus(line));
  for (const std::string_view line : {"name=gpu_8x_h100_sxm5", "shape=m5.large", "#FLUX: -gpus=0", "#PBS -x 8", "#BSUB -n 8"}) CHECK_FALSE(headroom::read::asks_for_gpus(line));
}

// In maps and lists that are written as a text, and in such texts in these.
TEST_CASE("A request is found in texts of texts") {
  const auto asks = [](std::string_view text) {
    const headroom::read::source_text source{std::string(text)};
    return headroom::read::gpu_request_in(*source.document()) != nullptr;
  };
  CHECK(asks("a: '{gpus: 8}'"));
  CHECK(asks("a: '[{gpus: 8}]'"));
  CHECK(asks("a: |\n  gpus: 8\n  b: 1\n"));
  // In any document of a text.
  CHECK(asks("a: |\n  b: 1\n  ---\n  gpus: 8\n"));
  CHECK(asks("a: |\n  gpus: 8\n  ---\n  b: 1\n"));
  CHECK_FALSE(asks("a: 'gpus: 8'"));
  CHECK_FALSE(asks("a: '{gpus: 0}'"));
  CHECK(asks("a: '{b: ''{gpus: 8}''}'"));
  CHECK_FALSE(asks("a: '{b: ''{c: \"{gpus: 8}\"}''}'"));
}

TEST_CASE("Options of a batch system's directive are behind its sign in capitals") {
  using headroom::read::options_of_directive;
  CHECK(options_of_directive("#PBS -q gpu") == "-q gpu");
  CHECK(options_of_directive("#PBS -q") == "-q");
  CHECK(options_of_directive("# flux: -N2") == "-N2");
  for (const std::string_view none : {"#PBS -", "#PBS", "#PBS q", "#PBS - q", "# PBS -q", "##PBS -q", "#pbs -q", "#a -q", "#z -q", "PBS -q"}) {
    CAPTURE(none);
    CHECK(options_of_directive(none).empty());
  }
}

TEST_CASE("An operation of a JSON patch that brings GPUs from another field asks for them") {
  const auto asks = [](std::string_view operation) {
    const headroom::read::source_text source{std::string(operation)};
    return headroom::read::gpu_request_in(*source.document()) != nullptr;
  };
  for (const std::string_view operation : {R"({"op": "copy", "from": "/a/nvidia.com~1gpu", "path": "/b/nvidia.com~1gpu"})",
                                           R"({"op": "move", "from": "/limits/x", "path": "/limits/amd.com~1gpu"})"})
    CHECK(asks(operation));
  CHECK(!asks(R"({"op": "move", "from": "/limits/nvidia.com~1gpu", "path": "/limits/x"})"));
  CHECK(!asks(R"({"op": "remove", "path": "/limits/nvidia.com~1gpu"})"));
}

TEST_CASE("A block of a text that asks for GPUs may have a name in quotation marks") {
  CHECK(headroom::read::asks_for_gpus(R"(device "nvidia/gpu" {)"));
  CHECK(!headroom::read::asks_for_gpus(R"(device "intel/fpga" {)"));
}

TEST_CASE("Machines by their clouds' grammars, resources and labels are names of GPUs") {
  using headroom::read::names_gpus;
  for (const std::string_view name : {"Standard_ND96isr_H100_v5", "Standard_NC24ads_A100_v9", "p5.48xlarge", "ml.p5.48xlarge", "p9.96xlarge", "a3-highgpu-8g",
                                      "BM.GPU.H100.8", "nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "cloud.google.com/gke-accelerator"}) {
    CAPTURE(name);
    CHECK(names_gpus(name));
  }
  for (const std::string_view name : {"", "gpu", "h100-pool", "Standard_D4s_v5", "Standard_LRS", "m5.large", "ml.m5.large", "n2-standard-8", "VM.Standard.E5.Flex", "nvidia.com/v1"}) {
    CAPTURE(name);
    CHECK(!names_gpus(name));
  }
}
