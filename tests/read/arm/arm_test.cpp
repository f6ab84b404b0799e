// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>
#include <headroom/read/arm/arm.hpp>
#include <headroom/read/arm/expression.hpp>

#include <array>
#include <check.hpp>
#include <headroom/deployment/check.hpp>
#include <string>
#include <string_view>

namespace resource_manager_cases {

namespace hr = headroom;
namespace program = headroom::read;
using kind = program::template_value::kind;

constexpr std::string_view declared = R"({
  "parameters": {
    "nodes": {"type": "int", "defaultValue": 9},
    "size": {"type": "string", "defaultValue": "Standard_ND96isr_H100_v5"},
    "pools": {"type": "array", "defaultValue": [{"name": "a", "count": 2}, {"name": "b", "count": "[parameters('nodes')]"}]},
    "without": {"type": "int"},
    "perhaps": {"type": "int", "nullable": true}
  },
  "variables": {
    "twice": "[mul(parameters('nodes'), 2)]",
    "sizes": {"small": {"name": "Standard_D4s_v5"}},
    "copy": [{"name": "letters", "count": 3, "input": "[concat('n', copyIndex('letters', 1))]"}, {"name": "alike", "count": 3, "input": "x"}, {"name": "bare", "count": 2},
      {"name": "thousand", "count": 1000, "input": "x"}, {"name": "beyond", "count": 1001, "input": "x"}],
    "nothing": null,
    "round": "[variables('Around')]",
    "around": "[variables('round')]"
  }
})";

// What an expression comes to, in words.
std::string value_of(std::string_view expression) {
  const program::source_text text{std::string(declared)};
  const program::source_text one{"{\"x\": \"" + std::string(expression) + "\"}"};
  program::template_evaluator evaluator;
  const program::template_scope scope{.document = text.document()};
  const program::template_value v = evaluator.value_of(one.document()->at("x"), scope);
  switch (v.is) {
    case kind::unknown:
      return "?";
    case kind::nothing:
      return "null";
    case kind::truth:
      return v.truth ? "true" : "false";
    case kind::number:
      return std::to_string(v.number);
    case kind::text:
      return v.text;
    case kind::list:
      return "list of " + value_of("[length(" + std::string(expression).substr(1, expression.size() - 2) + ")]");
    case kind::object:
      break;
  }
  return "object";
}

program::deployment_file read(std::string_view resources, std::string_view more = "") {
  program::deployment_file file(
      "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\", "
      "\"contentVersion\": \"1.0.0.0\"" +
      std::string(more) + ", \"resources\":\n" + std::string(resources) + "\n}");
  const auto problem = program::read_source(file);
  CHECK(!problem.has_value());
  return file;
}

constexpr std::string_view scale_set =
    R"("type": "Microsoft.Compute/virtualMachineScaleSets", "name": "s", "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4})";

}  // namespace resource_manager_cases

TEST_CASE("Expressions come to what Azure makes of them, and otherwise to nothing known") {
  using namespace resource_manager_cases;
  // Results by the function reference of ARM templates.
  struct one {
    std::string_view expression;
    std::string_view value;
  };
  constexpr std::array cases{
      one{"plain", "plain"},
      one{"[[literal]", "[literal]"},
      one{"[parameters('nodes')]", "9"},
      one{"[ Parameters( 'NODES' ) ]", "9"},
      one{"[parameters('without')]", "?"},
      one{"[parameters('absent')]", "?"},
      one{"[parameters('perhaps')]", "null"},
      one{"[coalesce(parameters('perhaps'), 3)]", "3"},
      one{"[coalesce(parameters('without'), 3)]", "?"},
      one{"[variables('twice')]", "18"},
      one{"[variables('sizes').small.name]", "Standard_D4s_v5"},
      one{"[variables('sizes')['small'].NAME]", "Standard_D4s_v5"},
      one{"[parameters('pools')[1].count]", "9"},
      one{"[parameters('pools')[2].count]", "?"},
      one{"[parameters('pools')[0].mig]", "null"},
      one{"[tryGet(parameters('pools')[0], 'mig')]", "null"},
      one{"[parameters('pools')[0].?name]", "a"},
      one{"[length(parameters('pools'))]", "2"},
      one{"[length('four')]", "4"},
      one{"[variables('letters')]", "list of 3"},
      one{"[variables('letters')[2]]", "n3"},
      one{"[last(variables('letters'))]", "n3"},
      one{"[variables('letters')[-1]]", "?"},
      one{"[variables('alike')[1]]", "x"},
      one{"[variables('alike')[-1]]", "?"},
      one{"[variables('nothing')]", "null"},
      one{"[variables('absent')]", "?"},
      one{"[variables('round')]", "?"},
      one{"[variables('bare')]", "list of 2"},
      one{"[variables('bare')[0]]", "?"},
      one{"[createArray(1, 2)[1]]", "2"},
      one{"[createArray(1, 2)[2]]", "?"},
      one{"[]", "[]"},
      one{"[1]", "1"},
      // An empty list holds nothing, whatever that is.
      one{"[contains(createArray(), uniqueString('x'))]", "false"},
      one{"[contains(createArray(1), uniqueString('x'))]", "?"},
      one{"[contains(createArray(1, uniqueString('x')), 1)]", "true"},
      one{"[contains(createArray(uniqueString('x'), 1), 2)]", "?"},
      one{"[concat('a', parameters('nodes'), 'b''c')]", "a9b'c"},
      one{"[concat(createArray(1, 2), createArray(3))]", "list of 3"},
      one{"[concat(createArray(1), 'a')]", "?"},
      one{"[concat('a', createArray(1))]", "?"},
      one{"[concat(variables('thousand'), createArray(1))]", "list of 1001"},
      one{"[concat(createArray(1), variables('beyond'))]", "?"},
      one{"[contains(variables('thousand'), 'y')]", "false"},
      one{"[contains(variables('beyond'), 'x')]", "?"},
      one{"[format('{0}-{1}{{x}}', parameters('nodes'), 'b')]", "9-b{x}"},
      one{"[format('{0:D3}', 7)]", "?"},
      one{"[format('{1}', 7)]", "?"},
      one{"[add(mul(2, 3), sub(1, -4))]", "11"},
      one{"[div(7, 2)]", "3"},
      one{"[mod(7, 2)]", "1"},
      one{"[div(7, 0)]", "?"},
      one{"[mul(9223372036854775807, 2)]", "?"},
      one{"[min(3, 1, 2)]", "1"},
      one{"[max(3, 1, 2)]", "3"},
      one{"[if(equals(parameters('size'), 'Standard_ND96isr_H100_v5'), 8, 4)]", "8"},
      one{"[if(equals(1, '1'), 8, 4)]", "4"},
      one{"[if(equals(parameters('without'), 1), 8, 8)]", "?"},
      one{"[if(or(true(), parameters('without')), 8, 4)]", "8"},
      one{"[if(and(false(), parameters('without')), 8, 4)]", "4"},
      one{"[if(not(greaterOrEquals(parameters('nodes'), 9)), 8, 4)]", "4"},
      one{"[if(less(parameters('nodes'), 10), 8, 4)]", "8"},
      one{"[int('12')]", "12"},
      one{"[string(12)]", "12"},
      one{"[bool('True')]", "true"},
      one{"[json('null')]", "null"},
      one{"[empty(parameters('pools'))]", "false"},
      one{"[empty('')]", "true"},
      one{"[contains(variables('letters'), 'n2')]", "true"},
      one{"[contains(variables('letters'), 'n4')]", "false"},
      one{"[contains(variables('sizes'), 'Small')]", "true"},
      one{"[toLower(parameters('size'))]", "standard_nd96isr_h100_v5"},
      one{"[toUpper('a{z}A')]", "A{Z}A"},
      one{"[own.pick(true(), 1, 2)]", "?"},
      one{"[replace('a-b-c', '-', '')]", "abc"},
      one{"[range(2, 3)]", "list of 3"},
      one{"[uniqueString('x')]", "?"},
      one{"[resourceGroup().location]", "?"},
      one{"[reference('x').y.z]", "?"},
      one{"[copyIndex()]", "?"},
      one{"[own.sizes(1)]", "?"},
      one{"[to.Lower('A')]", "?"},
      one{"[parameters('nodes']", "?"},
      one{"[parameters('nodes') 1]", "?"},
      one{"[parameters('nodes", "[parameters('nodes"},
      one{"['a]", "?"},
      one{"[99999999999999999999]", "?"},
  };
  for (const one& each : cases) {
    CAPTURE(each.expression);
    CHECK(value_of(each.expression) == each.value);
  }
}

TEST_CASE("An expression takes so many steps: one of its own, and one for each in it") {
  using namespace resource_manager_cases;
  const auto largest_of = [](int n) {
    std::string text = "[max(1";
    for (int i = 1; i < n; ++i) text += ",1";
    return value_of(text + ")]");
  };
  CHECK(largest_of(19'998) == "1");
  CHECK(largest_of(19'999) == "?");
}

TEST_CASE("Turns of 200,000 loops and one more are kept by one evaluator") {
  using namespace resource_manager_cases;
  const program::source_text text{std::string(declared)};
  const program::source_text one{R"({"x": "[variables('letters')[0]]"})"};
  program::template_evaluator evaluator;
  const program::template_scope scope{.document = text.document()};
  for (int i = 0; i < 200'000; ++i) evaluator.keep({});
  CHECK(evaluator.value_of(one.document()->at("x"), scope).text == "n1");
  CHECK(!evaluator.value_of(one.document()->at("x"), scope).is_known());
}

TEST_CASE("What is called, and is not known, is held as it is written, with its namespace") {
  using namespace resource_manager_cases;
  const auto written = [](std::string_view expression) {
    const program::source_text one{"{\"x\": \"" + std::string(expression) + "\"}"};
    program::template_evaluator evaluator;
    const program::template_value v = evaluator.value_of(one.document()->at("x"), {});
    return (v.is_known() ? "known " : "") + v.text;
  };
  CHECK(written("[own.sizes(1)]") == "own.sizes(1)");
  CHECK(written("[own.more.sizes(1)]") == "own.more.sizes(1)");
  CHECK(written("[ uniqueString( 'x' ) ]") == "uniqueString( 'x' )");
  CHECK(written("[own. sizes(1)]") == "own. sizes(1)");
  CHECK(written("[own.sizes]") == "");
  // Where it stands in a longer one does not matter.
  const std::string name(2'500, 'n');
  CHECK(written("[resourceId('a/b', '" + name + "', uniqueString('x'))]") == "a/b/" + name + "/uniqueString('x')");
  CHECK(written("[concat('a', 'b')]") == "known ab");
}

TEST_CASE("Nesting without end is unknown, and quickly so") {
  using namespace resource_manager_cases;
  std::string deep = "1";
  for (int i = 0; i < 5'000; ++i) deep = "add(" + deep + ",1)";
  CHECK(value_of("[" + deep + "]") == "?");
  // Each of a hundred levels is counted: the value's own, and one for each expression.
  const auto levels = [](int n) {
    std::string text = "1";
    for (int i = 0; i < n; ++i) text = "add(" + text + ",1)";
    return value_of("[" + text + "]");
  };
  CHECK(levels(98) == "99");
  CHECK(levels(99) == "?");
  std::string doubling = "{\"v0\": \"a\"";
  for (int i = 1; i < 40; ++i)
    doubling += ", \"v" + std::to_string(i) + "\": \"[concat(variables('v" + std::to_string(i - 1) +
                "'), variables('v" + std::to_string(i - 1) + "'))]\"";
  const auto file =
      read("[{" + std::string(R"("type": "Microsoft.Compute/virtualMachines", "name": "x", "properties": )") +
               R"({"hardwareProfile": {"vmSize": "[variables('v39')]"}}}])",
           ", \"variables\": " + doubling + "}");
  CHECK(file.pools.size() == 1);
  CHECK(file.pools[0].size.is_unresolved());
  // Texts of up to 4,096 letters are followed: of 64 doubled six times.
  doubling.replace(doubling.find("\"a\""), 3, "\"" + std::string(64, 'a') + "\"");
  for (const int doubled : {6, 7}) {
    const auto one = read("[{" + std::string(R"("type": "Microsoft.Compute/virtualMachines", "name": "x", "properties": {"hardwareProfile": {"vmSize": "[variables('v)") +
                              std::to_string(doubled) + "')]\"}}}]",
                          ", \"variables\": " + doubling + "}");
    CHECK(one.pools[0].size.value_or({}).size() == (doubled == 6 ? 4'096 : 0));
    const auto replaced = read("[{" + std::string(R"("type": "Microsoft.Compute/virtualMachines", "name": "x", "properties": {"hardwareProfile": {"vmSize": "[replace(variables('v)") +
                                   std::to_string(doubled) + "'), 'a', 'b')]\"}}}]",
                               ", \"variables\": " + doubling + "}");
    CHECK(replaced.pools[0].size.value_or({}) == std::string(doubled == 6 ? 4'096 : 0, 'b'));
  }
}

TEST_CASE("Loops, conditions and what is there already") {
  using namespace resource_manager_cases;
  const std::string one(scale_set);
  CHECK(read("[{" + one + ", \"copy\": {\"name\": \"l\", \"count\": 3}}]").pools.size() == 3);
  CHECK(read("[{" + one + ", \"copy\": {\"name\": \"l\", \"count\": 0}}]").pools.empty());
  CHECK(read("[{" + one + ", \"condition\": false}]").documents_without_capacity == 1);
  CHECK(read("[{" + one + ", \"condition\": \"[parameters('x')]\"}]").pools[0].nodes.is_unresolved());
  CHECK(read("[{" + one + ", \"copy\": {\"name\": \"l\", \"count\": \"[parameters('x')]\"}}]")
            .pools[0]
            .nodes.is_unresolved());
  CHECK(read("{\"own\": {" + one + "}}").pools[0].nodes.value == 4);
  CHECK(read("{\"own\": {" + one + ", \"existing\": true}}").pools.empty());
  // Whose name is not known is called by its type.
  std::string nameless = one;
  nameless.replace(nameless.find("\"s\""), 3, "\"[uniqueString('s')]\"");
  CHECK(read("[{" + nameless + "}]").pools[0].name == "virtualMachineScaleSets");
  // So many turns are not told apart, but counted.
  CHECK(read("[{" + one + ", \"copy\": {\"name\": \"l\", \"count\": 20000}}]").pools[0].nodes.value == 80'000);
}

TEST_CASE("A resource of another type is told where it asks for GPUs; neither its name nor resources of its own say so") {
  using namespace resource_manager_cases;
  const auto uncounted = [](std::string_view more) {
    return read(R"([{"type": "Microsoft.Batch/batchAccounts/pools", )" + std::string(more) + "}]").uncounted.size();
  };
  CHECK(uncounted(R"("name": "p", "properties": {"vmSize": "Standard_ND96isr_H100_v5"})") == 1);
  CHECK(uncounted(R"("name": "p", "properties": {"vmSize": "Standard_D4s_v5"})") == 0);
  CHECK(uncounted(R"("name": "gpu", "properties": {"vmSize": "Standard_D4s_v5"})") == 0);
  CHECK(uncounted(R"("name": "Standard_ND96isr_H100_v5")") == 0);
  CHECK(read(R"([{"type": "Pools", "name": "p", "size": "Standard_ND96isr_H100_v5"}])").uncounted.at(0).kind == "pools");
  CHECK(uncounted(R"("name": "p", "resources": [{"type": "a/b", "name": "x", "size": "Standard_ND96isr_H100_v5"}])") == 1);
}

TEST_CASE("The first that a resource asks for counts, by its key or by the name of a size") {
  using namespace resource_manager_cases;
  const auto uncounted = [](std::string_view properties, std::string_view more = {}) {
    const auto file = read(R"([{"type": "Microsoft.Batch/batchAccounts/pools", "name": "p", "properties": {)" + std::string(properties) + "}}]", more);
    std::string all;
    for (const hr::uncounted_gpus& each : file.uncounted) all += std::string(each.name) + "@" + std::to_string(each.line) + " ";
    return all;
  };
  CHECK(uncounted(R"("gpuCount": 4)") == "p@2 ");
  CHECK(uncounted(R"("gpuCount": 0)") == "");
  CHECK(uncounted(R"("which": "[parameters('s')]")", R"(, "parameters": {"s": {"defaultValue": "Standard_ND96isr_H100_v5"}})") == "p@2 ");
  // What an expression comes to is told, and not the expression.
  const auto given = read(R"([{"type": "a/b", "name": "p", "which": "[parameters('s')]"}])", R"(, "parameters": {"s": {"defaultValue": "Standard_ND96isr_H100_v5"}})");
  CHECK(given.uncounted.at(0).cure.find("\"Standard_ND96isr_H100_v5\"") != std::string_view::npos);
  CHECK(uncounted("\"vmSize\": \"Standard_ND96isr_H100_v5\",\n\"gpuCount\": 4") == "p@2 ");
  CHECK(uncounted("\"vmSize\": \"Standard_D4s_v5\",\n\"gpuCount\": 4") == "p@3 ");
}

TEST_CASE("What a template says of itself and of its resources is a remark once, whatever the turns of a loop") {
  using namespace resource_manager_cases;
  const auto remarks = [](const std::string& resources, std::string_view more = {}) {
    const auto file = read(resources, more);
    std::string all;
    for (const hr::remark& each : file.remarks) all += std::to_string(each.gpus.value_or(0)) + " ";
    return all;
  };
  const std::string one(scale_set);
  CHECK(remarks("[]", R"(, "metadata": {"description": "48 GPUs on 6 nodes"})") == "48 ");
  CHECK(remarks("[{" + one + R"(, "tags": {"note": "32 GPUs on 4 nodes"}, "copy": {"name": "l", "count": 2}}])") == "32 ");
  CHECK(remarks("[{" + one + R"(, "resources": [{"type": "x", "name": "y", "tags": {"note": "32 GPUs on 4 nodes"}}]}])") == "32 ");
  CHECK(remarks(R"([{"type": "Microsoft.Resources/deployments", "name": "d", "copy": {"name": "l", "count": 2}, "properties": {"template": {
    "metadata": {"description": "24 GPUs on 3 nodes"}, "resources": []}}}])") == "24 ");
}

TEST_CASE("Loops and deployments whose turns are not told apart, that are there already or refused") {
  using namespace resource_manager_cases;
  const std::string one(scale_set);
  const auto named = [](std::string_view text, std::string_view name) {
    std::string all(text);
    return all.replace(all.find("\"s\""), 3, "\"" + std::string(name) + "\"");
  };
  const std::string nameless = named(one, "[uniqueString('s')]");
  CHECK(read("{\"own\": {" + nameless + "}}").pools[0].name == "own");
  CHECK(read("{\"own\": {" + nameless + ", \"copy\": {\"name\": \"l\", \"count\": 2}}}").pools[0].name == "l");
  CHECK(read("[{" + named(one, "[concat('s', copyIndex())]") + ", \"copy\": {\"name\": \"l\", \"count\": 20000}}]").pools[0].name == "l");
  program::deployment_file below("{\"contentVersion\": \"1.0.0.0\", \"resources\": [\n{" + one + ", \"copy\": {\"name\": \"l\", \"count\": -1}}]}");
  CHECK(program::read_source(below).has_value());
  CHECK(read(R"({"d": {"type": "Microsoft.Resources/deployments", "name": "d", "existing": true, "properties": {"template": {"resources": [{)" + one + "}]}}}}").pools.empty());
  CHECK(read(R"([{"type": "Microsoft.Resources/deployments", "name": "d", "properties": {"template": []}}])").pools.empty());
  const auto linked = read(R"([{"type": "Microsoft.Resources/deployments", "name": "d", "properties": {"templateLink": {"uri": "x"}}}])");
  REQUIRE(linked.not_followed.size() == 1);
  CHECK(linked.not_followed[0].line == 2);
  CHECK(linked.not_followed[0].column == 0);
  CHECK(read(R"([{"type": "Microsoft.Resources/deployments", "name": "d", "properties": {"templateLink": {"uri": "x"}, "template": {"resources": []}}}])").not_followed.empty());
}

TEST_CASE("Ten thousand turns of loops are told apart, and no more") {
  using namespace resource_manager_cases;
  const auto after = [](std::string_view turns) {
    const auto file = read(R"([{"condition": false, "copy": {"count": 9999}}, {"type": "Microsoft.Compute/virtualMachines", "name": "[concat('n', copyIndex())]", "copy": {"count": )" + std::string(turns) + "}}]");
    return std::string(file.pools.at(0).name);
  };
  CHECK(after("1") == "n0");
  CHECK(after("2") == "virtualMachines");
}

TEST_CASE("A value that the bounds of its parameter do not allow is refused; of one that is not known nothing is") {
  using namespace resource_manager_cases;
  const auto message = [](std::string_view declaration) {
    std::string one(scale_set);
    one.replace(one.find("4}"), 1, "\"[parameters('n')]\"");
    program::deployment_file file("{\"contentVersion\": \"1.0.0.0\", \"parameters\": {\"n\": {" + std::string(declaration) + "}}, \"resources\": [{" + one + "}]}");
    const auto problem = program::read_source(file);
    if (problem.has_value()) CHECK(problem->column == 0);
    return problem.has_value() ? problem->message : "nodes " + std::to_string(file.pools.at(0).nodes.value_or(0));
  };
  CHECK(message(R"("defaultValue": 3, "minValue": 3, "maxValue": 3)") == "nodes 3");
  CHECK(message(R"("defaultValue": 2, "minValue": 3)") == "minValue of the parameter n is 3, its value 2: expected one within its bounds");
  CHECK(message(R"("defaultValue": 4, "maxValue": 3)") == "maxValue of the parameter n is 3, its value 4: expected one within its bounds");
  CHECK(message(R"("defaultValue": "[resourceGroup().n]", "minValue": 3)") == "nodes 0");
  CHECK(message(R"("defaultValue": "5", "minValue": 8)") == "nodes 5");
  CHECK(message(R"("defaultValue": 5, "minValue": "8", "maxValue": [])") == "nodes 5");
}

TEST_CASE("A nested template sees the parameters around it, or its own where its scope is inner") {
  using namespace resource_manager_cases;
  const auto size = [](std::string_view options) {
    const auto file =
        read(R"([{"type": "Microsoft.Resources/deployments", "name": "d", "properties": {)" + std::string(options) +
                 R"("parameters": {"size": {"value": "p[parameters('size')]"}}, "template": {"parameters": )"
                 R"({"size": {"defaultValue": "inner"}}, "resources": [{"type": "Microsoft.Compute/virtualMachines",)"
                 R"( "name": "x", "properties": {"hardwareProfile": {"vmSize": "[parameters('size')]"}}}]}}}])",
             R"(, "parameters": {"size": {"defaultValue": "outer"}})");
    return std::string(file.pools.at(0).size.value);
  };
  CHECK(size("") == "outer");
  CHECK(size(R"("expressionEvaluationOptions": {"scope": "Inner"}, )") == "p[parameters('size')]");
}

TEST_CASE("A number below zero, written or calculated, is refused with its line") {
  using namespace resource_manager_cases;
  for (const std::string_view capacity : {"-1", "\"[sub(1, 2)]\"", "\"many\"", "[]", "1.5", "99999999999999999999"}) {
    std::string one(scale_set);
    one.replace(one.find("4}"), 1, capacity);
    program::deployment_file file("{\"contentVersion\": \"1.0.0.0\", \"resources\": [\n{" + one + "}]}");
    const auto problem = program::read_source(file);
    CAPTURE(capacity);
    CHECK(problem.has_value());
    CHECK(problem->line == 2);
  }
}

TEST_CASE("Other JSON is not taken for a template, nor is a file of parameters") {
  using namespace resource_manager_cases;
  CHECK(!program::is_resource_manager(program::source_text("{\"resources\": []}")));
  CHECK(!program::is_resource_manager(program::source_text("{\"contentVersion\": \"1.0.0.0\"}")));
  CHECK(program::is_resource_manager(program::source_text("{\"contentVersion\": \"1.0.0.0\", \"resources\": []}")));
  CHECK(!program::is_resource_manager(program::source_text(
      "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"contentVersion\": 1, \"resources\": 2}")));
  CHECK(!program::is_resource_manager(program::source_text("resources: []")));
  program::deployment_file file(
      "{\"$schema\": \"https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#\", "
      "\"parameters\": {\"vmSize\": {\"value\": \"Standard_NC6s_v3\"}}}");
  const auto problem = program::read_source(file);
  REQUIRE(problem.has_value());
  CHECK(problem->why == program::refusal::not_rendered);
  CHECK(file.format.empty());
}
