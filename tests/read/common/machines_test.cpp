// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/machine_pools.hpp>
#include <headroom/read/common/machines.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <read/told_pools.hpp>
#include <array>
#include <string>
#include <string_view>

// What the readers of all formats share: pools of machines one by one, machines that names may mean, and sentences.
namespace machines_test {

namespace read = headroom::read;
using headroom::count;
using headroom::machine_pool;
using headroom::said;
using headroom::unknown;

TEST_CASE("Machines of a place are one pool where they are alike, and no number of them is lost") {
  const auto told = [](std::initializer_list<machine_pool> machines) {
    read::deployment_file file("");
    read::machine_pools pools(file);
    for (const machine_pool& each : machines) pools.add_machine(each, "place");
    return read::told_pools(file);
  };
  const machine_pool two{.name = "a", .line = 1, .nodes = {count{2}, 1}};
  const machine_pool five{.name = "b", .line = 2, .nodes = {count{5}, 2}};
  const machine_pool open{.name = "c", .line = 3, .nodes = {unknown, 3}};
  CHECK(told({two, five}) == "a@1 nodes 7\n");
  CHECK(told({two, open}) == "a@1 nodes 2\nc@3 nodes ?\n");
  CHECK(told({open, two}) == "c@3 nodes ?\na@1 nodes 2\n");
  // What is left out, not known, and no are three things.
  machine_pool on_demand = five;
  on_demand.spot = {false, 2};
  machine_pool asked = open;
  asked.nodes = {count{3}, 3};
  asked.spot = {unknown, 3};
  CHECK(told({two, on_demand}) == "a@1 nodes 2\nb@2 nodes 5 spot no\n");
  CHECK(told({on_demand, asked}) == "b@2 nodes 5 spot no\nc@3 nodes 3 spot ?\n");
  CHECK(told({two, asked}) == "a@1 nodes 2\nc@3 nodes 3 spot ?\n");
  machine_pool spot = on_demand;
  spot.spot.value = true;
  CHECK(told({on_demand, spot}) == "b@2 nodes 5 spot no\nb@2 nodes 5 spot yes\n");
  const auto are_apart = [&](auto change) {
    machine_pool other = two;
    change(other);
    return told({two, other}).find("nodes 4") == std::string::npos;
  };
  CHECK_FALSE(are_apart([](machine_pool&) {}));
  CHECK(are_apart([](machine_pool& other) { other.size = {std::string_view("s"), 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.gpus_per_node = {count{8}, 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.mig_profile = {std::string_view("1g.10gb"), 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.one_placement = {true, 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.data_disks = {count{1}, 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.nics = {count{1}, 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.features.premium_storage = {true, 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.features.infiniband = {true, 1}; }));
  CHECK(are_apart([](machine_pool& other) { other.zone = {std::string_view("z"), 1}; }));
  // Of a place so many kinds are told apart; those of a further one are not looked for again.
  const auto twice = [](count kind) {
    read::deployment_file file("");
    read::machine_pools pools(file);
    for (count nics = 1; nics <= kind; ++nics) pools.add_machine({.nodes = {count{1}, 1}, .nics = {nics, 1}}, "place");
    pools.add_machine({.nodes = {count{1}, 1}, .nics = {kind, 1}}, "place");
    return file.pools.size();
  };
  CHECK(twice(64) == 64);
  CHECK(twice(65) == 66);
}

TEST_CASE("Bounds of several profiles are the widest, and open where one is") {
  using read::autoscaler_bounds;
  const auto told = [](std::initializer_list<autoscaler_bounds> profiles) {
    autoscaler_bounds all;
    for (const autoscaler_bounds& each : profiles) read::widen(all, each);
    return read::told(all.least) + " to " + read::told(all.most) + (all.least.line == all.most.line ? "" : " in two lines");
  };
  const autoscaler_bounds narrow{{count{2}, 1}, {count{4}, 1}};
  CHECK(told({narrow, {{count{2}, 2}, {count{4}, 1}}}) == "2 to 4");
  CHECK(told({narrow, {{count{2}, 1}, {count{4}, 2}}}) == "2 to 4");
  CHECK(told({{{count{0}, 3}, {count{4}, 1}}, {{unknown, 1}, {count{4}, 1}}}) == "? to 4");
  const autoscaler_bounds wide{{count{1}, 2}, {count{8}, 2}};
  const autoscaler_bounds open{{unknown, 3}, {unknown, 3}};
  CHECK(told({narrow}) == "2 to 4");
  CHECK(told({narrow, wide}) == "1 to 8");
  CHECK(told({wide, narrow}) == "1 to 8");
  CHECK(told({narrow, open}) == "? to ?");
  CHECK(told({narrow, open, wide}) == "? to ?");
  CHECK(told({open, narrow}) == "? to ?");
}

TEST_CASE("An autoscaler decides on a number that is out of its bounds") {
  const auto nodes = [](const said<count>& stated, const said<count>& least, const said<count>& most) {
    machine_pool pool{.nodes = stated};
    read::let_autoscaler_decide(pool, {least, most});
    return read::told(pool.nodes);
  };
  const said<count> two{count{2}, 1};
  const said<count> four{count{4}, 1};
  CHECK(nodes({count{1}, 1}, two, four) == "-");
  CHECK(nodes(two, two, four) == "2");
  CHECK(nodes(four, two, four) == "4");
  CHECK(nodes({count{5}, 1}, two, four) == "-");
  CHECK(nodes({count{5}, 1}, two, {unknown, 1}) == "5");
  CHECK(nodes({count{5}, 1}, two, {}) == "5");
  CHECK(nodes({count{1}, 1}, {unknown, 1}, four) == "1");
  CHECK(nodes({unknown, 1}, two, four) == "?");
  CHECK(nodes({}, two, four) == "-");
}

TEST_CASE("Whether a text is a word, and a product, are not known where one of them is not") {
  CHECK(read::told_value(read::is_called({"Spot", 3}, "spot")) == "yes@3");
  CHECK(read::told_value(read::is_called({"regular", 3}, "spot")) == "no@3");
  CHECK(read::told_value(read::is_called({unknown, 3}, "spot")) == "?@3");
  CHECK(read::is_called({}, "spot").is_silent());
  const auto product = [](const said<count>& a, const said<count>& b) { return read::told_value(read::product(a, b)); };
  CHECK(product({count{2}, 1}, {count{3}, 2}) == "6@1");
  CHECK(product({count{0}, 1}, {unknown, 2}) == "0@1");
  CHECK(product({unknown, 1}, {count{3}, 2}) == "?@1");
  CHECK(product({count{2}, 1}, {unknown, 2}) == "?@2");
  CHECK(product({count{2}, 1}, {}) == "?@1");
  CHECK(product({}, {count{3}, 2}) == "?@0");
}

TEST_CASE("What makes machines that nobody counts is told with the size that it names") {
  const auto cure = [](std::string_view size) {
    read::deployment_file file("");
    read::machine_pools(file).add_request("r", "t", 4, size);
    return std::string(file.uncounted.front().cure);
  };
  CHECK(cure("p5.48xlarge") == "describe in the own format how many machines of \"p5.48xlarge\" it makes");
  for (const std::string_view other : {"", "m5.large", "p5.48xlarge m5.large"}) CHECK(cure(other) == "describe what it makes in the own format");
}

// Azure: ND H100 v5 has H100 SXM, NC H100 v5 H100 NVL, ND MI300X v5 alone MI300X.
TEST_CASE("A name that no machine has is told with those that may be meant") {
  const auto is_of_azure = [](const headroom::machine& each) { return each.name().starts_with("Standard_"); };
  const auto is_of_amazon = [](const headroom::machine& each) { return each.name().starts_with("p5"); };
  CHECK(read::no_machine_called("H100", "VM size", is_of_azure) ==
        "\"H100\" is a GPU: expected a VM size with it: H100-SXM5-80GB in Standard_ND96isr_H100_v5; H100-NVL-94GB in Standard_NC40ads_H100_v5, "
        "Standard_NC80adis_H100_v5, Standard_NCC40ads_H100_v5");
  CHECK(read::no_machine_called("MI300X") == "\"MI300X\" is a GPU: expected a machine with it: MI300X in Standard_ND96isr_MI300X_v5");
  CHECK(read::no_machine_called("V100").find("as stated") == std::string::npos);  // of which there is no more than a note
  CHECK(read::no_machine_called("ND96isr", "VM size", is_of_azure) ==
        "several VM sizes are called \"ND96isr\": say which: Standard_ND96isr_H100_v5, Standard_ND96isr_H200_v5, Standard_ND96isr_MI300X_v5");
  CHECK(read::no_machine_called("ND96isr") ==
        "several machines are called \"ND96isr\": say which: Standard_ND96isr_H100_v5, Standard_ND96isr_H200_v5, Standard_ND96isr_MI300X_v5");
  // One that it may be short for is the nearest; of none that may be, those that are so called.
  CHECK(read::no_machine_called("ND96isr_H100", "VM size", is_of_azure) == "no VM size is called \"ND96isr_H100\": did you mean \"Standard_ND96isr_H100_v5\"?");
  CHECK(read::no_machine_called("ND96isr", "size", is_of_amazon) ==
        "no size is called \"ND96isr\": machines are: Standard_ND96isr_H100_v5, Standard_ND96isr_H200_v5, Standard_ND96isr_MI300X_v5");
  // Of several that are so called one is of the kind: the others are none of it.
  const auto is_with_h200 = [](const headroom::machine& each) { return each.name() == "Standard_ND96isr_H200_v5"; };
  CHECK(read::no_machine_called("ND96isr", "VM size", is_with_h200) == "no VM size is called \"ND96isr\": did you mean \"Standard_ND96isr_H200_v5\"?");
  // That is a rack.
  CHECK(read::no_machine_called("gb200 nvl") == "no machine is called \"gb200 nvl\": did you mean \"GB200 NVL72\"?");
  CHECK(read::no_machine_called("gb200 nvl", "VM size", is_of_azure) ==
        "no VM size is called \"gb200 nvl\": `headroom catalog` lists those that are known; your own go under \"define\" in a file");
  CHECK(read::no_machine_called("xyzzy", "rack", is_of_azure, "yours go elsewhere") ==
        "no rack is called \"xyzzy\": `headroom catalog` lists those that are known; yours go elsewhere");
}

TEST_CASE("A published model is found by its name, and what is no name of one is told") {
  const auto why = [](std::string_view name) {
    try {
      return std::string(read::published_model(name).name);
    } catch (const read::input_error& error) {
      return std::string(error.what());
    }
  };
  CHECK(why("mixtral") == "several models are called \"mixtral\": say which: mistralai/Mixtral-8x7B-v0.1, mistralai/Mixtral-8x22B-v0.1");
  CHECK(why("nosuch") == "no model is called \"nosuch\", and no config.json is there: `headroom model` lists the names");
  CHECK(why("meta-llama/Llama-3.1-70B") == "meta-llama/Meta-Llama-3.1-70B");
  CHECK(read::published_model("meta-llama/Llama-3.1-70B").is_published);
  CHECK_FALSE(read::any_model("nosuch").is_published);
  // As a publisher spells it; without one as anybody does.
  CHECK(why("Llama-2-7b-hf") == "meta-llama/Llama-2-7b");
  CHECK(why("meta-llama/Llama-2-7b-hf") == "meta-llama/Llama-2-7b");
  CHECK(read::find_published("somebody/Llama-2-7b-hf") == nullptr);
}

TEST_CASE("A text goes on from the begin of each of its lines") {
  const read::source_text source{std::string("ab\n\ncd\n")};
  CHECK(source.from_line(0) == "ab\n\ncd\n");
  CHECK(source.from_line(1) == "ab\n\ncd\n");
  CHECK(source.from_line(2) == "\ncd\n");
  CHECK(source.from_line(3) == "cd\n");
  CHECK(source.from_line(4) == "");
  CHECK(source.from_line(5) == "");
  CHECK(read::source_text("\xEF\xBB\xBF" "ab").text() == "ab");  // without the mark of its bytes' order
}

TEST_CASE("A key is found as it is written before one that means the same") {
  const read::source_text source{std::string("{numGpus: 1, num_gpus: 2, num-cpus: 3, lastAxis: 4, inZone: 5, nGpus: 6}")};
  const auto value = [&](std::string_view name) {
    const auto* found = read::value_named(*source.document(), name);
    return found == nullptr ? std::string_view("none") : found->text;
  };
  CHECK(value("num_gpus") == "2");
  CHECK(value("numGpus") == "1");
  CHECK(value("num-gpus") == "1");
  CHECK(value("num_cpus") == "3");
  CHECK(value("last_axis") == "4");
  CHECK(value("in_zone") == "5");
  CHECK(value("n_gpus") == "6");
  CHECK(value("gpus") == "none");
}

TEST_CASE("A file with anything in it holds something") {
  const auto holds = [](auto put) {
    read::deployment_file file("");
    put(file);
    return !file.holds_nothing();
  };
  CHECK_FALSE(holds([](auto&) {}));
  CHECK(holds([](auto& file) { file.pools.emplace_back(); }));
  CHECK(holds([](auto& file) { file.workloads.emplace_back(); }));
  CHECK(holds([](auto& file) { file.quotas.emplace_back(); }));
  CHECK(holds([](auto& file) { file.request_limits.emplace_back(); }));
  CHECK(holds([](auto& file) { file.blocks.emplace_back(); }));
  CHECK(holds([](auto& file) { file.claims.emplace_back(); }));
  CHECK(holds([](auto& file) { file.uncounted.emplace_back(); }));
}

TEST_CASE("Texts of others are printed without control characters, and cut by characters") {
  CHECK(read::printable("a\x7f" "b\x01" "c\xC2\x85" "d\xC3\x85\t") == "a?b?c?d\xC3\x85?");
  CHECK(read::printable("\xC2\x9F" "a\xC2\xA0" "b\xC2\xA3" "c\xC2") == "?a\xC2\xA0" "b\xC2\xA3" "c\xC2");
  CHECK(read::in_quotes("\xC3\xA4\xC3\xB6x", 2) == "\"\xC3\xA4\xC3\xB6...\"");
  CHECK(read::in_quotes("\xC3\xA4\xC3\xB6x", 3) == "\"\xC3\xA4\xC3\xB6x\"");
  constexpr std::array<std::string_view, 2> words{"fp8_blocks", "bf16"};
  CHECK(read::word_called("FP8-Blocks", words) == "fp8_blocks");
  for (const std::string_view none : {"", "-bf16", "bf16-", "bf"}) CHECK(read::word_called(none, words).empty());
}

}  // namespace machines_test
