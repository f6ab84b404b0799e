// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/arm/arm.hpp>
#include <headroom/read/arm/expression.hpp>

#include <array>
#include <check.hpp>
#include <cstdint>
#include <string>
#include <string_view>

// Results by the function reference of ARM templates; "?" is not known.
namespace arm_functions {
namespace {

namespace program = headroom::read;
using kind = program::template_value::kind;

constexpr std::string_view declared = R"({
  "parameters": {
    "none": {"type": "int", "nullable": true},
    "unknown": {"type": "int"},
    "list": {"type": "array", "defaultValue": ["a", "b"]},
    "no-list": {"type": "array", "defaultValue": []},
    "word": {"type": "string", "defaultValue": "true"},
    "object": {"type": "object", "defaultValue": {"key": 1}},
    "no-object": {"type": "object", "defaultValue": {}}
  }
})";

std::string told(program::template_evaluator& in, const program::template_value& v) {
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
      return "'" + v.text + "'";
    case kind::list:
      break;
    case kind::object:
      return "object";
  }
  std::string text = "[";
  const std::int64_t n = in.length(v).number;
  for (std::int64_t i = 0; i < n; ++i) text += (i == 0 ? "" : ", ") + told(in, in.element(v, i));
  return text + "]";
}

std::string value_of(std::string_view expression) {
  const program::source_text text{std::string(declared)};
  const program::source_text one{"{\"x\": \"[" + std::string(expression) + "]\"}"};
  program::template_evaluator evaluator;
  const program::template_scope scope{.document = text.document()};
  return told(evaluator, evaluator.value_of(one.document()->at("x"), scope));
}

}  // namespace

TEST_CASE("functions of templates: every argument, its kind and its limits") {
  struct one {
    std::string_view expression;
    std::string_view value;
  };
  constexpr std::array cases{
      // Whole numbers of 64 bits.
      one{"add(9223372036854775806, 1)", "9223372036854775807"}, one{"add(9223372036854775807, 1)", "?"},
      one{"sub(-9223372036854775807, 1)", "-9223372036854775808"}, one{"sub(-9223372036854775807, 2)", "?"},
      one{"mul(3, -4)", "-12"}, one{"div(-7, 2)", "-3"}, one{"div(7, -1)", "-7"}, one{"div(0, 3)", "0"},
      one{"div(sub(-9223372036854775807, 1), -1)", "?"}, one{"mod(sub(-9223372036854775807, 1), -1)", "?"},
      one{"div(sub(-9223372036854775807, 1), 2)", "-4611686018427387904"},
      one{"mod(7, 3)", "1"}, one{"mod(7, 0)", "?"}, one{"mod(6, 3)", "0"},
      one{"add('1', 2)", "?"}, one{"add(1, '2')", "?"}, one{"div('1', 2)", "?"}, one{"mod(1, '2')", "?"}, one{"add(1)", "?"}, one{"add(1, 2, 3)", "?"},
      one{"min(2, 1)", "1"}, one{"max(2, 1)", "2"}, one{"min(7)", "7"}, one{"max(1, '2')", "?"}, one{"min()", "?"},
      // Order of numbers, and of texts.
      one{"less(1, 2)", "true"}, one{"less(2, 2)", "false"}, one{"less(3, 2)", "false"},
      one{"lessOrEquals(1, 2)", "true"}, one{"lessOrEquals(2, 2)", "true"}, one{"lessOrEquals(3, 2)", "false"},
      one{"greater(1, 2)", "false"}, one{"greater(2, 2)", "false"}, one{"greater(3, 2)", "true"},
      one{"greaterOrEquals(1, 2)", "false"}, one{"greaterOrEquals(2, 2)", "true"}, one{"greaterOrEquals(3, 2)", "true"},
      one{"less('a', 'b')", "true"}, one{"less('b', 'a')", "false"}, one{"greaterOrEquals('b', 'b')", "true"}, one{"less('1', 2)", "?"},
      one{"less(true(), false())", "?"}, one{"less(createArray(1), createArray(2))", "?"}, one{"less(parameters('unknown'), 1)", "?"},
      one{"equals(1, 1)", "true"}, one{"equals(1, 2)", "false"}, one{"equals('a', 'a')", "true"}, one{"equals('a', 'b')", "false"},
      one{"equals(true(), true())", "true"}, one{"equals(true(), false())", "false"}, one{"equals(parameters('unknown'), 1)", "?"},
      // Truth.
      one{"and(true(), true())", "true"}, one{"and(true(), false())", "false"}, one{"and(true(), true(), false())", "false"},
      one{"or(false(), true())", "true"}, one{"or(false(), false())", "false"}, one{"and(true(), parameters('unknown'))", "?"},
      one{"and(parameters('unknown'), true())", "?"}, one{"or(false(), parameters('unknown'))", "?"}, one{"or(parameters('unknown'), true())", "true"},
      one{"and(parameters('unknown'), false())", "false"}, one{"and()", "?"}, one{"or()", "?"}, one{"and(true(), 1)", "?"},
      one{"not(true())", "false"}, one{"not(false())", "true"}, one{"not(1)", "?"}, one{"not('true')", "?"},
      one{"if(true(), 1, 2)", "1"}, one{"if(false(), 1, 2)", "2"}, one{"if(1, 1, 2)", "?"}, one{"if(true(), 1)", "?"},
      one{"bool(true())", "true"}, one{"bool(false())", "false"}, one{"bool(1)", "true"}, one{"bool(0)", "false"},
      one{"bool('true')", "true"}, one{"bool('FALSE')", "false"}, one{"bool('yes')", "?"}, one{"bool(createArray())", "?"},
      // From texts and to them.
      one{"int(4)", "4"}, one{"int('0')", "0"}, one{"int('407')", "407"}, one{"int('')", "?"}, one{"int('4x')", "?"}, one{"int('4.5')", "?"},
      one{"int('123456789012345')", "123456789012345"}, one{"int(true())", "?"}, one{"int(createArray(1))", "?"},
      one{"string(12)", "'12'"}, one{"string(true())", "'True'"}, one{"string(false())", "'False'"}, one{"string('a')", "'a'"},
      one{"json('null')", "null"}, one{"json('true')", "true"}, one{"json('false')", "false"}, one{"json('31')", "31"}, one{"json(31)", "?"},
      one{"toUpper('aZ-z9')", "'AZ-Z9'"}, one{"toLower('aZ-A9')", "'az-a9'"}, one{"toUpper(1)", "?"}, one{"toLower(1)", "?"},
      one{"replace('123-123-1234', '-', '')", "'1231231234'"}, one{"replace('123-123-1234', '1234', 'xxxx')", "'123-123-xxxx'"},
      one{"replace('aaa', 'a', 'ba')", "'bababa'"}, one{"replace('aaaa', 'aa', 'a')", "'aa'"}, one{"replace('abc', 'B', 'x')", "'abc'"},
      one{"replace('abc', '', 'x')", "?"}, one{"replace('abc', '', '')", "?"}, one{"replace('abc', 'b')", "?"}, one{"replace('abc', 'b', 1)", "?"}, one{"replace(1, '1', '2')", "?"},
      one{"length('')", "0"}, one{"length('One Two')", "7"}, one{"length(createArray(1, 2))", "2"}, one{"length(1)", "?"},
      // Lists, objects and nothing.
      one{"createArray(1, 'a', true())", "[1, 'a', true]"}, one{"createArray()", "[]"},
      one{"array(1)", "[1]"}, one{"array('efgh')", "['efgh']"}, one{"array(createArray(1, 2))", "[1, 2]"}, one{"array(parameters('list'))", "['a', 'b']"},
      one{"array(parameters('unknown'))", "?"}, one{"length(array(parameters('object')))", "1"},
      one{"empty(parameters('none'))", "true"}, one{"empty('')", "true"}, one{"empty('a')", "false"}, one{"empty(createArray())", "true"},
      one{"empty(createArray(1))", "false"}, one{"empty(parameters('no-list'))", "true"}, one{"empty(parameters('list'))", "false"},
      one{"empty(parameters('object'))", "false"}, one{"empty(parameters('no-object'))", "true"}, one{"empty(parameters('unknown'))", "?"},
      one{"first(createArray(4, 5, 6))", "4"}, one{"last(createArray(4, 5, 6))", "6"}, one{"first(parameters('list'))", "'a'"}, one{"last(parameters('list'))", "'b'"},
      one{"first(1)", "?"}, one{"range(5, 3)", "[5, 6, 7]"}, one{"range(5, 0)", "[]"}, one{"range(5, -1)", "?"}, one{"range('5', 3)", "?"}, one{"range(5, '3')", "?"},
      one{"length(range(0, 1000))", "1000"},
      one{"contains('OneTwoThree', 'e')", "true"}, one{"contains('OneTwoThree', 'z')", "false"}, one{"contains(createArray(1, 2), 2)", "true"},
      one{"contains(createArray(1, 2), 3)", "false"}, one{"contains(parameters('object'), 'key')", "true"}, one{"contains(parameters('object'), 'other')", "false"},
      one{"coalesce(null(), 1, 2)", "1"}, one{"coalesce(null(), null())", "null"}, one{"coalesce('a', null())", "'a'"},
      one{"tryGet(parameters('object'), 'key')", "1"}, one{"tryGet(parameters('object'), 'other')", "null"}, one{"tryGet(parameters('list'), 1)", "'b'"},
      one{"true()", "true"}, one{"false()", "false"}, one{"null()", "null"},
      // What is not known on either side; lists and objects are not compared, and nothing is none of them.
      one{"equals(1, parameters('unknown'))", "?"}, one{"equals(parameters('list'), parameters('list'))", "?"}, one{"equals(parameters('object'), parameters('object'))", "?"},
      one{"equals(parameters('list'), 1)", "?"}, one{"equals(parameters('object'), 1)", "?"}, one{"equals(1, parameters('list'))", "?"}, one{"equals(1, parameters('object'))", "?"},
      one{"equals(parameters('list'), null())", "false"}, one{"equals(null(), parameters('list'))", "false"}, one{"equals(parameters('object'), null())", "false"},
      one{"equals(null(), parameters('object'))", "false"}, one{"equals(null(), null())", "true"}, one{"equals(null(), 0)", "false"}, one{"equals('1', 1)", "false"},
      one{"contains(1, 2)", "?"}, one{"contains(parameters('unknown'), 1)", "?"}, one{"contains(createArray(1), parameters('unknown'))", "?"}, one{"contains(parameters('no-list'), 1)", "false"},
      one{"contains(createArray(parameters('unknown'), 1), 1)", "true"}, one{"contains(createArray(parameters('unknown'), 1), 2)", "?"},
      one{"contains('12', 1)", "?"}, one{"contains(null(), 1)", "?"},
      // Members and elements of what has none.
      one{"parameters('list').key", "?"}, one{"parameters('unknown').key", "?"}, one{"null().key", "null"}, one{"parameters('object').key", "1"}, one{"parameters('object').other", "null"},
      one{"parameters('object')[0]", "?"}, one{"parameters('list')['key']", "?"}, one{"parameters('list')[-1]", "?"}, one{"parameters('list')[2]", "?"}, one{"parameters('list')[parameters('unknown')]", "?"},
      one{"parameters('list')[?1]", "'b'"}, one{"parameters('object')[?'key']", "1"}, one{"parameters('object').?other", "null"}, one{"parameters('list')[1", "?"}, one{"parameters('object').", "?"}, one{"parameters('word')", "'true'"}, one{"not(parameters('word'))", "?"},
      one{"union(parameters('object'), 'key')", "?"}, one{"skip(parameters('list'), 1)", "?"}, one{"tryGet(parameters('object'), true())", "?"}, one{"tryGet(parameters('list'), true())", "?"},
      one{"concat(createArray(1), createArray(2), createArray(3))", "[1, 2, 3]"}, one{"concat(createArray(1))", "[1]"}, one{"concat(parameters('list'), createArray())", "['a', 'b']"},
      one{"concat('a', createArray(1))", "?"}, one{"concat()", "''"}, one{"concat(1, true(), 'x')", "'1Truex'"}, one{"concat(null())", "?"},
      one{"format('{0}', createArray(1))", "?"}, one{"format('{0} {1} {0}', 'a', 2)", "'a 2 a'"}, one{"format('{', 1)", "?"}, one{"format('{10}', 1)", "?"}, one{"format(1)", "?"}, one{"format()", "?"}, one{"format('-{0}', 1)", "'-1'"}, one{"format('a0b{x}', 1)", "?"}, one{"format('}}')", "'}'"},
      // Texts longer than numbers are, and lists longer than are gone through.
      one{"int('1234567890123456')", "?"}, one{"length(range(0, 1001))", "?"}, one{"range(1099511627776, 1)", "[1099511627776]"}, one{"range(1099511627777, 1)", "?"},
      // Type and names of a resource; what stands before its type are the subscription and the group.
      one{"resourceId('a/b', 'n')", "'a/b/n'"}, one{"resourceId('s', 'g', 'a/b', 'n')", "'a/b/n'"}, one{"resourceId('a/b/c', 'n', 'm')", "'a/b/c/n/m'"}, one{"resourceId('a/b', '')", "'a/b/'"},
      one{"resourceId('n')", "?"}, one{"resourceId()", "?"}, one{"resourceId('a/b', 1)", "?"}, one{"resourceId('a/b', parameters('unknown'))", "?"}, one{"resourceId(1, 'a/b', 'n')", "'a/b/n'"},
      // Blanks of any kind.
      one{"add(1,\\t2)", "3"}, one{"add(1,\\n2 )", "3"}, one{"\\radd (1 , 2)", "3"},
  };
  for (const one& each : cases) {
    CAPTURE(each.expression);
    CHECK(value_of(each.expression) == each.value);
  }
  // Names of up to 4,096 letters are followed, with their type.
  const std::string name(4'092, 'n');
  CHECK(value_of("resourceId('a/b', '" + name + "')") == "'a/b/" + name + "'");
  CHECK(value_of("resourceId('a/b', 'n" + name + "')") == "?");
  CHECK(value_of("format('{0}{1}', 'nnnn', '" + name + "')") == "'nnnn" + name + "'");
  CHECK(value_of("format('{0}{1}', 'nnnnn', '" + name + "')") == "?");
  CHECK(value_of("length(concat(range(0, 1000), range(0, 1000)))") == "2000");
}

}  // namespace arm_functions
