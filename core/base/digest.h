#pragma once

#include <cstdint>

namespace tidemark {

/// 128 bits that tell contents apart. Not made against forgery.
struct Digest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend bool operator==(const Digest&, const Digest&) = default;
};

} // namespace tidemark
