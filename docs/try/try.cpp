// SPDX-License-Identifier: BSL-1.0

// `headroom fit` and `headroom estimate` of a page: the program's own sources behind --json, without its command line, as
// WebAssembly. scripts/wasm builds it, engine.js calls it.
#include <headroom/read/document.ipp>
#include <headroom/read/common/implement.hpp>
#include <headroom/read/document/json_text.ipp>
#include <headroom/read/document/utf8.ipp>
#include <headroom/read/own/implement.hpp>

#include "estimate/band.cpp"
#include "estimate/objective.cpp"
#include "estimate/open_plans.cpp"
#include "estimate/report_parts.cpp"
#include "estimate/serving_estimate.cpp"
#include "estimate/serving_json.cpp"
#include "estimate/serving_latency.cpp"
#include "estimate/serving_twice.cpp"
#include "estimate/step_estimate.cpp"
#include "estimate/step_json.cpp"
#include "estimate/step_words.cpp"
#include "estimate/storage.cpp"
#include "fit/fit_json.cpp"
#include "fit/fit_plan.cpp"
#include "fit/fit_words.cpp"
#include "fit/job_document.cpp"
#include "fit/machine_fit.cpp"
#include "fit/network_words.cpp"
#include "fit/pools.cpp"
#include "fit/remedy.cpp"
#include "fit/sized_job.cpp"
#include "fit/swept.cpp"
#include "judgement.cpp"
#include "print/amount.cpp"
#include "print/json_output.cpp"
#include "verdict.cpp"

#include <cstdlib>
#include <headroom/version.hpp>
#include <typeinfo>

// ---- what Debian's C++ library for WebAssembly has not: exceptions. One that is thrown ends the call with its message, and its
// instance with it; the page then makes another.

extern "C" [[clang::import_module("page"), clang::import_name("fail")]] void page_fail(const char* message);

extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  using headroom::read::reader;
  if (*type == typeid(reader::failure)) page_fail(static_cast<const reader::failure*>(thrown)->error.message.c_str());
  else if (*type == typeid(reader::too_many)) page_fail("too many mistakes");
  else page_fail(static_cast<const std::exception*>(thrown)->what());
  std::abort();
}

namespace headroom::read {

// A page writes JSON; libyaml is not there.
bool read_yaml(std::string_view, yaml_lines, tree_maker&) { throw input_error("expected JSON"); }

}  // namespace headroom::read

// ---- what the page calls

namespace headroom::program {

namespace {

using answer = nlohmann::ordered_json;

const char* kept(const answer& whole) {
  static std::string text;
  text = whole.dump();
  return text.c_str();
}

std::unique_ptr<own_file> file_in(const char* text) {
  own_reading reading = read_own_file(text);
  if (reading.read == nullptr) throw input_error(reading.error.message);
  return std::move(reading.read);
}

// 0: as many as it takes.
asked_machine machine_asked(const char* name, unsigned how_many) {
  const machine* const found = catalog::find(name).found;
  if (found == nullptr) throw input_error("no machine is called so");
  asked_machine on{*found};
  if (how_many != 0) on.how_many = static_cast<count>(how_many);
  return on;
}

answer estimate_json(const planned_job& job, const asked_machine& on, const pricing& terms) {
  if (const std::string why = why_no_steps(job); !why.empty()) throw input_error(why);
  if (job.training() != nullptr) {
    const estimate_request asked{};
    return step_estimates_json(job, {step_estimate_on(on, job, terms, asked)}, asked);
  }
  const load_request asked{.with_twice = true};
  if (const std::string wrong = contradiction(asked, job); !wrong.empty()) throw input_error(wrong);
  return serving_estimates_json(job, {serving_estimate_on(on, job, terms, asked)}, asked);
}

}  // namespace

// A job on named machines is not held against a file's cluster, of which this is told.
answer verdict_json(std::string_view, const judgement&) { throw input_error("expected a job on a named machine"); }

extern "C" {

[[clang::export_name("allocate")]] void* page_allocate(std::size_t size) { return std::malloc(size); }
[[clang::export_name("release")]] void page_release(void* what) { std::free(what); }

// What may be chosen: models that can be counted, machines whose GPUs' memory is known.
[[clang::export_name("choices")]] const char* page_choices() {
  answer all{{"version", version}, {"models", answer::array()}, {"machines", answer::array()}};
  for (const transformer* each : models::all())
    if (missing(*each).empty()) all["models"].push_back(each->name);
  for (const machine& each : catalog::machines())
    if (catalog::may_be_suggested(each) && usable_memory_per_gpu(each).is_known()) all["machines"].push_back(each.name());
  return kept(all);
}

// headroom fit FILE --on MACHINE=N --json
[[clang::export_name("fit")]] const char* page_fit(const char* text, const char* machine, unsigned how_many) {
  const std::unique_ptr<own_file> of = file_in(text);
  const deployment_fit fits = fit_of(*of, {.on = {machine_asked(machine, how_many)}});
  answer all{{"jobs", answer::array()}};
  for (const job_fit& each : fits.jobs) all["jobs"].push_back(fit_json(each));
  return kept(json_answer("fit", all));
}

// headroom estimate FILE --on MACHINE=N --json
[[clang::export_name("estimate")]] const char* page_estimate(const char* text, const char* machine, unsigned how_many) {
  const std::unique_ptr<own_file> of = file_in(text);
  const asked_machine on = machine_asked(machine, how_many);
  answer all{{"jobs", answer::array()}};
  for (const planned_job& job : of->jobs) all["jobs"].push_back(estimate_json(job, on, of->terms));
  return kept(json_answer("estimate", all));
}

}

}  // namespace headroom::program
