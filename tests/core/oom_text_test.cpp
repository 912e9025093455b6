#include "core/oom/log_reader.h"
#include "core/oom/message.h"
#include "core/oom/message_writer.h"
#include "core/oom/oom_document.h"
#include "core/oom/text_marks.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

#include <sstream>

namespace tidemark::oom {
namespace {

Amount exactly(std::int64_t bytes)
{
    return {bytes, 0};
}

std::string reportText(std::string_view path, const std::vector<Message>& messages)
{
    std::ostringstream out;
    const auto writer = makeMessageWriter(out, TableFormat::Text);
    for (const Message& message : messages)
        writer->write(path, message);
    writer->finish();
    std::string text = out.str();
    return text;
}

Message compileReport()
{
    Message message;
    message.line = 17;
    message.rank = "3";
    message.code = "E1000";
    message.module = "jit_step";
    message.device = "0x0x1_HBM0";
    message.memory = "hbm";
    message.needed = exactly(5 << 20);
    message.limit = exactly(4 << 20);
    message.figures = {{"program", exactly(5 << 20)}, {"reserved", std::nullopt}};
    return message;
}

TEST(ReportText, ContainsTheContentOfAMessage)
{
    Message message = compileReport();
    Allocation fusion;
    fusion.number = 1;
    fusion.size = exactly(4 << 20);
    fusion.unpadded = exactly(2 << 20);
    fusion.paddingFactor = 2;
    fusion.allocationType = "HLO temp";
    fusion.shape = "f32[8]{0}";
    fusion.opName = "jit(f)/dot";
    fusion.label = "fusion.1";
    Allocation window;
    window.size = exactly(1024);
    window.label = "kernel.2";
    window.tag = "input window";
    message.allocations = {fusion, window};
    message.checks = {{"a", "sum", 1024, "limit", 1024, Verdict::Ok, "Not told."},
                      {"b", "the sum", 2048, "the limit", 1024, Verdict::Fails, "They differ."},
                      {"c", "the sum", 2048, "the limit", std::nullopt, Verdict::Fails, "One is not known."},
                      {"d", "the sum", std::nullopt, "the limit", 2048, Verdict::Note, "The other."},
                      {"e", "", std::nullopt, "", std::nullopt, Verdict::Ok, ""}};
    EXPECT_EQ(reportText("train.log", {message}),
              "Over by 1 MiB: needs 5 of 4 MiB of HBM.\n"
              "  train.log:17, rank 3, compile, E1000, module jit_step, device 0x0x1_HBM0\n"
              "\n"
              "figure    bytes\n"
              "program   5 MiB\n"
              "reserved      –\n"
              "\n"
              "number   size  unpadded  padding factor  allocation type  shape      label         op name\n"
              "     1  4 MiB     2 MiB               2  HLO temp         f32[8]{0}  fusion.1      jit(f)/dot\n"
              "     –  1 KiB         –               –  –                –          input window  –\n"
              "\n"
              "  fails: the sum 2 KiB, the limit 1 KiB. They differ.\n"
              "  fails: the sum 2 KiB, the limit. One is not known.\n"
              "  note: the sum, the limit 2 KiB. The other.\n"
              "2 checks passed, 2 failed, 1 note.\n");
}

TEST(ReportText, LeavesOutMissingPartsOfAMessage)
{
    Message chunks;
    chunks.line = 1;
    chunks.kind = Kind::Bfc;
    chunks.requested = exactly(3072);
    Allocation chunk;
    chunk.address = 4096;
    chunk.size = exactly(1024);
    chunk.allocationType = "in use";
    chunks.allocations = {chunk};
    Message alone;
    alone.line = 2;
    alone.kind = Kind::GpuShort;
    alone.requested = exactly(2048);
    alone.checks = {{"a", "", std::nullopt, "", std::nullopt, Verdict::Ok, ""}};
    EXPECT_EQ(reportText("-", {chunks, alone}),
              "Allocation of 3 KiB failed: 0 B of 1 KiB of the allocator's memory is free.\n"
              "  standard input:1, bfc\n"
              "\n"
              "address   size  allocation type\n"
              " 0x1000  1 KiB  in use\n"
              "\n"
              "Allocation of 2 KiB failed.\n"
              "  standard input:2, gpu short\n"
              "\n"
              "1 check passed, 0 failed, 0 notes.\n");
}

TEST(ReportText, EachFormatIsWritten)
{
    const auto startOf = [](TableFormat format) {
        std::ostringstream out;
        const auto writer = makeMessageWriter(out, format);
        writer->write("x", compileReport());
        writer->finish();
        return out.str().substr(0, 8);
    };
    EXPECT_TRUE(startOf(TableFormat::Text).starts_with("Over by"));
    EXPECT_EQ(startOf(TableFormat::Csv), "row,path");
    EXPECT_EQ(startOf(TableFormat::Json).front(), '[');
}

std::vector<std::string> markedIn(const Message& message)
{
    std::vector<std::string> marked;
    for (const TextMark& mark : marksOf(message))
        marked.push_back(message.text.substr(mark.range.begin, mark.range.end - mark.range.begin));
    return marked;
}

TEST(TextMarks, AreFoundOnceForEachParsedAmount)
{
    const auto marked = [](const std::string& lines, std::vector<std::int64_t> read) {
        std::vector<TextRange> places;
        markAmounts(lines, 100, std::move(read), places);
        std::vector<std::string> texts;
        for (const TextRange& place : places)
            texts.push_back(lines.substr(place.begin - 100, place.end - place.begin));
        return texts;
    };
    using Texts = std::vector<std::string>;
    EXPECT_EQ(marked("2048", {2048}), (Texts{"2048"}));
    EXPECT_EQ(marked("3072 of 3.00K", {3072}), (Texts{"3072"}));
    EXPECT_EQ(marked("3072 of 3.00K", {3072, 3072}), (Texts{"3072", "3.00K"}));
    EXPECT_EQ(marked("2.00K, 1000, 1001", {1000, 2048}), (Texts{"2.00K", "1000"}));
    EXPECT_EQ(marked("-1048B left", {-1048}), (Texts{"-1048B"}));
    EXPECT_EQ(marked("a-2048 and x2048 and (2048)", {2048}), (Texts{"2048"}));
    EXPECT_EQ(marked("99999999999999999999 2048", {2048}), (Texts{"2048"})) << "no amount";
    EXPECT_EQ(marked(std::string(70, 'x') + " 20\n48", {2048}), (Texts{"20\n48"})) << "wrapped";
    EXPECT_EQ(marked("20\n48", {20}), (Texts{"20"})) << "no program wraps so short a line";
    EXPECT_EQ(marked("2047 2049", {2048}), Texts());
    EXPECT_EQ(marked("2048", {}), Texts());
}

TEST(TextMarks, DoNotOverlap)
{
    Message message;
    message.code = "E2048";
    message.module = "2048 of a module";
    message.text = "2048 of a module, E2048, 2048";
    message.amounts = {{25, 29}, {0, 4}, {28, 30}};
    EXPECT_EQ(markedIn(message), (std::vector<std::string>{"2048 of a module", "E2048", "2048"}));
}

TEST(ErrorPages, ExistForDocumentedCodes)
{
    EXPECT_EQ(errorPage("E1000"), "https://openxla.org/xla/errors/error_1000");
    EXPECT_EQ(errorPage("E0100"), "https://openxla.org/xla/errors/error_0100");
    EXPECT_EQ(errorPage("E1003"), "");
    EXPECT_EQ(errorPage(""), "");
}

TEST(OomMemories, AreNumberedAsOnTheirPlatform)
{
    struct Case {
        Kind kind;
        std::string memory;
        std::int64_t number;
        std::string name;
        std::string text;
    };
    for (const Case& each : std::vector<Case>{
             {Kind::Compile, "vmem", 1, "VMEM", "VMEM (1)"},
             {Kind::Compile, "hbm", 0, "HBM", "HBM (0)"},
             {Kind::Compile, "cells", 101, "CELLS", "CELLS"},
             {Kind::GpuPlan, "", 0, "device memory", "device memory"},
             {Kind::SharedMemory, "shared", 100, "shared memory", "shared memory"},
             {Kind::TtAllocation, "dram", 0, "DRAM", "DRAM"},
             {Kind::TtAllocation, "l1", 1, "L1", "L1"},
             {Kind::TtAllocation, "l1_small", 2, "L1_SMALL", "L1_SMALL"},
             {Kind::TtAllocation, "trace", 3, "TRACE", "TRACE"},
             {Kind::TtAllocation, "l2", 101, "L2", "L2"},
         }) {
        Message message;
        message.kind = each.kind;
        message.memory = each.memory;
        const MemoryName memory = memoryOf(message);
        EXPECT_EQ(memory.number, each.number) << each.memory;
        EXPECT_EQ(memory.name, each.name) << each.memory;
        EXPECT_EQ(memory.text, each.text) << each.memory;
    }
}

LogMessages logOf(const std::string& path, const std::vector<Message>& messages)
{
    LogMessages log;
    log.entry.path = path;
    log.messages = messages;
    return log;
}

TEST(OomDocumentMemories, AreThoseOfTheMessagesInTheFile)
{
    Message shared;
    shared.kind = Kind::SharedMemory;
    shared.memory = "shared";
    shared.requested = exactly(1024);
    Message hbm = compileReport();
    LogMessages unreadable = logOf("c.log", {});
    unreadable.entry.error = Error{ErrorKind::Io, "cannot read", 7};
    const OomDocument document({logOf("a.log", {hbm, hbm}), logOf("b.log", {shared}), unreadable}, {});
    const std::vector<FileEntry>& files = document.catalogue().files;
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(document.memoryNames(files[0]), "HBM");
    EXPECT_EQ(document.memoryNames(files[1]), "shared memory");
    EXPECT_EQ(document.memoryNames(files[2]), "");
    EXPECT_EQ(document.parseMemory(files[0], "hBm"), 0);
    EXPECT_EQ(document.parseMemory(files[0], "Hbm (0)"), 0);
    EXPECT_EQ(document.parseMemory(files[0], "vmem"), 1);
    EXPECT_EQ(document.parseMemory(files[0], "shared memory"), std::nullopt) << "of another file";
    EXPECT_EQ(document.parseMemory(files[1], "Shared Memory"), 100);
    EXPECT_EQ(document.memoryText(files[1], 100), "shared memory");
    EXPECT_EQ(document.memoryText(files[0], 0), "HBM (0)");
    EXPECT_EQ(document.memoryText(files[0], 3), "CMEM (3)") << "no message is about it";
    EXPECT_EQ(files[0].platform, Platform::Tpu);
    EXPECT_EQ(files[1].platform, Platform::Gpu);
    EXPECT_EQ(files[2].platform, Platform::Unknown);
    const auto& warnings = document.catalogue().warnings.list();
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0].code, "unreadable-file");
    EXPECT_EQ(warnings[0].text, "cannot read");
    EXPECT_EQ(warnings[0].offset, 7U);
}

TEST(OomDocumentMemories, BothOfTwoAreNamed)
{
    Message vmem = compileReport();
    vmem.memory = "vmem";
    const OomDocument document({logOf("a.log", {compileReport(), vmem})}, {});
    EXPECT_EQ(document.memoryNames(document.catalogue().files[0]), "HBM, VMEM");
    EXPECT_EQ(document.memoryText(document.catalogue().files[0], 1), "VMEM (1)");
}

TEST(MessageReports, FindTheirFiguresByName)
{
    const Message message = compileReport();
    ASSERT_TRUE(message.figure("program"));
    EXPECT_EQ(message.figure("program")->bytes, 5 << 20);
    EXPECT_FALSE(message.figure("reserved")) << "it is not known";
    EXPECT_FALSE(message.figure("other"));
}

TEST(MessageReports, PlacesHoldTheirFirstByteAndNotTheirEnd)
{
    const TextRange range{3, 5};
    EXPECT_FALSE(range.isEmpty());
    EXPECT_FALSE(range.holds(2));
    EXPECT_TRUE(range.holds(3));
    EXPECT_TRUE(range.holds(4));
    EXPECT_FALSE(range.holds(5));
    EXPECT_TRUE((TextRange{3, 3}.isEmpty()));
}

} // namespace
} // namespace tidemark::oom
