// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace headroom::read::shell::detail {

// Memory that is given back all at once. A tree has thousands of small nodes that live as long as it does.
class arena {
 public:
  arena() = default;
  arena(arena&& other) noexcept { *this = std::move(other); }
  arena& operator=(arena&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    other.blocks_.clear();
    next_ = std::exchange(other.next_, nullptr);
    left_ = std::exchange(other.left_, 0);
    bytes_ = std::exchange(other.bytes_, 0);
    block_size_ = std::exchange(other.block_size_, first_block);
    return *this;
  }

  template <class T>
  std::span<const T> keep(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);  // so that a block is aligned for it
    if (items.empty()) return {};
    T* to = static_cast<T*>(room(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), to);
    return {to, items.size()};
  }
  template <class T>
  std::span<const T> keep_one(const T& item) {
    const T one[]{item};
    return keep(std::span<const T>(one));
  }
  template <class T>
  const T* keep(const T& item) {
    return keep_one(item).data();
  }
  // How much it has asked for.
  std::size_t bytes() const { return bytes_; }

  std::string_view keep_text(std::string_view text) {
    const std::span<const char> kept = keep(std::span<const char>(text));
    return {kept.data(), kept.size()};
  }

 private:
  static constexpr std::size_t first_block = 16'384;
  static constexpr std::size_t largest_block = 1'048'576;

  void* room(std::size_t bytes, std::size_t alignment) {
    void* at = next_;
    if (next_ == nullptr || std::align(alignment, bytes, at, left_) == nullptr) {
      const std::size_t size = std::max(block_size_, bytes);
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
      at = blocks_.back().get();
      left_ = size;
      bytes_ += size;
      block_size_ = std::min(2 * block_size_, largest_block);
    }
    next_ = static_cast<std::byte*>(at) + bytes;
    left_ -= bytes;
    return at;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
  std::size_t block_size_ = first_block;
};

// Children are gathered on a stack that all nodes under construction share, and kept in one piece when a node is done.
template <class T>
class gathered {
 public:
  explicit gathered(std::vector<T>& stack) : stack_(stack), begin_(stack.size()) {}
  gathered(const gathered&) = delete;
  gathered& operator=(const gathered&) = delete;
  ~gathered() { stack_.resize(begin_); }

  void push(const T& item) { stack_.push_back(item); }
  std::span<const T> items() const { return std::span<const T>(stack_).subspan(begin_); }
  std::span<const T> keep(arena& memory) const { return memory.keep(items()); }

 private:
  std::vector<T>& stack_;
  std::size_t begin_;
};

}  // namespace headroom::read::shell::detail
