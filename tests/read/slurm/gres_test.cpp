// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/slurm/gres.hpp>

#include <array>
#include <check.hpp>
#include <string>
#include <string_view>

#include "../reading.hpp"

// Lists of generic resources by the pages of slurm.conf, gres.conf and sbatch: "name[[:type]:count]", counts with a
// suffix of 1,024 each, "no_consume", sockets in parentheses.
namespace gres {
namespace {

namespace program = headroom::read;

// "8 h100 mig 1g.10gb", or what is refused.
template <class Read>
std::string told(Read read, std::string_view list) {
  program::deployment_file file{std::string()};
  try {
    const program::generic_gpus g = read(list, 7, file);
    for (const int line : {g.gpus.line, g.type.line, g.mig_profile.line}) CHECK((line == 0 || line == 7));
    return program::told(g.gpus) + (g.type.is_known() ? " " + std::string(g.type.value) : "") +
           (g.mig_profile.is_known() ? " mig " + std::string(g.mig_profile.value) : "");
  } catch (const program::unreadable& refused) {
    CHECK(refused.error.line == 7);
    CHECK(refused.error.column == 0);
    return refused.error.message;
  }
}

struct one {
  std::string_view text;
  std::string_view value;
};

}  // namespace

TEST_CASE("a list of generic resources has GPUs, their type, or MIG instances") {
  constexpr std::array cases{
      one{"gpu", "1"}, one{"gpu:8", "8"}, one{"gpu:h100", "1 h100"}, one{"gpu:h100:8", "8 h100"}, one{"GPU:8", "8"}, one{"gres/gpu=8", "8"},
      one{"gres/gpu:h100=8", "8 h100"}, one{"gpu:h100:8(S:0-1),nvme:1", "8 h100"}, one{"nvme:1,gpu:h100:8(S:0,1)", "8 h100"},
      one{"gpu:a100:2(S:0),gpu:a100:3(S:1)", "5 a100"}, one{"nvme:1", "-"}, one{"", "-"}, one{"gpus:4", "-"},
      one{"gpu:a100:2,gpu:h100:4", "6"}, one{"gpu:a100:2,gpu:4", "6"}, one{"gpu:2,gpu:a100:4", "6"}, one{"gpu:2,gpu:4", "6"}, one{"gpu:a100:2, gpu:a100:4", "6 a100"},
      one{"gpu:1K", "1024"}, one{"gpu:2k", "2048"}, one{"gpu:h100:1k", "1024 h100"}, one{"gpu:0", "0"},
      one{"gpu:no_consume:4", "4"}, one{"gpu:a100:no_consume:4", "4 a100"}, one{"gpu:No_Consume:a100:4", "4 a100"},
      one{"gpu:a100_1g.10gb:7", "- mig 1g.10gb"}, one{"gpu:a100:2,gpu:a100_1g.10gb:7", "- a100 mig 1g.10gb"}, one{"gpu:1g.10gb:7", "- mig 1g.10gb"},
      one{"gpu:-1", "\"-1\" is no number of GPUs"}, one{"gpu:a100:x", "\"x\" is no number of GPUs"}, one{"gpu:a100:-2", "\"-2\" is no number of GPUs"},
      one{"gpu:a100::8", "\"\" is no number of GPUs"}, one{"gpu::8", "8"}, one{"gpu:a100:", "1 a100"}, one{"gpu:1025g", "\"1025g\" is no count: expected at most 1099511627776"},
      one{"gpu:1024g,gpu:1", "more than 1099511627776 GPUs of a node"}, one{"gpu:1024g", "1099511627776"},
      one{"gpu:-:4", "\"-\" is no number of GPUs"},
      one{"$GRES", "?"}, one{"gpu:{{ n }}", "?"},
  };
  for (const one& each : cases) {
    CAPTURE(each.text);
    CHECK(told(program::gpus_of_gres, each.text) == each.value);
  }
  constexpr std::array options{one{"8", "8"}, one{"h100", "1 h100"}, one{"h100:8", "8 h100"}, one{"a100:2,h100:4", "6"}, one{"a100:2,a100:4", "6 a100"},
                               one{"a100:2,,", "2 a100"}, one{"<gpus>", "?"}, one{"-3", "\"-3\" is no number of GPUs"}};
  for (const one& each : options) {
    CAPTURE(each.text);
    CHECK(told(program::gpus_of_option, each.text) == each.value);
  }
}

TEST_CASE("what a template leaves open, MIG profiles, and amounts of memory") {
  for (const char* open : {"$N", "a$N", "{{n}}", "a{{n}}", "{%n%}", "a{%n", "<n>", "<n", "@N@", "a@N", "__N__", "a__n", "{n}", "%n%"}) {
    CAPTURE(open);
    CHECK(program::is_left_open(open));
  }
  for (const char* plain : {"", "8", "a<n>", "{n", "n}", "a{n}", "%n", "n%", "%nn", "nn%", "%%", "%", "a_n", "gpu:h100:8"}) {
    CAPTURE(plain);
    CHECK_FALSE(program::is_left_open(plain));
  }
  constexpr std::array profiles{one{"1g.10gb", "1g.10gb"}, one{"a100_1g.10gb", "1g.10gb"}, one{"a100_7g.80GB", "7g.80GB"}, one{"ng.1g.5gb+me", "1g.5gb"},
                                one{"h100", ""}, one{"g.10gb", ""}, one{"1g.gb", ""}, one{"1g.10", ""}, one{"1g.10mb", ""}, one{"1g.xgb", ""}, one{"2g.1g.5gb", "1g.5gb"}, one{"1g", ""}};
  for (const one& each : profiles) {
    CAPTURE(each.text);
    CHECK(program::mig_profile_in(each.text) == each.value);
  }
  constexpr double mib = 1'048'576;
  CHECK(program::slurm_memory("3", 7) == headroom::bytes(3 * mib));
  CHECK(program::slurm_memory("3K", 7) == headroom::bytes(3 * 1'024.0));
  CHECK(program::slurm_memory("3M", 7) == headroom::bytes(3 * mib));
  CHECK(program::slurm_memory("3mb", 7) == headroom::bytes(3 * mib));
  CHECK(program::slurm_memory("3GB", 7) == headroom::bytes(3 * 1'024 * mib));
  CHECK(program::slurm_memory("3t", 7) == headroom::bytes(3 * mib * mib));
  CHECK(program::slurm_memory("3P", 7) == headroom::bytes(3 * 1'024 * mib * mib));
  for (const std::string bad : {"", "B", "G", "3B", "x", "3.5G", "-3", "GB", "3GG", "3GK", "3GBB"}) {
    CAPTURE(bad);
    std::string told;
    try {
      program::slurm_memory(bad, 7);
    } catch (const program::unreadable& refused) {
      CHECK(refused.error.line == 7);
      CHECK(refused.error.column == 0);
      told = refused.error.message;
    }
    CHECK(told == "\"" + bad + "\" is not an amount of memory: expected a number, of MiB or with K, M, G, T or P");
  }
  CHECK(program::suffixed_count("3", 7) == 3);
  CHECK(program::suffixed_count("3m", 7) == 3 * 1'048'576);
  CHECK_THROWS_AS(program::suffixed_count("", 7), program::unreadable);
  CHECK_THROWS_AS(program::suffixed_count("k", 7), program::unreadable);
}

}  // namespace gres
