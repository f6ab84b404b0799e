// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>

#include "io.hpp"

namespace headroom::program {

// What a run reads is what it was given, and what it writes is kept: no disk, and no stream of this process.
class given_files final : public io {
 public:
  // False: a file of this name is there already, in other words for the same path perhaps. "-" is standard input.
  bool add(const std::string& path, std::string text);

  const std::map<std::string, std::string>& written() const { return written_; }
  const std::string& printed() const { return printed_; }
  const std::string& told() const { return told_; }

  file_reading read(const std::string& path, std::size_t most) const override;
  folder_reading list(const std::string& folder) const override;
  bool is_there(const std::string& path) const override;
  bool is_folder(const std::string& path) const override;
  std::optional<write_problem> write(std::span<const file_to_write> files) override;
  bool print(std::string_view text) override;
  void tell(std::string_view text) override;
  bool is_watched() const override { return false; }

 private:
  std::map<std::string, std::string> given_{};  // by path, without . and .. in it
  std::map<std::string, std::string> written_{};
  std::string printed_{};
  std::string told_{};
};

}  // namespace headroom::program
