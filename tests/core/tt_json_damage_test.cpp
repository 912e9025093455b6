#include "core/base/json_source.h"
#include "core/tenstorrent/tt_train/train_document.h"
#include "core/tenstorrent/tt_xla/list_reader.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

namespace tidemark::ttxla {
namespace {

using Type = LocatedJson::Type;

/// The result of reading a text: the numbers and names that views use, and the warnings.
struct Reading {
    std::string facts;
    std::vector<Warning> warnings;
    std::string error; // empty: none
};

/// A text that a reader reads.
struct Sample {
    std::string name;
    std::string text;
    std::function<Reading(std::string)> read;
};

std::string written(void (*write)(std::ostream&, const Profile&), const Profile& profile)
{
    std::ostringstream out;
    write(out, profile);
    return out.str();
}

Reading readingOf(const Result<Profile>& profile)
{
    if (!profile)
        return {"", {}, profile.error().message};
    Reading reading{"", profile->warnings.list(), ""};
    for (const auto write : {writeMemoryList, writeOperationList, writeInputsRegistry, writeModules})
        reading.facts += written(write, *profile);
    for (const auto& states : profile->states)
        for (const BankState& state : states)
            for (const std::int64_t number :
                 {std::int64_t{state.banks}, state.total, state.allocated, state.free, state.largest})
                reading.facts += std::to_string(number) + " ";
    for (const auto& tables : profile->blocks)
        for (const auto& table : tables)
            for (const AllocatorBlock& block : table)
                reading.facts += std::to_string(block.address) + "+" + std::to_string(block.size)
                    + (block.isAllocated ? "a " : "f ");
    return reading;
}

ListTexts lists()
{
    using test::stepText;
    const Profile profile = test::readXlaLog(stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}, 33, 64)
                                             + stepText("%2", "ttnn.matmul", "%1", "MatmulOp", {3500, 1000000, 500000})
                                             + stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}))[0];
    return {{"a_memory.json", written(writeMemoryList, profile)},
            NamedText{"a_operations.json", written(writeOperationList, profile)},
            NamedText{"a_inputs_registry.json",
                      R"({"metadata": {}, "entries": [{"ssa": "%arg0", "name": "w", "type": "parameter",)"
                      R"( "shape": "2x2", "dtype": "bf16", "bytes": 8}]})"},
            NamedText{"a_ir.json", R"({"ttir": {"text": "module {}"}, "ttnn": {"text": "module {}"}})"}};
}

std::string blockTables()
{
    return R"json({"0": {"debug_str": "%0 = \"ttnn.tan\"(%arg0) : () -> () loc(unknown)", "loc": "x",
 "dram": {"num_banks": 2, "total_bytes_per_bank": 1000, "total_bytes_allocated_per_bank": 100,
  "total_bytes_free_per_bank": 900, "largest_contiguous_bytes_free_per_bank": 900, "block_table": [
   {"allocated": "yes", "nextID": "1", "prevID": "-1", "size": "100", "address": "0", "blockID": "0"},
   {"allocated": "no", "nextID": "-1", "prevID": "0", "size": "900", "address": "100", "blockID": "1"}]}}})json";
}

std::string trainExport()
{
    std::ostringstream text;
    const std::string folder = std::string(TIDEMARK_TEST_DATA) + "/tenstorrent";
    text << std::ifstream(folder + "/tinyllama_memory_analysis_1772000000000000.json").rdbuf();
    return text.str();
}

Reading readTrain(std::string text)
{
    const auto run = tt::readExport(std::move(text), "export.json");
    if (!run)
        return {"", {}, "no export"};
    const tt::Export& kept = *run->exported;
    Reading reading{run->name + " " + std::to_string(kept.time) + kept.commit, run->warnings.list(), ""};
    for (const auto& bytes :
         {run->overallPeak, kept.deviceMemory, kept.components.model.actual, kept.components.optimizer.actual,
          kept.components.activations.actual, kept.components.overhead.actual, kept.components.other.actual})
        reading.facts += " " + std::to_string(bytes.value_or(-1));
    return reading;
}

std::vector<Sample> samples()
{
    const ListTexts all = lists();
    const auto sample = [](const NamedText& file, auto place) {
        return Sample{file.path, file.text, [place](std::string text) {
                          ListTexts texts = lists();
                          place(texts).text = std::move(text);
                          return readingOf(readLists(std::move(texts)));
                      }};
    };
    return {sample(all.memory, [](ListTexts& texts) -> NamedText& { return texts.memory; }),
            sample(*all.operations, [](ListTexts& texts) -> NamedText& { return *texts.operations; }),
            sample(*all.inputs, [](ListTexts& texts) -> NamedText& { return *texts.inputs; }),
            sample(*all.modules, [](ListTexts& texts) -> NamedText& { return *texts.modules; }),
            {"memory_results.json", blockTables(),
             [](std::string text) {
                 return readingOf(readBlockTables({"memory_results.json", std::move(text)}));
             }},
            {"export.json", trainExport(), readTrain}};
}

/// A value of a text, and its key.
struct Part {
    std::size_t keyAt = 0; // 0: an element of a list
    std::size_t at = 0;
    std::size_t end = 0;
    Type type = Type::Null;
    std::string quotedKey;
};

std::size_t endOf(std::string_view text, std::size_t at)
{
    int depth = 0;
    bool isQuoted = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isQuoted) {
            if (c == '\\')
                ++at;
            isQuoted = c != '"';
        } else if (c == '"') {
            isQuoted = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (depth == 0 && (c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n')) {
            return at;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return at;
}

void addParts(const LocatedJson& value, std::string_view text, std::vector<Part>& parts)
{
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const LocatedJson& item = value.items[i];
        Part part{0, item.at, endOf(text, item.at), item.type, ""};
        if (value.type == Type::Object) {
            part.keyAt = value.keys[i].at;
            part.quotedKey = text.substr(part.keyAt, text.find('"', part.keyAt + 1) + 1 - part.keyAt);
        }
        parts.push_back(part);
        addParts(item, text, parts);
    }
}

std::vector<Part> partsOf(std::string_view text)
{
    std::vector<Part> parts;
    const auto json = parseLocatedJson(text, 16);
    EXPECT_TRUE(json);
    if (json)
        addParts(*json, text, parts);
    return parts;
}

bool hasWarning(const Reading& reading, const Sample& sample, std::string_view code, std::string_view text,
                std::size_t at)
{
    const TextPlace place = placeIn(text, at);
    const std::string start
        = sample.name + ", line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": ";
    for (const Warning& warning : reading.warnings)
        if (warning.text.starts_with(start) && (code.empty() || warning.code == code) && warning.offset == at)
            return true;
    return false;
}

std::string listing(const Reading& reading)
{
    std::string text = reading.error;
    for (const Warning& warning : reading.warnings)
        text += "\n" + warning.code + " " + warning.text;
    return text;
}

/// Calls `check` with parts of a sample: all of a short sample, else some.
template <class Check>
void eachPart(const Check& check)
{
    constexpr std::size_t kMost = 150;
    std::mt19937 random(7);
    for (const Sample& sample : samples()) {
        const Reading whole = sample.read(sample.text);
        ASSERT_EQ(listing(whole), "") << sample.name;
        std::vector<Part> parts = partsOf(sample.text);
        ASSERT_FALSE(parts.empty()) << sample.name;
        std::shuffle(parts.begin(), parts.end(), random);
        parts.resize(std::min(parts.size(), kMost));
        for (const Part& part : parts)
            check(sample, whole, part, random);
    }
}

TEST(TtJsonDamage, ARepeatedKeyIsReportedAndChangesNothing)
{
    eachPart([](const Sample& sample, const Reading& whole, const Part& part, std::mt19937&) {
        if (part.keyAt == 0)
            return;
        for (const char* value : {"0", "\"x\"", "[[]]", "NaN"}) {
            std::string text = sample.text;
            text.insert(part.end, ", " + part.quotedKey + ": " + value);
            const Reading reading = sample.read(text);
            EXPECT_TRUE(hasWarning(reading, sample, "repeated-key", text, part.end + 2)) << text << listing(reading);
            EXPECT_EQ(reading.facts, whole.facts) << text;
        }
    });
}

TEST(TtJsonDamage, ANumberOfPythonIsReported)
{
    eachPart([](const Sample& sample, const Reading&, const Part& part, std::mt19937&) {
        for (const char* value : {"NaN", "Infinity", "-Infinity"}) {
            std::string text = sample.text;
            text.replace(part.at, part.end - part.at, value);
            const Reading reading = sample.read(text);
            EXPECT_TRUE(!reading.error.empty() || hasWarning(reading, sample, "bad-number", text, part.at))
                << text << listing(reading);
        }
    });
}

TEST(TtJsonDamage, AValueOfAnotherTypeIsReportedOrChangesNothing)
{
    eachPart([](const Sample& sample, const Reading& whole, const Part& part, std::mt19937&) {
        const std::pair<Type, const char*> values[] = {{Type::Boolean, "true"},
                                                       {Type::Number, "7.5"},
                                                       {Type::String, "\"x\""},
                                                       {Type::Array, "[[]]"},
                                                       {Type::Object, "{\"x\": {}}"}};
        for (const auto& [type, value] : values) {
            if (type == part.type || part.type == Type::Null)
                continue;
            std::string text = sample.text;
            text.replace(part.at, part.end - part.at, value);
            const Reading reading = sample.read(text);
            EXPECT_TRUE(!reading.error.empty() || hasWarning(reading, sample, "", text, part.at)
                        || reading.facts == whole.facts)
                << sample.name << " " << part.quotedKey << " " << value << listing(reading);
        }
    });
}

TEST(TtJsonDamage, AMemoryThatIsAListIsReported)
{
    const auto profile = readBlockTables(
        {"r.json",
         "{\"0\": {\"debug_str\": \"%0 = \\\"ttnn.tan\\\"(%arg0) : () -> () loc(unknown)\", \"dram\": [[]],\n"
         "\"l1\": {\"num_banks\": [[]], \"total_bytes_per_bank\": \"9\"}}}"});
    ASSERT_TRUE(profile);
    ASSERT_EQ(profile->warnings.list().size(), 3U);
    EXPECT_EQ(profile->warnings.list()[0].code, "bad-value");
    EXPECT_NE(profile->warnings.list()[0].text.find("line 1, column 81: dram is a list"), std::string::npos)
        << profile->warnings.list()[0].text;
    EXPECT_EQ(profile->warnings.list()[1].code, "bad-number");
    EXPECT_NE(profile->warnings.list()[1].text.find("line 2, column 21: num_banks is a list"), std::string::npos);
    EXPECT_NE(profile->warnings.list()[2].text.find("total_bytes_per_bank is a string"), std::string::npos);
}

} // namespace
} // namespace tidemark::ttxla
