// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <headroom/read/shell/detail/expander.hpp>

namespace headroom::read::shell::detail {

// Whether a command succeeds.
enum class truth : unsigned char { no, yes, unknown };

constexpr truth truth_of(bool is) { return is ? truth::yes : truth::no; }
constexpr truth negated(truth is) { return is == truth::unknown ? is : truth_of(is == truth::no); }

// Of "test" and "[ ]": the words between. What rests on the default of a variable is not known: whoever runs the script
// may give another.
truth test_words(std::span<const expanded_word> words);

// Of [[ ]].
truth test(const test_expression& of, expander& with);

}  // namespace headroom::read::shell::detail
