#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace tidemark::ttxla {
namespace {

using test::blockText;
using test::executing;
using test::readXlaLog;
using test::runtimeLine;
using test::stepText;

std::int64_t mb(int thousandths)
{
    return (std::int64_t{thousandths} * 1048576 + 500) / 1000;
}

std::vector<std::string> codesOf(const Profile& profile)
{
    std::vector<std::string> codes;
    for (const Warning& warning : profile.warnings.list())
        codes.push_back(warning.code);
    return codes;
}

std::string started(const char* program)
{
    return runtimeLine("RuntimeTTNN", "DEBUG", std::string("Starting execution of program: ") + program);
}
std::string finished(const char* program)
{
    return runtimeLine("RuntimeTTNN", "DEBUG", std::string("Finished execution of program: ") + program);
}

std::string smallLog()
{
    return started("main") + stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000})
        + stepText("%2", "ttnn.matmul", "%1", "MatmulOp", {3500})
        + stepText("", "ttnn.deallocate", "%1", "DeallocateOp", {7500})
        + stepText("%3", "ttnn.add", "%2", "EltwiseBinaryOp", {5000, 1000000, 500000}) + finished("main");
}

TEST(TtXlaLog, BlocksAreTheStateBeforeAnOperation)
{
    const auto profiles = readXlaLog(smallLog());
    ASSERT_EQ(profiles.size(), 1U);
    const Profile& profile = profiles[0];
    EXPECT_TRUE(profile.warnings.empty());
    ASSERT_EQ(profile.operations.size(), 4U);
    EXPECT_EQ(profile.labelOf(profile.operations[1]), "ttnn.matmul");
    EXPECT_EQ(profile.nameOf(profile.operations[1].type), "MatmulOp");
    EXPECT_EQ(profile.before(1, Memory::Dram).allocated, mb(3500));
    EXPECT_EQ(profile.after(1, Memory::Dram).allocated, mb(7500));
    EXPECT_EQ(profile.after(1, Memory::Dram).allocatedOfAll(), 12 * mb(7500));
    EXPECT_EQ(profile.before(3, Memory::Dram).largest, mb(500000));
    EXPECT_EQ(profile.before(3, Memory::Dram).fragmentation(), 497); // 1 - 500 / 995
    EXPECT_FALSE(profile.after(3, Memory::Dram).isKnown());
    EXPECT_EQ(profile.before(0, Memory::L1).banks, 64);
    EXPECT_TRUE(profile.hasStates(Memory::Trace));
    EXPECT_EQ(profile.listed(), 3U);
    EXPECT_FALSE(profile.operations[2].isListed());
    EXPECT_EQ(profile.operations[3].index, 2U);
    ASSERT_EQ(profile.ranges.size(), 1U);
    EXPECT_EQ(profile.ranges[0].name, "main");
    EXPECT_EQ(profile.ranges[0].end, 4U);
}

TEST(TtXlaLog, ColoursPrefixesAndBlockSizesDoNotMatter)
{
    std::string coloured;
    std::string ranked;
    const std::string plain = smallLog();
    for (std::string_view rest = plain; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
        const std::string line(rest.substr(0, rest.find('\n')));
        const std::size_t bar = line.find(" | ");
        const std::size_t second = line.find(" | ", bar + 1);
        coloured += "\x1b[32m" + line.substr(0, bar) + "\x1b[0m | \x1b[1m\x1b[38;5;69m"
            + line.substr(bar + 3, second - bar - 3) + "\x1b[0m | " + line.substr(second + 3) + "\r\n";
        ranked += "[1,0]<stdout>: " + line + "\n[1,1]<stdout>: " + line + "\n";
    }
    const Profile expected = readXlaLog(plain)[0];
    for (const std::string& text : {plain, coloured, ranked})
        for (const std::size_t block : {1U, 17U, 100000U}) {
            const auto profiles = readXlaLog(text, block);
            ASSERT_EQ(profiles.size(), text == ranked ? 2U : 1U);
            for (const Profile& profile : profiles) {
                EXPECT_TRUE(profile.warnings.empty()) << profile.warnings.list()[0].describe();
                EXPECT_EQ(profile.states, expected.states);
                EXPECT_EQ(profile.facts.size(), expected.facts.size());
                EXPECT_EQ(profile.facts[1].loc, "ttnn.matmul%1");
            }
        }
    EXPECT_EQ(readXlaLog(ranked)[1].rank, "1,1");
}

TEST(TtXlaLog, OperationsAreParsedLikeUpstream)
{
    const auto facts = readOperation(
        R"(%1 = ttcore.load_cached(@main_const_eval_0, [%arg1, %arg2]) : (tensor<4x8xbf16>, !ttnn.device) -> tensor<4x8xbf16> loc(unknown))");
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->result, "%1");
    EXPECT_EQ(facts->name, "ttcore.load_cached");
    EXPECT_EQ(facts->inputs, (std::vector<std::string>{"@main_const_eval_0", "[%arg1", "%arg2]"}));
    EXPECT_FALSE(facts->attributes);
    EXPECT_EQ(facts->inputTypes, "tensor<4x8xbf16>, !ttnn.device");
    ASSERT_EQ(facts->inputTensors.size(), 1U);
    EXPECT_EQ(facts->inputTensors[0].shape, "4x8");
    EXPECT_EQ(facts->loc, "@main_const_eval_0");

    const auto many = readOperation(
        R"(%5:2 = "ttnn.split"(%4) <{dim = 1 : i32, map = #m<(d0) -> (d0)>}> : (tensor<f32>) -> (tensor<2x!ttcore.tile<32x32, bfp_bf8>>, tensor<7xsi32>) loc("a/b.mlir":9:14))");
    ASSERT_TRUE(many);
    EXPECT_TRUE(many->result.empty());
    EXPECT_EQ(many->results, "%5");
    EXPECT_EQ(many->attributes, "dim = 1 : i32, map = #m<(d0) -> (d0)>");
    EXPECT_EQ(many->inputTensors[0].dtype, "f32");
    EXPECT_TRUE(many->inputTensors[0].shape.empty());
    ASSERT_EQ(many->outputTensors.size(), 2U);
    EXPECT_TRUE(many->outputTensors[0].dtype.empty());
    EXPECT_EQ(many->outputTensors[1].shape, "7");
    EXPECT_EQ(many->loc, "a/b.mlir");
    EXPECT_EQ(many->locLine, 9);
    EXPECT_FALSE(many->layout);
    EXPECT_FALSE(readOperation("nothing of that kind"));
    EXPECT_EQ(readOperation(R"("ttnn.a"() : () -> () loc(fused["x"("y"), "z"]))")->loc, "x");
}

TEST(TtXlaLog, TilesPadTheLastTwoDimensions)
{
    const auto layout = layoutOf(
        "tensor<1x32x4x262144xf32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 32 + d2, d3), <1x1>, "
        "memref<32x8192x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>");
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->unpaddedBytes, 128 << 20);
    EXPECT_EQ(layout->paddedBytes, 1 << 30);
    EXPECT_EQ(layout->paddedShape, (std::vector<std::int64_t>{1024, 262144}));
    EXPECT_EQ(layout->overheadPercent(), 700);
    EXPECT_EQ(layout->bufferType, "dram");
    EXPECT_FALSE(layoutOf("tensor<99999999999999x99999999999999xf32>"));
    EXPECT_FALSE(layoutOf("!ttnn.device"));
}

TEST(TtXlaLog, ProgramLevelBlocksAreSeparateSteps)
{
    const std::string text = blockText("submit", {8}) + started("add")
        + executing("%0 = \"ttnn.add\"(%a) : () -> () loc(unknown)") + finished("add");
    std::string after = blockText("submit", {12});
    after.replace(after.find("before submit"), 13, "after submit");
    const Profile profile = readXlaLog(text + after)[0];
    EXPECT_TRUE(profile.warnings.empty());
    ASSERT_EQ(profile.operations.size(), 3U);
    EXPECT_EQ(profile.operations[0].kind, OperationKind::Submit);
    EXPECT_FALSE(profile.operations[1].hasState);
    EXPECT_FALSE(profile.after(0, Memory::Dram).isKnown());
    EXPECT_EQ(profile.after(1, Memory::Dram).allocated, mb(12));
    EXPECT_EQ(profile.after(2, Memory::Dram).allocated, mb(12)); // no operation follows
    EXPECT_EQ(profile.listed(), 0U);
}

TEST(TtXlaLog, ASnapshotIsAStep)
{
    const Profile profile
        = readXlaLog(test::memoryText("DRAM", {8}) + test::memoryText("L1", {0, 1268, -1}, 64)
                     + test::memoryText("L1_SMALL", {0, 62, -1}, 64) + test::memoryText("TRACE", {0, 0, -1}))[0];
    EXPECT_TRUE(profile.warnings.empty());
    ASSERT_EQ(profile.operations.size(), 1U);
    EXPECT_EQ(profile.after(0, Memory::Dram).allocated, mb(8));
    EXPECT_EQ(profile.listed(), 0U);
}

TEST(TtXlaLog, BlocksWithoutAnOperationAreListed)
{
    const Profile profile = readXlaLog(blockText("operation MatmulOp", {8}) + blockText("operation DeallocateOp", {12})
                                       + blockText("operation GetDeviceOp", {10}))[0];
    EXPECT_TRUE(profile.warnings.empty());
    EXPECT_EQ(profile.operations.size(), 3U);
    EXPECT_EQ(profile.listed(), 1U);
    EXPECT_EQ(profile.labelOf(profile.operations[0]), "MatmulOp");
}

TEST(TtXlaLog, ConstEvalRunsInsideThePrograms)
{
    const Profile profile = readXlaLog(
        started("main") + stepText("%1", "ttcore.load_cached", "@main_const_eval_0", "LoadCachedOp", {1000})
        + runtimeLine("Always", "DEBUG", "Cache miss or invalid cache for function: main_const_eval_0")
        + started("main_const_eval_0") + stepText("%0", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000})
        + finished("main_const_eval_0") + stepText("%2", "ttnn.add", "%1", "EltwiseBinaryOp", {2000}) + finished("main")
        + started("main") + stepText("%2", "ttnn.add", "%1", "EltwiseBinaryOp", {2000}))[0];
    EXPECT_TRUE(profile.warnings.empty());
    EXPECT_EQ(profile.nameOf(profile.operations[1].constEval), "main_const_eval_0");
    EXPECT_TRUE(profile.operations[1].isCacheMiss);
    EXPECT_TRUE(profile.operations[1].isWeight);
    EXPECT_TRUE(profile.operations[2].constEval.isNone());
    EXPECT_FALSE(profile.operations[2].isWeight);
    ASSERT_EQ(profile.ranges.size(), 3U);
    EXPECT_EQ(profile.ranges[0].end, 3U);
    EXPECT_EQ(profile.ranges[1].kind, RangeKind::ConstEval);
    EXPECT_EQ(profile.facts.size(), 3U); // equal values are stored once
}

TEST(TtXlaLog, ModulesPrintedByRanksAtOnceAreSeparated)
{
    std::string log;
    for (const char* const line :
         {"MLIR Module ttnn:", "module @a {", "  first", "  second", "}", "END OF MLIR MODULE"})
        for (const char* const rank : {"[1,0]<stdout>: ", "[1,1]<stdout>: "})
            log += std::string(rank) + (line[0] == 'M' ? "2026-01-22 14:39:57 | DEBUG | " : "") + line
                + (line[0] == ' ' ? std::string(" of ") + rank[3] : "") + "\n";
    log += "[1,1]<stdout>: Got output shape that is of no module\n";
    std::istringstream lines(smallLog());
    for (std::string line; std::getline(lines, line);)
        log += "[1,0]<stdout>: " + line + "\n[1,1]<stdout>: " + line + "\n";
    const std::vector<Profile> profiles = readXlaLog(log);
    ASSERT_EQ(profiles.size(), 2U);
    for (const char* const rank : {"0", "1"}) {
        const Profile& profile = profiles[static_cast<std::size_t>(*rank - '0')];
        EXPECT_TRUE(profile.warnings.empty());
        ASSERT_EQ(profile.modules.size(), 1U);
        EXPECT_EQ(profile.modules[0].text,
                  "module @a {\n  first of " + std::string(rank) + "\n  second of " + rank + "\n}\n");
    }
}

TEST(TtXlaLog, ModulesIdentifyInputsAndWeights)
{
    const std::string log
        = "2026-01-22 14:40:03.512 (   2.510s) [  7F31]  module_builder.cc:576      1| MLIR Module shlo_frontend:\n"
          "module @a {\n  func.func @main(%arg0: tensor<4x8xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, "
          "ttir.name = \"x\"} loc(\"x\"), %arg1: tensor<64x64xf32> {ttcore.argument_type = "
          "#ttcore.argument_type<parameter>, ttir.name = \"w\"}, %arg2: tensor<ui8>) -> tensor<4x8xbf16> {\n}\n"
          "------------------ END OF MLIR MODULE ------------------\n"
        + smallLog();
    const Profile profile = readXlaLog(log)[0];
    EXPECT_TRUE(profile.warnings.empty());
    ASSERT_EQ(profile.modules.size(), 1U);
    EXPECT_TRUE(profile.modules[0].text.starts_with("module @a {\n  func"));
    EXPECT_TRUE(profile.modules[0].text.ends_with("}\n"));
    ASSERT_EQ(profile.inputs.entries.size(), 3U);
    EXPECT_EQ(profile.inputs.entries[1].name, "w");
    EXPECT_EQ(profile.inputs.entries[1].bytes, 64 * 64 * 4);
    EXPECT_EQ(profile.inputs.entries[2].ssa, "%arg2");
    EXPECT_EQ(profile.inputs.entries[2].type, "unknown");
    EXPECT_EQ(profile.inputs.weightBytes(), 64 * 64 * 4);
    EXPECT_EQ(profile.weights[1], std::vector<std::uint32_t>{1}); // recognised by the shape of its input
    EXPECT_TRUE(profile.operations[1].isWeight);
}

struct Damage {
    const char* what;
    const char* with;
    const char* code;
};

TEST(TtXlaLog, AnInvalidNumberIsUnknownAndReportedWithItsLine)
{
    const Damage damages[] = {{"3.500 MB, totalBytesFree", "nan MB, totalBytesFree", "bad-number"},
                              {"3.500 MB, totalBytesFree", "-3.500 MB, totalBytesFree", "bad-number"},
                              {"3.500 MB, totalBytesFree", "1e3 MB, totalBytesFree", "bad-number"},
                              {"3.500 MB, totalBytesFree", "99999999999999999999.000 MB, totalBytesFree", "bad-number"},
                              {"3.500 MB, totalBytesFree", "688719476736.000 MB, totalBytesFree", "bad-number"},
                              {"3.500 MB, totalBytesFree", "3.500 GB, totalBytesFree", "bad-number"},
                              {"totalBytesAllocatedPerBank: 3.500 MB, ", "", "bad-line"}};
    for (const Damage& damage : damages) {
        std::string log = smallLog();
        log.replace(log.find(damage.what), std::string(damage.what).size(), damage.with);
        const Profile profile = readXlaLog(log)[0];
        EXPECT_EQ(profile.before(1, Memory::Dram).allocated, -1) << damage.with;
        EXPECT_GT(profile.before(1, Memory::Dram).free, 0) << damage.with;
        ASSERT_EQ(codesOf(profile), std::vector<std::string>{damage.code}) << damage.with;
        EXPECT_TRUE(profile.warnings.list()[0].text.starts_with("line 10: ")) << profile.warnings.list()[0].text;
    }
}

TEST(TtXlaLog, AnOperationWithoutTheEndOfItsPlaceIsCut)
{
    const std::string log = smallLog();
    const std::size_t place = log.find(" loc(");
    const std::size_t end = log.find('\n', place);
    EXPECT_EQ(codesOf(readXlaLog(log)[0]), std::vector<std::string>());
    EXPECT_EQ(codesOf(readXlaLog(std::string(log).erase(end - 1, 1))[0]), std::vector<std::string>{"cut-operation"});
    EXPECT_EQ(codesOf(readXlaLog(std::string(log).replace(place, end - place, " (x)"))[0]),
              std::vector<std::string>{"cut-operation"});
}

TEST(TtXlaLog, MissingOrCutPartsAreReported)
{
    const std::string log = smallLog();
    std::string noL1 = log;
    noL1.erase(noL1.find(runtimeLine("Always", "INFO", "").substr(0, 37) + "Device L1 memory"),
               test::memoryText("L1", {0, 1268, -1}, 64).size());
    EXPECT_EQ(codesOf(readXlaLog(noL1)[0]), std::vector<std::string>{"cut-block"});
    EXPECT_FALSE(readXlaLog(noL1)[0].before(0, Memory::L1).isKnown());

    std::string noHead = log;
    const std::string head = runtimeLine("Always", "INFO", "Device memory state before operation MatmulOp");
    noHead.erase(noHead.find(head), head.size());
    const Profile headless = readXlaLog(noHead)[0];
    EXPECT_EQ(headless.operations.size(), 5U); // states without operations
    EXPECT_EQ(codesOf(headless), (std::vector<std::string>{"no-block", "no-operation"}));
    EXPECT_EQ(headless.listed(), 2U);

    std::string noOperation = log;
    const std::size_t begin
        = noOperation.find(runtimeLine("RuntimeTTNN", "DEBUG", "Executing operation: %2").substr(0, 50));
    noOperation.erase(begin, noOperation.find('\n', begin) + 1 - begin);
    EXPECT_EQ(codesOf(readXlaLog(noOperation)[0]), std::vector<std::string>{"no-operation"});

    for (std::size_t end = 1; end < log.size(); ++end) {
        const auto cut = readXlaLog(log.substr(0, end));
        const auto whole = readXlaLog(log)[0];
        for (const Profile& profile : cut)
            for (std::size_t i = 0; i < profile.states.size() && profile.operations[0].hasState; ++i)
                for (std::size_t m = 0; m < kMemories; ++m)
                    if (profile.states[i][m] != whole.states[i][m]) {
                        ASSERT_FALSE(profile.warnings.empty()) << end;
                        const BankState& state = profile.states[i][m];
                        EXPECT_TRUE(state.allocated < 0 || state.allocated == whole.states[i][m].allocated) << end;
                    }
    }
}

TEST(TtXlaLog, OutOfMemoryStatesIfItIsTooBigOrFragmented)
{
    const auto cause = [](const std::string& text) {
        const auto found
            = readOutOfMemory("TT_FATAL: Out of Memory: Not enough space to allocate 141557760 B DRAM buffer "
                              "across 12 banks, where each bank needs to store 11796480 B"
                              + text);
        return found ? found->cause() : OutOfMemory::Cause::Unknown;
    };
    using Cause = OutOfMemory::Cause;
    EXPECT_EQ(cause(", but bank size is 1070773184 B (allocated: 1058111680 B, free: 12661504 B, largest free block: "
                    "6266880 B) (assert.hpp:104)"),
              Cause::Fragmented);
    EXPECT_EQ(cause(", but bank size is 1070773184 B (allocated: 1068111680 B, free: 2661504 B, largest free block: "
                    "266880 B)"),
              Cause::TooBig);
    EXPECT_EQ(cause(", but bank size is only 1046181 B"), Cause::TooBig);
    EXPECT_EQ(cause(", but bank size is only 1046181792 B"), Cause::Unknown);
    EXPECT_EQ(cause(""), Cause::Unknown);
    EXPECT_EQ(
        cause(", but bank size is 1070773184 B (allocated: 1 B, free: 12661504 B, largest free block: 12661504 B)"),
        Cause::Contradicting);
    EXPECT_FALSE(readOutOfMemory("Out of Memory: Not enough space to allocate 14155776"));
    const Profile profile = readXlaLog(
        smallLog()
        + "Out of Memory: Not enough space to allocate 12 B DRAM buffer across 12 banks, where each bank needs to store 1 B\n")
        [0];
    ASSERT_EQ(profile.shortages.size(), 1U);
    EXPECT_EQ(profile.shortages[0].operation, 3U);
    EXPECT_EQ(profile.shortages[0].line, 27U);
}

TEST(TtXlaLog, StoredDataIsBounded)
{
    ProfileLogReader reader(3000);
    reader.push(smallLog());
    const auto profiles = reader.finish();
    ASSERT_EQ(profiles.size(), 1U);
    EXPECT_LT(profiles[0].operations.size(), 4U);
    const auto codes = codesOf(profiles[0]);
    EXPECT_NE(std::ranges::find(codes, "operations-left-out"), codes.end());
}

TEST(TtXlaLog, FailedAllocationsWithoutEndAreCounted)
{
    ProfileLogReader reader(10 * sizeof(OutOfMemory));
    for (int i = 0; i < 12; ++i)
        reader.push("Out of Memory: Not enough space to allocate 12 B DRAM buffer across 12 banks, where each bank "
                    "needs to store 1 B\n");
    const Profile profile = reader.finish().at(0);
    EXPECT_EQ(profile.shortages.size(), 10U);
    ASSERT_EQ(codesOf(profile), std::vector<std::string>{"shortages-left-out"});
    EXPECT_EQ(profile.warnings.list()[0].text, "2 more allocations that failed are left out: there are too many.");
}

} // namespace
} // namespace tidemark::ttxla
