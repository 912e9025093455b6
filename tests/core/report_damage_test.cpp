// Tests of damaged text reports: every loss causes an error or a warning, and never a crash or a contradiction.
#include "core/xla/programs/dump_folder.h"
#include "core/xla/reports/compiler_report.h"
#include "core/xla/reports/reported_plan.h"
#include "tests/support/invariants.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;
using Read = Result<CompilerReport> (*)(std::string_view);

struct Form {
    const char* file;
    Read read;
};
const std::vector<Form> kForms = {
    {"module_0000.jit_padded.cl_1003875606.after_optimizations-buffer-assignment.txt", readAssignmentReport},
    {"module_0000.jit_padded.cl_1003875606.after_optimizations-live-range.txt", readLiveRangeReport},
    {"module_0000.jit_padded.cl_1003875606.after_optimizations-memory-usage-report.txt", readUsageReport},
    {"module_0000.jit_padded.cl_1003875606.after_optimizations-memory-usage-report.pb", readUsageProto},
    {"module_0006.jit__lambda.cpu_after_optimizations-buffer-assignment.txt", readAssignmentReport},
    {"module_0006.jit__lambda.cpu_after_optimizations-live-range.txt", readLiveRangeReport},
    {"old_layout-memory-usage-report.txt", readUsageReport},
    {"old_layout-buffer-assignment.txt", readAssignmentReport},
};

std::string bytesOf(const Form& form)
{
    return readFile(dataFolder() + "/reports/" + form.file);
}

/// Returns the amount of data in a report.
std::size_t amountOf(const CompilerReport& report)
{
    std::size_t amount = report.allocations.size() + report.ranges.size();
    for (const ReportedAllocation& allocation : report.allocations)
        amount += allocation.values.size();
    for (const ReportedRange& range : report.ranges)
        amount += range.size ? 1U : 0U;
    return amount;
}

/// Returns the first problem of the plan written from a report; "" if there is none.
std::string brokenPlan(CompilerReport& report)
{
    if (report.allocations.empty() && !takeValuesAtPeak(report))
        return {};
    const ReportedPlan written = writePlan(report, "m", 1);
    const auto plan = Plan::load(written.parts);
    if (!plan)
        return plan.error().message;
    for (const Warning& warning : (*plan)->warnings().list())
        if (warning.offset)
            return "a place in no file: " + warning.text;
    return brokenInvariant(*plan, 20);
}

TEST(ReportDamage, WholeReportsCauseNoWarning)
{
    for (const Form& form : kForms) {
        const std::string bytes = bytesOf(form);
        auto report = form.read(bytes);
        ASSERT_TRUE(report) << form.file << report.error().message;
        EXPECT_TRUE(report->warnings.empty()) << form.file << ": " << report->warnings.list().front().text;
        EXPECT_EQ(brokenPlan(*report), "") << form.file;
    }
}

TEST(ReportDamage, ACutWithinALineIsReported)
{
    for (const Form& form : kForms) {
        const std::string bytes = bytesOf(form);
        const std::size_t whole = amountOf(*form.read(bytes));
        const bool isText = form.read != readUsageProto;
        for (std::size_t size = 0; size < bytes.size(); size += 29) {
            if (isText && size > 0 && bytes[size - 1] == '\n')
                continue; // it looks like a shorter report
            auto report = form.read(std::string_view(bytes).substr(0, size));
            if (!report)
                continue;
            const bool isReported = !report->warnings.empty();
            EXPECT_TRUE(isReported || (!isText && amountOf(*report) < whole)) << form.file << " cut to " << size;
            EXPECT_EQ(brokenPlan(*report), "") << form.file << " cut to " << size;
        }
    }
}

/// Makes one change in a text: a byte, a line that is removed, repeated or moved, or a huge number.
std::string mutated(std::string bytes, std::mt19937& random)
{
    const auto below = [&](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
    const std::size_t at = below(bytes.size());
    const std::size_t begin = bytes.rfind('\n', at) == bytes.npos ? 0 : bytes.rfind('\n', at) + 1;
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    const std::string line = bytes.substr(begin, end > begin ? end - begin : 0);
    switch (random() % 7) {
    case 0:
        bytes[at] = static_cast<char>(random());
        break;
    case 1:
        bytes.erase(begin, line.size());
        break;
    case 2:
        bytes.insert(begin, line);
        break;
    case 3:
        bytes.erase(begin, line.size());
        bytes.insert(below(bytes.size()), line);
        break;
    case 4:
        bytes.insert(at, "999999999999999999");
        break;
    case 5:
        bytes.insert(at, std::string(1, "{}|,;:()\0-"[below(10)]));
        break;
    default:
        bytes.erase(at, below(40));
        break;
    }
    return bytes;
}

TEST(ReportDamage, MutatedReportsBreakNothing)
{
    const int runs = sampleRounds(200); // for each form
    std::mt19937 random(7);
    for (const Form& form : kForms) {
        const std::string whole = bytesOf(form);
        for (int run = 0; run < runs; ++run) {
            std::string bytes = whole;
            for (std::size_t changes = 1 + random() % 3; changes > 0 && !bytes.empty(); --changes)
                bytes = mutated(std::move(bytes), random);
            auto report = form.read(bytes);
            if (report) {
                ASSERT_EQ(brokenPlan(*report), "") << form.file << ", run " << run;
            }
        }
    }
}

TEST(ReportDamage, ASkippedLineIsReportedWithItsNumber)
{
    auto report = readAssignmentReport("BufferAssignment:\n"
                                       "allocation 0: size 8, preallocated-temp:\n"
                                       " value: <1 a @0> (size=8,offset=0): f32[2]\n"
                                       " value: <1 b @0> (size=8,offset=0): f32[2]\n"
                                       " value: <2 c @0> (size=8,offset=0: f32[2]\n"
                                       "noise\n"
                                       "allocation 1: size 8, new-word, maybe-live-out:\n");
    ASSERT_TRUE(report);
    ASSERT_EQ(report->warnings.list().size(), 2U);
    const Warning& unread = report->warnings.list().front();
    EXPECT_EQ(unread.count, 3U);
    EXPECT_NE(unread.text.find("Line 4 has the number of another value"), std::string::npos) << unread.text;
    EXPECT_NE(report->warnings.list().back().text.find("new-word"), std::string::npos);
    EXPECT_TRUE(report->allocations.back().isLiveOut) << "after an unknown word";
}

TEST(ReportDamage, MissingAllocationsAreReported)
{
    const std::string whole = "BufferAssignment:\n"
                              "allocation 0: size 4, parameter 0, shape |f32[]| at ShapeIndex {}:\n"
                              " value: <0 a @0> (size=4,offset=0): f32[]\n";
    const auto report = readAssignmentReport(whole);
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->warnings.empty());
    EXPECT_EQ(report->gaps.notices.list().back().code, "no-total") << "its end may be missing";
    const auto holed = readAssignmentReport(whole
                                            + "allocation 3: size 4, preallocated-temp:\n"
                                              " value: <1 b @0> (size=4,offset=0): f32[]\n");
    ASSERT_TRUE(holed);
    ASSERT_EQ(holed->warnings.list().size(), 1U);
    EXPECT_NE(holed->warnings.list().front().text.find("up to 3, but 2 of them are not in the report"),
              std::string::npos)
        << holed->warnings.list().front().text;
}

TEST(ReportDamage, TotalsThatDoNotAddUpAreReported)
{
    const auto has = [](const Result<CompilerReport>& report) {
        return report
            && std::ranges::find(report->warnings.list(), "unequal-total", &Warning::code)
            != report->warnings.list().end();
    };
    std::string usage = bytesOf(kForms[2]);
    usage.replace(usage.find("45693440"), 8, "95693440");
    EXPECT_TRUE(has(readUsageReport(usage)));
    std::string old = bytesOf(kForms[7]);
    old.replace(old.find("used: 1200"), 10, "used: 1300");
    EXPECT_TRUE(has(readAssignmentReport(old)));
    std::string ranges = bytesOf(kForms[1]);
    const std::size_t line = ranges.find("    copy.6{}: ");
    ranges.erase(line, ranges.find('\n', line) + 1 - line);
    EXPECT_TRUE(has(readLiveRangeReport(ranges)));
}

/// Only the last element of each tuple is listed. Elements that are not listed must not be written out.
TEST(ReportDamage, MemoryIsLinearInTheText)
{
    std::string text = "BufferAssignment:\nallocation 0: size 8:\n";
    for (int i = 0; i < 2000; ++i)
        text += " value: <" + std::to_string(i) + " x" + std::to_string(i)
            + "{999999999} @0> (size=8,offset=0): f32[2]\n";
    auto report = readAssignmentReport(text);
    ASSERT_TRUE(report);
    const ReportedPlan plan = writePlan(*report, "m", 1);
    EXPECT_LT(sizeOf(plan.parts.module) + sizeOf(plan.parts.assignment), 4 * text.size());
    EXPECT_EQ(brokenPlan(*report), "");
}

} // namespace
} // namespace tidemark
