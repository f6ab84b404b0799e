// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include <headroom/parallel/pipeline_schedule.hpp>

#include <check.hpp>

// Each schedule is run here pass by pass, from the order that its authors describe, and takes as long as the formula says.
namespace pipeline_schedule_test {
namespace {

using enum hr::pipeline_schedule;

struct passes {
  double forward = 1;
  double inputs = 1;   // of the backward pass, the gradients of inputs
  double weights = 1;  // of it, those of weights
};
constexpr hr::stage_passes of(const passes& p) {
  return {.forward = hr::seconds(p.forward), .backward = hr::seconds(p.inputs + p.weights), .weights = hr::seconds(p.weights)};
}

enum class pass { forward, inputs, weights };
using done_pass = std::tuple<pass, int, int>;          // which, of which stage and micro-batch
using together = std::vector<done_pass>;               // what ends at once
using order = std::vector<together>;                   // of one rank

// When all ranks have ended.
double run(const std::vector<order>& ranks, int stages, const passes& takes) {
  std::map<done_pass, double> ended;
  std::vector<std::size_t> at(ranks.size());
  std::vector<double> clock(ranks.size());
  const auto may_begin = [&](const together& all, double& when) {
    for (const auto& [which, stage, batch] : all) {
      std::vector<done_pass> before;
      if (which == pass::forward && stage > 0) before.push_back({pass::forward, stage - 1, batch});
      if (which == pass::inputs) before.push_back({pass::forward, stage, batch});
      if (which == pass::inputs && stage < stages - 1) before.push_back({pass::inputs, stage + 1, batch});
      if (which == pass::weights && std::ranges::find(all, done_pass{pass::inputs, stage, batch}) == all.end())
        before.push_back({pass::inputs, stage, batch});
      for (const done_pass& each : before) {
        if (!ended.contains(each)) return false;
        when = std::max(when, ended[each]);
      }
    }
    return true;
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      for (double when = clock[rank]; at[rank] < ranks[rank].size() && may_begin(ranks[rank][at[rank]], when); when = clock[rank]) {
        for (const done_pass& each : ranks[rank][at[rank]])
          when += std::get<0>(each) == pass::forward ? takes.forward : std::get<0>(each) == pass::inputs ? takes.inputs : takes.weights;
        for (const done_pass& each : ranks[rank][at[rank]]) ended[each] = when;
        clock[rank] = when;
        ++at[rank];
        moved = true;
      }
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) REQUIRE(at[rank] == ranks[rank].size());
  return *std::ranges::max_element(clock);
}

// As many ahead as there are stages behind; the backward pass is one piece.
order one_forward_one_backward_on(int stage, int stages, int batches) {
  order all;
  int forward = 0;
  for (; forward < std::min(stages - stage - 1, batches); ++forward) all.push_back({{pass::forward, stage, forward}});
  for (int back = 0; back < batches; ++back) {
    if (forward < batches) all.push_back({{pass::forward, stage, forward++}});
    all.push_back({{pass::inputs, stage, back}, {pass::weights, stage, back}});
  }
  return all;
}

// A group of micro-batches passes each virtual stage of a rank before the next; groups are cut so that the last one is as long as the pipeline, too.
int group_by_trying(int stages, int batches) {
  for (int group = stages; group < batches; ++group)
    if (batches % group == 0 || batches % group >= stages) return group;
  return batches;
}

// Narayanan et al., 2021, figure 4: forward passes that fill the pipeline, then one forward and one backward in turn, in which virtual stages come from the last.
order interleaved_on(int rank, int stages, int chunks, int batches) {
  const int group = group_by_trying(stages, batches);
  std::vector<done_pass> there, back;
  for (int first = 0; first < batches; first += group)
    for (int chunk = 0; chunk < chunks; ++chunk)
      for (int batch = first; batch < std::min(first + group, batches); ++batch) {
        there.push_back({pass::forward, chunk * stages + rank, batch});
        back.push_back({pass::inputs, (chunks - 1 - chunk) * stages + rank, batch});
      }
  const auto passes = static_cast<int>(there.size());
  const int filling = std::min(passes, (chunks - 1) * group + 2 * (stages - 1 - rank));
  order all;
  for (int i = 0; i < passes + filling; ++i) {
    if (i < passes) all.push_back({there[static_cast<std::size_t>(i)]});
    if (i < filling) continue;
    const auto [which, stage, batch] = back[static_cast<std::size_t>(i - filling)];
    all.push_back({{which, stage, batch}, {pass::weights, stage, batch}});
  }
  return all;
}

// The gradients of weights lag by as many micro-batches as there are stages before, and fill the end.
order zero_bubble_h1_on(int stage, int stages, int batches) {
  order all;
  int forward = 0;
  int weights = 0;
  for (; forward < std::min(stages - stage, batches); ++forward) all.push_back({{pass::forward, stage, forward}});
  for (int back = 0; back < batches; ++back) {
    all.push_back({{pass::inputs, stage, back}});
    if (back + 1 - weights > stage) all.push_back({{pass::weights, stage, weights++}});
    if (forward < batches) all.push_back({{pass::forward, stage, forward++}});
  }
  while (weights < batches) all.push_back({{pass::weights, stage, weights++}});
  return all;
}

// The eight steps of DualPipe: `near` micro-batches come from the rank's own end, `far` ones from the other. How many passes run as pairs.
struct dual_pipe_order {
  order all;
  int pairs = 0;
};
dual_pipe_order dual_pipe_on(int rank, int stages, int batches) {
  dual_pipe_order made;
  const int inside = std::min(rank, stages - 1 - rank);
  const int middle = stages / 2 - inside - 1;
  const int near = rank < stages / 2 ? 0 : 1;
  std::vector<int> begun(2);
  std::vector<int> returned(2);
  const auto name = [&](int way, int n) { return 2 * n + way; };
  const auto stage_of = [&](int way) { return way == 0 ? rank : stages - 1 - rank; };
  const auto way_of = [&](bool is_far) { return is_far ? 1 - near : near; };
  const auto forward = [&](bool is_far) {
    const int way = way_of(is_far);
    return done_pass{pass::forward, stage_of(way), name(way, begun[static_cast<std::size_t>(way)]++)};
  };
  const auto back = [&](bool is_far) {
    const int way = way_of(is_far);
    return done_pass{pass::inputs, stage_of(way), name(way, returned[static_cast<std::size_t>(way)]++)};
  };
  const auto weights = [](const done_pass& of_it) { return done_pass{pass::weights, std::get<1>(of_it), std::get<2>(of_it)}; };
  const auto whole = [&](bool is_far) {
    const done_pass b = back(is_far);
    made.all.push_back({b, weights(b)});
  };
  const auto pair = [&](bool far_forward) {
    const done_pass f = forward(far_forward);
    const done_pass b = back(!far_forward);
    made.all.push_back({f, b, weights(b)});
    ++made.pairs;
  };
  std::vector<done_pass> later;
  const auto split = [&](bool is_far) {
    const done_pass b = back(is_far);
    made.all.push_back({b});
    later.push_back(weights(b));
  };
  const auto fill = [&] {
    made.all.push_back({later.front()});
    later.erase(later.begin());
  };
  for (int i = 0; i < 2 * middle; ++i) made.all.push_back({forward(false)});
  for (int i = 0; i <= inside; ++i) {
    made.all.push_back({forward(false)});
    made.all.push_back({forward(true)});
  }
  for (int i = 0; i < middle; ++i) {
    split(true);
    fill();
    made.all.push_back({forward(true)});
  }
  for (int i = 0; i < batches / 2 - stages + inside + 1; ++i) {
    pair(false);
    pair(true);
  }
  for (int i = 0; i < middle; ++i) {
    whole(true);
    pair(true);
  }
  // From the middle of these on, gradients of weights wait.
  for (int i = 0; i < 2 * (inside + 1); ++i) i <= inside ? whole(i % 2 == 0) : split(i % 2 == 0);
  for (int i = 0; i < middle; ++i) {
    fill();
    split(false);
  }
  while (!later.empty()) fill();
  return made;
}

template <class Order>
double idle(int stages, int batches, const passes& takes, Order order_on) {
  std::vector<order> ranks;
  for (int rank = 0; rank < stages; ++rank) ranks.push_back(order_on(rank, stages, batches));
  return run(ranks, stages, takes) - batches * (takes.forward + takes.inputs + takes.weights);
}
double said(hr::pipeline_schedule by, int stages, const passes& takes) { return hr::in_seconds(hr::pipeline_bubble(by, stages, 1, 64, of(takes))); }

}  // namespace

TEST_CASE("bubbles are those of the schedules, run pass by pass") {
  for (const passes& takes : {passes{}, {1, 1.2, 0.8}, {1, 1.4, 0.9}})
    for (const int stages : {2, 4, 8})
      for (const int batches : {16, 40}) {
        CAPTURE(stages);
        CAPTURE(batches);
        CAPTURE(takes.inputs);
        CHECK(said(one_forward_one_backward, stages, takes) == doctest::Approx(idle(stages, batches, takes, one_forward_one_backward_on)));
        CHECK(said(zero_bubble_h1, stages, takes) == doctest::Approx(idle(stages, batches, takes, zero_bubble_h1_on)));
        CHECK(said(dual_pipe, stages, takes) ==
              doctest::Approx(idle(stages, batches, takes, [](int a, int b, int c) { return dual_pipe_on(a, b, c).all; })));
        CHECK(hr::paired_share(dual_pipe, stages, batches) == doctest::Approx(dual_pipe_on(0, stages, batches).pairs / static_cast<double>(batches)));
      }
}

// What gave the schedules their name: nothing is idle where the three passes take alike.
TEST_CASE("the second zero-bubble schedule leaves nothing idle, and no schedule less than that") {
  constexpr hr::stage_passes alike{.forward = hr::seconds(1), .backward = hr::seconds(2), .weights = hr::seconds(1)};
  CHECK_CONSTEXPR(hr::pipeline_bubble(zero_bubble_h2, 8, 1, 64, alike) == hr::seconds(0));
  CHECK_CONSTEXPR(hr::pipeline_bubble(zero_bubble_h2, 8, 1, 64, {.forward = hr::seconds(1), .backward = hr::seconds(4), .weights = hr::seconds(3)}) == hr::seconds(0));
  CHECK_CONSTEXPR(hr::pipeline_bubble(one_forward_one_backward, 8, 7, 64, alike) == hr::seconds(3));
  CHECK_CONSTEXPR(hr::pipeline_bubble(dual_pipe, 1, 1, 64, alike) == hr::seconds(0));
  CHECK_CONSTEXPR(hr::pipeline_bubble(dual_pipe, 2, 1, 64, alike) == hr::seconds(0));
}

TEST_CASE("a schedule says what it cannot run") {
  CHECK_CONSTEXPR(hr::contradiction(one_forward_one_backward, 7, 4).empty());
  CHECK_CONSTEXPR(hr::contradiction(zero_bubble_h1, 1, 1).empty());
  CHECK_CONSTEXPR(!hr::contradiction(zero_bubble_h1, 8, 2).empty());
  CHECK_CONSTEXPR(!hr::contradiction(zero_bubble_h2, 2, 2).empty());
  CHECK_CONSTEXPR(hr::contradiction(zero_bubble_h2, 2, 1).empty());
  CHECK_CONSTEXPR(hr::contradiction(zero_bubble_h1, 7, 1).empty());
  CHECK_CONSTEXPR(!hr::contradiction(dual_pipe, 3, 1).empty());
  CHECK_CONSTEXPR(hr::contradiction(dual_pipe, 1, 1).empty());
  CHECK_CONSTEXPR(!hr::contradiction(dual_pipe, 7, 1).empty());
  CHECK_CONSTEXPR(hr::contradiction(dual_pipe, 8, 1).empty());
  CHECK_CONSTEXPR(hr::micro_batches_contradict(one_forward_one_backward, 8, 1).empty());
  CHECK_CONSTEXPR(hr::micro_batches_contradict(dual_pipe, 1, 1).empty());
  CHECK_CONSTEXPR(!hr::micro_batches_contradict(zero_bubble_h1, 2, 1).empty());
  CHECK_CONSTEXPR(!hr::micro_batches_contradict(dual_pipe, 2, 3).empty());
  CHECK_CONSTEXPR(!hr::micro_batches_contradict(zero_bubble_h1, 8, 7).empty());
  CHECK_CONSTEXPR(hr::micro_batches_contradict(zero_bubble_h1, 8, 8).empty());
  CHECK_CONSTEXPR(!hr::micro_batches_contradict(zero_bubble_h2, 8, 14).empty());
  CHECK_CONSTEXPR(hr::micro_batches_contradict(zero_bubble_h2, 8, 15).empty());
  CHECK_CONSTEXPR(!hr::micro_batches_contradict(dual_pipe, 8, 14).empty());
  CHECK_CONSTEXPR(!hr::micro_batches_contradict(dual_pipe, 8, 17).empty());
  CHECK_CONSTEXPR(hr::micro_batches_contradict(dual_pipe, 8, 16).empty());
  CHECK_CONSTEXPR(hr::stages_per_rank(dual_pipe) == 2);
  CHECK_CONSTEXPR(hr::stages_per_rank(zero_bubble_h2) == 1);
  CHECK_CONSTEXPR(hr::paired_share(zero_bubble_h1, 8, 16) == 0);
  CHECK_CONSTEXPR(hr::paired_share(dual_pipe, 1, 16) == 0);
  CHECK_CONSTEXPR(hr::paired_share(dual_pipe, 2, 0) == 0);
  CHECK_CONSTEXPR(hr::paired_share(dual_pipe, 8, 11) == 0);    // 11 - 12 + 1
  CHECK_CONSTEXPR(hr::paired_share(dual_pipe, 2, 1) == 0);     // 1 - 3 + 1 is below zero
  CHECK_CONSTEXPR(hr::paired_share(dual_pipe, 2, 4) == 0.5);   // 4 - 3 + 1 of 4
}

// Each at passes of 2, 7 and 3 seconds, of which the last are gradients of weights.
TEST_CASE("bubbles are those of the table in the docs, and never below zero") {
  const auto bubble = [](hr::pipeline_schedule by, hr::count stages, hr::count chunks, double weights) {
    return hr::in_seconds(hr::pipeline_bubble(by, stages, chunks, 64, {.forward = hr::seconds(2), .backward = hr::seconds(7), .weights = hr::seconds(weights)}));
  };
  for (const hr::pipeline_schedule by : {one_forward_one_backward, zero_bubble_h1, zero_bubble_h2, dual_pipe})
    for (const hr::count stages : {0, 1})
      for (const double weights : {3.0, 6.0}) CHECK(bubble(by, stages, 1, weights) == 0);
  for (const hr::count stages : {2, 4, 12}) {
    CAPTURE(stages);
    const double p = static_cast<double>(stages);
    CHECK(bubble(one_forward_one_backward, stages, 1, 3) == (p - 1) * 9);
    CHECK(bubble(one_forward_one_backward, stages, 2, 3) == (p - 1) / 2 * 9);
    CHECK(bubble(zero_bubble_h1, stages, 1, 3) == (p - 1) * 3);
    CHECK(bubble(zero_bubble_h2, stages, 1, 2.5) == (p - 1) * 1.5);
    CHECK(bubble(zero_bubble_h2, stages, 1, 3) == 0);
    CHECK(bubble(zero_bubble_h1, stages, 1, 4.5) == 0);
    CHECK(bubble(zero_bubble_h1, stages, 1, 5) == 0);
    CHECK(bubble(dual_pipe, stages, 1, 5) == (p / 2 - 1));
    CHECK(bubble(dual_pipe, stages, 1, 6) == 0);
  }
}

TEST_CASE("DualPipe pairs the passes of m - 3 p / 2 + 1 of m micro-batches, where that is more than none") {
  for (const hr::pipeline_schedule by : {one_forward_one_backward, zero_bubble_h1, zero_bubble_h2, dual_pipe})
    for (const hr::count stages : {0, 1, 2, 4, 8})
      for (const hr::count batches : {-1, 0, 1, 2, 3, 5, 6, 11, 12, 13, 40}) {
        CAPTURE(stages);
        CAPTURE(batches);
        const hr::count twice = 2 * batches - 3 * stages + 2;
        const double expected = by == dual_pipe && stages > 1 && batches > 0 && twice > 0 ? static_cast<double>(twice) / static_cast<double>(2 * batches) : 0;
        CHECK(hr::paired_share(by, stages, batches) == doctest::Approx(expected).epsilon(1e-12));
      }
}

// In the order of Narayanan et al.: forward passes that fill the pipeline, then one forward and one backward in turn. The first rank fills longest.
TEST_CASE("1F1B pairs each backward pass with the forward pass behind it") {
  for (const int stages : {1, 2, 4, 8})
    for (const int chunks : {1, 2, 5})
      for (const int batches : {1, 3, 8, 11, 16, 22, 40}) {
        const order passes = chunks > 1 ? interleaved_on(0, stages, chunks, batches) : one_forward_one_backward_on(0, stages, batches);
        int pairs = 0;
        for (std::size_t i = 1; i < passes.size(); ++i)
          pairs += std::get<0>(passes[i - 1].front()) == pass::inputs && std::get<0>(passes[i].front()) == pass::forward;
        CAPTURE(stages);
        CAPTURE(chunks);
        CAPTURE(batches);
        CHECK(hr::paired_share_of_1f1b(stages, chunks, batches) == doctest::Approx(pairs / static_cast<double>(batches * chunks)));
      }
  CHECK_CONSTEXPR(hr::paired_share_of_1f1b(8, 1, 8) == 0);
  CHECK_CONSTEXPR(hr::paired_share_of_1f1b(1, 1, 4) == 0.75);
}

// Of every number of micro-batches, fewer than the stages too.
TEST_CASE("interleaved stages are idle as long as their passes, run one by one, wait for each other") {
  for (const passes& takes : {passes{1, 0.5, 0.5}, passes{1, 1.2, 0.8}})
    for (const int stages : {2, 3, 5})
      for (const int chunks : {2, 3})
        for (int batches = 1; batches <= 17; ++batches) {
          std::vector<order> ranks;
          for (int rank = 0; rank < stages; ++rank) ranks.push_back(interleaved_on(rank, stages, chunks, batches));
          const double whole = takes.forward + takes.inputs + takes.weights;
          const double waited = run(ranks, stages * chunks, takes) - batches * chunks * whole;
          const passes of_all{takes.forward * chunks, takes.inputs * chunks, takes.weights * chunks};
          CAPTURE(stages);
          CAPTURE(chunks);
          CAPTURE(batches);
          CHECK(hr::in_seconds(hr::pipeline_bubble(one_forward_one_backward, stages, chunks, batches, of(of_all))) == doctest::Approx(waited));
          CHECK(hr::micro_batches_contradict(one_forward_one_backward, stages, batches).empty());
        }
}

// The fewest that leave no group smaller than the pipeline, by trying each number. What PyTorch takes (rounds of m / p, rounded down, where as many
// divide m) comes out so, too.
TEST_CASE("micro-batches go through interleaved stages in groups of as many as there are stages, or a few more") {
  for (int stages = 1; stages <= 12; ++stages)
    for (int batches = 1; batches <= 150; ++batches) {
      CAPTURE(stages);
      CAPTURE(batches);
      const hr::count group = hr::interleaved_group(stages, batches);
      CHECK(group == group_by_trying(stages, batches));
      const int rounds = std::max(1, batches / stages);
      if (batches % rounds == 0) CHECK(group == batches / rounds);
    }
  CHECK_CONSTEXPR(hr::interleaved_group(4, 16) == 4);
  CHECK_CONSTEXPR(hr::interleaved_group(4, 10) == 5);
  CHECK_CONSTEXPR(hr::interleaved_group(4, 3) == 3);
  CHECK_CONSTEXPR(hr::interleaved_group(hr::max_count / 3, hr::max_count - 1) > 0);
}

TEST_CASE("each schedule has words for what it cannot run, from the first that is too few or too many") {
  constexpr std::string_view interleaved = "virtual stages are interleaved in 1F1B, and another schedule is named";
  for (const hr::pipeline_schedule by : {one_forward_one_backward, zero_bubble_h1, zero_bubble_h2, dual_pipe}) {
    const bool is_dual = by == dual_pipe;
    for (const hr::count stages : {1, 2, 3, 4, 5})
      for (const hr::count chunks : {1, 2, 3}) {
        const bool may_be = by == one_forward_one_backward || stages == 1;
        CHECK(hr::contradiction(by, stages, chunks) == (may_be                          ? ""
                                                        : chunks > 1                    ? interleaved
                                                        : is_dual && stages % 2 != 0 ? "DualPipe needs an even number of pipeline stages"
                                                                                     : ""));
      }
    for (const hr::count stages : {1, 2, 3, 4, 5})
      for (hr::count batches = 1; batches < 14; ++batches) {
        CAPTURE(stages);
        CAPTURE(batches);
        std::string_view expected;
        if (stages > 1) {
          if (by == zero_bubble_h1 && batches < stages) expected = "the zero-bubble schedule H1 needs as many micro-batches as pipeline stages";
          if (by == zero_bubble_h2 && batches + 1 < stages + stages)
            expected = "the zero-bubble schedule H2 needs twice as many micro-batches as pipeline stages, less one";
          if (is_dual && (batches < stages + stages || batches / 2 * 2 != batches))
            expected = "DualPipe needs an even number of micro-batches, and twice as many as pipeline stages";
        }
        CHECK(hr::micro_batches_contradict(by, stages, batches) == expected);
      }
  }
}

}  // namespace pipeline_schedule_test
