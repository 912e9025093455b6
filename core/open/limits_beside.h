#pragma once

#include "core/link/told_limits.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// The limits in messages in texts in the folder of a program's file and in the one above, by path and line. A message
/// that names no module is about the only program beside it of a platform that has its memory, but where it lists
/// buffers that are all another's, or about the one that has allocations of its exact byte counts; there is no other
/// way to know. Cost: reads the last 64 MiB of up to 64 texts, 256 MiB together; where one names no module, opens what
/// lies beside it as findPlan() does, and decodes the only program there once. Errors: Cancelled.
Result<ToldLimits> readLimitsBeside(const std::string& path, const DocumentKinds& kinds, const Progress& progress = {});

/// The figures of a view for a device, which may be null, with the limits beside it.
Figures figuresWithLimit(const View& view, const Device* chosen, const DocumentKinds& kinds,
                         const Progress& progress = {});

} // namespace tidemark
