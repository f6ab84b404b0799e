// SPDX-License-Identifier: BSL-1.0
#include "estimate/objective.hpp"

#include <fmt/format.h>

#include <headroom/text/to_text.hpp>

#include "estimate/search.hpp"
#include "fit/fit_words.hpp"

namespace headroom::program {

namespace {

struct objective_words {
  std::string_view name;
  std::string_view best;
  std::string_view worse;
};
constexpr objective_words words_of(objective by) {
  switch (by) {
    case objective::time:
      return {"time", "fastest", "slower"};
    case objective::money:
      return {"money", "cheapest", "dearer"};
    case objective::gpus:
      break;
  }
  return {"gpus", "best of a GPU", "slower of a GPU"};
}

}  // namespace

std::string_view name(objective by) { return words_of(by).name; }

std::string found_text(const layouts_found& of, objective by) {
  std::string text = fmt::format("{} {} of {} with room, of {} tried", of.load.empty() ? "The" : fmt::format("With {} the", of.load), words_of(by).best,
                                 so_many(of.with_room, "layout"), number_text(of.tried));
  if (of.left_out > 0) text += fmt::format("; {} {} left out, as bounds show {} to be no better than those told with --compare", number_text(of.left_out), inflected(of.left_out, "was", "were"), inflected(of.left_out, "it", "them"));
  return text + ".";
}

std::string untimed_text(const layouts_found& of) {
  return of.untimed == 0 ? "" : fmt::format(" {} more {} room and cannot be timed: {}.", number_text(of.untimed), inflected(of.untimed, "has", "have"), of.why_untimed);
}

std::string runner_up_text(std::string_view split, count gpus, double behind, objective by) {
  return fmt::format(" The runner-up, {} on {}, is {} % {}.", split, so_many(gpus, "GPU"),
                     rounded_number(behind * 100, 2).view(), words_of(by).worse);
}

}  // namespace headroom::program
