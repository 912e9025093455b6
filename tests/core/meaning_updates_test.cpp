// Tests of less simple uses of arguments: in rows, in another order, rematerialized.
#include "tests/core/meaning_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using test::Meant;

/// Beams have separate caches. The caches are written and then reordered by the parents of the beams, or the reverse.
TEST(MeaningOfArguments, CachesMayBeReordered)
{
    const Meant program(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = s32[] parameter 1
          p2 = f32[16,8] parameter 2
          p3 = f32[16,8] parameter 3
          p4 = f32[64,8] parameter 4
          p5 = s32[16] parameter 5
          k = f32[4,8] gather p4 p0
          filled = f32[16,8] dynamic-update-slice p2 k p1 p1
          ordered = f32[16,8] gather filled p5
          moved = f32[16,8] gather p3 p5
          copied = f32[16,8] copy moved
          late = f32[16,8] dynamic-update-slice copied k p1 p1
          a = f32[4,16] dot k filled
          b = f32[4,16] dot k late
          root = (f32[16,8],f32[16,8],f32[4,16],f32[4,16]) tuple ordered late a b
    )");
    EXPECT_EQ(program.argument("p2"), "kv_cache Cache");
    EXPECT_EQ(program.argument("p3"), "kv_cache Cache");
    EXPECT_EQ(program.argument("p4"), "model_parameters Frozen") << "rows of a table are no table";
    EXPECT_EQ(program.result("ordered"), "kv_cache new NextValue");
    EXPECT_EQ(program.result("late"), "kv_cache new NextValue");
}

/// XLA for TPU gathers a large cache in parts and joins them with maximum.
TEST(MeaningOfArguments, CachesMayBeReorderedInParts)
{
    const Meant program(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = s32[] parameter 1
          p2 = f32[16,8] parameter 2
          p3 = f32[64,8] parameter 3
          p4 = s32[16] parameter 4
          lowest = f32[] constant
          k = f32[4,8] gather p3 p0
          filled = f32[16,8] dynamic-update-slice p2 k p1 p1
          a = f32[4,16] dot k filled
          left = f32[16,4] slice filled
          right = f32[16,4] slice filled
          left-rows = f32[16,4] gather left p4
          right-rows = f32[16,4] gather right p4
          left-half = f32[16,8] pad left-rows lowest
          right-half = f32[16,8] pad right-rows lowest
          joined = f32[16,8] maximum left-half right-half
          root = (f32[16,8],f32[4,16]) tuple joined a
    )");
    EXPECT_EQ(program.argument("p2"), "kv_cache Cache");
    EXPECT_EQ(program.argument("p3"), "model_parameters Frozen");
    EXPECT_EQ(program.result("joined"), "kv_cache new NextValue");
}

/// A loop produces new caches of all layers. A program has one more loop for each token that it decodes.
TEST(MeaningOfArguments, CachesMayBeRefilledForEachToken)
{
    std::string text;
    for (const std::string n : {"1", "2"}) { // two equal loops
        const std::string state = " = (s32[],f32[2,16,8],f32[2,16,8],f32[4,8]) ";
        text += "loop" + n + ":\n t" + n + state + "parameter 0\n i" + n + " = s32[] get-tuple-element t" + n + " 0\n";
        text += "new" + n + " = f32[2,16,8] get-tuple-element t" + n + " 1\n";
        text += "old" + n + " = f32[2,16,8] get-tuple-element t" + n + " 2\n";
        text += "k" + n + " = f32[4,8] get-tuple-element t" + n + " 3\n";
        text += "slice" + n + " = f32[16,8] dynamic-slice old" + n + " i" + n + "\n";
        text += "filled" + n + " = f32[16,8] dynamic-update-slice slice" + n + " k" + n + " i" + n + "\n";
        text += "scores" + n + " = f32[4,16] dot k" + n + " filled" + n + "\n";
        text += "read" + n + " = f32[4,8] dot scores" + n + " filled" + n + "\n";
        text += "stack" + n + " = f32[2,16,8] dynamic-update-slice new" + n + " filled" + n + " i" + n + "\n";
        text += "root" + n + state + "tuple i" + n + " stack" + n + " old" + n + " read" + n + "\n";
    }
    const Meant program(text + R"(
        main:
          p0 = s32[4] parameter 0
          p1 = s32[] parameter 1
          p2 = f32[2,16,8] parameter 2
          p3 = f32[64,8] parameter 3
          zero = f32[] constant
          fresh = f32[2,16,8] broadcast zero
          x = f32[4,8] gather p3 p0
          s1 = (s32[],f32[2,16,8],f32[2,16,8],f32[4,8]) tuple p1 fresh p2 x
          w1 = (s32[],f32[2,16,8],f32[2,16,8],f32[4,8]) while s1 calls loop1
          first = f32[2,16,8] get-tuple-element w1 1
          y = f32[4,8] get-tuple-element w1 3
          s2 = (s32[],f32[2,16,8],f32[2,16,8],f32[4,8]) tuple p1 fresh first y
          w2 = (s32[],f32[2,16,8],f32[2,16,8],f32[4,8]) while s2 calls loop2
          second = f32[2,16,8] get-tuple-element w2 1
          z = f32[4,8] get-tuple-element w2 3
          root = (f32[2,16,8],f32[4,8]) tuple second z
    )");
    EXPECT_EQ(program.argument("p2"), "kv_cache Cache");
    EXPECT_EQ(program.argument("p3"), "model_parameters Frozen");
    EXPECT_EQ(program.meaning("second"), "kv_cache new NextValue");
}

/// An attention over given keys and values, separate for each sequence: a query is multiplied only with its own keys.
/// Values read by all sequences are learned, and so are values not weighted by a softmax.
TEST(MeaningOfArguments, CachesMayOnlyBeRead)
{
    const auto program = [](std::string_view scores, std::string_view sum) {
        std::string text = R"(
            main:
              p0 = s32[4] parameter 0
              p1 = f32[64,8] parameter 1
              p2 = f32[4,16,8] parameter 2
              p3 = f32[4,16,8] parameter 3
              q = f32[4,8] gather p1 p0
              SCORES
              e = f32[4,16] exponential scores
              sum = f32[4] SUM e
              wide = f32[4,16] broadcast sum
              weights = f32[4,16] divide e wide
              out = f32[4,8] dot weights p3)";
        for (const auto& [from, to] : {std::pair("SCORES", scores), std::pair("SUM", sum)})
            text.replace(text.find(from), std::string_view(from).size(), to);
        return Meant(text);
    };
    const std::string_view kOwn = "each = f32[4,16,8] broadcast q\n products = f32[4,16,8] multiply p2 each\n"
                                  "scores = f32[4,16] reduce products";
    const std::string_view kPrecise = "each = f32[4,16,8] broadcast q\n products = f32[4,16,8] multiply p2 each\n"
                                      "precise = f32[4,16,8] convert products\n scores = f32[4,16] reduce precise";
    for (const Meant& attention : {program(kOwn, "reduce"), program(kPrecise, "reduce")}) {
        EXPECT_EQ(attention.argument("p2"), "kv_cache Attended");
        EXPECT_EQ(attention.argument("p3"), "kv_cache Attended");
        EXPECT_EQ(attention.argument("p1"), "model_parameters Frozen");
    }
    const std::string_view kAll = "scores = f32[4,4,16] dot q p2";
    const std::string_view kAllRepeated
        = "each = f32[4,4,16,8] broadcast q\n keys = f32[4,4,16,8] broadcast p2\n"
          "products = f32[4,4,16,8] multiply keys each\n scores = f32[4,4,16] reduce products";
    for (const Meant& other : {program(kAll, "reduce"), program(kAllRepeated, "reduce"), program(kOwn, "slice")}) {
        EXPECT_NE(other.argument("p2"), "kv_cache Attended");
        EXPECT_EQ(other.argument("p3"), "model_parameters Frozen");
    }
}

/// As in D-adaptation, the distance of the weights along the gradient determines the step size.
TEST(MeaningOfArguments, OptimizersMayKeepOldWeights)
{
    const auto program = [](std::string_view names) {
        std::string text = R"(
            main:
              p0 = f32[4,8] parameter 0
              p1 = f32[8,8] parameter 1 W
              p2 = f32[8,8] parameter 2 FIRST
              p3 = f32[] parameter 3
              p4 = f32[4,8] parameter 4
              h = f32[4,8] dot p0 p1
              d = f32[4,8] subtract h p4
              dw = f32[8,8] dot p0 d op=jit(f)/transpose(jvp(g))/dot
              moved = f32[8,8] subtract p2 p1
              along = f32[8,8] multiply moved dw
              far = f32[] reduce along
              n = f32[] add p3 far
              step = f32[8,8] broadcast n
              u = f32[8,8] multiply step dw
              w = f32[8,8] subtract p1 u
              out = (f32[8,8],f32[]) tuple w n)";
        text.replace(text.find(" W"), 2, names.empty() ? "" : " op=params['w']");
        text.replace(text.find(" FIRST"), 6, names.empty() ? "" : " op=state.params0['w']");
        return Meant(text);
    };
    for (const std::string_view names : {"", "named"}) {
        const Meant meant = program(names);
        EXPECT_EQ(meant.argument("p2"), "optimizer_state Kept");
        EXPECT_TRUE(meant.argument("p1").starts_with("model_parameters")) << meant.argument("p1");
    }
}

/// Weights are averaged and reset to the average from time to time, as in Lookahead.
TEST(MeaningOfArguments, WeightsMayBeResetToTheirAverage)
{
    const Meant meant(R"(
        main:
          p0 = f32[4,8] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[8,8] parameter 2
          p3 = f32[4,8] parameter 3
          p4 = pred[] parameter 4
          h = f32[4,8] dot p0 p1
          d = f32[4,8] subtract h p3
          dw = f32[8,8] dot p0 d op=jit(f)/transpose(jvp(g))/dot
          w = f32[8,8] subtract p1 dw
          way = f32[8,8] subtract w p2
          mean = f32[8,8] add p2 way
          slow = f32[8,8] select p4 mean p2
          fast = f32[8,8] select p4 slow w
          out = (f32[8,8],f32[8,8]) tuple fast slow)");
    EXPECT_EQ(meant.argument("p1"), "model_parameters Weight");
    EXPECT_EQ(meant.argument("p2"), "model_parameters MeanWeight");
}

/// The compiler may give values shared by the loss and its gradient the name of the gradient.
TEST(MeaningOfValues, ALossIsNoGradient)
{
    const Meant meant(R"(
        main:
          p0 = f32[4,8] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[4,8] parameter 2
          h = f32[4,8] dot p0 p1
          d = f32[4,8] subtract h p2 op=jit(f)/transpose(jvp(g))/sub
          dw = f32[8,8] dot p0 d op=jit(f)/transpose(jvp(g))/dot
          w = f32[8,8] subtract p1 dw
          s = f32[4,8] multiply d d
          l = f32[] reduce s
          loss = f32[] copy l
          out = (f32[8,8],f32[]) tuple w loss)");
    EXPECT_EQ(meant.result("loss"), "outputs held Result");
    EXPECT_EQ(meant.meaning("dw"), "gradients whole Gradient");
}

/// A table is updated with its accumulators at the rows that were looked up.
TEST(MeaningOfArguments, WeightsMayBeUpdatedRowByRow)
{
    const Meant program(R"(
        main:
          p0 = s32[8] parameter 0
          p1 = f32[64,8] parameter 1
          p2 = f32[64,8] parameter 2
          p3 = f32[8,8] parameter 3
          p4 = f32[8,8] parameter 4
          rows = f32[8,8] gather p1 p0
          h = f32[8,8] dot rows p3
          e = f32[8,8] subtract h p4
          g = f32[8,8] dot rows e
          r = f32[8,8] dot e p3
          square = f32[8,8] multiply r r
          sums = f32[64,8] scatter p2 p0 square
          scale = f32[8,8] gather sums p0
          step = f32[8,8] multiply r scale
          table = f32[64,8] scatter p1 p0 step
          w = f32[8,8] subtract p3 g
          root = (f32[64,8],f32[64,8],f32[8,8]) tuple table sums w
    )");
    EXPECT_EQ(program.argument("p1"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p2"), "optimizer_state Optimizer");
    EXPECT_EQ(program.argument("p3"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p4"), "inputs Batch");
    EXPECT_EQ(program.meaning("r"), "gradients whole Gradient") << "of the rows";
    EXPECT_EQ(program.result("sums"), "optimizer_state new NextValue");
    EXPECT_EQ(program.result("table"), "model_parameters new NextValue");
}

/// The same table is used for row lookups and for the logits. Its gradient is one product, to which rows are added.
constexpr const char* kTied = R"(
    main:
      p0 = s32[8] parameter 0
      p1 = f32[64,8] parameter 1
      p2 = f32[64,8] parameter 2
      p3 = f32[8,64] parameter 3
      rows = f32[8,8] gather p1 p0 op=jit(f)/jvp()/gather
      logits = f32[8,64] dot rows p1 op=jit(f)/jvp()/dot_general
      e = f32[8,64] subtract logits p3 op=jit(f)/transpose(jvp())/sub
      product = f32[64,8] dot e rows op=jit(f)/transpose(jvp())/dot_general
      back = f32[8,8] dot e p1 op=jit(f)/transpose(jvp())/dot_general
)";

TEST(MeaningOfValues, GradientsOfTiedWeightsArePartialUntilRowsAreAdded)
{
    const Meant program(std::string(kTied) + R"(
      g = f32[64,8] scatter product p0 back op=jit(f)/transpose(jvp())/scatter-add
      m = f32[64,8] add p2 g
      w = f32[64,8] subtract p1 m
      root = (f32[64,8],f32[64,8]) tuple w m
    )");
    EXPECT_EQ(program.argument("p1"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p2"), "optimizer_state Optimizer");
    EXPECT_EQ(program.meaning("product"), "gradients partial Gradient");
    EXPECT_EQ(program.meaning("g"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("back"), "activations backward Backward");
}

TEST(MeaningOfArguments, RowsMayBeAddedToTheMomentumOfTiedWeights)
{
    const Meant program(std::string(kTied) + R"(
      sum = f32[64,8] add p2 product
      m = f32[64,8] scatter sum p0 back op=jit(f)/transpose(jvp())/scatter-add
      w = f32[64,8] subtract p1 m
      root = (f32[64,8],f32[64,8]) tuple w m
    )");
    EXPECT_EQ(program.argument("p1"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p2"), "optimizer_state Optimizer");
    EXPECT_EQ(program.meaning("product"), "gradients partial Gradient");
    EXPECT_EQ(program.result("m"), "optimizer_state new NextValue");
}

/// As in normalization: the sum for the gradient of a scale is subtracted from the gradient that is propagated further.
TEST(MeaningOfValues, StaysBackwardAfterTheGradientOfAScale)
{
    const Meant program(R"(
        main:
          p0 = f32[8,8] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[8] parameter 2
          p3 = f32[8,8] parameter 3
          h = f32[8,8] dot p0 p1 op=jit(f)/jvp()/dot_general
          wide = f32[8,8] broadcast p2
          y = f32[8,8] multiply h wide op=jit(f)/jvp()/mul
          e = f32[8,8] subtract y p3 op=jit(f)/transpose(jvp())/sub
          terms = f32[8,8] multiply e h op=jit(f)/transpose(jvp())/mul
          scale = f32[8] reduce terms op=jit(f)/transpose(jvp())/reduce_sum
          mean = f32[8,8] broadcast scale
          d = f32[8,8] subtract e mean op=jit(f)/transpose(jvp())/sub
          g = f32[8,8] dot p0 d op=jit(f)/transpose(jvp())/dot_general
          norm = f32[8] reduce g
          v = f32[8] subtract p2 scale
          w = f32[8,8] subtract p1 g
          root = (f32[8],f32[8,8],f32[8]) tuple v w norm
    )");
    EXPECT_EQ(program.meaning("scale"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("d"), "activations backward Backward");
    EXPECT_EQ(program.meaning("g"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("norm"), "gradients whole Gradient") << "from gradients only";
}

/// As in normalization with a running mean: an update takes the mean from the forward part.
TEST(MeaningOfValues, ValuesComputedBeforeTheFirstGradientAreForward)
{
    const Meant program(R"(
        main:
          p0 = f32[8,8] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[8,8] parameter 2
          p3 = f32[8] parameter 3
          p4 = f32[8,8] parameter 4
          h = f32[8,8] dot p0 p1
          mean = f32[8] reduce h
          wide = f32[8,8] broadcast mean
          centred = f32[8,8] subtract h wide
          r = f32[8,8] tanh centred
          y = f32[8,8] dot r p2
          e = f32[8,8] subtract y p4
          g2 = f32[8,8] dot r e
          d = f32[8,8] dot e p2
          back = f32[8,8] multiply d r
          g1 = f32[8,8] dot p0 back
          running = f32[8] add p3 mean
          w1 = f32[8,8] subtract p1 g1
          w2 = f32[8,8] subtract p2 g2
          root = (f32[8,8],f32[8,8],f32[8]) tuple w1 w2 running
    )");
    EXPECT_EQ(program.meaning("r"), "activations saved Saved");
    EXPECT_EQ(program.meaning("back"), "activations backward Backward");
    EXPECT_EQ(program.meaning("g1"), "gradients whole Gradient");
}

/// The scale of a quantized moment measures the moment. It leads to the moment but not to a gradient.
TEST(MeaningOfArguments, MomentsMayBeQuantized)
{
    const Meant program(R"(
        main:
          p0 = f32[16,8] parameter 0
          p1 = f32[16,8] parameter 1
          p2 = f32[16] parameter 2
          p3 = f32[4,16] parameter 3
          p4 = f32[4,8] parameter 4
          r = f32[4,8] dot p3 p0 sums=1,0
          e = f32[4,8] subtract r p4
          g = f32[16,8] dot p3 e sums=0,0
          s = f32[16,8] broadcast p2 dims=0
          old = f32[16,8] multiply p1 s
          m = f32[16,8] add old g
          size = f32[16,8] abs m
          zero = f32[] constant
          s1 = f32[16] reduce size zero dims=1
          ss = f32[16,8] broadcast s1 dims=0
          q = f32[16,8] divide m ss
          w = f32[16,8] subtract p0 m
          root = (f32[16,8],f32[16,8],f32[16]) tuple w q s1
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p1"), "optimizer_state Optimizer");
}

/// A scan slices saved values named after the backward part and recomputes values from them.
TEST(MeaningOfValues, RematerializedValuesMayUseValuesNamedAfterTheBackwardPart)
{
    const Meant program(R"(
        fused:
          f0 = f32[8,8] parameter 0
          f1 = f32[8,8] tanh f0 op=jit(f)/transpose(jvp())/while/body/rematted_computation/tanh
          f2 = bf16[8,8] convert f1 op=jit(f)/transpose(jvp())/while/body/rematted_computation/convert
        main:
          p0 = f32[8,8] parameter 0
          p1 = f32[8,8] parameter 1
          h = f32[8,8] dot p0 p1 op=jit(f)/jvp()/dot_general
          sliced = f32[8,8] slice h op=jit(f)/transpose(jvp())/while/body/dynamic_slice
          narrow = bf16[8,8] fusion sliced calls fused
          again = f32[8,8] tanh sliced op=jit(f)/transpose(jvp())/while/body/rematted_computation/tanh
          d = f32[8,8] multiply again h op=jit(f)/transpose(jvp())/while/body/mul
          g = f32[8,8] dot d narrow op=jit(f)/transpose(jvp())/dot_general
          w = f32[8,8] subtract p1 g
    )");
    EXPECT_EQ(program.meaning("again"), "activations recomputed Recomputed");
    EXPECT_EQ(program.meaning("narrow"), "activations recomputed Recomputed") << "and cast";
    EXPECT_EQ(program.meaning("d"), "activations backward Backward");
}

TEST(MeaningOfValues, TheGradientOfALabelLookupIsBackward)
{
    const Meant program(R"(
        main:
          p0 = s32[8] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[8,8] parameter 2
          h = f32[8,8] dot p1 p2 op=jit(f)/jvp()/dot_general
          c = f32[8,8] constant
          hot = f32[8,8] scatter c p0 c op=jit(f)/transpose(jvp())/scatter-add
          mask = pred[8] compare p0 p0 op=jit(f)/transpose(jvp())/eq
          e = f32[8,8] subtract h hot op=jit(f)/transpose(jvp())/sub
          g = f32[8,8] dot p1 e op=jit(f)/transpose(jvp())/dot_general
          w = f32[8,8] subtract p2 g
    )");
    EXPECT_EQ(program.meaning("hot"), "activations backward Backward");
    EXPECT_EQ(program.meaning("mask"), "inputs copy OfInputs");
}

/// An inner training loop adapts the weights within the loss, and the update of the weights is after it, as in MAML.
/// If the loop is the training itself, its weights are certain.
TEST(MeaningOfArguments, WeightsOfAnInnerLoopAreOnlyProbable)
{
    const auto program = [](const std::string& next) {
        return Meant(R"(
        body:
          t = (f32[8,6],f32[4,8]) parameter 0
          w = f32[8,6] get-tuple-element t 0
          x = f32[4,8] get-tuple-element t 1
          h = f32[4,6] dot x w sums=1,0
          e = f32[4,6] subtract h h op=jit(f)/transpose(jvp(f))/sub
          g = f32[8,6] dot x e sums=0,0 op=jit(f)/transpose(jvp(f))/dot
          fast = f32[8,6] subtract w g
          end = (f32[8,6],f32[4,8]) tuple fast x
        main:
          p0 = f32[8,6] parameter 0 op=params
          p1 = f32[4,8] parameter 1 op=batch
          s = (f32[8,6],f32[4,8]) tuple p0 p1
          loop = (f32[8,6],f32[4,8]) while s calls body
          adapted = f32[8,6] get-tuple-element loop 0
          y = f32[4,6] dot p1 adapted sums=1,0
          d = f32[4,6] subtract y y op=jit(f)/transpose(jvp(f))/sub
          outer = f32[8,6] dot p1 d sums=0,0 op=jit(f)/transpose(jvp(f))/dot
          sum = f32[8,6] subtract p0 outer
          root = (f32[8,6],f32[4,6]) tuple )"
                     + next + " y\n");
    };
    EXPECT_EQ(program("sum").meaning("sum"), "model_parameters new NextValue");
    EXPECT_TRUE(program("sum").isCertain("sum"));
    EXPECT_TRUE(program("sum").isCertain("outer"));
    EXPECT_FALSE(program("sum").isCertain("w")) << program("sum").meaning("w");
    EXPECT_FALSE(program("sum").isCertain("adapted")) << program("sum").meaning("adapted");
    EXPECT_EQ(program("adapted").meaning("w"), "model_parameters new NextValue");
    EXPECT_TRUE(program("adapted").isCertain("w"));
    EXPECT_TRUE(program("adapted").isCertain("adapted")) << program("adapted").meaning("adapted");
}

/// Each scatter adds the sum of 16 products to one array.
TEST(MeaningOfArguments, TheTimeIsLinearInTheScatters)
{
    constexpr int kScatters = 30000;
    const auto add = [](const std::string& name, const std::string& a, const std::string& b) {
        return name + " = f32[4,8] add " + a + " " + b + "\n";
    };
    std::string text = "sum:\n c0 = f32[] parameter 0\n c1 = f32[] parameter 1\n c = f32[] add c0 c1\nmain:\n"
                       "p0 = f32[64,8] parameter 0\n p1 = s32[4] parameter 1\n p2 = f32[4,8] parameter 2\n"
                       "p3 = f32[8,8] parameter 3\n";
    for (int k = 0; k < kScatters; ++k)
        text += "a" + std::to_string(k) + " = f32[4,8] dot p2 p3\n";
    for (int level = 1; level <= 4; ++level)
        for (int k = 0; k < kScatters; ++k) {
            const std::string below(1, static_cast<char>('a' + level - 1));
            const int other = (k + (1 << (level - 1))) % kScatters;
            text += add(std::string(1, static_cast<char>('a' + level)) + std::to_string(k), below + std::to_string(k),
                        below + std::to_string(other));
        }
    std::string array = "p0";
    for (int k = 0; k < kScatters; ++k) {
        const std::string next = "t" + std::to_string(k);
        text += next + " = f32[64,8] scatter " + array + " p1 e" + std::to_string(k) + " calls sum\n";
        array = next;
    }
    const test::Dataflow program(text + "root = (f32[64,8]) tuple " + array + "\n");
    const xla::Arguments arguments(program.graph());
    const xla::Updates updates(program.graph(), arguments);
    ASSERT_EQ(updates.all().size(), 1U);
    EXPECT_EQ(updates.all()[xla::UpdateId(0)].addedTerms.size(), std::size_t{kScatters});
}

} // namespace
} // namespace tidemark
