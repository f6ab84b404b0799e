// SPDX-License-Identifier: BSL-1.0
#include <string_view>
#include <headroom/read/solver_answer.hpp>
namespace hr = headroom;

namespace read_solver_answer_reference {  // hidden
// What `glpsol --lp mix.lp --write answer` wrote.
inline bool is_optimal(std::string_view answer) {
  const hr::figure<hr::read::solver_answer> read = hr::read::solver_answer_of(hr::read::solver::glpk, answer, 2);
  return read.is_known() && read.known()->standing == hr::read::solver_standing::optimal && read.known()->point.size() == 2;
}
}  // namespace read_solver_answer_reference  // hidden
