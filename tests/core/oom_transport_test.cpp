/// Tests of messages as stored in files, pages and services.
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tidemark {
namespace {

using oom::Message;
using test::jsonOf;
using test::messagesOf;

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

/// Returns the data of a message except its place and its text.
std::string contentIn(const std::string& log)
{
    auto messages = messagesOf(log);
    for (Message& message : messages) {
        message.line = 0;
        message.rank.clear();
        message.text.clear();
    }
    return jsonOf(messages);
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

TEST(OomTransport, LinesOfJsonMayBeEmpty)
{
    const std::string text = "{\"message\": \"Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm.\"}\n"
                             "{\"message\": \"\"}\n{\"message\": \"Total hbm usage >= 7.00K:\"}\n{\"rank\": 3}\n{}\n"
                             "{\"message\": \"    program 7.00K\"}\n";
    const auto messages = messagesOf(text);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].figures.size(), 2U);
}

TEST(OomTransport, TheOutermostTextAndRankOfAJsonLineCount)
{
    const auto each = [](const std::string& before, const std::string& after) {
        std::string log;
        for (const std::string& line : kMessage) {
            const std::string json = nlohmann::json(line).dump();
            log += before + json + (after.empty() ? "" : after + json + "}}") + (after.empty() ? "}" : "") + "\n";
        }
        return contentIn(log);
    };
    std::string plain;
    for (const std::string& line : kMessage)
        plain += line + "\n";
    EXPECT_EQ(each("{\"message\": ", ", \"event\": {\"original\": "), contentIn(plain)) << "each line twice";
    EXPECT_EQ(each("{\"event\": ", ""), contentIn(plain));
    const auto found = messagesOf("{\"config\":{\"rank\":16},\"host\":\"h\",\"error\":{\"message\":\"zz\"},\"message\":"
                                  "\"Ran out of memory in memory space hbm. Used 7K of 4K hbm.\"}\n");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].rank, "h");
    nlohmann::json lines = {{"message", kMessage}};
    EXPECT_EQ(contentIn(lines.dump() + "\n"), contentIn(plain)) << "an array of lines";
}

/// Returns a notebook with one cell for each list of outputs.
std::string notebook(const std::vector<std::vector<nlohmann::json>>& cells)
{
    nlohmann::json json = {{"nbformat", 4}, {"cells", nlohmann::json::array()}};
    for (const auto& outputs : cells)
        json["cells"].push_back({{"cell_type", "code"}, {"source", {"f()"}}, {"outputs", outputs}});
    return json.dump(1);
}

TEST(OomTransport, TheOutputsOfANotebookAreRead)
{
    const std::string line = "Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm.";
    const auto error = [](const std::string& message) {
        return nlohmann::json{
            {"output_type", "error"},
            {"ename", "XlaRuntimeError"},
            {"evalue", message},
            {"traceback", {"Traceback (most recent call last)", "\x1b[0;31mXlaRuntimeError\x1b[0m: " + message}}};
    };
    const nlohmann::json printed = {{"output_type", "stream"}, {"name", "stderr"}, {"text", {line + "\n"}}};
    const std::string lines = line + "\nTotal hbm usage >= 7.00K:\n    reserved 1.00K\n    program 6.00K";
    const auto messages = messagesOf(notebook({{error(lines)}}));
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].figures.size(), 3U);
    EXPECT_EQ(test::eventsIn(notebook({{printed, error(line)}})).size(), 1U) << "one event, printed and raised";
    nlohmann::json untraced = error(lines);
    untraced["traceback"] = nlohmann::json::array();
    EXPECT_EQ(messagesOf(notebook({{untraced}})).size(), 1U);
    EXPECT_EQ(messagesOf(notebook({{{{"data", {{"text/plain", lines}}}}}})).size(), 1U) << "a result";
    EXPECT_EQ(messagesOf("{\"nbformat\": 4, \"message\": \"" + line + "\"}\n").size(), 1U) << "no notebook";
    EXPECT_EQ(messagesOf(notebook({{error(lines)},
                                   {error("Ran out of memory in memory space hbm. Used 9.00K of 4.00K hbm.")}}))
                  .size(),
              2U);
}

TEST(OomTransport, TabsMayReplaceBlanks)
{
    const std::string head
        = "Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm. Exceeded hbm capacity by 3.00K.\n";
    const auto messages = messagesOf(head + "Total hbm usage >= 7.00K:\n\treserved\t1.00K\n\tprogram\t6.00K\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].figures.size(), 3U);
}

} // namespace
} // namespace tidemark
