#include "core/oom/message_rows.h"
#include "core/oom/oom_document.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace tidemark {
namespace {

constexpr const char* kTwoAllocations
    = "RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. "
      "Exceeded hbm capacity by 4.25G. HLO module: jit_step.\n"
      "\n"
      "Total hbm usage >= 20.50G:\n"
      "    reserved        512.00M\n"
      "    program          20.00G\n"
      "\n"
      "  Largest program allocations in hbm:\n"
      "\n"
      "  1. Size: 4.00G\n"
      "     Operator: op_name=\"jit(step)/jvp(model)/dot_general\" source_file=\"lm.py\" source_line=7\n"
      "     Shape: f32[1048576,8]{1,0:T(8,128)}\n"
      "     Unpadded size: 32.00M\n"
      "     XLA label: %fusion.7 = f32[1048576,8]{1,0:T(8,128)} fusion(%param.1)\n"
      "     Allocation type: HLO temp\n"
      "     ==========================\n"
      "\n"
      "  2. Size: 1.00G\n"
      "     Shape: f32[268435456]{0:T(1024)}\n"
      "     Unpadded size: 1.00G\n"
      "     XLA label: copy.3 = copy(param.2)\n"
      "     Allocation type: arguments\n"
      "     ==========================\n";

class OomDocuments : public testing::Test
{
protected:
    /// Returns the document of a text; null if it does not open.
    std::shared_ptr<const oom::OomDocument> open(std::string_view text, const std::string& name = "train.log")
    {
        auto documents = openDocuments({m_folder.write(name, text)}, allKinds());
        m_error = documents ? std::string() : documents.error().message;
        return documents ? std::dynamic_pointer_cast<const oom::OomDocument>(documents->front()) : nullptr;
    }
    static std::shared_ptr<const View> viewOf(const Document& document, const Choice& choice = {})
    {
        Warnings unread;
        const auto selection = resolve(document, choice, unread);
        const auto view = selection ? document.view(*selection, {}) : selection.error();
        return view ? *view : nullptr;
    }

    const test::TempFolder m_folder;
    std::string m_error;
};

TEST_F(OomDocuments, FindsTheMessagesOfAModuleInTheOrderOfTheText)
{
    std::string other = kTwoAllocations;
    other.replace(other.find("jit_step"), 8, "jit_eval");
    std::string larger = kTwoAllocations; // another failure of the first module
    larger.replace(larger.find("20.00G of"), 6, "30.00G");
    const auto document = open(std::string(kTwoAllocations) + "\n" + other + "\n" + larger);
    ASSERT_TRUE(document) << m_error;
    ASSERT_EQ(document->catalogue().programs.size(), 3U);
    const auto found = document->messagesOf("jit_step");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_LT(document->message(found[0]).line, document->message(found[1]).line);
    EXPECT_EQ(document->message(found[1]).module, "jit_step");
    EXPECT_EQ(document->messagesOf("jit_eval").size(), 1U);
    EXPECT_TRUE(document->messagesOf("jit").empty());
}

TEST_F(OomDocuments, AMessageIsAProgramWithOneMemory)
{
    const auto document = open(std::string("step 1\nstep 2\n") + kTwoAllocations + "bye\n");
    ASSERT_TRUE(document) << m_error;
    const Catalogue& catalogue = document->catalogue();
    ASSERT_EQ(catalogue.programs.size(), 1U);
    EXPECT_EQ(catalogue.kind, "oom");
    EXPECT_EQ(catalogue.programs[0].name, "jit_step");
    EXPECT_EQ(document->message(ProgramId(0)).line, 3U);
    const ProgramOutline& outline = document->outline(ProgramId(0));
    ASSERT_EQ(outline.memories.size(), 1U);
    EXPECT_EQ(outline.memories[0].text, "HBM (0)");
    EXPECT_EQ(outline.memories[0].peakBytes, std::int64_t{20} << 30);
    EXPECT_EQ(document->parseMemory(catalogue.files[0], "hbm"), 0);
}

TEST_F(OomDocuments, FiguresMissingFromAMessageAreUnknown)
{
    const auto document = open("TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding available "
                               "bytes: 95.74G\nbye\nInUse at 0x100 of size 256\n");
    ASSERT_TRUE(document) << m_error;
    ASSERT_EQ(document->catalogue().programs.size(), 2U);
    const MemoryOutline& cores = document->outline(ProgramId(0)).memories.at(0);
    EXPECT_EQ(cores.peakBytes, std::nullopt);
    EXPECT_EQ(cores.upstreamPeakBytes, std::nullopt);
    EXPECT_EQ(cores.totalBytes, std::nullopt);
    const MemoryOutline& chunks = document->outline(ProgramId(1)).memories.at(0);
    EXPECT_EQ(chunks.peakBytes, std::nullopt) << "chunks do not show the request";
    EXPECT_EQ(chunks.totalBytes, 256);
    EXPECT_EQ(document->outline(ProgramId(0)).peakIn(0), std::nullopt);
}

TEST_F(OomDocuments, PaddingIsKnownFromAShapeOrTheMessage)
{
    std::string text = kTwoAllocations;
    const std::size_t shape = text.find("     Shape: f32[268435456]");
    text.erase(shape, text.find("     XLA label: copy.3") - shape);
    const auto document = open(text);
    ASSERT_TRUE(document) << m_error;
    const auto view = viewOf(*document);
    ASSERT_TRUE(view);
    EXPECT_EQ(view->rows.padding(RowId(0)), view->rows.size[RowId(0)] - view->rows.unpadded[RowId(0)]);
    EXPECT_EQ(view->rows.padding(RowId(1)), std::nullopt);
    EXPECT_TRUE(view->rows.fills(RowColumn::Padding));
}

TEST_F(OomDocuments, ItsAllocationsAreRowsThatAddUpToTheLevel)
{
    const auto document = open(kTwoAllocations);
    ASSERT_TRUE(document) << m_error;
    const auto view = viewOf(*document);
    ASSERT_TRUE(view);
    EXPECT_EQ(view->axis.kind, AxisKind::None);
    ASSERT_EQ(view->rows.count, 2U);
    const auto live = view->rows.live(StepId(0));
    EXPECT_EQ(std::accumulate(live.begin(), live.end(), std::int64_t{0},
                              [&](std::int64_t sum, const LiveRow& row) { return sum + view->rows.size[row.row]; }),
              view->levelAt(StepId(0)));
    Facts facts;
    view->rows.describe(RowId(0), facts);
    EXPECT_EQ(facts.id, 1);
    EXPECT_EQ(facts.name, "fusion.7");
    EXPECT_EQ(facts.opcode, "fusion");
    EXPECT_EQ(facts.shapeWithoutLayout, "f32[1048576,8]");
    EXPECT_EQ(facts.layout, "{1,0:T(8,128)}");
    EXPECT_EQ(facts.opName, "jit(step)/jvp(model)/dot_general");
    EXPECT_EQ(facts.sourceFile, "lm.py");
    EXPECT_EQ(facts.sourceLine, 7);
    EXPECT_EQ(view->rows.size[RowId(0)], std::int64_t{4} << 30);
    EXPECT_EQ(view->rows.unpadded[RowId(0)], 32 << 20);
    EXPECT_EQ(view->rows.kindOf(RowId(0)).id, "temporary");
    view->rows.describe(RowId(1), facts);
    EXPECT_EQ(facts.name, "copy.3");
    EXPECT_EQ(view->rows.name(RowId(1)), "copy.3");
    EXPECT_EQ(facts.opcode, "copy");
    EXPECT_EQ(view->rows.kindOf(RowId(1)).id, "parameter");
}

TEST_F(OomDocuments, FiguresAreThoseOfTheMessageAndTheLimitIsTheCapacity)
{
    const auto document = open(kTwoAllocations);
    ASSERT_TRUE(document) << m_error;
    const Figures figures = viewOf(*document)->figures(nullptr);
    const auto bytes = [&](const char* id) { return figures.find(id)->bytes(); };
    EXPECT_EQ(bytes("needed_bytes"), std::int64_t{20} << 30);
    EXPECT_EQ(bytes("limit_bytes"), 63LL << 28);
    EXPECT_EQ(bytes("capacity_bytes"), 63LL << 28);
    EXPECT_EQ(bytes("headroom_bytes"), -(17LL << 28));
    EXPECT_EQ(bytes("listed_bytes"), std::int64_t{5} << 30);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(figures.find("free_bytes")->value))
        << "a missing value is not 0";
    std::int64_t parts = 0;
    for (const Part& part : figures.parts)
        parts += part.bytes;
    EXPECT_EQ(parts, figures.peakBytes);
    const Figures chosen = viewOf(*document)->figures(findDevice("v5p"));
    EXPECT_GT(chosen.find("headroom_bytes")->bytes(), 0) << "it would fit there";
}

TEST_F(OomDocuments, EveryAllocationKnowsItsPlaceInTheText)
{
    for (const std::string before : {"", "Error of the run, in full:\n"}) {
        const auto document = open(before + kTwoAllocations);
        ASSERT_TRUE(document) << m_error;
        const oom::Message& message = document->message(ProgramId(0));
        ASSERT_EQ(message.allocations.size(), 2U);
        for (const oom::Allocation& allocation : message.allocations) {
            const std::string text
                = message.text.substr(allocation.place.begin, allocation.place.end - allocation.place.begin);
            EXPECT_TRUE(text.starts_with("  " + std::to_string(*allocation.number) + ". Size:")) << text;
            EXPECT_NE(text.find(allocation.label), std::string::npos) << text;
            EXPECT_TRUE(text.ends_with("Allocation type: " + allocation.allocationType)) << text;
        }
    }
}

TEST_F(OomDocuments, AnAllocationInASentenceKnowsItsPlaceAfterUnknownPrefixes)
{
    const std::string sentence
        = "Allocation (size=107374182400) would exceed memory (size=17179869184) :: #allocation7 "
          "[shape = 'u8[327680,327680]{1,0:T(8,128)(4,1)}', space=hbm, size = "
          "0xffffffffffffffff, tag = 'output of xor_convert_fusion@{}'] :: <no-hlo-instruction>";
    const auto document = open("RESOURCE_EXHAUSTED: " + sentence + "\n");
    ASSERT_TRUE(document) << m_error;
    const oom::Message& message = document->message(ProgramId(0));
    ASSERT_EQ(message.allocations.size(), 1U);
    const oom::TextRange place = message.allocations[0].place;
    const std::string text = message.text.substr(place.begin, place.end - place.begin);
    EXPECT_TRUE(text.starts_with("#allocation7 [")) << text;
    EXPECT_TRUE(text.ends_with("fusion@{}']")) << text;
    EXPECT_EQ(viewOf(*document)->rows.size[RowId(0)], 107374182400) << "it is the one that is needed";
}

TEST_F(OomDocuments, SeveralMessagesAreProgramsOfTheirRanks)
{
    const std::string message = "Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. Exceeded hbm "
                                "capacity by 4.25G.\n";
    const auto document = open("[rank0]: " + message + "[rank0]: other\n[rank1]: " + message
                               + "XlaRuntimeError: RESOURCE_EXHAUSTED: Shared memory size limit exceeded: requested "
                                 "4194304, available: 101376\n");
    ASSERT_TRUE(document) << m_error;
    const Catalogue& catalogue = document->catalogue();
    ASSERT_EQ(catalogue.programs.size(), 3U);
    EXPECT_EQ(catalogue.programs[0].name, "message at line 1");
    EXPECT_EQ(catalogue.programs[1].name, "message at line 3");
    EXPECT_EQ(catalogue.sources.size(), 2U) << "what follows without a prefix is of who wrote before";
    EXPECT_EQ(document->digest(ProgramId(0)), document->digest(ProgramId(1)));
    EXPECT_NE(document->digest(ProgramId(0)), document->digest(ProgramId(2)));
    // Each message is shown with its own memory unless another one is requested.
    EXPECT_EQ(viewOf(*document, {"message at line 4", {}, {}, {}})->memoryName, "shared memory");
    EXPECT_EQ(viewOf(*document)->memoryName, "HBM") << "the largest";
    EXPECT_FALSE(viewOf(*document, {"message at line 4", {}, {}, "hbm"}));
}

TEST_F(OomDocuments, MessagesOfOneModuleHaveDistinctNames)
{
    const std::string message
        = "Error loading program 'jit_step': Attempting to reserve 51.43G at the bottom of memory. "
          "That was not possible. There are 46.61G free, 0B reserved, and 46.61G reservable.\n";
    std::string other = message;
    other.replace(other.find("51.43G"), 6, "52.43G");
    const auto document = open(message + "\n\nnext try\n\n" + other);
    ASSERT_TRUE(document) << m_error;
    ASSERT_EQ(document->catalogue().programs.size(), 2U);
    EXPECT_EQ(document->catalogue().programs[0].name, "jit_step, line 1");
    EXPECT_NE(document->catalogue().programs[0].name, document->catalogue().programs[1].name);
}

TEST_F(OomDocuments, ARepeatedMessageIsOneProgram)
{
    const std::string message
        = "Error loading program 'jit_step': Attempting to reserve 51.43G at the bottom of memory. "
          "That was not possible. There are 46.61G free, 0B reserved, and 46.61G reservable.\n";
    const auto document = open(message + "\n\nnext try\n\n" + message);
    ASSERT_TRUE(document) << m_error;
    ASSERT_EQ(document->catalogue().programs.size(), 1U);
    EXPECT_EQ(document->catalogue().programs[0].name, "jit_step");
    EXPECT_EQ(document->message(ProgramId(0)).timesLogged, 2U);
}

TEST_F(OomDocuments, AllocationsWithoutASizeAreReportedButNoRows)
{
    const auto document = open("BufferAssignment OOM Debugging.\nBufferAssignment stats:\n"
                               "             parameter allocation:    6.00MiB\nPeak buffers:\n        Buffer 1:\n"
                               "                Size: 6.00MiB\n                Shape: f32[4096,128,3]\n"
                               "        Buffer 2:\n                Entry Parameter Subshape: f32[256,128,3]\n");
    ASSERT_TRUE(document) << m_error;
    const auto view = viewOf(*document);
    EXPECT_EQ(view->rows.count, 1U);
    ASSERT_EQ(view->problems.list().size(), 1U);
    EXPECT_EQ(view->problems.list()[0].code, "allocations-without-size");
}

TEST_F(OomDocuments, TheContentDecidesTheKind)
{
    EXPECT_FALSE(open("all is well\n"));
    EXPECT_NE(m_error.find("without a message about memory that ran out"), std::string::npos) << m_error;
    EXPECT_TRUE(open(kTwoAllocations, "saved without an ending")) << m_error;
    EXPECT_FALSE(open(std::string("HloModule jit_step\n") + kTwoAllocations, "module.txt"))
        << "a program's text may quote anything";
    EXPECT_FALSE(open(std::string(1, '\0') + kTwoAllocations));
}

TEST_F(OomDocuments, ALongLogIsReadOnceAndToItsEnd)
{
    std::string text;
    while (text.size() < (std::size_t{9} << 20))
        text += "2026-11-22 10:00:00 step done, loss 1.25, all is well and goes on as it did before\n";
    EXPECT_FALSE(open(text));
    EXPECT_NE(m_error.find("no known out-of-memory message"), std::string::npos) << m_error;
    const auto document = open(text + kTwoAllocations);
    ASSERT_TRUE(document) << m_error;
    EXPECT_EQ(document->catalogue().programs[0].name, "jit_step");
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    const auto stopped = openDocuments({m_folder.path("train.log")}, allKinds(), cancelled);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

TEST_F(OomDocuments, TextsWithoutAMessageAreSkippedInFolders)
{
    m_folder.write("run/notes.txt", "all is well\n");
    const auto nothing = openDocuments({m_folder.path("run")}, allKinds());
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().message.find("notes.txt"), std::string::npos) << nothing.error().message;
    m_folder.write("run/a/train.err", kTwoAllocations);
    const auto documents = openDocuments({m_folder.path("run")}, allKinds());
    ASSERT_TRUE(documents) << documents.error().message;
    ASSERT_EQ(documents->size(), 1U);
    const Catalogue& catalogue = documents->front()->catalogue();
    EXPECT_EQ(catalogue.files.size(), 1U);
    EXPECT_TRUE(catalogue.warnings.list().empty());
    // A file that is named explicitly is reported.
    const auto named = openDocuments({m_folder.path("run"), m_folder.path("run/notes.txt")}, allKinds());
    EXPECT_TRUE(named);
}

/// The beginning of a log may parse as fields of any format.
TEST_F(OomDocuments, ALogNextToAProgramIsNoDamagedProfile)
{
    std::filesystem::copy_file(std::string(TIDEMARK_TEST_DATA) + "/tpu_hlo/padded.hlo.pb", m_folder.path("x.hlo.pb"));
    for (const char* const start :
         {"jax.errors.JaxRuntimeError: ", "2026-11-22 10:11:12,123 INFO x\n", "I1122 10:11:12.123456 7 a.cc:1] x\n",
          "Epoch 1/10\n", "Epoch 1 of 10, all is well\n", "Error: foo\n", "(pid=12) x of many\n",
          "Using TPU of the second kind\n", "\n", "\x1b[31mred and so on\x1b[0m\n"}) {
        m_folder.write("train.log", start + std::string(kTwoAllocations));
        const auto documents = openDocuments({m_folder.path()}, allKinds());
        ASSERT_TRUE(documents) << start;
        ASSERT_EQ(documents->size(), 2U) << start;
        for (const auto& document : *documents) {
            EXPECT_EQ(document->catalogue().files.size(), 1U) << start;
            EXPECT_TRUE(document->catalogue().warnings.empty()) << start;
        }
    }
}

TEST_F(OomDocuments, OnlyAFileRemovedBeforeOpeningIsSkipped)
{
    m_folder.write("a.log", "all is well\n");
    m_folder.write("b.log", "all is well\n");
    m_folder.write("c.log", kTwoAllocations);
    DocumentKinds kinds = allKinds();
    kinds.front().recognises = [this](const File&) {
        std::filesystem::remove(m_folder.path("b.log"));
        return false;
    };
    const auto documents = openDocuments({m_folder.path()}, kinds);
    ASSERT_TRUE(documents) << documents.error().message;
    EXPECT_EQ(documents->front()->catalogue().programs[0].name, "jit_step");
}

TEST_F(OomDocuments, TheEndOfALongTextInAFolderIsSearchedWithLineNumbers)
{
    constexpr std::size_t kLine = std::size_t{1} << 20;
    constexpr std::size_t kLines = 66; // 64 MiB of them are searched
    {
        std::ofstream file(m_folder.path("train.log"));
        file << kTwoAllocations;
        for (std::size_t i = 0; i < kLines; ++i)
            file << std::string(kLine - 1, 'x') << '\n';
        file << kTwoAllocations;
    }
    const auto documents = openDocuments({m_folder.path()}, allKinds());
    ASSERT_TRUE(documents) << documents.error().message;
    const auto document = std::dynamic_pointer_cast<const oom::OomDocument>(documents->front());
    ASSERT_TRUE(document);
    ASSERT_EQ(allPrograms(*document).size(), 1U) << "the first one is before the searched part";
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(std::string_view(kTwoAllocations), '\n'));
    EXPECT_EQ(document->message(allPrograms(*document).front()).line, lines + kLines + 1);
    ASSERT_EQ(document->catalogue().warnings.list().size(), 1U);
    EXPECT_EQ(document->catalogue().warnings.list().front().code, "log-searched-in-part");
}

TEST_F(OomDocuments, ALongTextWithoutAMessageAtItsEndIsReported)
{
    {
        std::ofstream file(m_folder.path("train.log"));
        file << kTwoAllocations;
        for (int i = 0; i < 66; ++i)
            file << std::string((std::size_t{1} << 20) - 1, 'x') << '\n';
    }
    const auto alone = openDocuments({m_folder.path()}, allKinds());
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().message.find("in the last 64 MiB of this text. Open the file alone"), std::string::npos)
        << alone.error().message;
    const auto warnings = [&] {
        std::string codes;
        const auto documents = openDocuments({m_folder.path()}, allKinds());
        for (const auto& document : documents ? *documents : Documents())
            for (const Warning& warning : document->catalogue().warnings.list())
                codes += warning.code + " ";
        return codes;
    };
    m_folder.write("other.log", kTwoAllocations);
    EXPECT_EQ(warnings(), "log-searched-in-part ") << "together with another log";
    std::filesystem::remove(m_folder.path("other.log"));
    std::filesystem::copy_file(std::string(TIDEMARK_TEST_DATA) + "/meaning/training_rounds.hlo.pb",
                               m_folder.path("x.hlo.pb"));
    EXPECT_EQ(warnings(), "log-searched-in-part ") << "together with a program";
}

} // namespace
} // namespace tidemark
