/// Tests of messages as stored in files, pages and services.
#include "tests/support/oom_reports.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using oom::Report;
using test::jsonOf;
using test::reportsIn;

const std::vector<std::string> kMessage = {
    "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 6291456 bytes.",
    "BufferAssignment OOM Debugging.",
    "BufferAssignment stats:",
    "             parameter allocation:    6.00MiB",
    "              constant allocation:         0B",
    "        maybe_live_out allocation:    6.00MiB",
    "     preallocated temp allocation:         0B",
    "                 total allocation:   12.00MiB",
    "Peak buffers:",
    "        Buffer 1:",
    "                Size: 6.00MiB",
    "                Operator: op_name=\"jit(f)/concatenate\" source_file=\"/a/b.py\" source_line=689",
    "                XLA Label: concatenate",
    "                Shape: f32[4096,128,3]",
    "                ==========================",
};

/// Puts each line, converted by `as`, between these two texts.
template <class As>
std::string written(const std::string& before, const std::string& after, As as)
{
    std::string text;
    for (const std::string& line : kMessage)
        text += before + as(line) + after;
    return text;
}

std::string same(const std::string& line)
{
    return line;
}

std::string withQuotes(std::string line, const std::string& quote)
{
    for (std::size_t at = line.find('"'); at != std::string::npos; at = line.find('"', at + quote.size()))
        line.replace(at, 1, quote);
    return line;
}

/// Returns the data of a message except its place and its text.
std::string contentIn(const std::string& log)
{
    auto reports = reportsIn(log);
    for (Report& report : reports) {
        report.line = 0;
        report.rank.clear();
        report.text.clear();
    }
    return jsonOf(reports);
}

TEST(OomTransport, LinesSplitByHtmlTagsAreRead)
{
    const std::string plain = contentIn(written("", "\n", same));
    ASSERT_NE(plain.find("\"needed_bytes\": 12582912"), std::string::npos);
    const auto asPage = [](const std::string& line) { return withQuotes(line, "&quot;"); };
    EXPECT_EQ(contentIn(written("", "<br>\n", asPage)), plain);
    EXPECT_EQ(contentIn("<pre>" + written("", "<br />", asPage) + "</pre>\n"), plain);
    EXPECT_EQ(contentIn(written("", "&#10;", asPage) + "\n"), plain);
    EXPECT_EQ(contentIn("<pre>" + written("<span class=\"red\">", "</span>\n", asPage) + "</pre>\n"), plain);
}

TEST(OomTransport, JsonMayBeOnSeveralLines)
{
    const std::string plain = contentIn(written("", "\n", same));
    const auto asJson = [](const std::string& line) { return withQuotes(line, "\\\""); };
    EXPECT_EQ(contentIn("[\n" + written("  \"", "\",\n", asJson) + "  \"\"\n]\n"), plain) << "a list of lines";
    EXPECT_EQ(contentIn("[\n"
                        + written("  {\n    \"insertId\": \"x\",\n    \"labels\": {\n      \"a\": \"b\"\n    },\n"
                                  "    \"textPayload\": \"",
                                  "\",\n    \"timestamp\": \"2026-01-02T03:04:05Z\"\n  },\n", asJson)
                        + "]\n"),
              plain)
        << "a list of entries";
    EXPECT_EQ(contentIn(written("2026-01-02 03:04:05 +0000 kube.train: {\"log\": \"", "\", \"stream\": \"stderr\"}\n",
                                asJson)),
              plain)
        << "after a time and a name";
    EXPECT_EQ(contentIn("\"values\": [\n" + written("  [\n    \"1700000000\",\n    \"", "\"\n  ],\n", asJson) + "]\n"),
              plain)
        << "with times";
}

TEST(OomTransport, YamlMayHaveAnEntryForEachLine)
{
    const std::string plain = contentIn(written("", "\n", same));
    const auto asJson = [](const std::string& line) { return withQuotes(line, "\\\""); };
    EXPECT_EQ(contentIn(written("- \"", "\"\n", asJson)), plain) << "a list of lines";
    EXPECT_EQ(contentIn(written("---\ninsertId: x\nlabels:\n  pod: p\ntextPayload: \"",
                                "\"\ntimestamp: \"2026-01-02T03:04:05Z\"\n", asJson)),
              plain)
        << "a document for each";
    // Only values that require quotes are quoted.
    const auto quoted = [](const std::string& line) {
        const bool isPlain = line[0] != ' ' && line.find(": ") == std::string::npos && !line.ends_with(':');
        return isPlain ? line : "'" + line + "'";
    };
    EXPECT_EQ(contentIn(written("---\nseverity: ERROR\ntextPayload: ", "\n", quoted)), plain);
}

TEST(OomTransport, TextThatOnlyLooksLikeYamlIsKept)
{
    const std::string head
        = "Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm. Exceeded hbm capacity by 3.00K.";
    const std::string log = "user: me\nError: '" + head + "'\nnote: none\nxla.Error: " + head
        + "\nTotal hbm usage >= 7.00K:\n    reserved: 1.00K\n    program 6.00K\n";
    const auto reports = reportsIn(log);
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(reports[1].figures.size(), 3U);
}

TEST(OomTransport, LinesBeforeTheFirstKnownWordsBelongToTheMessage)
{
    const std::string items = "    program          97.92G\n    arguments            0B\n";
    const std::string rest = "Output size 0B; shares 0B with arguments.\nProgram hbm requirement 97.92G:\n"
                             "    HLO temp         97.92G\n  Largest program allocations in hbm:\n"
                             "  1. Size: 1.00G\n     Shape: f32[524288,512]{1,0:T(8,128)}\n";
    const std::string plain = contentIn(items + rest);
    ASSERT_NE(plain.find("\"program\""), std::string::npos);
    const auto each = [&](const std::string& before, const std::string& after) {
        std::istringstream lines(items + rest);
        std::string text;
        for (std::string line; std::getline(lines, line);)
            text += before + line + after;
        return contentIn(text);
    };
    EXPECT_EQ(each("{\"_PID\": \"7\", \"MESSAGE\": \"", "\"}\n"), plain);
    EXPECT_EQ(each("  \"", "\",\n"), plain);
    EXPECT_EQ(each("  {\n    \"id\": \"x\",\n    \"body\": \"", "\"\n  },\n"), plain);
}

TEST(OomTransport, LongLinesBeforeTheFirstKnownWordsBelongToTheMessage)
{
    const auto inJson = [](std::size_t size) {
        std::string log;
        for (const char* const line :
             {"    program     97.92G", "    arguments   0B", "Output size 0B; shares 0B with arguments.",
              "Program hbm requirement 97.92G:", "    HLO temp    97.92G",
              "  Largest program allocations in hbm:", "  1. Size: 1.00G", "     Shape: f32[524288,512]{1,0:T(8,128)}"})
            log += "{\"kubernetes\": {\"env\": \"" + std::string(size, 'y') + "\"}, \"log\": \"" + line + "\"}\n";
        return log;
    };
    const std::string plain = contentIn(inJson(10));
    ASSERT_NE(plain.find("\"program\""), std::string::npos);
    EXPECT_EQ(contentIn(inJson(5000)), plain);
}

TEST(OomTransport, HeadingsMayBeginFarIntoALine)
{
    const std::string sums = "Total hbm usage >= 7.00K:\n    reserved    1.00K\n    program     6.00K\n"
                             "    arguments   0B\nProgram hbm requirement 6.00K:\n    HLO temp    6.00K\n"
                             "  Largest program allocations in hbm:\n  1. Size: 1.00K\n     Shape: f32[256]{0}\n";
    const std::string plain = contentIn(sums);
    ASSERT_NE(plain.find("Total hbm usage\""), std::string::npos);
    for (const std::size_t size : {300U, 3000U, 100000U})
        EXPECT_EQ(contentIn(std::string(size, 'x') + ' ' + sums), plain) << size;
}

TEST(OomTransport, AnErrorRepeatedByANotebookIsOneMessage)
{
    const std::string line = "Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm.";
    const std::string lines = line + "\\nTotal hbm usage >= 7.00K:\\n    reserved 1.00K\\n    program 6.00K";
    const auto output = [](const std::string& error) {
        return "  {\n   \"ename\": \"XlaRuntimeError\",\n   \"evalue\": \"" + error
            + "\",\n   \"output_type\": \"error\",\n   \"traceback\": [\n    \"Traceback (most recent call last)\",\n"
              "    \"File x.py:1\\n      1 f()\\n\",\n    \"\\u001b[0;31mXlaRuntimeError\\u001b[0m: "
            + error + "\"\n   ]\n  }\n";
    };
    EXPECT_EQ(reportsIn(output(line)).size(), 1U);
    EXPECT_EQ(reportsIn(output(lines)).size(), 1U);
    EXPECT_EQ(reportsIn(output(lines)).at(0).figures.size(), 3U);
    EXPECT_EQ(reportsIn(std::string(6000, '\n') + output(line)).size(), 1U) << "far down in a notebook";
    EXPECT_EQ(reportsIn(output(lines) + "  ,\n" + output(lines)).size(), 2U) << "in each cell";
    const std::string stream = "   \"text\": [\n    \"" + line + "\\n\"\n   ]\n";
    EXPECT_EQ(reportsIn("  \"cell_type\": \"code\",\n" + stream + output(line)).size(), 1U) << "printed before";
    EXPECT_EQ(reportsIn("  \"cell_type\": \"code\",\n" + stream + "  \"cell_type\": \"code\",\n" + output(line)).size(),
              2U)
        << "by another cell";
    const std::string other = "Ran out of memory in memory space hbm. Used 9.00K of 4.00K hbm.";
    EXPECT_EQ(reportsIn(stream + output(other)).size(), 2U) << "another message";
    std::string inOne = output(lines);
    std::erase(inOne, '\n');
    EXPECT_EQ(reportsIn(inOne).size(), 1U) << "without line ends";
}

TEST(OomTransport, LinesOfJsonMayHoldLinesOfJson)
{
    const std::string plain = contentIn(written("", "\n", same));
    const auto asInner = [](const std::string& line) { return withQuotes(line, R"(\\\")"); };
    EXPECT_EQ(contentIn(written(R"({"log":"{\"level\":\"error\",\"event\":\")",
                                R"(\"}\n","stream":"stderr"})"
                                "\n",
                                asInner)),
              plain);
}

TEST(OomTransport, LogfmtHasMessagesAmongItsValues)
{
    const std::string plain = contentIn(written("", "\n", same));
    const auto asJson = [](const std::string& line) { return withQuotes(line, "\\\""); };
    EXPECT_EQ(contentIn(written("ts=2026-01-02T03:04:05Z level=error caller=\"a b.py:3\" msg=\"", "\"\n", asJson)),
              plain);
    EXPECT_EQ(contentIn(written("2026-01-02T03:04:05Z {app=\"train\", pod=\"a-0\"} ", "\n", same)), plain)
        << "Loki's labels";
}

TEST(OomTransport, TablesMayHaveALineInEachRow)
{
    const std::string time = "2018-09-27 22:58:41.992038: I tensorflow/core/bfc_allocator.cc:645] ";
    const std::string chunks[] = {"Free  at 0x7f94a939ca00 of size 917504", "Chunk at 0x7f94a947ca00 of size 81920",
                                  "Free  at 0x7f94a9490a00 of size 139264"};
    const auto each = [&](const std::string& before, const std::string& after) {
        std::string text;
        for (const std::string& chunk : chunks)
            text += before + chunk + after;
        return contentIn(text);
    };
    const std::string plain = each("", "\n");
    ASSERT_NE(plain.find("917504"), std::string::npos);
    EXPECT_EQ(each(time, "&#10;"), plain);
    EXPECT_EQ(each("2026-01-02,INFO,", "\n"), plain);
    EXPECT_EQ(each("2026-01-02,INFO,\"", "\"\n"), plain);
    EXPECT_EQ(each("2026-01-02,INFO,\"" + time, "\"\n"), plain);
    EXPECT_EQ(contentIn("2026-01-02,INFO,\"" + time + chunks[0] + "\n" + time + chunks[1] + "\n" + chunks[2] + "\"\n"),
              plain);
    const auto asField = [](const std::string& line) { return withQuotes(line, "\"\""); };
    EXPECT_EQ(contentIn(written("7,\"a, b\",\"", "\"\n", asField)), contentIn(written("", "\n", same)));
}

TEST(OomTransport, LinesMayBeNumberedBoxedAndEndInAnyWay)
{
    const std::string plain = contentIn(written("", "\n", same));
    EXPECT_EQ(contentIn(written("", "\r", same)), plain);
    EXPECT_EQ(contentIn(written("", "\r\r\n", same)), plain);
    EXPECT_EQ(contentIn("10%|#  \r20%|## \r" + written("", "\n", same)), plain) << "after overwritten text";
    EXPECT_EQ(contentIn(written("│ ", "   │\n", same)), plain);
    EXPECT_EQ(contentIn(written("\t", " \n", same)), plain);
    std::string numbered;
    for (std::size_t i = 0; i < kMessage.size(); ++i)
        numbered += "   " + std::to_string(i + 1) + "\t" + kMessage[i] + "\n";
    EXPECT_EQ(contentIn(numbered), plain);
    EXPECT_EQ(contentIn("---\ntextPayload: |-\n" + written("  ", "\n", same) + "timestamp: 7\n"), plain);
    const auto asField = [](const std::string& line) { return withQuotes(line, "\"\""); };
    EXPECT_EQ(contentIn("2026-01-02,ERROR,\"" + written("", "\n", asField) + "\"\n"), plain);
}

TEST(OomTransport, GrepOutputMayBeginWithinAMessage)
{
    for (std::size_t begin = 0; begin < kMessage.size(); ++begin) {
        std::string plain;
        std::string found;
        for (std::size_t i = begin; i < kMessage.size(); ++i) {
            const char* const mark = kMessage[i].find("llocat") == std::string::npos ? "-" : ":";
            plain += kMessage[i] + "\n";
            found += std::to_string(120 + i) + mark + kMessage[i] + "\n";
        }
        const bool mayBeOfRanks = begin >= 3 && begin <= 7;
        if (!mayBeOfRanks) {
            EXPECT_EQ(contentIn(found), contentIn(plain)) << found;
        }
    }
}

TEST(OomTransport, TabsMayReplaceBlanks)
{
    const std::string head
        = "Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm. Exceeded hbm capacity by 3.00K.\n";
    const auto reports = reportsIn(head + "Total hbm usage >= 7.00K:\n\treserved\t1.00K\n\tprogram\t6.00K\n");
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].figures.size(), 3U);
}

} // namespace
} // namespace tidemark
