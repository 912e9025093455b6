#include "core/oom/report.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark::oom {
namespace {

bool hasFailedCheck(const Report& report)
{
    const auto checks = checksOf(report);
    return std::ranges::find(checks, Verdict::Fails, &Check::verdict) != checks.end();
}

Report neededOf(Amount needed, Amount limit)
{
    Report report;
    report.kind = Kind::Compile;
    report.needed = needed;
    report.limit = limit;
    return report;
}

TEST(OomRounding, MayHideTheExcessOverALimit)
{
    EXPECT_FALSE(hasFailedCheck(neededOf({100, 5}, {100, 5})));
    EXPECT_TRUE(hasFailedCheck(neededOf({100, 0}, {100, 0}))) << "that is no rounding";
    EXPECT_TRUE(hasFailedCheck(neededOf({80, 5}, {100, 5})));
}

Report askedOf(Amount requested, Amount free)
{
    Report report;
    report.kind = Kind::RuntimeAllocation;
    report.requested = requested;
    report.free = free;
    return report;
}

TEST(OomRounding, MayHideIfMemoryIsFragmented)
{
    EXPECT_NE(headlineOf(askedOf({100, 5}, {100, 5})).find("is free, rounded"), std::string::npos);
    EXPECT_NE(checksOf(askedOf({100, 5}, {100, 5})).front().text.find("Rounding hides"), std::string::npos);
    EXPECT_NE(headlineOf(askedOf({100, 0}, {100, 0})).find("not in one piece"), std::string::npos);
    EXPECT_NE(checksOf(askedOf({100, 0}, {100, 0})).front().text.find("in no single range"), std::string::npos);
}

} // namespace
} // namespace tidemark::oom
