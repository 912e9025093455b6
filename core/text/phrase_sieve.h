#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

/// Finds places where one of several phrases may be: each is stood for by three of its bytes, which few texts have, and
/// 32 places are looked at in a few instructions. ("Teddy" of Hyperscan: nibbles of bytes choose among eight sets.)
class PhraseSieve
{
public:
    static constexpr std::size_t kPart = 3;

    /// REQUIRES: no phrase is shorter than kPart
    explicit PhraseSieve(const std::vector<std::string_view>& phrases);

    /// Whether this processor has the instructions; else nothing here may be asked.
    static bool isUsable();
    /// The first place at `from` or later of bytes that stand for a phrase, or seem to; npos: there is none.
    std::size_t next(std::string_view text, std::size_t from) const;
    /// Where in each phrase the bytes are that stand for it, in the order of the phrases.
    const std::vector<std::size_t>& offsets() const { return m_offsets; }

private:
    static constexpr std::size_t kHashes = 4096;
    static std::size_t hash(const char* part);
    void choose(const std::vector<std::string_view>& phrases);
    void fill(std::vector<std::string_view> parts);
    bool isPart(const char* place) const { return m_isPart[hash(place)]; }

    using Sets = std::array<std::uint8_t, 16>; // by a nibble: the sets, a bit each, with a part that has it
    struct alignas(16) Nibbles {
        Sets low{};
        Sets high{};
    };
    std::array<Nibbles, kPart> m_nibbles; // of each byte of a part
    std::array<bool, kHashes> m_isPart{};
    std::vector<std::size_t> m_offsets;
};

} // namespace tidemark
