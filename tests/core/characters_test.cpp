#include "core/base/characters.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tidemark {
namespace {

constexpr std::string_view kSmall = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kLarge = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

TEST(Characters, OfEachByteAreClassifiedAsInAscii)
{
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        const std::size_t small = byte == 0 ? kSmall.npos : kSmall.find(c);
        const std::size_t large = byte == 0 ? kLarge.npos : kLarge.find(c);
        const bool isNumber = byte != 0 && std::string_view("0123456789").find(c) != std::string_view::npos;
        EXPECT_EQ(isLower(c), small != kSmall.npos) << byte;
        EXPECT_EQ(isUpper(c), large != kLarge.npos) << byte;
        EXPECT_EQ(isLetter(c), isLower(c) || isUpper(c)) << byte;
        EXPECT_EQ(isDigit(c), isNumber) << byte;
        EXPECT_EQ(isAlphanumeric(c), isNumber || isLetter(c)) << byte;
        EXPECT_EQ(toLower(c), large == kLarge.npos ? c : kSmall[large]) << byte;
        EXPECT_EQ(toUpper(c), small == kSmall.npos ? c : kLarge[small]) << byte;
        const std::size_t hex
            = byte == 0 ? std::string_view::npos : std::string_view("0123456789abcdef").find(toLower(c));
        EXPECT_EQ(hexDigit(c), hex == std::string_view::npos ? -1 : static_cast<int>(hex)) << byte;
    }
}

} // namespace
} // namespace tidemark
