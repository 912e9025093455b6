#include "core/oom/dense_text.h"
#include "core/oom/figure_lines.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

/// Returns the figures and shares of an item as "name amount; … | name percent±rounding part/whole".
std::string itemOf(std::string_view text)
{
    Message message;
    FigureReader(message).item(text);
    std::string result;
    const auto number
        = [](const std::optional<Amount>& amount) { return amount ? std::to_string(amount->bytes) : std::string("?"); };
    for (const Figure& figure : message.figures)
        result += figure.name + " " + number(figure.amount) + "; ";
    for (const Share& share : message.shares)
        result += "| " + share.name + " " + std::to_string(share.percent) + "±" + std::to_string(share.rounding) + " "
            + number(share.part) + "/" + number(share.whole);
    return result;
}

TEST(FigureLines, IncludeShares)
{
    EXPECT_EQ(itemOf("reserved   5B"), "reserved 5; ");
    EXPECT_EQ(itemOf("reserved: unknown size"), "reserved ?; ");
    EXPECT_EQ(itemOf("HLO temp 8B (25.0% utilization: Unpadded (2B) Padded (8B), 12% fragmentation (1B))"),
              "HLO temp 8; HLO temp: Unpadded 2; HLO temp: Padded 8; HLO temp: fragmentation 1; "
              "| HLO temp utilization 25.000000±0.050000 2/8"
              "| HLO temp fragmentation 12.000000±0.500000 1/8");
    EXPECT_EQ(itemOf("a 8B (25.0% utilization)"), "a 8; | a utilization 25.000000±0.050000 ?/?");
    EXPECT_EQ(itemOf("a 8B (123456789.12% utilization)"), "a 8; | a utilization 123456789.120000±0.005000 ?/?");
    EXPECT_EQ(itemOf("a 8B (1234567890.12% utilization)"), "a 8; ") << "13 digits";
    EXPECT_EQ(itemOf("a 8B (.5% utilization)"), "a 8; ");
    EXPECT_EQ(itemOf("a 8B (% utilization)"), "a 8; ");
    EXPECT_EQ(itemOf("a 8B (25 utilization)"), "a 8; ");
}

TEST(FigureLines, OfAllocatorsAreRecognisedByName)
{
    Message message;
    FigureReader reader(message);
    for (const char* const line :
         {"Limit:  7", "InUse: 6B", "MaxInUse: 5", "NumAllocs: 4", "Sum Total of in-use chunks: 3.0KiB",
          "total_region_allocated_bytes_: 2 memory_limit_: 9 available bytes: 7", "Limit: x", "x Limit: 7"})
        reader.statistic(line);
    std::string text;
    for (const Figure& figure : message.figures)
        text += figure.name + " " + std::to_string(figure.amount->bytes) + "; ";
    EXPECT_EQ(text,
              "Limit 7; InUse 6; MaxInUse 5; Sum Total of in-use chunks 3072; total_region_allocated_bytes_ 2; "
              "memory_limit_ 9; ");
}

TEST(AllocationFields, AreReadByTheirNames)
{
    Allocation allocation = allocationOf("12. Size: 7K");
    EXPECT_EQ(allocation.number, 12);
    EXPECT_EQ(allocation.size->bytes, 7168);
    EXPECT_EQ(allocationOf("Buffer 3:").number, 3);
    EXPECT_FALSE(allocationOf("Buffer 3:").size);
    EXPECT_FALSE(allocationOf("1. Shape: 7K").size);
    const auto read = [&](const char* field) { readField(field, allocation); };
    read("Size: 8K");
    read("Unpadded size: 2K");
    read("Extra memory due to padding: 6K (4.5x expansion)");
    read("Shape: f32[2]\n{0}");
    read("XLA label: a\n b");
    read("Tag: t");
    read("Allocation type: HLO temp");
    EXPECT_EQ(allocation.size->bytes, 8192);
    EXPECT_EQ(allocation.unpadded->bytes, 2048);
    EXPECT_EQ(allocation.padding->bytes, 6144);
    EXPECT_EQ(allocation.paddingFactor, 4.5);
    EXPECT_EQ(allocation.shape, "f32[2]{0}");
    EXPECT_EQ(allocation.label, "a b");
    EXPECT_EQ(allocation.tag, "t");
    EXPECT_EQ(allocation.allocationType, "HLO temp");
    read("Entry Parameter Subshape: s32[3]");
    EXPECT_EQ(allocation.shape, "s32[3]");
    EXPECT_EQ(allocation.allocationType, "entry parameter");
    for (const char* const none : {"6K", "6K (4.5 expansion)", "6K (x)", "6K 4.5x"}) {
        Allocation other;
        readField(std::string("Extra memory due to padding: ") + none, other);
        EXPECT_EQ(other.padding->bytes, 6144) << none;
        EXPECT_FALSE(other.paddingFactor) << none;
    }
}

TEST(AllocationFields, OfAnOperatorAreUnquoted)
{
    Allocation allocation;
    readField(R"(Operator: op_type="mul" op_name="a/\"b\"\\c\d" source_file="f.py" source_line=12)", allocation);
    EXPECT_EQ(allocation.opType, "mul");
    EXPECT_EQ(allocation.opName, R"(a/"b"\c\d)");
    EXPECT_EQ(allocation.sourceFile, "f.py");
    EXPECT_EQ(allocation.sourceLine, 12);
    readField(R"(Operator: xop_name="no" op_name="cut\)", allocation);
    EXPECT_EQ(allocation.opName, "cut\\");
    EXPECT_EQ(allocation.opType, "");
    Allocation long_;
    readField("Operator: source_line=1234567890", long_);
    EXPECT_FALSE(long_.sourceLine);
    readField("Operator: source_line=123456789", long_);
    EXPECT_EQ(long_.sourceLine, 123456789);
}

TEST(DenseText, KnowsTheOriginalPlacesOfItsCharacters)
{
    const DenseText text(" a b\n7 KiBx 101376\nTraceback");
    EXPECT_EQ(text.text(), "ab7KiBx101376Traceback");
    EXPECT_EQ(text.sourceOf(0), 1U);
    EXPECT_EQ(text.sourceOf(2), 5U);
    EXPECT_EQ(text.sourceOf(22), text.source().size());
    EXPECT_EQ(text.after("b7"), 3U);
    EXPECT_EQ(text.after("b7", 2), std::string_view::npos);
    std::size_t at = 7;
    EXPECT_EQ(text.amountAt(at, Unit::MayBeLeftOut)->bytes, 101376) << "no T of bytes";
    EXPECT_EQ(at, 13U);
    at = 2;
    EXPECT_EQ(text.amountAt(at, Unit::MayBeLeftOut)->bytes, 7) << "the unit of another word";
    at = 22;
    EXPECT_FALSE(text.amountAt(at, Unit::MayBeLeftOut));
    at = 0;
    EXPECT_FALSE(text.amountAt(at, Unit::MayBeLeftOut));
    EXPECT_EQ(at, 0U);
    EXPECT_EQ(DenseText("HBM7, x").wordAt(0), "hbm");
    EXPECT_EQ(DenseText("L1_small buffer").wordAt(0), "l1_small");
    EXPECT_EQ(DenseText("sparsecoreX").wordAt(0), "sparsecore");
}

TEST(DenseText, JoinsLinesWithABlankOrNone)
{
    EXPECT_EQ(joinedLines(" a \n\n b ", Division::BetweenWords), "a b");
    EXPECT_EQ(joinedLines("a\nb", Division::InNames), "ab");
    EXPECT_EQ(joinedLines("a\n(b", Division::InNames), "a (b");
    EXPECT_EQ(joinedLines("a=\n\"b", Division::InNames), "a=\"b");
    EXPECT_EQ(joinedLines("a\"\n=b", Division::InNames), "a\"=b");
    EXPECT_EQ(joinedLines("a/\n_b.\n-c", Division::InNames), "a/_b.-c");
    EXPECT_EQ(joinedLines("", Division::InNames), "");
}

} // namespace
} // namespace tidemark::oom
