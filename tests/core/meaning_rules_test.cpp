#include "core/xla/meaning/value_meanings.h"

#include "tests/core/dataflow_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using test::Program;

/// A program of a few lines and what its values mean, by the names of their instructions.
class Meant
{
public:
    explicit Meant(std::string_view text)
        : m_program(text)
        , m_meanings(*ValueMeanings::of(m_program.module(), {}))
    { }

    /// "model_parameters Frozen"
    std::string argument(const std::string& name) const
    {
        static constexpr std::array kRules
            = {"None",  "Path",     "Weight", "MasterWeight", "MeanWeight", "Frozen",  "Table",   "Optimizer",
               "Cache", "Gathered", "Batch",  "Counter",      "Key",        "Carried", "WeakPath"};
        const ArgumentId id = m_meanings->arguments().at(value(name));
        const ArgumentMeaning& meaning = m_meanings->argumentMeaning(id);
        return std::string(categoryName(meaning.category)) + " " + kRules.at(static_cast<std::size_t>(meaning.rule));
    }
    /// "activations forward Forward"
    std::string value(const std::string& name, std::uint32_t at) const
    {
        return textOf(m_meanings->ofValue(m_program.value(name, at)));
    }
    std::string meaning(const std::string& name) const { return value(name, 0); }
    /// Of the memory of a result.
    std::string result(const std::string& name) const
    {
        const auto meaning = m_meanings->ofResult(value(name));
        return meaning ? textOf(*meaning) : "none";
    }

private:
    ValueId value(const std::string& name) const { return m_program.value(name); }
    std::string textOf(const Meaning& meaning) const
    {
        static constexpr std::array kRules = {
            "None",     "Argument", "NextValue",   "WrittenInto", "Gradient", "OptimizerStep", "OfWeights", "OfState",
            "OfInputs", "OfCache",  "OfConstants", "Backward",    "Saved",    "Recomputed",    "Forward",   "Result"};
        return std::string(categoryName(meaning.category)) + " " + std::string(roleName(meaning.role)) + " "
            + kRules.at(static_cast<std::size_t>(meaning.rule)) + (meaning.isCopy ? " copy" : "");
    }

    Program m_program;
    std::unique_ptr<const ValueMeanings> m_meanings;
};

/// Rows are looked up, multiplied and scaled; no name says anything.
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
      other = f32[8,8] dot p10 p2
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

TEST(MeaningOfArguments, IsWhatAnInferenceDoesWithThem)
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

TEST(MeaningOfArguments, IsTheStateOfAGeneratorUpToEightNumbers)
{
    const Meant program("main:\n p0 = u32[8] parameter 0\n p1 = u32[9] parameter 1\n p2 = u32[1] parameter 2\n"
                        " a = u32[8] add p0 p0\n b = u32[9] add p1 p1\n c = u32[1] add p2 p2\n out = u32[9] add b a\n");
    EXPECT_EQ(program.argument("p0"), "other_state Key");
    EXPECT_EQ(program.argument("p1"), "inputs Gathered");
    EXPECT_EQ(program.argument("p2"), "other_state Counter");
}

TEST(MeaningOfArguments, IsWhatIntegersThatAreNoStateMeet)
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

TEST(MeaningOfValues, FollowsFromWhatTheyAreMadeOf)
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
             {"c", "constants held OfConstants"},
             {"twice", "constants held OfConstants"},
             {"out", "activations forward Forward"},
         })
        EXPECT_EQ(program.meaning(name), meaning) << name;
    EXPECT_EQ(program.result("out"), "outputs held Result");
    EXPECT_EQ(program.result("scaled"), "none");
}

/// A matrix is trained with momentum; its gradient is summed over devices.
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

TEST(MeaningOfArguments, IsWhatATrainingDoesWithThem)
{
    const Meant program(kTraining);
    EXPECT_EQ(program.argument("p0"), "inputs Batch");
    EXPECT_EQ(program.argument("p1"), "inputs Batch");
    EXPECT_EQ(program.argument("p2"), "model_parameters Weight");
    EXPECT_EQ(program.argument("p3"), "optimizer_state Optimizer");
}

TEST(MeaningOfValues, OfATrainingFollowsTheGradient)
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
             {"rate", "constants held OfConstants"},
         })
        EXPECT_EQ(program.meaning(name), meaning) << name;
    EXPECT_EQ(program.result("w"), "model_parameters new NextValue");
    EXPECT_EQ(program.result("m"), "optimizer_state new NextValue");
    EXPECT_EQ(program.result("h"), "outputs held Result");
}

TEST(MeaningOfValues, OfWhatIsMadeOfGradientsBesideAnUpdateIsTheirs)
{
    std::string text = kTraining;
    text.insert(text.find("      root"), " norm = f32[8] reduce r\n length = f32[8] reduce s\n");
    const Meant program(text);
    EXPECT_EQ(program.meaning("norm"), "gradients whole Gradient");
    EXPECT_EQ(program.meaning("length"), "optimizer_state new OptimizerStep");
}

TEST(MeaningOfValues, IsToldByTheNamesOfTheFramework)
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
    EXPECT_EQ(program.argument("p3"), "other_state Carried") << "nothing reads it";
    EXPECT_EQ(program.argument("p1"), "other_state Counter");
    EXPECT_EQ(program.meaning("filled"), "kv_cache new NextValue");
    EXPECT_EQ(program.meaning("k"), "activations forward Forward");
    EXPECT_EQ(program.result("scores"), "outputs held Result");
}

/// Beams are told apart by their caches, which are written to and then put in the order of their parents, or first.
TEST(MeaningOfArguments, CachesMayBePutInAnotherOrder)
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

/// A table is updated at the rows that were looked up, by accumulators of theirs.
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

/// The same table looks up rows and makes the logits: its gradient is one product, and rows that are added to it.
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

/// As normalization does: what a scale's gradient sums is taken out of what goes further back.
TEST(MeaningOfValues, OfTheBackwardPartStaysBehindTheGradientOfAScale)
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
    EXPECT_EQ(program.meaning("norm"), "gradients whole Gradient") << "of gradients alone";
}

TEST(MeaningOfArguments, ABatchMayBeGatheredAtConstantPlaces)
{
    const Meant program(R"(
        main:
          p0 = f32[32,8] parameter 0
          p1 = f32[8,8] parameter 1
          p2 = f32[32,8] parameter 2
          order = s32[32] constant
          x = f32[32,8] gather p0 order
          y = f32[32,8] gather p2 order
          h = f32[32,8] dot x p1
          e = f32[32,8] subtract h y
          g = f32[8,8] dot x e
          w = f32[8,8] subtract p1 g
    )");
    EXPECT_EQ(program.argument("p0"), "inputs Batch");
    EXPECT_EQ(program.argument("p2"), "inputs Batch");
}

/// A scan slices what was saved, which is named after the backward part, and computes again from it.
TEST(MeaningOfValues, IsComputedAgainAlsoFromWhatIsNamedAfterTheBackwardPart)
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

TEST(MeaningOfValues, TheGradientOfWhatLabelsLookUpIsOfTheBackwardPart)
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

/// The weight is a cast of its master, gathered by a collective that other work runs beside.
TEST(MeaningOfArguments, MastersAreFoundThroughCollectivesThatOverlap)
{
    const Meant program(R"(
        start:
          s0 = bf16[8,8] parameter 0
          gathered = bf16[8,8] all-gather s0
          started = (bf16[8,8],bf16[8,8],s32[2]) custom-call gathered target=AsyncCollectiveStart
        done:
          d0 = bf16[8,8] parameter 0
          d1 = bf16[8,8] parameter 1
          d2 = bf16[8,8] all-gather d0
          finished = bf16[8,8] custom-call d0 d1 d2 target=AsyncCollectiveDone
        main:
          p0 = bf16[8,8] parameter 0
          p1 = bf16[8,8] parameter 1
          p2 = bf16[8,8] parameter 2
          p3 = f32[8,8] parameter 3
          h = bf16[8,8] dot p0 p2
          e = bf16[8,8] subtract h p1
          g = bf16[8,8] dot p0 e
          wide = f32[8,8] convert g
          m = f32[8,8] subtract p3 wide
          narrow = bf16[8,8] convert m
          begun = (bf16[8,8],bf16[8,8],s32[2]) fusion narrow calls start
          from = bf16[8,8] get-tuple-element begun 0
          to = bf16[8,8] get-tuple-element begun 1
          w = bf16[8,8] fusion from to calls done
          root = (bf16[8,8],f32[8,8]) tuple w m
    )");
    EXPECT_EQ(program.argument("p3"), "model_parameters MasterWeight");
}

} // namespace
} // namespace tidemark
