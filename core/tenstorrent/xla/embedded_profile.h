#pragma once

#include "core/base/result.h"
#include "core/report/json_writer.h"
#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Writes all that is known of a profile but the tables of an allocator, as one object of JSON: what its source told,
/// so that reading it gives the same answers. Columns of numbers are texts: numbers with spaces between them, "7*3" is
/// one that comes three times. Its modules stand in the order of Profile::modules.
void writeEmbedded(JsonWriter& json, const Profile& profile);

/// What writeEmbedded() wrote; `name` is that of the file, for messages. Error: what cannot be all of it, whoever
/// changed it.
Result<Profile> readEmbedded(const std::string& name, std::string text);

} // namespace tidemark::ttxla
