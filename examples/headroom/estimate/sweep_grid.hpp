// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/serving_estimate.hpp"
#include "fit/swept.hpp"
#include "print/rows.hpp"
#include "reading.hpp"

namespace headroom::program {

// All jobs that several sweeps make of one, and the loads of those that serve. The last sweep goes fastest. Copies share the values,
// and each stands at a point of its own.
class sweep_grid {
 public:
  // Of a job and the document that it was read from. Throws input_error where a sweep is wrong.
  sweep_grid(const planned_job& from, const job_document& document, const load_request& by, std::span<const sweep_request> sweeps);

  count size() const;
  // The point that it stands at; first the first one.
  const planned_job& job() const { return job_; }
  const load_request& load() const { return load_; }
  std::string_view wrong() const { return wrong_; }  // why there is no such job; empty: there is
  void put_settings(row_printer& to) const;
  bool sets(std::string_view key) const;
  // False: it was the last.
  bool next();
  // To a point from 0 to size() - 1.
  void go_to(count point);

 private:
  struct dimension {
    std::shared_ptr<const swept_key> of{};
    void (*set_load)(load_request&, count) = nullptr;  // null: it is of the job
    std::size_t at = 0;  // of its values
  };
  dimension dimension_of(const sweep_request& asked) const;
  void settle();

  void set_job();  // all but its loads
  swept_point point_of_job() const;

  const planned_job* from_;
  const job_document* document_;
  const load_request* by_;
  std::vector<dimension> dimensions_{};
  planned_job job_{};
  std::shared_ptr<const own_file> held_{};  // that the job refers to, where it was read again
  load_request load_{};
  std::string wrong_{};
};

}  // namespace headroom::program
