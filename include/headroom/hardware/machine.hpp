// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

namespace headroom {

// What a cluster counts: a VM size, a rack or a board, by reference to its record, which must outlive it.
class machine {
 public:
  constexpr machine() = default;
  constexpr machine(const headroom::vm& size) : vm_(&size) {}
  constexpr machine(const headroom::rack& of) : vm_(of.vm), rack_(&of) {}
  constexpr machine(const headroom::board& of) : board_(&of) {}

  constexpr std::string_view name() const {
    return rack_ != nullptr ? rack_->name : board_ != nullptr ? board_->name : vm_ != nullptr ? vm_->name : std::string_view{};
  }
  // The VM size it is or is made of; nullptr for a board.
  constexpr const headroom::vm* vm() const { return vm_; }
  constexpr const headroom::rack* rack() const { return rack_; }    // nullptr unless it is a rack
  constexpr const headroom::board* board() const { return board_; }  // nullptr unless it is a board
  constexpr const headroom::gpu* gpu() const {
    return board_ != nullptr ? board_->gpu : vm_ != nullptr ? vm_->gpu : nullptr;
  }
  constexpr const source* from() const {
    return rack_ != nullptr ? rack_->from : board_ != nullptr ? board_->from : vm_ != nullptr ? source_of(*vm_) : nullptr;
  }

  constexpr figure<count> vms() const {
    if (rack_ != nullptr) return rack_->vms;
    return board_ != nullptr ? figure<count>(count{0}) : figure<count>(count{1});
  }
  constexpr figure<count> racks() const { return count{rack_ != nullptr ? 1 : 0}; }

  friend constexpr bool operator==(const machine& a, const machine& b) {
    return a.vm_ == b.vm_ && a.rack_ == b.rack_ && a.board_ == b.board_;
  }

 private:
  const headroom::vm* vm_ = nullptr;
  const headroom::rack* rack_ = nullptr;
  const headroom::board* board_ = nullptr;
};

// A product of two figures: known when both are, absent when either is, as well founded as the weaker of the two.
template <class T>
constexpr figure<T> times(const figure<count>& n, const figure<T>& each) {
  if (each.is_absent() || n.is_absent()) return absent;
  if (n.is_unknown()) return unknown;
  if (each.is_unknown()) return each;
  figure<T> product = each;
  if constexpr (std::same_as<T, count>) {
    product = each.with(multiply(*n.known(), *each.known()));
  } else {
    product = each.with(scaled(*each.known(), static_cast<double>(*n.known())));
  }
  if (!n.is_confirmed() && each.is_confirmed()) product.basis = n.basis;
  return product;
}

// Nodes of one machine: a board is one, else its VMs are. GPUs of each, and of all.
constexpr figure<count> nodes_of(const machine& m) { return m.board() != nullptr ? figure<count>(count{1}) : m.vms(); }
constexpr figure<count> gpus_of_node(const machine& m) {
  if (m.board() != nullptr) return m.board()->gpus;
  return m.vm() == nullptr ? figure<count>{} : m.vm()->gpus;
}
constexpr figure<count> gpus_of(const machine& m) {
  return m.vm() == nullptr ? gpus_of_node(m) : times(m.vms(), m.vm()->gpus);
}

// The same with an eighth of a GPU as an eighth: what a price of a GPU is for.
constexpr figure<double> whole_gpus_of(const machine& m) {
  const figure<count> devices = gpus_of(m);
  const double share_of_each = m.vm() == nullptr ? 1.0 : m.vm()->gpu_share.value();
  return devices.with(static_cast<double>(devices.value_or(0)) * share_of_each);
}

// A figure of one GPU, for the share of it that the machine has.
template <class T>
constexpr figure<T> per_gpu_of(const machine& m, const figure<T>& whole) {
  if (m.vm() == nullptr || m.vm()->gpu_share == share{}) return whole;
  return whole.with(scaled(whole.value_or({}), m.vm()->gpu_share.value()));
}

// A figure of the VM, for all VMs of the machine; unknown for a board.
template <class T>
constexpr figure<T> over_vms(const machine& m, figure<T> vm::*of) {
  return m.vm() == nullptr ? figure<T>{} : times(m.vms(), m.vm()->*of);
}

}  // namespace headroom
