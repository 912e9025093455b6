#pragma once

#include "core/text/phrase_finder.h"

#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Words that occur in every message, as they are written: to find the places in a long text that may hold one. More
/// than one of each, as lines may be divided anywhere.
std::vector<std::string_view> telltales();
const PhraseFinder& telltaleFinder();
/// Whether a text that begins with one of them may be of a message: what announces one stands before other errors, too.
bool mayBeOfMessage(std::string_view fromTelltale);

} // namespace tidemark::oom
