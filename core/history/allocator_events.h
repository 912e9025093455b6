#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

namespace tidemark::history {

/// Reads the events of allocators from an XSpace: MemoryAllocation and MemoryDeallocation in planes of the host, and
/// the steps and runs of programs of the devices that the allocators belong to. There is one recording for each
/// allocator. Times are in picoseconds since the first event or span. A deallocation has an asker only if its event
/// names one. `stated` is the allocator's own count; an event without it has that of the event before, with a warning.
///
/// Error NotFound: the file has no such events. This costs little, because only the table of planes and the names of
/// events of the host's planes are read: lines are skipped by their lengths. Error Truncated or Malformed: the plane of
/// the host is cut or damaged, and no such events are in its readable part. Otherwise damage is a warning, and an event
/// without address or size is left out with one.
///
/// Source: XProf's xplane_to_memory_profile.cc. TensorFlow's BFC allocator writes the events if host tracing is on.
Result<Recording> readAllocatorEvents(const File& file, const Progress& progress);

} // namespace tidemark::history
