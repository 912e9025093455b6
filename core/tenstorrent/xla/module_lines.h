#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tidemark::ttxla {

/// Where each operation stands in the text of a module: lines from 1 by locations, "dot.10", and by the functions that
/// are loaded from the cache, "@main_const_eval_0". A location is that of the first line that names it, by an alias
/// ("loc(#loc3)") before those that write it out.
std::map<std::string, std::uint64_t> linesByLocation(std::string_view module);

} // namespace tidemark::ttxla
