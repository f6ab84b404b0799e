// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/layers.hpp>


#include <vector>
#include <headroom/read/common/messages.hpp>

namespace headroom::read::configs {

namespace {

constexpr std::string_view letters = "abcdef";
static_assert(letters.size() == max_layer_kinds);

// Of the shortest part that, repeated and perhaps cut at the end, makes the text.
std::size_t period_of(std::string_view text) {
  std::vector<std::size_t> border(text.size() + 1,
                                  0);  // the longest proper end of so many letters that they begin with
  for (std::size_t i = 1; i < text.size(); ++i) {
    std::size_t k = border[i];
    while (k > 0 && text[i] != text[k]) k = border[k];
    border[i + 1] = text[i] == text[k] ? k + 1 : 0;
  }
  return text.size() - border[text.size()];
}

bool are_one_after_the_other(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i)
    if (text[i] < text[i - 1]) return false;  // letters are given in the order of their first use
  return true;
}

}  // namespace

void layer_list::add(const layer& next) {
  for (std::size_t i = 0; i < kinds_seen_; ++i) {
    layer same = next;
    same.letter = kinds_[i].letter;
    same.how_many = kinds_[i].how_many;
    if (same != kinds_[i]) continue;
    ++kinds_[i].how_many;
    letters_ += letters[i];
    return;
  }
  if (kinds_seen_ == max_layer_kinds)
    of_->fail(of_->object(), concat("layer ", letters_.size() + 1, " is of another kind than all before it: expected at most ", max_layer_kinds, " kinds"));
  kinds_[kinds_seen_] = next;
  kinds_[kinds_seen_].letter = letters[kinds_seen_];
  kinds_[kinds_seen_].how_many = 1;
  letters_ += letters[kinds_seen_++];
}

std::string_view layer_list::letter_of(const layer& like) const {
  for (std::size_t i = 0; i < kinds_seen_; ++i) {
    layer same = like;
    same.letter = kinds_[i].letter;
    same.how_many = kinds_[i].how_many;
    if (same == kinds_[i]) return letters.substr(i, 1);
  }
  return {};
}

void layer_list::put_into(transformer& model) const {
  model.layers = kinds_;
  model.order =
      are_one_after_the_other(letters_) ? std::string_view{} : of_->keep(letters_.substr(0, period_of(letters_)));
}

count layer_number(const fields& c, std::string_view names) {
  const count layers = c.number(names);
  if (layers > most_layers)
    c.fail(names.substr(0, names.find('|')), concat(layers, " layers: expected at most ", most_layers));
  return layers;
}

}  // namespace headroom::read::configs
