#include "core/base/progress.h"
#include "core/shapes/array_shape.h"
#include "core/wire/wire_writer.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/plan.h"
#include "proto/hlo.pb.h"
#include "tests/support/profile_builder.h"
#include "tests/support/program_text.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

constexpr std::int64_t kBytes = 6; // u8, its number in PrimitiveType

/// Returns an array of bytes, row-major.
ArrayShape bytesArray(std::vector<std::int64_t> dimensions, std::vector<std::vector<std::int64_t>> tiles = {})
{
    ArrayShape shape;
    shape.type = kBytes;
    shape.layout.emplace();
    for (std::size_t i = dimensions.size(); i-- > 0;)
        shape.layout->minorToMajor.push_back(static_cast<std::int64_t>(i));
    shape.dimensions = std::move(dimensions);
    shape.layout->tiles = std::move(tiles);
    return shape;
}

TEST(StoredBytes, AreKnownUpToTheLimitsOfCompilers)
{
    constexpr std::int64_t kHalf = std::int64_t{1} << 25;
    EXPECT_EQ(storedBytes(bytesArray({kHalf, kHalf})), std::int64_t{1} << 50);
    EXPECT_EQ(storedBytes(bytesArray({kHalf, kHalf + 1})), std::nullopt);
    EXPECT_EQ(storedBytes(bytesArray({kHalf, kHalf, 1 << 20})), std::nullopt) << "above 2^63";
    EXPECT_EQ(storedBytes(bytesArray(std::vector<std::int64_t>(16, 1))), 1);
    EXPECT_EQ(storedBytes(bytesArray(std::vector<std::int64_t>(17, 1))), std::nullopt);
    EXPECT_EQ(storedBytes(bytesArray({4}, std::vector<std::vector<std::int64_t>>(8, {1}))), 4);
    EXPECT_EQ(storedBytes(bytesArray({4}, std::vector<std::vector<std::int64_t>>(9, {1}))), std::nullopt);
    EXPECT_EQ(storedBytes(bytesArray({-4})), std::nullopt);
    EXPECT_EQ(storedBytes(bytesArray({0, 5})), 0);
    ArrayShape odd = bytesArray({8});
    odd.layout->elementBits = 4;
    EXPECT_EQ(storedBytes(odd), 4) << "the layout states the bits of an element";
    odd.layout->elementBits = 1024;
    EXPECT_EQ(storedBytes(odd), 1024);
    odd.layout->elementBits = 1025;
    EXPECT_EQ(storedBytes(odd), std::nullopt);
    odd = bytesArray({8});
    odd.layout->tailPadding = 1;
    EXPECT_EQ(storedBytes(odd), 8);
    odd.layout->tailPadding = 2;
    EXPECT_EQ(storedBytes(odd), std::nullopt);
    odd = bytesArray({8});
    odd.type = 17; // token
    EXPECT_EQ(storedBytes(odd), 0);
}

TEST(ScopedMemoryConfigs, TheLargestOfMemorySpaceOneCounts)
{
    EXPECT_EQ(usedScopedMemory(R"([{"memory_space": "1", "size": "7"}, {"memory_space": 1, "size": 9}])"), 9);
    EXPECT_EQ(usedScopedMemory(R"([{"memory_space": "1", "size": "9"}, {"memory_space": 1, "size": 7}])"), 9);
    EXPECT_EQ(usedScopedMemory(R"([{"memory_space": "0", "size": "9"}])"), std::nullopt);
    EXPECT_EQ(usedScopedMemory(R"([7, "memory_space", {"memory_space": "1", "size": "3"}])"), 3);
    EXPECT_EQ(usedScopedMemory(R"([{"memory_space": "1"}, {"memory_space": "1", "size": "3x"}])"), std::nullopt);
    EXPECT_EQ(usedScopedMemory(R"([{"memory_space": "1", "size": 0}])"), std::nullopt);
    EXPECT_EQ(usedScopedMemory(R"([{"memory_space": "1", "size": true}, {"memory_space": "1", "size": [1]}])"),
              std::nullopt);
    EXPECT_EQ(usedScopedMemory(R"({"memory_space": "1", "size": "3"})"), std::nullopt);
    EXPECT_EQ(usedScopedMemory("[{]"), std::nullopt);
}

/// Returns a module of three computations. The first and the last are so large that each is read as a separate part,
/// and both contain an instruction with very many fields and scoped memory.
proto::HloProto largeModule(std::int64_t firstScoped, std::int64_t lastScoped, int fields)
{
    proto::HloProto hlo = test::programFromText(R"(
        one:
          x = f32[8] parameter 0
          x1 = f32[8] negate x op=first
        two:
          y = f32[8] parameter 0
        main:
          z = f32[8] parameter 0
          z1 = f32[8] tanh z op=last)");
    const std::string filler((std::size_t{1} << 20) + 1, 'x');
    auto& computations = *hlo.mutable_hlo_module()->mutable_computations();
    for (const auto& [at, bytes] : {std::pair(0, firstScoped), std::pair(2, lastScoped)}) {
        auto& wide = *computations[at].mutable_instructions(1);
        wide.set_backend_config(R"({"used_scoped_memory_configs":[{"memory_space":"1","size":")" + std::to_string(bytes)
                                + R"("}]})");
        computations[at].mutable_instructions(0)->set_custom_call_target(filler);
        auto& unknown = *wide.GetReflection()->MutableUnknownFields(&wide);
        for (int i = 0; i < fields; ++i)
            unknown.AddVarint(500, 1);
    }
    return hlo;
}

TEST(LargeModules, ReadInPartsEqualThoseReadInOnePiece)
{
    for (const int fields : {0, 50, 100})
        for (const auto& [first, last] : {std::pair<std::int64_t, std::int64_t>{7, 9}, {9, 7}, {8, 8}}) {
            const auto plan = *Plan::parse(largeModule(first, last, fields).SerializeAsString());
            const HloModule& module = plan->module();
            ASSERT_EQ(module.instructionCount(), 5U);
            const std::vector<std::string_view> names = {"x", "x1", "y", "z", "z1"};
            const std::vector<std::string_view> opcodes = {"parameter", "negate", "parameter", "parameter", "tanh"};
            for (std::uint32_t i = 0; i < 5; ++i) {
                const InstructionId id(i);
                EXPECT_EQ(module.nameOf(id), names[i]) << fields;
                EXPECT_EQ(module.opcodeOf(id), opcodes[i]) << fields;
                EXPECT_EQ(module.instruction(id).name, names[i]) << fields;
                EXPECT_EQ(module.findInstruction(std::int64_t{i} + 1), id);
            }
            EXPECT_EQ(module.instruction(InstructionId(1)).opName, "first");
            EXPECT_EQ(module.instruction(InstructionId(4)).opName, "last");
            EXPECT_EQ(module.entryParameter(0), InstructionId(3));
            ASSERT_TRUE(module.maxScopedMemory());
            EXPECT_EQ(module.maxScopedMemory()->bytes, std::max(first, last));
            EXPECT_EQ(module.maxScopedMemory()->instruction, last > first ? "z1" : "x1") << "the first of equals";
        }
}

TEST(PartsOfHlo, ThatAreCutAreReportedAsDamaged)
{
    const std::string whole = bytesField(proto::HloProto::kHloModuleFieldNumber, "abc");
    ASSERT_TRUE(findHloParts(whole + whole));
    EXPECT_EQ(findHloParts(whole + whole)->module.size(), 2U);
    const auto parts = findHloParts(std::string_view(whole).substr(0, 3));
    ASSERT_FALSE(parts);
    EXPECT_EQ(parts.error().message, "The HLO is damaged.");
}

TEST(CancelledPlans, ReturnNoPlan)
{
    const auto parts = findHloParts(largeModule(1, 1, 0).SerializeAsString());
    ASSERT_TRUE(parts);
    int polls = 0;
    Progress progress;
    progress.isCancelled = [&] {
        ++polls;
        return false;
    };
    ASSERT_TRUE(Plan::load(*parts, progress));
    const int most = polls;
    ASSERT_GT(most, 0);
    for (int at = 1; at <= most; ++at) {
        polls = 0;
        progress.isCancelled = [&] { return ++polls >= at; };
        const auto plan = Plan::load(*parts, progress);
        ASSERT_FALSE(plan) << at << " of " << most;
        EXPECT_EQ(plan.error().kind, ErrorKind::Cancelled);
    }
}

} // namespace
} // namespace tidemark
