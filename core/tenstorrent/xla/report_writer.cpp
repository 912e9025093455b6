#include "core/tenstorrent/xla/report_writer.h"

#include "core/base/text.h"
#include "core/report/json_writer.h"
#include "core/tenstorrent/xla/module_lines.h"
#include "core/tenstorrent/xla/page_text.h"
#include "core/tenstorrent/xla/profile_findings.h"
#include "core/tenstorrent/xla/upstream_files.h"

#include <algorithm>
#include <ostream>
#include <streambuf>

namespace tidemark::ttxla {
namespace {

/// Passes JSON on in a form that is safe inside a script, on one line: no text in it can end the script or begin a
/// comment.
class ScriptBuffer : public std::streambuf
{
public:
    explicit ScriptBuffer(std::streambuf& page)
        : m_page(page)
    { }

private:
    int overflow(int c) override
    {
        const char byte = static_cast<char>(c);
        return put(byte) ? c : traits_type::eof();
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override
    {
        std::streamsize count = 0;
        while (count < size && put(text[count]))
            ++count;
        return count;
    }
    bool put(char byte)
    {
        m_isIndent = byte == '\n' || (m_isIndent && byte == ' '); // a JSON text contains no line end
        if (m_isIndent)
            return true;
        constexpr std::string_view kLess = "\\u003c";
        return byte == '<' ? m_page.sputn(kLess.data(), kLess.size()) == kLess.size()
                           : m_page.sputc(byte) != traits_type::eof();
    }

    std::streambuf& m_page;
    bool m_isIndent = false;
};

void textOrNull(JsonWriter& json, std::string_view name, std::string_view text)
{
    json.key(name);
    if (text.empty())
        json.null();
    else
        json.value(text);
}

void numberOrNull(JsonWriter& json, std::int64_t number)
{
    if (number < 0)
        json.null();
    else
        json.value(number);
}

/// Writes the values of `field` for all operations.
template <class Field>
void writeSeries(JsonWriter& json, std::string_view name, const Profile& profile, const Field& field)
{
    json.key(name).beginArray();
    for (std::size_t i = 0; i < profile.operations.size(); ++i)
        numberOrNull(json, field(i));
    json.endArray();
}

void writeMemories(JsonWriter& json, const Profile& profile)
{
    json.key("memories").beginArray();
    for (const Memory memory : kAllMemories) {
        if (!profile.hasStates(memory))
            continue;
        const auto place = static_cast<std::size_t>(memory);
        std::int64_t banks = -1;
        std::int64_t total = -1;
        for (const MemoryStates& states : profile.states) {
            banks = std::max<std::int64_t>(banks, states[place].banks);
            total = std::max(total, states[place].total);
        }
        json.beginObject().key("name").value(kMemoryNames[place]);
        json.key("banks");
        numberOrNull(json, banks);
        json.key("total");
        numberOrNull(json, total);
        writeSeries(json, "before", profile, [&](std::size_t i) { return profile.before(i, memory).allocated; });
        writeSeries(json, "after", profile, [&](std::size_t i) { return profile.after(i, memory).allocated; });
        writeSeries(json, "free", profile, [&](std::size_t i) { return profile.after(i, memory).free; });
        writeSeries(json, "largest", profile, [&](std::size_t i) { return profile.after(i, memory).largest; });
        writeSeries(json, "free_before", profile, [&](std::size_t i) { return profile.before(i, memory).free; });
        writeSeries(json, "largest_before", profile, [&](std::size_t i) { return profile.before(i, memory).largest; });
        json.endObject();
    }
    json.endArray();
}

void writeOperations(JsonWriter& json, const Profile& profile)
{
    json.key("operations").beginArray(JsonLayout::Rows);
    for (const Operation& operation : profile.operations) {
        const OperationFacts* facts = profile.factsOf(operation);
        json.beginObject().key("name").value(profile.labelOf(operation));
        textOrNull(json, "loc", facts ? std::string_view(facts->loc) : std::string_view());
        textOrNull(json, "graph", profile.nameOf(operation.constEval));
        json.key("line").value(operation.line);
        json.key("index");
        numberOrNull(json, operation.isListed() ? std::int64_t{operation.index} : -1);
        json.key("isWeight").value(operation.isWeight).endObject();
    }
    json.endArray();
}

void writeRanges(JsonWriter& json, const Profile& profile)
{
    json.key("ranges").beginArray();
    for (const Range& range : profile.ranges) {
        json.beginObject().key("name").value(range.name);
        json.key("kind").value(range.kind == RangeKind::ConstEval ? "const-eval" : "program");
        json.key("begin").value(range.begin).key("end").value(range.end).endObject();
    }
    json.endArray();
}

/// Writes the modules to show and the lines of the operations in them.
void writeShownModules(JsonWriter& json, const Profile& profile)
{
    json.key("ir").beginArray();
    for (const char* const stage : {"ttir", "ttnn"}) {
        const ModuleDump* module = profile.firstModule(stage);
        if (!module)
            continue;
        json.beginObject().key("stage").value(stage);
        json.key("text").value(module->text);
        json.key("locIndex").beginObject();
        for (const auto& [location, line] : linesByLocation(module->text))
            json.key(location).value(line);
        json.endObject().endObject();
    }
    json.endArray();
}

/// Writes the arguments of the program.
void writeInputs(JsonWriter& json, const Profile& profile)
{
    json.key("inputs").beginArray(JsonLayout::Rows);
    for (const InputEntry& input : profile.inputs.entries) {
        json.beginObject().key("name").value(input.name).key("type").value(input.type);
        json.key("shape")
            .value(input.shape)
            .key("dtype")
            .value(input.dtype)
            .key("bytes")
            .value(input.bytes)
            .endObject();
    }
    json.endArray();
}

void writePage(JsonWriter& json, const Profile& profile)
{
    json.beginObject();
    json.key("title").value(profile.name + framed(", rank ", profile.rank));
    json.key("moment").value(profile.moment == Moment::Before ? "before" : "after");
    writeMemories(json, profile);
    writeOperations(json, profile);
    writeRanges(json, profile);
    writeInputs(json, profile);
    writeShownModules(json, profile);
    json.key("shortages").beginArray();
    for (const OutOfMemory& shortage : profile.shortages)
        json.value(causeText(shortage));
    json.endArray();
    json.key("warnings").beginArray();
    for (const Warning& warning : profile.warnings.list())
        json.value(warning.describe());
    json.endArray().endObject();
}

} // namespace

void writeReportPage(std::ostream& out, const Profile& profile)
{
    const std::string_view page = kPageText;
    constexpr std::string_view kPlace = "/*DATA*/";
    const std::size_t place = page.find(kPlace);
    out << page.substr(0, place);
    ScriptBuffer buffer(*out.rdbuf());
    std::ostream script(&buffer);
    script << "const memoryList = ";
    writeMemoryList(script, profile);
    out << ";\n";
    script << "const operationList = ";
    writeOperationList(script, profile);
    out << ";\n";
    script << "const page = ";
    JsonWriter json(script);
    writePage(json, profile);
    out << ";\n";
    out << page.substr(place + kPlace.size());
}

} // namespace tidemark::ttxla
