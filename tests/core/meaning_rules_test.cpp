#include "tests/core/meaning_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using test::Meant;

/// Rows are looked up, multiplied and scaled. No name gives any information.
constexpr const char* kInference = R"(
    main:
      p0 = s32[8] parameter 0
      p1 = f32[64,8] parameter 1
      p2 = f32[8,8] parameter 2
      p3 = f32[64] parameter 3
      p4 = s32[] parameter 4
      p5 = u32[2] parameter 5
      p6 = f32[] parameter 6
      p7 = f32[8] parameter 7
      p8 = f32[8,8] parameter 8
      p9 = f32[8] parameter 9
      p10 = f32[8,8] parameter 10
      p11 = f32[64,8] parameter 11
      p12 = f32[8,4] parameter 12
      rows = f32[8,8] gather p1 p0
      rate = f32[8] gather p3 p0
      shuffled = f32[8,8] gather p11 p5
      h = f32[8,8] dot rows p2
      other = f32[8,8] dot p10 p2 sums=1,0
      wide = f32[8,8] broadcast p7
      sum = f32[8,8] add h wide
      masked = f32[8,8] multiply sum p8
      all = f32[8,8] broadcast p6
      scaled = f32[8,8] multiply masked all
      ids = s32[8] add p0 p0
      next = s32[] add p4 p4
      both = f32[8] multiply p9 p9
      c = f32[8] constant
      twice = f32[8] add c c
      copied = f32[8,8] copy p2
      named = f32[64] bitcast p2
      squared = f32[8,8] multiply p2 p2
      out = f32[8,4] dot scaled p12
)";

TEST(MeaningOfArguments, FollowsFromTheirUseInAnInference)
{
    const Meant program(kInference);
    for (const auto& [name, meaning] : std::vector<std::pair<const char*, const char*>>{
             {"p0", "inputs Gathered"},
             {"p1", "model_parameters Frozen"},
             {"p2", "model_parameters Frozen"},
             {"p3", "other_state Table"},
             {"p4", "other_state Counter"},
             {"p5", "other_state Key"},
             {"p6", "other_state Counter"},
             {"p7", "model_parameters Frozen"},
             {"p8", "inputs Batch"},
             {"p9", "unknown None"},
             {"p10", "inputs Batch"},
             {"p11", "inputs Batch"},
             {"p12", "model_parameters Frozen"},
         })
        EXPECT_EQ(program.argument(name), meaning) << name;
}

TEST(MeaningOfArguments, AKeyHasAtMostEightIntegers)
{
    const Meant program("main:\n p0 = u32[8] parameter 0\n p1 = u32[9] parameter 1\n p2 = u32[1] parameter 2\n"
                        " a = u32[8] add p0 p0\n b = u32[9] add p1 p1\n c = u32[1] add p2 p2\n out = u32[9] add b a\n");
    EXPECT_EQ(program.argument("p0"), "other_state Key");
    EXPECT_EQ(program.argument("p1"), "inputs Gathered");
    EXPECT_EQ(program.argument("p2"), "other_state Counter");
}

TEST(MeaningOfArguments, ArgumentsCombinedWithIntegerInputsAreParameters)
{
    const Meant program("main:\n p0 = s32[8] parameter 0\n p1 = f32[8,4] parameter 1\n p2 = u32[2] parameter 2\n"
                        " p3 = f32[2,4] parameter 3\n hot = f32[8,8] convert p0\n noise = f32[2,2] convert p2\n"
                        " a = f32[8,4] dot hot p1\n b = f32[2,4] dot noise p3\n"
                        " out = (f32[8,4],f32[2,4]) tuple a b\n");
    EXPECT_EQ(program.argument("p0"), "inputs Gathered");
    EXPECT_EQ(program.argument("p1"), "model_parameters Frozen");
    EXPECT_EQ(program.argument("p2"), "other_state Key");
    EXPECT_EQ(program.argument("p3"), "unknown None") << "a key is no data";
}

TEST(MeaningOfValues, FollowsFromTheirOperands)
{
    const Meant program(kInference);
    for (const auto& [name, meaning] : std::vector<std::pair<const char*, const char*>>{
             {"p2", "model_parameters held Argument"},
             {"p9", "unknown  Argument"},
             {"rows", "activations forward Forward"},
             {"h", "activations forward Forward"},
             {"wide", "model_parameters copy OfWeights"},
             {"squared", "model_parameters copy OfWeights"},
             {"copied", "model_parameters copy Argument copy"},
             {"named", "model_parameters held Argument"},
             {"ids", "inputs copy OfInputs"},
             {"next", "other_state copy OfState"},
             {"all", "activations forward Forward"},
             {"both", "unknown  None"},
             {"c", "constants held Constant"},
             {"twice", "constants held Independent"},
             {"out", "activations forward Forward"},
         })
        EXPECT_EQ(program.meaning(name), meaning) << name;
    EXPECT_EQ(program.result("out"), "outputs held Result");
    EXPECT_EQ(program.result("scaled"), "none");
}

/// A matrix is trained with momentum. Its gradient is summed over devices.
constexpr const char* kTraining = R"(
    main:
      p0 = f32[8,8] parameter 0
      p1 = f32[8,8] parameter 1
      p2 = f32[8,8] parameter 2
      p3 = f32[8,8] parameter 3
      h = f32[8,8] dot p0 p2
      e = f32[8,8] subtract h p1
      g = f32[8,8] dot p0 e
      r = f32[8,8] all-reduce g
      m = f32[8,8] add p3 r
      rate = f32[8,8] constant
      s = f32[8,8] multiply m rate
      w = f32[8,8] subtract p2 s
      root = (f32[8,8],f32[8,8],f32[8,8]) tuple w m h
)";

TEST(MeaningOfArguments, FollowsFromTheirUseInATraining)
{
    const Meant program(kTraining);
    EXPECT_EQ(program.argument("p0"), "inputs Batch");
    EXPECT_EQ(program.argument("p1"), "inputs Batch");
    EXPECT_EQ(program.argument("p2"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p3"), "optimizer_state Optimizer");
}

TEST(MeaningOfValues, OfATrainingFollowsFromTheGradient)
{
    const Meant program(kTraining);
    for (const auto& [name, meaning] : std::vector<std::pair<const char*, const char*>>{
             {"h", "activations saved Saved"},
             {"e", "activations backward Backward"},
             {"g", "gradients partial Gradient"},
             {"r", "gradients whole Gradient"},
             {"m", "optimizer_state new NextValue"},
             {"s", "optimizer_state new OptimizerStep"},
             {"w", "model_parameters new NextValue"},
             {"rate", "constants held Constant"},
         })
        EXPECT_EQ(program.meaning(name), meaning) << name;
    EXPECT_EQ(program.result("w"), "model_parameters new NextValue");
    EXPECT_EQ(program.result("m"), "optimizer_state new NextValue");
    EXPECT_EQ(program.result("h"), "outputs held Result");
}

TEST(MeaningOfValues, ReductionsOfGradientsOutsideAnUpdateAreGradients)
{
    std::string text = kTraining;
    text.insert(text.find("      root"), " norm = f32[8] reduce r\n length = f32[8] reduce s\n");
    const Meant program(text);
    EXPECT_EQ(program.meaning("norm"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("length"), "optimizer_state new OptimizerStep");
}

TEST(MeaningOfValues, FollowsFromNamesOfTheFramework)
{
    const Meant program(R"(
        main:
          p0 = f32[8,8] parameter 0
          p1 = f32[8,8] parameter 1
          h = f32[8,8] dot p0 p1 op=jit(f)/jvp(f)/dot
          a = f32[8,8] tanh h op=jit(f)/jvp(f)/tanh
          again = f32[8,8] tanh h op=jit(f)/transpose(jvp(f))/rematted_computation/tanh
          b = f32[8,8] multiply a again op=jit(f)/transpose(jvp(f))/mul
          out = f32[8,8] dot b p1 op=jit(f)/transpose(jvp(f))/dot
    )");
    EXPECT_EQ(program.meaning("h"), "activations forward Forward") << "only other forward values read it";
    EXPECT_EQ(program.meaning("a"), "activations saved Saved");
    EXPECT_EQ(program.meaning("again"), "activations recomputed Recomputed");
    EXPECT_EQ(program.meaning("b"), "activations backward Backward");
    EXPECT_EQ(program.result("out"), "gradients whole Gradient") << "a result of the backward part";
}

TEST(MeaningOfArguments, CachesAreWrittenAndRead)
{
    const Meant program(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = s32[] parameter 1
          p2 = f32[16,8] parameter 2
          p3 = f32[16,8] parameter 3
          p4 = f32[64,8] parameter 4
          k = f32[4,8] gather p4 p0
          filled = f32[16,8] dynamic-update-slice p2 k p1 p1
          unread = f32[16,8] dynamic-update-slice p3 k p1 p1
          scores = f32[4,16] dot k filled
          root = (f32[16,8],f32[16,8],f32[4,16]) tuple filled unread scores
    )");
    EXPECT_EQ(program.argument("p2"), "kv_cache Cache");
    EXPECT_EQ(program.argument("p3"), "kv_cache Filled");
    EXPECT_TRUE(program.isCertain("p2"));
    EXPECT_FALSE(program.isCertain("p3")) << "nothing reads it";
    EXPECT_EQ(program.argument("p1"), "other_state Counter");
    EXPECT_EQ(program.meaning("filled"), "kv_cache new NextValue");
    EXPECT_EQ(program.meaning("k"), "activations forward Forward");
    EXPECT_EQ(program.result("scores"), "outputs held Result");
}

} // namespace
} // namespace tidemark
