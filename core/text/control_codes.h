#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// A line as a terminal shows it: without a byte order mark, its end, colours and other controls, and what a return let
/// be written over.
std::string withoutControls(std::string_view line);

} // namespace tidemark
