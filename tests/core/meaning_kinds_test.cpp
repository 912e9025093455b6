// Tests of kinds of programs: their optimizers, tables and caches, and values that the file does not connect.
#include "tests/core/meaning_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using test::Meant;

/// The called computation has two parameters, and its caller gives one.
TEST(MeaningOfKinds, AValueWithoutASourceIsUnknown)
{
    const Meant program(R"(
        callee:
          c0 = f32[8] parameter 0
          c1 = f32[8] parameter 1
          croot = f32[8] negate c1
        main:
          p0 = f32[8] parameter 0 op=params
          x = f32[8] call p0 calls callee
          y = f32[8] add x p0
    )");
    EXPECT_EQ(program.meaning("x"), "unknown  Unbound");
    EXPECT_FALSE(program.isCertain("y"));
    EXPECT_EQ(program.unbound(), 1U);
}

/// flax.optim keeps the weights within the optimizer.
TEST(MeaningOfKinds, WeightsMayBeWithinAnOptimizer)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0 op=optimizer['target']['dense']
          p1 = f32[8,6] parameter 1 op=optimizer['state']['dense']
          p2 = f32[8,6] parameter 2 op=optimizer['frame']['dense']
          p3 = f32[4,8] parameter 3 op=batch
          p4 = f32[4,6] parameter 4 op=labels
          r = f32[4,6] dot p3 p0 sums=1,0
          s = f32[4,6] dot p3 p2 sums=1,0
          rs = f32[4,6] add r s
          e = f32[4,6] subtract rs p4
          g = f32[8,6] dot p3 e sums=0,0
          m = f32[8,6] add p1 g
          w = f32[8,6] subtract p0 m
          v = f32[8,6] subtract p2 m
          root = (f32[8,6],f32[8,6],f32[8,6]) tuple w m v
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight") << "gradients depend on it";
    EXPECT_EQ(program.argument("p1"), "optimizer_state Path");
    EXPECT_EQ(program.argument("p2"), "model_parameters Weight");
}

/// A step that adds gradients to a sum. Another program updates the weights with it.
TEST(MeaningOfKinds, GradientsMayBeSummedWithoutAnUpdate)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[8,6] parameter 1
          p2 = f32[8,6] parameter 2
          p3 = f32[4,8] parameter 3
          p4 = f32[4,6] parameter 4
          r = f32[4,6] dot p3 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          e = f32[4,6] subtract r p4 op=jit(f)/transpose(jvp())/sub
          g = f32[8,6] dot p3 e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          sum = f32[8,6] add p1 g op=jit(f)/add
          square = f32[8,6] multiply g g op=jit(f)/mul
          squares = f32[8,6] add p2 square op=jit(f)/add
          root = (f32[8,6],f32[8,6]) tuple sum squares
    )");
    for (const char* const name : {"p1", "p2"}) {
        EXPECT_EQ(program.argument(name), "gradients SumOfGradients");
        EXPECT_FALSE(program.isCertain(name)) << "it may be the state of an optimizer";
    }
    EXPECT_EQ(program.argument("p3"), "inputs Batch");
}

/// A contrastive loss compares the batch with a queue of keys of earlier batches.
TEST(MeaningOfKinds, AQueueOfATrainingStepIsNoCache)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[16,6] parameter 1
          p2 = f32[4,8] parameter 2
          p3 = s32[] parameter 3
          p4 = f32[4,16] parameter 4
          z = f32[4,6] dot p2 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          scores = f32[4,16] dot z p1 sums=1,1 op=jit(f)/jvp()/dot_general
          e = f32[4,16] subtract scores p4 op=jit(f)/transpose(jvp())/sub
          d = f32[4,6] dot e p1 sums=1,0 op=jit(f)/transpose(jvp())/dot_general
          g = f32[8,6] dot p2 d sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          w = f32[8,6] subtract p0 g op=jit(f)/sub
          queue = f32[16,6] dynamic-update-slice p1 z p3 p3 op=jit(f)/dynamic_update_slice
          root = (f32[8,6],f32[16,6]) tuple w queue
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p1"), "other_state Carried");
    EXPECT_FALSE(program.isCertain("p1"));
}

/// Models that give a normal distribution have a layer "mu".
TEST(MeaningOfKinds, AWeightMayHaveANameOfOptimizerState)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0 op=state['mu']
          p1 = f32[8,6] parameter 1 op=state['nu']
          p2 = f32[4,8] parameter 2 op=batch
          p3 = f32[4,6] parameter 3 op=labels
          r = f32[4,6] dot p2 p0 sums=1,0
          e = f32[4,6] subtract r p3
          g = f32[8,6] dot p2 e sums=0,0
          m = f32[8,6] add p1 g
          w = f32[8,6] subtract p0 m
          root = (f32[8,6],f32[8,6]) tuple w m
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p1"), "optimizer_state Path");
}

/// Shampoo: statistics are products of a gradient with itself, and the step is their product with the gradient.
TEST(MeaningOfKinds, ProductsOfGradientsAreOptimizerState)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[4,8] parameter 2
          p3 = f32[4,6] parameter 3
          r = f32[4,6] dot p2 p0 sums=1,0
          e = f32[4,6] subtract r p3
          g = f32[8,6] dot p2 e sums=0,0
          gg = f32[8,8] dot g g sums=1,1
          l = f32[8,8] add p1 gg
          d = f32[8,6] dot l g sums=1,0
          w = f32[8,6] subtract p0 d
          root = (f32[8,6],f32[8,8]) tuple w l
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p1"), "optimizer_state Optimizer");
    EXPECT_EQ(program.argument("p2"), "inputs Batch");
    EXPECT_EQ(program.meaning("g"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("gg"), "optimizer_state new OptimizerStep");
    EXPECT_EQ(program.meaning("d"), "optimizer_state new OptimizerStep");
    EXPECT_EQ(program.meaning("e"), "activations backward Backward");
}

/// A step of k-means replaces the means by a product of data, which looks like a gradient.
std::string kMeans(const std::string& name)
{
    return R"(
        main:
          p0 = f32[4,8] parameter 0
          p1 = f32[64,8] parameter 1
          d = f32[64,4] dot p1 p0 sums=1,1 )"
        + name + R"(
          e = f32[64,4] exponential d
          s = f32[4,8] dot e p1 sums=0,0
          root = (f32[4,8]) tuple s
    )";
}

TEST(MeaningOfKinds, ReplacedMeansHaveNoGradients)
{
    for (const char* const name : {"op=jit(step)/dot_general", ""}) {
        const Meant program(kMeans(name));
        EXPECT_EQ(program.meaning("e").find("gradients"), std::string::npos) << name;
        EXPECT_EQ(program.meaning("d"), "activations forward Forward") << name;
        EXPECT_FALSE(program.isCertain("p1")) << "either factor may be the data";
    }
}

/// Rows that are written or added at the positions of the batch. COMBINER is the root of the scatter's computation.
std::string scattered(const std::string& combiner)
{
    return R"(
        combiner:
          c0 = f32[] parameter 0
          c1 = f32[] parameter 1
          croot = )"
        + combiner + R"(
        main:
          p0 = f32[64,8] parameter 0
          p1 = s32[4] parameter 1
          p2 = f32[4,8] parameter 2
          p3 = f32[8,8] parameter 3
          rows = f32[4,8] gather p0 p1
          h = f32[4,8] dot rows p3 sums=1,0
          n = f32[4,8] multiply h p2
          t = f32[64,8] scatter p0 p1 n calls combiner
          root = (f32[64,8]) tuple t
    )";
}

TEST(MeaningOfKinds, ATableToWhichRowsAreAddedIsNoCache)
{
    EXPECT_EQ(Meant(scattered("f32[] bitcast c1")).argument("p0"), "kv_cache Filled")
        << "a combiner that returns its parameter replaces the element";
    EXPECT_EQ(Meant(scattered("f32[] add c0 c1")).argument("p0"), "model_parameters AddedTo");
    EXPECT_FALSE(Meant(scattered("f32[] add c0 c1")).isCertain("p0"));
}

TEST(MeaningOfKinds, RowsOfTheBatchAreACopyOfIt)
{
    const Meant program(R"(
        main:
          p0 = f32[64,8] parameter 0 op=batch
          p1 = s32[4] parameter 1 op=ids
          p2 = f32[64,8] parameter 2 op=params
          rows = f32[4,8] gather p0 p1
          embedded = f32[4,8] gather p2 p1
    )");
    EXPECT_EQ(program.meaning("rows"), "inputs copy Rows");
    EXPECT_EQ(program.meaning("embedded"), "activations forward Forward");
}

/// The batch may hold arrays with names of state, but not whole trees of state.
TEST(MeaningOfKinds, ArraysOfTheBatchMayHaveNamesOfState)
{
    for (const auto& [path, meaning] : std::vector<std::pair<std::string, std::string>>{
             {"batch['obs']['velocity']", "inputs Path"},
             {"batch['loss_weights']", "inputs Path"},
             {"batch['weights']", "inputs Path"},
             {"inputs['past_values']", "inputs Path"},
             {"inputs['params']['dense']", "model_parameters Path"},
             {"inputs['cache']['k']", "kv_cache Path"},
         })
        EXPECT_EQ(Meant("main:\n p0 = f32[8] parameter 0 op=" + path + "\n a = f32[8] negate p0\n").argument("p0"),
                  meaning)
            << path;
}

/// Dropout takes a key from the state. Gradients do not depend on random numbers for that.
TEST(MeaningOfKinds, GradientsStayGradientsWithDropout)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0 op=params
          p1 = f32[8,6] parameter 1 op=opt_state.mu
          p2 = f32[4,8] parameter 2 op=batch
          p3 = u32[2] parameter 3 op=state['rng']
          bits = f32[4,8] rng-bit-generator p3
          noise = f32[4,8] convert bits
          seed = f32[4,8] broadcast p3
          dropped = f32[4,8] multiply p2 seed
          r = f32[4,6] dot dropped p0 sums=1,0
          e = f32[4,6] subtract r r op=jit(f)/transpose(jvp(f))/sub
          g = f32[8,6] dot dropped e sums=0,0 op=jit(f)/transpose(jvp(f))/dot
          gg = f32[6,6] dot g g sums=0,0
          m = f32[8,6] add p1 g
          d = f32[8,6] dot m gg sums=1,0
          w = f32[8,6] subtract p0 d
          root = (f32[8,6],f32[8,6]) tuple w m
    )");
    EXPECT_EQ(program.meaning("g"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("gg"), "optimizer_state new OptimizerStep");
}

TEST(MeaningOfKinds, AWeakWordAloneIsNotCertain)
{
    const Meant program("main:\n p0 = f32[8] parameter 0 op=kernel\n p1 = f32[8] parameter 1 op=params\n"
                        " a = f32[8] negate p0\n b = f32[8] negate p1\n");
    EXPECT_EQ(program.argument("p0"), "model_parameters WeakPath");
    EXPECT_FALSE(program.isCertain("p0"));
    EXPECT_FALSE(program.isCertain("a")) << "what is computed from it is not certain either";
    EXPECT_TRUE(program.isCertain("p1"));
    EXPECT_TRUE(program.isCertain("b"));
}

/// A value is certain if its category is the same whatever the uncertain arguments are.
TEST(MeaningOfKinds, WhatFollowsFromAnUncertainArgumentIsUncertain)
{
    const Meant program(R"(
        main:
          p0 = f32[8,8] parameter 0 op=kernel
          p1 = f32[8,8] parameter 1 op=params
          p2 = f32[4,8] parameter 2 op=x
          p3 = f32[4,8] parameter 3 op=batch
          probable = f32[4,8] add p2 p1
          h = f32[4,8] add p3 p0
          root = (f32[4,8],f32[4,8]) tuple probable h
    )");
    EXPECT_EQ(program.meaning("probable"), "activations forward Forward");
    EXPECT_FALSE(program.isCertain("probable")) << "it may be made of weights only";
    EXPECT_EQ(program.meaning("h"), "activations forward Forward");
    EXPECT_TRUE(program.isCertain("h")) << "the batch decides";
}

/// The weight is one of two factors, and either may be the data. What follows for the other one is not certain either.
TEST(MeaningOfKinds, AnArgumentIsUncertainIfThoseThatDecideItAre)
{
    const Meant program(R"(
        main:
          p0 = f32[4,8] parameter 0
          p1 = f32[8,16] parameter 1
          p2 = f32[16,8] parameter 2
          h = f32[4,16] dot p0 p1 sums=1,0
          e = f32[4,16] exponential h
          y = f32[4,8] dot e p2 sums=1,0
          root = (f32[4,8]) tuple y
    )");
    for (const char* const name : {"p0", "p1", "p2", "h", "y"})
        EXPECT_FALSE(program.isCertain(name)) << name << " is " << program.meaning(name);
}

/// The step of an optimizer is computed from gradients and from an argument that may be optimizer state.
TEST(MeaningOfKinds, AnUpdateWithAnUncertainArgumentIsUncertain)
{
    const auto program = [](const std::string& path) {
        return Meant("main:\n p0 = f32[8,6] parameter 0 op=params\n p1 = bf16[8,6] parameter 1 op=" + path + R"(
          p2 = f32[4,8] parameter 2 op=batch
          s = f32[8,6] convert p1
          r = f32[4,6] dot p2 p0 sums=1,0
          e = f32[4,6] subtract r r op=jit(f)/transpose(jvp(f))/sub
          g = f32[8,6] dot p2 e sums=0,0 op=jit(f)/transpose(jvp(f))/dot
          m = f32[8,6] multiply s g
          w = f32[8,6] subtract p0 m
          root = (f32[8,6]) tuple w
        )");
    };
    EXPECT_EQ(program("opt_state.mu").meaning("m"), "optimizer_state new OptimizerStep");
    EXPECT_TRUE(program("opt_state.mu").isCertain("m"));
    EXPECT_EQ(program("kernel").meaning("m"), "gradients whole Gradient");
    EXPECT_FALSE(program("kernel").isCertain("m")) << "it is optimizer state if p1 is";
    EXPECT_TRUE(program("kernel").isCertain("g"));
}

/// A kernel that the file does not describe reads the array that is written. It may be attention or something else.
TEST(MeaningOfKinds, ACacheThatOnlyACustomCallReadsIsProbable)
{
    const Meant program(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = s32[] parameter 1
          p2 = f32[16,8] parameter 2
          p3 = f32[64,8] parameter 3
          k = f32[4,8] gather p3 p0
          filled = f32[16,8] dynamic-update-slice p2 k p1 p1
          read = f32[4,8] custom-call k filled target=tpu_custom_call
          root = (f32[16,8],f32[4,8]) tuple filled read
    )");
    EXPECT_EQ(program.argument("p2"), "kv_cache Filled");
    EXPECT_FALSE(program.isCertain("p2"));
}

/// word2vec and matrix factorization have no product of matrices: gradients are rows, which are added to the momentum.
TEST(MeaningOfKinds, RowsMayBeTheOnlyGradient)
{
    const Meant program(R"(
        combiner:
          c0 = f32[] parameter 0
          c1 = f32[] parameter 1
          croot = f32[] add c0 c1
        main:
          p0 = s32[4] parameter 0
          p1 = s32[4] parameter 1
          p2 = f32[64,8] parameter 2
          p3 = f32[64,8] parameter 3
          p4 = f32[64,8] parameter 4
          p5 = f32[64,8] parameter 5
          p6 = f32[4] parameter 6
          u = f32[4,8] gather p2 p0 op=jit(f)/jvp()/gather
          v = f32[4,8] gather p3 p1 op=jit(f)/jvp()/gather
          uv = f32[4,8] multiply u v op=jit(f)/jvp()/mul
          score = f32[4] reduce uv op=jit(f)/jvp()/reduce_sum
          e = f32[4] subtract score p6 op=jit(f)/transpose(jvp())/sub
          es = f32[4,8] broadcast e dims=0 op=jit(f)/transpose(jvp())/broadcast
          du = f32[4,8] multiply es v op=jit(f)/transpose(jvp())/mul
          dv = f32[4,8] multiply es u op=jit(f)/transpose(jvp())/mul
          rate = f32[64,8] constant
          mu = f32[64,8] multiply p4 rate
          mv = f32[64,8] multiply p5 rate
          m0 = f32[64,8] scatter mu p0 du calls combiner op=jit(f)/transpose(jvp())/scatter-add
          m1 = f32[64,8] scatter mv p1 dv calls combiner op=jit(f)/transpose(jvp())/scatter-add
          w0 = f32[64,8] subtract p2 m0
          w1 = f32[64,8] subtract p3 m1
          root = (f32[64,8],f32[64,8],f32[64,8],f32[64,8]) tuple w0 w1 m0 m1
    )");
    EXPECT_EQ(program.argument("p2"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p3"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p4"), "optimizer_state Optimizer");
    EXPECT_EQ(program.argument("p5"), "optimizer_state Optimizer");
}

/// All sequences read one learned memory, which the compiler repeats for each by joining copies of it.
TEST(MeaningOfKinds, AMemoryJoinedFromCopiesIsNotTheKeysOfEachSequence)
{
    const auto program = [](const std::string& keys) {
        return Meant(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = f32[64,8] parameter 1
          p2 = f32[2,16,8] parameter 2
          p3 = f32[2,16,8] parameter 3
          q = f32[4,8] gather p1 p0
          each = f32[4,16,8] broadcast q dims=0,2
          keys = f32[4,16,8] )"
                     + keys + R"(
          products = f32[4,16,8] multiply keys each
          scores = f32[4,16] reduce products
          e = f32[4,16] exponential scores
          sum = f32[4] reduce e
          wide = f32[4,16] broadcast sum dims=0
          weights = f32[4,16] divide e wide
          out = f32[4,8] dot weights p3
        )");
    };
    EXPECT_EQ(program("slice p2").argument("p2"), "kv_cache Attended") << "a part of it is read once";
    EXPECT_NE(program("concatenate p2 p2").argument("p2"), "kv_cache Attended");
    EXPECT_NE(program("concatenate p2 p2").argument("p3"), "kv_cache Attended");
}

/// Compilers read an array from slower memory in pieces and join them.
TEST(MeaningOfKinds, KeysMayBeReadInPieces)
{
    const Meant program(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = f32[64,8] parameter 1
          p2 = f32[4,16,8] parameter 2
          p3 = f32[4,16,8] parameter 3
          q = f32[4,8] gather p1 p0
          each = f32[4,16,8] broadcast q dims=0,2
          first = f32[2,16,8] slice p2
          second = f32[2,16,8] slice p2
          keys = f32[4,16,8] concatenate first second
          products = f32[4,16,8] multiply keys each
          scores = f32[4,16] reduce products
          e = f32[4,16] exponential scores
          sum = f32[4] reduce e
          wide = f32[4,16] broadcast sum dims=0
          weights = f32[4,16] divide e wide
          out = f32[4,8] dot weights p3
          root = (f32[4,8],f32[4,16,8],f32[4,16,8]) tuple out p2 p3
    )");
    for (const char* const name : {"p2", "p3"}) {
        EXPECT_EQ(program.argument(name), "kv_cache Attended");
        EXPECT_TRUE(program.isCertain(name));
    }
}

/// Another program updates the weights. The gradients depend on what was written into the buffer, unlike on a cache.
TEST(MeaningOfKinds, AReplayBufferIsNoCacheIfOnlyGradientsAreReturned)
{
    const auto program = [](const std::string& buffer) {
        return Meant(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[64,8] parameter 1
          p2 = s32[] parameter 2
          p3 = f32[1,8] parameter 3
          p4 = s32[16] parameter 4
          p5 = f32[16,6] parameter 5
          filled = f32[64,8] dynamic-update-slice p1 p3 p2 p2
          rows = f32[16,8] gather )"
                     + buffer + R"( p4
          h = f32[16,6] dot rows p0 sums=1,0 op=jit(f)/jvp()/dot_general
          e = f32[16,6] subtract h p5 op=jit(f)/transpose(jvp())/sub
          g = f32[8,6] dot rows e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          root = (f32[8,6],f32[64,8]) tuple g filled
        )");
    };
    EXPECT_EQ(program("filled").argument("p1"), "other_state Carried");
    EXPECT_FALSE(program("filled").isCertain("p1"));
    EXPECT_EQ(program("p1").argument("p1"), "kv_cache Filled") << "no gradient depends on what is written";
    EXPECT_EQ(program("filled").result("g"), "gradients whole Gradient");
}

/// SOAP computes its steps in a basis that it renews only in some steps. Another program renews it.
TEST(MeaningOfKinds, AReturnedFactorOfGradientsIsOptimizerState)
{
    const auto program = [](const std::string& error, const std::string& results) {
        return Meant(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[8,6] parameter 1
          p2 = f32[8,8] parameter 2
          p3 = f32[6,6] parameter 3
          p4 = f32[4,8] parameter 4
          p5 = s32[4,6] parameter 5
          r = f32[4,6] dot p4 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          labels = f32[4,6] convert p5
          picked = f32[4,6] negate labels op=jit(f)/transpose(jvp())/neg
          )" + error + R"(
          g = f32[8,6] dot p4 e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          left = f32[8,6] dot p2 g sums=0,0
          turned = f32[8,6] dot left p3 sums=1,0
          m = f32[8,6] add p1 turned
          right = f32[8,6] dot m p3 sums=1,1
          step = f32[8,6] dot p2 right sums=1,0
          w = f32[8,6] subtract p0 step
          root = )" + results);
    };
    const std::string before = "e = f32[4,6] subtract r labels op=jit(f)/jvp()/sub";
    const std::string after = "e = f32[4,6] multiply r picked op=jit(f)/transpose(jvp())/mul";
    const std::string all = "(f32[8,6],f32[8,6],f32[8,8],f32[6,6]) tuple w m p2 p3";
    const auto expect = [](const Meant& meant, bool isCertain) {
        EXPECT_EQ(meant.argument("p0"), "model_parameters Weight");
        EXPECT_EQ(meant.argument("p1"), "optimizer_state Optimizer");
        EXPECT_EQ(meant.argument("p2"), "optimizer_state Kept");
        EXPECT_EQ(meant.argument("p3"), "optimizer_state Kept");
        EXPECT_EQ(meant.argument("p4"), "inputs Batch");
        EXPECT_EQ(meant.meaning("g"), "gradients whole Gradient");
        EXPECT_EQ(meant.isCertain("p2"), isCertain);
        EXPECT_EQ(meant.isCertain("p3"), isCertain);
    };
    expect(program(before, all), true); // the backward part begins with the gradient
    expect(program(after, all), true); // … and before it, with a part of the labels alone
    expect(program(after, "(f32[8,6],f32[8,6]) tuple w m"), false); // not returned
}

/// A whole data set may be in the state, but so may many other arrays.
TEST(MeaningOfKinds, AReturnedInputIsProbable)
{
    const auto program = [](const std::string& results) {
        return Meant(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[16,8] parameter 1
          p2 = s32[16] parameter 2
          h = f32[16,6] dot p1 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          wide = s32[16,6] broadcast p2 dims=0
          label = f32[16,6] convert wide
          e = f32[16,6] subtract h label op=jit(f)/transpose(jvp())/sub
          g = f32[8,6] dot p1 e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          w = f32[8,6] subtract p0 g
          part = f32[4,8] slice p1
          root = )" + results);
    };
    const Meant returned = program("(f32[8,6],f32[16,8],s32[16]) tuple w p1 p2");
    const Meant read = program("(f32[8,6],f32[4,8]) tuple w part");
    EXPECT_EQ(returned.argument("p1"), "inputs Batch");
    EXPECT_EQ(returned.argument("p2"), "inputs Gathered");
    for (const char* const name : {"p1", "p2"}) {
        EXPECT_FALSE(returned.isCertain(name));
        EXPECT_TRUE(read.isCertain(name)) << "a part of it is not the argument";
    }
}

/// The trained factors are added to frozen weights before the batch meets them, and labels look up the losses.
TEST(MeaningOfKinds, TheBatchMayMeetOnlySumsOfWeights)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[8,2] parameter 1
          p2 = f32[2,6] parameter 2
          p3 = f32[4,8] parameter 3
          p4 = s32[4] parameter 4
          p5 = f32[6,6] parameter 5
          ab = f32[8,6] dot p1 p2 sums=1,0 op=jit(f)/jvp()/dot_general
          merged = f32[8,6] add p0 ab op=jit(f)/jvp()/add
          h = f32[4,6] dot p3 merged sums=1,0 op=jit(f)/jvp()/dot_general
          r = f32[4,6] dot h p5 sums=1,0 op=jit(f)/jvp()/dot_general
          e = f32[4,6] exponential r op=jit(f)/jvp()/exp
          loss = f32[4] gather e p4 op=jit(f)/jvp()/gather
          wide = s32[4,6] broadcast p4 dims=0
          label = f32[4,6] convert wide
          d = f32[4,6] subtract e label op=jit(f)/transpose(jvp())/sub
          back = f32[4,6] dot d p5 sums=1,1 op=jit(f)/transpose(jvp())/dot_general
          dw = f32[8,6] dot p3 back sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          da = f32[8,2] dot dw p2 sums=1,1 op=jit(f)/transpose(jvp())/dot_general
          db = f32[2,6] dot p1 dw sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          a = f32[8,2] subtract p1 da
          b = f32[2,6] subtract p2 db
          root = (f32[8,2],f32[2,6],f32[4]) tuple a b loss
    )");
    EXPECT_EQ(program.argument("p3"), "inputs Batch");
    EXPECT_TRUE(program.isCertain("p3"));
    EXPECT_EQ(program.argument("p0"), "model_parameters Frozen");
    EXPECT_EQ(program.argument("p5"), "model_parameters Frozen");
}

/// A target network computes the labels from other data. Another program copies the weights into it.
TEST(MeaningOfKinds, ATargetNetworkMayBeReturnedUnchanged)
{
    const auto program = [](const std::string& results) {
        return Meant(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[6,3] parameter 1
          p2 = f32[8,6] parameter 2
          p3 = f32[6,3] parameter 3
          p4 = f32[4,8] parameter 4
          p5 = f32[4,8] parameter 5
          h = f32[4,6] dot p4 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          r = f32[4,3] dot h p1 sums=1,0 op=jit(f)/jvp()/dot_general
          th = f32[4,6] dot p5 p2 sums=1,0
          t = f32[4,3] dot th p3 sums=1,0
          e = f32[4,3] subtract r t op=jit(f)/transpose(jvp())/sub
          d = f32[4,6] dot e p1 sums=1,1 op=jit(f)/transpose(jvp())/dot_general
          g0 = f32[8,6] dot p4 d sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          g1 = f32[6,3] dot h e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          w0 = f32[8,6] subtract p0 g0
          w1 = f32[6,3] subtract p1 g1
          root = )" + results);
    };
    const Meant returned = program("(f32[8,6],f32[6,3],f32[8,6],f32[6,3]) tuple w0 w1 p2 p3");
    for (const char* const name : {"p2", "p3"}) {
        EXPECT_EQ(returned.argument(name), "model_parameters LikeWeight");
        EXPECT_FALSE(returned.isCertain(name));
    }
    EXPECT_EQ(returned.argument("p5"), "inputs Batch");
    const Meant other = program("(f32[8,6],f32[6,3]) tuple w0 w1");
    EXPECT_NE(other.argument("p2"), "model_parameters LikeWeight") << "it may be data: it is not returned";
}

/// Elastic weight consolidation pulls weights towards those of an earlier task.
TEST(MeaningOfKinds, TheStateOfAPenaltyIsNoInput)
{
    const Meant program(test::donating(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[8,6] parameter 1
          p2 = f32[8,6] parameter 2
          p3 = f32[4,8] parameter 3
          p4 = f32[4,6] parameter 4
          r = f32[4,6] dot p3 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          e = f32[4,6] subtract r p4 op=jit(f)/transpose(jvp())/sub
          g = f32[8,6] dot p3 e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          far = f32[8,6] subtract p0 p1 op=jit(f)/jvp()/sub
          pull = f32[8,6] multiply far p2 op=jit(f)/transpose(jvp())/mul
          sum = f32[8,6] add g pull op=jit(f)/transpose(jvp())/add_any
          w = f32[8,6] subtract p0 sum
          root = (f32[8,6],f32[8,6],f32[8,6]) tuple w p1 p2
    )",
                                       {0}));
    for (const char* const name : {"p1", "p2"}) {
        EXPECT_EQ(program.argument(name), "optimizer_state LikeWeight");
        EXPECT_FALSE(program.isCertain(name));
    }
    EXPECT_EQ(program.argument("p3"), "inputs Batch");
}

/// The new state of a recurrent layer is a result, too, but no optimizer computes it.
TEST(MeaningOfKinds, ABiasMayBeAddedWithinANewState)
{
    const Meant program(test::donating(R"(
        main:
          p0 = f32[8,8] parameter 0
          p1 = f32[8] parameter 1
          p2 = f32[4,8] parameter 2
          p3 = f32[4,8] parameter 3
          p4 = f32[4,8] parameter 4
          wide = f32[4,8] broadcast p1 dims=1
          product = f32[4,8] dot p3 p0 sums=1,0 op=jit(f)/jvp()/dot_general
          biased = f32[4,8] add product wide op=jit(f)/jvp()/add
          h = f32[4,8] tanh biased op=jit(f)/jvp()/tanh
          state = f32[4,8] add h p2 op=jit(f)/jvp()/add
          e = f32[4,8] subtract state p4 op=jit(f)/transpose(jvp())/sub
          d = f32[4,8] multiply e biased op=jit(f)/transpose(jvp())/mul
          g = f32[8,8] dot p3 d sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          w = f32[8,8] subtract p0 g
          db = f32[8] reduce d op=jit(f)/transpose(jvp())/reduce_sum
          b = f32[8] subtract p1 db
          root = (f32[8,8],f32[8],f32[4,8]) tuple w b state
    )",
                                       {0, 1, 2}));
    EXPECT_EQ(program.argument("p1"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight");
}

/// A recurrent state keeps its value where a mask says so. Only weights read it; attention reads caches.
TEST(MeaningOfKinds, AMaskedRecurrentStateIsNoCertainCache)
{
    const auto program = [](const std::string& sum) {
        return Meant(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = pred[4,8] parameter 1
          p2 = f32[4,8] parameter 2
          p3 = f32[64,8] parameter 3
          p4 = f32[8,8] parameter 4
          x = f32[4,8] gather p3 p0
          h = f32[4,8] dot p2 p4 sums=1,0
          decayed = f32[4,8] multiply x p2
          sum = f32[4,8] add x )"
                     + sum + R"(
          next = f32[4,8] select p1 sum p2
          root = (f32[4,8],f32[4,8]) tuple next h
        )");
    };
    for (const char* const added : {"h", "decayed"}) {
        EXPECT_EQ(program(added).argument("p2"), "kv_cache Filled");
        EXPECT_FALSE(program(added).isCertain("p2")) << added;
    }
}

/// With a batch of one, the gradient of a weight is a column times a row.
TEST(MeaningOfKinds, AGradientMayBeAMultiplicationOfBroadcasts)
{
    const Meant program(R"(
        main:
          p0 = f32[8,6] parameter 0
          p1 = f32[8,6] parameter 1
          p2 = f32[8] parameter 2
          p3 = f32[6] parameter 3
          r = f32[6] dot p2 p0 sums=0,0
          e = f32[6] subtract r p3
          c = f32[8,6] broadcast p2 dims=0
          d = f32[8,6] broadcast e dims=1
          g = f32[8,6] multiply c d
          m = f32[8,6] add p1 g
          w = f32[8,6] subtract p0 m
          root = (f32[8,6],f32[8,6]) tuple w m
    )");
    EXPECT_EQ(program.argument("p0"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p1"), "optimizer_state Optimizer");
    EXPECT_EQ(program.meaning("g"), "gradients whole Gradient");
}

/// With a batch of one, the product of a vector and a matrix is a sum of multiples of the matrix.
TEST(MeaningOfKinds, AProductMayBeASumOfMultiples)
{
    const Meant program(R"(
        add:
          a = f32[] parameter 0
          b = f32[] parameter 1
          s = f32[] add a b
        main:
          p0 = s32[1] parameter 0
          p1 = f32[64,8] parameter 1
          p2 = f32[8,6] parameter 2
          z = f32[] constant
          rows = f32[1,8] gather p1 p0
          x = f32[8] reshape rows
          v = f32[8,6] broadcast x dims=0
          t = f32[8,6] multiply v p2
          y = f32[6] reduce t z calls add dims=0
          root = (f32[6]) tuple y
    )");
    EXPECT_EQ(program.argument("p2"), "model_parameters Frozen");
}

/// Compilers join two pieces as the maximum of both, padded.
TEST(MeaningOfKinds, ACacheMayMove)
{
    const Meant program(R"(
        main:
          p0 = s32[4] parameter 0
          p1 = f32[4,16,8] parameter 1
          p2 = f32[64,8] parameter 2
          z = f32[] constant
          k = f32[4,8] gather p2 p0
          last = f32[4,1,8] reshape k
          others = f32[4,15,8] slice p1
          a = f32[4,16,8] pad others z
          b = f32[4,16,8] pad last z
          moved = f32[4,16,8] maximum a b
          scores = f32[4,16] dot k moved
          root = (f32[4,16,8],f32[4,16]) tuple moved scores
    )");
    EXPECT_EQ(program.argument("p1"), "kv_cache Cache");
    EXPECT_EQ(program.meaning("moved"), "kv_cache new NextValue");
}

/// Gradients depend on the solution from which the conjugate gradient method starts, and update it. A running mean of
/// weights is computed from it, too, but is no sum.
TEST(MeaningOfKinds, AStepThatIsAddedToAWeightIsNoCertainWeight)
{
    const auto program = [](const std::string& next) {
        return Meant(R"(
        main:
          p0 = f32[4,8] parameter 0
          p1 = f32[8,6] parameter 1
          p2 = f32[8,6] parameter 2
          c = f32[] constant
          half = f32[8,6] broadcast c
          y = f32[4,6] dot p0 p1 op=jit(f)/jvp()/dot_general
          z = f32[4,6] dot p0 p2 op=jit(f)/jvp()/dot_general
          e = f32[4,6] subtract y z op=jit(f)/transpose(jvp())/sub
          g = f32[8,6] dot p0 e sums=0,0 op=jit(f)/transpose(jvp())/dot_general
          d = f32[8,6] subtract p2 g
          kept = f32[8,6] multiply half p1
          change = f32[8,6] subtract d p1
          part = f32[8,6] multiply half change
          )" + next + R"(
          root = (f32[8,6],f32[8,6]) tuple w d
    )");
    };
    const Meant step = program("w = f32[8,6] add p1 d");
    EXPECT_EQ(step.argument("p1"), "model_parameters Weight");
    EXPECT_TRUE(step.isCertain("p1"));
    EXPECT_EQ(step.argument("p2"), "optimizer_state Step");
    EXPECT_FALSE(step.isCertain("p2"));
    for (const char* const mean : {"w = f32[8,6] add kept d", "w = f32[8,6] add p1 part"})
        EXPECT_EQ(program(mean).argument("p2"), "model_parameters Weight") << mean;
}

/// Compilers write the product of a vector and a matrix as a sum of products, perhaps at another precision.
TEST(MeaningOfKinds, AProductWithAVectorMayBeASumOfConvertedProducts)
{
    const Meant program(R"(
        add:
          a = bf16[] parameter 0
          b = bf16[] parameter 1
          s = bf16[] add a b
        main:
          p0 = s32[1] parameter 0
          p1 = bf16[64,8] parameter 1
          p2 = bf16[8,6] parameter 2
          z = bf16[] constant
          rows = bf16[1,8] gather p1 p0
          x = bf16[8] reshape rows
          v = bf16[8,6] broadcast x dims=0
          left = f32[8,6] convert v
          right = f32[8,6] convert p2
          t = f32[8,6] multiply left right
          c = bf16[8,6] convert t
          y = bf16[6] reduce c z calls add dims=0
          root = (bf16[6]) tuple y
    )");
    EXPECT_EQ(program.argument("p2"), "model_parameters Frozen");
}

} // namespace
} // namespace tidemark
