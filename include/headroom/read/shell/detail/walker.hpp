// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/shell/detail/conditions.hpp>
#include <headroom/read/shell/detail/expander.hpp>
#include <headroom/read/shell/detail/variables.hpp>
#include <headroom/read/shell/walk.hpp>

namespace headroom::read::shell::detail {

// Goes through a tree as a shell would. Where a branch is not known it goes through each, from the same beginning, and
// joins what the variables are at their ends.
class walker final : public expander::runner {
 public:
  walker(const walk_options& options, walked& into);

  void walk_script(const script& of);
  void walk_arguments(std::span<const argument> arguments);

 private:
  void finish();

  // ---- ways through the script

  // A place from which several ways begin.
  struct place {
    variables::mark names{};
    const running_job* running = nullptr;
  };
  // What has changed at the end of one.
  struct way {
    variables::changes changes{};
    const running_job* running = nullptr;
  };
  using ways = std::vector<way>;
  // A way that goes on elsewhere: behind the loop or the function that it leaves, or with the loop's next round.
  enum class jump : unsigned char { leave_loop, next_round, leave_function, leave_subshell };
  struct jumped {
    jump how = jump::leave_loop;
    std::size_t to = 0;  // which loop or function
    way end{};
    std::size_t construct = 0;  // a choice: what stands behind runs where it is not left
    position at{};
  };
  struct frame {
    place begin{};
    place round{};
  };

  place here() const { return {names_.here(), running_}; }
  void return_to(const place& to);
  way way_since(const place& begin) { return {names_.since(begin.names), running_}; }
  void end_way(const place& begin, ways& into);
  void join(const place& begin, const ways& all, const unjudged& why);
  variables::changes merged(const ways& all, const unjudged& why, bool is_endless);
  static bool runs(const way& in, std::size_t job);
  const running_job* merged_jobs(const ways& all);
  void apply(const variables::changes& changes);
  void leave_shell(const place& begin);
  bool is_stopped() const { return is_over_ || is_dead_; }
  ways taken(std::size_t from, jump how, std::size_t to);

  // ---- circumstances

  class scope;  // in which other circumstances hold
  template <class Body>
  void in_branch(std::size_t construct, std::size_t branch, position at, Body body);
  template <class Body>
  void in_subshell(Body body, bool is_script = false);
  template <class Body>
  void run_in_background(position at, Body body);

  // ---- commands

  void run(const list& all);
  void run(const and_or& item);
  void run_joined(const and_or& item);
  void run(const pipeline& all);
  void run(const command& one);
  void run_what(const simple_command& one, const command& all);
  void run_what(const group& one, const command&) { run(*one.body); }
  void run_what(const subshell& one, const command&);
  void run_what(const if_command& one, const command& all) { run_if(one, all.at, 0); }
  void run_what(const case_command& one, const command& all);
  void run_what(const while_command& one, const command& all);
  void run_what(const for_command& one, const command& all);
  void run_what(const arithmetic_for& one, const command& all);
  void run_what(const function_definition& one, const command&);
  void run_what(const test_command& one, const command&);
  void run_what(const arithmetic_command& one, const command&);
  void run_what(const coprocess& one, const command& all);
  void run_what(const outside& piece, const command&);
  void run_if(const if_command& one, position at, std::size_t from);
  void run_any_case(const case_command& one, position at);
  void run_cases_in_turn(const case_command& one, position at);
  truth matches(const case_item& item, const value& subject);

  // A loop as it is gone through.
  struct loop {
    position at{};
    const list* body = nullptr;
    std::optional<std::size_t> rounds{};
    // Whether there is one more: asked before each round, where it may set variables.
    std::function<truth()> condition{};
    // Sets what the round begins with: nothing stands for any round.
    std::function<void(std::optional<std::size_t>)> begin{};
    std::function<void()> step{};  // behind each round
    bool is_over_arguments = false;  // of the script, which are not known
  };
  // What going through it again makes undone.
  struct output {
    std::size_t commands = 0;
    std::size_t jobs = 0;
    std::size_t jumps = 0;
    std::size_t pieces = 0;
  };
  void run_loop(const loop& one);
  bool run_rounds(const loop& one);
  bool run_round(const loop& one, std::size_t number, bool& is_last);
  void run_any_rounds(const loop& one);
  void take_defaults_of(const place& begin);
  ways run_any_round(const loop& one, const place& begin, truth& condition, way& behind_condition);
  output output_now() const;
  void undo(const output& to);

  // ---- simple commands

  struct call {
    std::span<const expanded_word> words{};
    std::size_t name = 0;
    std::span<const assignment> assignments{};
    std::span<const assignment> declared{};
    const environment* variables = nullptr;
    value input{};  // a here-document
    bool has_input = false;
    bool prints_elsewhere = false;
    std::string file{};  // that it prints to
    bool appends = false;
    position at{};

    std::string_view text(std::size_t i) const {
      const bool is_word = i < words.size() && words[i].text.is_known() && words[i].optional == nullptr;
      return is_word ? words[i].text.text : std::string_view{};
    }
  };
  void run_redirections(std::span<const redirection> all, call& into);
  void run_call(call& one);
  void run_program(const call& one);
  void run_function(const call& one, const binding& what);
  void assign_locally(std::span<const assignment> all);
  void assign_exported(const assignment& one);
  const circumstances* circumstances_now();
  std::size_t emit(command_kind kind, const call& one);
  const environment* environment_of(const call& one);
  bool add_printed(const call& one, value_builder& to);
  void print(const call& one);
  void write_file(const call& one);
  const value* written_in(const value& path);
  void print_unknown(position at);

  // Where a command starts a shell: its name, and the script that it is given.
  struct started_shell {
    std::size_t name = nowhere;
    std::size_t script = nowhere;  // none: it reads its input
    std::size_t arguments = 0;  // behind
    value text{};
    dialect language = dialect::sh;
  };
  started_shell find_shell(const call& one);
  started_shell shell_of_ssh(const call& one, std::size_t ssh);
  bool read_shell_options(const call& one, started_shell& into);
  bool is_written_script(const call& one, std::size_t word, started_shell& into);
  void follow_shell(const call& one, std::size_t command);
  void prepare_shell(const call& one, const started_shell& shell);
  void set_variables_of_env(const call& one, std::size_t end);
  void run_text(const value& text, dialect language);

  // ---- builtins

  void run_builtin(call& one);
  bool run_status(const call& one, std::string_view name);
  bool run_jump(const call& one, std::string_view name);
  void run_setting(call& one, std::string_view name, std::size_t command);
  void run_declaration(const call& one, std::string_view name);
  void declare(std::string_view name, std::string_view flags, bool is_local);
  void set_attributes(std::string_view name, std::string_view flags, bool hides);
  void run_eval(const call& one, std::size_t command);
  void run_here(const value& text, const call& one, std::size_t command);
  void run_set(const call& one);
  void run_shift(const call& one);
  void run_unset(const call& one);
  bool read_all(const call& one);
  void run_read(const call& one, std::string_view name);
  void run_wait(const call& one, std::size_t command, bool is_kill);
  void end_jobs(const std::vector<std::size_t>& named, bool is_named, bool is_any, std::size_t command);
  void set_arguments(std::span<const expanded_word> arguments);

  // ---- substitutions

  value output_of(const part& substitution) override;
  void run_beside(const list& commands) override;

  struct capture {
    value_builder text;
    const choice* branch = nullptr;
    const repetition* loop = nullptr;
    std::string_view source{};
    std::size_t jumps = 0;  // taken before
    bool is_lost = false;
  };

  const walk_options& options_;
  walked& into_;
  arena& memory_;
  variables names_;
  expander words_;
  const circumstances* in_ = nullptr;
  const running_job* running_ = nullptr;
  capture* capture_ = nullptr;
  truth status_ = truth::yes;
  bool is_dead_ = false;  // nothing behind runs on this way
  bool is_over_ = false;  // too much has run
  std::size_t steps_ = 0;
  std::size_t constructs_ = 0;
  std::size_t rounds_left_ = 2048;
  int depth_ = 0;
  int nested_shells_ = 0;
  std::size_t shell_ = 0;
  std::size_t shells_ = 0;
  std::vector<std::size_t> shell_of_job_{};
  std::vector<std::size_t> asked_{};  // jobs that "kill -0" has asked for
  std::vector<frame> loops_{};
  std::vector<place> functions_{};
  std::size_t loops_outside_ = 0;      // of the function or shell that runs
  std::size_t functions_outside_ = 0;  // of the shell
  bool is_script_ = true;              // that runs: no subshell of one
  std::vector<jumped> jumps_{};
  std::vector<expanded_word> stack_{};
};

}  // namespace headroom::read::shell::detail
