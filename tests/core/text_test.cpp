#include "core/base/text.h"
#include "core/base/warnings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

namespace tidemark {
namespace {

constexpr std::int64_t kKiB = 1024;
constexpr std::int64_t kMiB = kKiB * kKiB;
constexpr std::int64_t kGiB = kMiB * kKiB;

TEST(BytesText, PicksTheUnit)
{
    EXPECT_EQ(bytesText(0), "0 B");
    EXPECT_EQ(bytesText(17), "17 B");
    EXPECT_EQ(bytesText(1023), "1023 B");
    EXPECT_EQ(bytesText(1024), "1 KiB");
    EXPECT_EQ(bytesText(1536), "1.50 KiB");
    EXPECT_EQ(bytesText(512 * kMiB), "512 MiB");
    EXPECT_EQ(bytesText(5433 * kMiB / 1000 * 1000), "5.31 GiB");
    EXPECT_EQ(bytesText(300 * kGiB), "300 GiB");
    EXPECT_EQ(bytesText(-1536), "-1.50 KiB");
    EXPECT_EQ(bytesText(std::numeric_limits<std::int64_t>::max()), "8 EiB");
    EXPECT_EQ(bytesText(std::numeric_limits<std::int64_t>::min()), "-8 EiB");
}

TEST(BytesText, HasThreeOrFourDigits)
{
    for (std::int64_t bytes = 1; bytes < (std::int64_t{1} << 50); bytes = bytes * 1001 / 1000 + 1) {
        const std::string text = bytesText(bytes);
        const auto digits = std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
        const bool whole = text.find('.') == std::string::npos;
        EXPECT_TRUE(digits <= 4 && (whole || digits >= 3)) << bytes << ": " << text;
    }
    EXPECT_EQ(bytesText(102397), "100.0 KiB") << "99.997 is not 100";
    EXPECT_EQ(bytesText(1023975), "1000 KiB");
}

TEST(BytesText, TurnsWhereTheNextUnitReadsBetter)
{
    using Case = std::pair<std::int64_t, const char*>;
    for (const auto& [bytes, text] :
         {Case{1, "1 B"}, Case{-1, "-1 B"}, Case{1025, "1.00 KiB"}, Case{1048063, "1023 KiB"},
          Case{1048064, "1.00 MiB"}, Case{kMiB - 1, "1.00 MiB"}, Case{kMiB, "1 MiB"}, Case{kMiB + 1, "1.00 MiB"},
          Case{kGiB, "1 GiB"}, Case{kGiB * kKiB, "1 TiB"}, Case{kGiB * kMiB, "1 PiB"}, Case{kGiB * kGiB, "1 EiB"},
          Case{102394, "99.99 KiB"}, Case{1023948, "999.9 KiB"}, Case{1023949, "1000 KiB"},
          Case{-kGiB - kGiB / 2, "-1.50 GiB"}})
        EXPECT_EQ(bytesText(bytes), text) << bytes;
}

TEST(BytesText, KnowsEveryUnit)
{
    const std::int64_t bytes = 3 * kGiB * kGiB;
    EXPECT_EQ(bytesText(bytes, ByteUnit::B), "3,458,764,513,820,540,928 B");
    EXPECT_EQ(bytesText(bytes, ByteUnit::KiB), "3,377,699,720,527,872 KiB");
    EXPECT_EQ(bytesText(bytes, ByteUnit::MiB), "3,298,534,883,328 MiB");
    EXPECT_EQ(bytesText(bytes, ByteUnit::GiB), "3,221,225,472 GiB");
    EXPECT_EQ(bytesText(5), bytesText(5, ByteUnit::Auto));
}

TEST(BytesText, FixedUnitsNeverShowNothing)
{
    EXPECT_EQ(bytesText(5, ByteUnit::KiB), "< 0.01 KiB") << "0.0049";
    EXPECT_EQ(bytesText(6, ByteUnit::KiB), "0.01 KiB");
    EXPECT_EQ(bytesText(1000 * kKiB + 1, ByteUnit::KiB), "1,000 KiB");
    EXPECT_EQ(bytesText(999 * kKiB, ByteUnit::KiB), "999 KiB");
    EXPECT_EQ(bytesText(123 * kKiB + 512, ByteUnit::KiB), "123.5 KiB");
    EXPECT_EQ(bytesText(1, ByteUnit::GiB), "< 0.01 GiB");
    EXPECT_EQ(bytesText(-1, ByteUnit::GiB), "-< 0.01 GiB");
    EXPECT_EQ(bytesText(0, ByteUnit::GiB), "0 GiB");
    EXPECT_EQ(bytesText(kGiB / 2, ByteUnit::GiB), "0.50 GiB");
    EXPECT_EQ(bytesText(kGiB, ByteUnit::MiB), "1,024 MiB");
    EXPECT_EQ(bytesText(5438061568, ByteUnit::B), "5,438,061,568 B");
    EXPECT_EQ(bytesText(-kGiB, ByteUnit::KiB), "-1,048,576 KiB");
}

TEST(GroupedNumber, SetsACommaEveryThreeDigits)
{
    EXPECT_EQ(groupedNumber(0), "0");
    EXPECT_EQ(groupedNumber(999), "999");
    EXPECT_EQ(groupedNumber(1000), "1,000");
    EXPECT_EQ(groupedNumber(99'999), "99,999");
    EXPECT_EQ(groupedNumber(100'000), "100,000");
    EXPECT_EQ(groupedNumber(-1), "-1");
    EXPECT_EQ(groupedNumber(-999), "-999");
    EXPECT_EQ(groupedNumber(-1000), "-1,000");
    EXPECT_EQ(groupedNumber(-1234567), "-1,234,567");
    EXPECT_EQ(groupedNumber(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(PercentText, NeverHidesASmallPart)
{
    EXPECT_EQ(percentText(1, 3), "33.3 %");
    EXPECT_EQ(percentText(0, 3), "0 %");
    EXPECT_EQ(percentText(3, 3), "100 %");
    EXPECT_EQ(percentText(1, 100000), "< 0.1 %");
    EXPECT_EQ(percentText(1, 0), "");
}

TEST(PercentText, OnlyTheWholeIsAHundred)
{
    EXPECT_EQ(percentText(99'999, 100'000), "> 99.9 %");
    EXPECT_EQ(percentText(9'994, 10'000), "99.9 %");
    EXPECT_EQ(percentText(9'995, 10'000), "> 99.9 %");
    EXPECT_EQ(percentText(101, 100), "101.0 %");
}

TEST(PercentText, RoundsToTenthsAndKeepsTheSign)
{
    EXPECT_EQ(percentText(5, 10'000), "0.1 %") << "0.05 is shown";
    EXPECT_EQ(percentText(499, 1'000'000), "< 0.1 %");
    EXPECT_EQ(percentText(-1, 4), "-25.0 %");
    EXPECT_EQ(percentText(-1, 100'000), "-< 0.1 %");
    EXPECT_EQ(percentText(-5, 10'000), "-0.1 %");
    EXPECT_EQ(percentText(1, 1), "100 %");
    EXPECT_EQ(percentText(0, 1), "0 %");
    EXPECT_EQ(percentText(1, -1), "");
    EXPECT_EQ(percentText(1, 2), "50.0 %");
}

TEST(TerminalColumns, AreOfCharacters)
{
    EXPECT_EQ(terminalColumns(""), 0U);
    EXPECT_EQ(terminalColumns("2 × 3…"), 6U);
    EXPECT_EQ(padded("×", 3) + "|", "×  |");
    EXPECT_EQ(padded("×…", 3, true), " ×…");
    EXPECT_EQ(padded("×…", 1), "×…");
}

TEST(Binary, ATextMayHoldAFewControlCharacters)
{
    EXPECT_FALSE(isBinary(""));
    EXPECT_FALSE(isBinary("a line\r\n\ta \x1b[31mcolour\x1b[0m, 10 %\b\b\b11 %\f\x7f \xc3\xa9"));
    EXPECT_FALSE(isBinary("\x1b]0;training\a\vstart\n")) << "a terminal's title";
    for (int c = 1; c < 0x20; ++c)
        EXPECT_FALSE(isBinary(std::string("a") + static_cast<char>(c) + "b")) << c;
    EXPECT_FALSE(isBinary("a \x01 b \xc3")) << "the last character is cut";
}

TEST(Binary, HasAByteZeroManyControlsOrControlsAndNoUtf8)
{
    EXPECT_TRUE(isBinary(std::string_view("a\0b", 3)));
    EXPECT_TRUE(isBinary("\x01\x02\x03 text"));
    EXPECT_TRUE(isBinary("a \x12\xd1 long enough text"));
    EXPECT_FALSE(isBinary("Latin-1 \xe9 alone is a text"));
}

TEST(ValidUtf8, KeepsValidTextAndReplacesTheRest)
{
    const std::string valid = "größe 大きさ 🌊";
    EXPECT_EQ(validUtf8(valid), valid);
    EXPECT_EQ(validUtf8("a\xff"
                        "b"),
              "a\ufffdb");
    EXPECT_EQ(validUtf8("\xc0\x80"), "\ufffd\ufffd") << "overlong";
    EXPECT_EQ(validUtf8("\xed\xa0\x80"), "\ufffd\ufffd\ufffd") << "surrogate";
    EXPECT_EQ(validUtf8("\xf5\x80\x80\x80").substr(0, 3), "\ufffd");
    EXPECT_EQ(validUtf8("\xe2\x82"), "\ufffd\ufffd") << "cut";
    EXPECT_EQ(validUtf8(std::string_view("a\0b", 3)).size(), 3U);
    EXPECT_EQ(validUtf8("<b>&amp;"), "<b>&amp;");
}

/// As the standard encodes it, whether it may or not.
std::string encoded(char32_t code, int length)
{
    constexpr std::array<unsigned, 5> kLead = {0, 0, 0xc0, 0xe0, 0xf0};
    if (length == 1)
        return {static_cast<char>(code)};
    std::string text;
    for (int i = length - 1; i > 0; --i)
        text.insert(text.begin(), static_cast<char>(0x80 | ((code >> 6 * (length - 1 - i)) & 0x3f)));
    text.insert(text.begin(), static_cast<char>(kLead[static_cast<std::size_t>(length)] | code >> 6 * (length - 1)));
    return text;
}

int shortestLength(char32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

TEST(ValidUtf8, IsEveryCodePointInItsShortestFormButSurrogates)
{
    for (char32_t code = 0; code < 0x120000; ++code) {
        const bool isCodePoint = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        const int shortest = shortestLength(code);
        ASSERT_EQ(isValidUtf8(encoded(code, shortest)), isCodePoint) << std::hex << std::uint32_t{code};
        if (shortest < 4) {
            ASSERT_FALSE(isValidUtf8(encoded(code, shortest + 1))) << std::hex << std::uint32_t{code} << " overlong";
        }
    }
}

TEST(ValidUtf8, NeedsEveryByteOfASequence)
{
    for (const std::string whole : {"\u00e4", "\u5927", "\U0001f30a"}) {
        EXPECT_TRUE(isValidUtf8(whole + whole));
        for (std::size_t size = 1; size < whole.size(); ++size) {
            EXPECT_FALSE(isValidUtf8(whole.substr(0, size)));
            EXPECT_FALSE(isValidUtf8(whole.substr(0, size) + "a" + whole.substr(size + 1))) << size;
            EXPECT_FALSE(isValidUtf8(whole.substr(0, size) + "\xc3" + whole.substr(size + 1))) << size;
        }
        EXPECT_FALSE(isValidUtf8(whole.substr(1)));
    }
    EXPECT_FALSE(isValidUtf8("\xf8\x88\x80\x80\x80"));
    EXPECT_TRUE(isValidUtf8(""));
}

TEST(Printable, LeavesOutExactlyTheControlCharacters)
{
    const auto isIn = [](char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; };
    for (char32_t code = 0; code <= 0x10ffff; ++code) {
        if (isIn(code, 0xd800, 0xdfff))
            continue;
        const bool isSpace = code == U'\t' || code == U'\n' || code == U'\r';
        const bool steers = isIn(code, 0, 0x1f) || isIn(code, 0x7f, 0x9f) || code == 0x61c || isIn(code, 0x200e, 0x200f)
            || isIn(code, 0x2028, 0x202e) || isIn(code, 0x2066, 0x2069) || code % 0x10000 >= 0xfffe;
        const std::string text = encoded(code, shortestLength(code));
        ASSERT_EQ(printable(text), isSpace ? " " : steers ? "\ufffd" : text) << std::hex << std::uint32_t{code};
    }
}

TEST(Printable, KeepsNoTerminalControls)
{
    EXPECT_EQ(printable("größe 大きさ 🌊 <b>"), "größe 大きさ 🌊 <b>");
    EXPECT_EQ(printable("a\nb\tc\r"), "a b c ");
    EXPECT_EQ(printable("\x1b[31mred"), "\ufffd[31mred");
    EXPECT_EQ(printable("\u009b2J"), "\ufffd2J") << "C1";
    EXPECT_EQ(printable("a\u202eb\u2066c\u200fd"), "a\ufffdb\ufffdc\ufffdd") << "reading direction";
    EXPECT_EQ(printable("\u2028\u007f\uffff"), "\ufffd\ufffd\ufffd");
    EXPECT_EQ(printable(std::string_view("\0\xff", 2)), "\ufffd\ufffd");
    EXPECT_EQ(printableLines("a\x1b\n  b\r\n"), "a\ufffd\n  b \n");
    EXPECT_EQ(printableLines("\n\nwarning: faked"), "  warning: faked") << "no separate line";
    EXPECT_EQ(printableLines("a\tb"), "a b");
    EXPECT_EQ(printableLines(""), "");
}

TEST(NaturalKey, OrdersNumbersByTheirValueAndIgnoresCase)
{
    const std::vector<std::string> ordered
        = {"", "a", "B", "param", "param.2", "Param.10", "param.10", "param.10a", "param.11", "param.200", "params"};
    for (std::size_t i = 0; i + 1 < ordered.size(); ++i)
        EXPECT_LT(naturalKey(ordered[i]), naturalKey(ordered[i + 1])) << ordered[i] << " and " << ordered[i + 1];
}

TEST(NaturalKey, OrdersNumbersOfAnyLengthAndDistinguishesEqualOnes)
{
    EXPECT_LT(naturalKey("x" + std::string(300, '8')), naturalKey("x1" + std::string(300, '0')));
    EXPECT_LT(naturalKey("x" + std::string(254, '9')), naturalKey("x" + std::string(255, '1')));
    EXPECT_NE(naturalKey("x1"), naturalKey("x01"));
    EXPECT_LT(naturalKey("_"), naturalKey("A")) << "which is an a";
    EXPECT_LT(naturalKey("y"), naturalKey("Z"));
    EXPECT_LT(naturalKey("0"), naturalKey("00"));
    EXPECT_LT(naturalKey("9"), naturalKey("10"));
    EXPECT_LT(naturalKey("x01"), naturalKey("x2"));
    EXPECT_LT(naturalKey("x1a"), naturalKey("x1B")) << "also after a number";
    EXPECT_LT(naturalKey("x2"), naturalKey("x03"));
}

TEST(Warnings, AreCountedByCode)
{
    Warnings warnings;
    warnings.add("odd", "First.", 17);
    warnings.add("odd", "Second.", 40);
    warnings.add("other", "Other.");
    ASSERT_EQ(warnings.list().size(), 2U);
    EXPECT_EQ(warnings.list()[0].count, 2U);
    EXPECT_EQ(warnings.list()[0].describe(), "First (2 times, first at byte 17).");
    EXPECT_EQ(warnings.list()[1].describe(), "Other.");
    Warnings sum;
    sum.add(warnings);
    sum.add(warnings);
    EXPECT_EQ(sum.list()[0].count, 4U);
    EXPECT_EQ(sum.list()[1].describe(), "Other (2 times).");
}

/// Each thing that is damaged is named, in bounded memory.
TEST(Warnings, NameTwentyThingsOfACode)
{
    Warnings warnings;
    for (std::uint64_t i = 0; i < 20; ++i)
        warnings.addNamed("odd", "Thing " + std::to_string(i) + " is odd.", i);
    warnings.addNamed("odd", "Thing 3 is odd.", 99);
    ASSERT_EQ(warnings.list().size(), 20U);
    EXPECT_EQ(warnings.list()[3].describe(), "Thing 3 is odd (2 times, first at byte 3).");
    EXPECT_EQ(warnings.list()[19].describe(), "Thing 19 is odd (at byte 19).");
    for (std::uint64_t i = 20; i < 1000; ++i)
        warnings.addNamed("odd", "Thing " + std::to_string(i) + " is odd.", i);
    warnings.addNamed("other", "Other.");
    ASSERT_EQ(warnings.list().size(), 22U);
    EXPECT_EQ(warnings.list()[20].describe(), "Others are of the same kind (980 times, first at byte 20).");
    EXPECT_EQ(warnings.list()[21].text, "Other.");
}

TEST(Warnings, SayWhereAndHowOften)
{
    const auto described = [](const char* text, std::uint64_t count, std::optional<std::uint64_t> offset) {
        return Warning{"code", text, count, offset}.describe();
    };
    EXPECT_EQ(described("Odd.", 1, std::nullopt), "Odd.");
    EXPECT_EQ(described("Odd.", 1, 0), "Odd (at byte 0).");
    EXPECT_EQ(described("Odd", 2, std::nullopt), "Odd (2 times)");
    EXPECT_EQ(described("Odd", 1'234, 5'678), "Odd (1,234 times, first at byte 5,678)");
}

TEST(Warnings, OfOneCodeAreOfOneMemoryEach)
{
    Warnings warnings;
    warnings.add("odd", "In 1.", 7, 1);
    warnings.add("odd", "In 1 again.", 8, 1);
    warnings.add("odd", "In 2.", 9, 2);
    warnings.add("odd", "Anywhere.", 10);
    EXPECT_EQ(warnings.list(),
              (std::vector<Warning>{
                  {"odd", "In 1.", 2, 7, 1}, {"odd", "In 2.", 1, 9, 2}, {"odd", "Anywhere.", 1, 10, std::nullopt}}));
    Warnings ofTwo;
    ofTwo.addConcerning(2, warnings);
    EXPECT_EQ(ofTwo.list(),
              (std::vector<Warning>{{"odd", "In 2.", 1, 9, 2}, {"odd", "Anywhere.", 1, 10, std::nullopt}}));
    Warnings named;
    named.addNamed("odd", "The same.", 1, 1);
    named.addNamed("odd", "The same.", 2, 2);
    named.addNamed("even", "The same.", 3, 2);
    named.addNamed("odd", "The same.", 4, 2);
    EXPECT_EQ(named.list(),
              (std::vector<Warning>{
                  {"odd", "The same.", 1, 1, 1}, {"odd", "The same.", 2, 2, 2}, {"even", "The same.", 1, 3, 2}}));
}

TEST(Warnings, AreAddedByCodeAsIfOneByOne)
{
    Warnings other;
    other.add("odd", "First.", 5);
    other.add("odd", "Second.", 6);
    other.add("even", "Of 3.", 7, 3);
    Warnings warnings;
    warnings.add("odd", "Before.", 1, 4);
    warnings.addByCode(other, 4);
    warnings.addByCode(other);
    EXPECT_EQ(warnings.list(),
              (std::vector<Warning>{
                  {"odd", "Before.", 3, 1, 4}, {"even", "Of 3.", 2, 7, 3}, {"odd", "First.", 2, 5, std::nullopt}}));
}

TEST(Warnings, SumsCountEqualTextsTogether)
{
    Warnings one;
    one.addNamed("odd", "A.", 1, 2);
    Warnings sum;
    sum.add(one);
    Warnings other;
    other.addNamed("odd", "B.", 1, 2);
    other.addNamed("odd", "A.", 8, 3);
    other.addNamed("even", "A.", 8, 2);
    other.addNamed("odd", "A.", 9, 2);
    sum.add(other);
    EXPECT_EQ(sum.list(),
              (std::vector<Warning>{
                  {"odd", "A.", 2, 1, 2}, {"odd", "B.", 1, 1, 2}, {"odd", "A.", 1, 8, 3}, {"even", "A.", 1, 8, 2}}));
}

/// A program may have any number of memories.
TEST(Warnings, OfVeryManyMemoriesAreCountedTogether)
{
    const auto most = static_cast<std::int64_t>(Warnings::kMostScoped);
    Warnings warnings;
    for (std::int64_t memory = 0; memory < most + 50; ++memory)
        warnings.add("odd", "Odd.", std::nullopt, memory);
    ASSERT_EQ(warnings.list().size(), Warnings::kMostScoped + 1);
    EXPECT_EQ(warnings.list()[Warnings::kMostScoped - 1].memory, most - 1);
    EXPECT_EQ(warnings.list().back(), (Warning{"odd", "Odd.", 50, std::nullopt, std::nullopt}));
    warnings.addNamed("even", "Even.", std::nullopt, 3);
    EXPECT_EQ(warnings.list().back(), (Warning{"even", "Even.", 1, std::nullopt, std::nullopt}));
}

TEST(Warnings, OfSeveralFilesStayApartInSums)
{
    Warnings files;
    files.addApart({"cut-file", "a is cut.", 1, 17});
    files.addApart({"cut-file", "b is cut.", 1, 40});
    Warnings sum;
    sum.add(files);
    EXPECT_EQ(sum.list(), files.list());
}

} // namespace
} // namespace tidemark
