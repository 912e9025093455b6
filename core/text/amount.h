#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// An amount of memory in a text: "32.00G", "4.44GiB", "554,696,704 bytes", "-2.55G". K, M, G … are binary.
struct Amount {
    std::int64_t bytes = 0; // rounded to the nearest byte
    std::int64_t rounding = 0; // half a unit of the last printed digit, in bytes; 0 for an exact count
    friend bool operator==(const Amount&, const Amount&) = default;
};

/// Takes the amount from the start of the text, with or without spaces inside. If an exact count follows in brackets,
/// as in "6.08G ( 6,532,939,776 bytes)", the exact count is the amount. Takes nothing if there is no amount, or one
/// above 2^62.
std::optional<Amount> takeAmount(std::string_view& text);

/// The same, but the amount needs a unit or the word "bytes". Where a program always writes units, a number without one
/// is cut off.
std::optional<Amount> takeAmountWithUnit(std::string_view& text);

/// Adds amounts and the rounding error of the sum. No sum exceeds 2^62 in either direction.
Amount operator-(const Amount& a, const Amount& b);
Amount operator+(const Amount& a, const Amount& b);

/// Returns whether two amounts may be the same number, given the digits that were written.
bool mayBeEqual(const Amount& a, const Amount& b);
/// Returns whether rounding hides which of two amounts is greater.
inline bool isOrderUnknown(const Amount& a, const Amount& b)
{
    return (a.rounding > 0 || b.rounding > 0) && mayBeEqual(a, b);
}

} // namespace tidemark
