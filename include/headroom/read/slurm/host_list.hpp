// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <headroom/count.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::read {

// What of a file's host lists is written out: all that stands before last brackets, "rack1node" of
// "rack[1-2]node[01-18]", so many times.
struct host_budget {
  std::size_t left = 8'192;
};

// The nodes that a host list of Slurm names: "gpu-[001-018,020],login1", "rack[1-2]node[01-18]". Ranges stay ranges,
// however long.
class host_list {
 public:
  host_list() = default;
  // Throws unreadable for what Slurm takes for none.
  host_list(std::string_view text, int line, host_budget& budget);
  host_list(std::string_view text, int line) {
    host_budget all;
    *this = host_list(text, line, all);
  }

  void add(const host_list& other);

  // How many nodes, each counted once; where the names are not written out, as often as they are named.
  count size() const;
  // False where there are too many prefixes to write out: then no name is known.
  bool is_written_out() const { return written_out_; }

  bool contains(std::string_view name) const;
  // A name that the other list does not have; empty where it has all.
  std::string first_outside(const host_list& other) const;
  // A name that both have; empty where there is none.
  std::string first_shared(const host_list& other) const;
  // Each name once, at most so many.
  std::vector<std::string> names(std::size_t at_most) const;

 private:
  struct range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  // Names alike but for a number of so many digits at their end; 0 digits: the name itself.
  struct stem {
    std::string text{};
    std::size_t digits = 0;
    friend auto operator<=>(const stem&, const stem&) = default;
  };
  struct numbers {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::size_t digits = 0;  // at least so many: 3 of "001"
  };

  void add_term(std::string_view term, int line, host_budget& budget);
  void add_numbers(std::string_view before, const numbers& which);
  void add_name(std::string_view name);
  void put(std::string_view before, const numbers& which);
  const std::map<stem, std::vector<range>>& names() const;
  static std::vector<numbers> numbers_of(std::string_view list, int line);
  static std::string name_of(const stem& of, std::uint64_t number);

  // Joined when asked for.
  mutable std::map<stem, std::vector<range>> names_;
  mutable bool joined_ = true;
  count named_ = 0;
  bool written_out_ = true;
};

}  // namespace headroom::read
