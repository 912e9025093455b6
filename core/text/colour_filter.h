#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Takes colours out of a text that comes in parts: terminals, loggers and searches put them within words. Other
/// sequences stay.
class ColourFilter
{
public:
    /// What the next bytes add to the text. It holds until the next call, or as long as `bytes`.
    std::string_view plain(std::string_view bytes);

private:
    bool goesOn(char c) const;

    std::string m_begun; // of a sequence whose end is to come
    std::string m_text;
};

} // namespace tidemark
