#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

#include <string_view>

namespace tidemark::history {

/// Returns whether a file may be a pprof profile: it starts with a sample type, which is two numbers. `start` are its
/// first bytes, unpacked.
bool isHeapProfile(std::string_view start);

/// Reads a device memory profile of JAX, as jax.profiler.save_device_memory_profile() writes it (pprof). There is one
/// recording for each device, with the blocks that were in use, and no events. A block stands for all arrays of one
/// stack. Compiled programs name no device: in a file of one device they are in its recording, else in one called
/// "executables", which is left out if they take no bytes.
///
/// Error Unsupported: a pprof profile of something else; the text says what it counts. Errors Malformed: the file is
/// cut or damaged so that its types or texts are unknown. Other damage is a warning, and samples that cannot be read
/// are left out with one. Memory and time grow linearly with the file, which is read into memory.
///
/// Source: profile.proto of google/pprof; the types and labels are those of xla/python/pprof_profile_builder.cc and
/// heap profiles of JAX.
Result<Recording> readHeapProfile(const File& file, const Progress& progress);

} // namespace tidemark::history
