// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of the readers: included by one source of a program that uses them.
#include <headroom/read/deployment.ipp>
#include <headroom/read/document.ipp>
#include <headroom/read/model_config.ipp>
#include <headroom/read/unread_text.ipp>
#include <headroom/read/arm/implement.hpp>
#include <headroom/read/common/implement.hpp>
#include <headroom/read/compose/implement.hpp>
#include <headroom/read/cyclecloud/implement.hpp>
#include <headroom/read/document/implement.hpp>
#include <headroom/read/engine/implement.hpp>
#include <headroom/read/engine_settings/implement.hpp>
#include <headroom/read/helm_values/implement.hpp>
#include <headroom/read/kubernetes/implement.hpp>
#include <headroom/read/model_config/implement.hpp>
#include <headroom/read/own/implement.hpp>
#include <headroom/read/recipe/implement.hpp>
#include <headroom/read/shell/implement.hpp>
#include <headroom/read/skypilot/implement.hpp>
#include <headroom/read/slurm/implement.hpp>
#include <headroom/read/terraform/implement.hpp>
