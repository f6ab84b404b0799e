// SPDX-License-Identifier: BSL-1.0
// The numbers in README.md's table.
#include <headroom/headroom.hpp>

#include <algorithm>

namespace counts_page {

namespace hr = headroom;

template <class Predicate>
constexpr std::ptrdiff_t machines_that(Predicate holds) {
  return std::ranges::count_if(hr::catalog::machines(), holds);
}

static_assert(hr::catalog::gpus().size() == 32);
static_assert(hr::catalog::cpus().size() == 6);
static_assert(hr::catalog::prices().size() == 47);
static_assert(hr::disputes::all.size() == 58);
static_assert(machines_that([](const hr::machine& m) { return m.rack() != nullptr; }) == 2);
static_assert(machines_that([](const hr::machine& m) { return m.board() != nullptr; }) == 5);
static_assert(machines_that([](const hr::machine& m) {
                return m.rack() == nullptr && m.vm() != nullptr && m.vm()->provider == hr::provider::azure &&
                       m.vm()->status.status != hr::lifecycle_status::as_stated;
              }) == 66);
static_assert(machines_that([](const hr::machine& m) {
                return m.vm() != nullptr && (m.vm()->provider == hr::provider::aws || m.vm()->provider == hr::provider::gcp);
              }) == 19);

}  // namespace counts_page
