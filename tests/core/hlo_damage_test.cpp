#include "core/xla/replay/trace_replay.h"
#include "core/xla/xprof/memory_viewer.h"
#include "tests/support/facts_of.h"
#include "tests/support/framing.h"
#include "tests/support/invariants.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <sstream>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

void append(const SpaceTimeline& timeline, const BufferRow& row, std::ostream& out)
{
    const Facts details = factsOf(timeline, row);
    out << row.allocation.index() << ' ' << row.start << ' ' << row.end << ' ' << row.offset << ' ' << row.size << ' '
        << row.unpadded << ' ' << details.id.value_or(-1) << ' ' << details.name << ' ' << details.shape << ' '
        << details.opcode << ' ' << details.opName << ' ' << details.sourceFile << ' ' << details.sourceLine;
    for (const CallFrame& frame : details.stack)
        out << ' ' << frame.place << ' ' << frame.function;
    out << '\n';
}

/// Returns all results of a plan as one text. `isReported` is true if damage is reported.
std::string answersOf(const std::shared_ptr<const Plan>& plan, bool& isReported)
{
    std::ostringstream out;
    out << plan->module().name() << ' ' << plan->module().id();
    if (const auto& scoped = plan->module().maxScopedMemory())
        out << ' ' << scoped->bytes << ' ' << scoped->instruction;
    isReported = !plan->warnings().empty();
    for (const std::int64_t space : usedSpaces(plan->assignment())) {
        const auto timeline = replaySpace(plan, space);
        isReported = isReported || !timeline->warnings.empty();
        out << "\nspace " << space << ' ' << timeline->totals.total << ' ' << timeline->totals.threadLocal << '\n';
        for (std::uint32_t step = 0; step < timeline->steps; ++step)
            out << timeline->xprofBytes[step] << ' ' << timeline->occupied[step] << ' ' << timeline->unpadded[step]
                << ' ' << timeline->instructionAt(step) << '\n';
        for (const BufferRow& row : timeline->rows)
            append(*timeline, row, out);
        for (const BufferRow& row : unplacedRows(*timeline))
            append(*timeline, row, out);
        writeMemoryViewer(out, *plan, space);
    }
    return out.str();
}

struct Sample {
    const char* file;
    std::size_t stride; // between the bits that are flipped
};

class HloFramingOf : public testing::TestWithParam<Sample>
{ };

/// Input that protobuf rejects must cause an error or a warning, or must not change the result. Accepted input must
/// keep the invariants.
TEST_P(HloFramingOf, DamageIsReportedWithItsLoss)
{
    const google::protobuf::LogSilencer quiet;
    std::string bytes = readFile(dataFolder() + "/tpu_hlo/" + GetParam().file);
    proto::HloProto hlo;
    ASSERT_TRUE(hlo.ParseFromString(bytes));
    bool isReported = false;
    const std::string expected = answersOf(*Plan::parse(bytes), isReported);
    ASSERT_FALSE(isReported) << "warnings of damage cannot be distinguished from others";
    int rejected = 0;
    int reported = 0;
    const std::vector<BitPlace> bits = framingBits(*proto::HloProto::descriptor(), bytes);
    for (std::size_t i = 0; i < bits.size(); i += GetParam().stride) {
        flip(bytes, bits[i]);
        const bool isRejected = !hlo.ParseFromString(bytes);
        const auto plan = Plan::parse(bytes);
        isReported = !plan;
        const std::string answers = plan ? answersOf(*plan, isReported) : std::string();
        if (isRejected) {
            EXPECT_TRUE(isReported || answers == expected) << "byte " << bits[i].byte << " bit " << bits[i].bit;
            ++rejected;
            reported += isReported ? 1 : 0;
        } else if (plan) {
            EXPECT_EQ(brokenInvariant(*plan, 5), "") << "byte " << bits[i].byte << " bit " << bits[i].bit;
        }
        flip(bytes, bits[i]);
    }
    EXPECT_GT(rejected, 100);
    EXPECT_GT(reported, 100);
}

INSTANTIATE_TEST_SUITE_P(RealFiles, HloFramingOf,
                         testing::Values(Sample{"add.hlo.pb", 1}, Sample{"convert_element_type.hlo.pb", 1},
                                         Sample{"padded.hlo.pb", 13}),
                         [](const auto& test) {
                             const std::string file = test.param.file;
                             return file.substr(0, file.find('.'));
                         });

/// Replaces the shape of each instruction of a plan with the given one.
std::string withShapes(const char* text, const std::string& shape, const std::string& damaged)
{
    std::string bytes = hloBytes(text);
    for (std::size_t at = bytes.find(shape); at != std::string::npos; at = bytes.find(shape, at + 1))
        bytes.replace(at, shape.size(), damaged);
    return bytes;
}

std::vector<Warning> ofCode(const Warnings& warnings, std::string_view code)
{
    std::vector<Warning> result;
    std::ranges::copy_if(warnings.list(), std::back_inserter(result),
                         [&](const Warning& warning) { return warning.code == code; });
    return result;
}

TEST(DamagedShape, IsReportedWithItsBufferAndCountsAsUnpadded)
{
    proto::ShapeProto shape = shapeFromText("f32[100,100]");
    const std::string whole = shape.SerializeAsString();
    std::string damaged = whole;
    const std::size_t second = damaged.find("dd") + 1; // the two dimensions, packed
    ASSERT_NE(second, std::string::npos + 1);
    damaged[second] = static_cast<char>(damaged[second] | 0x80);
    const auto plan = Plan::parse(withShapes("temp 80000\n a 0 40000 f32[100,100]\n b 40000 40000 f32[100,100]\n"
                                             "trace +a +b -a -b",
                                             whole, damaged));
    ASSERT_TRUE(plan);
    const auto timeline = replaySpace(*plan, 0);
    const auto warnings = ofCode(timeline->warnings, "damaged-shape");
    ASSERT_EQ(warnings.size(), 2U) << "two damaged things are two warnings";
    EXPECT_NE(warnings[0].text.find("buffer 1 "), std::string::npos) << warnings[0].text;
    EXPECT_NE(warnings[1].text.find("buffer 2 "), std::string::npos) << warnings[1].text;
    EXPECT_EQ(timeline->unpadded[1], timeline->occupied[1]);
}

TEST(Warnings, OfOneSpaceAreNotShownForAnother)
{
    const auto plan
        = *Plan::parse(hloBytes("temp 64\n a 0 64\n trace +a -a -a\ntemp 32 space 1\n v 16 32\n trace +v -v"));
    EXPECT_EQ(ofCode(replaySpace(plan, 0)->warnings, "buffer-outside-allocation").size(), 0U);
    EXPECT_EQ(ofCode(replaySpace(plan, 0)->warnings, "event-frees-dead").size(), 1U);
    const auto ofOne = replaySpace(plan, 1);
    ASSERT_EQ(ofCode(ofOne->warnings, "buffer-outside-allocation").size(), 1U);
    EXPECT_EQ(ofCode(ofOne->warnings, "buffer-outside-allocation")[0].memory, 1);
    EXPECT_EQ(ofCode(ofOne->warnings, "event-frees-dead").size(), 0U);
}

TEST(Spaces, AboveTheLimitAreNamed)
{
    std::string text;
    for (int space = 0; space < 258; ++space)
        text += "temp 8 space " + std::to_string(space) + "\n a" + std::to_string(space) + " 0 8\n";
    const auto plan = *Plan::parse(hloBytes(text));
    EXPECT_EQ(usedSpaces(plan->assignment()).size(), 256U);
    const auto warnings = ofCode(plan->warnings(), "too-many-spaces");
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].text.find("256, 257."), std::string::npos) << warnings[0].text;
    EXPECT_FALSE(warnings[0].memory);
}

/// Every event of the allocation is ignored, so that it has no chunk.
TEST(UnplacedRows, HoldTheBuffersOfATraceWithoutEffect)
{
    const auto plan = *Plan::parse(hloBytes("temp 64\n a 0 64\n trace -a"));
    const auto timeline = replaySpace(plan, 0);
    const auto rows = unplacedRows(*timeline);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].size, 64);
    EXPECT_TRUE(timeline->rows.empty());
}

TEST(Plan, AndItsReplayAreCancelled)
{
    const TempFolder folder;
    const auto file = *File::open(folder.write("x.hlo.pb", hloBytes("temp 64\n a 0 64\n trace +a -a")));
    Progress progress;
    progress.isCancelled = [] { return true; };
    const auto cancelled = Plan::load(*findHloParts({{file, {0, file->size()}}}), progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
    const auto plan = *Plan::load(*findHloParts({{file, {0, file->size()}}}));
    EXPECT_EQ(replaySpace(plan, 0, progress), nullptr);
    EXPECT_NE(replaySpace(plan, 0), nullptr);
}

/// A dump may contain the module in one file and its assignment in another.
TEST(Plan, IsReadFromTwoFiles)
{
    const TempFolder folder;
    proto::HloProto module = planFromText("temp 64\n a 0 64\n trace +a -a");
    proto::HloProto assignment;
    *assignment.mutable_buffer_assignment() = module.buffer_assignment();
    module.clear_buffer_assignment();
    const auto first = *File::open(folder.write("module", module.SerializeAsString()));
    const auto second = *File::open(folder.write("assignment", assignment.SerializeAsString()));
    const auto plan = Plan::load(*findHloParts({{first, {0, first->size()}}, {second, {0, second->size()}}}));
    ASSERT_TRUE(plan);
    EXPECT_EQ((*plan)->assignment().buffers.size(), 1U);
    EXPECT_EQ((*plan)->assignment().buffers[BufferId(0)].instruction, InstructionId(0));
}

} // namespace
} // namespace tidemark
