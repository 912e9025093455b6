#pragma once

#include "core/base/progress.h"

#include <cstddef>
#include <functional>

namespace tidemark {

/// Calls work(0) … work(count − 1), each once, on all processors. Progress is reported from the calling thread alone.
/// False when cancelled: some calls were then left out. What `work` or the report throws ends the work and is thrown
/// on, the first of several, once all threads are done.
bool forEachInParallel(std::size_t count, const Progress& progress, const char* what,
                       const std::function<void(std::size_t)>& work);

} // namespace tidemark
