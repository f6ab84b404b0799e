// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <string_view>
#include <vector>

#include <headroom/read/commands/words.hpp>
#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/engine/settings.hpp>
#include <headroom/read/commands/running.hpp>
#include <headroom/read/commands/variables.hpp>

// Parallel sizes as they stand in the arguments of inference engines and trainers: vLLM, SGLang, TensorRT-LLM,
// Megatron-LM, whatever the spelling ("--tensor-parallel-size 8", "--tp=8", "-tp 8", "--tp_size 8").
namespace headroom::read {

// The engine that an image is of, by its name.
engine engine_of_image(std::string_view image);

// Everything that one container's or task's command says about its engine, taken piece by piece. Where two commands
// give different sizes, or a variable, a size is unknown with its line.
class engine_arguments {
 public:
  // Keeps what the sizes say in words in the file that they are of.
  explicit engine_arguments(deployment_file& file) : file_(file) {}

  // What a variable stands for in a container's command.
  void set_variable(std::string_view name, std::string_view value);

  // Words whose variables stand in place.
  void take(const std::vector<command_word>& words);
  // A text or a list of texts, as in a container's command and args. The words of one are the begin of the other's.
  void take(const tree* command, const tree* args);

  const parallel_sizes& sizes() const { return sizes_; }
  // How many pods or tasks the sizes are of, where an argument says it (--nnodes).
  const said<count>& nodes() const { return nodes_; }
  // Whether an argument says which of them it is, so that each has a command of its own.
  bool names_its_rank() const { return names_its_rank_; }
  // The line of an argument by which the sizes are of more than one pod or task (a rank, Ray); 0 where there is none.
  int shared_line() const { return shared_line_; }
  // The line of an argument that gives more of them, a file of settings or a variable; 0 where there is none.
  int config_line() const { return config_line_; }
  // Whether other commands have the rest of so many GPUs, or may have it, so that the sizes are not of them all.
  bool leave_rest_of(const said<count>& gpus) const;

 private:
  struct found {
    parallel_sizes sizes{};
    bool expert_parallel = false;
    int config_line = 0;
    std::string_view more{};  // what else gives arguments, on that line
    const said<count>* open = nullptr;  // a size that a variable stands for
    std::string_view held{};            // what that one holds, in words
  };

  std::string_view what_holds(std::string_view text, std::string_view otherwise);
  // The sizes that it gives.
  parallel_sizes take_one_command(const std::vector<command_word>& words, std::size_t begin, std::size_t end);
  void merge(found one);

  deployment_file& file_;
  given_variables variables_;
  parallel_sizes sizes_{};
  said<count> nodes_{};
  int shared_line_ = 0;
  int config_line_ = 0;
  bool names_its_rank_ = false;
  running_commands running_{};
};

}  // namespace headroom::read
