#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

/// Finds the first of several phrases. Three rare bytes represent each phrase, and a few instructions test 32 positions
/// for them. Source: the algorithm "Teddy" of Hyperscan, in which the nibbles of bytes select among eight sets.
class PhraseSieve
{
public:
    static constexpr std::size_t kPart = 3;

    /// REQUIRES: no phrase is shorter than kPart. The phrases must outlive the sieve.
    explicit PhraseSieve(const std::vector<std::string_view>& phrases);

    /// Returns whether this processor has the instructions. If not, no other function may be called.
    static bool isUsable();
    /// Returns the position of the first phrase that starts at `from` or later and ends inside the text, or npos.
    std::size_t find(std::string_view text, std::size_t from) const;

private:
    static constexpr std::size_t kHashes = 4096;
    static std::size_t hash(const char* part);
    void choose();
    void fill();
    /// Returns the first phrase at `place`, where the sieve has found a candidate, or nothing.
    std::size_t withPart(std::string_view text, std::size_t from, std::size_t place, std::size_t first) const;

    using Sets = std::array<std::uint8_t, 16>; // indexed by a nibble: bits of the sets that contain a part with it
    struct alignas(16) Nibbles {
        Sets low{};
        Sets high{};
    };
    std::array<Nibbles, kPart> m_nibbles; // one for each byte of a part
    std::vector<std::string_view> m_phrases;
    std::vector<std::size_t> m_offsets; // offset of the part in each phrase
    std::size_t m_farthest = 0; // the largest of these offsets
    std::array<std::uint16_t, kHashes> m_last{}; // last phrase with a part of that hash, counted from 1; 0: none
    std::vector<std::uint16_t> m_before; // the previous phrase with the same hash, counted from 1
};

/// Finds the first of several phrases at about the speed of reading. It uses a PhraseSieve where the processor supports
/// it, and otherwise the shift tables over three bytes of Wu and Manber ("A fast algorithm for multi-pattern
/// searching", 1994).
class PhraseFinder
{
public:
    enum class Way { Fastest, Portable };
    /// REQUIRES: at least one phrase, none shorter than 3 bytes. The search is faster the longer the shortest phrase
    /// is. The phrases must outlive the finder.
    explicit PhraseFinder(std::vector<std::string_view> phrases, Way way = Way::Fastest);

    /// Returns the position of the first phrase that starts at `from` or later and ends inside the text, or npos.
    std::size_t find(std::string_view text, std::size_t from) const;
    std::size_t longest() const { return m_longest; }

private:
    static constexpr int kBits = 13;
    void fillTables();
    static std::uint32_t hash(const char* bytes);
    std::size_t findByShifts(std::string_view text, std::size_t from) const;
    bool startsAt(std::string_view text, std::uint32_t windowEnd) const;

    std::vector<std::string_view> m_phrases;
    std::size_t m_window; // length of the shortest phrase
    std::size_t m_longest;
    std::optional<PhraseSieve> m_sieve;
    // Used without a sieve:
    std::array<std::uint8_t, std::size_t{1} << kBits> m_shifts; // indexed by the hash of the last bytes of the window
    std::array<std::uint16_t, std::size_t{1} << kBits> m_last; // last phrase with that hash, counted from 1; 0: none
    std::vector<std::uint16_t> m_before; // the previous phrase with the same hash, counted from 1
};

} // namespace tidemark
