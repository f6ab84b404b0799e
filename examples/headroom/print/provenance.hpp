// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/source.hpp>
#include <string>
#include <vector>

#include "session.hpp"

namespace headroom::program {

// "Azure documentation: ND A100 v4-series (page of May 2021), 2021-05-26"; "no document" for none.
std::string citation_of(const source* from);

// Documents in the order of their first mention, each with a number to refer to it by.
class source_list {
 public:
  std::string number_of(const source* from);  // "3"; empty for none
  void write_to(session& s) const;            // one paragraph a document

 private:
  std::vector<const source*> all_;
};

// Who says what, which side is taken, and why, as one paragraph.
void write_dispute(session& s, const dispute& disputed);

}  // namespace headroom::program
