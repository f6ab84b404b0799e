// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/price.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::program {

// A figure of any type, as text and as a number in its base unit.
struct shown_figure {
  std::string name{};
  knowledge state = knowledge::unknown;
  std::string text{};  // "unknown" and "none" where there is no value
  double number = 0;
  std::string_view unit{};  // of the number; empty: the value is a word
  headroom::basis basis = headroom::basis::stated;
  const source* from = nullptr;
  std::string_view note{};
  const dispute* disputed = nullptr;

  // Whether there is more to say of it than that nobody states it, or that the record's own source says there is none.
  bool is_worth_a_line(const source* record_source) const;
};

// What the catalogue holds under one name.
struct entry {
  std::string_view name{};
  std::string_view kind{};
  const source* from = nullptr;
  std::vector<std::pair<std::string, std::string>> words{};
  std::vector<shown_figure> figures{};
  std::vector<shown_figure> totals{};  // of a machine: what its parts come to, where known or none
  std::vector<const price*> prices{};
  std::vector<const dispute*> disputes{};  // of the record and of its figures, each once
  const headroom::gpu* gpu = nullptr;
  const headroom::cpu* cpu = nullptr;
};

// Exact, as data sheets and clouds write memory: "1,900 GiB", "284,208 MiB", "960 GB". An estimate or a share that
// takes more than nine digits is rounded to four.
std::string memory_text(const memory& x);

std::string_view kind_of(const machine& m);
entry entry_of(const machine& m);
entry entry_of(const headroom::gpu& device);
entry entry_of(const headroom::cpu& chip);

}  // namespace headroom::program
