// Tests of findings about the properties of arrays: types, layouts, shardings and values.
#include "core/advice/layouts.h"
#include "core/advice/words.h"
#include "core/groups/known_array.h"
#include "tests/core/advice_fixture.h"

namespace tidemark {
namespace {

using namespace test;

TEST(AdviceWords, CountsAreGrouped)
{
    EXPECT_EQ(groupedCount(1, "step"), "1 step");
    EXPECT_EQ(groupedCount(3712, "step"), "3,712 steps");
    const std::vector<RowId> rows(1236, RowId(0));
    EXPECT_EQ(tidemark::namesOf(rows, [](RowId) { return "a"; }), "a, a and 1,234 more");
}

TEST(AdviceOnShapes, Bfloat16TakesHalfOfFloat32)
{
    const Advised advised = adviseOn({R"(
        param 0 4096
          p 0 4096 f32[1024]
        param 1 2048
          x 0 2048 bf16[1024]
        temp 8192
          a 0 8192 f32[2048]
        output 64
          q 0 64 s32[16]
        trace +a -a)",
                                      {{"a", {"p", "x"}}, {"q", {"a"}}}});
    EXPECT_EQ(advised.the("float32_arguments").savedBytes, 2048);
    EXPECT_EQ(advised.namesOf(advised.the("float32_arguments")), std::set<std::string>{"p"});
    EXPECT_EQ(advised.the("float32_temporaries").savedBytes, 4096);
    EXPECT_EQ(advised.namesOf(advised.the("float32_temporaries")), std::set<std::string>{"a"});
    const Advised other
        = adviseOn({"param 0 64\n p 0 64 s32[16]\ntemp 64\n a 0 64 bf16[32]\ntrace +a -a", {{"a", {"p"}}}});
    EXPECT_FALSE(other.has("float32_arguments"));
    EXPECT_FALSE(other.has("float32_temporaries"));
}

proto::HloProto tiled(std::int64_t type, std::vector<std::int64_t> dimensions, std::vector<std::int64_t> order,
                      std::int64_t size)
{
    proto::HloProto hlo = protoOf({"param 0 " + std::to_string(size) + "\n p 0 " + std::to_string(size)
                                       + " f32[1]\ntemp 64\n a 0 64\ntrace +a -a",
                                   {{"a", {"p"}}}});
    auto& shape = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->mutable_shape();
    shape.set_element_type(static_cast<std::int32_t>(type));
    shape.clear_dimensions();
    shape.mutable_layout()->clear_minor_to_major();
    for (const std::int64_t dimension : dimensions)
        shape.add_dimensions(dimension);
    for (const std::int64_t dimension : order)
        shape.mutable_layout()->add_minor_to_major(dimension);
    auto& tile = *shape.mutable_layout()->add_tiles();
    tile.add_dimensions(8);
    tile.add_dimensions(128);
    return hlo;
}

TEST(AdviceOnShapes, AnotherOrderOfDimensionsPadsLess)
{
    // [1000, 3] in tiles of (8, 128) takes 1000 × 128; transposed it takes 8 × 1024.
    const Advised advised(tiled(11, {1000, 3}, {1, 0}, 1000 * 128 * 4));
    EXPECT_EQ(advised.the("padding").savedBytes, (1000 * 128 - 8 * 1024) * 4);
    EXPECT_NE(advised.textOf(advised.the("padding")).find("in the order {0,1}"), std::string::npos);
    EXPECT_TRUE(advised.the("padding").isUpperBound) << "the compiler may copy the argument into the padded layout";
    EXPECT_FALSE(Advised(tiled(11, {1000, 3}, {0, 1}, 8 * 1024 * 4)).has("padding"));
    EXPECT_FALSE(Advised(tiled(11, {1000, 1000}, {1, 0}, 1000 * 1024 * 4)).has("padding")); // equal either way
    EXPECT_FALSE(Advised(tiled(11, {1000, 3}, {1, 0}, 1000 * 128 * 4 + 512)).has("padding")); // the size does not match
}

TEST(AdviceOnShapes, TheFirstOfEqualDimensionOrdersIsTaken)
{
    const DimensionOrder own{{2, 1, 0}, 100};
    const auto equal = leastOrder(own, [](const auto&) { return 100; });
    EXPECT_FALSE(equal) << "none is smaller than its own";
    const auto smaller = leastOrder(own, [](const auto&) { return 99; });
    ASSERT_TRUE(smaller);
    EXPECT_EQ(smaller->minorToMajor, (std::vector<std::int64_t>{2, 1, 0}));
    const auto later = leastOrder(own, [](const auto& order) { return order.front() == 1 ? 50 : 99; });
    ASSERT_TRUE(later);
    EXPECT_EQ(later->minorToMajor, (std::vector<std::int64_t>{1, 2, 0}));
    EXPECT_EQ(later->bytes, 50);
    EXPECT_FALSE(leastOrder(own, [](const auto&) { return std::nullopt; })) << "not known is no less";
}

TEST(AdviceOnShapes, Bfloat16KeepsTilesOfTwoRows)
{
    proto::HloProto hlo = tiled(11, {1, 512}, {1, 0}, 2048);
    auto& shape = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->mutable_shape();
    shape.mutable_layout()->mutable_tiles(0)->set_dimensions(0, 1);
    EXPECT_FALSE(Advised(hlo).has("float32_arguments"));
    EXPECT_EQ(Advised(tiled(11, {1000, 512}, {1, 0}, 1000 * 512 * 4)).the("float32_arguments").savedBytes,
              1000 * 512 * 2);
}

std::string sharding(proto::OpShardingProto::Type type, std::vector<std::int64_t> tiles, bool isLastReplicated)
{
    proto::OpShardingProto sharding;
    sharding.set_type(type);
    for (const std::int64_t tile : tiles)
        sharding.add_tile_assignment_dimensions(tile);
    sharding.set_replicate_on_last_tile_dim(isLastReplicated);
    return sharding.SerializeAsString();
}

proto::HloProto partitioned(int devices, const std::string& sharding)
{
    proto::HloProto hlo
        = protoOf({"param 0 8192\n p 0 8192 bf16[64,64]\ntemp 64\n a 0 64\ntrace +a -a", {{"a", {"p"}}}});
    proto::DeviceAssignmentProto assignment;
    assignment.set_computation_count(devices);
    hlo.mutable_hlo_module()->set_device_assignment(assignment.SerializeAsString());
    hlo.mutable_hlo_module()->add_spmd_parameters_shardings(sharding);
    return hlo;
}

TEST(AdviceOnShapes, ReplicatedBuffersCanBeSharded)
{
    const std::string replicated = sharding(proto::OpShardingProto::REPLICATED, {}, false);
    const Advised advised(partitioned(4, replicated));
    EXPECT_EQ(advised.the("replicated").savedBytes, 6144);
    EXPECT_TRUE(advised.the("replicated").isEstimate);
    // It is already divided by 2 and held by pairs of devices.
    EXPECT_EQ(
        Advised(partitioned(4, sharding(proto::OpShardingProto::OTHER, {2, 1, 2}, true))).the("replicated").savedBytes,
        4096);
    EXPECT_FALSE(Advised(partitioned(4, sharding(proto::OpShardingProto::OTHER, {4, 1}, false))).has("replicated"));
    EXPECT_FALSE(Advised(partitioned(4, sharding(proto::OpShardingProto::MANUAL, {}, false))).has("replicated"));
    EXPECT_FALSE(Advised(partitioned(1, replicated)).has("replicated"));
    EXPECT_FALSE(Advised(partitioned(3, replicated)).has("replicated")); // 64 cannot be divided evenly by three
    EXPECT_FALSE(Advised(partitioned(4, "\x08")).has("replicated")); // damaged
}

TEST(AdviceOnShapes, EqualConstantsAreNeededOnce)
{
    proto::HloProto hlo = protoOf({"constant 4096\n c 0 4096\nconstant 4096\n d 0 4096\nconstant 4096\n e 0 4096\n"
                                   "temp 64\n a 0 64\ntrace +a -a",
                                   {{"a", {"c", "d", "e"}}},
                                   {},
                                   {{"c", "constant"}, {"d", "constant"}, {"e", "constant"}}});
    auto& instructions = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions();
    EXPECT_FALSE(Advised(hlo).has("identical_constants")); // their values are unknown
    instructions[0].set_literal("same");
    instructions[1].set_literal("other");
    instructions[2].set_literal("same");
    const Advised advised(hlo);
    EXPECT_EQ(advised.the("identical_constants").savedBytes, 4096);
    EXPECT_EQ(advised.namesOf(advised.the("identical_constants")), std::set<std::string>{"e"});
    instructions[2].set_literal("third");
    EXPECT_FALSE(Advised(hlo).has("identical_constants"));
}

TEST(AdviceOnShapes, HalfTheBatchHalvesTheBuffersThatGrowWithIt)
{
    const PlannedProgram program{R"(
        param 0 1024
          x 0 1024 bf16[16,32]
        param 1 2048
          w 0 2048 bf16[32,32]
        temp 8192
          a 0 4096 bf16[48,42]
          b 4096 2048 bf16[32,32]
        trace +a +b -a -b)",
                                 {{"a", {"x", "w"}}, {"b", {"w"}}},
                                 {{"x", "batch['x']"}, {"w", "params['w']"}},
                                 {{"a", "multiply"}, {"b", "multiply"}}};
    const Advised advised = adviseOn(program);
    EXPECT_EQ(advised.the("half_batch").savedBytes, (1024 + 4096) / 2);
    EXPECT_EQ(advised.namesOf(advised.the("half_batch")), (std::set<std::string>{"x", "a"}));
    PlannedProgram other = program;
    other.opNames["x"] = "params['x']";
    EXPECT_FALSE(adviseOn(other).has("half_batch"));
}

TEST(AdviceOnShapes, TheCompilerChoosesTheLayoutsOfTemporaries)
{
    // a is a padded copy of p, as libtpu makes it for an operation that wants this layout.
    proto::HloProto hlo = protoOf({"param 0 12000\n p 0 12000 f32[1000,3]\ntemp 512000\n a 0 512000 f32[1000,3]\n"
                                   "trace +a -a",
                                   {{"a", {"p"}}},
                                   {},
                                   {{"a", "copy"}}});
    auto& tile = *hlo.mutable_hlo_module()
                      ->mutable_computations(0)
                      ->mutable_instructions(1)
                      ->mutable_shape()
                      ->mutable_layout()
                      ->add_tiles();
    tile.add_dimensions(8);
    tile.add_dimensions(128);
    EXPECT_FALSE(Advised(hlo).has("padding"));
}

/// An array of attention scores of 2 MiB, or another array of this shape.
PlannedProgram attention(const std::string& opName)
{
    return {R"(
        param 0 4096
          x 0 4096 f32[2,256,2]
        temp 2097152
          a 0 2097152 f32[2,4,256,256]
        trace +a -a)",
            {{"a", {"x"}}},
            {{"x", "batch['x']"}, {"a", opName}},
            {{"a", "dot"}}};
}

TEST(AdviceOnShapes, AttentionScoresNeedNotBeStored)
{
    const Advised advised = adviseOn(attention("jit(f)/attention/bqhd,bkhd->bhqk/dot_general"));
    constexpr std::int64_t kScores = 2097152;
    EXPECT_EQ(advised.the("attention_kernel").savedBytes, kScores);
    EXPECT_EQ(advised.the("shorter_sequence").savedBytes, kScores / 4 * 3 + 4096 / 2) << "and half of x";
    EXPECT_EQ(advised.the("sharded_heads").savedBytes, kScores / 2);
    for (const char* id : {"attention_kernel", "shorter_sequence", "sharded_heads"}) {
        EXPECT_TRUE(advised.the(id).isEstimate) << id;
        EXPECT_FALSE(advised.the(id).isUpperBound) << id;
        EXPECT_EQ(advised.namesOf(advised.the(id)), std::set<std::string>{"a"}) << id;
    }
    // A shorter sequence and a second device change the run, so they are not combined with the rest.
    EXPECT_EQ(advised.the(Finding::kAll).peakAfter, 4096) << "x, without the scores";
    const Advised other = adviseOn(attention("jit(f)/pairs/mul"));
    for (const char* id : {"attention_kernel", "shorter_sequence", "sharded_heads"})
        EXPECT_FALSE(other.has(id)) << id;
}

/// Returns the text of the advice about a shorter sequence for float32 scores of this shape, which are computed from x;
/// empty if there is none.
std::string aboutSequence(const std::string& scores, const std::string& x, std::int64_t* saved = nullptr)
{
    std::int64_t size = 4;
    for (const std::int64_t dimension : dimensionsOf(scores))
        size *= dimension;
    const PlannedProgram program{"param 0 4096\n x 0 4096 " + x + "\ntemp " + std::to_string(size) + "\n a 0 "
                                     + std::to_string(size) + " " + scores + "\ntrace +a -a",
                                 {{"a", {"x"}}},
                                 {{"x", "batch['x']"}, {"a", "jit(f)/attention/bqhd,bkhd->bhqk/dot_general"}},
                                 {{"a", "dot"}}};
    const Advised advised = adviseOn(program);
    if (!advised.has("shorter_sequence"))
        return {};
    if (saved)
        *saved = advised.the("shorter_sequence").savedBytes;
    return advised.textOf(advised.the("shorter_sequence"));
}

TEST(AdviceOnShapes, TheSequenceIsTheDimensionThatOccursTwice)
{
    std::int64_t saved = 0;
    const std::string large = aboutSequence("f32[512,4,128,128]", "f32[512,2]", &saved);
    EXPECT_TRUE(large.ends_with(". They grow with the square of the sequence length 128")) << large;
    EXPECT_EQ(saved, std::int64_t{4} * 512 * 4 * 128 * 128 / 4 * 3) << "x has only the batch";
    EXPECT_EQ(aboutSequence("f32[128,4,128,128]", "f32[512,2]"), "") << "the batch is as large as the sequence";
}

TEST(AdviceOnShapes, SequencesOfQueriesAndKeysMayDiffer)
{
    std::int64_t saved = 0;
    const std::string text = aboutSequence("f32[8,8,256,512]", "f32[1024]", &saved);
    EXPECT_TRUE(text.ends_with(". They grow with both sequence lengths, 256 and 512")) << text;
    EXPECT_EQ(saved, std::int64_t{4} * 8 * 8 * 256 * 512 / 4 * 3);
}

TEST(AdviceOnShapes, HalfTheBatchIsNotCombinedWithOtherAdvice)
{
    PlannedProgram program{R"(
        param 0 1024
          x 0 1024 bf16[16,32]
        temp 8192
          a 0 8192 bf16[16,256]
        trace +a -a)",
                           {{"a", {"x"}}},
                           {{"x", "batch['x']"}},
                           {{"a", "multiply"}}};
    const Room room{5000, 0, true};
    EXPECT_EQ(adviseOn(program).the("half_batch").savedBytes, 4608);
    EXPECT_FALSE(adviseOn(program).has(Finding::kAll)) << "there is nothing else";
    const Advised advised = adviseOn(program, room); // the large temporary can be split
    EXPECT_EQ(advised.the(Finding::kAll).savedBytes, 4096);
    EXPECT_EQ(advised.textOf(advised.the(Finding::kAll)), "the program is then still 120 over, instead of 4216")
        << "with half the batch it would fit";
    EXPECT_EQ(advised.namesOf(advised.the(Finding::kAll)), std::set<std::string>{"a"});
    EXPECT_NE(advised.the(Finding::kAll).assumption.find("except \"Use microbatches of half the batch\""),
              std::string::npos);
}

} // namespace
} // namespace tidemark
