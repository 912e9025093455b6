#pragma once

#include "core/text/phrase_finder.h"

#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Words that occur in every message, as they are written: to find the places in a long text that may hold one. More
/// than one of each, as lines may be divided anywhere.
std::vector<std::string_view> telltales();
const PhraseFinder& telltaleFinder();

} // namespace tidemark::oom
