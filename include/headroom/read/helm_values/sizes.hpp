// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/arguments.hpp>

namespace headroom::read {

// The engine that a part of Helm values runs, by its image or by what names one; the image may be one text or a
// repository with a tag.
engine engine_of_part(const tree& map);

// What settings and commands of a part say together: a command's sizes count where there are any; arguments that a chart adds to
// its own leave those that its settings say.
class recipe_sizes {
 public:
  explicit recipe_sizes(deployment_file& in) : file_(in), arguments_(in) {}

  void take_settings(const tree* map);
  // Its command, arguments and engine, with the variables that its chart sets and those that it sets itself.
  void take_container(const tree& of, outer_variables variables = {});
  void take_arguments(const tree* list);
  void take_engine(engine one);
  void take_model(const tree* name);

  parallel_sizes sizes() const;
  // Where the arguments are of one of several pods that run the model together; 0 where they are not.
  int shared_line() const { return arguments_.shared_line(); }

 private:
  deployment_file& file_;
  parallel_sizes settings_{};
  engine_arguments arguments_;
  bool has_command_ = false;
};

}  // namespace headroom::read
