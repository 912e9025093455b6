#include "core/xla/reports/compiler_report.h"
#include "proto/hlo.pb.h"
#include "tests/support/warning_codes.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

using test::codesIn;
using UsageCodes = std::vector<std::string>;

std::string usageTable(const std::string& rows)
{
    return "Memory Space: HBM (color=3)\nTotal bytes: 12 (12B)\n\n"
           "cumulative_size; total_size; offset; used_by_n_values; shapes_list\n"
           "------------------------------------------------------------\n"
        + rows;
}

std::string usagePlaces(const std::string& text)
{
    const auto report = readUsageReport(text);
    if (!report)
        return "error";
    std::string places;
    for (const ReportedAllocation& allocation : report->allocations) {
        places += std::to_string(allocation.index) + ":" + std::to_string(allocation.size) + "@"
            + std::to_string(allocation.color);
        for (const ReportedValue& value : allocation.values)
            places += " " + std::to_string(value.size) + "+" + std::to_string(value.offset) + " "
                + std::string(value.name) + "=" + std::string(value.shape);
        places += "; ";
    }
    return places;
}

TEST(UsageReports, PlacesAreReadWholeOrLeftOut)
{
    EXPECT_EQ(usagePlaces(usageTable("8B( 66%); 8B; 0; 1; f32[2]\n12B(100%); 4B; 8; 2; 2×u32[1]\n")),
              "0:12@3 8+0 f32[2]=f32[2] 4+8 2×u32[1]=u32[1]; ");
    EXPECT_EQ(usagePlaces(usageTable("8B(100%); 8B; 4; 2; 2×f32[1], u32[2]\n")),
              "0:12@3 8+4 2×f32[1], u32[2]=f32[1], u32[2]; ");
    EXPECT_EQ(usagePlaces(usageTable("8B(100%); 8B; 4; 3; 2×f32[1]\n")), "0:12@3 8+4 2×f32[1]=; ") << "of two of three";
    EXPECT_EQ(usagePlaces(usageTable("8B(100%); 8B; 4; 2; 2×f32[1]×u32[2]\n")), "0:12@3 8+4 2×f32[1]×u32[2]=; ");
    EXPECT_EQ(usagePlaces(usageTable("8B(100%); 8B; 4; 2; 2 f32[1]\n")), "0:12@3 8+4 2 f32[1]=; ");
    for (const char* const broken :
         {"8B(100); 8B; 0; 1; f32[2]\n", "8B(100%); x; 0; 1; f32[2]\n", "8B(100%); -8B; 0; 1; f32[2]\n",
          "8B(100%); 8B, 0; 1; f32[2]\n", "8B(100%); 8B; x; 1; f32[2]\n", "8B(100%); 8B; 0, 1; f32[2]\n",
          "8B(100%); 8B; 0; x; f32[2]\n", "8B(100%); 8B; 0; 1, f32[2]\n"})
        EXPECT_EQ(usagePlaces(usageTable(broken)), "error") << broken;
    EXPECT_EQ(usagePlaces("8B(100%); 8B; 0; 1; f32[2]\n"), "error") << "of no space and no table";
    EXPECT_EQ(usagePlaces("Memory Space: HBM (color=x)\n" + usageTable("8B(100%); 8B; 0; 1; f32[2]\n")),
              "0:8@3 8+0 f32[2]=f32[2]; ");
    EXPECT_EQ(usagePlaces("Memory Space: HBM\ncumulative_size; x\n8B(100%); 8B; 0; 1; f32[2]\n"), "error");
    EXPECT_EQ(usagePlaces(usageTable("8B(100%); 8B; 0; 1; f32[2]\n\ncumulative_size; x\n4B(100%); 4B; 0; 1; u32[]\n")),
              "0:8@3 8+0 f32[2]=f32[2]; 1:4@3 4+0 u32[]=u32[]; ")
        << "a table for each allocation";
    EXPECT_EQ(usagePlaces(usageTable("3.9EiB(100%); 3.9EiB; 999999999999999999; 1; x\n")).substr(0, 24),
              "0:4611686018427387904@3 ")
        << "at most 2^62";
}

std::vector<std::string> usageCodes(const std::string& text)
{
    const auto report = readUsageReport(text);
    EXPECT_TRUE(report);
    UsageCodes all = codesIn(report->warnings);
    for (const std::string& notice : codesIn(report->gaps.notices))
        all.push_back(notice);
    return all;
}

TEST(UsageReports, BuffersLeftOutByTheCompilerAreReported)
{
    const std::string row = "8B(100%); 8B; 0; 1; f32[2]\n";
    EXPECT_EQ(usageCodes(usageTable(row)), (UsageCodes{"unequal-total 1", "no-kinds 1"}));
    EXPECT_EQ(usageCodes(usageTable(row + "The rest 3 values\n")),
              (UsageCodes{"rest-not-listed 1", "unlisted-rest 1", "no-kinds 1"}));
    const auto many = [&](int count) {
        std::string text = "Memory Space: HBM (color=0)\nTotal bytes: " + std::to_string(8 * count) + " (x)\n";
        for (int i = 0; i < count; ++i)
            text += "cumulative_size; x\n" + row;
        return usageCodes(text);
    };
    EXPECT_EQ(many(50), UsageCodes{"no-kinds 1"});
    EXPECT_EQ(many(51), (UsageCodes{"rest-not-listed 1", "no-kinds 1"}));
    EXPECT_EQ(usageCodes("Memory Space: HBM (color=0)\nTotal bytes: x (x)\ncumulative_size; x\n" + row),
              (UsageCodes{"unread-line 1", "no-kinds 1"}));
    EXPECT_EQ(usageCodes("Memory Space: HBM (color=0)\nTotal bytes: 8\ncumulative_size; x\n" + row),
              (UsageCodes{"unread-line 1", "no-kinds 1"}));
}

proto::MemoryUsageReportProto usageMessage(const std::string& table, std::int64_t size,
                                           const std::vector<std::string>& values = {})
{
    proto::MemoryUsageReportProto message;
    auto* const space = message.add_spaces();
    space->set_color(3);
    space->set_total_bytes(size);
    auto* const allocation = space->add_allocations();
    allocation->set_index(7);
    allocation->set_size(size);
    allocation->set_table(table);
    for (const std::string& value : values)
        allocation->add_values(value);
    return message;
}

std::string namesIn(const std::string& table, const std::vector<std::string>& values, std::int64_t size = 8)
{
    const std::string bytes = usageMessage(table, size, values).SerializeAsString();
    const auto report = readUsageProto(bytes);
    if (!report)
        return "error";
    std::string text;
    for (const ReportedValue& value : report->allocations.front().values)
        text += std::string(value.name) + "{" + std::string(value.path) + "} " + (value.isNamed ? "named " : "")
            + std::to_string(value.size) + "; ";
    for (const std::string& code : codesIn(report->warnings))
        text += code + "; ";
    return text;
}

TEST(UsageMessages, NameTheOnlyValueOfAnAllocation)
{
    const std::string row = "8B(100%); 8B; 0; 1; f32[2]\n";
    EXPECT_EQ(namesIn(row, {"fusion.3 {1}"}), "fusion.3{1} named 8; ");
    EXPECT_EQ(namesIn(row, {"fusion.3"}), "fusion.3{} named 8; ");
    EXPECT_EQ(namesIn(row, {"fusion.3 x"}), "f32[2]{} 8; ");
    EXPECT_EQ(namesIn(row, {" {1}"}), "f32[2]{} 8; ");
    EXPECT_EQ(namesIn(row, {"a", "b"}), "f32[2]{} 8; ") << "which of the two?";
    EXPECT_EQ(namesIn(row + "4B(100%); 4B; 8; 1; u32[]\n", {"a"}, 12), "f32[2]{} 8; u32[]{} 4; ");
    EXPECT_EQ(namesIn(row, {}), "f32[2]{} 8; ");
    EXPECT_EQ(namesIn("noise\ncumulative_size; x\n-----------\n\n" + row, {}), "f32[2]{} 8; unread-line 1; ");
}

TEST(UsageMessages, RoundedSizesAreClippedToTheAllocation)
{
    EXPECT_EQ(namesIn("1.50KiB(100%); 1.50KiB; 0; 1; x\n", {}, 1536), "x{} 1536; ");
    EXPECT_EQ(namesIn("1.50KiB(100%); 1.50KiB; 0; 1; x\n", {}, 1531), "x{} 1531; ") << "within the rounding";
    EXPECT_EQ(namesIn("1.50KiB(100%); 1.50KiB; 0; 1; x\n", {}, 1530), "x{} 1530; ") << "just so";
    EXPECT_EQ(namesIn("1.50KiB(100%); 1.50KiB; 0; 1; x\n", {}, 1529), "x{} 1536; ") << "too large all the same";
    EXPECT_EQ(namesIn("8B(100%); 8B; 0; 1; x\n", {}, 12), "x{} 8; ");
}

TEST(UsageMessages, UnlistedMemoryIsReported)
{
    const auto codes = [](const proto::MemoryUsageReportProto& message) {
        const std::string bytes = message.SerializeAsString();
        const auto report = readUsageProto(bytes);
        EXPECT_TRUE(report);
        UsageCodes all = codesIn(report->warnings);
        for (const std::string& notice : codesIn(report->gaps.notices))
            all.push_back(notice);
        return all;
    };
    const std::string row = "8B(100%); 8B; 0; 1; f32[2]\n";
    EXPECT_EQ(codes(usageMessage(row, 8)), UsageCodes{"no-kinds 1"});
    EXPECT_EQ(codes(usageMessage(row + "The rest 3 values\n", 8)), (UsageCodes{"rest-not-listed 1", "no-kinds 1"}));
    proto::MemoryUsageReportProto missing = usageMessage(row, 8);
    missing.mutable_spaces(0)->set_total_bytes(9);
    EXPECT_EQ(codes(missing), (UsageCodes{"unequal-total 1", "no-kinds 1"}));
    proto::MemoryUsageReportProto many;
    many.add_spaces()->set_total_bytes(8 * 51);
    for (int i = 0; i < 51; ++i)
        *many.mutable_spaces(0)->add_allocations() = usageMessage(row, 8).spaces(0).allocations(0);
    EXPECT_EQ(codes(many), (UsageCodes{"rest-not-listed 1", "no-kinds 1"}));
    many.mutable_spaces(0)->mutable_allocations()->RemoveLast();
    many.mutable_spaces(0)->set_total_bytes(8 * 50);
    EXPECT_EQ(codes(many), UsageCodes{"no-kinds 1"});
    EXPECT_FALSE(readUsageProto(""));
}

TEST(UsageMessages, OfASpaceWithoutAColorBelongToTheMainMemory)
{
    proto::MemoryUsageReportProto message = usageMessage("8B(100%); 8B; 0; 1; f32[2]\n", 8);
    const auto color = [&] {
        const std::string bytes = message.SerializeAsString();
        return readUsageProto(bytes)->allocations.front().color;
    };
    EXPECT_EQ(color(), 3);
    message.mutable_spaces(0)->clear_color();
    EXPECT_EQ(color(), 0);
}

} // namespace
} // namespace tidemark
