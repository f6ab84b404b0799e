// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <headroom/read/common/machines.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/text/nearest_name.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::read {

namespace machines_detail {

// A form of a GPU, and the machines with it: "H100-NVL-94GB in Standard_NC40ads_H100_v5".
struct machines_of_gpu {
  const gpu* form = nullptr;
  std::vector<const machine*> all{};
};

std::vector<machines_of_gpu> by_form(std::string_view gpu_name, const machine_test& may_be) {
  const named_alike<gpu> meant = catalog::gpus_called(gpu_name);
  std::vector<machines_of_gpu> found;
  if (meant.as == name_match::within) return found;
  for (std::size_t i = 0; i < std::min(meant.size, meant.most); ++i) {
    machines_of_gpu having{meant.of[i]};
    for (const machine& each : catalog::machines())
      if (each.gpu() != nullptr && each.gpu()->name == meant.of[i]->name && catalog::may_be_suggested(each) &&
          (!may_be || may_be(each)))
        having.all.push_back(&each);
    if (!having.all.empty()) found.push_back(std::move(having));
  }
  return found;
}

std::string listed(const std::vector<const machine*>& machines) {
  std::vector<std::string_view> names;
  for (const machine* each : machines) names.push_back(each->name());
  return with_commas(names);
}

}  // namespace machines_detail

std::string no_machine_called(std::string_view name, std::string_view word, const machine_test& may_be, std::string_view own) {
  using namespace machines_detail;
  const std::string no_other = concat("no ", word, " is called ", in_quotes(name), ": ");
  if (const std::string_view today = catalog::name_of_today(name); !today.empty())
    return concat(no_other, "did you mean ", in_quotes(today), '?');

  std::string forms;
  for (const machines_of_gpu& each : by_form(name, may_be))
    forms += concat(forms.empty() ? "" : "; ", each.form->name, " in ", listed(each.all));
  if (!forms.empty()) return concat(in_quotes(name), " is a GPU: expected a ", word, " with it: ", forms);

  named_alike<machine> alike;
  nearest_name meant(name);
  for (const machine& each : catalog::machines()) {
    if ((may_be && !may_be(each)) || !catalog::may_be_suggested(each)) continue;
    alike.consider(each, catalog::match_of(name, each));
    meant.consider(each.name());
  }
  if (alike.size > 1)
    return concat("several ", word, "s are called ", in_quotes(name), ": say which: ", names_of(alike));
  const catalog::lookup known = catalog::find(name);
  if (alike.size == 0 && known.several.size > 0) return concat(no_other, "machines are: ", names_of(known.several));
  // Another spelling than a machine's own name, which may be of another kind.
  const machine* spelled = catalog::find(known.suggestion).found;
  const bool is_of_kind = !may_be || (spelled != nullptr && may_be(*spelled));
  const std::string_view near = meant.found().empty() && is_of_kind ? known.suggestion : meant.found();
  return concat(no_other, near.empty() ? concat("`headroom catalog` lists those that are known; ", own)
                                       : concat("did you mean ", in_quotes(near), '?'));
}

}  // namespace headroom::read
