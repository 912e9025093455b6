#include "core/oom/message_advice.h"
#include "core/oom/printed_shape.h"
#include "core/text/amount.h"
#include "core/text/log_line.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/literal_around.h"
#include "tests/support/oom_messages.h"
#include "tests/support/sample_stride.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

namespace tidemark {
namespace {

using oom::Message;
using test::jsonOf;
using test::messagesOf;

std::optional<Amount> amountOf(std::string_view text)
{
    return takeAmount(text);
}

TEST(Amounts, AreBinaryAndYieldToExactCounts)
{
    EXPECT_EQ(amountOf("0B"), (Amount{0, 0}));
    EXPECT_EQ(amountOf("4.0K"), (Amount{4096, 52}));
    EXPECT_EQ(amountOf("15.75G)"), (Amount{16911433728, 5368710}));
    EXPECT_EQ(amountOf("372.76MiB")->bytes, 390867190);
    EXPECT_EQ(amountOf("554,696,704 bytes"), (Amount{554696704, 0}));
    EXPECT_EQ(amountOf("-2.55G (  -2,735,391,744 bytes)"), (Amount{-2735391744, 0}));
    EXPECT_EQ(amountOf("2.00GiB (rounded to 2147483700)requested by"), (Amount{2147483700, 255}));
    EXPECT_EQ(amountOf("41.19G (24.2% utilization")->bytes, 44227425731);
    for (const char* const none : {"", "K", "size", ".5", "99999999999999999999", "9E"})
        EXPECT_FALSE(amountOf(none)) << none;
    EXPECT_TRUE(mayBeEqual(*amountOf("528.00M") + *amountOf("41.22G"), *amountOf("41.74G")));
    EXPECT_FALSE(mayBeEqual(*amountOf("528.00M") + *amountOf("41.22G"), *amountOf("41.80G")));
}

TEST(Amounts, SumsStayBounded)
{
    Amount sum;
    for (int i = 0; i < 100; ++i)
        sum = sum + Amount{INT64_MAX / 3, INT64_MAX / 3};
    EXPECT_EQ(sum.bytes, std::int64_t{1} << 62);
    EXPECT_EQ((Amount{} - sum - sum).bytes, -(std::int64_t{1} << 62));
}

TEST(PrintedShapes, ArePaddedToTheirTiles)
{
    struct Case {
        const char* shape;
        std::int64_t unpadded;
        std::int64_t padded;
    };
    for (const Case& shape : {
             Case{"s32[8388608,8,4]{2,1,0:T(8,128)}", std::int64_t{1} << 30, std::int64_t{32} << 30},
             Case{"bf16[128,4096,352]{2,1,0:T(16,128)(2,1)}", 352 << 20, 384 << 20},
             Case{"f32[32,4096,4096]{1,2,0:T(8,128)}", std::int64_t{2} << 30, std::int64_t{2} << 30},
             Case{"f32[129,1024]{1,0:T(8,128)}", 129 * 4096, 136 * 4096},
             Case{"f32[100]{0:T(256)S(1)}", 400, 1024},
             Case{"pred[7,3]{1,0}", 21, 21},
             Case{"f8e4m3fn[3]", 3, 3},
             Case{"f32[]", 4, 4},
             Case{"s4[8]{0:T(128)E(4)}", 4, 64},
             Case{"f32[0,4]{1,0:T(8,128)}", 0, 0},
         }) {
        const auto bytes = oom::bytesOfShape(shape.shape);
        ASSERT_TRUE(bytes) << shape.shape;
        EXPECT_EQ(bytes->unpadded, shape.unpadded) << shape.shape;
        EXPECT_EQ(bytes->padded, shape.padded) << shape.shape;
    }
    for (const char* const shape : {"", "f32", "f32[", "f32[2", "f32[2]{1}", "f32[2]{0:T(0)}", "(f32[2], f32[3])",
                                    "token[]", "f32[9999999999,9999999999]", "f32[2,2]{0}", "f32[2]{0:T(*)}"})
        EXPECT_FALSE(oom::bytesOfShape(shape)) << shape;
}

TEST(LogLines, LosePrefixesAndKeepTheirText)
{
    struct Case {
        const char* raw;
        const char* text;
        const char* rank;
    };
    for (const Case& line : {
             Case{"    reserved        528.00M", "    reserved        528.00M", ""},
             Case{"E0927 22:58:41.992038  1578 a/b.cc:76]     reserved  5M", "    reserved  5M", ""},
             Case{"\x1b[31m[rank7]:\x1b[0m Ran out", "Ran out", "7"},
             Case{"(RayWorker pid=12, ip=10.0.0.1) x", "x", "pid=12 ip=10.0.0.1"},
             Case{"[1,3]<stdout>:  1. Size: 5M", " 1. Size: 5M", "1,3"},
             Case{"2026-01-02T03:04:05Z stderr F [rank1]: x", "x", "1"},
             Case{"  1. Size: 64.00M", "  1. Size: 64.00M", ""},
             Case{"fleet-7 job=12 | [rank3]: Ran out", "Ran out", "3"},
             Case{"[default3]:Ran out", "Ran out", "3"},
             Case{"Sun Nov 22 12:00:00 2026[1,3]<stderr>:Ran out", "Ran out", "1,3"},
             Case{"add f32[8,1]<= 5", "add f32[8,1]<= 5", ""},
             Case{"2026-01-02T03:04:05Z stderr P Ran out", "Ran out", ""},
             Case{"\xEF\xBB\xBFRan out", "Ran out", ""},
             Case{"[prterun-host-77@1,3]<stderr>: x", "x", "1,3"},
             Case{"rank=3 Ran out", "Ran out", "3"},
             Case{"rank=3x", "rank=3x", ""},
             Case{"Nov 22 12:00:00 host-7 python[1234]: Ran out", "Ran out", ""},
             Case{"Nov 22 12:00:00 host-7 Ran out: x", "host-7 Ran out: x", ""},
             Case{"Nov 22 12:00:00 host-7 python: Ran out", "host-7 python: Ran out", ""},
             Case{"Nov 22 12:00:00   1. Size: 64.00M", "  1. Size: 64.00M", ""},
             Case{"Nov 22 12:00:00 BufferAssignment stats:", "BufferAssignment stats:", ""},
             Case{"Nov 22 12:00:00", "", ""},
             Case{"Nov 22 12:00:00host", "Nov 22 12:00:00host", ""},
             Case{"║ 2026-01-02 12:00:08.606813: I a/bfc_allocator.cc:1095] InUse at", "InUse at", ""},
             Case{"{\"log\": \"[rank3]: Ran\"}", "{\"log\": \"[rank3]: Ran\"}", ""},
             Case{"E('2026-01-02 12:00:08.6: I a/b.cc:5] x')", "E('2026-01-02 12:00:08.6: I a/b.cc:5] x')", ""},
             Case{"copy of f32[8] in [ranks] 3", "copy of f32[8] in [ranks] 3", ""},
             Case{"100%|####| 3/3\rOut of memory", "Out of memory", ""},
             Case{"Error loading program 'x'", "Error loading program 'x'", ""},
             Case{"", "", ""},
         }) {
        const LogLine clean = cleanLine(line.raw);
        EXPECT_EQ(clean.text, line.text) << line.raw;
        EXPECT_EQ(clean.rank, line.rank) << line.raw;
    }
}

TEST(EscapedTexts, AreResolvedFromTheSurroundingLiteral)
{
    const auto around = [](std::string_view line) { return test::literalAround(line, line.find('@')); };
    EXPECT_EQ(around(R"({"a": "b", "m": "x 'q' \"r\" @\n\u00e9", "c": 1})"), "x 'q' \"r\" @\n\u00e9");
    EXPECT_EQ(around(R"(Error('x "q" @\ny') end)"), "x \"q\" @\ny");
    EXPECT_EQ(around(R"({"m": "{\"n\": \"can't @\\ny\"}"})"), "can't @\ny");
    EXPECT_EQ(around("plain @ text"), "plain @ text");
    EXPECT_EQ(around(R"("cut @\n)"), "cut @\n");
}

TEST(OomReports, DoNotDependOnTheSplitOfTheText)
{
    for (const std::string& text : test::textsIn(std::string(TIDEMARK_TEST_DATA) + "/oom")) {
        const std::string whole = jsonOf(messagesOf(text));
        for (const std::size_t part : {std::size_t{1}, std::size_t{7}, std::size_t{100}})
            EXPECT_EQ(jsonOf(messagesOf(text, part)), whole) << text.substr(0, 80);
    }
}

TEST(OomReports, OfAllLiteralsOfALineAreFoundOnceEach)
{
    const auto kinds = [](const std::string& line) {
        std::string text;
        for (const Message& message : messagesOf(line + "\n"))
            text += std::string(oom::kindName(message.kind)) + " "
                + std::to_string(message.requested ? message.requested->bytes : 0) + ";";
        return text;
    };
    const std::string first = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes.";
    const std::string second
        = "Error loading program 'jit_f': Attempting to reserve 8192B at the bottom of memory. That was "
          "not possible. There are 1024B free, 0B reserved, and 1024B reservable.";
    EXPECT_EQ(kinds(R"({"a": ")" + first + R"(\nmore", "b": ")" + second + R"(", "rank": 3})"),
              "gpu_short 4096;program_load 8192;");
    EXPECT_EQ(kinds(R"({"message": ")" + first + R"(\nmore", "exception": ")" + first + R"("})"), "gpu_short 4096;")
        << "an exception that repeats the message";
    EXPECT_EQ(kinds(R"(['x', 'Error: )" + first + R"(\n', ')" + first + R"( Try less.\n'])"),
              "gpu_short 4096;gpu_short 4096;");
}

TEST(OomReports, KeepTheirRankAfterUnknownPrefixes)
{
    std::string text;
    for (const char* const part : {"Ran out of memory in memory", " space hbm. Used 20.00G of", " 15.75G hbm."})
        for (const char* const rank : {"0", "1"})
            text += std::string("fleet-7 job=12 | [rank") + rank + "]: " + part + "\n";
    const auto messages = messagesOf(text);
    ASSERT_EQ(messages.size(), 2U);
    EXPECT_EQ(messages[0].rank + messages[1].rank, "01");
    EXPECT_TRUE(messages[0].needed && messages[1].limit);
}

TEST(OomReports, ListFailedChecks)
{
    const std::string head
        = "Ran out of memory in memory space hbm. Used 41.74G of 16.00G hbm. Exceeded hbm capacity by ";
    const auto failed = [&](const std::string& text) {
        std::string names;
        for (const Message& message : messagesOf(text))
            for (const Check& check : message.checks)
                names += check.verdict == Verdict::Fails ? check.name + " " : "";
        return names;
    };
    EXPECT_EQ(failed(head + "25.74G."), "");
    EXPECT_EQ(failed(head + "24.74G."), "exceeded ");
    const std::string total = "\nTotal hbm usage >= 41.74G:\n    reserved        528.00M\n";
    EXPECT_EQ(failed(head + "25.74G." + total + "    program          41.22G\n    arguments  0B\n"), "");
    EXPECT_EQ(failed(head + "25.74G." + total + "    program          40.22G\n    arguments  0B\n"), "sum ");
    EXPECT_EQ(failed(head + "25.74G." + total + "    program          40.22G\n"), "") << "the arguments may be cut off";
    EXPECT_EQ(failed(head + "25.74G." + total + "    program          42.22G\n"), "sum ");
    const std::string entry = "\n  Largest program allocations in hbm:\n\n  1. Size: 32.00G\n     Shape: ";
    EXPECT_EQ(failed(head + "25.74G." + entry + "s32[8388608,8,4]{2,1,0:T(8,128)}\n"), "");
    EXPECT_EQ(failed(head + "25.74G." + entry + "s32[8388608,8,4]{2,1,0:T(16,128)}\n"), "tiles ");
    EXPECT_EQ(failed("InUse at 0x100 of size 256\nFree at 0x180 of size 256\n"), "chunks-apart ");
}

TEST(OomReports, OfTenstorrentStateIfMemoryIsFragmented)
{
    const auto messages = messagesOf(
        "RuntimeError: TT_FATAL @ bank_manager.cpp:439: Out of Memory: Not enough space to allocate 141557760 B DRAM buffer "
        "across 12 banks, where each bank needs to store 11796480 B, but bank size is 1070773184 B (allocated: 1058111680 B, "
        "free: 12661504 B, largest free block: 6266880 B)\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].kind, oom::Kind::TtAllocation);
    EXPECT_EQ(messages[0].memory, "dram");
    EXPECT_EQ(messages[0].requested->bytes, 141557760);
    EXPECT_EQ(messages[0].figure("largest free block of a bank")->bytes, 6266880);
    std::string checks;
    for (const Check& check : messages[0].checks)
        checks += check.name + ":" + std::string(verdictName(check.verdict)) + " ";
    EXPECT_EQ(checks, "banks:ok bank:ok fragmented:note ");
}

TEST(OomReports, OfManyChunksAreBounded)
{
    std::string text
        = "Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.00GiB (rounded to 2147483648)requested by op x\n";
    const std::string chunk = "InUse at 7f0000000000 of size 256 next 1\n";
    while (text.size() < 2 * oom::MessageCollector::kMostBytes)
        text += chunk;
    const auto messages = messagesOf(text, 100000);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_FALSE(messages[0].cut.missing.empty());
    EXPECT_EQ(messages[0].requested->bytes, 2147483648);
    EXPECT_LT(messages[0].text.size(), oom::MessageCollector::kMostBytes);
}

/// Changes, removes, repeats and moves bytes, and inserts lines of other messages.
std::string mutated(const std::vector<std::string>& texts, std::mt19937& random)
{
    const auto below = [&](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
    std::string text = texts[below(texts.size())];
    for (std::size_t i = below(12); i > 0; --i) {
        const std::size_t at = below(text.size());
        const std::size_t count = below(60);
        switch (below(7)) {
        case 0:
            text.insert(at, 1, static_cast<char>(random()));
            break;
        case 1:
            text.erase(at, count);
            break;
        case 2:
            text.insert(at, text.substr(below(text.size()), count));
            break;
        case 3:
            text.insert(at, "\n");
            break;
        case 4: {
            const std::string& other = texts[below(texts.size())];
            text.insert(at, other.substr(below(other.size()), 10 * count));
            break;
        }
        case 5:
            text.insert(at, std::string(count, "9([{\"\\n0 "[below(9)]));
            break;
        default:
            if (!text.empty())
                text[at] = static_cast<char>(random());
        }
    }
    return text;
}

TEST(OomReports, OfMutatedLogsAreWholeAndDeterministic)
{
    const std::vector<std::string> texts = test::textsIn(std::string(TIDEMARK_TEST_DATA) + "/oom");
    ASSERT_FALSE(texts.empty());
    std::mt19937 random(1);
    std::size_t found = 0;
    const int rounds = test::sampleRounds(10000);
    for (int i = 0; i < rounds; ++i) {
        const std::string text = mutated(texts, random);
        const auto messages = messagesOf(text);
        found += messages.size();
        std::uint64_t line = 0;
        for (const Message& message : messages) {
            EXPECT_GE(message.line, std::max<std::uint64_t>(line, 1)) << text;
            EXPECT_LE(message.line, 1 + static_cast<std::uint64_t>(std::ranges::count(text, '\n'))) << text;
            EXPECT_FALSE(message.text.empty()) << text;
            EXPECT_LE(message.text.size(), 2 * text.size()) << text;
            line = message.line;
            const auto rows = std::make_shared<const oom::MessageRows>(std::make_shared<const Message>(message));
            const Room room{1 << 30, 0, true, Platform::Tpu};
            for (const Finding& finding : oom::advise(message, *rows, oom::MessageRows::tableOf(rows), room)) {
                EXPECT_GT(finding.savedBytes, 0) << finding.id << " of " << text;
                EXPECT_GE(finding.peakAfter.value_or(0), 0) << finding.id << " of " << text;
            }
        }
        if (i % 20 == 0) {
            EXPECT_EQ(jsonOf(messagesOf(text, 13)), jsonOf(messages)) << text;
        }
    }
    EXPECT_GT(found, static_cast<std::size_t>(rounds / 2));
}

} // namespace
} // namespace tidemark
