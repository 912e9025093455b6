#pragma once

#include "core/report/json_writer.h"
#include "core/base/json_source.h"
#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Writes a member "blocks" with the allocator's tables, if the profile has them. It holds for each memory one text for
/// each operation; a block is its address, its size, and 1 if it is allocated.
void writeBlocks(JsonWriter& json, const Profile& profile);

/// Reads the tables into a profile that already has its operations. Returns false if they are damaged.
bool readBlocks(const LocatedJson& record, Profile& profile);

} // namespace tidemark::ttxla
