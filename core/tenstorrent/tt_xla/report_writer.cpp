#include "core/base/text.h"
#include "core/report/table.h"
#include "core/tenstorrent/tt_xla/page_text.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"

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
    int overflow(int c) override { return put(static_cast<char>(c)) ? c : traits_type::eof(); }
    std::streamsize xsputn(const char* text, std::streamsize size) override
    {
        const auto failed = std::find_if_not(text, text + size, [this](char byte) { return put(byte); });
        return failed - text;
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

/// Null for a negative number, which is not known.
Cell numberOrNull(std::int64_t value)
{
    return value < 0 ? Cell() : Cell(value);
}

/// Writes an amount of the states before or after all operations.
void writeSeries(JsonWriter& json, const char* name, const Profile& profile, Memory memory,
                 const BankState& (Profile::*state)(std::size_t, Memory) const, std::int64_t BankState::*amount)
{
    json.key(name).beginArray();
    for (std::size_t i = 0; i < profile.operations.size(); ++i)
        writeCell(json, numberOrNull((profile.*state)(i, memory).*amount));
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
        writeField(json, "banks", numberOrNull(banks));
        writeField(json, "total", numberOrNull(total));
        writeSeries(json, "before", profile, memory, &Profile::before, &BankState::allocated);
        writeSeries(json, "after", profile, memory, &Profile::after, &BankState::allocated);
        writeSeries(json, "free", profile, memory, &Profile::after, &BankState::free);
        writeSeries(json, "largest", profile, memory, &Profile::after, &BankState::largest);
        writeSeries(json, "free_before", profile, memory, &Profile::before, &BankState::free);
        writeSeries(json, "largest_before", profile, memory, &Profile::before, &BankState::largest);
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
        writeField(json, "loc", facts ? orNull(facts->loc) : Cell());
        writeField(json, "graph", orNull(std::string(profile.nameOf(operation.constEval))));
        json.key("line").value(operation.line);
        writeField(json, "index", operation.isListed() ? Cell(std::int64_t{operation.index}) : Cell());
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

/// Writes what the lists of upstream's profiler leave out.
void writePage(std::ostream& out, const Profile& profile)
{
    JsonWriter json(out);
    json.beginObject().key("title").value(profile.name + framed(", rank ", profile.rank));
    writeMemories(json, profile);
    writeOperations(json, profile);
    writeRanges(json, profile);
    json.key("shortages").beginArray();
    for (const OutOfMemory& shortage : profile.shortages)
        json.value(shortage.causeText());
    json.endArray().key("warnings").beginArray();
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
    using Constant = std::pair<const char*, void (*)(std::ostream&, const Profile&)>;
    for (const auto& [name, write] :
         {Constant("memoryList", writeMemoryList), Constant("operationList", writeOperationList),
          Constant("inputsRegistry", writeInputsRegistry), Constant("modules", writeModules),
          Constant("page", writePage)}) {
        script << "const " << name << " = ";
        write(script, profile);
        out << ";\n";
    }
    out << page.substr(place + kPlace.size());
}

} // namespace tidemark::ttxla
