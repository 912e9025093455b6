// Tests of the limits for reading logs and messages, on both sides of each limit.
#include "core/oom/dense_text.h"
#include "core/oom/figure_lines.h"
#include "core/oom/form_reader.h"
#include "core/oom/message_figures.h"
#include "core/oom/message_rows.h"
#include "core/oom/oom_document.h"
#include "core/oom/oom_kind.h"
#include "core/open/open_documents.h"
#include "tests/support/oom_messages.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

const std::string kRanOut = "Ran out of memory in memory space hbm. Used 7K of 4K hbm.\n";

/// Returns the number of messages known before the log ends. `lines` lines of another writer follow the first line of
/// the message. The last of them is long enough to trigger the check of open messages.
std::size_t foundAfter(std::uint64_t lines)
{
    std::size_t found = 0;
    LogReader reader([&](const Message&) { ++found; });
    reader.push("[rank0]: " + kRanOut);
    for (std::uint64_t i = 1; i < lines; ++i)
        reader.push("[rank1]: all is well\n");
    reader.push("[rank1]: " + std::string(70000, 'x') + "\n");
    reader.push("[rank1]: all is well\n");
    return found;
}

TEST(LogReaderLimits, AMessageEndsAfter2000LinesWithoutItsWriter)
{
    EXPECT_EQ(foundAfter(2000), 0U);
    EXPECT_EQ(foundAfter(2001), 1U);
}

constexpr int kQuietLines = 16; // then the previous lines are read

std::size_t foundOfWriters(int writers)
{
    std::size_t found = 0;
    LogReader reader([&](const Message&) { ++found; });
    for (int i = 0; i < writers; ++i)
        reader.push("[rank" + std::to_string(i) + "]: " + kRanOut);
    for (int i = 0; i < kQuietLines; ++i)
        reader.push("[rank" + std::to_string(i) + "]: all is well\n");
    reader.push("[rank" + std::to_string(writers - 1) + "]: " + std::string(70000, 'x') + "\n");
    return found;
}

TEST(LogReaderLimits, MoreThan500WritersEndAllMessages)
{
    EXPECT_EQ(foundOfWriters(500), 0U);
    EXPECT_EQ(foundOfWriters(501), 501U - 63 + kQuietLines) << "those near the end wait for what may start before them";
}

TEST(LogReaderLimits, AReadErrorIsReported)
{
    const test::TempFolder folder;
    auto stream = ByteStream::open(folder.write("a.log", kRanOut));
    ASSERT_TRUE(stream);
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    std::size_t found = 0;
    const auto stopped = readMessages(*stream, cancelled, [&](const Message&) { ++found; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
    EXPECT_EQ(found, 0U);
    Progress progress;
    std::uint64_t last = 0;
    progress.report = [&](std::uint64_t done, std::uint64_t total, Progress::Unit unit, std::string_view what) {
        EXPECT_EQ(total, kRanOut.size());
        EXPECT_EQ(unit, Progress::Unit::Bytes);
        EXPECT_EQ(what, "Reading a.log") << "without its folder";
        last = done;
    };
    EXPECT_TRUE(readMessages(*stream, progress, [&](const Message&) { ++found; }));
    EXPECT_EQ(found, 1U);
    EXPECT_EQ(last, kRanOut.size());
}

/// Returns "LINE MODULE" of each message.
std::string modulesIn(const std::string& log)
{
    std::string text;
    for (const Message& message : test::messagesOf(log))
        text += std::to_string(message.line) + " " + message.module + ";";
    return text;
}

TEST(MessageStarts, AContinuationLineStartsNoMessage)
{
    const std::string sentence = "Attempting to reserve 7K at the bottom of memory.\n";
    EXPECT_EQ(modulesIn("x\nError loading program\n'jit_f':\n" + sentence), "2 jit_f;");
    EXPECT_EQ(modulesIn("x\nError loading program 'jit_f'\n:\n" + sentence), "2 jit_f;");
    EXPECT_EQ(modulesIn("x\n'jit_f':\n" + sentence), "3 ;");
    EXPECT_EQ(modulesIn("x\n:\n" + sentence), "3 ;");
    EXPECT_EQ(modulesIn("x\n'jit_f'\n" + sentence), "3 ;");
    EXPECT_EQ(modulesIn("x\njit_f':\n" + sentence), "3 ;");
    EXPECT_EQ(modulesIn("RESOURCE_EXHAUSTED\n'jit_f':\n" + sentence), "1 ;");
    EXPECT_EQ(modulesIn("RESOURCE_EXHAUSTED\n'a remark'\n" + sentence), "3 ;");
    EXPECT_EQ(modulesIn("RESOURCE_EXHAUSTED\na remark':\n" + sentence), "3 ;");
}

TEST(MessageStarts, LinesOfJsonWithoutAMessageStartNone)
{
    EXPECT_EQ(modulesIn("{\"log\": \"" + kRanOut.substr(0, kRanOut.size() - 1) + "\\n\"}\n{\"log\": \"next\\n\"}\n"),
              "1 ;");
    EXPECT_EQ(modulesIn("{\"other\": 1}\n"), "");
}

std::string headText(const std::string& sentence)
{
    Message message;
    const std::size_t end = readSentences(DenseText(sentence), message);
    std::string text = end == 0 ? "none" : std::string(kindName(message.kind));
    text += "|" + message.module + "|" + message.device + "|" + message.memory + "|";
    for (const auto* const amount : {&message.needed, &message.limit, &message.requested})
        text += *amount ? std::to_string((*amount)->bytes) + "|" : "|";
    return text;
}

TEST(MessageHeads, CutNamesAreIgnored)
{
    EXPECT_EQ(headText("Error loading program 'jit_f': Attempting to reserve 7K at"),
              "program_load|jit_f||hbm|||7168|");
    EXPECT_EQ(headText("Error loading program 'jit_f: Attempting to reserve 7K at"), "program_load|||hbm|||7168|")
        << "its quote is not closed";
    EXPECT_EQ(headText("Attempting to allocate 7K. There are 4K free.; (0x0x1_12) x"),
              "runtime_allocation||0x0x1_12||||7168|")
        << "a number is no memory";
    EXPECT_EQ(headText("Attempting to allocate 7K. There are 4K free.; (core) x"), "runtime_allocation||core||||7168|");
    EXPECT_EQ(headText("Allocator (GPU_0_bfc) ran out of memory trying to allocate 7K (rounded to 7168)"),
              "bfc||GPU_0_bfc||||7168|");
    EXPECT_EQ(headText("Allocator (GPU_0_bfc) has run. It ran out of memory trying to allocate 7K"), "bfc||||||7168|");
}

TEST(MessageHeads, TheNeededMemoryIsInTheBracketBeforeTheLimit)
{
    EXPECT_EQ(headText("Ran out of memory on HBM, the total (7K) exceeds available HBM (4K)."),
              "compile|||hbm|7168|4096||");
    EXPECT_EQ(headText("(9K) Ran out of memory on HBM, that exceeds available HBM (4K)."), "compile|||hbm||4096||")
        << "the text before the sentence is not part of it";
    EXPECT_EQ(headText("Ran out of memory on HBM (9K)"), "compile|||hbm||||");
}

TEST(MessageHeads, TheNextWordIsNotTakenForAUnit)
{
    EXPECT_EQ(headText("Shared memory size limit exceeded: requested 4194304, available: 101376\nTraceback"),
              "shared_memory|||shared||101376|4194304|");
    EXPECT_EQ(headText("Shared memory size limit exceeded: requested 70"), "shared_memory|||shared||||")
        << "cut in its number";
    EXPECT_EQ(headText("Shared memory size limit exceeded: requested 4194304, available: 101376\nBye"),
              "shared_memory|||shared||101376|4194304|");
}

TEST(AllocationFieldEdges, PartialNumbersAndFactorsAreIgnored)
{
    EXPECT_FALSE(allocationOf("Buffer x:").number);
    const auto factor = [](const std::string& padding) {
        Allocation allocation;
        readField("Extra memory due to padding: " + padding, allocation);
        return allocation.paddingFactor;
    };
    EXPECT_EQ(factor("6K (4.5x expansion)"), 4.5);
    EXPECT_EQ(factor("6K (4.5 expansion)"), std::nullopt);
    EXPECT_EQ(factor("6K (4.5"), std::nullopt);
    EXPECT_EQ(factor("6K (x expansion)"), std::nullopt);
    EXPECT_EQ(factor("6K 4.5x"), std::nullopt);
    Allocation allocation;
    readField("Tag: a", allocation);
    readField("Of tomorrow: b", allocation);
    EXPECT_EQ(allocation.tag, "a");
    readField("Operator: op_name=\"x\" source_line=y", allocation);
    EXPECT_FALSE(allocation.sourceLine);
}

TEST(FigureLineEdges, PercentagesPrecedeTheirWord)
{
    const auto shares = [](std::string_view text) {
        Message message;
        FigureReader(message).item(text);
        std::string result;
        for (const Share& share : message.shares)
            result += std::to_string(share.percent) + " ";
        return result;
    };
    EXPECT_EQ(shares("a 8B (25% utilization)"), "25.000000 ");
    EXPECT_EQ(shares("a 8B (utilization)"), "");
    EXPECT_EQ(shares("a: utilization"), "");
    Message output;
    FigureReader(output).heading(Role::Output, "Output size 7K; shares 4K with arguments.");
    FigureReader(output).heading(Role::Output, "Output size unknown.");
    ASSERT_EQ(output.figures.size(), 3U);
    EXPECT_EQ(output.figures[1].amount->bytes, 4096);
    EXPECT_FALSE(output.figures[2].amount);
}

std::shared_ptr<const Message> listing(std::vector<Allocation> allocations, Kind kind = Kind::Compile)
{
    Message message;
    message.kind = kind;
    message.allocations = std::move(allocations);
    return std::make_shared<const Message>(std::move(message));
}

Facts factsOfMessage(const Allocation& allocation)
{
    const auto rows = std::make_shared<const MessageRows>(listing({allocation}));
    Facts facts;
    MessageRows::tableOf(rows).describe(RowId(0), facts);
    return facts;
}

TEST(RowsOfMessages, LabelsGiveInstructionsAndOpcodes)
{
    const std::vector<std::tuple<const char*, const char*, const char*>> cases = {
        {"%fusion.7 = f32[8]{0} fusion(%x)", "fusion.7", "fusion"},
        {"copy-start.3 = (f32[8]{0}, u32[]) copy-start(x)", "copy-start.3", ""},
        {"fusion.7 = fusion(x)", "fusion.7", "fusion"},
        {"fusion.7", "fusion.7", ""},
        {"fusion.7 and more", "", ""},
        {"a_b-c.1 = custom-call2(x)", "a_b-c.1", "custom-call2"},
        {"x = f32[8]", "x", ""},
        {"x = Fusion(y)", "x", ""},
        {"x = fusion", "x", ""},
        {"x = (y)", "x", ""},
        {"", "", ""},
    };
    for (const auto& [label, instruction, opcode] : cases) {
        Allocation allocation;
        allocation.size = Amount{8, 0};
        allocation.label = label;
        const Facts facts = factsOfMessage(allocation);
        EXPECT_EQ(facts.instruction, instruction) << label;
        EXPECT_EQ(facts.opcode, opcode) << label;
    }
}

TEST(RowsOfMessages, AreNamedByTheirMostSpecificField)
{
    const auto name = [](const char* label, const char* tag, std::optional<std::int64_t> number = std::nullopt) {
        Allocation allocation;
        allocation.size = Amount{8, 0};
        allocation.label = label;
        allocation.tag = tag;
        allocation.number = number;
        return factsOfMessage(allocation).name;
    };
    EXPECT_EQ(name("%f.1 = fusion(x)", ""), "f.1");
    EXPECT_EQ(name("what it is", ""), "what it is");
    EXPECT_EQ(name("f.1", "input window. The rest"), "f.1: input window");
    EXPECT_EQ(name("f.1", "input window."), "f.1: input window");
    EXPECT_EQ(name("f.1", "v1.5 window"), "f.1: v1.5 window");
    EXPECT_EQ(name("", "input window"), "input window");
    EXPECT_EQ(name("", "", 7), "allocation 7");
    EXPECT_EQ(name("", ""), "allocation 1");
}

Allocation sized(std::int64_t size, const char* type, const char* shape = "")
{
    Allocation allocation;
    allocation.size = Amount{size, 0};
    allocation.allocationType = type;
    allocation.shape = shape;
    return allocation;
}

TEST(RowsOfMessages, SumsStayBounded)
{
    constexpr std::int64_t kHuge = std::int64_t{1} << 62;
    const MessageRows rows(listing({sized(kHuge, "HLO temp"), sized(kHuge, "HLO temp"), sized(kHuge, "output")}));
    EXPECT_EQ(rows.sum(), INT64_MAX);
    const std::vector<Part> parts = rows.parts();
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].bytes, INT64_MAX);
    EXPECT_EQ(parts[1].bytes, kHuge);
    const Figures figures = figuresOf(*listing({}), parts, nullptr);
    EXPECT_EQ(figures.totalBytes, INT64_MAX);
}

TEST(RowsOfMessages, HaveTheKindsAndSizesOfTheMessage)
{
    Allocation unknown = sized(8, "arguments");
    unknown.size.reset();
    Allocation smaller = sized(8, "free");
    smaller.unpadded = Amount{20, 0};
    const auto rows = std::make_shared<const MessageRows>(
        listing({sized(-8, "scoped"), unknown, smaller, sized(32, "in use", "f32[4]{0:T(8)}"), sized(8, "of tomorrow"),
                 sized(8, "global")}));
    const Rows table = MessageRows::tableOf(rows);
    std::string text;
    for (std::size_t i = 0; i < table.count; ++i) {
        const RowId row = RowId::at(i);
        text += table.kindOf(row).id + " " + std::to_string(table.size[row]) + "/" + std::to_string(table.unpadded[row])
            + "; ";
    }
    EXPECT_EQ(text, "scoped 0/-1; free 8/8; in_use 32/16; unknown 8/-1; global 8/-1; ") << "-1 means unknown";
    EXPECT_EQ(rows->withoutSize(), 1U);
    std::string shapes;
    for (const Grouping& grouping : table.groupings)
        if (grouping.id == "shape")
            shapes = grouping.groupOf(RowId(0)) + " " + grouping.groupOf(RowId(2));
    EXPECT_EQ(shapes, "(no shape) f32[4]");
    const auto one = listing({unknown});
    EXPECT_EQ(rowAllocations(*one).size(), 0U);
}

TEST(RowsOfMessages, UnpaddedSizesComeFromShapesThatMatchTheSize)
{
    const auto unpadded = [](Kind kind, const std::string& shape, std::int64_t size = 32) {
        Message message = *listing({sized(size, "", shape.c_str())});
        message.kind = kind;
        const Rows table
            = MessageRows::tableOf(std::make_shared<const MessageRows>(std::make_shared<const Message>(message)));
        return std::pair(table.unpadded[RowId(0)], table.fills(RowColumn::Padding));
    };
    EXPECT_EQ(unpadded(Kind::TooLarge, "f32[4]{0:T(8)}"), std::pair(std::int64_t{16}, true));
    EXPECT_EQ(unpadded(Kind::TooLarge, "f32[4]{0:T(8)}", 64), std::pair(std::int64_t{-1}, false))
        << "of something else";
    EXPECT_EQ(unpadded(Kind::TooLarge, "f32[8]{0}"), std::pair(std::int64_t{32}, true)) << "no memory is left";
    EXPECT_EQ(unpadded(Kind::GpuPlan, "f32[8]"), std::pair(std::int64_t{32}, true));
    EXPECT_EQ(unpadded(Kind::GpuPlan, "f32[7]"), std::pair(std::int64_t{-1}, false));
    EXPECT_EQ(unpadded(Kind::Scoped, "f32[4]{0:T(8)}"), std::pair(std::int64_t{-1}, false))
        << "the shape is that of the result";
}

TEST(RowsOfMessages, RowsWithoutASizeAreCounted)
{
    Allocation unknown;
    const auto problem = [&](std::vector<Allocation> allocations) {
        const auto view = makeMessageView(listing(std::move(allocations)), FileEntry(), ProgramEntry());
        return view->problems.list().front().text;
    };
    EXPECT_EQ(problem({unknown}), "The message lists 1 allocation without a size; they are only in its text.");
    EXPECT_EQ(problem({unknown, unknown}),
              "The message lists 2 allocations without a size; they are only in its text.");
}

class OomKind : public testing::Test
{
protected:
    Result<Documents> open(const std::vector<OpenedFile>& files, const Progress& progress = {}) const
    {
        return oomKind().open(files, {}, progress);
    }
    OpenedFile opened(const char* name, const std::string& text, bool isByChance = false) const
    {
        const std::string path = m_folder.write(name, text);
        return {{path, {}, {}, isByChance}, *File::open(path), std::nullopt};
    }

    const test::TempFolder m_folder;
};

TEST_F(OomKind, TheFirstTenThousandMessagesAreShown)
{
    std::string text;
    for (std::size_t i = 0; i < kMostMessages; ++i)
        text += "Out of memory while trying to allocate " + std::to_string(i + 7) + " bytes.\n\n\n\n\n\n\n\n";
    const auto all = open({opened("a.log", text)});
    ASSERT_TRUE(all);
    EXPECT_EQ((*all)[0]->catalogue().programs.size(), kMostMessages);
    EXPECT_TRUE((*all)[0]->catalogue().warnings.empty());
    const auto more = open({opened("b.log", text + kRanOut)});
    ASSERT_TRUE(more);
    EXPECT_EQ((*more)[0]->catalogue().programs.size(), kMostMessages);
    ASSERT_EQ((*more)[0]->catalogue().warnings.list().size(), 1U);
    EXPECT_TRUE((*more)[0]->catalogue().warnings.list()[0].describe().ends_with(
        ": 1 more message is left out after the first 10000."));
}

TEST_F(OomKind, AFileThatCannotBeOpenedIsListedWithTheOthers)
{
    const OpenedFile broken{{"gone.log", {}, {}, false}, nullptr, Error{ErrorKind::Io, "gone", std::nullopt}};
    const auto both = open({broken, opened("a.log", kRanOut)});
    ASSERT_TRUE(both);
    EXPECT_EQ((*both)[0]->catalogue().files.size(), 2U);
    EXPECT_EQ((*both)[0]->catalogue().files[0].error->message, "gone");
    const auto alone = open({broken, opened("b.log", "all is well\n")});
    ASSERT_FALSE(alone);
    EXPECT_EQ(alone.error().message, "gone") << "the first error";
    const auto chance = open({opened("c.log", "all is well\n", true), opened("d.log", kRanOut, true)});
    ASSERT_TRUE(chance);
    EXPECT_EQ((*chance)[0]->catalogue().files.size(), 1U)
        << "a text that the user did not name and that has no message";
    const auto named = open({opened("e.log", "all is well\n"), opened("f.log", kRanOut)});
    ASSERT_TRUE(named);
    EXPECT_EQ((*named)[0]->catalogue().files.size(), 2U);
}

TEST_F(OomKind, IsCancelledBetweenBlocks)
{
    Progress progress;
    int polls = 0;
    progress.isCancelled = [&] { return ++polls > 1; };
    const std::string block(std::size_t{256} << 10, '\n');
    const auto one = open({opened("a.log", kRanOut)}, progress);
    EXPECT_TRUE(one) << "a block is read whole";
    polls = 0;
    const auto two = open({opened("b.log", block + kRanOut)}, progress);
    ASSERT_FALSE(two);
    EXPECT_EQ(two.error().kind, ErrorKind::Cancelled);
}

TEST_F(OomKind, TextsAreRecognisedByTheirContent)
{
    const auto isKnown = [&](const std::string& text) { return oomKind().recognises(*opened("a.log", text).file); };
    EXPECT_TRUE(isKnown(kRanOut));
    EXPECT_FALSE(isKnown("all is well\n"));
    EXPECT_TRUE(isKnown("\x1b[1m\t\r\n\b\f" + kRanOut));
    EXPECT_FALSE(isKnown(std::string(20, '\x1c') + kRanOut));
    EXPECT_FALSE(isKnown(std::string(20, '\x1f') + kRanOut));
    EXPECT_TRUE(isKnown(std::string(4096, 'x') + "\n\x01" + kRanOut)) << "after its beginning";
    EXPECT_FALSE(isKnown(std::string((std::size_t{64} << 10) - 1, 'x') + "\n")) << "a short text is looked through";
    EXPECT_TRUE(isKnown(std::string(std::size_t{64} << 10, 'x') + "\n")) << "a long one when it is opened";
    for (const char* const program :
         {"HloModule x", "BufferAssignment:\n", "HloLiveRange (max 3)\n", "Memory Space: x\n"})
        EXPECT_FALSE(isKnown(program + kRanOut)) << program;
}

} // namespace
} // namespace tidemark::oom
