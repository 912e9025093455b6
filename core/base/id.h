#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tidemark {

/// A position in a table. Each table has its own type of id. It takes 4 bytes, so that tables refer to each other
/// cheaply, and ids of different tables cannot be mixed up. A default-constructed id is none: it refers to nothing.
///
///     struct RowTag;
///     using RowId = Id<RowTag>;
template <class Tag>
struct Id {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t position)
        : value(position)
    { }
    /// REQUIRES: a position below 2^32 − 1
    static constexpr Id at(std::size_t position) { return Id(static_cast<std::uint32_t>(position)); }

    constexpr bool isNone() const { return value == kNone; }
    constexpr explicit operator bool() const { return value != kNone; }
    /// REQUIRES: not none
    constexpr std::size_t index() const { return value; }

    // No <=>: the moc of Qt 6.4 cannot read <compare>.
    friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
    friend constexpr bool operator<(Id a, Id b) { return a.value < b.value; }
    friend constexpr bool operator<=(Id a, Id b) { return a.value <= b.value; }
    friend constexpr bool operator>(Id a, Id b) { return a.value > b.value; }
    friend constexpr bool operator>=(Id a, Id b) { return a.value >= b.value; }
};

} // namespace tidemark

template <class Tag>
struct std::hash<tidemark::Id<Tag>> {
    std::size_t operator()(tidemark::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>()(id.value); }
};
