#pragma once

#include "core/text/phrase_finder.h"

#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Words that occur in messages, as they are written, for finding the places of a long text that may contain one. Each
/// message contains several of them, because a line may be divided anywhere.
std::vector<std::string_view> telltales();
const PhraseFinder& telltaleFinder();
/// Returns whether a text that begins with a telltale may belong to a message. Some telltales also announce other
/// errors.
bool mayBeOfMessage(std::string_view fromTelltale);

} // namespace tidemark::oom
