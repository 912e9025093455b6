#pragma once

#include "core/report/json_writer.h"
#include "core/base/json_source.h"
#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// A member "blocks" with the tables of a profile that has them: of each memory a text for each operation, where a
/// block is its address, its size, and 1 where it is allocated.
void writeBlocks(JsonWriter& json, const Profile& profile);

/// The same back into a profile that has its operations. False: it is not as it was written.
bool readBlocks(const LocatedJson& record, Profile& profile);

} // namespace tidemark::ttxla
