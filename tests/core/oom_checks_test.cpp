#include "core/oom/checks.h"
#include "core/oom/message.h"
#include "core/oom/message_figures.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

using test::exact;
using test::plain;

/// Returns a line "name verdict left|right text" for each check.
std::string checked(const Message& message)
{
    std::string text;
    for (const Check& check : checksOf(message))
        text += check.name + " " + std::string(verdictName(check.verdict)) + " "
            + (check.leftBytes ? std::to_string(*check.leftBytes) : "") + "|"
            + (check.rightBytes ? std::to_string(*check.rightBytes) : "") + (check.text.empty() ? "" : " ") + check.text
            + "\n";
    return plain(text);
}

Message withFigures(std::vector<Figure> figures, Kind kind = Kind::Compile)
{
    Message message;
    message.kind = kind;
    message.memory = "hbm";
    message.figures = std::move(figures);
    return message;
}

TEST(OomChecks, TheNeededAmountExceedsTheLimitByTheStatedBytes)
{
    Message message;
    message.needed = exact(10);
    EXPECT_EQ(checked(message), "");
    message.exceeded = exact(6);
    EXPECT_EQ(checked(message), "");
    message.limit = exact(4);
    EXPECT_EQ(checked(message), "exceeded ok 6|6\nabove-limit ok 10|4\n");
    message.exceeded = exact(8);
    EXPECT_EQ(checked(message),
              "exceeded fails 6|8 They differ by 2 B, more than rounding explains.\n"
              "above-limit ok 10|4\n");
    message.exceeded = {};
    message.limit = exact(10);
    EXPECT_EQ(checked(message), "above-limit fails 10|10 The need does not exceed the limit.\n");
}

TEST(OomChecks, LinesAddUpToTheirHeading)
{
    const std::string total = "Total hbm usage";
    const Figure sum{total, exact(10)};
    const Figure four{total + ": reserved", exact(4)};
    const Figure unknown{total + ": overlays", std::nullopt};
    EXPECT_EQ(checked(withFigures({sum})), "");
    EXPECT_EQ(checked(withFigures({sum, four, {total + ": program", exact(6)}})), "sum ok 10|10\n");
    EXPECT_EQ(checked(withFigures({sum, four, {total + ": program: part", exact(6)}, {"Other: x", exact(1)}})),
              "sum fails 4|10 They differ by 6 B, more than rounding explains.\n");
    EXPECT_EQ(checked(withFigures({sum, four, unknown, {total + ": arguments", std::nullopt}})),
              "sum note 4|10 Not stated: overlays, arguments. It accounts for 6 B.\n");
    EXPECT_EQ(checked(withFigures({sum, four, {total + ": program", exact(6)}, unknown})), "sum ok 10|10\n");
    EXPECT_EQ(checked(withFigures({sum, four, {total + ": program", exact(7)}, unknown})),
              "sum fails 11|10 The lines exceed the total.\n");
    EXPECT_EQ(checked(withFigures({sum, unknown})), "");
    EXPECT_EQ(checked(withFigures({{total, std::nullopt}, four})), "");
    EXPECT_EQ(
        checked(withFigures({{"Program hbm requirement", exact(4)}, {"Program hbm requirement: HLO temp", exact(4)}})),
        "sum ok 4|4\n");
}

TEST(OomChecks, TheUsedAmountIsThatOfAHeading)
{
    Message message = withFigures({{"Total hbm usage", exact(12)}, {"Program hbm requirement", exact(10)}});
    EXPECT_EQ(checked(message), "");
    message.needed = exact(12);
    EXPECT_EQ(checked(message), "used ok 12|12\n");
    message.needed = exact(10);
    EXPECT_EQ(checked(message), "used ok 10|10\n");
    message.needed = exact(9);
    EXPECT_EQ(checked(message), "used fails 9|12 They differ by 3 B, more than rounding explains.\n");
    message.kind = Kind::Scoped;
    EXPECT_EQ(checked(message), "");
    message.kind = Kind::Compile;
    message.memory = "";
    EXPECT_EQ(checked(message), "");
}

TEST(OomChecks, TheUsedAmountMayBeATotalWithoutReservedMemory)
{
    const std::string total = "Total hbm usage";
    Message message
        = withFigures({{total, exact(12)}, {total + ": reserved", exact(2)}, {total + ": program", exact(7)}});
    message.needed = exact(10);
    EXPECT_NE(checked(message).find("used ok 10|10\n"), std::string::npos) << checked(message);
    message.needed = exact(11);
    EXPECT_NE(checked(message).find("used fails 11|12 "), std::string::npos) << checked(message);
    message.figures.push_back({total + ": arguments", exact(4)});
    EXPECT_NE(checked(message).find("used ok 11|11\n"), std::string::npos) << "program and arguments";
    message.needed = exact(9);
    EXPECT_NE(checked(message).find("used fails 9|12 "), std::string::npos) << checked(message);
}

TEST(OomChecks, TheCapacityEqualsTheListedUses)
{
    const std::string capacity = "HBM capacity";
    const auto of = [&](std::int64_t available) {
        return checked(withFigures({{capacity, exact(100)},
                                    {capacity + ": Top-of-Memory reserved", exact(10)},
                                    {capacity + ": Currently allocated", exact(20)},
                                    {capacity + ": Program requirement", exact(90)},
                                    {capacity + ": Available after request", exact(available)}}));
    };
    EXPECT_EQ(of(-20), "capacity ok -20|-20\n");
    EXPECT_EQ(of(20), "capacity fails -20|20 They differ by 40 B, more than rounding explains.\n");
    EXPECT_EQ(checked(withFigures({{capacity, exact(100)}})), "");
}

TEST(OomChecks, APlanIsTheSumOfItsParts)
{
    std::vector<Figure> figures = {{"total allocation", exact(10)},
                                   {"parameter allocation", exact(1)},
                                   {"constant allocation", exact(2)},
                                   {"maybe_live_out allocation", exact(3)},
                                   {"preallocated temp allocation", exact(4)}};
    EXPECT_EQ(checked(withFigures(figures, Kind::GpuPlan)), "sum ok 10|10\n");
    EXPECT_EQ(checked(withFigures(figures)), "");
    figures[4].amount = exact(3);
    EXPECT_EQ(checked(withFigures(figures, Kind::GpuPlan)),
              "sum fails 9|10 They differ by 1 B, more than rounding explains.\n");
    figures[4].amount = exact(6);
    EXPECT_EQ(checked(withFigures(figures, Kind::GpuPlan)),
              "sum fails 12|10 They differ by 2 B, more than rounding explains.\n")
        << "1 B of parameters may be donated";
    figures[4].amount = exact(5);
    EXPECT_EQ(checked(withFigures(figures, Kind::GpuPlan)),
              "sum ok 11|10 1 B is counted twice. Donated arguments count as parameters and as "
              "live-out.\n");
    figures.pop_back();
    EXPECT_EQ(checked(withFigures(figures, Kind::GpuPlan)), "");
}

TEST(OomFigures, APlanHasPartsIfTheyAddUp)
{
    std::vector<Figure> figures = {{"total allocation", exact(10)},
                                   {"parameter allocation", exact(3)},
                                   {"constant allocation", exact(0)},
                                   {"maybe_live_out allocation", exact(3)},
                                   {"preallocated temp allocation", exact(4)}};
    const auto parts = [&] {
        std::string text;
        for (const Part& part : partsOfPlan(withFigures(figures, Kind::GpuPlan)))
            text += part.name + " " + std::to_string(part.bytes) + " ";
        return text;
    };
    EXPECT_EQ(parts(), "Arguments 3 Outputs 3 Temporaries 4 ");
    figures[4].amount = exact(6);
    EXPECT_EQ(parts(), "Arguments 3 Outputs 1 Temporaries 6 ") << "2 B are donated";
    figures[4].amount = exact(9);
    EXPECT_EQ(parts(), "") << "more than arguments may be";
    figures[4].amount = exact(3);
    EXPECT_EQ(parts(), "") << "less than the total";
    figures.pop_back();
    EXPECT_EQ(parts(), "");
    EXPECT_TRUE(partsOfPlan(withFigures(figures)).empty());
}

TEST(OomFigures, APlanOfATpuHasPartsWithoutTheTotalAndWithReservedMemory)
{
    const auto partsOf = [](std::vector<Figure> figures, std::int64_t needed) {
        Message message = withFigures(std::move(figures), Kind::Compile);
        message.memory = "hbm";
        message.needed = exact(needed);
        std::string text;
        for (const Part& part : partsOfPlan(message))
            text += part.name + " " + std::to_string(part.bytes) + " ";
        return text;
    };
    const std::vector<Figure> program
        = {{"Program hbm requirement: global", exact(2)}, {"Program hbm requirement: HLO temp", exact(5)}};
    const auto with = [&](std::vector<Figure> figures) {
        figures.insert(figures.end(), program.begin(), program.end());
        return figures;
    };
    EXPECT_EQ(partsOf(with({{"program", exact(7)}, {"arguments", exact(3)}}), 10),
              "Arguments 3 Global 2 Temporaries 5 ");
    EXPECT_EQ(partsOf(with({{"Total hbm usage: program", exact(7)}, {"Total hbm usage: reserved", exact(4)}}), 11),
              "Global 2 Temporaries 5 Reserved outside the program 4 ");
    EXPECT_EQ(partsOf(with({{"Total hbm usage: program", exact(7)}, {"Total hbm usage: reserved", exact(4)}}), 12), "");
}

TEST(OomChecks, SharesMatchTheirFigures)
{
    const auto of = [](double percent, double rounding, Amount part, Amount whole) {
        Message message;
        message.shares = {{"x utilization", percent, rounding, part, whole}};
        return checked(message);
    };
    EXPECT_EQ(of(25, 0, exact(1), exact(4)), "share ok 1|4\n");
    EXPECT_EQ(of(24.9, 0.05, exact(1), exact(4)), "share fails 1|4 That is 25.0 %; the message says 24.9 %.\n");
    EXPECT_EQ(of(25.1, 0.05, exact(1), exact(4)), "share fails 1|4 That is 25.0 %; the message says 25.1 %.\n");
    EXPECT_EQ(of(24.95, 0.05, exact(1), exact(4)), "share ok 1|4\n");
    EXPECT_EQ(of(25.05, 0.05, exact(1), exact(4)), "share ok 1|4\n");
    EXPECT_EQ(of(50, 0, {10, 5}, {30, 1}), "share ok 10|30\n") << "15 of 30";
    EXPECT_EQ(of(52, 0, {10, 5}, {30, 1}), "share fails 10|30 That is 33.3 %; the message says 52 %.\n")
        << "at most 15 of 29";
    EXPECT_EQ(of(16.2, 0, {10, 5}, {30, 1}), "share ok 10|30\n");
    EXPECT_EQ(of(16, 0, {10, 5}, {30, 1}), "share fails 10|30 That is 33.3 %; the message says 16 %.\n")
        << "at least 5 of 31";
    EXPECT_EQ(of(50, 0, exact(1), {3, 3}), "") << "the whole may be nothing";
    EXPECT_EQ(of(0, 0, exact(1), exact(0)), "");
    EXPECT_EQ(of(25, 0, exact(1), {4, 3}), "share ok 1|4\n");
    Message message;
    message.shares = {{"x", 1, 0, exact(1), std::nullopt}, {"y", 1, 0, std::nullopt, exact(1)}};
    EXPECT_EQ(checked(message), "");
}

TEST(OomChecks, ListedAllocationsArePartOfTheProgram)
{
    Message message = withFigures({{"Program hbm requirement", exact(10)}});
    EXPECT_EQ(checked(message), "");
    message.allocations.resize(3);
    message.allocations[0].size = exact(4);
    message.allocations[2].size = exact(6);
    EXPECT_EQ(checked(message), "listed ok 10|10\n");
    message.allocations[2].size = exact(7);
    EXPECT_EQ(checked(message),
              "listed note 11|10 The listed allocations exceed the program's requirement: some share memory.\n");
    message.allocations[2].size = Amount{7, 1};
    EXPECT_EQ(checked(message), "listed ok 11|10\n");
}

TEST(OomChecks, PaddingIsTheMemoryAddedByLayouts)
{
    Message message;
    message.allocations.resize(1);
    Allocation& allocation = message.allocations[0];
    allocation.size = exact(1024);
    allocation.unpadded = exact(400);
    allocation.padding = exact(624);
    EXPECT_EQ(checked(message), "padding ok 624|624\n");
    allocation.shape = "f32[100]{0:T(256)}";
    EXPECT_EQ(checked(message), "padding ok 624|624\ntiles ok 1024|1024\nshape ok 400|400\n");
    allocation.padding = {};
    EXPECT_EQ(checked(message),
              "padding fails 1024|400 They differ by 624 B, more than rounding explains.\n"
              "tiles ok 1024|1024\nshape ok 400|400\n");
    allocation.size = {};
    message.needed = exact(1024);
    EXPECT_EQ(checked(message), "shape ok 400|400\n");
    message.kind = Kind::TooLarge;
    EXPECT_EQ(checked(message), "tiles ok 1024|1024\nshape ok 400|400\n");
    message.kind = Kind::Scoped;
    EXPECT_EQ(checked(message), "") << "the shape is that of the result, not of the scope";
    message.kind = Kind::TooLarge;
    allocation.size = exact(1);
    allocation.unpadded = {};
    EXPECT_EQ(checked(message), "tiles fails 1|1024 They differ by 1023 B, more than rounding explains.\n");
}

TEST(OomChecks, ARequestExceedsTheFreeMemoryOrMemoryIsFragmented)
{
    Message message;
    message.requested = exact(5);
    EXPECT_EQ(checked(message), "");
    message.free = exact(4);
    EXPECT_EQ(checked(message), "above-free ok 5|4\n");
    message.free = exact(5);
    EXPECT_EQ(checked(message), "above-free note 5|5 Enough memory is free, but in no single range.\n");
}

TEST(OomChecks, BanksHoldTheRequest)
{
    const auto of = [](std::int64_t need, std::int64_t free, std::int64_t largest, std::int64_t size) {
        Message message = withFigures({{"each bank needs", exact(need)},
                                       {"bank size", exact(size)},
                                       {"allocated in a bank", exact(20)},
                                       {"free in a bank", exact(free)},
                                       {"largest free block of a bank", exact(largest)}},
                                      Kind::TtAllocation);
        message.banks = 3;
        message.requested = exact(30);
        return checked(message);
    };
    const std::string fragmented = " A bank has enough free memory, but in no single block: memory is fragmented.\n";
    EXPECT_EQ(of(10, 9, 9, 29), "banks ok 30|30\nbank ok 29|29\n");
    EXPECT_EQ(of(10, 10, 10, 30), "banks ok 30|30\nbank ok 30|30\n");
    EXPECT_EQ(of(10, 10, 9, 30), "banks ok 30|30\nbank ok 30|30\nfragmented note 10|9" + fragmented);
    EXPECT_EQ(of(9, 8, 8, 27),
              "banks fails 27|30 All banks together hold less than the request.\n"
              "bank fails 28|27 They differ by 1 B, more than rounding explains.\n");
    EXPECT_EQ(of((INT64_MAX / 2 - 1) / 3, 8, 8, 28), "banks ok 4611686018427387900|30\nbank ok 28|28\n");
    EXPECT_EQ(of(INT64_MAX / 2 / 3 + 1, 8, 8, 28), "bank ok 28|28\n");
    EXPECT_EQ(of(INT64_MAX / 2, 8, 8, 28), "bank ok 28|28\n");
}

TEST(OomChecks, ChunksAreDisjointAndAddUp)
{
    Message message = withFigures({{"Sum Total of in-use chunks", exact(30)}, {"InUse", exact(30)}}, Kind::Bfc);
    message.limit = exact(30);
    EXPECT_EQ(checked(message), "within-limit ok 30|30\n");
    message.figures.push_back({"MaxInUse", exact(40)});
    const auto chunk = [](std::uint64_t address, std::int64_t size, const char* type) {
        Allocation allocation;
        allocation.address = address;
        allocation.size = exact(size);
        allocation.allocationType = type;
        return allocation;
    };
    message.allocations = {chunk(200, 20, "in use"), chunk(100, 10, "in use"), chunk(110, 90, "free")};
    EXPECT_EQ(checked(message), "chunks ok 30|30\nin-use ok 30|30\nchunks-apart ok 0|0\nwithin-limit ok 30|30\n");
    message.allocations[2].size = exact(91);
    EXPECT_EQ(checked(message),
              "chunks ok 30|30\nin-use ok 30|30\n"
              "chunks-apart fails 1|0 Chunks overlap: the list holds several states, or is damaged.\n"
              "within-limit ok 30|30\n");
    message.allocations[1].size = exact(1000);
    EXPECT_NE(checked(message).find("chunks-apart fails 111|0"), std::string::npos)
        << "all overlapping chunks are counted: " << checked(message);
    message.allocations[1].size = exact(10);
    message.allocations[0].address = UINT64_MAX - 5;
    message.allocations[2].address = UINT64_MAX - 3;
    EXPECT_NE(checked(message).find("chunks-apart fails 3|0"), std::string::npos) << "up to the end of all addresses";
    message.allocations[0].address = 200;
    message.allocations.pop_back();
    message.allocations.pop_back();
    message.limit = exact(29);
    EXPECT_EQ(checked(message),
              "chunks fails 20|30 They differ by 10 B, more than rounding explains.\n"
              "in-use fails 20|30 They differ by 10 B, more than rounding explains.\n"
              "within-limit fails 30|29 The memory in use exceeds the allocator's limit.\n");
    message.figures.pop_back();
    EXPECT_EQ(checked(message).find("in-use"), std::string::npos) << "without what follows it, its number may be cut";
    message.figures.push_back({"MaxInUse", exact(40)});
    message.cut.missing = {"the end of the chunks"};
    EXPECT_NE(checked(message).find("in-use note 20|30 Cannot be checked"), std::string::npos) << checked(message);
    message.cut.missing = {};
    message.kind = Kind::Compile;
    EXPECT_EQ(checked(message), "");
}

TEST(OomChecks, CutPartsAreReportedAndChecksOnThemCannotFail)
{
    Message message = withFigures({{"Total hbm usage", exact(12)}, {"Total hbm usage: reserved", exact(4)}});
    message.needed = exact(10);
    message.cut.missing = {"the limit", "the rest of Total hbm usage"};
    EXPECT_EQ(checked(message),
              "sum fails 4|12 They differ by 8 B, more than rounding explains.\n"
              "used fails 10|12 They differ by 2 B, more than rounding explains.\n"
              "complete note | The message is cut. Missing: the limit, the rest of Total hbm usage.\n");
    message.cut.section = "Total hbm usage";
    EXPECT_EQ(checked(message),
              "sum note 4|12 Cannot be checked: the message is cut there.\n"
              "used note 10|12 Cannot be checked: the message is cut there.\n"
              "complete note | The message is cut. Missing: the limit, the rest of Total hbm usage.\n");
    message.figures[1].amount = exact(13);
    EXPECT_EQ(checked(message).substr(0, 15), "sum fails 13|12") << "more than the total is wrong in any case";

    Message listing;
    listing.allocations = {Allocation(), Allocation()};
    for (Allocation& allocation : listing.allocations) {
        allocation.size = exact(8);
        allocation.unpadded = exact(4);
    }
    listing.cut.missing = {"the rest of the last allocation"};
    listing.cut.isInAllocation = true;
    EXPECT_EQ(checked(listing),
              "padding fails 8|4 They differ by 4 B, more than rounding explains.\n"
              "padding note 8|4 Cannot be checked: the message is cut there.\n"
              "complete note | The message is cut. Missing: the rest of the last allocation.\n");
}

TEST(OomChecks, ALayoutWithoutTilesStatesNoSize)
{
    Message message;
    message.kind = Kind::Compile;
    message.memory = "vmem";
    Allocation allocation;
    allocation.number = 2;
    allocation.size = exact(65536);
    allocation.unpadded = exact(1536);
    allocation.padding = exact(64000);
    allocation.shape = "f32[128,3]{1,0}";
    message.allocations = {allocation};
    EXPECT_EQ(checked(message).find("tiles"), std::string::npos) << checked(message);
    EXPECT_EQ(checked(message).find("fails"), std::string::npos) << checked(message);
    message.allocations[0].shape = "f32[128,3]{1,0:T(8,128)}";
    EXPECT_NE(checked(message).find("tiles ok 65536|65536"), std::string::npos) << checked(message);
    message.allocations[0].shape = "f32[128,3]{1,0:T(8,256)}";
    EXPECT_NE(checked(message).find("tiles fails 65536|131072"), std::string::npos) << checked(message);
}

} // namespace
} // namespace tidemark::oom
