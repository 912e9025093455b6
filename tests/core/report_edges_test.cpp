#include "core/shapes/shape.h"
#include "core/shapes/written_shape.h"
#include "core/xla/reports/compiler_report.h"
#include "core/xla/reports/report_lines.h"
#include "core/xla/reports/reported_plan.h"
#include "proto/hlo.pb.h"
#include "tests/support/warning_codes.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

std::string writtenLine(std::string_view line)
{
    const auto read = readAllocationLine(line);
    if (!read)
        return "none";
    const ReportedAllocation& allocation = read->allocation;
    std::string text = std::to_string(allocation.index) + " " + std::to_string(allocation.size) + " "
        + std::to_string(allocation.color);
    if (allocation.parameter)
        text += " p" + std::to_string(*allocation.parameter) + "{" + std::string(allocation.parameterPath) + "}";
    text += allocation.isConstant ? " constant" : "";
    text += allocation.isThreadLocal ? " local" : "";
    text += allocation.isLiveOut ? " out" : "";
    text += read->size.rounding > 0 ? " rounded" : "";
    return text + (read->unknown.empty() ? "" : " ?" + std::string(read->unknown));
}

TEST(AllocationLines, GiveAllTheirProperties)
{
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"allocation 3: size 8:", "3 8 0"},
        {"allocation 3: size 8, preallocated-temp:", "3 8 0"},
        {"allocation 3: size 8, color 2, page 0, constant, thread-local, maybe-live-out:", "3 8 2 constant local out"},
        {"allocation 3: size 8, parameter 4, shape |f32[2]| at ShapeIndex {1,0}:", "3 8 0 p4{1,0}"},
        {"allocation 3: size 8, output shape is |f32[2]|, maybe-live-out:", "3 8 0 out"},
        {"allocation 3: size 1.5KiB:", "3 1536 0 rounded"},
        {"allocation 999999999999999999: size 8:", "999999999999999999 8 0"},
        {"allocation 3: size 8, of tomorrow, other, constant:", "3 8 0 constant ?of tomorrow"},
        // Broken attributes are unknown.
        {"allocation 3: size 8, color x:", "3 8 0 ?color x"},
        {"allocation 3: size 8, page x:", "3 8 0 ?page x"},
        {"allocation 3: size 8, parameter x:", "3 8 0 ?parameter x"},
        {"allocation 3: size 8, output shape is |f32[2]:", "3 8 0 ?output shape is |f32[2]"},
        {"allocation 3: size 8, shape |f32[2]|:", "3 8 0 ?shape |f32[2]|"},
        {"allocation 3: size 8, shape |f32[2]| at ShapeIndex {1:", "3 8 0 ?shape |f32[2]| at ShapeIndex {1"},
        {"allocation x: size 8:", "none"},
        {"alloc 3: size 8:", "none"},
        {"allocation 3, size 8:", "none"},
        {"allocation 3: size x:", "none"},
        {"allocation 3: size -8:", "none"},
        {"allocation 3: size 8", "none"},
        {"allocation 3: size 8: ", "none"},
    };
    for (const auto& [line, text] : cases)
        EXPECT_EQ(writtenLine(line), text) << line;
}

TEST(AllocationLines, PathsAreNumbersBetweenCommas)
{
    const auto text = [](std::string_view path) { return std::string(readPath(path).value_or("none")); };
    EXPECT_EQ(text(""), "");
    EXPECT_EQ(text("{}"), "");
    EXPECT_EQ(text("{1,0}"), "1,0");
    EXPECT_EQ(text("{123456789}"), "123456789");
    for (const char* const none : {"{", "}", "1", "{1", "1}", "{,1}", "{1,}", "{1,,2}", "{a}", "{1234567890}", "{1 }"})
        EXPECT_EQ(text(none), "none") << none;
    std::string deep = "{0";
    for (int i = 1; i < 64; ++i)
        deep += ",0";
    EXPECT_EQ(text(deep + "}").size(), 127U) << "64 numbers";
    EXPECT_EQ(text(deep + ",0}"), "none");
    EXPECT_EQ(pathNumbers("12,0,7"), (std::vector<std::int64_t>{12, 0, 7}));
    EXPECT_EQ(pathNumbers("12,x,7"), (std::vector<std::int64_t>{12}));
    EXPECT_TRUE(pathNumbers("").empty());
}

TEST(AllocationLines, ValuesHaveNamesAndPaths)
{
    const auto text = [](std::string_view value) {
        const auto name = readValueName(value);
        return name ? std::string(name->name) + "|" + std::string(name->path) : "none";
    };
    EXPECT_EQ(text("fusion.2"), "fusion.2|");
    EXPECT_EQ(text("fusion.2{}"), "fusion.2|");
    EXPECT_EQ(text("fusion.2{1,0}"), "fusion.2|1,0");
    EXPECT_EQ(text("a{b{1}"), "a{b|1");
    for (const char* const none : {"", "{1}", "fusion{x}"})
        EXPECT_EQ(text(none), "none") << none;
}

TEST(WrittenShapes, PartialDetailsAreIgnored)
{
    for (const char* const whole : {"f32[8]{0:T(8)L(2)}", "f32[8]{0:E(4)}", "f32[8]{0:S(1)}", "f32[8]{0:SC(0:4)}",
                                    "f32[8]{0:SC(0:4,6)(1:2)}", "f32[?,8]{1,0:T(8)}"}) {
        const auto shape = readShapeText(whole);
        ASSERT_TRUE(shape) << whole;
        EXPECT_EQ(shapeText(*shape), whole);
    }
    for (const char* const broken :
         {"f32[8]{0:L(x)}", "f32[8]{0:L(2}", "f32[8]{0:E(x)}", "f32[8]{0:E(4}", "f32[8]{0:S(x)}", "f32[8]{0:S(1}",
          "f32[8]{0:SC(x:1)}", "f32[8]{0:SC(0;1)}", "f32[8]{0:SC(0:x)}", "f32[8]{0:SC(0:1}", "f32[8]{0:T(x)}",
          "f32[8]{0:T(8,)}", "f32[8]{x}", "f32[8]{0 1}", "f32[8 8]", "f32[?8]", "f32[<=]", "(f32[8], x)"})
        EXPECT_FALSE(readShapeText(broken)) << broken;
    EXPECT_TRUE(readShapeText("(f32[8], /*index=5*/u32[])"));
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + std::string(depth, ')'); };
    EXPECT_TRUE(readShapeText(nested(64)));
    EXPECT_FALSE(readShapeText(nested(65)));
}

/// Returns the shape that an instruction is written with, such as "(f32[2], (…), ?)".
std::string shapeIn(const proto::ShapeProto& shape)
{
    if (shape.element_type() != 13)
        return shape.dimensions_size() == 0 ? "?" : std::to_string(shape.dimensions(0));
    std::string text;
    for (const proto::ShapeProto& element : shape.tuple_shapes())
        text += (text.empty() ? "" : " ") + shapeIn(element);
    return "(" + text + ")";
}

ReportedValue valueAt(std::string_view name, std::string_view path, std::string_view shape)
{
    ReportedValue value;
    value.name = name;
    value.path = path;
    value.shape = shape;
    return value;
}

std::string tupleFrom(const std::vector<std::pair<const char*, const char*>>& parts)
{
    InstructionWriter writer;
    for (const auto& [path, shape] : parts)
        writer.add(valueAt("x", path, shape), std::nullopt);
    proto::HloModuleProto module;
    EXPECT_TRUE(module.ParseFromString(writer.module("m", 7)));
    EXPECT_EQ(module.name(), "m");
    EXPECT_EQ(module.id(), 7);
    EXPECT_EQ(module.computations(0).instructions_size(), 1);
    return shapeIn(module.computations(0).instructions(0).shape());
}

TEST(InstructionsOfReports, TuplesAreAssembledFromTheirParts)
{
    EXPECT_EQ(tupleFrom({{"", "f32[1]"}}), "1");
    EXPECT_EQ(tupleFrom({{"0", "f32[1]"}}), "(1)");
    EXPECT_EQ(tupleFrom({{"1", "f32[2]"}, {"0", "f32[1]"}}), "(1 2)");
    EXPECT_EQ(tupleFrom({{"2", "f32[3]"}, {"0", "f32[1]"}}), "(1 ? 3)") << "the one between is unknown";
    EXPECT_EQ(tupleFrom({{"0,0", "f32[1]"}, {"0,1", "f32[2]"}, {"1", "f32[3]"}}), "((1 2) 3)");
    EXPECT_EQ(tupleFrom({{"0", "f32[1]"}, {"1,0", "f32[2]"}, {"1,2", "f32[3]"}, {"3", "f32[4]"}}), "(1 (2 ? 3) ? 4)");
    EXPECT_EQ(tupleFrom({{"0,0,0", "f32[1]"}, {"0,1,0", "f32[2]"}, {"0,1,1", "f32[3]"}}), "(((1) (2 3)))");
    EXPECT_EQ(tupleFrom({{"0,0,1", "f32[1]"}, {"1,0", "f32[2]"}, {"1,1", "f32[3]"}}), "(((? 1)) (2 3))");
    EXPECT_EQ(tupleFrom({{"0", "f32[1]"}, {"0", "f32[2]"}, {"1", "f32[3]"}}), "(1 3)") << "the first of two";
    EXPECT_EQ(tupleFrom({{"0", "f32[1]"}, {"0,1", "f32[2]"}, {"1", "f32[3]"}}), "(1 3)");
    EXPECT_EQ(tupleFrom({{"0", "f32[1]"}, {"", "(f32[4], f32[5])"}}), "(4 5)") << "the whole shape has all parts";
    EXPECT_EQ(tupleFrom({{"32", "f32[1]"}}).size(), 2U + 2 * 33 - 1) << "a part may leave out 32";
    EXPECT_EQ(tupleFrom({{"33", "f32[1]"}}), "?");
}

TEST(InstructionsOfReports, AreOnePerNameForAllItsValues)
{
    InstructionWriter writer;
    ReportedValue unnamed = valueAt("2×f32[4]", "", "");
    unnamed.isNamed = false;
    EXPECT_EQ(writer.add(valueAt("a", "0", "f32[1]{0:T(8)}"), 3), 1);
    EXPECT_EQ(writer.add(valueAt("b", "", "no shape"), std::nullopt), 2);
    EXPECT_EQ(writer.add(valueAt("a", "1", "f32[2]"), std::nullopt), 1);
    EXPECT_EQ(writer.add(unnamed, std::nullopt), 3);
    EXPECT_EQ(writer.add(unnamed, std::nullopt), 4) << "several may be called so";
    EXPECT_EQ(writer.add(valueAt("c", "", "none either"), std::nullopt), 5);
    proto::HloModuleProto module;
    ASSERT_TRUE(module.ParseFromString(writer.module("m", 1)));
    std::string text;
    for (const auto& instruction : module.computations(0).instructions())
        text += std::to_string(instruction.id()) + " " + instruction.name() + " " + instruction.opcode() + " "
            + std::to_string(instruction.parameter_number()) + " " + shapeIn(instruction.shape()) + "\n";
    EXPECT_EQ(text, "1 a parameter 3 (1 2)\n2 b  0 ?\n3 2×f32[4]  0 ?\n4 2×f32[4]  0 ?\n5 c  0 ?\n");
    EXPECT_EQ(writer.unreadShapes(), 2U);
    EXPECT_EQ(writer.firstUnread(), "no shape");
    EXPECT_TRUE(writer.hasTiles());
}

using test::codesIn;
using Codes = std::vector<std::string>;

TEST(PlansOfReports, InvalidShapesAreReported)
{
    auto report = readAssignmentReport("BufferAssignment:\nallocation 0: size 8:\n"
                                       " value: <0 a @0> (size=8,offset=0): of tomorrow\n"
                                       "\nTotal bytes used: 8 (8B)\n");
    ASSERT_TRUE(report);
    writePlan(*report, "m", 1);
    EXPECT_EQ(codesIn(report->gaps.notices), (Codes{"unread-shape 1", "no-live-ranges 1", "no-hlo 1"}));
    EXPECT_TRUE(
        report->gaps.notices.list().front().text.starts_with("1 shape cannot be read, the first is \"of tomorrow\""));
}

/// Returns the names of the instructions that are parameters, with their numbers.
std::string argumentsOf(const std::string& allocations, const std::string& ranges = "")
{
    const std::string whole = "BufferAssignment:\n" + allocations
        + (ranges.empty() ? "" : "HloLiveRange (max 9):\n  BufferLiveRange:\n" + ranges);
    auto report = readAssignmentReport(whole); // refers to `whole`
    EXPECT_TRUE(report);
    const ReportedPlan plan = writePlan(*report, "m", 1);
    const auto bytes = readHloPart(plan.parts.module);
    EXPECT_TRUE(bytes);
    proto::HloModuleProto module;
    EXPECT_TRUE(module.ParseFromString(std::string((*bytes)->view())));
    std::string text;
    for (const auto& instruction : module.computations(0).instructions())
        if (instruction.opcode() == "parameter")
            text += instruction.name() + " ";
    return text;
}

TEST(PlansOfReports, AnArgumentIsTheFirstValueAtItsPath)
{
    const std::string head = "allocation 0: size 8, parameter 0, shape |f32[2]| at ShapeIndex {}:\n";
    const auto value = [](int id, const std::string& name) {
        return " value: <" + std::to_string(id) + " " + name + " @0> (size=8,offset=0): f32[2]\n";
    };
    const auto range
        = [](const std::string& name, int begin) { return "    " + name + "{}:" + std::to_string(begin) + "-9\n"; };
    EXPECT_EQ(argumentsOf(head + value(1, "a")), "a ");
    EXPECT_EQ(argumentsOf(head + value(1, "a{1}")), "") << "of another path";
    EXPECT_EQ(argumentsOf(head + value(1, "a{1}") + value(2, "b")), "b ");
    EXPECT_EQ(argumentsOf(head + value(1, "a") + value(2, "b")), "") << "their order is unknown";
    EXPECT_EQ(argumentsOf(head + value(1, "a") + value(2, "b"), range("a", 3) + range("b", 0)), "b ");
    EXPECT_EQ(argumentsOf(head + value(1, "a") + value(2, "b"), range("a", 3) + range("b", 3)), "");
    EXPECT_EQ(argumentsOf(head + value(1, "a") + value(2, "b"), range("a", 3)), "") << "one of them is unknown";
    EXPECT_EQ(argumentsOf("allocation 0: size 8:\n" + value(1, "a")), "") << "no argument";
}

TEST(LiveRangeReports, InvalidRangesAreLeftOutAndReported)
{
    const auto read = [](const std::string& lines) {
        const std::string whole = "HloLiveRange (max 9):\n" + lines;
        auto report = readLiveRangeReport(whole);
        EXPECT_TRUE(report);
        std::string text;
        for (const ReportedRange& range : report->ranges)
            text += std::string(range.name) + "{" + std::string(range.path) + "} " + std::to_string(range.begin) + "-"
                + std::to_string(range.end) + (range.size ? " " + std::to_string(*range.size) : "") + "; ";
        std::uint64_t unread = 0;
        for (const Warning& warning : report->warnings.list())
            unread += warning.code == "unread-line" ? warning.count : 0;
        return text + std::to_string(unread);
    };
    const std::string ranges = "  BufferLiveRange:\n    a{}:0-4\n    b{1}:2-2\n    c{}:5-9\n";
    EXPECT_EQ(read(ranges), "a{} 0-4; b{1} 2-2; c{} 5-9; 0");
    EXPECT_EQ(read("  BufferLiveRange:\r\n    a{}:0-4\r\n"), "a{} 0-4; 0") << "of Windows";
    EXPECT_EQ(read(ranges + "    a{}:1-2\n    d{}:4-3\n    e{}:4\n    f{}\n"), "a{} 0-4; b{1} 2-2; c{} 5-9; 4");
    EXPECT_EQ(read(ranges + "\n  InstructionSequence:\n    0: a\n"), "a{} 0-4; b{1} 2-2; c{} 5-9; 0");
    EXPECT_EQ(read(ranges + "  Of tomorrow:\n    x\n"), "a{} 0-4; b{1} 2-2; c{} 5-9; 1");
    const auto peak = [&](const std::string& sizes) { return read(ranges + "  Live ranges at 2 (peak):\n" + sizes); };
    EXPECT_EQ(peak("    a{}: 8 bytes (cumulative: 8 bytes)\n    b{1}: 4 bytes (cumulative: 12 bytes)\n"),
              "a{} 0-4 8; b{1} 2-2 4; c{} 5-9; 0");
    EXPECT_EQ(peak("    c{}: 8 bytes (cumulative: 8 bytes)\n"), "a{} 0-4; b{1} 2-2; c{} 5-9; 1")
        << "it does not live there";
    EXPECT_EQ(peak("    a{}: 8 bytes (cumulative: 8 bytes)\n    a{}: 4 bytes (cumulative: 12 bytes)\n"),
              "a{} 0-4 8; b{1} 2-2; c{} 5-9; 1")
        << "it comes twice";
    EXPECT_EQ(peak("    x{}: 8 bytes (cumulative: 8 bytes)\n    a{}: 8\n    b\n"), "a{} 0-4; b{1} 2-2; c{} 5-9; 3");
    EXPECT_EQ(read(ranges + "  Live ranges at x (peak):\n    a{}: 8 bytes (cumulative: 8 bytes)\n"),
              "a{} 0-4; b{1} 2-2; c{} 5-9; 1")
        << "at no step";
    const auto at = [&](const std::string& step, const std::string& name) {
        return read(ranges + "  Live ranges at " + step + " (peak):\n    " + name
                    + ": 8 bytes (cumulative: 8 bytes)\n");
    };
    EXPECT_EQ(at("0", "a{}"), "a{} 0-4 8; b{1} 2-2; c{} 5-9; 0") << "its first step";
    EXPECT_EQ(at("4", "a{}"), "a{} 0-4 8; b{1} 2-2; c{} 5-9; 0") << "its last step";
    EXPECT_EQ(at("4", "c{}"), "a{} 0-4; b{1} 2-2; c{} 5-9; 1");
}

TEST(LiveRangeReports, AnUnknownHeadingBeforeThePeakMayHaveHadRanges)
{
    const std::string instructions = "  InstructionSequence:\n    0: a\n    1: b\n    2: c\n";
    const std::string ranges = "  BufferLiveRange:\n    a{}:0-3\n";
    const std::string peak = "  Live ranges at 2 (peak):\n    a{}: 8 bytes (cumulative: 8 bytes)\n";
    const std::string unknown = "  Of tomorrow:\n    x\n";
    const auto missing = [&](const std::string& rest) {
        const std::string whole = "HloLiveRange (max 3):\n" + rest;
        return readLiveRangeReport(whole)->gaps.peak;
    };
    EXPECT_EQ(missing(instructions + ranges + peak), "");
    EXPECT_EQ(missing(instructions + ranges + peak + unknown), "");
    EXPECT_EQ(missing(unknown + instructions + ranges + peak),
              "the report of live ranges lacks some: a line cannot be read");
}

TEST(LiveRangeReports, AloneGiveTheBuffersLiveAtThePeak)
{
    const std::string ranges = "HloLiveRange (max 9):\n  BufferLiveRange:\n    a{}:0-4\n    b{}:2-2\n";
    const std::string sizeOfA = "  Live ranges at 2 (peak):\n    a{}: 8 bytes (cumulative: 8 bytes)\n";
    const std::string sizeOfB = "    b{}: 4 bytes (cumulative: 12 bytes)\n";
    auto none = readLiveRangeReport(ranges);
    ASSERT_TRUE(none);
    const auto done = takeValuesAtPeak(*none);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::Unsupported);
    const auto text = [&](const std::string& sizes) {
        const std::string whole = ranges + sizes;
        auto report = readLiveRangeReport(whole);
        EXPECT_TRUE(takeValuesAtPeak(*report));
        std::string indices;
        for (const ReportedAllocation& allocation : report->allocations)
            indices += std::to_string(allocation.index) + ":" + std::to_string(allocation.size) + " ";
        EXPECT_TRUE(report->gaps.kinds && report->gaps.places && report->gaps.padding);
        const std::string& notice = report->gaps.notices.list().front().text;
        return indices + (notice.find("1 of 2 values have no size") != std::string::npos ? "one is left out" : "");
    };
    EXPECT_EQ(text(sizeOfA), "0:8 one is left out");
    EXPECT_EQ(text(sizeOfA + sizeOfB), "0:8 1:4 ");
}

TEST(AssignmentReports, ValuesAreReadWholeOrLeftOut)
{
    const auto read = [](const std::string& value) {
        const std::string whole = "BufferAssignment:\nallocation 0: size 64:\n value: " + value + "\n";
        const auto report = readAssignmentReport(whole);
        EXPECT_TRUE(report);
        std::string text;
        for (const ReportedValue& each : report->allocations.front().values)
            text += std::to_string(*each.id) + " " + std::string(each.name) + "{" + std::string(each.path) + "} "
                + std::to_string(each.color) + " " + std::to_string(each.size) + "+" + std::to_string(each.offset) + " "
                + std::string(each.shape);
        return text;
    };
    EXPECT_EQ(read("<1 a{1} @2> (size=8,offset=16): f32[2]"), "1 a{1} 2 8+16 f32[2]");
    EXPECT_EQ(read("<1 a (phi) @0> (size=8,offset=16): f32[2]"), "1 a{} 0 8+16 f32[2]");
    EXPECT_EQ(read("<1 a> (size=8,offset=0): f32[2]"), "1 a{} 0 8+0 f32[2]");
    for (const char* const broken :
         {"1 a @0> (size=8,offset=0): f32[2]", "<x a @0> (size=8,offset=0): f32[2]", "<1a @0> (size=8,offset=0): f32",
          "<1 {0} @0> (size=8,offset=0): f32[2]", "<1 a @x> (size=8,offset=0): f32[2]", "<1 a @0 (size=8,offset=0): f",
          "<1 a @0> (size=x,offset=0): f32[2]", "<1 a @0> (size=8;offset=0): f32[2]", "<1 a @0> (size=8,offset=x): f",
          "<1 a @0> (size=8,offset=0: f32[2]"})
        EXPECT_EQ(read(broken), "") << broken;
}

TEST(AssignmentReports, TotalsAndNumbersCoverAllAllocations)
{
    const auto codes = [](const std::string& text) {
        const std::string whole = "BufferAssignment:\n" + text;
        const auto report = readAssignmentReport(whole);
        EXPECT_TRUE(report);
        Codes all = codesIn(report->warnings);
        for (const std::string& notice : codesIn(report->gaps.notices))
            all.push_back(notice);
        return all;
    };
    const std::string two = "allocation 0: size 8:\nallocation 1: size 4:\n";
    EXPECT_EQ(codes(two + "Total bytes used: 12 (12B)\n"), Codes{});
    EXPECT_EQ(codes(two + "Total bytes used: 13 (13B)\n"), Codes{"unequal-total 1"});
    EXPECT_EQ(codes(two), Codes{"no-total 1"});
    EXPECT_EQ(codes("allocation 1: size 8:\nTotal bytes used: 8 (8B)\n"), Codes{"missing-allocations 1"});
    EXPECT_EQ(codes(two
                    + "\nUsed values:\n<1 a @0>\n value: x\nallocation 2: size 1:\nTotal bytes used: 13 (13B)\n"
                      "\nBufferAssignment stats:\n   parameter allocation: 4B\n"),
              Codes{})
        << "facts that other lines state too";
    EXPECT_EQ(codes(two
                    + " value: <1 a @0> (size=4,offset=0): f32[]\nTotal bytes used: 12 (12B)\n"
                      " value: <2 a @0> (size=4,offset=0): f32[]\n"),
              Codes{"unread-line 1"})
        << "no allocation is open after the total";
}

} // namespace
} // namespace tidemark
