#include "core/xla/plan/buffer_assignment.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

void expectEqual(const BufferAssignment& decoded, const proto::BufferAssignmentProto& expected)
{
    ASSERT_EQ(decoded.buffers.size(), static_cast<std::size_t>(expected.logical_buffers_size()));
    ASSERT_EQ(decoded.allocations.size(), static_cast<std::size_t>(expected.buffer_allocations_size()));
    ASSERT_EQ(decoded.traces.size(), static_cast<std::size_t>(expected.heap_simulator_traces_size()));
    for (const BufferId id : decoded.buffers.ids()) {
        const LogicalBuffer& a = decoded.buffers[id];
        const auto& b = expected.logical_buffers(static_cast<int>(id.index()));
        ASSERT_EQ(a.id, b.id());
        ASSERT_EQ(a.size, b.size());
        ASSERT_EQ(a.color, b.color());
        ASSERT_EQ(decoded.instructionNumbers[id], b.defined_at().instruction_id());
        ASSERT_EQ(decoded.text(a.instructionName), b.defined_at().instruction_name());
        ASSERT_TRUE(std::ranges::equal(decoded.indices(a.shapeIndex), b.defined_at().shape_index()));
    }
    for (const AllocationId id : decoded.allocations.ids()) {
        const Allocation& a = decoded.allocations[id];
        const auto& b = expected.buffer_allocations(static_cast<int>(id.index()));
        ASSERT_EQ(a.index, b.index());
        ASSERT_EQ(a.size, b.size());
        ASSERT_EQ(a.color, b.color());
        ASSERT_EQ(a.isThreadLocal, b.is_thread_local());
        ASSERT_EQ(a.isParameter, b.is_entry_computation_parameter());
        ASSERT_EQ(a.isLiveOut, b.maybe_live_out());
        ASSERT_EQ(a.isConstant, b.is_constant());
        ASSERT_EQ(a.isTuple, b.is_tuple());
        ASSERT_EQ(a.parameterNumber, b.parameter_number());
        ASSERT_TRUE(std::ranges::equal(decoded.indices(a.parameterShapeIndex), b.parameter_shape_index()));
        ASSERT_EQ(a.assigned.size(), static_cast<std::uint32_t>(b.assigned_size()));
        for (std::uint32_t k = 0; k < a.assigned.size(); ++k) {
            const LogicalBuffer& buffer = decoded.buffers[decoded.buffersOf(a)[k]];
            ASSERT_EQ(buffer.id, b.assigned(static_cast<int>(k)).logical_buffer_id());
            ASSERT_EQ(buffer.offset, b.assigned(static_cast<int>(k)).offset());
            ASSERT_EQ(buffer.allocation, id);
        }
    }
    for (const TraceId id : decoded.traces.ids()) {
        const auto& trace = expected.heap_simulator_traces(static_cast<int>(id.index()));
        const auto events = decoded.eventsOf(id);
        ASSERT_EQ(events.size(), static_cast<std::size_t>(trace.events_size()));
        for (std::size_t e = 0; e < events.size(); ++e) {
            const HeapEvent& a = events[e];
            const auto& b = trace.events(static_cast<int>(e));
            ASSERT_EQ(static_cast<int>(a.kind), static_cast<int>(b.kind()));
            ASSERT_EQ(decoded.text(a.instructionName), b.instruction_name());
            ASSERT_FALSE(a.buffer.isNone());
            ASSERT_EQ(decoded.buffers[a.buffer].id, b.buffer_id());
            if (b.kind() == proto::HeapSimulatorTrace::Event::SHARE_WITH) {
                ASSERT_FALSE(a.canonical.isNone());
                ASSERT_EQ(decoded.buffers[a.canonical].id, b.share_with_canonical_id());
            }
        }
    }
}

TEST(BufferAssignment, SharesWithBufferZeroIfAnEventNamesNone)
{
    proto::HloProto hlo;
    proto::BufferAssignmentProto& assignment = *hlo.mutable_buffer_assignment();
    for (const int id : {0, 1})
        assignment.add_logical_buffers()->set_id(id);
    proto::HeapSimulatorTrace& trace = *assignment.add_heap_simulator_traces();
    trace.add_events()->set_kind(proto::HeapSimulatorTrace::Event::ALLOC); // for buffer 0, which is omitted
    proto::HeapSimulatorTrace::Event& share = *trace.add_events();
    share.set_kind(proto::HeapSimulatorTrace::Event::SHARE_WITH);
    share.set_buffer_id(1);
    const ExactBuffer bytes(hlo.buffer_assignment().SerializeAsString());
    const auto decoded = decodeBufferAssignment(bytes.view());
    ASSERT_TRUE(decoded);
    expectEqual(*decoded, hlo.buffer_assignment());
}

TEST(BufferAssignment, DecodesEverySampleAsTheGeneratedClassesDo)
{
    for (const SampleModule& module : sampleModules()) {
        SCOPED_TRACE(module.title);
        proto::HloProto hlo;
        ASSERT_TRUE(hlo.ParseFromString(module.bytes));
        if (!hlo.has_buffer_assignment())
            continue;
        const ExactBuffer bytes(hlo.buffer_assignment().SerializeAsString());
        const auto decoded = decodeBufferAssignment(bytes.view());
        ASSERT_TRUE(decoded);
        EXPECT_TRUE(decoded->warnings.empty()) << decoded->warnings.list().front().describe();
        expectEqual(*decoded, hlo.buffer_assignment());
    }
}

TEST(BufferAssignment, DoesNotDependOnTheOrderOfFields)
{
    const auto plan = planFromText("temp 64\n a 0 32\n b 32 32\n trace +a +b -a -b").buffer_assignment();
    const ExactBuffer bytes(bytesField(4, plan.heap_simulator_traces(0).SerializeAsString())
                            + bytesField(3, plan.buffer_allocations(0).SerializeAsString())
                            + bytesField(1, plan.logical_buffers(0).SerializeAsString())
                            + bytesField(1, plan.logical_buffers(1).SerializeAsString()));
    const auto decoded = decodeBufferAssignment(bytes.view());
    ASSERT_TRUE(decoded);
    expectEqual(*decoded, plan);
}

TEST(BufferAssignment, TakesUnpackedIndicesAndSkipsUnknownFields)
{
    const ExactBuffer bytes(
        bytesField(1,
                   numberField(1, 5) + numberField(77, 1) + fixed64Field(78, 1)
                       + bytesField(3, numberField(3, 2) + numberField(3, 300) + bytesField(99, "x"))));
    const auto decoded = decodeBufferAssignment(bytes.view());
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(
        std::ranges::equal(decoded->indices(decoded->buffers.front().shapeIndex), std::vector<std::int64_t>{2, 300}));
}

std::vector<std::string> codes(const Warnings& warnings)
{
    std::vector<std::string> result;
    for (const Warning& warning : warnings.list())
        result.push_back(warning.code);
    return result;
}

BufferAssignment decodeText(const std::string& bytes)
{
    static std::vector<std::unique_ptr<ExactBuffer>> alive;
    alive.push_back(std::make_unique<ExactBuffer>(bytes));
    const auto decoded = decodeBufferAssignment(alive.back()->view(), 1000);
    EXPECT_TRUE(decoded);
    return *decoded;
}

TEST(BufferAssignment, CountsImpossibleSizesAsNothing)
{
    auto plan = planFromText("temp 64\n a 0 32").buffer_assignment();
    plan.mutable_logical_buffers(0)->set_size(-5);
    plan.mutable_buffer_allocations(0)->mutable_assigned(0)->set_size(0);
    plan.mutable_buffer_allocations(0)->set_size(std::numeric_limits<std::int64_t>::max());
    const BufferAssignment decoded = decodeText(plan.SerializeAsString());
    EXPECT_EQ(decoded.buffers[BufferId(0)].size, 0);
    EXPECT_EQ(decoded.allocations[AllocationId(0)].size, 0);
    EXPECT_EQ(codes(decoded.warnings), std::vector<std::string>{"impossible-size"});
    EXPECT_EQ(decoded.warnings.list()[0].count, 2U);
    EXPECT_EQ(decoded.warnings.list()[0].offset, 1002U);
}

TEST(BufferAssignment, LetsTheFirstOfTwoEqualIdsCount)
{
    auto plan = planFromText("temp 64\n a 0 32\n b 32 16").buffer_assignment();
    plan.mutable_logical_buffers(1)->set_id(1);
    const BufferAssignment decoded = decodeText(plan.SerializeAsString());
    ASSERT_EQ(decoded.buffers.size(), 1U);
    EXPECT_EQ(decoded.buffers[BufferId(0)].size, 32);
    EXPECT_EQ(codes(decoded.warnings), (std::vector<std::string>{"duplicate-buffer", "unknown-buffer"}));
}

TEST(BufferAssignment, KeepsABufferInItsFirstAllocation)
{
    auto plan = planFromText("temp 64\n a 0 32\ntemp 128").buffer_assignment();
    *plan.mutable_buffer_allocations(1)->add_assigned() = plan.buffer_allocations(0).assigned(0);
    const BufferAssignment decoded = decodeText(plan.SerializeAsString());
    EXPECT_EQ(decoded.buffers[BufferId(0)].allocation, AllocationId(0));
    EXPECT_EQ(decoded.allocations[AllocationId(1)].assigned.size(), 0U);
    EXPECT_EQ(codes(decoded.warnings), std::vector<std::string>{"buffer-in-two-allocations"});
}

TEST(BufferAssignment, ClipsRangesToTheAllocation)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::vector<std::array<std::int64_t, 4>> cases
        = {{0, 32, 0, 32},  {60, 32, 60, 64},    {64, 1, 64, 64},    {-8, 32, 0, 24},
           {-40, 32, 0, 0}, {kMost, 32, 64, 64}, {-kMost, 32, 0, 0}, {1000, 1, 64, 64}};
    for (const auto& [offset, size, begin, end] : cases) {
        auto plan = planFromText("temp 64\n a 0 32").buffer_assignment();
        plan.mutable_logical_buffers(0)->set_size(size);
        plan.mutable_buffer_allocations(0)->mutable_assigned(0)->set_offset(offset);
        const BufferAssignment decoded = decodeText(plan.SerializeAsString());
        const AddressRange range = decoded.clippedRange(decoded.buffers[BufferId(0)]);
        EXPECT_EQ(range.begin, begin) << offset;
        EXPECT_EQ(range.end, end) << offset;
        EXPECT_EQ(decoded.warnings.empty(), offset == 0);
    }
}

TEST(BufferAssignment, BoundsTheSumOfAllAllocations)
{
    proto::BufferAssignmentProto plan;
    for (int i = 0; i < 10000; ++i)
        plan.add_buffer_allocations()->set_size((1LL << 50) - 1);
    const BufferAssignment decoded = decodeText(plan.SerializeAsString());
    std::uint64_t sum = 0;
    for (const Allocation& allocation : decoded.allocations) {
        sum += static_cast<std::uint64_t>(allocation.size);
        ASSERT_LE(sum, std::uint64_t{1} << 62);
    }
    EXPECT_FALSE(decoded.warnings.empty());
}

/// Fields of a wrong type have no bytes, so no place in the file. The same input must give the same warning.
TEST(BufferAssignment, ReportsFieldsOfAWrongTypeTheSameEveryTime)
{
    const std::string bytes = numberField(1, 1) + numberField(1, 1) + numberField(3, 1)
        + bytesField(3, numberField(9, 1) + numberField(9, 2)) + numberField(4, 1) + bytesField(4, numberField(1, 3));
    const BufferAssignment first = decodeText(bytes);
    const BufferAssignment second = decodeText(bytes);
    EXPECT_EQ(first.warnings.list(), second.warnings.list());
    for (const Warning& warning : first.warnings.list())
        EXPECT_LE(warning.offset.value_or(0), 1000 + bytes.size());
}

TEST(BufferAssignment, NamesTheByteOfDamage)
{
    const std::string inner = numberField(1, 5) + "\xff";
    const auto decoded = decodeBufferAssignment(bytesField(1, inner), 1000);
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().kind, ErrorKind::Malformed);
    EXPECT_EQ(decoded.error().offset, 1004U);
    EXPECT_NE(decoded.error().message.find("1,004"), std::string::npos);
}

/// A plan may have many millions of events.
TEST(BufferAssignment, MakesRoomForAboutAsManyEventsAsThereAre)
{
    for (const std::size_t count : {100U, 256U, 257U, 2000U, 20000U}) {
        std::string trace;
        for (std::size_t i = 0; i < count; ++i)
            trace += bytesField(1, numberField(1, 0) + bytesField(4, "a name of an instruction"));
        const std::string bytes = bytesField(4, trace);
        const auto decoded = decodeBufferAssignment(bytes);
        ASSERT_TRUE(decoded);
        ASSERT_EQ(decoded->events.size(), count);
        EXPECT_LE(decoded->events.capacity(), count + count / 4 + 256) << count;
    }
}

TEST(BufferAssignment, MarksUnknownEvents)
{
    auto plan = planFromText("temp 64\n a 0 32\n trace +a -a").buffer_assignment();
    const std::string bytes
        = plan.SerializeAsString() + bytesField(4, bytesField(1, numberField(1, 9) + numberField(2, 1)));
    const BufferAssignment decoded = decodeText(bytes);
    ASSERT_EQ(decoded.events.size(), 3U);
    EXPECT_EQ(decoded.events[2].kind, HeapEventKind::Unknown);
}

} // namespace
} // namespace tidemark
