#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tidemark::ttxla {

/// Maps each operation of a module to its line, counted from 1. Keys are locations, "dot.10", and functions whose
/// results are loaded from the cache, "@main_const_eval_0". If several lines name a location, the first one that names
/// it by an alias ("loc(#loc3)") counts, else the first one that writes it out.
std::map<std::string, std::uint64_t> linesByLocation(std::string_view module);

} // namespace tidemark::ttxla
