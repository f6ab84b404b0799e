// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>

// What "terraform show -json" prints, before any resource is understood.
namespace headroom::read {

// A value of a resource, beside what the plan says will only be known after apply.
struct terraform_value {
  const tree* value = nullptr;
  const tree* unknown_after = nullptr;  // "true", or where in the value it is true

  terraform_value at(std::string_view name) const;
  template <class... Names>
  terraform_value at(std::string_view name, Names... more) const {
    return at(name).block().at(more...);
  }
  // A block: the first of its list.
  terraform_value block() const;
  std::vector<terraform_value> items() const;

  bool is_left_open() const;
  bool is_silent() const { return !is_left_open() && (value == nullptr || value->is == tree::kind::none); }
  int line() const { return value != nullptr ? value->line : unknown_after != nullptr ? unknown_after->line : 0; }
};

said<count> count_said(const terraform_value& value);
said<bool> bool_said(const terraform_value& value);
said<std::string_view> text_said(const terraform_value& value);
said<count> length_said(const terraform_value& list);

// One instance of a managed resource that is there after the plan, or in the state.
struct terraform_resource {
  std::string_view address{};  // module.gpu[0].azurerm_linux_virtual_machine.worker["a"]
  std::string_view module{};   // module.gpu[0]
  std::string_view type{};
  std::string_view name{};
  std::string_view index{};
  terraform_value values{};
  bool is_new = false;  // created or replaced by the plan
  int line = 0;

  terraform_value at(std::string_view attribute) const { return values.at(attribute); }
};

// Address without the keys of count and for_each.
std::string without_indexes(std::string_view address);

class terraform_plan {
 public:
  explicit terraform_plan(const tree& document);

  const std::vector<terraform_resource>& resources() const { return resources_; }

  // Whether one configuration of AWS's provider, and one region, are all that the file names.
  bool has_one_aws_region() const { return has_one_aws_region_; }

  // Whether the configuration sets an attribute; unknown where the file has no configuration of the resource.
  said<bool> sets(const terraform_resource& resource, std::string_view attribute) const;

  // The resource of a type that an attribute or block of another names: by a reference in the configuration, or by one
  // of the names or ids given. nullptr where that is not sure.
  const terraform_resource* named_by(const terraform_resource& from, std::string_view attribute, std::string_view type,
                                     const std::vector<terraform_value>& names) const;

 private:
  void take_module(const tree& module, std::string_view address);
  void take_changes(const tree& changes);
  void take_configuration(const tree& module, const std::string& prefix);
  void add(const terraform_resource& one);
  const tree* expressions_of(const terraform_resource& resource) const;
  const terraform_resource* referred(const terraform_resource& from, const tree& expression,
                                     std::string_view type) const;

  void look_for_aws_regions(const tree& document);

  std::vector<terraform_resource> resources_;
  bool has_one_aws_region_ = false;
  std::map<std::string_view, const tree*> changes_;                          // by address
  std::map<std::string, const tree*, std::less<>> expressions_;              // by address without indexes
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_address_;  // with the module's indexes only
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_;     // type and id, name, …
};

}  // namespace headroom::read
