#pragma once

#include "core/base/result.h"
#include "core/report/json_writer.h"
#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Writes all facts of a profile except the allocator's tables, as one JSON object, so that reading it back gives the
/// same answers. A column of numbers is a text with spaces between the numbers; "7*3" is the number 7 three times.
/// Modules keep the order of Profile::modules.
void writeEmbedded(JsonWriter& json, const Profile& profile);

/// Reads what writeEmbedded() wrote. `name` is the name of the file, for messages. Error: the object is damaged or
/// incomplete.
Result<Profile> readEmbedded(const std::string& name, std::string text);

} // namespace tidemark::ttxla
