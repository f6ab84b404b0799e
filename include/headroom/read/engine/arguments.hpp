// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/parallel_gpus.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/engine/programs.hpp>
#include <headroom/read/engine/settings.hpp>

// Parallel sizes as they stand in the arguments of inference engines and trainers: vLLM, SGLang, TensorRT-LLM,
// Megatron-LM, whatever the spelling ("--tensor-parallel-size 8", "--tp=8", "-tp 8", "--tp_size 8").
namespace headroom::read {

// The engine that an image is of, by its name.
engine engine_of_image(std::string_view image);
// The engine that serves models of a format, as KServe names it: "huggingface".
engine engine_of_model_format(std::string_view format);

// Everything that one container's or task's command says about its engine, taken piece by piece. Where two commands
// give different sizes, or a variable, a size is unknown with its line.
class engine_arguments {
 public:
  // Keeps what the sizes say in words in the file that they are of.
  explicit engine_arguments(deployment_file& file) : file_(file) {}

  void take(const started_programs& all);
  void tell_what_is_not_followed(const started_programs& all);
  // One of them, whatever runs beside it.
  parallel_sizes take(const started_program& one);

  // Sizes that an engine takes from variables, where no argument gives them: NUM_SHARD of TGI.
  void take_variables_of(engine of, const outer_variables& variables);

  const parallel_sizes& sizes() const { return sizes_; }
  // How many pods or tasks the sizes are of, where an argument says it (--nnodes).
  const said<count>& nodes() const { return nodes_; }
  // Whether an argument says which of them it is, so that each has a command of its own.
  bool names_its_rank() const { return names_its_rank_; }
  // The line of an argument by which the sizes are of more than one pod or task (a rank, Ray); 0 where there is none.
  int shared_line() const { return shared_line_; }
  // The line of an argument that gives more of them, a file of settings or a variable; 0 where there is none.
  int config_line() const { return config_line_; }
  // Whether they may be of each of several nodes as well as of all, which have so many GPUs: no argument says how many, and not
  // all are taken.
  bool may_be_of_each_node(const said<count>& gpus) const { return nodes_.is_silent() && !take_all_of(sizes_, gpus); }
  // Whether other commands have the rest of so many GPUs, or may have it, so that the sizes are not of them all.
  bool leave_rest_of(const said<count>& gpus) const;

 private:
  struct found;

  void take_word(const started_program& of, std::size_t& at, found& into);
  void take_listed(const command_word& word, found& into);
  void take_setting(const engine_argument& what, const command_word& value, bool has_value, found& into);
  void merge(found one);
  void take_beside(const started_programs& all, const std::vector<parallel_sizes>& sizes);

  deployment_file& file_;
  parallel_sizes sizes_{};
  said<count> nodes_{};
  int shared_line_ = 0;
  int config_line_ = 0;
  bool names_its_rank_ = false;
  bool leave_rest_ = false;
  bool are_apart_ = false;  // each of several with sizes has devices of its own, and enough
};

}  // namespace headroom::read
