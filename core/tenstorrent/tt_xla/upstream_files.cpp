#include "core/tenstorrent/tt_xla/upstream_files.h"

#include "core/base/text.h"
#include "core/report/table.h"
#include "core/tenstorrent/tt_xla/page_text.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <streambuf>

namespace tidemark::ttxla {
namespace {

/// The padded and unpadded size of the results that upstream counts as live in a memory, from their layouts. The sums
/// are estimates: arguments are never counted, const-eval shares its result names with the main program, and results
/// that one run leaves stay live in the next.
struct PaddedSum {
    std::int64_t unpadded = 0; // bytes of all banks
    std::int64_t padded = 0;
    std::int64_t tensors = 0;
};

/// Follows the operations of a profile in their order.
class LivePadding
{
public:
    explicit LivePadding(const Profile& profile)
        : m_profile(profile)
    { }

    /// Applies the next operation. A tensor that would make a sum overflow 2^63 is not counted.
    void execute(const Operation& operation)
    {
        const OperationFacts* const facts = m_profile.factsOf(operation);
        if (facts && operation.kind == OperationKind::Deallocate && !facts->inputs.empty())
            forget(facts->inputs[0]);
        if (!facts || !operation.isListed() || facts->result.empty() || !facts->layout)
            return;
        const TensorLayout& layout = *facts->layout;
        if (layout.bufferType != "dram" && layout.bufferType != "l1")
            return;
        forget(facts->result);
        PaddedSum& sum = sumOf(layout);
        PaddedSum next{0, 0, sum.tensors + 1};
        if (__builtin_add_overflow(sum.unpadded, layout.unpaddedBytes, &next.unpadded)
            || __builtin_add_overflow(sum.padded, layout.paddedBytes, &next.padded))
            return;
        sum = next;
        m_live.emplace(facts->result, &layout);
    }
    PaddedSum dram;
    PaddedSum l1;

private:
    PaddedSum& sumOf(const TensorLayout& layout) { return layout.bufferType == "dram" ? dram : l1; }
    void forget(const std::string& result)
    {
        const auto live = m_live.find(result);
        if (live == m_live.end())
            return;
        PaddedSum& sum = sumOf(*live->second);
        sum.unpadded -= live->second->unpaddedBytes;
        sum.padded -= live->second->paddedBytes;
        --sum.tensors;
        m_live.erase(live);
    }

    const Profile& m_profile;
    std::map<std::string, const TensorLayout*> m_live; // by name of the result
};

// Null for what is not known.
Cell number(std::int64_t value)
{
    return value < 0 ? Cell() : Cell(value);
}
Cell megabytesCell(std::int64_t bytes)
{
    return bytes < 0 ? Cell() : Cell(megabytesOf(bytes));
}
Cell text(std::string_view value)
{
    return orNull(std::string(value));
}

double wholeMegabytes(std::int64_t bytes)
{
    return static_cast<double>(bytes) / tenstorrent::kMegabyte;
}

void writeStates(JsonWriter& json, const MemoryStates& states)
{
    json.key("memory").beginObject();
    for (std::size_t i = 0; i < kMemories; ++i) {
        const BankState& state = states[i];
        if (!state.isKnown())
            continue;
        json.key(kMemoryNames[i]).beginObject();
        for (const BankField& field : kBankFields)
            if (field.amount)
                writeField(json, std::string(field.key) + "_MB", megabytesCell(state.*field.amount));
            else
                writeField(json, field.key, number(state.banks));
        json.endObject();
    }
    json.endObject();
}

void writePadding(JsonWriter& json, const char* memory, const PaddedSum& sum)
{
    const std::int64_t overhead = sum.padded - sum.unpadded;
    json.key(memory).beginObject();
    writeField(json, "unpadded_bytes", sum.unpadded);
    writeField(json, "padded_bytes", sum.padded);
    writeField(json, "num_tensors", sum.tensors);
    writeField(json, "unpadded_MB", wholeMegabytes(sum.unpadded));
    writeField(json, "padded_MB", wholeMegabytes(sum.padded));
    writeField(json, "overhead_MB", wholeMegabytes(overhead));
    writeField(json, "overhead_pct", paddingPercent(sum.padded, sum.unpadded));
    json.endObject();
}

void writeConstEval(JsonWriter& json, const Profile& profile, const Operation& operation)
{
    writeField(json, "const_eval_graph", text(profile.nameOf(operation.constEval)));
    writeField(json, "const_eval_cache_miss", operation.isCacheMiss);
}

void writeMetadata(JsonWriter& json, const Profile& profile)
{
    json.key("metadata").beginObject().key("memory_config").beginObject();
    const auto first = std::ranges::find_if(profile.operations, &Operation::isListed);
    if (first != profile.operations.end()) {
        const MemoryStates& states = profile.states[static_cast<std::size_t>(first - profile.operations.begin())];
        for (std::size_t i = 0; i < kMemories; ++i) {
            if (!states[i].isKnown())
                continue;
            json.key(kMemoryNames[i]).beginObject();
            writeField(json, "num_banks", number(states[i].banks));
            writeField(json, "total_bytes_per_bank_MB", megabytesCell(states[i].total));
            json.endObject();
        }
    }
    json.endObject().key("total_operations").value(profile.listed()).endObject();
}

void writeTensors(JsonWriter& json, const char* shapes, const char* dtypes, const std::vector<TensorType>& tensors)
{
    json.key(shapes).beginArray();
    for (const TensorType& tensor : tensors)
        writeCell(json, orNull(tensor.shape));
    json.endArray().key(dtypes).beginArray();
    for (const TensorType& tensor : tensors)
        writeCell(json, orNull(tensor.dtype));
    json.endArray();
}

/// Writes the layout of the first result.
void writeLayout(JsonWriter& json, const TensorLayout& layout)
{
    using Sizes = std::vector<std::int64_t>;
    json.beginObject();
    writeField(json, "logical_shape", layout.shape);
    writeField(json, "dtype", layout.dtype);
    writeField(json, "unpadded_bytes", layout.unpaddedBytes);
    writeField(json, "is_tiled", layout.tile.has_value());
    writeField(json, "memref_shape", layout.memref.empty() ? Cell() : Cell(layout.memref));
    writeField(json, "tile_size", layout.tile ? Cell(Sizes{layout.tile->first, layout.tile->second}) : Cell());
    writeField(json, "padded_shape", layout.paddedShape);
    writeField(json, "padded_bytes", layout.paddedBytes);
    writeField(json, "buffer_type", orNull(layout.bufferType));
    writeField(json, "overhead_pct", layout.overheadPercent());
    json.endObject();
}

void writeFacts(JsonWriter& json, const Profile& profile, const Operation& operation)
{
    static const OperationFacts kNone;
    const OperationFacts* const known = profile.factsOf(operation);
    const OperationFacts& facts = known ? *known : kNone;
    writeField(json, "result", orNull(facts.result));
    json.key("mlir_op").value(profile.labelOf(operation));
    writeField(json, "inputs", facts.inputs);
    writeField(json, "attributes", orNull(facts.attributes));
    if (known) {
        writeField(json, "input_types", orNull(facts.inputTypes));
        writeField(json, "output_type", orNull(facts.outputType));
    }
    writeTensors(json, "input_shapes", "input_dtypes", facts.inputTensors);
    writeTensors(json, "output_shapes", "output_dtypes", facts.outputTensors);
    json.key("output_layout_info");
    if (facts.layout)
        writeLayout(json, *facts.layout);
    else
        json.null();
    writeField(json, "loc", orNull(facts.loc));
}

void writeWeights(JsonWriter& json, const Profile& profile, std::size_t operation)
{
    json.key("weights").beginArray();
    for (const std::uint32_t position : profile.weights[operation]) {
        const InputEntry& weight = profile.inputs.entries[position];
        json.beginObject().key("registry_index").value(position).key("name").value(weight.name);
        writeField(json, "shape", orNull(weight.shape));
        json.key("dtype").value(weight.dtype).key("bytes").value(weight.bytes).endObject();
    }
    json.endArray();
}

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

/// Writes an amount of the states before or after all operations.
void writeSeries(JsonWriter& json, const char* name, const Profile& profile, Memory memory,
                 const BankState& (Profile::*state)(std::size_t, Memory) const, std::int64_t BankState::*amount)
{
    json.key(name).beginArray();
    for (std::size_t i = 0; i < profile.operations.size(); ++i)
        writeCell(json, number((profile.*state)(i, memory).*amount));
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
        writeField(json, "banks", number(banks));
        writeField(json, "total", number(total));
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
        json.value(withAmounts(shortage.explained()));
    json.endArray().key("warnings").beginArray();
    for (const Warning& warning : profile.warnings.list())
        json.value(warning.describe());
    json.endArray().endObject();
}

} // namespace

void writeMemoryList(std::ostream& out, const Profile& profile)
{
    JsonWriter json(out, JsonLayout::Indented);
    json.beginObject();
    writeMetadata(json, profile);
    json.key("operations").beginArray();
    LivePadding live(profile);
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        const Operation& operation = profile.operations[i];
        live.execute(operation);
        if (!operation.isListed())
            continue;
        const OperationFacts* const facts = profile.factsOf(operation);
        json.beginObject();
        writeField(json, "op_type", text(profile.nameOf(operation.type)));
        writeStates(json, profile.states[i]);
        json.key("index").value(operation.index).key("mlir_op").value(profile.labelOf(operation));
        writeField(json, "loc", facts ? orNull(facts->loc) : Cell());
        writeConstEval(json, profile, operation);
        writeField(json, "is_weight_op", !operation.constEval.isNone());
        json.key("unpadded_memory").beginObject();
        writePadding(json, "DRAM", live.dram);
        writePadding(json, "L1", live.l1);
        json.endObject().endObject();
    }
    json.endArray().endObject();
    out << '\n';
}

void writeOperationList(std::ostream& out, const Profile& profile)
{
    JsonWriter json(out, JsonLayout::Indented);
    json.beginArray();
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        const Operation& operation = profile.operations[i];
        if (!operation.isListed())
            continue;
        json.beginObject();
        writeFacts(json, profile, operation);
        json.key("index").value(operation.index);
        writeConstEval(json, profile, operation);
        writeField(json, "is_weight_op", operation.isWeight);
        writeWeights(json, profile, i);
        if (!profile.rank.empty())
            json.key("rank").value(profile.rank);
        json.endObject();
    }
    json.endArray();
    out << '\n';
}

void writeInputsRegistry(std::ostream& out, const Profile& profile)
{
    const InputsRegistry& inputs = profile.inputs;
    JsonWriter json(out, JsonLayout::Indented);
    json.beginObject().key("metadata").beginObject();
    if (inputs.isKnown) {
        json.key("total_entries").value(inputs.entries.size());
        json.key("total_weights").value(std::ranges::count_if(inputs.entries, &InputEntry::isWeight));
        json.key("total_inputs").value(std::ranges::count(inputs.entries, "input", &InputEntry::type));
        json.key("total_weight_bytes").value(inputs.weightBytes());
        json.key("total_weight_MB").value(wholeMegabytes(inputs.weightBytes()));
    }
    json.endObject().key("entries").beginArray();
    for (std::size_t i = 0; i < inputs.entries.size(); ++i) {
        const InputEntry& entry = inputs.entries[i];
        json.beginObject().key("index").value(i).key("ssa").value(entry.ssa).key("name").value(entry.name);
        json.key("type").value(entry.type);
        writeField(json, "shape", orNull(entry.shape));
        json.key("dtype").value(entry.dtype).key("bytes").value(entry.bytes);
        json.key("bytes_MB").value(wholeMegabytes(entry.bytes)).endObject();
    }
    json.endArray().endObject();
    out << '\n';
}

void writeModules(std::ostream& out, const Profile& profile)
{
    JsonWriter json(out, JsonLayout::Indented);
    json.beginObject();
    for (const std::string_view stage : {"ttir", "ttnn"}) {
        const ModuleDump* const dump = profile.firstModule(stage);
        if (!dump)
            continue;
        json.key(stage).beginObject().key("text").value(dump->text).key("loc_index").beginObject();
        for (const auto& [name, line] : linesByLocation(dump->text))
            json.key(name).value(line);
        json.endObject().endObject();
    }
    json.endObject();
    out << '\n';
}

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
