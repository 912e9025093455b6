#pragma once

#include "core/oom/sentence_reader.h"

namespace tidemark::oom {

/// Reads "Ran out of memory in memory space vmem while allocating on stack for %op = shape …. Scoped allocation with
/// size S and limit L exceeded scoped vmem limit by D." One of the two sentences may be missing. Returns false if both
/// are.
bool readScoped(SentenceReader& sentence);

} // namespace tidemark::oom
