// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/rank_cache.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <cstddef>

namespace inference_rank_cache_test {
namespace {

namespace published = hr::models;

constexpr hr::serving_job on_pages(hr::count page, double shared = 0) {
  hr::serving_job job{.model = published::llama3_1_405b, .kv_cache = hr::fp8, .shared_prefix = shared};
  job.engine.page = page;
  return job;
}
constexpr const hr::attention& plain = published::llama3_1_405b.layers[0].attention;
constexpr const hr::attention& windowed = published::gpt_oss_120b.layers[0].attention;  // of 128 tokens

// Of a layer of that kind.
constexpr double cache_of(const hr::serving_job& job, std::size_t kind, hr::count sequences, hr::count context) {
  return hr::detail::cache_of_layer(job, job.model.layers[kind].attention, hr::layers_on_rank(job).of_kind[kind],
                                    sequences, context);
}

// Tokens of a layer, slot by slot: pages are given to the shared prefix, and then to each sequence for what it has
// beyond its whole pages.
constexpr hr::count one_by_one(hr::count sequences, hr::count context, hr::count shared, hr::count page) {
  hr::count pages_shared = 0, pages_own = 0;
  for (hr::count token = 0; token < context; ++token) {
    const bool begins = token % page == 0;
    const bool whole_page_is_shared = token - token % page + page <= shared;
    if (begins && whole_page_is_shared) ++pages_shared;
    if (begins && !whole_page_is_shared) ++pages_own;
  }
  return (pages_shared + sequences * pages_own) * page;
}

}  // namespace

TEST_CASE("the fullest of the data-parallel ranks has a sequence more where they do not come out even") {
  constexpr auto of = [](hr::count sequences, hr::count ranks) {
    return hr::detail::sequences_on_rank({.data_parallel = ranks, .concurrent_sequences = sequences});
  };
  CHECK_CONSTEXPR(of(64, 8) == 8);
  CHECK_CONSTEXPR(of(65, 8) == 9);
  CHECK_CONSTEXPR(of(7, 8) == 1);
}

TEST_CASE("a sequence takes whole pages") {
  CHECK_CONSTEXPR(hr::detail::rounded_up(0, 16) == 0);
  CHECK_CONSTEXPR(hr::detail::rounded_up(1, 16) == 16);
  CHECK_CONSTEXPR(hr::detail::rounded_up(16, 16) == 16);
  CHECK_CONSTEXPR(hr::detail::rounded_up(17, 16) == 32);
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(on_pages(16), plain, 10, 1'000) == 10 * 1'008);
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(on_pages(1), plain, 10, 1'000) == 10'000);
}

// A half of 1,000 tokens is shared: 31 pages of 16 are whole, and each sequence has 504 of its own in 32 pages.
TEST_CASE("what sequences share is kept once, in the pages that are shared to their end") {
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(on_pages(16, 0.5), plain, 10, 1'000) == 496 + 10 * 512);
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(on_pages(16, 1), plain, 10, 1'024) == 1'024);
  for (const hr::count page : {1, 16, 32})
    for (const double shared : {0.0, 0.125, 0.5, 0.75, 1.0})
      for (const hr::count context : {1, 15, 16, 17, 100, 1'000, 1'024})
        CHECK(hr::detail::tokens_on_rank(on_pages(page, shared), plain, 7, context) ==
              one_by_one(7, context, static_cast<hr::count>(static_cast<double>(context) * shared), page));
}

TEST_CASE("a window keeps its tokens of every sequence, and no shared prefix once it is past it") {
  constexpr auto plainly = [](hr::count page, double shared = 0) {
    hr::serving_job job = on_pages(page, shared);
    job.engine.chunk_beside_window = false;
    return job;
  };
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(plainly(16, 0.5), windowed, 10, 128) == 64 + 10 * 64);
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(plainly(16, 0.5), windowed, 10, 129) == 10 * 128);
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(plainly(32), windowed, 10, 1'000'000) == 10 * 128);
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(plainly(1), published::llama4_scout_17b_16e.layers[0].attention, 3,
                                             100'000) == 3 * 8'192);
}

// vLLM's SlidingWindowSpec: blocks of min(window - 1 + max_num_batched_tokens, context) tokens, and one more.
TEST_CASE("vLLM keeps the tokens of a prefill chunk beside a window, and a page that the window begins inside of") {
  constexpr auto of = [](hr::count sequences, hr::count context, hr::count chunk = 8'192, hr::count page = 16) {
    hr::serving_job job = on_pages(page);
    job.engine.chunk = chunk;
    return hr::detail::tokens_on_rank(job, windowed, sequences, context);
  };
  CHECK_CONSTEXPR(of(1, 1'000'000) == 8'320 + 16);         // 127 + 8,192 tokens are 520 pages
  CHECK_CONSTEXPR(of(1, 1'000'000, 2'048) == 2'176 + 16);  // 2,175 are 136
  CHECK_CONSTEXPR(of(1, 1'000'000, 8'192, 32) == 8'320 + 32);
  CHECK_CONSTEXPR(of(1, 4'000) == 4'000);  // and no more than the sequence has
  CHECK_CONSTEXPR(of(1, 120) == 128);
  // One step takes no more than a chunk of all sequences together: the others have a token in it.
  CHECK_CONSTEXPR(of(10, 1'000'000) == 8'336 + 9 * (128 + 16));
  constexpr auto decodes = [] {
    hr::serving_job job = on_pages(16);
    job.phase = hr::serving_phase::decode;
    return hr::detail::tokens_on_rank(job, windowed, 10, 1'000'000);
  };
  CHECK_CONSTEXPR(decodes() == 10 * (128 + 16));
  // Chunks of the attention begin where pages begin.
  constexpr const hr::attention& chunked = published::llama4_scout_17b_16e.layers[0].attention;
  CHECK_CONSTEXPR(hr::detail::tokens_on_rank(on_pages(16), chunked, 3, 100'000) == 8'192 + 8'192 + 2 * 8'192);
}

// The pages of the window but its last token and of a step's tokens, one more in which a window may begin, and no more than the sequence has: vLLM's
// SlidingWindowSpec, page by page. A step of prefill is a chunk of one sequence and a token of each other, one of decode a token of each.
TEST_CASE("what is kept past a window is as many pages as its tokens begin, for each size of all of them") {
  const auto pages = [](hr::count tokens, hr::count page) {
    hr::count begun = 0;
    for (hr::count first = 0; first < tokens; first += page) ++begun;
    return begun;
  };
  for (const hr::count page : {1, 3, 4})
    for (const hr::count window : {0, 1, 2, 5, 8})
      for (const hr::count chunk_of_attention : {0, 3, 8})
        for (const hr::count context : {1, 2, 5, 6, 8, 9, 23})
          for (const hr::count step : {1, 2, 6})
            for (const hr::count sequences : {1, 2, 5}) {
              const hr::attention a{.heads = 1, .kv_heads = 1, .head_size = 1, .window = window, .chunk = chunk_of_attention};
              const hr::count kept = hr::detail::tokens_kept(a, context);
              hr::serving_job job = on_pages(page);
              job.engine.chunk = step;
              const auto past = [&](hr::count tokens) {
                const hr::count held = pages(kept - 1 + tokens, page) + (kept == chunk_of_attention ? 0 : 1);
                const hr::count all = pages(context, page);
                return page * (held < all ? held : all);
              };
              const bool is_past = kept < context;
              CAPTURE(page);
              CAPTURE(window);
              CAPTURE(chunk_of_attention);
              CAPTURE(context);
              CAPTURE(step);
              CHECK(hr::detail::tokens_past_window(job, a, kept, context, step) == past(step));
              const hr::count whole = page * pages(kept, page);
              CHECK(hr::detail::tokens_on_rank(job, a, sequences, context) == (is_past ? past(step) + (sequences - 1) * past(1) : sequences * whole));
              job.phase = hr::serving_phase::decode;
              CHECK(hr::detail::tokens_on_rank(job, a, sequences, context) == sequences * (is_past ? past(1) : whole));
              job.engine.chunk_beside_window = false;
              CHECK(hr::detail::tokens_on_rank(job, a, sequences, context) == sequences * whole);
            }
}

// Llama 3.1 405B in fp8: 258,048 bytes a token over 126 layers.
TEST_CASE("a layer's cache is its share of the model's") {
  CHECK_CONSTEXPR(126 * cache_of(on_pages(1), 0, 1, 1) == 258'048);
  constexpr auto of_ranks = [](hr::count ranks) {
    hr::serving_job job = on_pages(16);
    job.tensor_parallel = ranks;
    return 126 * cache_of(job, 0, 64, 32'768);
  };
  CHECK_CONSTEXPR(of_ranks(8) == 64 * 32'768.0 * 258'048 / 8);
  CHECK_CONSTEXPR(of_ranks(16) == of_ranks(8));  // its eight heads are repeated
}

// DeepSeek-V3 in 16 bits: 70,272 bytes a token over 61 layers (arXiv:2505.09343, table 1), on every rank.
TEST_CASE("the latent of MLA is whole on every rank") {
  constexpr auto of_ranks = [](hr::count ranks) {
    return 61 * cache_of({.model = published::deepseek_v3, .tensor_parallel = ranks}, 1, 4, 1'024);
  };
  CHECK_CONSTEXPR(of_ranks(1) == 4 * 1'024 * 70'272.0);
  CHECK_CONSTEXPR(of_ranks(8) == of_ranks(1));
}

// Nemotron-H 56B: 256 heads of 64 by 256 in 32 bits, and three inputs of the convolution in 16.
TEST_CASE("a Mamba layer keeps a state of each sequence, and a feed-forward layer nothing") {
  constexpr const hr::transformer& hybrid = published::nemotron_h_56b;
  constexpr double state = 256.0 * 64 * 256 * 4 + 3.0 * (16'384 + 2 * 8 * 256) * 2;
  constexpr auto of = [](std::size_t kind, hr::count ranks, hr::count context) {
    return cache_of({.model = hybrid, .tensor_parallel = ranks}, kind, 5, context);
  };
  CHECK_CONSTEXPR(of(0, 1, 8'192) == 5 * state);
  CHECK_CONSTEXPR(of(0, 1, 16) == 5 * state);
  CHECK_CONSTEXPR(of(0, 8, 8'192) == 5 * state / 8);
  CHECK_CONSTEXPR(of(1, 1, 8'192) == 0);
  CHECK_CONSTEXPR(of(2, 8, 8'192) == 5 * 8'192 * 2.0 * 128 * 2);
}

TEST_CASE("counts that are too large stay so, and do not wrap round") {
  hr::serving_job job = on_pages(16);
  job.model.context = 0;
  CHECK(cache_of(job, 0, hr::max_count, hr::max_count) >= 1e18);
}

}  // namespace inference_rank_cache_test
