// An event that a log contains several times is one message.
#include "core/oom/event_merger.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

/// Returns how often each event was logged, as "2,1".
std::string countsIn(std::string_view log)
{
    std::string text;
    for (const Message& report : test::eventsIn(log))
        text += (text.empty() ? "" : ",") + std::to_string(report.timesLogged);
    return text;
}

const std::string kReserve = "RESOURCE_EXHAUSTED: Attempting to reserve 10.51G at the bottom of memory. That was not "
                             "possible. There are 8.97G free, 0B reserved, and 8.97G reservable.\n";

std::string bank(std::int64_t bytes)
{
    return "Out of Memory: Not enough space to allocate " + std::to_string(12 * bytes)
        + " B DRAM buffer across 12 banks, where each bank needs to store " + std::to_string(bytes)
        + " B, but bank size is 1071821792 B (allocated: 784847680 B, free: 286974112 B, largest free block: 1024 B)\n";
}

std::string used(const char* amount)
{
    return std::string("XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used ") + amount
        + " of 15.75G hbm.\n";
}

TEST(EventMerger, ARepeatedMessageIsOneEvent)
{
    EXPECT_EQ(countsIn(kReserve), "1");
    EXPECT_EQ(countsIn(kReserve + kReserve + "warnings.warn(\n  (0) " + kReserve), "3");
    EXPECT_EQ(countsIn("critical | TT_FATAL: " + bank(274686208) + "Exception:\ninfo:\n" + bank(274686208)), "2");
    EXPECT_EQ(countsIn(used("20.00G")
                       + "\nThe above exception was the direct cause of the following exception:\n\nTraceback (most "
                         "recent call last):\n  File \"a.py\", line 1, in f\n"
                       + used("20.00G")),
              "2");
}

TEST(EventMerger, RepeatedSequencesOfMessagesAreTheirEvents)
{
    const std::string pair = bank(4096) + bank(8192);
    EXPECT_EQ(countsIn(pair + "Exception:\n" + pair), "2,2");
    EXPECT_EQ(countsIn(pair + "Exception:\n" + pair + "Traceback (most recent call last):\n" + pair), "3,3");
    const std::string three = pair + bank(16384);
    EXPECT_EQ(countsIn(three + "Exception:\n" + three), "2,2,2");
    EXPECT_EQ(countsIn(pair + bank(8192) + pair), "2,3") << "one is repeated within the first sequence";
    EXPECT_EQ(countsIn(pair + bank(16384) + bank(8192)), "1,1,1,1") << "another order";
    const auto events = test::eventsIn(pair + pair);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_LT(events[0].line, events[1].line);
}

TEST(EventMerger, DifferentFailuresStayApart)
{
    EXPECT_EQ(countsIn(bank(274686208) + "step 2\n" + bank(274686720)), "1,1") << "another amount";
    EXPECT_EQ(countsIn(used("20.00G") + "step 2\n" + used("21.00G")), "1,1");
    EXPECT_EQ(countsIn(bank(4096) + "step 2\n" + bank(8192) + "step 3\n" + bank(4096)), "1,1,1") << "after another";
    const std::string ranks = "[rank0]: " + used("20.00G") + "[rank1]: " + used("20.00G");
    EXPECT_EQ(countsIn(ranks), "1,1") << "another rank";
    EXPECT_EQ(countsIn(ranks + "step 2\n" + ranks), "2,2") << "each rank separately";
    Message report;
    report.requested = test::exact(4096);
    Message other = report;
    EXPECT_TRUE(isSameEvent(report, other));
    report.module = "jit_step";
    EXPECT_TRUE(isSameEvent(report, other)) << "one states no module";
    other.module = "jit_init";
    EXPECT_FALSE(isSameEvent(report, other));
    other = report;
    other.kind = Kind::ProgramLoad;
    EXPECT_FALSE(isSameEvent(report, other));
    other = report;
    other.requested.reset();
    other.text = "another text";
    EXPECT_FALSE(isSameEvent(report, other)) << "no amount in common";
    other = report;
    Allocation allocation;
    allocation.size = test::exact(8);
    report.allocations = {allocation};
    EXPECT_TRUE(isSameEvent(report, other)) << "one lists no allocations";
    allocation.size = test::exact(16);
    other.allocations = {allocation};
    EXPECT_FALSE(isSameEvent(report, other));
}

TEST(EventMerger, AnAllocatorsDumpAndTheErrorOfItsRequestAreOneEvent)
{
    std::string log;
    for (const char* const gpu : {"0", "1"})
        log += std::string("2025-03-14 21:29:02.854478: W external/xla/xla/tsl/framework/bfc_allocator.cc:501] "
                           "Allocator (GPU_")
            + gpu
            + "_bfc) ran out of memory trying to allocate 4.50GiB (rounded to 4831838208)requested by op \n"
              "E0314 21:29:02.854727  957629 pjrt_stream_executor_client.cc:3045] Execution of replica 0 failed: "
              "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4831838208 bytes.\n";
    const auto events = test::eventsIn(log);
    ASSERT_EQ(events.size(), 2U);
    for (const Message& event : events) {
        EXPECT_EQ(event.kind, Kind::Bfc);
        EXPECT_EQ(event.timesLogged, 2U);
    }
    EXPECT_EQ(events[0].device, "GPU_0_bfc");
    EXPECT_EQ(events[1].device, "GPU_1_bfc");
}

TEST(EventMerger, TheMessageWithTheListIsKept)
{
    Message brief;
    brief.line = 1;
    brief.requested = test::exact(4096);
    Message full = brief;
    full.line = 9;
    full.allocations.emplace_back().size = test::exact(4096);
    std::vector<Message> events;
    EventMerger merger([&](Message report) { events.push_back(std::move(report)); });
    for (const Message& each : {brief, full, brief})
        merger.add(each);
    EXPECT_TRUE(events.empty()) << "more may come";
    merger.finish();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].line, 9U);
    EXPECT_EQ(events[0].timesLogged, 3U);
}

TEST(EventMerger, HoldsFewReports)
{
    std::size_t found = 0;
    EventMerger merger([&](const Message&) { ++found; });
    Message report;
    for (std::size_t i = 1; i <= EventMerger::kMostHeld + 10; ++i) {
        report.requested = test::exact(static_cast<std::int64_t>(4096 * i));
        merger.add(report);
    }
    EXPECT_EQ(found, 10U);
    merger.finish();
    EXPECT_EQ(found, EventMerger::kMostHeld + 10);
}

TEST(EventMerger, TextAndJsonStateHowOftenAnEventWasLogged)
{
    const auto events = test::eventsIn(kReserve + kReserve + kReserve);
    const std::string json = test::jsonOf(events);
    EXPECT_NE(json.find("\"times_logged\": 3, "), std::string::npos) << json;
    std::ostringstream out;
    const auto writer = makeMessageWriter(out, TableFormat::Text);
    for (const Message& event : events)
        writer->write("run.log", event);
    writer->finish();
    EXPECT_NE(out.str().find("logged 3 times"), std::string::npos) << out.str();
}

} // namespace
} // namespace tidemark::oom
