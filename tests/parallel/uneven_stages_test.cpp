// SPDX-License-Identifier: BSL-1.0
#include <headroom/parallel/uneven_stages.hpp>

#include <check.hpp>
#include <parallel/run_1f1b.hpp>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace parallel_uneven_stages_test {
namespace {

using stages_taken = std::vector<passes_1f1b>;

// Stages that are equal one behind the other are added together, or each by itself.
double said(const stages_taken& stages, hr::count batches, bool together) {
  hr::uneven_stages all(static_cast<hr::count>(stages.size()), batches);
  for (std::size_t at = 0; at < stages.size();) {
    std::size_t end = at + 1;
    while (together && end < stages.size() && stages[end].forward == stages[at].forward && stages[end].backward == stages[at].backward) ++end;
    all.add(stages[at].forward, stages[at].backward, static_cast<hr::count>(end - at));
    at = end;
  }
  return all.takes();
}

void check(const stages_taken& stages, std::size_t batches) {
  CAPTURE(stages.size());
  CAPTURE(batches);
  const double takes = run_1f1b(stages, batches);
  CHECK(said(stages, static_cast<hr::count>(batches), true) == doctest::Approx(takes).epsilon(1e-12));
  CHECK(said(stages, static_cast<hr::count>(batches), false) == doctest::Approx(takes).epsilon(1e-12));
}

constexpr double of_one_slow(bool is_first, hr::count batches) {
  hr::uneven_stages all(4, batches);
  if (is_first) all.add(2, 4, 1);
  all.add(1, 2, 3);
  if (!is_first) all.add(2, 4, 1);
  return all.takes();
}

}  // namespace

// By hand: m + p - 1 passes of the same stage. Where the last is slow, every micro-batch waits for it, between the passes of one through the others.
// Where the first is, it waits for the others to return the first micro-batch, 9 s, while it runs three more forward, 6 s; at the end it has three
// left to run back, 12 s, while the others return one.
TEST_CASE("the place of a slow stage says how long others wait for it") {
  constexpr auto alike = [](hr::count stages, hr::count batches) {
    hr::uneven_stages all(stages, batches);
    all.add(1, 2, stages);
    return all.takes();
  };
  CHECK_CONSTEXPR(alike(1, 5) == 15);
  CHECK_CONSTEXPR(alike(4, 1) == 12);
  CHECK_CONSTEXPR(alike(4, 8) == 33);
  CHECK_CONSTEXPR(alike(16, 64) == 237);
  CHECK_CONSTEXPR(of_one_slow(false, 8) == 9 + 8 * 6);
  CHECK_CONSTEXPR(of_one_slow(true, 8) == 8 * 6 + 9 - 6);
}

// By hand: a rank hides of its own passes, and no chain stays on two ranks. Where the slow last one hides 4 s of its eight micro-batches, it is still the one
// that others wait for.
TEST_CASE("what passes hide beside each other is taken off once") {
  constexpr auto hiding = [](double of_alike, double of_last) {
    hr::uneven_stages all(4, 8);
    all.add(1, 2, 3, of_alike);
    all.add(of_last > 0 ? 2 : 1, of_last > 0 ? 4 : 2, 1, of_last > 0 ? of_last : of_alike);
    return all.takes();
  };
  CHECK_CONSTEXPR(hiding(5, 0) == 33 - 5);
  CHECK_CONSTEXPR(hiding(0, 4) == 57 - 4);
}

TEST_CASE("stages that differ take as long as their passes, run one by one") {
  std::mt19937 random(20'261'130);
  const auto between = [&](double least, double most) { return least + (most - least) * static_cast<double>(random() % 1'000) / 1'000; };
  for (int drawn = 0; drawn < 4'000; ++drawn) {
    const std::size_t p = 1 + random() % 9;
    const std::size_t batches = 1 + random() % 24;
    const unsigned kind = random() % 4;
    const double ratio = 1 + static_cast<double>(random() % 3);
    const std::size_t slow = random() % p;
    stages_taken stages(p, passes_1f1b{1, ratio});
    for (std::size_t at = 0; at < p; ++at) {
      const double forward = between(0.1, 3);
      const double backward = between(0.1, 3);
      const bool repeats = at > 0 && random() % 2 == 0;
      if (kind == 0 && at == slow) stages[at] = {forward, ratio * forward};
      if (kind == 1) stages[at] = {forward, ratio * forward};
      if (kind == 2) stages[at] = {forward, backward};
      if (kind == 3) stages[at] = repeats ? stages[at - 1] : passes_1f1b{forward, backward};
    }
    check(stages, batches);
  }
}

// By hand: the last of four alike stages ends three backward passes, 6 s, before the first, and the slow one of them ends later.
TEST_CASE("what a stage does behind its last pass is waited for as far as it ends after the others") {
  constexpr auto ending = [](double of_first, double of_last) {
    hr::uneven_stages all(4, 8);
    all.add(1, 2, 1, 0, of_first);
    all.add(1, 2, 2);
    all.add(1, 2, 1, 0, of_last);
    return all.takes();
  };
  CHECK_CONSTEXPR(ending(0, 0) == 33);
  CHECK_CONSTEXPR(ending(5, 0) == 38);
  CHECK_CONSTEXPR(ending(0, 5) == 33);
  CHECK_CONSTEXPR(ending(0, 7) == 34);
  CHECK_CONSTEXPR(ending(3, 7) == 36);
}

TEST_CASE("the last of all stages that ends is found, as their passes run one by one") {
  std::mt19937 random(20'261'201);
  const auto between = [&](double least, double most) { return least + (most - least) * static_cast<double>(random() % 1'000) / 1'000; };
  int later = 0;
  for (int drawn = 0; drawn < 4'000; ++drawn) {
    const std::size_t p = 1 + random() % 9;
    const std::size_t batches = 1 + random() % 24;
    const double longest = between(0, 30);
    stages_taken stages(p);
    std::vector<double> after(p);
    for (std::size_t at = 0; at < p; ++at) {
      const bool repeats = at > 0 && random() % 2 == 0;
      const double forward = between(0.1, 3);
      const double backward = between(0.1, 3);
      const double behind = between(0, longest);
      stages[at] = repeats ? stages[at - 1] : passes_1f1b{forward, backward};
      after[at] = repeats ? after[at - 1] : behind;
    }
    const std::vector<double> ends = ends_of_1f1b(stages, batches);
    double last = 0;
    for (std::size_t at = 0; at < p; ++at) last = std::max(last, ends[at] + after[at]);
    later += last > ends[0] + after[0];
    for (const bool together : {false, true}) {
      hr::uneven_stages all(static_cast<hr::count>(p), static_cast<hr::count>(batches));
      for (std::size_t at = 0; at < p;) {
        std::size_t end = at + 1;
        while (together && end < p && stages[end].forward == stages[at].forward && stages[end].backward == stages[at].backward && after[end] == after[at]) ++end;
        all.add(stages[at].forward, stages[at].backward, static_cast<hr::count>(end - at), 0, after[at]);
        at = end;
      }
      CAPTURE(p);
      CAPTURE(batches);
      CHECK(all.takes() == doctest::Approx(last).epsilon(1e-12));
    }
  }
  CHECK(later > 500);
}

}  // namespace parallel_uneven_stages_test
