#include "core/text/phrase_finder.h"

#include <algorithm>

namespace tidemark {

PhraseFinder::PhraseFinder(std::vector<std::string_view> phrases, Way way)
    : m_phrases(std::move(phrases))
    , m_window(std::ranges::min(m_phrases, {}, &std::string_view::size).size())
    , m_longest(std::ranges::max(m_phrases, {}, &std::string_view::size).size())
{
    if (way == Way::Fastest && PhraseSieve::isUsable())
        m_sieve.emplace(m_phrases);
    else
        fillTables();
}

void PhraseFinder::fillTables()
{
    m_shifts.fill(static_cast<std::uint8_t>(std::min<std::size_t>(m_window - 2, 255)));
    m_last.fill(0);
    for (const std::string_view phrase : m_phrases) {
        for (std::size_t end = 3; end <= m_window; ++end) {
            std::uint8_t& shift = m_shifts[hash(phrase.data() + end - 3)];
            shift = std::min(shift, static_cast<std::uint8_t>(std::min<std::size_t>(m_window - end, 255)));
        }
        std::uint16_t& last = m_last[hash(phrase.data() + m_window - 3)];
        m_before.push_back(last);
        last = static_cast<std::uint16_t>(m_before.size());
    }
}

std::uint32_t PhraseFinder::hash(const char* bytes)
{
    const auto byte = [&](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    return ((byte(0) | byte(1) << 8 | byte(2) << 16) * 2654435761U) >> (32 - kBits);
}

bool PhraseFinder::startsAt(std::string_view text, std::uint32_t windowEnd) const
{
    for (std::size_t i = m_last[windowEnd]; i > 0; i = m_before[i - 1])
        if (text.starts_with(m_phrases[i - 1]))
            return true;
    return false;
}

std::size_t PhraseFinder::find(std::string_view text, std::size_t from) const
{
    return m_sieve ? m_sieve->find(text, from) : findByShifts(text, from);
}

std::size_t PhraseFinder::findByShifts(std::string_view text, std::size_t from) const
{
    for (std::size_t end = from + m_window; end <= text.size();) {
        const std::uint32_t windowEnd = hash(text.data() + end - 3);
        std::size_t shift = m_shifts[windowEnd];
        if (shift == 0) {
            if (startsAt(text.substr(end - m_window), windowEnd))
                return end - m_window;
            shift = 1;
        }
        end += shift;
    }
    return std::string_view::npos;
}

} // namespace tidemark
