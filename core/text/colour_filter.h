#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Removes colour sequences from a text that comes in parts. Terminals, loggers and grep put them inside words. Other
/// control sequences stay.
class ColourFilter
{
public:
    /// Returns the text that the next bytes add. It is valid until the next call, or as long as `bytes`.
    std::string_view plain(std::string_view bytes);

private:
    bool goesOn(char c) const;

    std::string m_begun; // the start of a sequence that the last bytes cut
    std::string m_text;
};

} // namespace tidemark
