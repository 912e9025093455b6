#pragma once

#include <cstdint>

namespace tidemark {

/// A 128-bit digest that identifies contents. It does not protect against forgery.
struct Digest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend bool operator==(const Digest&, const Digest&) = default;
};

} // namespace tidemark
