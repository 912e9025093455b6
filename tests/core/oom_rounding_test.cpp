#include "core/oom/checks.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark::oom {
namespace {

bool hasFailedCheck(const Message& message)
{
    const auto checks = checksOf(message);
    return std::ranges::find(checks, Verdict::Fails, &Check::verdict) != checks.end();
}

Message neededOf(Amount needed, Amount limit)
{
    Message message;
    message.kind = Kind::Compile;
    message.needed = needed;
    message.limit = limit;
    return message;
}

TEST(OomRounding, MayHideTheExcessOverALimit)
{
    EXPECT_FALSE(hasFailedCheck(neededOf({100, 5}, {100, 5})));
    EXPECT_TRUE(hasFailedCheck(neededOf({100, 0}, {100, 0}))) << "that is no rounding";
    EXPECT_TRUE(hasFailedCheck(neededOf({80, 5}, {100, 5})));
}

Message askedOf(Amount requested, Amount free)
{
    Message message;
    message.kind = Kind::RuntimeAllocation;
    message.requested = requested;
    message.free = free;
    return message;
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
