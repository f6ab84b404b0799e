// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/math.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/report/markup.hpp>

// A chart as SVG that stands in a page. Its colours are classes, which report/page.hpp gives for light and dark.
namespace headroom::report {

namespace detail {

// Units of the drawing, of which it is 480 wide: on a narrow telephone a letter still has ten pixels.
inline constexpr double drawing_width = 480;
inline constexpr double letter_width = 7.8;  // the mean of wide fonts at 13 units
inline constexpr double line_height = 18;
inline constexpr double row_height = 48;
inline constexpr double bar_top = 21;  // in its row
inline constexpr double bar_height = 18;
inline constexpr double plane_height = 240;
inline constexpr double plane_left = 56;
inline constexpr double plane_right = 12;
inline constexpr std::size_t colour_count = 12;

inline std::string place(double x) {
  std::array<char, 40> text{};
  const double rounded = math::round(x * 10) / 10;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), rounded == 0 ? 0 : rounded, std::chars_format::general, 6);
  return std::string(text.data(), written.ptr);
}

inline std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}
inline std::string attribute(std::string_view name, double value) { return attribute(name, place(value)); }

inline std::size_t letters_in(double width) { return static_cast<std::size_t>(math::larger(width, 0) / letter_width); }

inline double width_of(std::string_view text) {
  double letters = 0;
  for_each_character(text, [&](std::string_view) { ++letters; });
  return letters * letter_width;
}

inline std::string text_at(double x, double y, std::string_view text, std::string_view anchor = "start", std::string_view look = "label") {
  return "<text" + attribute("x", x) + attribute("y", y) + attribute("text-anchor", anchor) + attribute("class", look) + ">" + escaped(text) + "</text>";
}

inline std::string line_from(double x1, double y1, double x2, double y2, std::string_view look) {
  return "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) + attribute("class", look) + "/>";
}

inline std::string rectangle(double x, double y, double width, double height, std::string_view look, std::string_view title) {
  return "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) + attribute("height", height) + attribute("class", look) +
         (title.empty() ? "/>" : "><title>" + escaped(title) + "</title></rect>");
}

inline std::string colour_of(std::size_t series) { return "c" + std::to_string(series % colour_count); }

inline std::string named_amount(std::string_view name, std::string_view amount) {
  return std::string(name) + (name.empty() || amount.empty() ? "" : ": ") + std::string(amount);
}

// What has been drawn, and how far down it reaches.
struct drawing {
  std::string svg{};
  double bottom = 4;
};

// A key in as many lines as it takes.
inline void draw_key(drawing& into, const chart& of) {
  double x = 0;
  double lines = 0;
  const auto put = [&](std::string_view text, const auto& mark) {
    const std::string shown = shortened(text, letters_in(drawing_width - 20));
    const double width = 20 + width_of(shown) + 12;
    if (x + width - 12 > drawing_width) {
      x = 0;
      ++lines;
    }
    const double y = into.bottom + lines * line_height;
    into.svg += mark(x, y) + text_at(x + 18, y + 12, shown, "start", "key");
    x += width;
  };
  if (of.all.size() > 1 || of.kind == chart_kind::lines || !of.limits.empty())
    for (std::size_t i = 0; i < of.all.size(); ++i) {
      // Of a single bar the amounts stand here, where there is room for them.
      const bool has_amount = of.kind == chart_kind::bars && of.rows.size() == 1 && of.all[i].points.size() == 1;
      const std::string text = of.all[i].name + (has_amount && !of.all[i].points.front().text.empty() ? " " + of.all[i].points.front().text : "");
      put(text, [&](double at, double y) { return rectangle(at, y + 2, 12, 12, colour_of(i), ""); });
    }
  for (std::size_t i = 0; i < of.limits.size(); ++i) {
    const auto is_same = [&](const limit& each) { return each.name == of.limits[i].name; };
    const auto first = std::find_if(of.limits.begin(), of.limits.end(), is_same);
    if (first != of.limits.begin() + static_cast<std::ptrdiff_t>(i) || of.limits[i].name.empty()) continue;
    put(of.limits[i].name, [&](double at, double y) { return line_from(at, y + 8, at + 12, y + 8, "limit"); });
  }
  if (x > 0) into.bottom += (lines + 1) * line_height + 6;
}

// What an axis measures, in as many lines as it takes.
inline void draw_title(drawing& into, double middle, std::string_view title) {
  const std::size_t most = letters_in(drawing_width);
  while (!title.empty()) {
    const std::size_t space = title.size() <= most ? std::string_view::npos : title.rfind(' ', most);
    into.svg += text_at(middle, into.bottom += 16, shortened(title.substr(0, space), most), "middle", "title");
    title.remove_prefix(space == std::string_view::npos ? title.size() : space + 1);
  }
}

inline void draw_bars(drawing& into, const chart& of) {
  std::vector<double> ends(of.rows.size());
  double most = 0;
  for (const series& each : of.all)
    for (const point& part : each.points)
      if (part.y >= 0 && part.y < static_cast<double>(ends.size())) ends[static_cast<std::size_t>(part.y)] += math::larger(part.x, 0);
  for (const double end : ends) most = math::larger(most, end);
  for (const limit& each : of.limits) most = math::larger(most, each.at);
  const scale across = scale_to(most);
  const auto x_of = [&](double value) { return across(value) * drawing_width; };

  const double top = into.bottom;
  const double height = row_height * static_cast<double>(of.rows.size());
  std::vector<double> filled(of.rows.size());
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    const double y = top + row_height * static_cast<double>(i);
    const double room = drawing_width - width_of(of.rows[i].text) - 12;
    for (const double mark : across.marks) {
      const double x = math::smaller(x_of(mark), drawing_width - 0.5);
      if (mark > 0) into.svg += line_from(x, y + bar_top - 2, x, y + bar_top + bar_height + 2, "grid");
    }
    into.svg += text_at(0, y + 15, shortened(of.rows[i].name, letters_in(room)));
    into.svg += text_at(drawing_width, y + 15, of.rows[i].text, "end", "amount");
  }
  for (std::size_t i = 0; i < of.all.size(); ++i)
    for (const point& part : of.all[i].points) {
      if (!(part.x > 0) || part.y < 0 || part.y >= static_cast<double>(of.rows.size())) continue;
      const auto row = static_cast<std::size_t>(part.y);
      const double y = top + row_height * part.y + bar_top;
      const std::string what = named_amount(of.all[i].name, part.text);
      into.svg += rectangle(x_of(filled[row]), y, math::larger(x_of(part.x), 0.5), bar_height, colour_of(i) + " part", named_amount(of.rows[row].name, what));
      filled[row] += part.x;
    }
  for (const limit& each : of.limits) {
    const double x = math::smaller(math::larger(x_of(each.at), 1), drawing_width - 1);
    for (std::size_t row = 0; row < of.rows.size(); ++row) {
      if (each.row != limit::every_row && each.row != static_cast<int>(row)) continue;
      const double y = top + row_height * static_cast<double>(row) + bar_top - 2;  // below what is said of the row
      into.svg += line_from(x, y, x, y + bar_height + 6, "limit");
    }
  }
  into.bottom = top + height + 14;
  into.svg += line_from(0, top + height, drawing_width, top + height, "axis");
  for (std::size_t i = 0; i < across.marks.size(); ++i)
    into.svg += text_at(x_of(across.marks[i]), into.bottom, plain_number(across.marks[i]), i == 0 ? "start" : i + 1 == across.marks.size() ? "end" : "middle", "mark");
  draw_title(into, drawing_width / 2, of.x.title);
  into.bottom += 6;
}

struct ends {
  double least = 0;
  double most = 0;
};

// Of what is above 0: a logarithm has no place for the rest, and other scales begin at 0.
inline ends ends_of(const chart& of, double point::* of_axis) {
  ends found;
  bool is_first = true;
  const auto take = [&](double value) {
    if (!(value > 0)) return;
    found.least = is_first ? value : math::smaller(found.least, value);
    found.most = is_first ? value : math::larger(found.most, value);
    is_first = false;
  };
  for (const series& each : of.all)
    for (const point& at : each.points) take(at.*of_axis);
  if (of.kind == chart_kind::lines && of_axis == &point::y)
    for (const limit& each : of.limits) take(each.at);
  return found;
}

inline scale scale_of(const ends& of, bool is_log) { return is_log ? log_scale(of.least, of.most) : scale_to(of.most); }

inline void draw_plane(drawing& into, const chart& of) {
  ends across = ends_of(of, &point::x);
  ends upward = ends_of(of, &point::y);
  // Points are compared with each other: both axes are the same.
  if (of.kind == chart_kind::points && of.x.is_log && of.y.is_log)
    across = upward = {math::smaller(across.least, upward.least), math::larger(across.most, upward.most)};
  const scale horizontal = scale_of(across, of.x.is_log);
  const scale vertical = scale_of(upward, of.y.is_log);
  if (!of.y.title.empty()) {
    into.svg += text_at(0, into.bottom + 12, of.y.title, "start", "title");
    into.bottom += line_height + 4;
  }
  const double top = into.bottom + 6;
  const double bottom = top + plane_height;
  const double right = drawing_width - plane_right;
  const auto x_of = [&](double value) { return plane_left + horizontal(value) * (right - plane_left); };
  const auto y_of = [&](double value) { return bottom - vertical(value) * plane_height; };
  for (const double mark : vertical.marks) {
    into.svg += line_from(plane_left, y_of(mark), right, y_of(mark), "grid");
    into.svg += text_at(plane_left - 8, y_of(mark) + 4, plain_number(mark), "end", "mark");
  }
  for (const double mark : horizontal.marks) {
    into.svg += line_from(x_of(mark), top, x_of(mark), bottom, "grid");
    const std::string number = plain_number(mark);
    const bool is_last = x_of(mark) + width_of(number) / 2 > drawing_width;
    into.svg += text_at(is_last ? drawing_width : x_of(mark), bottom + 16, number, is_last ? "end" : "middle", "mark");
  }
  into.svg += line_from(plane_left, bottom, right, bottom, "axis") + line_from(plane_left, top, plane_left, bottom, "axis");
  for (const limit& each : of.limits) {
    if (of.kind == chart_kind::lines) {
      into.svg += line_from(plane_left, y_of(each.at), right, y_of(each.at), "limit");
      continue;
    }
    // From where the line enters the plane to where it leaves it.
    if (!(each.at > 0) || !horizontal.is_log || !vertical.is_log) continue;
    const double from = math::larger(horizontal.from, vertical.from / each.at);
    const double to = math::smaller(horizontal.to, vertical.to / each.at);
    if (from < to) into.svg += line_from(x_of(from), y_of(from * each.at), x_of(to), y_of(to * each.at), each.at == 1 ? "axis" : "limit");
  }
  const auto is_drawn = [&](const point& each) { return (!of.x.is_log || each.x > 0) && (!of.y.is_log || each.y > 0); };
  for (std::size_t i = 0; i < of.all.size(); ++i) {
    if (of.kind == chart_kind::lines) {
      std::string path;
      for (const point& each : of.all[i].points)
        if (is_drawn(each)) path += (path.empty() ? "" : " ") + place(x_of(each.x)) + "," + place(y_of(each.y));
      into.svg += "<polyline" + attribute("points", path) + attribute("class", colour_of(i) + " line") + "/>";
    }
    for (const point& each : of.all[i].points)
      if (is_drawn(each))
        into.svg += "<circle" + attribute("cx", x_of(each.x)) + attribute("cy", y_of(each.y)) + attribute("r", of.kind == chart_kind::lines ? 4 : 3.5) +
                    attribute("class", colour_of(i) + (of.kind == chart_kind::points ? " dot" : "")) + "><title>" +
                    escaped(named_amount(of.all[i].name, each.text)) + "</title></circle>";
  }
  into.bottom = bottom + 20;
  draw_title(into, (plane_left + right) / 2, of.x.title);
  into.bottom += 6;
}

}  // namespace detail

// What the classes of a drawing look like, by day, by night and on paper. Stands in the <style> of the page, or of the drawing's own file.
inline constexpr std::string_view chart_style = R"css(
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--faint:#59636e;--rule:#d1d9e0;--soft:#f6f8fa;--good:#116329;--bad:#a40e26;--doubtful:#7d4e00;
--c0:#0072b2;--c1:#e69f00;--c2:#009e73;--c3:#cc79a7;--c4:#56b4e9;--c5:#d55e00;--c6:#8a7fd0;--c7:#8c8c8c;--c8:#b8a900;--c9:#882255;--c10:#117733;--c11:#774411}
@media(prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--faint:#9aa4af;--rule:#3d444d;--soft:#161b22;--good:#56d364;--bad:#ff8a80;--doubtful:#e3b341;
--c0:#3f9fdc;--c1:#e69f00;--c2:#2ab58a;--c3:#d993ba;--c4:#7cc8f2;--c5:#e8743b;--c6:#a79df0;--c7:#a0a0a0;--c8:#d8cf50;--c9:#c0608f;--c10:#5fae77;--c11:#b98255}}
@media print{:root{--back:#fff;--text:#000;--faint:#444;--rule:#bbb;--soft:#fff;--good:#116329;--bad:#a40e26;--doubtful:#7d4e00;
--c0:#0072b2;--c1:#e69f00;--c2:#009e73;--c3:#cc79a7;--c4:#56b4e9;--c5:#d55e00;--c6:#8a7fd0;--c7:#8c8c8c;--c8:#b8a900;--c9:#882255;--c10:#117733;--c11:#774411}
rect,circle,svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
svg text{font:13px system-ui,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;fill:var(--text);font-variant-numeric:tabular-nums}
svg text.mark,svg text.title{font-size:12px;fill:var(--faint)}
svg .grid{stroke:var(--rule);stroke-width:1}svg .axis{stroke:var(--faint);stroke-width:1}
svg .limit{stroke:var(--text);stroke-width:2;stroke-dasharray:4 3}
.c0{fill:var(--c0);stroke:var(--c0)}.c1{fill:var(--c1);stroke:var(--c1)}.c2{fill:var(--c2);stroke:var(--c2)}.c3{fill:var(--c3);stroke:var(--c3)}
.c4{fill:var(--c4);stroke:var(--c4)}.c5{fill:var(--c5);stroke:var(--c5)}.c6{fill:var(--c6);stroke:var(--c6)}.c7{fill:var(--c7);stroke:var(--c7)}
.c8{fill:var(--c8);stroke:var(--c8)}.c9{fill:var(--c9);stroke:var(--c9)}.c10{fill:var(--c10);stroke:var(--c10)}.c11{fill:var(--c11);stroke:var(--c11)}
svg .part{stroke:var(--back);stroke-width:1}
svg .line{fill:none;stroke-width:2}svg .dot{fill-opacity:.6}
)css";

// With names for those who do not see it: `id` makes them its own in a page.
inline std::string to_svg(const chart& of, std::string_view id) {
  detail::drawing made;
  detail::draw_key(made, of);
  of.kind == chart_kind::bars ? detail::draw_bars(made, of) : detail::draw_plane(made, of);
  const std::string title = std::string(id) + "-title";
  const std::string about = std::string(id) + "-about";
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"" + detail::attribute("aria-labelledby", title + " " + about) +
         detail::attribute("viewBox", "0 0 " + detail::place(detail::drawing_width) + " " + detail::place(made.bottom)) + "><title" +
         detail::attribute("id", title) + ">" + escaped(of.title) + "</title><desc" + detail::attribute("id", about) + ">" + escaped(of.about) + "</desc>" +
         made.svg + "</svg>\n";
}

}  // namespace headroom::report
