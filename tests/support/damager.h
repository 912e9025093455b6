#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>

namespace tidemark::test {

/// Damages the bytes of any file in the ways in which files get damaged: bits that flip, ends and middles that are
/// missing, bytes that come in between, twice or in another place, numbers and lengths that are huge. The same seed,
/// the same damage.
class Damager
{
public:
    explicit Damager(std::uint32_t seed)
        : m_random(seed)
    { }

    /// One to `most` changes, half of them at one of `places`, where there are some: offsets in the bytes.
    std::string damaged(std::string bytes, std::span<const std::size_t> places = {}, std::size_t most = 3);
    /// How many places the last damage changed: pieces that change places are two.
    int changed() const { return m_changed; }
    /// REQUIRES: end > 0
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(m_random); }

private:
    std::string once(std::string bytes, std::size_t at);
    std::string withHugeNumber(std::string bytes, std::size_t at);

    std::mt19937 m_random;
    int m_changed = 0;
};

} // namespace tidemark::test
