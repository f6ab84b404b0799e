// SPDX-License-Identifier: BSL-1.0
#include <check/cpp_text.hpp>

#include <array>
#include <check.hpp>
#include <string>
#include <string_view>

TEST_CASE("A text as a literal: quotes, backslashes, control bytes, trigraphs, and letters beyond ASCII") {
  using headroom::program::as_literal;
  CHECK(as_literal("") == R"("")");
  CHECK(as_literal("plain") == R"("plain")");
  CHECK(as_literal(R"(a "b" \c\)") == R"("a \"b\" \\c\\")");
  CHECK(as_literal("a\nb\t\x01"
                   "1\x7F") == R"("a\012b\011\0011\177")");
  CHECK(as_literal(std::string_view("\0", 1)) == R"("\000")");
  CHECK(as_literal("?"
                   "?=") == R"("\?\?=")");
  CHECK(as_literal("größe 大") == "\"größe 大\"");
  CHECK(as_literal("\xFF"
                   "7 ä") == R"("\3777 \303\244")");  // not UTF-8, so no byte of it is left as it is
  CHECK(as_literal("%d {} R\"(x)\"") == "\"%d {} R\\\"(x)\\\"\"");
}

TEST_CASE("A message has no numbers for characters, which static_assert does not take") {
  using headroom::program::as_message;
  CHECK(as_message("did you mean \"X\"?") == R"("did you mean \"X\"\?")");
  CHECK(as_message("a\nb\x01\x1B[31m") == R"("a\?b\?\?[31m")");
  CHECK(as_message("größe") == "\"größe\"");
  CHECK(as_message("\xFF ä") == R"("\? \?\?")");
}

TEST_CASE("Parts as initialisers: what is said, with its line, and what is as by default left out") {
  using headroom::program::as_initialiser;
  CHECK(as_initialiser(hr::machine_pool{}) == "{}");
  hr::machine_pool pool{.name = "a \"b\"", .line = 3};
  pool.size = {std::string_view("Standard_X"), 4};
  pool.nodes = {hr::count{1} << 40, 5};
  pool.least_nodes = {hr::unknown, 6, hr::said_state::chosen};
  pool.spot = {true, 7};
  pool.features.nvlink = {false, 8};
  CHECK(as_initialiser(pool) ==
        R"({.name = "a \"b\"", .line = 3, .size = {"Standard_X", 4}, .nodes = {::headroom::count{1099511627776}, 5}, )"
        R"(.least_nodes = {::headroom::unknown, 6, ::headroom::said_state::chosen}, .spot = {true, 7}, .features = {.nvlink = {false, 8}}})");

  hr::workload w{.identity = {.name = "w", .line = 1, .role = hr::serving_role::decode}};
  w.requests.system_memory = {hr::gibibytes(1'900), 9};
  w.parallel.engine = hr::engine::tensorrt_llm;
  w.parallel.tensor = {hr::count{0}, 10};
  w.placement.shares_nodes = true;
  CHECK(as_initialiser(w) ==
        R"({.identity = {.name = "w", .line = 1, .role = ::headroom::serving_role::decode}, )"
        R"(.requests = {.system_memory = {::headroom::bytes(2040109465600.0), 9}}, )"
        R"(.placement = {.shares_nodes = true}, )"
        R"(.parallel = {.engine = ::headroom::engine::tensorrt_llm, .tensor = {::headroom::count{0}, 10}}})");

  CHECK(as_initialiser(hr::quota{.name = "q", .line = 2, .nominal = {hr::count{8}, 3}}) ==
        R"({.name = "q", .line = 2, .nominal = {::headroom::count{8}, 3}})");
  CHECK(as_initialiser(hr::topology_block{.name = "b", .nodes = {hr::count{18}, 3}, .is_size = true}) ==
        R"({.name = "b", .nodes = {::headroom::count{18}, 3}, .is_size = true})");
  CHECK(as_initialiser(hr::node_claim{.name = "c", .kind = "ComputeDomain", .line = 4}) ==
        R"({.name = "c", .kind = "ComputeDomain", .line = 4})");
  CHECK(as_initialiser(hr::remark{.gpus = {56, 4}, .racks = {1, 4}, .is_expected = true, .line = 4, .text = "rack?"}) ==
        R"({.gpus = {::headroom::count{56}, 4}, .racks = {::headroom::count{1}, 4}, .is_expected = true, .line = 4, .text = "rack\?"})");
}

TEST_CASE("Every line that a deployment speaks of, once and in order") {
  hr::machine_pool pool{.line = 10};
  pool.nodes = {hr::unknown, 4};
  hr::workload w{.identity = {.line = 10}};
  w.limits.gpus = {hr::count{8}, 7};
  w.parallel.line = 30;
  w.parallel.data = {hr::count{2}, 31};
  const std::array pools{pool};
  const std::array workloads{w};
  const std::array quotas{hr::quota{.line = 40, .nominal = {hr::count{1} << 30, 41}}};
  const std::array blocks{hr::topology_block{.line = 50}};
  const std::array claims{hr::node_claim{.line = 60}};
  const std::array remarks{hr::remark{.line = 70}};
  const hr::deployment all{
      .pools = pools, .workloads = workloads, .quotas = quotas, .blocks = blocks, .claims = claims, .remarks = remarks};
  CHECK(headroom::program::lines_of(all) == std::vector<int>{0, 4, 7, 10, 30, 31, 40, 41, 50, 60, 70});
  CHECK(headroom::program::lines_of({}) == std::vector<int>{0});
}
