// Tests of weights that are not updated, and of the values that are combined with them.
#include "tests/core/meaning_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using test::Meant;

/// Neither argument is updated, and each is multiplied only with the other one. Later weights keep the rows of the
/// batch and sum over the columns of the weight.
TEST(MeaningOfArguments, ABatchDiffersFromTheFirstWeightByDimensionsLaterWeightsKeep)
{
    const Meant program(R"(
        main:
          p0 = f32[16,32] parameter 0
          p1 = f32[4,16] parameter 1
          p2 = f32[32,8] parameter 2
          p3 = f32[32] parameter 3
          h = f32[4,32] dot p1 p0 sums=1,0
          b = f32[4,32] broadcast p3 dims=1
          hb = f32[4,32] add h b
          a = f32[4,32] tanh hb
          r = f32[4,8] dot a p2 sums=1,0
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p1"), "inputs Batch");
    EXPECT_EQ(program.argument("p2"), "model_parameters Frozen");
    EXPECT_EQ(program.argument("p3"), "model_parameters Frozen");
}

/// Nothing in the frozen part is updated, but the trained part after it determines its meaning.
TEST(MeaningOfArguments, AFrozenPartBeforeATrainedOneHasWeights)
{
    const Meant program(R"(
        main:
          p0 = f32[16,32] parameter 0
          p1 = f32[32] parameter 1
          p2 = f32[4,16] parameter 2
          p3 = f32[4,8] parameter 3
          p4 = f32[4,32] parameter 4
          p5 = f32[32,8] parameter 5
          h = f32[4,32] dot p2 p0 sums=1,0
          b = f32[4,32] broadcast p1 dims=1
          hb = f32[4,32] add h b
          a = f32[4,32] multiply hb p4
          r = f32[4,8] dot a p5 sums=1,0
          e = f32[4,8] subtract r p3
          g = f32[32,8] dot a e sums=0,0
          w = f32[32,8] subtract p5 g
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p1"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p2"), "inputs Batch");
    EXPECT_EQ(program.argument("p3"), "inputs Batch");
    EXPECT_EQ(program.argument("p4"), "inputs Batch");
    EXPECT_EQ(program.argument("p5"), "model_parameters Weight");
}

/// Integer labels identify the data before the images are recognised as data.
TEST(MeaningOfArguments, AFrozenPartMayBeFollowedByLabels)
{
    const Meant program(R"(
        main:
          p0 = f32[16,32] parameter 0
          p1 = f32[32,32] parameter 1
          p2 = f32[32] parameter 2
          p3 = f32[4,16] parameter 3
          p4 = s32[4] parameter 4
          p5 = f32[32,8] parameter 5
          h = f32[4,32] dot p3 p0 sums=1,0
          t = f32[4,32] tanh h
          k = f32[4,32] dot t p1 sums=1,0
          b = f32[4,32] broadcast p2 dims=1
          kb = f32[4,32] add k b
          a = f32[4,32] tanh kb
          r = f32[4,8] dot a p5 sums=1,0
          wide = s32[4,8] broadcast p4 dims=0
          i = s32[4,8] iota
          is = pred[4,8] compare wide i
          hot = f32[4,8] convert is
          e = f32[4,8] subtract r hot
          g = f32[32,8] dot a e sums=0,0
          w = f32[32,8] subtract p5 g
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Frozen");
    EXPECT_EQ(program.argument("p1"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p2"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p3"), "inputs Batch");
    EXPECT_EQ(program.argument("p5"), "model_parameters Weight");
}

/// Position embeddings are the same for the whole batch, however many dimensions are kept. What a mask is stays open.
TEST(MeaningOfArguments, PositionsAreLearned)
{
    const Meant program(R"(
        main:
          p0 = f32[4,6,16] parameter 0
          p1 = f32[16,32] parameter 1
          p2 = f32[6,32] parameter 2
          p3 = f32[4,6] parameter 3
          p4 = f32[32,8] parameter 4
          flat = f32[24,16] bitcast p0
          h = f32[24,32] dot flat p1 sums=1,0
          hs = f32[4,6,32] bitcast h
          at = f32[4,6,32] broadcast p2 dims=1,2
          sum = f32[4,6,32] add hs at
          zero = f32[4,6] constant
          m = pred[4,6] compare p3 zero
          ms = pred[4,6,32] broadcast m dims=0,1
          zeros = f32[4,6,32] constant
          chosen = f32[4,6,32] select ms sum zeros
          again = f32[24,32] bitcast chosen
          r = f32[24,8] dot again p4 sums=1,0
          p5 = f32[24,8] parameter 5
          e = f32[24,8] subtract r p5
          g = f32[32,8] dot again e sums=0,0
          w = f32[32,8] subtract p4 g
    )");
    EXPECT_EQ(program.argument("p0"), "inputs Batch");
    EXPECT_EQ(program.argument("p1"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p2"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p3"), "unknown None");
    EXPECT_EQ(program.argument("p4"), "model_parameters Weight");
}

/// Dimension i of a transpose is dimension dims[i] of its operand. Only a rotation of three or more dimensions differs
/// from its inverse.
TEST(MeaningOfArguments, ABatchDiffersFromTheFirstWeightAfterARotationOfDimensions)
{
    const Meant program(R"(
        main:
          p0 = f32[16,32] parameter 0
          p1 = f32[4,6,16] parameter 1
          p2 = f32[32,8] parameter 2
          h = f32[4,6,32] dot p1 p0 sums=2,0
          a = f32[4,6,32] tanh h
          t = f32[32,4,6] transpose a dims=2,0,1
          r = f32[4,6,8] dot t p2 sums=0,0
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p1"), "inputs Batch");
    EXPECT_EQ(program.argument("p2"), "model_parameters Frozen");
}

/// A bitcast follows the order in memory, where tiles split the innermost dimensions: heads lie between rows and rows.
TEST(MeaningOfArguments, ABatchDiffersFromTheFirstWeightWhereABitcastSplitsTiles)
{
    proto::HloProto hlo = test::programFromText(R"(
        main:
          p0 = f32[16,1024] parameter 0
          p1 = f32[256,16] parameter 1
          p2 = f32[1024,8] parameter 2
          h = f32[256,1024] dot p1 p0 sums=1,0
          t = f32[32,8,8,128] bitcast h
          r = f32[8,32,8] dot p2 t sums=0,1,3
    )");
    for (auto& instruction : *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions()) {
        auto& layout = *instruction.mutable_shape()->mutable_layout();
        layout.clear_minor_to_major();
        for (int i = instruction.shape().dimensions_size(); i-- > 0;)
            layout.add_minor_to_major(i);
        auto& tile = *layout.add_tiles();
        tile.add_dimensions(8);
        tile.add_dimensions(128);
    }
    const Meant program(hlo);
    EXPECT_EQ(program.argument("p0"), "model_parameters Layer");
    EXPECT_EQ(program.argument("p1"), "inputs Batch");
    EXPECT_EQ(program.argument("p2"), "model_parameters Frozen");
}

/// The weights of each layer are multiplied with the output of an encoder, before anything else is.
TEST(MeaningOfArguments, WhatMeetsSeveralWeightsIsTheBatch)
{
    const Meant program(R"(
        main:
          p0 = f32[4,16] parameter 0
          p1 = f32[16,8] parameter 1
          p2 = f32[16,8] parameter 2
          p3 = f32[32,8] parameter 3
          p4 = s32[6] parameter 4
          k = f32[4,8] dot p0 p1 sums=1,0
          v = f32[4,8] dot p0 p2 sums=1,0
          x = f32[6,8] gather p3 p4
          s = f32[6,4] dot x k sums=1,1
          r = f32[6,8] dot s v sums=1,0
    )");
    EXPECT_EQ(program.argument("p0"), "inputs Batch");
    for (const char* const name : {"p1", "p2", "p3"})
        EXPECT_EQ(program.argument(name), "model_parameters Frozen");
}

} // namespace
} // namespace tidemark
