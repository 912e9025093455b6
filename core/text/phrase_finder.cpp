#include "core/text/phrase_finder.h"

#include <algorithm>

namespace tidemark {

PhraseFinder::PhraseFinder(std::vector<std::string_view> phrases)
    : m_phrases(std::move(phrases))
    , m_window(std::ranges::min(m_phrases, {}, &std::string_view::size).size())
{
    m_shifts.fill(static_cast<std::uint8_t>(std::min<std::size_t>(m_window - 2, 255)));
    for (const std::string_view phrase : m_phrases) {
        m_longest = std::max(m_longest, phrase.size());
        for (std::size_t end = 3; end <= m_window; ++end) {
            std::uint8_t& shift = m_shifts[hash(phrase.data() + end - 3)];
            shift = std::min(shift, static_cast<std::uint8_t>(std::min<std::size_t>(m_window - end, 255)));
        }
    }
}

std::uint32_t PhraseFinder::hash(const char* bytes)
{
    const auto byte = [&](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    return ((byte(0) | byte(1) << 8 | byte(2) << 16) * 2654435761U) >> (32 - kBits);
}

bool PhraseFinder::startsAt(std::string_view text) const
{
    return std::ranges::any_of(m_phrases, [&](std::string_view phrase) { return text.starts_with(phrase); });
}

std::size_t PhraseFinder::find(std::string_view text, std::size_t from) const
{
    for (std::size_t end = from + m_window; end <= text.size();) {
        const std::uint8_t shift = m_shifts[hash(text.data() + end - 3)];
        if (shift == 0 && startsAt(text.substr(end - m_window)))
            return end - m_window;
        end += std::max<std::size_t>(shift, 1);
    }
    return std::string_view::npos;
}

} // namespace tidemark
