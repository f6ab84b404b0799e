// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/models.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/own/format.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading.hpp"

namespace headroom::program {

// A value as JSON. Of a map without one key, and with some text more before its end.
std::string json_of(const tree& at, std::string_view without = {}, std::string_view with = {});

// The value of a job's key as a deployment file would hold it, of how a command line writes it: a number where it is one and a number is expected, a list of
// words with commas.
std::string json_of_key(job_form what, const std::string& text);

// A document with one job, to be read again with some of the job's keys otherwise. Copies share the models that were found, and may be used by several threads.
class job_document {
 public:
  job_document(std::string_view text, model_finder models, bool searches_layouts);

  // The keys in full, each with its value as JSON. Throws nothing but std::bad_alloc.
  own_reading read_with(std::span<const std::pair<std::string_view, std::string>> keys) const;

 private:
  std::string before_{};  // the keys of "train" or "serve"
  std::vector<std::pair<std::string, std::string>> keys_{};
  model_finder models_;
  bool searches_layouts_;
};

}  // namespace headroom::program
