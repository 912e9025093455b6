#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Returns a line as a terminal shows it: without byte order mark, line end, colours and other control sequences, and
/// without the text that a carriage return overwrites.
std::string withoutControls(std::string_view line);

/// The number of bytes before the first control character. A tab is not a control character here.
std::size_t plainLength(std::string_view text);

/// Returns whether a text has a control character other than a tab. Such text was cut, or comes from several writers.
inline bool hasControl(std::string_view text)
{
    return plainLength(text) < text.size();
}

/// Returns whether a line has a control character other than a colour code, a tab and its line end. The line may then
/// have lost a part, so that its numbers may be wrong.
bool hasStrayControls(std::string_view line);

} // namespace tidemark
