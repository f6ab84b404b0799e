// SPDX-License-Identifier: BSL-1.0
// Runs tests that were compiled with all changes behind switches, a change at a time: switched.py.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "switch.hpp"

namespace {

constexpr unsigned none = ~0U;
unsigned on = none;
std::vector<bool> asked;

struct test_case {
  unsigned number;  // as doctest counts them, from 1
  double seconds;
  std::vector<bool> asked;
};
std::vector<test_case> cases;
std::chrono::steady_clock::time_point begun;

// Remembers which changes each test case comes past.
struct listener : doctest::IReporter {
  explicit listener(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {
    asked.assign(asked.size(), false);
    begun = std::chrono::steady_clock::now();
  }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    if (on != none) return;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    cases.push_back({static_cast<unsigned>(cases.size()) + 1, took.count(), asked});
  }
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("asked", 1, listener);

void quiet(doctest::Context& context) {
  context.setOption("minimal", true);
  context.setOption("no-colors", true);
}

// In a process of its own: whatever the change does ends there.
[[noreturn]] void run_with(unsigned change, const std::vector<const test_case*>& passed) {
  double seconds = 0;
  for (const auto* one : passed) seconds += one->seconds;
  const auto limit = static_cast<rlim_t>(10 * seconds + 2);
  const rlimit processor{limit, limit + 1}, memory{rlim_t{6} << 30U, rlim_t{6} << 30U}, core{0, 0};
  setrlimit(RLIMIT_CPU, &processor);
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
  if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
  on = change;
  for (const auto* one : passed) {
    doctest::Context context;
    quiet(context);
    context.setOption("abort-after", 1);
    context.setOption("first", static_cast<int>(one->number));
    context.setOption("last", static_cast<int>(one->number));
    if (context.run() != 0) _exit(1);
  }
  _exit(0);
}

void judge(unsigned change) {
  std::vector<const test_case*> passed;
  for (const auto& one : cases) {
    if (one.asked[change]) passed.push_back(&one);
  }
  if (passed.empty()) {
    std::printf("%u not run\n", change);
    return;
  }
  std::sort(passed.begin(), passed.end(), [](const auto* a, const auto* b) { return a->seconds < b->seconds; });
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) run_with(change, passed);
  int status = 1;
  waitpid(child, &status, 0);
  std::printf("%u %s\n", change, status == 0 ? "survived" : "noticed");
  std::fflush(stdout);
}

}  // namespace

bool switches::is_on(unsigned change) {
  asked[change] = true;
  return change == on;
}

// switched CHANGES PART PARTS: a part judges each change whose remainder it is.
int main(int, char** argv) {
  const auto number = [&](int at) { return static_cast<unsigned>(std::strtoul(argv[at], nullptr, 10)); };
  asked.resize(number(1));
  doctest::Context context;
  quiet(context);
  if (context.run() != 0) return 1;  // without a change
  for (unsigned change = number(2); change < number(1); change += number(3)) judge(change);
}
