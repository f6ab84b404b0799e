// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include "io.hpp"

namespace headroom::program {

struct file_to_check {
  std::string path{};
  bool is_named = true;  // else found in a folder
  std::string problem{};  // why it cannot be read, where that is known already
  std::string beside{};   // the path of the file that belongs to it: gres.conf of slurm.conf
  bool is_empty_folder = false;  // a folder that was named, without a file to check
};

// The files named, and those in the folders named whose names end as deployment files' do; hidden ones left out. In
// order, each once; a folder in them that cannot be read stands for the files in it, and so does one that was named and has
// none. Of those found in folders, none whose path or name is as one of the patterns (*, ?, [...]).
std::vector<file_to_check> files_to_check(const io& from, std::span<const std::string> named, std::span<const std::string> excluded = {});

// Checks each on so many threads; results in the order of the files. Says on a terminal how far it is, after a while.
std::vector<checked_file> check_files(io& outside, std::span<const file_to_check> files, const check_options& options,
                                      unsigned jobs);

}  // namespace headroom::program
