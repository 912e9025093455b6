#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>

namespace tidemark::test {

/// Damages the bytes of a file as happens to real files: it flips bits, cuts ends and middles, inserts, repeats or
/// moves bytes, and writes huge numbers and lengths. The same seed causes the same damage.
class Damager
{
public:
    explicit Damager(std::uint32_t seed)
        : m_random(seed)
    { }

    /// Makes one to `most` changes. Half of them are at one of `places` (offsets in the bytes) if there are any.
    std::string damaged(std::string bytes, std::span<const std::size_t> places = {}, std::size_t most = 3);
    /// The number of places changed by the last damage; two exchanged pieces count as two places.
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
