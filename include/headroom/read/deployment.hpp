// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

// What deployment files say, whatever their format: from a text to a deployment of <headroom/deployment/deployment.hpp>.
// Needs libyaml, and one source of the program that includes <headroom/read/implement.hpp>.
namespace headroom::read {

// A text that was read, or why it was not: where `error` stands, and `file` then holds what of it was read before.
struct deployment_reading {
  std::unique_ptr<deployment_file> file{};
  std::optional<reading_error> error{};

  bool is_good() const { return !error.has_value(); }
};

// Reads a Kubernetes, Slurm, Terraform, ARM, CycleCloud, recipe, Helm-values or own-format file, known by its content; or
// in the format named, one of file_formats(). Throws nothing but std::bad_alloc.
deployment_reading read_deployment(std::string text, std::string_view format = {});

// A kind of file that can be checked: how it is known by its content, and how it is read.
struct file_format {
  std::string_view name{};  // of --as
  std::string_view what{};
  bool in_lines = false;    // INI-like or a script, rather than YAML or JSON
  bool (*recognises)(const source_text&) = nullptr;
  // Throws unreadable.
  void (*read)(deployment_file&) = nullptr;
};

// In the order in which they are tried.
std::span<const file_format> file_formats();
const file_format* find_format(std::string_view name);

// Reads what the file says in its own format, or in the one forced. What is wrong with it; nothing where it was read.
// Where only some documents are wrong, the first of `unread`, and what the others say was read.
std::optional<reading_error> read_source(deployment_file& into, const file_format* forced = nullptr);

}  // namespace headroom::read
