// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/common/, for read/implement.hpp.
#include <headroom/read/common/comments.ipp>
#include <headroom/read/common/gpu_requests.ipp>
#include <headroom/read/common/ini_text.ipp>
#include <headroom/read/common/key_name.ipp>
#include <headroom/read/common/machine_pools.ipp>
#include <headroom/read/common/machines.ipp>
#include <headroom/read/common/messages.ipp>
#include <headroom/read/common/models.ipp>
#include <headroom/read/common/remarks.ipp>
#include <headroom/read/common/values.ipp>
