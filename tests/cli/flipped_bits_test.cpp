#include "tests/support/command_answers.h"
#include "tests/support/flipped_file.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <google/protobuf/stubs/logging.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tidemark {
namespace {

using namespace test;
using nlohmann::json;

/// A question about a file, and the answer for the undamaged file.
struct Question {
    std::vector<std::string> words;
    Answer whole;

    const std::string& command() const { return words.front(); }
    bool isJson() const { return command() != "memory-viewer"; }
    std::string text() const
    {
        std::string text;
        for (const std::string& word : words)
            text += (text.empty() ? "" : " ") + word;
        return text;
    }
};

/// Returns the framing bits of a capture and of the HLO in it, or of HLO alone.
std::vector<BitPlace> allFramingBits(const std::string& bytes, bool isCapture)
{
    if (!isCapture)
        return framingBits(*proto::HloProto::descriptor(), bytes);
    std::vector<BitPlace> bits = framingBits(*proto::XSpace::descriptor(), bytes, proto::XLine::descriptor());
    const auto programs = programsOf(bytes);
    for (const std::string& hlo : programs.value())
        for (const BitPlace place : framingBits(*proto::HloProto::descriptor(), hlo))
            bits.push_back({bytes.find(hlo) + place.byte, place.bit});
    return bits;
}

/// Returns the questions for an undamaged file, grouped by command: for every program and memory if the command is
/// about one, and for the default choice.
std::vector<std::vector<Question>> questionsOf(const std::string& path)
{
    const auto asked = [&](std::vector<std::string> words) { return Question{words, ask(words, path)}; };
    std::vector<std::vector<Question>> questions;
    for (const char* command : {"modules", "check"})
        questions.push_back({asked({command, "--format", "json"})});
    const json programs = json::parse(questions.front().front().whole.out);
    for (const char* command : {"summary", "timeline", "buffers", "memory-viewer"}) {
        std::vector<Question>& ofCommand = questions.emplace_back();
        std::vector<std::string> words = {command};
        if (std::string_view(command) != "memory-viewer")
            words.insert(words.end(), {"--format", "json"});
        ofCommand.push_back(asked(words));
        if (std::string_view(command) == "buffers")
            words.insert(words.end(), {"--at", "all"});
        for (const json& program : programs)
            for (const json& space : program["spaces"]) {
                std::vector<std::string> ofSpace = words;
                ofSpace.insert(ofSpace.end(),
                               {"--module",
                                program["name"].get<std::string>() + "(" + program["program_id"].dump() + ")",
                                "--space", space["space"].dump()});
                ofCommand.push_back(asked(std::move(ofSpace)));
            }
    }
    return questions;
}

/// Returns true if an answer or its standard error reports a problem that the answer for the undamaged file does not
/// report.
bool reportsMore(const Question& question, const Answer& answer)
{
    if (answer.status != question.whole.status)
        return true;
    if (answer.err != question.whole.err && answer.err.find("warning: ") != std::string::npos)
        return true;
    return question.command() == "summary"
        && json::parse(answer.out)["warnings"] != json::parse(question.whole.out)["warnings"];
}

std::int64_t sum(const json& rows, const char* name, const char* without = nullptr)
{
    std::int64_t all = 0;
    for (const json& row : rows)
        all += row[name].get<std::int64_t>() - (without ? row[without].get<std::int64_t>() : 0);
    return all;
}

/// Returns the first sum that does not add up in an answer for any file; "" if there is none.
std::string contradiction(const std::vector<std::string>& words, const json& answer, const std::string& path)
{
    const auto figure = [&](const char* name) { return answer[name].get<std::int64_t>(); };
    if (words.front() == "summary") {
        if (figure("unpadded_peak_bytes") < 0 || figure("padding_bytes") < 0 || figure("fragmentation_bytes") < 0
            || figure("occupied_peak_bytes") + figure("fragmentation_bytes") != figure("total_bytes")
            || figure("unpadded_peak_bytes") + figure("padding_bytes") != figure("occupied_peak_bytes"))
            return "the figures do not add up";
        std::vector<std::string> others = words;
        others.front() = "buffers";
        const json rows = json::parse(ask(others, path).out);
        if (sum(rows, "size_bytes", "overlap_bytes") != figure("occupied_peak_bytes"))
            return "the rows at the peak do not add up";
    } else if (words.front() == "timeline") {
        for (const json& step : answer)
            if (step["bytes"] < 0 || step["unpadded_bytes"] < 0 || step["unpadded_bytes"] > step["occupied_bytes"])
                return "an impossible level at step " + step["step"].dump();
    } else if (words.front() == "check") {
        for (const json& check : answer)
            if (check["verdict"] == "fails"
                && (check["check"].get<std::string>().starts_with("rows-")
                    || check["check"] == "occupied-within-total"))
                return "check " + check.dump();
    }
    return {};
}

/// Returns the number of programs with a plan in a file that protobuf accepts.
std::size_t plansIn(const std::string& bytes, bool isCapture)
{
    const auto hasPlan = [](const std::string& hlo) {
        proto::HloProto parsed;
        return parsed.ParseFromString(hlo) && parsed.has_buffer_assignment();
    };
    const std::vector<std::string> programs = isCapture ? programsOf(bytes).value() : std::vector<std::string>{bytes};
    return static_cast<std::size_t>(std::ranges::count_if(programs, hasPlan));
}

/// A file in which bits are flipped, and its previous answers.
struct Sample {
    const char* file;
    bool isCapture;
    std::size_t stride; // between the bits that are flipped
};

class FlippedBits : public testing::TestWithParam<Sample>
{
protected:
    FlippedBits()
        : m_file(isCapture() ? "x.xplane.pb" : "x.hlo.pb", content())
        , m_questions(questionsOf(m_file.path()))
        , m_plans(plansIn(m_file.bytes(), isCapture()))
    { }

    static bool isCapture() { return GetParam().isCapture; }
    static std::string content()
    {
        const std::string bytes = readFile(dataFolder() + "/" + GetParam().file);
        return isCapture() ? withFewerEvents(bytes) : bytes;
    }
    /// The commands take turns, and so do the programs and memories of each. The eight bits of a byte cover all
    /// commands.
    const Question& questionAt(std::size_t bit) const
    {
        const std::vector<Question>& ofCommand = m_questions[bit % m_questions.size()];
        return ofCommand[bit / m_questions.size() % ofCommand.size()];
    }

    void expectToBeReported(const Question& question, const Answer& answer)
    {
        EXPECT_TRUE(answer.status == 0 || answer.status == 1 || answer.status == 3) << answer.status;
        EXPECT_TRUE(answer.status == 0 || question.command() == "check" || !answer.err.empty());
        const bool isReported = reportsMore(question, answer) || answer.out == question.whole.out;
        if (isRefused(m_file.bytes(), isCapture())) {
            ++m_refused;
            EXPECT_TRUE(isReported) << answer.out.substr(0, 2000);
            return;
        }
        const bool isList = question.command() == "modules" || question.command() == "check";
        EXPECT_TRUE(isReported || !isList || plansIn(m_file.bytes(), isCapture()) >= m_plans)
            << "a program is lost: " << answer.out.substr(0, 2000);
        const bool addsUp = question.isJson() && !answer.out.empty();
        EXPECT_EQ(addsUp ? contradiction(question.words, json::parse(answer.out), m_file.path()) : "", "");
    }

    FlippedFile m_file;
    std::vector<std::vector<Question>> m_questions;
    std::size_t m_plans;
    int m_refused = 0;
};

/// If protobuf refuses the file, the command must fail, warn, or give exactly the same answer. If protobuf accepts it,
/// it is a different file: everything in it must add up, and a program that is no longer in it is not expected.
TEST_P(FlippedBits, AreReportedByTheCommandTheyConcern)
{
    const google::protobuf::LogSilencer quiet;
    const std::size_t stride = GetParam().stride * sampleStride();
    const std::vector<BitPlace> bits = allFramingBits(m_file.bytes(), isCapture());
    for (std::size_t i = 0; i < bits.size(); i += stride) {
        const Question& question = questionAt(i);
        SCOPED_TRACE("byte " + std::to_string(bits[i].byte) + " bit " + std::to_string(bits[i].bit) + ": "
                     + question.text());
        m_file.flip(bits[i]);
        expectToBeReported(question, ask(question.words, m_file.path()));
        m_file.flip(bits[i]);
    }
    EXPECT_GT(m_refused, 100);
}

INSTANTIATE_TEST_SUITE_P(
    RealFiles, FlippedBits,
    testing::Values(Sample{"sessions/tpu_legacy_stat_name/plugins/profile/2025_11_01_08_00_00/old-0.xplane.pb", true,
                           1},
                    Sample{"gpu/h100x4.xplane.pb", true, 13}, Sample{"tpu_hlo/add.hlo.pb", false, 1}),
    [](const auto& test) {
        const std::string file = test.param.file;
        return file.substr(file.rfind('/') + 1, 3);
    });

} // namespace
} // namespace tidemark
