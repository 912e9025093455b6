// Tests of text reports, compared with the HloProto of the same stage number by number.
#include "core/shapes/written_shape.h"
#include "core/text/amount.h"
#include "core/xla/programs/buffer_details.h"
#include "core/xla/reports/compiler_report.h"
#include "tests/core/document_fixture.h"
#include "tests/support/facts_of.h"
#include "tests/support/invariants.h"
#include "tests/support/samples.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// Returns the paths of dumped plans, without ".hlo.pb", that have a report with this ending in the same folder.
std::vector<std::string> stemsWith(const std::string& ending)
{
    std::vector<std::string> stems;
    constexpr std::string_view kPlan = ".hlo.pb";
    for (const std::string& path : samplePaths()) {
        const std::string stem = path.substr(0, path.size() - std::min(path.size(), kPlan.size()));
        if (path.ends_with(kPlan) && std::filesystem::exists(stem + ending))
            stems.push_back(stem);
    }
    return stems;
}

class Reports : public DocumentTest
{
protected:
    std::shared_ptr<const Plan> planOf(const std::string& path)
    {
        const auto plan = open({path})->plan(ProgramId(0));
        EXPECT_TRUE(plan) << plan.error().message;
        return *plan;
    }
    /// Returns the plan of copied reports in a folder without other files.
    std::shared_ptr<const Plan> planOfReports(const std::string& stem, const std::vector<std::string>& endings)
    {
        const std::string folder = std::to_string(m_folders++);
        std::string first;
        for (const std::string& ending : endings) {
            const std::string copy = m_folder.write(folder + "/" + stem.substr(stem.find_last_of('/') + 1) + ending,
                                                    readFile(stem + ending));
            first = first.empty() ? copy : first;
        }
        return planOf(first);
    }

    int m_folders = 0;
};

std::map<std::int64_t, const Allocation*> byIndex(const Plan& plan)
{
    std::map<std::int64_t, const Allocation*> result;
    for (const Allocation& allocation : plan.assignment().allocations)
        EXPECT_TRUE(result.emplace(allocation.index, &allocation).second);
    return result;
}

std::map<std::int64_t, const LogicalBuffer*> byId(const Plan& plan)
{
    std::map<std::int64_t, const LogicalBuffer*> result;
    for (const LogicalBuffer& buffer : plan.assignment().buffers)
        EXPECT_TRUE(result.emplace(buffer.id, &buffer).second);
    return result;
}

std::string nameOf(const Plan& plan, const LogicalBuffer& buffer)
{
    std::string name(plan.module().nameOf(buffer.instruction));
    for (const std::int64_t index : plan.assignment().indices(buffer.shapeIndex))
        name += "," + std::to_string(index);
    return name;
}

std::vector<std::int64_t> path(const Plan& plan, ShapePathId id)
{
    const auto indices = plan.assignment().indices(id);
    return {indices.begin(), indices.end()};
}

void expectSameAllocations(const Plan& text, const Plan& proto)
{
    const auto expected = byIndex(proto);
    const auto found = byIndex(text);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [index, allocation] : expected) {
        ASSERT_TRUE(found.contains(index)) << index;
        const Allocation& other = *found.at(index);
        EXPECT_EQ(other.size, allocation->size) << index;
        EXPECT_EQ(other.color, allocation->color) << index;
        EXPECT_EQ(other.isParameter, allocation->isParameter) << index;
        EXPECT_EQ(other.parameterNumber, allocation->parameterNumber) << index;
        EXPECT_EQ(path(text, other.parameterShapeIndex), path(proto, allocation->parameterShapeIndex)) << index;
        EXPECT_EQ(other.isLiveOut, allocation->isLiveOut) << index;
        EXPECT_EQ(other.isConstant, allocation->isConstant) << index;
        EXPECT_EQ(other.isThreadLocal, allocation->isThreadLocal) << index;
    }
}

void expectSameBuffers(const Plan& text, const Plan& proto)
{
    const auto expected = byId(proto);
    const auto found = byId(text);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [id, buffer] : expected) {
        ASSERT_TRUE(found.contains(id)) << id;
        const LogicalBuffer& other = *found.at(id);
        EXPECT_EQ(other.size, buffer->size) << id;
        EXPECT_EQ(other.offset, buffer->offset) << id;
        EXPECT_EQ(other.color, buffer->color) << id;
        EXPECT_EQ(other.unpadded, buffer->unpadded) << id;
        EXPECT_EQ(nameOf(text, other), nameOf(proto, *buffer)) << id;
        EXPECT_EQ(shapeText(text.shapeOf(other)), shapeText(proto.shapeOf(*buffer))) << id;
        EXPECT_EQ(text.assignment().allocations[other.allocation].index,
                  proto.assignment().allocations[buffer->allocation].index)
            << id;
    }
}

void expectSameTotals(const SpaceTimeline& text, const SpaceTimeline& proto)
{
    EXPECT_EQ(text.totals.total, proto.totals.total);
    EXPECT_EQ(text.totals.arguments, proto.totals.arguments);
    EXPECT_EQ(text.totals.outputs, proto.totals.outputs);
    EXPECT_EQ(text.totals.aliased, proto.totals.aliased);
    EXPECT_EQ(text.totals.constants, proto.totals.constants);
    EXPECT_EQ(text.totals.temporaries, proto.totals.temporaries);
    EXPECT_EQ(text.totals.threadLocal, proto.totals.threadLocal);
    EXPECT_EQ(text.totals.base, proto.totals.base);
}

TEST_F(Reports, BufferAssignmentsEqualTheProto)
{
    const std::vector<std::string> stems = stemsWith("-buffer-assignment.txt");
    ASSERT_GE(stems.size(), 3U);
    for (const std::string& stem : stems) {
        SCOPED_TRACE(stem);
        const auto text = planOfReports(stem, {"-buffer-assignment.txt"});
        const auto proto = planOf(stem + ".hlo.pb");
        expectSameAllocations(*text, *proto);
        expectSameBuffers(*text, *proto);
        if (stem.find("module_") != stem.npos) {
            EXPECT_EQ(text->module().name(), proto->module().name());
        }
        for (const std::int64_t space : proto->assignment().spaces()) {
            SCOPED_TRACE(space);
            const auto timeline = replaySpace(text, space);
            expectSameTotals(*timeline, *replaySpace(proto, space));
            EXPECT_FALSE(timeline->hasTrace) << "there are no live ranges";
        }
        EXPECT_EQ(brokenInvariant(text), "");
    }
}

/// The on-chip memory of a TPU is assigned before the others. There a value that is copied in slices has its place from
/// the start of the first slice, before the live range of the slice. This trace is not in the text.
bool isOfSlices(const SpaceTimeline& proto)
{
    const BufferAssignment& assignment = proto.plan->assignment();
    return std::ranges::any_of(proto.events, [&](const HeapEvent& event) {
        return assignment.text(event.instructionName).starts_with("slice");
    });
}

TEST_F(Reports, LiveRangesEqualTheTraceOfTheProto)
{
    const std::vector<std::string> stems = stemsWith("-live-range.txt");
    ASSERT_GE(stems.size(), 2U);
    for (const std::string& stem : stems) {
        SCOPED_TRACE(stem);
        const std::string text = readFile(stem + "-live-range.txt");
        const auto report = readLiveRangeReport(text);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_TRUE(report->warnings.empty());
        std::map<std::string, const ReportedRange*> ranges;
        for (const ReportedRange& range : report->ranges)
            ranges[std::string(range.name) + (range.path.empty() ? "" : ",") + std::string(range.path)] = &range;
        const auto proto = planOf(stem + ".hlo.pb");
        for (const std::int64_t space : proto->assignment().spaces()) {
            SCOPED_TRACE(space);
            const auto timeline = replaySpace(proto, space);
            if (isOfSlices(*timeline))
                continue;
            std::int64_t now = 0;
            for (const HeapEvent& event : timeline->events) {
                const std::string name = nameOf(*proto, proto->assignment().buffers[event.buffer]);
                ASSERT_TRUE(ranges.contains(name)) << name;
                const std::int64_t step = event.kind == HeapEventKind::Free ? ranges[name]->end : ranges[name]->begin;
                EXPECT_GE(step, now) << name;
                now = step;
            }
        }
    }
}

TEST_F(Reports, BothTogetherReplayLikeTheProto)
{
    for (const std::string& stem : stemsWith("-live-range.txt")) {
        SCOPED_TRACE(stem);
        const auto text = planOfReports(stem, {"-buffer-assignment.txt", "-live-range.txt"});
        const auto proto = planOf(stem + ".hlo.pb");
        expectSameAllocations(*text, *proto);
        expectSameBuffers(*text, *proto);
        EXPECT_EQ(brokenInvariant(text, 200), "");
        for (const std::int64_t space : proto->assignment().spaces()) {
            SCOPED_TRACE(space);
            const auto found = replaySpace(text, space);
            const auto expected = replaySpace(proto, space);
            expectSameTotals(*found, *expected);
            EXPECT_EQ(found->hasTrace, expected->hasTrace);
            EXPECT_EQ(found->totals.untraced, expected->totals.untraced);
            EXPECT_EQ(found->occupiedPeakBytes(), expected->occupiedPeakBytes());
            EXPECT_EQ(found->unpaddedPeakBytes(), expected->unpaddedPeakBytes());
            if (!isOfSlices(*expected)) {
                EXPECT_EQ(found->steps, expected->steps);
                EXPECT_EQ(found->xprofPeakBytes(), expected->xprofPeakBytes());
            }
            // If an argument takes turns with other values in its memory, the value that lives first represents it.
            for (std::size_t row = 0; row < std::min<std::size_t>(found->standingRows, expected->standingRows); ++row)
                EXPECT_EQ(factsOf(*found, found->rows[RowId::at(row)]).name,
                          factsOf(*expected, expected->rows[RowId::at(row)]).name);
        }
    }
}

TEST_F(Reports, LiveRangesAloneHaveTheSizesOfThePeakWithoutPadding)
{
    for (const std::string& stem : stemsWith("-live-range.txt")) {
        SCOPED_TRACE(stem);
        const auto text = planOfReports(stem, {"-live-range.txt"});
        const auto proto = planOf(stem + ".hlo.pb");
        std::map<std::string, const LogicalBuffer*> expected;
        for (const LogicalBuffer& buffer : proto->assignment().buffers)
            expected[nameOf(*proto, buffer)] = &buffer;
        std::int64_t sum = 0;
        for (const LogicalBuffer& buffer : text->assignment().buffers) {
            const std::string name = nameOf(*text, buffer);
            ASSERT_TRUE(expected.contains(name)) << name;
            // For a tuple the report counts the pointers to its elements, the plan counts its final size.
            if (!isTuple(proto->shapeOf(*expected[name]))) {
                EXPECT_EQ(buffer.size, expected[name]->unpadded) << name;
            }
            sum += buffer.size;
        }
        const auto timeline = replaySpace(text, 0);
        EXPECT_EQ(timeline->xprofPeakBytes(), sum) << "all that has a size lives at the peak";
        EXPECT_EQ(timeline->occupiedPeakBytes(), sum);
        EXPECT_FALSE(text->knowsPlaces());
        EXPECT_FALSE(text->knowsKinds());
    }
}

/// Returns the offsets of all values of the plan in each of its allocations.
std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> placesOf(const Plan& proto)
{
    std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> places;
    for (const Allocation& allocation : proto.assignment().allocations) {
        places[allocation.index] = {};
        for (const BufferId id : proto.assignment().buffersOf(allocation)) {
            const LogicalBuffer& buffer = proto.assignment().buffers[id];
            std::int64_t& size = places[allocation.index][buffer.offset];
            size = std::max(size, buffer.size);
        }
    }
    return places;
}

/// Sizes of the report are rounded to three digits or two decimals. They may differ by at most half of the last digit.
bool isRounded(std::int64_t rounded, std::int64_t exact)
{
    std::int64_t unit = 1;
    while (exact / unit >= 1024)
        unit *= 1024;
    // HumanReadableNumBytes of tsl/platform/numbers.cc uses "%.1f" for KiB and "%.2f" above.
    const std::int64_t last = unit == 1 ? 0 : unit == 1024 ? unit / 20 + 1 : unit / 200 + 1;
    return std::abs(rounded - exact) <= last;
}

TEST_F(Reports, MemoryUsageOfTheMessageEqualsTheProto)
{
    const std::vector<std::string> stems = stemsWith("-memory-usage-report.pb");
    ASSERT_GE(stems.size(), 2U);
    for (const std::string& stem : stems) {
        SCOPED_TRACE(stem);
        const auto text = planOfReports(stem, {"-memory-usage-report.pb"});
        const auto proto = planOf(stem + ".hlo.pb");
        const auto expected = byIndex(*proto);
        const auto places = placesOf(*proto);
        const bool isCut = readFile(stem + "-memory-usage-report.pb").find("The rest ") != std::string::npos;
        const std::size_t count = text->assignment().allocations.size();
        EXPECT_TRUE(count == expected.size() || (count < expected.size() && count > 50));
        for (const Allocation& allocation : text->assignment().allocations) {
            ASSERT_TRUE(expected.contains(allocation.index));
            EXPECT_EQ(allocation.size, expected.at(allocation.index)->size);
            EXPECT_EQ(allocation.color, expected.at(allocation.index)->color);
            const auto& exact = places.at(allocation.index);
            // If an allocation has very many places, the report omits the small ones and states this.
            const std::size_t listed = text->assignment().buffersOf(allocation).size();
            EXPECT_TRUE(listed == exact.size() || (listed < exact.size() && isCut)) << allocation.index;
            for (const BufferId id : text->assignment().buffersOf(allocation)) {
                const LogicalBuffer& place = text->assignment().buffers[id];
                ASSERT_TRUE(exact.contains(place.offset));
                EXPECT_TRUE(isRounded(place.size, exact.at(place.offset))) << place.size << " " << place.offset;
            }
        }
    }
}

TEST_F(Reports, MemoryUsageInTextEqualsTheProto)
{
    const std::vector<std::string> stems = stemsWith("-memory-usage-report.txt");
    ASSERT_GE(stems.size(), 3U);
    for (const std::string& stem : stems) {
        SCOPED_TRACE(stem);
        const std::string bytes = readFile(stem + "-memory-usage-report.txt");
        const auto report = readUsageReport(bytes);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_TRUE(report->warnings.empty()) << report->warnings.list().front().text;
        // If there are very many allocations, or places in one, the report omits the small ones.
        const bool isCut = std::ranges::find(report->gaps.notices.list(), "rest-not-listed", &Warning::code)
            != report->gaps.notices.list().end();
        const auto proto = planOf(stem + ".hlo.pb");
        EXPECT_TRUE(!isCut || proto->assignment().allocations.size() > 50);
        // Its allocations have no numbers, but they are sorted by size, and those of equal size by number.
        std::map<std::int64_t, std::vector<const Allocation*>> expected;
        for (const Allocation& allocation : proto->assignment().allocations)
            expected[allocation.color].push_back(&allocation);
        const auto places = placesOf(*proto);
        std::map<std::int64_t, std::size_t> next;
        for (auto& [color, allocations] : expected)
            std::ranges::sort(allocations, {}, [](const Allocation* a) { return std::pair(-a->size, a->index); });
        std::size_t count = 0;
        for (const ReportedAllocation& allocation : report->allocations) {
            const auto& ofSpace = expected.at(allocation.color);
            ASSERT_LT(next[allocation.color], ofSpace.size());
            const Allocation& exact = *ofSpace[next[allocation.color]++];
            ++count;
            std::int64_t rounding = 0;
            for (const ReportedValue& place : allocation.values) {
                const auto& ofAllocation = places.at(exact.index);
                ASSERT_TRUE(ofAllocation.contains(place.offset)) << exact.index;
                EXPECT_TRUE(isRounded(place.size, ofAllocation.at(place.offset))) << exact.index;
                rounding = std::max(rounding, std::abs(place.size - ofAllocation.at(place.offset)));
            }
            const bool isWhole = allocation.values.size() == places.at(exact.index).size();
            EXPECT_TRUE(isWhole || (isCut && allocation.values.size() > 50));
            // The allocated size may reach a little beyond the last value because of alignment.
            EXPECT_LE(allocation.size, exact.size + rounding);
            EXPECT_GE(allocation.size, isWhole ? exact.size - rounding - 512 : 0);
        }
        EXPECT_TRUE(count == proto->assignment().allocations.size() || (isCut && count > 50));
        std::map<std::int64_t, std::int64_t> totals;
        for (const Allocation& allocation : proto->assignment().allocations)
            totals[allocation.color] += allocation.size;
        for (const auto& [color, total] : totals)
            EXPECT_NE(bytes.find("Total bytes: " + std::to_string(total) + " ("), std::string::npos) << color;
    }
}

TEST_F(Reports, AllShapesOfProgramsAreReadAsTheyArePrinted)
{
    std::size_t count = 0;
    for (const SampleModule& sample : sampleModules(1 << 20)) {
        const auto plan = Plan::parse(sample.bytes);
        if (!plan)
            continue;
        const HloModule& module = (*plan)->module();
        for (const InstructionId id : module.instructions()) {
            const ShapeView shape = module.shapeOf(id);
            const std::string text = shapeText(shape);
            const auto read = readShapeText(text);
            ASSERT_TRUE(read) << text;
            ASSERT_EQ(shapeText(*read), text);
            ASSERT_EQ(unpaddedBytes(measureShape(*read)), unpaddedBytes(measureShape(shape))) << text;
            ++count;
        }
    }
    EXPECT_GT(count, 1000U);
}

TEST_F(Reports, InvalidShapesAreRejected)
{
    for (const char* const text :
         {"", "f32", "f32[", "f32[2", "f32[2]]", "f32[2]{", "f32[2]{0", "f32[2]{0:", "f32[2]{0:T(8}", "f32[-1]", "x[2]",
          "invalid[]", "(f32[2]", "(f32[2],f32[2])", "f32[2] ", "f32[2]{0:Q(1)}", "f32[9999999999999999999]"})
        EXPECT_FALSE(readShapeText(text)) << text;
    EXPECT_FALSE(readShapeText(std::string(1000, '(') + std::string(1000, ')')));
    for (const char* const text : {"f32[]", "()", "f32[<=8,?]{1,0:T(8,128)L(2)E(4)S(5)SC(0:1,2)}", "token[]",
                                   "((s4[2]{0:E(4)}, pred[]), u32[]{:S(2)})", "bf16[2]{0:T(*,128)}"}) {
        const auto shape = readShapeText(text);
        ASSERT_TRUE(shape) << text;
        EXPECT_EQ(shapeText(*shape), text);
    }
}

TEST_F(Reports, OlderLayoutsAreRead)
{
    const std::string folder = dataFolder() + "/reports/";
    const auto usage = planOf(folder + "old_layout-memory-usage-report.txt");
    EXPECT_TRUE(usage->knowsKinds());
    const auto timeline = replaySpace(usage, 0);
    EXPECT_EQ(timeline->totals.arguments, 262144);
    EXPECT_EQ(timeline->totals.outputsOnly, 4);
    EXPECT_EQ(timeline->totals.constantsOnly, 4);
    EXPECT_EQ(timeline->totals.temporaries, 524288);
    EXPECT_EQ(timeline->totals.threadLocal, 12);
    EXPECT_EQ(usage->assignment().buffersOf(usage->assignment().allocations.front()).size(), 2U);

    const auto assignment = planOf(folder + "old_layout-buffer-assignment.txt");
    const auto replay = replaySpace(assignment, 0);
    EXPECT_EQ(replay->steps, 6U) << "with its own live ranges";
    EXPECT_EQ(replay->occupiedPeakBytes(), 400 + 800);
}

} // namespace
} // namespace tidemark
