#pragma once

#include "core/oom/sentence_reader.h"

namespace tidemark::oom {

/// "Ran out of memory in memory space vmem while allocating on stack for %op = shape …. Scoped allocation with size S
/// and limit L exceeded scoped vmem limit by D.": each part optional, but not both. False: it is none.
bool readScoped(SentenceReader& sentence);

} // namespace tidemark::oom
