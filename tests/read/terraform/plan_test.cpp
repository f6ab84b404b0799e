// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/terraform/plan.hpp>

#include <doctest/doctest.h>

// Addresses of resources: https://developer.hashicorp.com/terraform/cli/state/resource-addressing.
TEST_CASE("Keys of count and for_each are taken off an address") {
  using headroom::read::without_indexes;
  CHECK(without_indexes("module.a[0].aws_instance.x[\"b.c\"]") == "module.a.aws_instance.x");
  CHECK(without_indexes("module.a[\"b\"].module.c[12].aws_instance.x") == "module.a.module.c.aws_instance.x");
  CHECK(without_indexes("aws_instance.x[\"a]\\\"b\"]") == "aws_instance.x");
  CHECK(without_indexes("module.a[\"[\"].aws_instance.x") == "module.a.aws_instance.x");
  CHECK(without_indexes("aws_instance.x") == "aws_instance.x");
  CHECK(without_indexes("aws_instance.x[").starts_with("aws_instance.x"));
}
