#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

/// Finds the first of several phrases, at about the speed of reading: Wu and Manber's shifts over three bytes ("A fast
/// algorithm for multi-pattern searching", 1994). Most bytes are never looked at.
class PhraseFinder
{
public:
    /// REQUIRES: at least one phrase, none shorter than 3 bytes; the longer the shortest is, the faster. The phrases
    /// must outlive it.
    explicit PhraseFinder(std::vector<std::string_view> phrases);

    /// The place of the first phrase that starts at `from` or later and lies in the text; npos if there is none.
    std::size_t find(std::string_view text, std::size_t from) const;
    std::size_t longest() const { return m_longest; }

private:
    static constexpr int kBits = 13;
    static std::uint32_t hash(const char* bytes);
    bool startsAt(std::string_view text) const;

    std::vector<std::string_view> m_phrases;
    std::size_t m_window; // length of the shortest
    std::size_t m_longest = 0;
    std::array<std::uint8_t, std::size_t{1} << kBits> m_shifts;
};

} // namespace tidemark
