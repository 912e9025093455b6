#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// A line as a terminal shows it: without a byte order mark, its end, colours and other controls, and what a return let
/// be written over.
std::string withoutControls(std::string_view line);

/// How many bytes from the front are no controls; a tab is none.
std::size_t plainLength(std::string_view text);

/// Whether a text has a control that is no tab: what wrote it was cut or mixed.
inline bool hasControl(std::string_view text)
{
    return plainLength(text) < text.size();
}

} // namespace tidemark
