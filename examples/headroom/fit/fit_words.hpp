// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fit/machine_fit.hpp"
#include <headroom/read/own/planned_job.hpp>
#include "fit/rank_use.hpp"
#include "reading.hpp"

namespace headroom::program {

std::string number_text(count n);
std::string gibibytes_text(const memory& x);
// "8 machines", "1 machine"
std::string so_many(count n, std::string_view one);
// Of a number as it is printed: "1.5 requests", "1 request"
std::string so_many(std::string_view printed, std::string_view one);
// The verb after so many: "is" of one, "are" of others.
std::string_view inflected(count n, std::string_view of_one, std::string_view of_others);
// "there are 8", "there is 1"
std::string there_are(count n);

// "TP 8 x PP 2": the degrees that are more than 1.
std::string parallelism_text(const planned_job& job);

// A job's name, or else its model's.
std::string_view title_of(const planned_job& job);

// What a job is, in a sentence: what was said and what was taken for the rest, with its layout where it has one.
std::string description_of(const planned_job& job, bool with_layout);

// What was not said and decides, with what was taken for it on such machines and for a layout; empty: all was said.
std::string taken_for_granted(const planned_job& job, std::span<const machine_fit> on,
                              std::string_view layout = "the layout of the fewest GPUs");

// The parts of a layer that selective recomputation computes again, as job files name them.
std::vector<std::string_view> recomputed_words(const recomputation& of);

// Why nothing of a job can be counted: its model lacks a part, or the format of its weights is open; empty: it can. Of a layout that is searched what
// is said of it is no reason.
std::string why_not_counted(const planned_job& job, bool is_searched = false);
// The same of its steps, as a sentence.
std::string why_no_steps(const planned_job& job, bool is_searched = false);

// Micro-batches that do not go through interleaved stages by as many as there are stages, and which engines take them; empty: they do.
std::string interleaving_told(const training_job& job);

// Which stage is the fullest, and why.
std::string fullest_text(const rank_use& use);

// "+12.5 %": by how much there is more than is needed; empty where nothing is.
std::string margin_text(const memory& has, const memory& needed);

// "fits", or "does not fit unless vLLM is told --max-num-seqs 4".
std::string verdict_of(const machine_fit& fit);

// Whether it fits, on how many, and with how much to spare; or what is in the way.
std::string sentence_of(const machine_fit& fit);

// Of a job that a machine does not do, why: with the formats that it computes in, where that is it. A sentence less its full stop.
std::string refusal_of(const machine_fit& fit);

// What somebody who buys by a verdict has to know beside it, a sentence each; empty: nothing.
std::string beside_it(const machine_fit& fit);

// " A tensor-parallel group of 16 GPUs spans …": what that costs, of a job that fits; empty: nothing spans scale-up domains.
std::string cost_of_span(const machine_fit& fit);

}  // namespace headroom::program
