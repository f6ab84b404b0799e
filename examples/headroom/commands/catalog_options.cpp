// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_options.hpp"

#include <fmt/format.h>

#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>
#include <string_view>

#include "commands/most_paid.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

template <class T>
bool read(session& run, std::string_view option, const std::string& text, parsed<T> (*parse)(std::string_view),
          T& value) {
  if (text.empty()) return true;
  const parsed<T> result = parse(text);
  if (!result) {
    run.fail(fmt::format("{} {}: {}", option, in_quotes(text), result.error.message.view()));
    return false;
  }
  value = result.value;
  return true;
}

bool read_price(session& run, const std::string& text, std::optional<money_rate>& value) {
  if (!text.empty()) value = most_paid(text);
  if (text.empty() || value.has_value()) return true;
  run.fail(not_a_price(text));
  return false;
}

}  // namespace

bool read_minimums(session& run, const catalog_options& asked, minimums& least) {
  return read(run, "--min-memory", asked.min_memory, parse_memory, least.gpu_memory) &&
         read(run, "--min-system-memory", asked.min_system_memory, parse_memory, least.system_memory) &&
         read(run, "--min-scale-out", asked.min_scale_out, parse_bandwidth, least.scale_out.one_direction) &&
         read(run, "--min-gpus", asked.min_gpus, parse_count, least.gpus) &&
         read(run, "--min-vcpus", asked.min_vcpus, parse_count, least.vcpus) &&
         read_price(run, asked.max_price, least.most_paid);
}

}  // namespace headroom::program
