// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/finding.hpp>
#include <headroom/deployment/rule.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/capacity_sums.hpp"
#include "check/needs.hpp"
#include <headroom/read/deployment.hpp>
#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

// Two rules that every file has to keep before those of the library can be asked.
inline constexpr rule readable_rule{"readable", "The file can be read, and is of a kind that can be checked"};
inline constexpr rule silences_rule{"silences", "A comment that silences a rule names one, and says why",
                                    finding_severity::warning};
// And one that needs more of a job than the library's value of a deployment holds.
inline constexpr rule job_rule{"job_fits", "A job of the own format has room on its machines"};

// These, and the library's in their order.
std::vector<rule> every_rule();
std::vector<std::string_view> rule_names();

struct check_options {
  check_terms terms{};
  const file_format* format = nullptr;  // forced
  bool strict = false;                  // warnings and unknowns are errors
  bool other_kinds_too = false;         // files of kinds that cannot be checked pass, unless they ask for GPUs
  bool lists_needs = false;              // for print_json and print_change
  std::vector<std::string_view> only{};  // empty: every rule
  std::vector<std::string_view> without{};

  bool wants(std::string_view rule_name) const;
};

// A finding in words, which refers to nothing but the names of rules.
struct told_finding {
  std::string_view rule{};
  finding_severity severity = finding_severity::error;
  int line = 0;
  int column = 0;
  std::string sentence{};
  std::string cure{};
  std::string arithmetic{};  // lines
  std::string silenced_because{};  // empty: it is not
  bool is_known = false;           // silenced by a baseline, not by the file
  bool beyond_constant = false;    // is of what no constant of headroom_check holds: a job, a choice of sizes
};

told_finding told(const finding& of);

// What is said of a file that holds nothing: its nodes, if it lists any, are out of service.
std::string words_of_nothing(count nodes_out_of_service);

// What came of one file. Holds nothing of its text.
struct checked_file {
  std::string name{};
  std::string_view format{};  // empty: of no kind that is known, or not rendered
  bool is_readable = true;
  bool is_read_in_part = false;  // where it is not readable: some of its objects were, and are judged
  int documents = 0;
  int documents_without_capacity = 0;
  bool holds_nothing = false;  // was understood, and asks for nothing
  count nodes_out_of_service = 0;
  capacity_sums capacity{};
  std::vector<need> needs{};  // where the options list them
  std::vector<told_finding> findings{};  // by line

  bool is_understood() const { return !is_readable || !format.empty(); }
  bool is_judged() const { return is_readable && !format.empty(); }
};

// `beside`: the text, or the path, of the file that belongs to it.
checked_file check_text(std::string name, std::string text, const check_options& options,
                        std::optional<std::string> beside = {});
checked_file unreadable_file(std::string name, std::string_view why);
checked_file empty_folder(std::string name, const check_options& options);
checked_file check_path(const io& from, const std::string& path, const check_options& options, const std::string& beside = {});

// Reads a text and takes from it what check_text judges, for what else can be made of a deployment.
std::vector<told_finding> findings_of(const deployment_file& file, std::string_view name, const check_options& options);

}  // namespace headroom::program
