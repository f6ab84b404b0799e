// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/job.hpp>
#include <headroom/training/checkpoint.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/units.hpp>
#include <nlohmann/json.hpp>

#include "session.hpp"

// How long a checkpoint is written and read again, and a model loaded.
namespace headroom::program {

struct storage_asked {
  bandwidth rate{};   // of all GPUs together; 0: nobody says
  memory checkpoint{};  // of what a checkpoint writes; 0: counted
};

// The stall of one that is written while the job waits, where nobody says another. Refuses an interval that is shorter.
step_settings with_checkpoints(step_settings as, const storage_asked& asked, const training_job& job);

void write_storage(session& s, const storage_asked& asked, const training_job& job);
void write_storage(session& s, const storage_asked& asked, const serving_job& job);

nlohmann::ordered_json storage_json(const storage_asked& asked, const training_job& job);
nlohmann::ordered_json storage_json(const storage_asked& asked, const serving_job& job);

}  // namespace headroom::program
