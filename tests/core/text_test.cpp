#include "core/base/text.h"
#include "core/base/warnings.h"

#include <gtest/gtest.h>

#include <limits>

namespace tidemark {
namespace {

constexpr std::int64_t kKiB = 1024;
constexpr std::int64_t kMiB = kKiB * kKiB;
constexpr std::int64_t kGiB = kMiB * kKiB;

/// With plain spaces and minus, to be readable here.
std::string plain(std::string text)
{
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"\u00a0", " "}, {"\u2212", "-"}})
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from))
            text.replace(at, from.size(), to);
    return text;
}

TEST(BytesText, PicksTheUnit)
{
    EXPECT_EQ(plain(bytesText(0)), "0 B");
    EXPECT_EQ(plain(bytesText(17)), "17 B");
    EXPECT_EQ(plain(bytesText(1023)), "1023 B");
    EXPECT_EQ(plain(bytesText(1024)), "1 KiB");
    EXPECT_EQ(plain(bytesText(1536)), "1.50 KiB");
    EXPECT_EQ(plain(bytesText(512 * kMiB)), "512 MiB");
    EXPECT_EQ(plain(bytesText(5433 * kMiB / 1000 * 1000)), "5.31 GiB");
    EXPECT_EQ(plain(bytesText(300 * kGiB)), "300 GiB");
    EXPECT_EQ(plain(bytesText(-1536)), "-1.50 KiB");
    EXPECT_EQ(plain(bytesText(std::numeric_limits<std::int64_t>::max())), "8 EiB");
    EXPECT_EQ(plain(bytesText(std::numeric_limits<std::int64_t>::min())), "-8 EiB");
}

TEST(BytesText, HasThreeOrFourDigits)
{
    for (std::int64_t bytes = 1; bytes < (std::int64_t{1} << 50); bytes = bytes * 1001 / 1000 + 1) {
        const std::string text = plain(bytesText(bytes));
        const auto digits = std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
        const bool whole = text.find('.') == std::string::npos;
        EXPECT_TRUE(digits <= 4 && (whole || digits >= 3)) << bytes << ": " << text;
    }
    EXPECT_EQ(plain(bytesText(102397)), "100.0 KiB") << "99.997 is not 100";
    EXPECT_EQ(plain(bytesText(1023975)), "1000 KiB");
}

TEST(BytesText, FixedUnitsNeverShowNothing)
{
    EXPECT_EQ(plain(bytesText(1, ByteUnit::GiB)), "< 0.01 GiB");
    EXPECT_EQ(plain(bytesText(-1, ByteUnit::GiB)), "-< 0.01 GiB");
    EXPECT_EQ(plain(bytesText(0, ByteUnit::GiB)), "0 GiB");
    EXPECT_EQ(plain(bytesText(kGiB / 2, ByteUnit::GiB)), "0.50 GiB");
    EXPECT_EQ(plain(bytesText(kGiB, ByteUnit::MiB)), "1,024 MiB");
    EXPECT_EQ(plain(bytesText(5438061568, ByteUnit::B)), "5,438,061,568 B");
    EXPECT_EQ(plain(bytesText(-kGiB, ByteUnit::KiB)), "-1,048,576 KiB");
}

TEST(GroupedNumber, SetsACommaEveryThreeDigits)
{
    EXPECT_EQ(groupedNumber(0), "0");
    EXPECT_EQ(groupedNumber(999), "999");
    EXPECT_EQ(groupedNumber(1000), "1,000");
    EXPECT_EQ(plain(groupedNumber(-1234567)), "-1,234,567");
    EXPECT_EQ(plain(groupedNumber(std::numeric_limits<std::int64_t>::min())), "-9,223,372,036,854,775,808");
}

TEST(PercentText, NeverHidesASmallPart)
{
    EXPECT_EQ(plain(percentText(1, 3)), "33.3 %");
    EXPECT_EQ(plain(percentText(0, 3)), "0 %");
    EXPECT_EQ(plain(percentText(3, 3)), "100 %");
    EXPECT_EQ(plain(percentText(1, 100000)), "< 0.1 %");
    EXPECT_EQ(percentText(1, 0), "");
}

TEST(PercentText, OnlyTheWholeIsAHundred)
{
    EXPECT_EQ(plain(percentText(99'999, 100'000)), "> 99.9 %");
    EXPECT_EQ(plain(percentText(9'994, 10'000)), "99.9 %");
    EXPECT_EQ(plain(percentText(9'995, 10'000)), "> 99.9 %");
    EXPECT_EQ(plain(percentText(101, 100)), "101.0 %");
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

TEST(Printable, KeepsNothingThatSteersATerminal)
{
    EXPECT_EQ(printable("größe 大きさ 🌊 <b>"), "größe 大きさ 🌊 <b>");
    EXPECT_EQ(printable("a\nb\tc\r"), "a b c ");
    EXPECT_EQ(printable("\x1b[31mred"), "\ufffd[31mred");
    EXPECT_EQ(printable("\u009b2J"), "\ufffd2J") << "C1";
    EXPECT_EQ(printable("a\u202eb\u2066c\u200fd"), "a\ufffdb\ufffdc\ufffdd") << "reading direction";
    EXPECT_EQ(printable("\u2028\u007f\uffff"), "\ufffd\ufffd\ufffd");
    EXPECT_EQ(printable(std::string_view("\0\xff", 2)), "\ufffd\ufffd");
    EXPECT_EQ(printableLines("a\x1b\nb\r\n"), "a\ufffd\nb \n");
}

TEST(NaturalKey, OrdersNumbersByTheirValueAndIgnoresCase)
{
    const std::vector<std::string> ordered
        = {"", "a", "B", "param", "param.2", "Param.10", "param.10", "param.10a", "param.11", "param.200", "params"};
    for (std::size_t i = 0; i + 1 < ordered.size(); ++i)
        EXPECT_LT(naturalKey(ordered[i]), naturalKey(ordered[i + 1])) << ordered[i] << " and " << ordered[i + 1];
}

TEST(NaturalKey, OrdersNumbersOfAnyLengthAndTellsEqualOnesApart)
{
    EXPECT_LT(naturalKey("x" + std::string(300, '8')), naturalKey("x1" + std::string(300, '0')));
    EXPECT_LT(naturalKey("x" + std::string(254, '9')), naturalKey("x" + std::string(255, '1')));
    EXPECT_NE(naturalKey("x1"), naturalKey("x01"));
    EXPECT_LT(naturalKey("x01"), naturalKey("x2"));
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
