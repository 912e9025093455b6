// Tests of the texts that explain the meaning of each byte to users.
#include "core/xla/meaning/arguments.h"
#include "core/xla/meaning/attribution.h"
#include "tests/core/meaning_fixture.h"
#include "tests/support/program_text.h"

#include <gtest/gtest.h>

#include <map>

namespace tidemark {
using namespace xla;
namespace {

class Worded
{
public:
    explicit Worded(const proto::HloProto& hlo)
        : m_plan(*Plan::parse(hlo.SerializeAsString()))
        , m_attribution(*Attribution::of(m_plan))
    {
        for (const InstructionId i : m_plan->module().instructions())
            m_instructions[std::string(m_plan->module().nameOf(i))] = i;
    }
    explicit Worded(std::string_view text)
        : Worded(test::programFromText(text))
    { }

    /// Returns "optimizer_state copy: made of …".
    std::string of(const std::string& name) const { return text(m_attribution->values().ofValue(value(name))); }
    std::string result(const std::string& name) const
    {
        const auto meaning = m_attribution->values().ofResult(value(name));
        return meaning ? text(*meaning) : "none";
    }
    /// Returns the text for any meaning.
    std::string words(const Meaning& meaning) const { return m_attribution->ruleText(meaning); }
    ValueId value(const std::string& name) const
    {
        return m_attribution->values().graph().value(m_instructions.at(name));
    }

private:
    std::string text(const Meaning& meaning) const
    {
        return std::string(categoryName(meaning.category)) + " " + std::string(roleName(meaning.role)) + ": "
            + m_attribution->ruleText(meaning);
    }

    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Attribution> m_attribution;
    std::map<std::string, InstructionId> m_instructions;
};

TEST(MeaningWords, DescribeValuesComputedFromArgumentsOfOneKind)
{
    const Worded program(R"(
        main:
          p0 = f32[8] parameter 0 op=opt_state.mu
          p1 = f32[8] parameter 1 op=grads
          p2 = f32[8] parameter 2 op=caches
          p3 = f32[8] parameter 3 op=params
          p4 = s32[8] parameter 4 op=batch
          p5 = f32[] parameter 5 op=stats
          p6 = f32[8] parameter 6 op=stats
          moments = f32[8] multiply p0 p0
          both = f32[8] multiply p0 p3
          gradient = f32[8] multiply p1 p1
          cache = f32[8] multiply p2 p2
          weight = f32[8] multiply p3 p3
          ids = s32[8] add p4 p4
          real = f32[8] convert ids
          one = f32[] add p5 p5
          many = f32[8] add p6 p6
          none = f32[8] constant
          twice = f32[8] add none none
          out = f32[8] add moments cache)");
    const auto of = [&](const char* name) { return program.of(name); };
    EXPECT_EQ(of("p0"), "optimizer_state held: argument opt_state.mu: its path says “opt_state”");
    EXPECT_EQ(of("moments"),
              "optimizer_state copy: computed from optimizer state without gradients (argument opt_state.mu: its path "
              "says “opt_state”)");
    EXPECT_EQ(of("both"), "optimizer_state copy: computed from optimizer state without gradients");
    EXPECT_EQ(of("gradient"), "gradients whole: computed in backward, read by the update of a weight");
    EXPECT_EQ(of("cache"), "kv_cache copy: computed from the cache only (argument caches: its path says “caches”)");
    EXPECT_EQ(of("weight"),
              "model_parameters copy: computed from weights only (argument params: its path says “params”)");
    EXPECT_EQ(of("ids"), "inputs copy: integers computed from the batch only (argument batch: its path says “batch”)");
    EXPECT_EQ(of("one"), "other_state copy: computed from other state only (argument stats: its path says “stats”)");
    EXPECT_EQ(of("many"), "activations forward: depends on the data, and backward does not read it")
        << "not one number";
    EXPECT_EQ(of("none"), "constants held: constant of the program");
    EXPECT_EQ(of("twice"), "constants held: independent of the arguments");
    EXPECT_EQ(program.result("out"), "outputs held: a result of the program, but no next value of state");
}

TEST(MeaningWords, DescribeHowTheProgramUsesArguments)
{
    const Worded program(R"(
        main:
          p0 = s32[8] parameter 0
          p1 = f32[64,8] parameter 1
          p2 = f32[64] parameter 2
          p3 = f32[8] parameter 3
          p4 = u32[2] parameter 4
          p5 = s32[] parameter 5
          p6 = f32[8,8] parameter 6
          p7 = f32[8,8] parameter 7 op=model.kernel
          rows = f32[8,8] gather p1 p0
          rate = f32[8] gather p2 p0
          both = f32[8] multiply p3 p3
          key = u32[2] add p4 p4
          next = s32[] add p5 p5
          other = f32[8,8] dot p6 p1 sums=1,1
          out = f32[8,8] add p7 p7)");
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"p0", "inputs held: argument p0: integers without a next value"},
        {"p1",
         "model_parameters held: argument p1: multiplied with the data or used as its lookup table, and not "
         "updated"},
        {"p2", "other_state held: argument p2: a table of numbers"},
        {"p3", "unknown : argument p3: no rule matched"},
        {"p4", "other_state held: argument p4: the state of a random number generator"},
        {"p5", "other_state held: argument p5: one number"},
        {"p6", "inputs held: argument p6: multiplied with weights as data, and not updated"},
        {"p7", "model_parameters held: argument model.kernel: its path says “model”, and dataflow does not decide"},
    };
    for (const auto& [name, words] : cases)
        EXPECT_EQ(program.of(name), words) << name;
}

/// A weight of few bits is trained with a master copy of full precision.
proto::HloProto trainingWithMaster(int weight, int output)
{
    auto hlo = test::programFromText(R"(
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
          w = bf16[8,8] convert m
          root = (bf16[8,8],f32[8,8]) tuple w m)");
    auto& entry = *hlo.mutable_hlo_module()->mutable_input_output_alias()->add_entries();
    entry.add_output_shape_index(output);
    entry.set_parameter_number(weight);
    return hlo;
}

TEST(MeaningWords, NameTheWeightOfAMasterWeight)
{
    const Worded program(trainingWithMaster(2, 0));
    EXPECT_EQ(program.of("p3"),
              "model_parameters held: argument p3: a weight's next value is a copy of its next value");
    EXPECT_EQ(program.of("p2"), "model_parameters held: argument p2: updated with its own gradient");
    EXPECT_EQ(program.of("p0"), "inputs held: argument p0: multiplied with weights as data, and not updated");
    EXPECT_EQ(program.of("e"), "activations backward: depends on the gradient of the loss");
    EXPECT_EQ(program.result("w"), "model_parameters new: next value of argument p2: updated with its own gradient");
}

/// Its weight is gathered by a collective that overlaps with other work.
TEST(MeaningWords, MastersAreFoundThroughCollectivesThatOverlap)
{
    auto hlo = test::programFromText(R"(
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
          root = (bf16[8,8],f32[8,8]) tuple w m)");
    auto& entry = *hlo.mutable_hlo_module()->mutable_input_output_alias()->add_entries();
    entry.add_output_shape_index(0);
    entry.set_parameter_number(2);
    EXPECT_EQ(Worded(hlo).of("p3"),
              "model_parameters held: argument p3: a weight's next value is a copy of its next value");
}

TEST(MeaningWords, IgnoreDonationsThatPointNowhere)
{
    const std::string alone = Worded(trainingWithMaster(99, 0)).of("p3");
    EXPECT_NE(alone, Worded(trainingWithMaster(2, 0)).of("p3"));
    EXPECT_EQ(Worded(trainingWithMaster(2, 7)).of("p3"), alone) << "there is no such result";
    auto inside = trainingWithMaster(2, 0);
    inside.mutable_hlo_module()->mutable_input_output_alias()->mutable_entries(0)->add_parameter_shape_index(3);
    EXPECT_EQ(Worded(inside).of("p3"), alone) << "the argument has no elements";
    auto whole = trainingWithMaster(2, 0);
    whole.mutable_hlo_module()->mutable_input_output_alias()->mutable_entries(0)->clear_output_shape_index();
    EXPECT_EQ(Worded(whole).of("p3"), alone) << "all results cannot take over one argument";
}

TEST(MeaningWords, NameTheSourceOfCopiesAndFilledMemory)
{
    const Worded program("main:\n p0 = f32[8] parameter 0 op=params\n copied = f32[8] copy p0\n"
                         " n = f32[8] negate copied\n");
    EXPECT_EQ(program.of("copied"), "model_parameters copy: copy of params: argument params: its path says “params”");
    Meaning meaning{Category::Activations, Role::Saved, ValueRule::Saved, program.value("n")};
    EXPECT_EQ(program.words(meaning), "saved in forward, read in backward");
    meaning.filledBy = program.value("n");
    EXPECT_EQ(program.words(meaning), "memory that is filled by n: saved in forward, read in backward");
    meaning.isCopy = true;
    EXPECT_EQ(program.words(meaning), "copy of n: memory that is filled by n: saved in forward, read in backward");
    meaning.filledBy = {};
    meaning.rule = ValueRule::Recomputed;
    EXPECT_EQ(program.words(meaning), "copy of n: recomputed for backward, as its name says");
    EXPECT_EQ(program.words({}), "no rule matched");
}

TEST(ArgumentPathEdges, AWeakWordThatAllArgumentsShareCountsForNone)
{
    const auto program = [](const std::string& second) {
        return test::Meant("main:\n p0 = f32[8] parameter 0 op=x[0]\n p1 = f32[8] parameter 1 op=" + second
                           + "\n s = f32[8] add p0 p1\n root = (f32[8]) tuple s\n");
    };
    EXPECT_EQ(program("x[1]").argument("p0"), "unknown None");
    EXPECT_EQ(program("y").argument("p0"), "inputs WeakPath");
}

TEST(ArgumentPathEdges, WordsAreDividedAtUnderscoresAndCapitals)
{
    const auto category = [](std::string_view path, bool isInteger = false, std::int64_t elements = 1000) {
        const auto meaning = PathReader().read(test::argumentNamed(path, isInteger, elements));
        return meaning ? std::string(categoryName(meaning->category)) + (meaning->isWeak ? "?" : "") : "";
    };
    EXPECT_EQ(category("trainState.optState"), "optimizer_state");
    EXPECT_EQ(category("__opt__"), "optimizer_state");
    EXPECT_EQ(category("myOPT"), "optimizer_state");
    EXPECT_EQ(category("OPTX"), "") << "capitals one after the other are one word";
    EXPECT_EQ(category("Params"), "model_parameters");
    EXPECT_EQ(category("exp_avg_sq['w']"), "optimizer_state");
    EXPECT_EQ(category("x"), "inputs?");
    EXPECT_EQ(category("x['params']"), "model_parameters") << "a strong word after a weak one";
    EXPECT_EQ(category("key", true, 1), "") << "one number is no key";
    EXPECT_EQ(category("key", true, 2), "other_state");
    EXPECT_EQ(category("key", true, 8), "other_state");
    EXPECT_EQ(category("key", true, 9), "");
    EXPECT_EQ(category("key", false, 2), "");
    EXPECT_EQ(category("params['count']", true, 1), "model_parameters") << "no counter of an optimizer";
    EXPECT_EQ(category("opt_state['w']", true, 2), "optimizer_state");
    EXPECT_EQ(category("parameter_3"), "");
    EXPECT_EQ(category("arg_3.1"), "");
    EXPECT_EQ(category("args_w"), "model_parameters?");
}

TEST(ArgumentPathEdges, TheLastWordOfACompoundDecides)
{
    const auto category = [](std::string_view path) {
        const auto meaning = PathReader().read(test::argumentNamed(path, false, 1000));
        return meaning ? std::string(categoryName(meaning->category)) + (meaning->isWeak ? "?" : "") : "";
    };
    EXPECT_EQ(category("model.layers[0].self_attn.kv_proj"), "model_parameters?");
    EXPECT_EQ(category("input_layernorm"), "model_parameters?");
    EXPECT_EQ(category("BatchNorm_0"), "model_parameters?");
    EXPECT_EQ(category("position_embeddings"), "model_parameters?");
    EXPECT_EQ(category("model.embed_tokens"), "model_parameters?");
    EXPECT_EQ(category("proj_kv"), "kv_cache");
    EXPECT_EQ(category("kv_cache"), "kv_cache") << "all of its words say so";
    EXPECT_EQ(category("input_ids"), "inputs");
    EXPECT_EQ(category("model.token_mixer"), "inputs?");
    EXPECT_EQ(category("token_mixer"), "inputs");
    EXPECT_EQ(category("model.tokens"), "inputs");
    EXPECT_EQ(category("params['w']"), "model_parameters");
    EXPECT_EQ(category("s[0].v['params']['w']"), "model_parameters");
    EXPECT_EQ(category("state.ema_params['w']"), "model_parameters");
    EXPECT_EQ(category("s[0].grad_sum['params']['w']"), "optimizer_state");
    EXPECT_EQ(category("aux['bn/~/mean_ema']['hidden']"), "other_state");
    EXPECT_EQ(category("b"), "") << "of two dimensions it is no bias";
    EXPECT_TRUE(PathReader().read(test::argumentNamed("b", false, 128, 1)));
    const auto step = PathReader().read(test::argumentNamed("s.gradient_step", true, 1, 0));
    ASSERT_TRUE(step);
    EXPECT_EQ(step->category, Category::OtherState) << "a counter of gradients is no gradient";
}

/// Misleading names in a training with momentum.
TEST(MeaningWords, GradientsOverruleWordsWithinNames)
{
    const auto training = [](std::string_view weight, std::string_view moment) {
        return Worded("main:\n p0 = f32[8,8] parameter 0\n p1 = f32[8,8] parameter 1\n p2 = f32[8,8] parameter 2 op="
                      + std::string(weight) + "\n p3 = f32[8,8] parameter 3 op=" + std::string(moment)
                      + "\n h = f32[8,8] dot p0 p2\n e = f32[8,8] subtract h p1\n g = f32[8,8] dot p0 e\n"
                        " m = f32[8,8] add p3 g\n w = f32[8,8] subtract p2 m\n"
                        " root = (f32[8,8],f32[8,8]) tuple w m\n");
    };
    const Worded misleading = training("net.token_mixer", "s[0].v['params']['mixer']");
    EXPECT_EQ(misleading.of("p2"), "model_parameters held: argument net.token_mixer: updated with its own gradient");
    EXPECT_EQ(misleading.of("p3"),
              "optimizer_state held: argument s[0].v['params']['mixer']: updated with the gradient of a weight, and "
              "no gradient depends on it");
    const Worded doubtful = training("token_mixer", "grads");
    EXPECT_EQ(doubtful.of("p2"), "model_parameters held: argument token_mixer: updated with its own gradient");
    const Worded plain = training("ts.params['mixer']", "params['other']");
    EXPECT_EQ(plain.of("p2"), "model_parameters held: argument ts.params['mixer']: its path says “params”");
    EXPECT_TRUE(plain.of("p3").starts_with("optimizer_state held: argument params['other']: updated with"));
}

} // namespace
} // namespace tidemark
