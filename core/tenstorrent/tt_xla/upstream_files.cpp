#include "core/tenstorrent/tt_xla/upstream_files.h"

#include "core/report/table.h"
#include "core/tenstorrent/tt_xla/ir_lines.h"

#include <algorithm>
#include <map>
#include <ostream>

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
    /// Starts a new session: no result is live.
    void clear()
    {
        m_live.clear();
        dram = l1 = {};
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
    return static_cast<double>(bytes) / kTenstorrentMegabyte;
}

/// The number of the session in which an operation runs: of those that begin together, the last. Only a log with
/// several sessions has any.
std::optional<std::uint64_t> sessionOf(const std::vector<const Range*>& sessions, std::size_t operation)
{
    const auto next = std::ranges::upper_bound(sessions, operation, {}, &Range::begin);
    return next == sessions.begin() ? std::nullopt : std::optional<std::uint64_t>(next - sessions.begin() - 1);
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
    constexpr double kWhole = 100;
    json.key(memory).beginObject();
    writeField(json, "unpadded_bytes", sum.unpadded);
    writeField(json, "padded_bytes", sum.padded);
    writeField(json, "num_tensors", sum.tensors);
    writeField(json, "unpadded_MB", wholeMegabytes(sum.unpadded));
    writeField(json, "padded_MB", wholeMegabytes(sum.padded));
    writeField(json, "overhead_MB", wholeMegabytes(overhead));
    writeField(json, "overhead_pct",
               sum.unpadded == 0 ? 0.0 : static_cast<double>(overhead) / static_cast<double>(sum.unpadded) * kWhole);
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
    json.endObject().key("total_operations").value(profile.listed());
    if (const auto sessions = profile.rangesOf(RangeKind::Session); !sessions.empty()) {
        json.key("programs").beginArray();
        for (const Range* range : sessions) {
            std::optional<std::int64_t> begin;
            std::int64_t end = 0;
            for (std::uint32_t i = range->begin; i < range->end; ++i)
                if (profile.operations[i].isListed()) {
                    end = profile.operations[i].index;
                    begin = begin.value_or(end);
                }
            if (!begin)
                continue;
            json.beginObject().key("name").value(range->name);
            json.key("start_op_index").value(*begin).key("end_op_index").value(end).endObject();
        }
        json.endArray();
    }
    json.endObject();
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

/// Writes the first dump of each stage of a session or of the log. A stage without a dump is left out.
void writeStages(JsonWriter& json, const Profile& profile, std::uint32_t begin, std::uint32_t end)
{
    for (const std::string_view stage : {"ttir", "ttnn"}) {
        const auto dump = std::ranges::find_if(profile.modules, [&](const ModuleDump& each) {
            return each.stage == stage && each.operation >= begin && each.operation <= end;
        });
        if (dump == profile.modules.end())
            continue;
        json.key(stage).beginObject().key("text").value(dump->text).key("loc_index").beginObject();
        for (const auto& [name, line] : linesByLocation(dump->text))
            json.key(name).value(line);
        json.endObject().endObject();
    }
}

} // namespace

void writeMemoryList(std::ostream& out, const Profile& profile)
{
    JsonWriter json(out, JsonLayout::Indented);
    json.beginObject();
    writeMetadata(json, profile);
    json.key("operations").beginArray();
    LivePadding live(profile);
    const auto sessions = profile.rangesOf(RangeKind::Session);
    std::optional<std::uint64_t> session;
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        const Operation& operation = profile.operations[i];
        if (const auto now = sessionOf(sessions, i); now != session) {
            live.clear();
            session = now;
        }
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
    const auto sessions = profile.rangesOf(RangeKind::Session);
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        const Operation& operation = profile.operations[i];
        if (!operation.isListed())
            continue;
        json.beginObject();
        writeFacts(json, profile, operation);
        json.key("index").value(operation.index);
        if (const auto session = sessionOf(sessions, i))
            json.key("program_index").value(*session);
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
    const auto sessions = profile.rangesOf(RangeKind::Session);
    if (sessions.empty()) {
        writeStages(json, profile, 0, UINT32_MAX);
    } else {
        json.key("programs").beginArray();
        for (const Range* session : sessions) {
            json.beginObject().key("name").value(session->name);
            writeStages(json, profile, session->begin, session->end - 1);
            json.endObject();
        }
        json.endArray();
    }
    json.endObject();
    out << '\n';
}

} // namespace tidemark::ttxla
