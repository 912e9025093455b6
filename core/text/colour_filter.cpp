#include "core/text/colour_filter.h"

#include "core/base/characters.h"

#include <algorithm>

namespace tidemark {

std::string_view ColourFilter::plain(std::string_view bytes)
{
    constexpr char kEscape = '\x1b';
    if (m_begun.empty() && bytes.find(kEscape) == std::string_view::npos)
        return bytes; // true for nearly all blocks
    m_text.clear();
    while (!bytes.empty()) {
        if (m_begun.empty()) {
            const std::size_t length = std::min(bytes.find(kEscape), bytes.size());
            m_text += bytes.substr(0, length);
            bytes.remove_prefix(length);
        } else if (!goesOn(bytes.front())) {
            const bool isColour = m_begun.size() > 1 && (bytes.front() == 'm' || bytes.front() == 'K');
            if (isColour)
                bytes.remove_prefix(1);
            else
                m_text += m_begun;
            m_begun.clear();
            continue;
        }
        if (!bytes.empty()) {
            m_begun += bytes.front();
            bytes.remove_prefix(1);
        }
    }
    return m_text;
}

bool ColourFilter::goesOn(char c) const
{
    constexpr std::size_t kLongest = 40; // "\x1b[38;2;255;255;255;48;2;255;255;255m"
    if (m_begun.size() == 1)
        return c == '[';
    return m_begun.size() < kLongest && (isDigit(c) || c == ';' || c == ':');
}

} // namespace tidemark
