// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <headroom/model/shape.hpp>
#include <string>
#include <string_view>

#include <headroom/read/model_config/fields.hpp>

namespace headroom::read::configs {

// Layers one after the other, gathered into a shape's kinds and their order.
class layer_list {
 public:
  explicit layer_list(const fields& of) : of_(&of) {}

  // Fails where a shape has no room for another kind.
  void add(const layer& next);
  // Of a layer that is there; empty where none is like it.
  std::string_view letter_of(const layer& like) const;
  void put_into(transformer& model) const;

 private:
  const fields* of_;
  std::array<layer, max_layer_kinds> kinds_{};
  std::size_t kinds_seen_ = 0;
  std::string letters_{};
};

// Every layer that the function gives for the places from 0 to `layers` - 1. Returns the list, for a look at it.
template <class LayerAt>
layer_list put_layers(const fields& c, transformer& model, count layers, LayerAt layer_at_place) {
  layer_list all(c);
  for (count place = 0; place < layers; ++place) all.add(layer_at_place(place));
  all.put_into(model);
  return all;
}

// num_hidden_layers, or what it is called.
count layer_number(const fields& c, std::string_view names = "num_hidden_layers");

}  // namespace headroom::read::configs
