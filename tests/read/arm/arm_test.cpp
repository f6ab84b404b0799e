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
    "copy": [{"name": "letters", "count": 3, "input": "[concat('n', copyIndex('letters', 1))]"}],
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
      one{"[variables('round')]", "?"},
      one{"[concat('a', parameters('nodes'), 'b''c')]", "a9b'c"},
      one{"[concat(createArray(1, 2), createArray(3))]", "list of 3"},
      one{"[concat(createArray(1), 'a')]", "?"},
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
      one{"[replace('a-b-c', '-', '')]", "abc"},
      one{"[range(2, 3)]", "list of 3"},
      one{"[uniqueString('x')]", "?"},
      one{"[resourceGroup().location]", "?"},
      one{"[reference('x').y.z]", "?"},
      one{"[copyIndex()]", "?"},
      one{"[own.sizes(1)]", "?"},
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

TEST_CASE("Nesting without end is unknown, and quickly so") {
  using namespace resource_manager_cases;
  std::string deep = "1";
  for (int i = 0; i < 5'000; ++i) deep = "add(" + deep + ",1)";
  CHECK(value_of("[" + deep + "]") == "?");
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
  CHECK(uncounted(R"("name": "p", "resources": [{"type": "a/b", "name": "x", "size": "Standard_ND96isr_H100_v5"}])") == 1);
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
  for (const std::string_view capacity : {"-1", "\"[sub(1, 2)]\"", "\"many\"", "[]"}) {
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
