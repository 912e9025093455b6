#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/programs/checks.h"
#include "core/xla/replay/trace_replay.h"
#include "core/xla/xprof/memory_viewer.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/facts_of.h"
#include "tests/support/invariants.h"
#include "tests/support/opened.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <sstream>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// Computes everything from a plan. The invariants must hold, and the answer in XProf's form must be JSON.
void exercise(const std::shared_ptr<const Plan>& plan)
{
    ASSERT_EQ(brokenInvariant(plan, 20), "");
    for (const std::int64_t space : {std::int64_t{0}, std::int64_t{1}}) {
        std::ostringstream out;
        writeMemoryViewer(out, *plan, space);
        ASSERT_TRUE(nlohmann::json::accept(out.str())) << out.str();
        const auto timeline = replaySpace(plan, space);
        checkSpace(*timeline);
        for (const LiveRow& live : allRows(*timeline))
            factsOf(*timeline, timeline->rows[live.row]);
        for (const BufferRow& row : unplacedRows(*timeline))
            factsOf(*timeline, row);
    }
}

/// Returns the number of modules that could be shown.
int exercise(const std::string& path)
{
    const auto document = openXla({path});
    if (!document) {
        EXPECT_FALSE(document.error().message.empty());
        return 0;
    }
    int shown = 0;
    for (const ProgramId program : allPrograms(**document)) {
        const auto plan = (*document)->plan(program);
        const ProgramOutline& outline = (*document)->outline(program);
        if (plan) {
            ++shown;
            exercise(*plan);
        } else {
            EXPECT_FALSE(plan.error().message.empty());
        }
        EXPECT_TRUE(!plan || !outline.error) << "a plan without an outline";
    }
    return shown;
}

/// A container of about 2 KB with every feature: two modules, three spaces, sharing, reuse in place, scoped memory,
/// stack frames.
std::string smallProfile()
{
    proto::HloProto hlo = planFromText(R"(
        param 0 64 output
          p 0 64 f32[16]
        constant 8
          c 0 8
        temp 128
          a 0 64 f32[10]
          b 32 64
          s 0 64 bf16[2,4]
        trace +a +b s=a -a -b -s
        temp 32 space 1
          v 0 32
          w 0 32 f32[8]
        trace +v +w -v -w
        local 16
          l 0 16)");
    auto& module = *hlo.mutable_hlo_module();
    auto& instruction = *module.mutable_computations(0)->mutable_instructions(2);
    instruction.set_backend_config(R"({"used_scoped_memory_configs":[{"memory_space":"1","size":"64"}]})");
    instruction.mutable_metadata()->set_stack_frame_id(1);
    auto& index = *module.mutable_stack_frame_index();
    index.add_file_names("lm.py");
    index.add_file_locations()->set_file_name_id(1);
    index.add_stack_frames()->set_file_location_id(1);
    return containerBytes(
        {{"jit_a(1)", hlo.SerializeAsString()}, {"jit_b(2)", hloBytes("temp 8\n a 0 8\n trace +a -a")}});
}

class Corruption : public testing::Test
{
protected:
    int open(std::string_view bytes) { return exercise(m_folder.write("x.xplane.pb", bytes)); }
    TempFolder m_folder;
};

TEST_F(Corruption, TheWholeFileIsFine)
{
    const std::string whole = smallProfile();
    EXPECT_LT(whole.size(), 4000U);
    EXPECT_EQ(open(whole), 2);
}

TEST_F(Corruption, TruncationAtEveryByte)
{
    const std::string whole = smallProfile();
    int most = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        SCOPED_TRACE("cut at " + std::to_string(size));
        const int shown = open(std::string_view(whole).substr(0, size));
        EXPECT_GE(shown, most) << "more of the file shows less";
        most = std::max(most, shown);
        if (HasFatalFailure())
            return;
    }
    EXPECT_EQ(most, 2);
}

TEST_F(Corruption, EveryBitOfEveryByte)
{
    std::string bytes = smallProfile();
    for (std::size_t i = 0; i < bytes.size() * 8; i += sampleStride()) {
        const std::size_t at = i / 8;
        SCOPED_TRACE("byte " + std::to_string(at) + " bit " + std::to_string(i % 8));
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << i % 8));
        open(bytes);
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << i % 8));
        if (HasFatalFailure())
            return;
    }
}

TEST_F(Corruption, EveryByteSetToExtremes)
{
    const std::string whole = smallProfile();
    constexpr std::array kExtremes{'\x00', '\x7f', '\x80', '\xff'};
    for (std::size_t i = 0; i < whole.size() * kExtremes.size(); i += sampleStride()) {
        const std::size_t at = i / kExtremes.size();
        SCOPED_TRACE("byte " + std::to_string(at));
        std::string bytes = whole;
        bytes[at] = kExtremes[i % kExtremes.size()];
        open(bytes);
        if (HasFatalFailure())
            return;
    }
}

TEST_F(Corruption, RandomBytes)
{
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::string bytes(random() % 3000, '\0');
        for (char& byte : bytes)
            byte = static_cast<char>(random());
        if (round % 2 == 0 && bytes.size() > 4)
            bytes.replace(0, 3, std::string("\x0a\xff\x07"));
        open(bytes);
    }
}

TEST(CorruptedPlan, IsReadFromABufferOfItsExactSize)
{
    const std::string whole = hloBytes("temp 128\n a 0 64 f32[10]\n b 32 64\n trace +a b=a -a -b");
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const ExactBuffer bytes(std::string_view(whole).substr(0, size));
        const auto assignment = decodeBufferAssignment(bytes.view());
        EXPECT_TRUE(assignment || !assignment.error().message.empty());
        const auto module = HloModule::decode(bytes.view());
        EXPECT_TRUE(module || !module.error().message.empty());
        const auto plan = Plan::parse(bytes.view());
        if (plan)
            exercise(*plan);
    }
}

/// Integers are changed inside real plans, which gives files that parse but contradict themselves.
TEST(CorruptedPlan, InvariantsHoldForIntegersChangedInRealPlans)
{
    std::vector<proto::HloProto> plans;
    for (const SampleModule& module : sampleModules(160000)) {
        proto::HloProto hlo;
        ASSERT_TRUE(hlo.ParseFromString(module.bytes));
        if (hlo.has_buffer_assignment())
            plans.push_back(std::move(hlo));
    }
    ASSERT_GE(plans.size(), 8U);
    std::mt19937 random(20261103);
    for (int round = 0; round < sampleRounds(2000); ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        proto::HloProto hlo = plans[random() % plans.size()];
        const int count = 1 + static_cast<int>(random() % 20);
        // The plan has far fewer integers than the instructions, but they matter more.
        if (random() % 4 != 0)
            mutateIntegers(*hlo.mutable_buffer_assignment(), count, random);
        else
            mutateIntegers(hlo, count, random);
        const auto plan = Plan::parse(ExactBuffer(hlo.SerializeAsString()).view());
        ASSERT_TRUE(plan) << plan.error().message;
        exercise(*plan);
        if (testing::Test::HasFatalFailure())
            return;
    }
}

TEST(CorruptedPlan, InvariantsHoldForRandomContradictions)
{
    std::mt19937 random(20261104);
    for (int round = 0; round < sampleRounds(3000); ++round) {
        proto::HloProto hlo = contradictoryPlan(random);
        mutateIntegers(hlo, static_cast<int>(random() % 6), random);
        const auto plan = Plan::parse(hlo.SerializeAsString());
        ASSERT_TRUE(plan) << plan.error().message;
        exercise(*plan);
        if (testing::Test::HasFatalFailure())
            return;
    }
}

/// Each buffer shares with the next one. A naive implementation would walk the whole chain at every later event.
TEST(CorruptedPlan, LongChainsOfSharingAreNoHang)
{
    constexpr int kCount = 100000;
    proto::HloProto hlo = planFromText("temp 8");
    auto& assignment = *hlo.mutable_buffer_assignment();
    auto& trace = *assignment.add_heap_simulator_traces();
    for (int id = 1; id <= kCount; ++id) {
        assignment.add_logical_buffers()->set_id(id);
        assignment.mutable_buffer_allocations(0)->add_assigned()->set_logical_buffer_id(id);
        auto& event = *trace.add_events();
        event.set_kind(proto::HeapSimulatorTrace::Event::SHARE_WITH);
        event.set_buffer_id(id);
        event.set_share_with_canonical_id(id % kCount + 1);
    }
    for (int id = 1; id <= kCount; ++id) {
        auto& event = *trace.add_events();
        event.set_kind(proto::HeapSimulatorTrace::Event::FREE);
        event.set_buffer_id(1);
    }
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    std::ostringstream out;
    writeMemoryViewer(out, *plan, 0);
    EXPECT_FALSE(out.str().empty());
    EXPECT_TRUE(replaySpace(plan, 0));
}

TEST(CorruptedPlan, NamesMayHoldAnyBytes)
{
    proto::HloProto hlo = planFromText("temp 64\n a 0 32 f32[4]\n trace +a -a");
    std::string bytes = hlo.SerializeAsString();
    for (std::size_t at = bytes.find("fusion"); at != std::string::npos; at = bytes.find("fusion", at + 1))
        bytes.replace(at, 6, "<b>\xff\xc0\"");
    const auto plan = Plan::parse(bytes);
    ASSERT_TRUE(plan);
    exercise(*plan);
    const auto timeline = replaySpace(*plan, 0);
    EXPECT_EQ(factsOf(*timeline, timeline->rows[RowId(0)]).opcode, "<b>\ufffd\ufffd\"");
}

} // namespace
} // namespace tidemark
