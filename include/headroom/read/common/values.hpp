// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <optional>
#include <string_view>

#include <headroom/read/document.hpp>

// What a value of a YAML or JSON text says: silent where there is none, unresolved where only the file's tool knows.
namespace headroom::read {

// Whether a text has a variable, a template or an expression in it: "${GPUS}", "{{ .Values.nodes }}", "[parameters('n')]",
// "$(SIZE)", "<node-count>".
bool is_unresolved(std::string_view text);

// A whole number from 0 to 2^40 as digits, also in quotes. Throws unreadable for another number or text.
said<count> count_said(const tree* value);
count count_of(std::string_view text, int line);  // the same, of a text that is no tree

// A whole number of at most nine digits; unknown where a text is none.
said<count> number_said(std::string_view text, int line);

// The number of what an autoscaler keeps between bounds: silent, as the bounds say it; unresolved where one of them is left
// to the file's tool, or there is no upper one.
said<count> number_between(const said<count>& least, const said<count>& most);

// true or false, also yes, no, on, off. Throws unreadable for another text.
said<bool> bool_said(const tree* value);

// Text as it stands.
said<std::string_view> text_said(const tree* value);

// The text of a value, or an empty one.
inline std::string_view text_of(const tree* value) {
  return value != nullptr && value->is_text() ? value->text : std::string_view{};
}

}  // namespace headroom::read
