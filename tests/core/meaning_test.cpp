#include "core/xla/meaning/attribution.h"

#include "core/files/file.h"
#include "core/files/read_blocks.h"
#include "core/xla/replay/trace_replay.h"
#include "tests/core/meaning_fixture.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string_view>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    return content.str();
}

/// The category of an argument according to the program that was compiled.
struct KnownArgument {
    std::string categories; // several if more than one is acceptable
    std::int64_t bytes = 0;
};

struct KnownProgram {
    std::string name;
    std::string hlo;
    std::map<std::int64_t, KnownArgument> arguments; // by number
};

/// The content of a program, which may be compressed.
std::string programOf(const std::string& path)
{
    const auto file = File::open(std::filesystem::exists(path) ? path : path + ".gz");
    EXPECT_TRUE(file) << path;
    return file ? *readStart(**file, (*file)->size()) : std::string();
}

std::vector<KnownProgram> knownPrograms()
{
    std::vector<KnownProgram> programs;
    for (const auto& entry : std::filesystem::directory_iterator(dataFolder() + "/meaning")) {
        if (!entry.path().string().ends_with(".truth.tsv"))
            continue;
        KnownProgram program;
        program.name = entry.path().stem().stem();
        program.hlo = programOf(entry.path().parent_path() / (program.name + ".hlo.pb"));
        std::istringstream lines(contentOf(entry.path()));
        std::int64_t number = 0;
        KnownArgument argument;
        while (lines >> number >> argument.categories >> argument.bytes)
            program.arguments[number] = argument;
        programs.push_back(std::move(program));
    }
    return programs;
}

/// Returns the same program as a compiler without a framework would produce it.
std::string withoutNames(const std::string& hlo)
{
    proto::HloProto proto;
    EXPECT_TRUE(proto.ParseFromString(hlo));
    for (auto& computation : *proto.mutable_hlo_module()->mutable_computations())
        for (auto& instruction : *computation.mutable_instructions()) {
            instruction.clear_metadata();
            if (instruction.opcode() == "parameter")
                instruction.set_name("param_" + std::to_string(instruction.parameter_number()) + "."
                                     + std::to_string(computation.id()));
        }
    return proto.SerializeAsString();
}

struct Attributed {
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Attribution> attribution;
};

Attributed attribute(const std::string& hlo)
{
    Attributed result;
    const auto plan = Plan::parse(hlo);
    EXPECT_TRUE(plan);
    result.plan = *plan;
    const auto attribution = Attribution::of(result.plan);
    EXPECT_TRUE(attribution);
    result.attribution = *attribution;
    return result;
}

/// Returns the bytes of the arguments whose category is wrong according to the program, and those of all arguments.
std::pair<std::int64_t, std::int64_t> wrongBytes(const KnownProgram& program, const std::string& hlo)
{
    const Attributed attributed = attribute(hlo);
    const ValueMeanings& values = attributed.attribution->values();
    std::int64_t wrong = 0;
    std::int64_t all = 0;
    std::size_t known = 0;
    for (const ArgumentId id : values.arguments().ids()) {
        const auto found = program.arguments.find(values.arguments()[id].number);
        if (found == program.arguments.end())
            continue;
        ++known;
        all += found->second.bytes;
        const std::string_view category = categoryName(values.argumentMeaning(id).category);
        if (("|" + found->second.categories + "|").find("|" + std::string(category) + "|") != std::string::npos)
            continue;
        wrong += found->second.bytes;
        EXPECT_LT(found->second.bytes, 1 << 20)
            << program.name << " argument " << found->first << ": " << category << ", not " << found->second.categories;
    }
    EXPECT_EQ(known, program.arguments.size()) << program.name;
    return {wrong, all};
}

TEST(Meaning, ArgumentsHaveTheMeaningOfTheProgram)
{
    const auto programs = knownPrograms();
    ASSERT_GE(programs.size(), 10U);
    for (const KnownProgram& program : programs) {
        const auto [wrong, all] = wrongBytes(program, program.hlo);
        EXPECT_LE(wrong * 1000, all) << program.name << ": " << wrong << " of " << all;
    }
}

TEST(Meaning, ArgumentsAreFoundWithoutAnyName)
{
    for (const KnownProgram& program : knownPrograms()) {
        const auto [wrong, all] = wrongBytes(program, withoutNames(program.hlo));
        EXPECT_LE(wrong * 100, all) << program.name << ": " << wrong << " of " << all;
    }
}

using Sums = std::map<std::pair<Category, Role>, std::int64_t>; // occupied bytes

Sums sumsAt(const IdVector<RowId, Meaning>& meanings, const SpaceTimeline& timeline, std::uint32_t step)
{
    Sums sums;
    for (const LiveRow& live : liveRows(timeline, step))
        sums[{meanings[live.row].category, meanings[live.row].role}] += timeline.rows[live.row].size - live.overlap;
    return sums;
}

Sums sumsAtPeak(const std::string& hlo)
{
    const Attributed attributed = attribute(hlo);
    const auto timeline = replaySpace(attributed.plan, 0);
    return sumsAt(attributed.attribution->ofRows(*timeline), *timeline, timeline->occupiedPeakStep);
}

std::int64_t ofCategory(const Sums& sums, Category category)
{
    std::int64_t sum = 0;
    for (const auto& [key, bytes] : sums)
        sum += key.first == category ? bytes : 0;
    return sum;
}

std::string knownHlo(const std::string& name)
{
    return contentOf(dataFolder() + "/meaning/" + name + ".hlo.pb");
}

/// A program of four rounds of training whose data comes out of the state. Gradients do not return with the weights.
TEST(Meaning, ActivationsSavedInARoundOfTrainingAreNoNewState)
{
    const Sums sums = sumsAtPeak(knownHlo("training_rounds"));
    EXPECT_EQ(sums.at({Category::Activations, Role::Saved}), std::int64_t{65536} * (1024 + 1024 + 512) * 4);
    EXPECT_EQ(ofCategory(sums, Category::OptimizerState), std::int64_t{1024} * (256 + 1024 + 256) * 4);
}

TEST(Meaning, EachWeightHasTwoMoments)
{
    // The shapes of the program: a table of 8192 × 768 and four matrices, all float32.
    constexpr std::int64_t kWeights
        = 4 * (8192 * 768 + 768 * 3 * 768 + 768 * 768 + 768 * 3072 + std::int64_t{3072} * 768);
    for (const char* const name : {"no_names_adam", "cross_alias_adam"}) {
        const Sums sums = sumsAtPeak(knownHlo(name));
        EXPECT_EQ(sums.at({Category::ModelParameters, Role::Held}), kWeights) << name;
        EXPECT_EQ(sums.at({Category::OptimizerState, Role::Held}), 2 * kWeights) << name;
    }
}

TEST(Meaning, CachesAreHeldAndTheirNextValuesAreNew)
{
    // Keys and values of two layers: 8 sequences × 2048 positions × 8 heads × 64, bfloat16.
    constexpr std::int64_t kCache = std::int64_t{2} * 2 * 8 * 2048 * 8 * 64 * 2;
    const Sums loop = sumsAtPeak(knownHlo("decode_loop_donated"));
    EXPECT_EQ(loop.at({Category::KvCache, Role::Held}), kCache);
    EXPECT_EQ(loop.at({Category::KvCache, Role::New}), kCache); // the stacks of the loop over layers in a step
    const Sums undonated = sumsAtPeak(knownHlo("decode_positional_undonated"));
    EXPECT_EQ(undonated.at({Category::KvCache, Role::Held}), kCache);
    EXPECT_EQ(undonated.at({Category::KvCache, Role::New}), kCache);
}

TEST(Meaning, LogitsAndHiddenStatesAreSavedActivations)
{
    const Sums sums = sumsAtPeak(knownHlo("lstm_bptt"));
    constexpr std::int64_t kLogits = std::int64_t{64} * 64 * 16384 * 4; // steps × batch × words, float32
    EXPECT_EQ(sums.at({Category::Activations, Role::Saved}), kLogits);
    EXPECT_GE(ofCategory(sums, Category::Activations), 2 * kLogits);
}

/// The memory at the peak of a training with known shapes. All samples but the first are available only with
/// TIDEMARK_SAMPLES.
struct KnownSizes {
    const char* module; // a part of its title
    std::map<std::pair<Category, Role>, std::int64_t> bytes;
};

std::vector<KnownSizes> knownSizes()
{
    // A transformer on 4 chips: 8 sequences of 2048, width 1024 of which a chip has 256 of each projection, 6 layers, 8
    // heads in 4 groups of 128, an embedding of 8192 words that also computes the logits; bfloat16, two moments.
    constexpr std::int64_t kTokens = std::int64_t{8} * 2048;
    constexpr std::int64_t kLayer = 3 * 1024 * 1024 + 2 * 256 * 8 * 128 + 2 * 256 * 4 * 128 + 2 * 1024;
    constexpr std::int64_t kWeights = 2 * (8192 * 1024 + 6 * kLayer + 1024);
    constexpr std::int64_t kBatch = 2 * kTokens * 4; // words and targets
    constexpr std::int64_t kLogits = kTokens * 8192 * (4 + 2); // float32, and rounded for the products
    constexpr std::int64_t kScores = std::int64_t{8} * 8 * 2048 * 2048 * 2;
    constexpr std::int64_t kKeys = kTokens * 4 * 128 * 2; // or values
    constexpr std::int64_t kQueries = kTokens * 8 * 128 * 2;
    constexpr std::int64_t kHidden = kTokens * 1024 * 2;
    constexpr std::int64_t kSums = std::int64_t{8} * 8 * 2048 * 4; // sums of the exponentials of the scores
    // The same in a scan over 16 layers on 4 other chips: width 2048, 16 heads in 8 groups.
    constexpr std::int64_t kScanTable = 8192 * 2048 * 2;
    constexpr std::int64_t kScanLayer = 2 * (3 * 2048 * 2048 + 2 * 512 * 16 * 128 + 2 * 512 * 8 * 128);
    constexpr std::int64_t kScanNorms = 2 * 2 * 16 * 2048 + 2 * 2048;
    // One chip with 2 layers, an inner width of 4096, and 32768 words.
    constexpr std::int64_t kOneChipLayer = 3 * 1024 * 4096 + 2 * 1024 * 8 * 128 + 2 * 1024 * 4 * 128 + 2 * 1024;
    constexpr std::int64_t kOneChip = 2 * (32768 * 1024 + 2 * kOneChipLayer + 1024);
    // 24 layers of the first model, without a scan, with half the sequences.
    constexpr std::int64_t kDeep = 2 * (8192 * 1024 + 24 * kLayer + 1024);
    // Convolutions of 3 × 3 on images and a classifier; bfloat16, trained without moments. Tiles have 128 columns.
    constexpr std::int64_t kKernels = 2 * 9 * (4 * 128 + 64 * 128 + 64 * 128 + 128 * 256 + 256 * 512) + 2 * 512 * 1000;
    constexpr std::int64_t kImages = std::int64_t{256} * 224 * 224 * 3 * 2 + 256 * 4; // including their classes
    return {
        {" jit_conv_train(", // the same program in containers, where it has another number
         {{{Category::ModelParameters, Role::Held}, kKernels},
          {{Category::ModelParameters, Role::New}, kKernels},
          {{Category::OptimizerState, Role::Held}, 0},
          {{Category::Inputs, Role::Held}, kImages}}},
        {" jit_train_step(6)",
         {{{Category::ModelParameters, Role::Held}, kOneChip},
          {{Category::OptimizerState, Role::Held}, 2 * kOneChip},
          {{Category::Inputs, Role::Held}, kBatch}}},
        {"/train_24layers_v5p.hlo.pb jit_train_step(0)",
         {{{Category::ModelParameters, Role::Held}, kDeep},
          {{Category::OptimizerState, Role::Held}, 2 * kDeep},
          {{Category::Inputs, Role::Held}, kBatch / 2}}},
        {" jit_train_step(137)",
         {{{Category::ModelParameters, Role::Held}, kWeights},
          {{Category::OptimizerState, Role::Held}, 2 * kWeights},
          {{Category::Inputs, Role::Held}, kBatch},
          {{Category::Activations, Role::Saved}, kLogits + 6 * (kScores + 2 * kKeys + kHidden + kSums)}}},
        {" jit_train_step(206)", // its layers are rematerialized one after the other
         {{{Category::ModelParameters, Role::Held}, kWeights},
          {{Category::OptimizerState, Role::Held}, 2 * kWeights},
          {{Category::Inputs, Role::Held}, kBatch},
          {{Category::Activations, Role::Saved}, kLogits},
          {{Category::Activations, Role::Recomputed}, kScores + 2 * kQueries + kKeys}}},
        {" jit_train_step(7)",
         {{{Category::ModelParameters, Role::Held}, kScanTable + 16 * kScanLayer + kScanNorms},
          {{Category::OptimizerState, Role::Held}, 2 * (kScanTable + 16 * kScanLayer + kScanNorms)},
          {{Category::Inputs, Role::Held}, kBatch},
          {{Category::Gradients, Role::Partial}, kScanTable}, // only the part of the logits
          {{Category::Activations, Role::Saved}, 16 * kTokens * 512 * 2}, // the inputs of the layers
          {{Category::Activations, Role::Recomputed}, 2 * kScores + kQueries}}},
    };
}

TEST(Meaning, CategoriesOfTrainingsMatchTheirShapes)
{
    std::set<std::string_view> found;
    for (const SampleModule& module : sampleModules()) {
        for (const KnownSizes& known : knownSizes()) {
            if (module.title.find(known.module) == std::string::npos)
                continue;
            found.insert(known.module);
            const Sums sums = sumsAtPeak(module.bytes);
            for (const auto& [meaning, bytes] : known.bytes)
                EXPECT_EQ(sums.contains(meaning) ? sums.at(meaning) : 0, bytes)
                    << module.title << " " << categoryName(meaning.first) << " " << roleName(meaning.second);
        }
    }
    EXPECT_EQ(found.size(), std::getenv("TIDEMARK_SAMPLES") ? knownSizes().size() : 1U);
}

/// The categories must add up to the occupied level at every step of every space.
void expectSums(const std::string& title, const Attributed& attributed)
{
    const auto stride = static_cast<std::uint32_t>(sampleStride());
    for (const std::int64_t space : usedSpaces(attributed.plan->assignment())) {
        const auto timeline = replaySpace(attributed.plan, space);
        const auto meanings = attributed.attribution->ofRows(*timeline);
        for (std::uint32_t step = 0; step < timeline->steps; step += stride) {
            std::int64_t sum = 0;
            for (const auto& [key, bytes] : sumsAt(meanings, *timeline, step)) {
                sum += bytes;
                EXPECT_EQ(key.first == Category::Unknown, key.second == Role::None) << title;
            }
            EXPECT_EQ(sum, timeline->occupied[step]) << title << " space " << space << " step " << step;
        }
        for (const Meaning& meaning : meanings)
            EXPECT_FALSE(attributed.attribution->ruleText(meaning).empty());
    }
}

TEST(Meaning, CategoriesAddUpToTheLevel)
{
    for (const SampleModule& module : sampleModules())
        if (const auto plan = Plan::parse(module.bytes))
            expectSums(module.title, {*plan, *Attribution::of(*plan)});
    std::mt19937 random(31);
    for (int i = 0; i < 60; ++i) {
        const proto::HloProto proto = i % 3 == 0 ? consistentPlan(random)
            : i % 3 == 1                         ? planOfManyLives(random)
                                                 : contradictoryPlan(random);
        if (const auto plan = Plan::parse(proto.SerializeAsString()))
            expectSums("random " + std::to_string(i), {*plan, *Attribution::of(*plan)});
    }
}

TEST(Meaning, ProgramsWithAnyReferencesAreAttributed)
{
    std::mt19937 random(7);
    proto::HloProto whole;
    ASSERT_TRUE(whole.ParseFromString(knownHlo("decode_loop_donated")));
    for (int i = 0; i < 40; ++i) {
        proto::HloProto changed = whole;
        mutateIntegers(*changed.mutable_hlo_module(), 1 + i, random);
        if (const auto plan = Plan::parse(changed.SerializeAsString()))
            expectSums("changed " + std::to_string(i), {*plan, *Attribution::of(*plan)});
    }
}

TEST(Meaning, ComputationsThatCallEachOtherInACircleEnd)
{
    proto::HloProto hlo;
    auto& module = *hlo.mutable_hlo_module();
    module.set_entry_computation_id(1);
    for (std::int64_t id = 1; id <= 2; ++id) {
        auto& computation = *module.add_computations();
        computation.set_id(id);
        auto& parameter = *computation.add_instructions();
        parameter.set_opcode("parameter");
        parameter.set_id(id * 10);
        auto& call = *computation.add_instructions();
        call.set_opcode(id == 1 ? "while" : "call");
        call.set_id(id * 10 + 1);
        call.add_operand_ids(id * 10);
        call.add_called_computation_ids(3 - id);
        computation.set_root_id(id * 10 + 1);
    }
    hlo.mutable_buffer_assignment()->add_buffer_allocations()->set_size(8);
    const auto plan = Plan::parse(hlo.SerializeAsString());
    ASSERT_TRUE(plan);
    EXPECT_TRUE(Attribution::of(*plan));
}

TEST(Meaning, AnyNumberOfBuffersMayBelongToOneTuple)
{
    constexpr int kMany = 30000;
    proto::HloProto hlo = planFromText("temp 8\n t 0 8");
    auto& made = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0);
    made.set_opcode("custom-call");
    made.mutable_shape()->set_element_type(13); // a tuple
    for (int i = 0; i < kMany; ++i) {
        *made.mutable_shape()->add_tuple_shapes() = shapeFromText("s32[]");
        auto& buffer = *hlo.mutable_buffer_assignment()->add_logical_buffers();
        buffer.set_id(100 + i);
        buffer.set_size(8);
        buffer.mutable_defined_at()->set_instruction_id(made.id());
    }
    const auto plan = Plan::parse(hlo.SerializeAsString());
    ASSERT_TRUE(plan);
    const auto attribution = *Attribution::of(*plan);
    std::size_t independent = 0;
    for (const BufferId buffer : (*plan)->assignment().buffers.ids())
        independent += attribution->ofBuffer(buffer).category == Category::Activations ? 1U : 0U;
    EXPECT_EQ(independent, kMany + 1U);
}

TEST(Meaning, CancelledWorkEnds)
{
    const Attributed attributed = attribute(knownHlo("no_names_sgd"));
    Progress progress;
    progress.isCancelled = [] { return true; };
    const auto cancelled = Attribution::of(attributed.plan, progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
}

TEST(ArgumentPaths, TheOutermostWordDecides)
{
    const auto category = [](std::string_view path, bool isInteger = false, std::int64_t elements = 1000) {
        const auto meaning = PathReader().read(test::argumentNamed(path, isInteger, elements));
        return meaning ? std::string(categoryName(meaning->category)) + (meaning->isWeak ? "?" : "") : "";
    };
    EXPECT_EQ(category("state['opt_state'][0].mu['params']['dense']['kernel']"), "optimizer_state");
    EXPECT_EQ(category("state.params['params']['decoder']['cache_proj']['kernel']"), "model_parameters");
    EXPECT_EQ(category("state.batch_stats['bn']['mean']"), "other_state");
    EXPECT_EQ(category("batch['inputs']", true), "inputs");
    EXPECT_EQ(category("caches[0]['k']"), "kv_cache");
    EXPECT_EQ(category("model.layers[0].weight"), "model_parameters?");
    EXPECT_EQ(category("opt_state[0].count", true, 1), "other_state");
    EXPECT_EQ(category("opt_state.acc_grads['w']"), "gradients");
    EXPECT_EQ(category("state['rng_key']", true, 2), "other_state");
    EXPECT_EQ(category("target_params['w']"), "model_parameters");
    EXPECT_EQ(category("init_carry[2]"), "");
    EXPECT_EQ(category("param_28.0"), "");
    EXPECT_EQ(category("Arg_0.1"), "");
    EXPECT_EQ(category(""), "");
}

} // namespace
} // namespace tidemark
