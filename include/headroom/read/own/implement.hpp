// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/own/, for read/implement.hpp.
#include <headroom/read/own/format.ipp>
#include <headroom/read/own/job_fields.ipp>
#include <headroom/read/own/job_reader.ipp>
#include <headroom/read/own/own_format.ipp>
#include <headroom/read/own/reader.ipp>
#include <headroom/read/own/serving_fields.ipp>
#include <headroom/read/own/training_fields.ipp>
