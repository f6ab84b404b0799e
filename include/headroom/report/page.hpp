// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <headroom/report/chart.hpp>
#include <headroom/report/chart_svg.hpp>
#include <headroom/report/markup.hpp>

// A report as one page of HTML: loads nothing, runs nothing, prints on paper, and reads on a telephone.
namespace headroom::report {

// How a text stands out. Colour never says alone what the words do not.
enum class tone { plain, strong, faint, good, bad, doubtful };

struct heading {
  int level = 2;  // 2 or 3; the page's title is 1
  std::string text{};
};

struct paragraph {
  std::string text{};
  tone how = tone::plain;
  bool keeps_spaces = false;  // of a text that is laid out by spaces and lines
};

struct cell {
  std::string text{};
  tone how = tone::plain;
};

struct column {
  std::string title{};
  bool is_number = false;
};

// A row without cells is a line between those before and after it.
struct table {
  std::vector<column> columns{};
  std::vector<std::vector<cell>> rows{};
};

// Lines of a file, with what is to be said of some of them. A line of number 0 stands for those left out.
struct listing {
  struct note {
    std::string kind{};
    tone how = tone::plain;
    std::string text{};
  };
  struct line {
    int number = 0;
    std::string text{};
    std::vector<note> notes{};
  };

  std::string name{};
  std::vector<line> lines{};
};

using block = std::variant<heading, paragraph, table, listing, chart>;

struct page {
  std::string title{};
  std::string subtitle{};  // what it was made with
  std::vector<block> blocks{};
  std::string footer{};
};

namespace detail {

inline constexpr std::string_view page_style = R"css(*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1.25rem 3rem;max-width:72rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.2rem;line-height:1.3;margin:2.25rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--rule)}
h3{font-size:1rem;margin:1.75rem 0 .5rem}
h1,h2,h3,p,li,.long,code,figcaption{overflow-wrap:anywhere}
.whole{white-space:nowrap}
p{margin:.4rem 0;max-width:52rem}
pre,code{font-family:ui-monospace,"DejaVu Sans Mono","Liberation Mono",Consolas,monospace;font-size:.85rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
.sub{color:var(--faint);margin:0 0 1rem}
.strong{font-weight:600}.faint{color:var(--faint)}.good{color:var(--good)}.bad{color:var(--bad)}.doubtful{color:var(--doubtful)}
p.good,p.bad,p.doubtful{font-weight:600}
table{border-collapse:collapse;margin:.6rem 0;font-size:.925rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.25rem .9rem .25rem 0;font-weight:400}
th{color:var(--text)}thead th{color:var(--faint);vertical-align:bottom}thead tr>*{border-bottom:1px solid var(--rule)}
tbody th,tbody td{white-space:pre-wrap}
.n{text-align:right}
tr.line>*{border-top:1px solid var(--rule)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.5rem 2.5rem;margin:1rem 0}
figure{margin:0;max-width:34rem;min-width:0;break-inside:avoid}
figcaption{font-weight:600;margin-bottom:.4rem}
svg{display:block;width:100%;height:auto;overflow:visible}
.code{border:1px solid var(--rule);border-radius:6px;margin:.75rem 0;break-inside:auto}
.code p{margin:0;padding:.35rem .75rem;background:var(--soft);border-bottom:1px solid var(--rule);border-radius:6px 6px 0 0;max-width:none;font-weight:600}
.code ol{list-style:none;margin:0;padding:.35rem 0}
.code li{display:flex;gap:.75rem;padding:0 .75rem}
.code li>span{flex:0 0 2.5rem;text-align:right;color:var(--faint);font:.85rem/1.5rem ui-monospace,"DejaVu Sans Mono",monospace;user-select:none}
.code li>code{flex:1;min-width:0;white-space:pre-wrap;line-height:1.5rem}
.code li.marked{background:var(--soft)}
.code li.note{display:block;padding:.15rem .75rem .4rem 4rem;background:var(--soft)}
footer{margin-top:2.5rem;padding-top:.75rem;border-top:1px solid var(--rule);color:var(--faint);font-size:.875rem}
@media(max-width:760px){
body{padding:1rem .9rem 2rem}
.code li>span{flex-basis:1.6rem}.code li.note{padding-left:3.1rem}}
@media print{body{max-width:none;padding:0;font-size:10pt}h2,h3{break-after:avoid}tr{break-inside:avoid}}
)css";

// Tables of a class, whose rows stand as lists where the page is no wider than so.
inline std::string rows_as_lists(std::string_view tables, std::string_view up_to) {
  constexpr std::string_view rules = R"css(table thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,table tbody,table tr{display:block}
table{max-width:34rem}table tr{padding:.45rem 0;border-top:1px solid var(--rule)}
table tr>*{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.1rem 0;text-align:right}
table tr>*:empty{display:none}
table tr>td:first-child:not([data-of]){float:left;padding-right:.5rem}
table tr>th{justify-content:flex-start;text-align:left;font-weight:600}
table td::before{content:attr(data-of);color:var(--faint);text-align:left;flex:none;max-width:60%;overflow-wrap:anywhere;font-weight:400}
table tr.line>*{border:0}
)css";
  std::string css = "@media(max-width:" + std::string(up_to) + "){\n";
  constexpr std::string_view table = "table";
  std::size_t from = 0;
  for (std::size_t at = rules.find(table); at != std::string_view::npos; at = rules.find(table, from)) {
    css.append(rules.substr(from, at - from)).append("table.").append(tables);
    from = at + table.size();
  }
  return css.append(rules.substr(from)).append("}\n");
}

constexpr std::string_view name(tone of) {
  constexpr std::array<std::string_view, 6> names{"", "strong", "faint", "good", "bad", "doubtful"};
  return names[static_cast<std::size_t>(of)];
}

// An option such as --max-num-seqs is not broken behind its hyphens.
inline std::string text_with_whole_options(std::string_view text) {
  constexpr std::string_view of_option = "-abcdefghijklmnopqrstuvwxyz0123456789";
  std::string html;
  std::size_t from = 0;
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at)) {
    const std::size_t end = std::min(text.find_first_not_of(of_option, at), text.size());
    const bool begins_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (begins_word && end - at > 2 && end - at < 32) {
      html += escaped(text.substr(from, at - from)) + "<span class=\"whole\">" + escaped(text.substr(at, end - at)) + "</span>";
      from = end;
    }
    at = end;
  }
  return html + escaped(text.substr(from));
}

inline std::string element(std::string_view kind, std::string_view classes, std::string_view text) {
  return "<" + std::string(kind) + (classes.empty() ? "" : attribute("class", classes)) + ">" + text_with_whole_options(text) + "</" + std::string(kind) + ">";
}

// No level is left out on the way down: one of level 3 that no other stands above is of level 2.
inline std::string html_of(const heading& of, bool is_first) { return element(is_first || of.level == 2 ? "h2" : "h3", "", of.text) + "\n"; }

inline std::string html_of(const paragraph& of) { return element(of.keeps_spaces ? "pre" : "p", name(of.how), of.text) + "\n"; }

// Only a word that is long may be broken: the columns of all others are as wide as their words.
constexpr bool has_long_word(std::string_view text) {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    if (to - from > 16) return true;
    from = to + 1;
  }
  return false;
}

// A long word is broken behind its "_" before it is broken anywhere.
inline std::string text_of_cell(std::string_view text) {
  std::string html = escaped(text);
  if (!has_long_word(text)) return html;
  constexpr std::string_view may_break = "<wbr>";
  for (std::size_t at = html.find('_'); at != std::string::npos; at = html.find('_', at + 1)) html.insert(at + 1, may_break);
  return html;
}

inline std::string classes_of(tone how, const column& in, std::string_view text) {
  std::string classes(name(how));
  const auto add = [&](std::string_view one) { (classes += classes.empty() ? "" : " ") += one; };
  if (in.is_number) add("n");
  if (has_long_word(text)) add("long");
  return classes.empty() ? "" : attribute("class", classes);
}

// Of a table the column that names its rows where that is no number: the first with a title, so that marks may stand before it; the first
// of all where that title is a number's.
inline std::size_t naming_column(const table& of) {
  const auto named = std::find_if(of.columns.begin(), of.columns.end(), [](const column& each) { return !each.title.empty(); });
  return named == of.columns.end() || named->is_number ? 0 : static_cast<std::size_t>(named - of.columns.begin());
}

inline std::string html_of(const table& of) {
  const bool has_titles = std::any_of(of.columns.begin(), of.columns.end(), [](const column& each) { return !each.title.empty(); });
  std::string html = of.columns.size() > 9 ? "<table class=\"wider\">" : of.columns.size() > 3 ? "<table class=\"wide\">" : "<table>";
  if (has_titles) {
    html += "<thead><tr>";
    for (const column& each : of.columns)
      html += each.title.empty() ? "<td></td>" : "<th scope=\"col\"" + classes_of(tone::plain, each, each.title) + ">" + text_of_cell(each.title) + "</th>";
    html += "</tr></thead>";
  }
  html += "\n<tbody>\n";
  const std::size_t naming = naming_column(of);
  bool is_after_line = false;
  for (const std::vector<cell>& row : of.rows) {
    if (row.empty()) {
      is_after_line = true;
      continue;
    }
    html += is_after_line ? "<tr class=\"line\">" : "<tr>";
    is_after_line = false;
    for (std::size_t i = 0; i < row.size() && i < of.columns.size(); ++i) {
      const bool names_row = i == naming && !row[i].text.empty() && !of.columns[i].is_number;
      html += (names_row ? "<th scope=\"row\"" : "<td") + classes_of(row[i].how, of.columns[i], row[i].text);
      if (!names_row && !of.columns[i].title.empty()) html += attribute("data-of", of.columns[i].title);
      html += ">" + text_of_cell(row[i].text) + (names_row ? "</th>" : "</td>");
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

inline std::string html_of(const listing& of) {
  std::string html = "<div class=\"code\">" + element("p", "", of.name) + "<ol>\n";
  for (const listing::line& each : of.lines) {
    html += each.notes.empty() ? "<li>" : "<li class=\"marked\">";
    html += element("span", "", each.number > 0 ? std::to_string(each.number) : "\xE2\x8B\xAE") + element("code", "", each.text) + "</li>\n";
    for (const listing::note& note : each.notes)
      html += "<li class=\"note\">" + element("strong", name(note.how), note.kind) + " " + escaped(note.text) + "</li>\n";
  }
  return html + "</ol></div>\n";
}

inline std::string html_of(const chart& of, std::size_t number) {
  return "<figure>" + element("figcaption", "", of.title) + "\n" + to_svg(of, "chart-" + std::to_string(number)) + "</figure>\n";
}

}  // namespace detail

// Charts that follow each other stand side by side where there is room.
inline std::string to_html(const page& of) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
                     escaped(of.title) + "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" + std::string(chart_style) + std::string(detail::page_style) +
                     detail::rows_as_lists("wide", "760px") + detail::rows_as_lists("wider", "1000px") + "</style></head>\n<body>\n<header>" +
                     detail::element("h1", "", of.title);
  if (!of.subtitle.empty()) html += "\n<p class=\"sub\">" + detail::element("code", "", of.subtitle) + "</p>";
  html += "</header>\n<main>\n";
  std::size_t charts = 0;
  bool has_heading = false;
  bool is_among_charts = false;
  for (const block& each : of.blocks) {
    const chart* const drawn = std::get_if<chart>(&each);
    if ((drawn != nullptr) != is_among_charts) html += drawn != nullptr ? "<div class=\"charts\">\n" : "</div>\n";
    is_among_charts = drawn != nullptr;
    if (drawn != nullptr) {
      html += detail::html_of(*drawn, ++charts);
    } else {
      std::visit(
          [&](const auto& one) {
            if constexpr (std::is_same_v<decltype(one), const heading&>) {
              html += detail::html_of(one, !has_heading);
              has_heading = true;
            } else if constexpr (!std::is_same_v<decltype(one), const chart&>) {
              html += detail::html_of(one);
            }
          },
          each);
    }
  }
  if (is_among_charts) html += "</div>\n";
  html += "</main>\n";
  if (!of.footer.empty()) html += detail::element("footer", "", of.footer) + "\n";
  return html + "</body></html>\n";
}

}  // namespace headroom::report
