#include "core/xla/programs/checks.h"

#include "tests/support/profile_builder.h"

#include <gtest/gtest.h>

#include <functional>

namespace tidemark {
using namespace xla;
namespace {

/// 100 bytes of an argument, 64 traced and 50 untraced bytes: 214 at step 1 of 4.
SpaceTimeline timelineOfFour()
{
    const auto plan = *Plan::parse(test::hloBytes(R"(
        param 0 100
          p 0 100
        temp 64
          a 0 32
          b 32 32
        temp 50 tuple
          u 0 50
        trace +a +b -a -b)"));
    return *replaySpace(plan, 0);
}

/// Returns a line "name left|right" for each failed check and each remark after a change.
std::string failing(const std::function<void(SpaceTimeline&)>& change)
{
    SpaceTimeline timeline = timelineOfFour();
    change(timeline);
    std::string text;
    for (const Check& check : checkSpace(timeline)) {
        EXPECT_EQ(check.verdict == Verdict::Ok, check.text.empty()) << check.name;
        if (check.verdict == Verdict::Ok)
            continue;
        text += check.name + (check.verdict == Verdict::Note ? " note " : " ")
            + (check.leftBytes ? std::to_string(*check.leftBytes) + "|" + std::to_string(*check.rightBytes)
                               : check.left + "|" + check.right)
            + "\n";
    }
    return text;
}

std::vector<std::int64_t> with(const LevelCurve& curve, std::size_t step, std::int64_t value)
{
    std::vector<std::int64_t> values(curve.begin(), curve.end());
    values[step] = value;
    return values;
}

const std::string kUntraced = "untraced-allocations note 50|114\n";

TEST(Checks, AddUpTheRowsAtThePeak)
{
    EXPECT_EQ(failing([](SpaceTimeline&) {}), kUntraced);
    EXPECT_EQ(failing([](SpaceTimeline& timeline) { timeline.rows.front().size += 1; }),
              "rows-occupy-peak 215|214\nrows-sum-to-replay 215|214\n" + kUntraced);
    EXPECT_EQ(
        failing([](SpaceTimeline& timeline) { timeline.xprofBytes = LevelCurve(with(timeline.xprofBytes, 1, 163)); }),
        "rows-sum-to-replay 214|213\n" + kUntraced);
    EXPECT_EQ(
        failing([](SpaceTimeline& timeline) { timeline.xprofBytes = LevelCurve(with(timeline.xprofBytes, 0, 1)); }),
        kUntraced);
}

TEST(Checks, ComparesLevelsWithTheAllocatedBytes)
{
    EXPECT_EQ(failing([](SpaceTimeline& timeline) { timeline.totals.total = 213; }),
              "occupied-within-total 214|213\n" + kUntraced);
    EXPECT_EQ(failing([](SpaceTimeline& timeline) {
                  timeline.unpadded = LevelCurve(with(timeline.unpadded, 3, timeline.occupied[3] + 1));
              }),
              "occupied-within-total 214|214\n" + kUntraced);
    EXPECT_EQ(failing([](SpaceTimeline& timeline) { timeline.unpadded = timeline.occupied; }), kUntraced);
    for (const std::int64_t peak : {214, 215})
        EXPECT_EQ(failing([&](SpaceTimeline& timeline) {
                      timeline.xprofBytes = LevelCurve(with(timeline.xprofBytes, 0, peak));
                      timeline.xprofPeakStep = 0;
                      timeline.warnings.addApart({"xprof-peak-above-allocations", "So.", 1, std::nullopt, 0});
                  }),
                  (peak > 214 ? "xprof-peak-above-allocations note 215|214\n" : "") + kUntraced);
}

TEST(Checks, CountContradictions)
{
    const auto warned = [](const char* code, std::uint64_t count, std::optional<std::int64_t> memory) {
        return failing([&](SpaceTimeline& timeline) {
            timeline.warnings.addApart({code, "It is so.", count, std::nullopt, memory});
        });
    };
    EXPECT_EQ(warned("event-x", 2, 0), "trace-consistent 2 events without effect|none\n" + kUntraced);
    EXPECT_EQ(warned("x", 3, 0), "plan-consistent 3 impossible sizes, ranges or references|none\n" + kUntraced);
    EXPECT_EQ(warned("x", 1, std::nullopt), "program-consistent 1 damaged or contradictory parts|none\n" + kUntraced);
    EXPECT_EQ(warned("xprof-other-space-trace", 1, 0), kUntraced) << "a remark";
}

TEST(Checks, StateTheDifferenceThatRoundingHides)
{
    const auto sides = [](std::int64_t left, std::int64_t right) {
        return sidesText(equality("x", "sum", left, "size", right, "No."),
                         [](std::int64_t bytes) { return std::to_string(bytes / 1000) + "K"; });
    };
    EXPECT_EQ(sides(9000, 9999), "sum 9,000 B, size 9,999 B. No.");
    EXPECT_EQ(sides(9000, 12000), "sum 9K, size 12K. No.");
    EXPECT_EQ(sides(9000, 9000), "sum 9K, size 9K");
}

} // namespace
} // namespace tidemark
