// Tests of the operations page of a profile: one bank or all.
#include "core/tenstorrent/tt_xla/operations_report.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tidemark::ttxla {
namespace {

using test::executing;
using test::runtimeLine;
using test::stepText;

std::string programLine(const char* words, const char* name)
{
    return runtimeLine("RuntimeTTNN", "DEBUG", std::string(words) + " execution of program: " + name);
}

/// Weights are loaded, a product is computed and its input is freed. Sizes are in thousandths of a MB per bank.
std::string decoderLog()
{
    return programLine("Starting", "main")
        + stepText("%0", "ttnn.load_cached", "@main_const_eval_0", "LoadCachedOp", {0})
        + runtimeLine("Always", "DEBUG", "Cache miss or invalid cache for function: main_const_eval_0")
        + programLine("Starting", "main_const_eval_0") + stepText("%0", "ttnn.to_layout", "%w", "ToLayoutOp", {100})
        + programLine("Finished", "main_const_eval_0") + stepText("%1", "ttnn.matmul", "%0", "MatmulOp", {2000}, 64, 33)
        + stepText("", "ttnn.deallocate", "%0", "DeallocateOp", {5000, 1000000, 600000})
        + stepText("%2", "ttnn.exp", "%1", "ExpOp", {3000}) + programLine("Finished", "main")
        + programLine("Starting", "main") + stepText("%1", "ttnn.add", "%a", "AddOp", {700})
        + stepText("%2", "ttnn.exp", "%1", "ExpOp", {800}) + programLine("Finished", "main");
}

std::int64_t ofBank(int thousandths)
{
    return std::llround(thousandths * 1048.576);
}

struct Decoder {
    Decoder()
        : profile(std::make_shared<const Profile>(std::move(test::readXlaLog(decoderLog())[0])))
    { }
    OperationsView show(Banks banks) const
    {
        return makeOperationsView({profile, {0, profile->operations.size()}}, Memory::Dram, view, banks);
    }
    std::shared_ptr<const Profile> profile;
    View view;
};

TEST(TtXlaOperations, TheLastOperationOfAProgramHasNoResultInTheNext)
{
    const Decoder decoder;
    const Profile& profile = *decoder.profile;
    EXPECT_TRUE(profile.after(3, Memory::Dram).isKnown()) << "inside the program";
    EXPECT_TRUE(profile.after(0, Memory::Dram).isKnown()) << "into const-eval";
    EXPECT_FALSE(profile.after(4, Memory::Dram).isKnown()) << "another program follows";
    const Levels levels = levelsOf(profile, Memory::Dram, {0, profile.operations.size()});
    EXPECT_FALSE(levels.increase(4));
    EXPECT_EQ(levels.increase(5), 12 * (ofBank(800) - ofBank(700))) << "though what came before it is another's";
}

TEST(TtXlaOperations, LevelsAreOfOneBankOrAll)
{
    const Decoder decoder;
    const OperationsView all = decoder.show(Banks::All);
    const OperationsView one = decoder.show(Banks::One);
    EXPECT_EQ(all.view->level()[2], 12 * ofBank(5000));
    EXPECT_EQ(one.view->level()[2], ofBank(5000));
    EXPECT_EQ(one.levels->capacity, ofBank(1000000));
    EXPECT_EQ(all.levels->capacity, 12 * ofBank(1000000));
    EXPECT_EQ(one.report.peaks[0].bytes, ofBank(5000));
    EXPECT_EQ(one.report.suspects[0].bytes, ofBank(5000) - ofBank(2000));
    EXPECT_EQ(all.report.peaks[0].largest, 12 * ofBank(600000));
    EXPECT_EQ(one.report.peaks.size(), 4U);
}

TEST(TtXlaOperations, PeaksHaveFreeMemoryAndFragmentation)
{
    const Decoder decoder;
    const PeakCard card = decoder.show(Banks::One).report.peaks[0];
    EXPECT_EQ(card.operation, 2U);
    EXPECT_EQ(card.free, ofBank(995000));
    EXPECT_EQ(card.largest, ofBank(600000));
    EXPECT_EQ(card.fragmentation, 397) << "1 - 600 / 995";
    const OperationsView shown = decoder.show(Banks::All);
    const Curve* const ratio = shown.view->curve(CurveRole::Ratio);
    ASSERT_TRUE(ratio);
    EXPECT_EQ(ratio->values[2], 397);
    EXPECT_EQ(shown.report.weights->weights, 12 * ofBank(0)) << "nothing was there before the first operation";
}

TEST(TtXlaOperations, WeightsAreTheMemoryInUseBeforeTheFirstOtherOperation)
{
    const std::string log = programLine("Starting", "main") + programLine("Starting", "main_const_eval_0")
        + stepText("%0", "ttnn.to_layout", "%w", "ToLayoutOp", {100}) + programLine("Finished", "main_const_eval_0")
        + stepText("%1", "ttnn.matmul", "%0", "MatmulOp", {2000}) + stepText("%2", "ttnn.exp", "%1", "ExpOp", {5000})
        + programLine("Finished", "main");
    const auto profile = std::make_shared<const Profile>(std::move(test::readXlaLog(log)[0]));
    const OperationsReport report = makeOperationsView({profile, {0, 3}}, Memory::Dram, View(), Banks::All).report;
    ASSERT_TRUE(report.weights);
    EXPECT_EQ(report.weights->weights, 12 * ofBank(2000));
    EXPECT_EQ(report.weights->activations, 12 * (ofBank(5000) - ofBank(2000)));
    EXPECT_FALSE(report.weights->declared) << "no module declares any";
}

TEST(TtXlaOperations, ListsShowTheLargestUseAndPadding)
{
    const Decoder decoder;
    const OperationsReport report = decoder.show(Banks::All).report;
    ASSERT_EQ(report.highest.size(), 6U) << "deallocations are not among them";
    EXPECT_EQ(report.highest[0].operation, 2U);
    ASSERT_EQ(report.padded.size(), 1U);
    EXPECT_EQ(report.padded[0].operation, 2U) << "33 columns are in two tiles";
}

TEST(TtXlaOperations, AnOperationHasItsChangeOfEachMemory)
{
    const Decoder decoder;
    const auto changes = changesOf(*decoder.profile, 2, Banks::One);
    ASSERT_EQ(changes.size(), 4U);
    EXPECT_EQ(changes[0].change, ofBank(5000) - ofBank(2000));
    EXPECT_EQ(changes[1].change, 0);
    const auto last = changesOf(*decoder.profile, 4, Banks::All);
    EXPECT_TRUE(last[0].before);
    EXPECT_FALSE(last[0].after);
    EXPECT_FALSE(last[0].change);
}

TEST(TtXlaOperations, AnOperationIsLinkedToItsIrLine)
{
    const std::string module
        = "2026-01-22 14:39:57 | DEBUG | MLIR Module ttnn:\nmodule {\n  %0 = \"ttnn.matmul\"(%arg0) "
          "loc(#loc2)\n}\n#loc2 = loc(\"ttnn.matmul%0\")\n"
          "------------------ END OF MLIR MODULE ------------------\n";
    const Profile profile = test::readXlaLog(module + decoderLog())[0];
    const IrLines ir(profile);
    const auto lines = ir.of(profile.operations[2]);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].stage, "ttnn");
    EXPECT_EQ(lines[0].number, 2U);
    EXPECT_EQ(lines[0].text, "%0 = \"ttnn.matmul\"(%arg0) loc(#loc2)");
    EXPECT_TRUE(ir.of(profile.operations[3]).empty());
}

TEST(TtXlaOperations, ADeallocationIsNotLinkedToTheLineThatCreatedItsOperand)
{
    const std::string module
        = "2026-01-22 14:39:57 | DEBUG | MLIR Module ttnn:\n  %0 = \"ttnn.matmul\"(%arg0) loc(#loc2)\n"
          "#loc2 = loc(\"here\")\n------------------ END OF MLIR MODULE ------------------\n";
    const auto step = [](const char* name, const char* type) {
        return test::executing("\"" + std::string(name) + "\"(%0) : () -> () loc(\"here\")")
            + test::blockText("operation " + std::string(type), {1000});
    };
    const Profile profile
        = test::readXlaLog(module + step("ttnn.matmul", "MatmulOp") + step("ttnn.deallocate", "DeallocateOp"))[0];
    const IrLines ir(profile);
    EXPECT_EQ(ir.of(profile.operations[0]).size(), 1U);
    EXPECT_TRUE(ir.of(profile.operations[1]).empty());
}

TEST(TtXlaOperations, APeakWithUnknownLevelsIsALowerBound)
{
    const auto outline = [](const std::string& log) {
        const auto profile = std::make_shared<const Profile>(test::readXlaLog(log)[0]);
        return outlineOf({profile, {0, profile->operations.size()}});
    };
    const auto step = [](int allocated) { return test::stepText("%1", "ttnn.exp", "%0", "ExpOp", {allocated}); };
    EXPECT_FALSE(outline(step(1000) + step(3000) + step(2000)).memories[0].isPeakLeast);
    const std::string untold = test::executing("%1 = \"ttnn.exp\"(%0) : () -> () loc(\"a\")");
    const ProgramOutline some = outline(step(1000) + untold + untold + untold + step(2000));
    EXPECT_TRUE(some.memories[0].isPeakLeast);
}

TEST(TtXlaOperations, MarksShowConstEval)
{
    const Decoder decoder;
    const auto entry = ProgramEntry{};
    const auto view
        = makeProfileView({decoder.profile, {0, decoder.profile->operations.size()}}, Memory::Dram, {}, entry);
    ASSERT_EQ(view->marks.size(), 3U);
    EXPECT_EQ(view->marks[1].name, "main_const_eval_0");
    EXPECT_EQ(view->marks[1].hue, Hue::Argument);
    EXPECT_EQ(view->marks[0].hue, Hue::Temporary);
}

} // namespace
} // namespace tidemark::ttxla
