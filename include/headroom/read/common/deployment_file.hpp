// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <headroom/deployment/deployment.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/source_text.hpp>

namespace headroom::read {

struct own_file;

// Ends the reading of a file: it says something that is no such value, whatever it runs on.
struct unreadable final : std::exception {
  explicit unreadable(reading_error why) : error(std::move(why)) {}
  const char* what() const noexcept override { return error.message.c_str(); }
  reading_error error;
};

// A comment that leaves a rule's findings out on its line, or on the next where it stands alone:
// "# headroom: ignore gpus_used: spare for maintenance".
struct silence {
  int line = 0;  // that it is about
  int comment_line = 0;
  std::string_view rule{};
  std::string_view reason{};

  // Without a reason it leaves nothing out.
  bool covers(std::string_view rule_name, int at) const { return rule == rule_name && line == at && !reason.empty(); }
};

// The sizes on any of which a workload may run, or of which a pool may be; its own is unknown.
struct size_choice {
  std::size_t which = 0;  // its index
  std::vector<std::string_view> sizes{};
};

// Machines of a file that words may be about and no rule judges: a partition of Slurm, whose nodes are others' too.
struct named_part {
  count nodes = 0;
  said<count> gpus{};
};

// What was read from a file, and what the texts in it refer to.
class deployment_file {
 public:
  explicit deployment_file(std::string text) : source_(std::make_unique<source_text>(std::move(text))) {}

  const source_text& source() const { return *source_; }
  // A text that lives as long as the file.
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  // The text of the file that belongs to this one, where both are checked: gres.conf beside slurm.conf.
  std::optional<std::string> beside{};

  std::string_view format{};
  file_tool tool = file_tool::other;
  std::vector<machine_pool> pools{};
  std::vector<workload> workloads{};
  std::vector<size_choice> size_choices{};
  std::vector<size_choice> pool_size_choices{};
  std::vector<quota> quotas{};
  std::vector<request_limit> request_limits{};
  std::vector<topology_block> blocks{};
  std::vector<node_claim> claims{};
  std::vector<uncounted_gpus> uncounted{};
  std::vector<remark> remarks{};
  std::vector<named_part> parts{};
  std::vector<silence> silences{};
  // Whose names and descriptions are remarks, where not all in the documents are: a plan shows the past too.
  std::optional<std::vector<const tree*>> described{};
  int documents = 1;
  int documents_without_capacity = 0;
  // Why documents were left out beside others that were read.
  std::vector<reading_error> unread{};
  // What is odd and was read all the same, as the file's own consumer takes it: a key twice.
  std::vector<reading_error> noted{};
  // What is left unjudged: parts of scripts that are not followed.
  std::vector<reading_error> not_followed{};

  // Holds the machines that a file in the own format describes, which its pools refer to.
  std::shared_ptr<const own_file> own{};
  // What it plans, where it has a job.
  std::shared_ptr<const own_file> planned{};

  // Nodes of a running system on which nothing starts, as they are down or not ready: no pool has them.
  count nodes_out_of_service = 0;

  bool holds_nothing() const {
    return planned == nullptr && pools.empty() && workloads.empty() && quotas.empty() && request_limits.empty() && blocks.empty() && claims.empty() &&
           uncounted.empty();
  }

  // For the rules; refers to this.
  headroom::deployment view(std::string_view file) const {
    return {.file = file,
            .format = format,
            .tool = tool,
            .pools = pools,
            .workloads = workloads,
            .quotas = quotas,
            .request_limits = request_limits,
            .blocks = blocks,
            .claims = claims,
            .uncounted = uncounted,
            .remarks = remarks,
            .documents = documents,
            .documents_without_capacity = documents_without_capacity};
  }

 private:
  std::unique_ptr<source_text> source_;
  std::deque<std::string> texts_;
};

}  // namespace headroom::read
