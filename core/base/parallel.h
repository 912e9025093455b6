#pragma once

#include "core/base/progress.h"

#include <cstddef>
#include <functional>
#include <limits>

namespace tidemark {

/// Calls work(0) … work(count − 1), each once, on all processors. Progress is reported from the calling thread alone.
/// `most`: of them at one time, at least 1. False when cancelled: some calls were then left out. What `work` or the
/// report throws ends the work and is thrown on, the first of several, once all threads are done.
bool forEachInParallel(std::size_t count, const Progress& progress, const char* what,
                       const std::function<void(std::size_t)>& work,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

} // namespace tidemark
