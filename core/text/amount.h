#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// An amount of memory as it is written: "32.00G", "4.44GiB", "554,696,704 bytes", "-2.55G". K, M, G … are binary.
struct Amount {
    std::int64_t bytes = 0; // to the nearest
    std::int64_t rounding = 0; // half of what its last digit is worth; 0 for an exact count
    friend bool operator==(const Amount&, const Amount&) = default;
};

/// Reads the amount that stands at the start of the text, with or without spaces in it, and takes it away. An exact
/// count in brackets behind it, "6.08G ( 6,532,939,776 bytes)", is the amount. Nothing is taken where there is none, or
/// one above 2^62.
std::optional<Amount> takeAmount(std::string_view& text);

/// The same of one that says of what it is: with a unit, or a word for bytes. Where units are always written, a number
/// without is cut.
std::optional<Amount> takeAmountWithUnit(std::string_view& text);

/// Sums, and what rounding may add to them. No amount gets above 2^62 or below its negative.
Amount operator-(const Amount& a, const Amount& b);
Amount operator+(const Amount& a, const Amount& b);

/// Whether two amounts may be the same number, as far as their digits tell.
bool mayBeEqual(const Amount& a, const Amount& b);
/// Whether rounding hides which of two amounts is the greater one.
inline bool isOrderUnknown(const Amount& a, const Amount& b)
{
    return (a.rounding > 0 || b.rounding > 0) && mayBeEqual(a, b);
}

} // namespace tidemark
