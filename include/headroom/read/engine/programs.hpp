// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/deployment/deployment.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/source_text.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/shell.hpp>

// The programs that a script or a container starts, with their words as far as these are known.
namespace headroom::read {

// The program that a word names, without its folder: "srun" of "/usr/bin/srun".
constexpr std::string_view program_of(std::string_view word) { return word.substr(word.find_last_of('/') + 1); }

struct command_word {
  std::string_view text{};  // what is known of it
  std::size_t known = 0;    // characters of it in front of the first piece that is not
  std::size_t again = 0;    // from where on all is known again
  int line = 0;
  const shell::unjudged* open = nullptr;  // why a piece is not known, or whether it is there at all
  bool is_several = false;                // or none: nothing quotes the piece

  bool is_known() const { return open == nullptr; }
  bool is(std::string_view other) const { return is_known() && text == other; }
};

// The program that a word names, where all that it may be names the same: "$TORCHRUN", which branches set to "torchrun" and
// to "./env/bin/torchrun".
std::string_view program_named_by(const command_word& word);

// What "docker run" and "podman run" start, by their manuals: the image, and the devices of "--gpus".
struct container_run {
  std::size_t image = 0;   // the word; 0 where none is started
  said<count> devices{};   // silent: all
  bool is_detached = false;
};

struct started_program {
  std::vector<command_word> words{};  // with those of "srun" and the like in front that start it, in a shell of its own or not
  std::size_t place = 0;              // in the walk
  const shell::circumstances* in = nullptr;
  const shell::environment* variables = nullptr;  // that it is given
  std::span<const shell::file_text> files{};  // that are there, or that the script writes
  said<count> devices{};  // that it may see; unknown where what depends on says which
  container_run container{};

  bool is_certain() const { return shell::is_expected_once(*in); }
  bool is_in_background() const { return in->background != shell::nowhere; }
  // Whether any word names one of these programs.
  bool has_program(std::span<const std::string_view> names) const;
};

// Variables that are set where it starts, each with the line that sets it. Without a value: set, but to what is not known.
struct outer_variable {
  std::optional<std::string> value{};
  int line = 1;
};
using outer_variables = std::map<std::string, outer_variable, std::less<>>;

// Texts of the file that a container finds as files, by their paths there.
using mounted_files = std::map<std::string, const tree*, std::less<>>;

// What a word of a list stands for, where the file's own tool puts something in its place.
using word_reading = std::string_view (*)(std::string_view);

// Those of a list of a container: one with a value, or of a source that is not in the file.
void take_variables(const tree* env, outer_variables& into);

class started_programs {
 public:
  started_programs(std::string_view script, const outer_variables& given);
  // Of a container: texts or lists of texts. Those of one are the begin of the other's.
  started_programs(const tree* command, const tree* args, const source_text& in, const outer_variables& given, word_reading each_word = nullptr,
                   const mounted_files& files = {});

  const std::vector<started_program>& all() const { return all_; }
  bool is_complete() const { return walked_.is_complete; }
  // Whether a variable's value is asked for.
  bool reads(std::string_view name) const;
  // The first piece that is outside the grammar: what it starts is not among these.
  const shell::outside* first_outside() const { return walked_.pieces_outside.empty() ? nullptr : &walked_.pieces_outside.front(); }
  // What is in a file that is there or that it writes, where all of it is known.
  std::optional<std::string_view> text_written_to(std::string_view file) const;
  // Only those that run where some do, and of each what does: on one component of a job.
  template <class Test>
  void keep(Test is_kept) {
    std::vector<started_program> kept;
    for (started_program& each : all_)
      if (is_kept(each)) kept.push_back(std::move(each));
    all_ = std::move(kept);
  }
  // Whether two may run at the same time.
  bool run_together(const started_program& a, const started_program& b) const;
  // Whether rounds of a loop leave it running beside itself.
  bool is_repeated(const started_program& one) const;

 private:
  void collect();

  shell::script script_{};
  shell::walked walked_{};
  std::vector<started_program> all_{};
  std::vector<std::size_t> ends_all_{};  // commands that end what they name, wherever it runs
};

}  // namespace headroom::read
