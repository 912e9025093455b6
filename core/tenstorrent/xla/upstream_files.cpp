#include "core/tenstorrent/xla/upstream_files.h"

#include "core/report/json_writer.h"
#include "core/report/table.h"
#include "core/tenstorrent/xla/module_lines.h"
#include "core/tenstorrent/xla/profile.h"

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

    /// Applies the next operation.
    void execute(const Operation& operation);
    /// Starts a new session: no result is live.
    void clear();
    /// The sum of DRAM or L1. A tensor that would make the sum overflow 2^63 is not counted.
    const PaddedSum& sum(Memory memory) const { return memory == Memory::Dram ? m_dram : m_l1; }

private:
    PaddedSum& sumOf(const TensorLayout& layout);
    void forget(const std::string& result);

    const Profile& m_profile;
    std::map<std::string, const TensorLayout*> m_live; // by name of the result
    PaddedSum m_dram;
    PaddedSum m_l1;
};

constexpr std::string_view kDram = "dram";
constexpr std::string_view kL1 = "l1";

void LivePadding::execute(const Operation& operation)
{
    const OperationFacts* const facts = m_profile.factsOf(operation);
    if (!facts)
        return;
    if (operation.kind == OperationKind::Deallocate && !facts->inputs.empty())
        forget(facts->inputs[0]);
    const bool isKept = operation.isListed() && !facts->result.empty() && facts->layout;
    if (!isKept || (facts->layout->bufferType != kDram && facts->layout->bufferType != kL1))
        return;
    forget(facts->result);
    PaddedSum& sum = sumOf(*facts->layout);
    PaddedSum next = sum;
    if (__builtin_add_overflow(sum.unpadded, facts->layout->unpaddedBytes, &next.unpadded)
        || __builtin_add_overflow(sum.padded, facts->layout->paddedBytes, &next.padded))
        return;
    ++next.tensors;
    sum = next;
    m_live.emplace(facts->result, &*facts->layout);
}

void LivePadding::forget(const std::string& result)
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

void LivePadding::clear()
{
    m_live.clear();
    m_dram = m_l1 = {};
}

PaddedSum& LivePadding::sumOf(const TensorLayout& layout)
{
    return layout.bufferType == kDram ? m_dram : m_l1;
}

/// A JSON writer with additional helpers.
class Json
{
public:
    explicit Json(std::ostream& out)
        : writer(out, JsonLayout::Indented)
    { }

    template <class Value>
    void field(std::string_view name, const Value& value)
    {
        writer.key(name).value(value);
    }
    /// Writes null for an empty text.
    void text(std::string_view name, std::string_view value)
    {
        writer.key(name);
        textOrNull(value);
    }
    void text(std::string_view name, const std::optional<std::string>& value)
    {
        writer.key(name);
        if (value)
            writer.value(*value);
        else
            writer.null();
    }
    void textOrNull(std::string_view value)
    {
        if (value.empty())
            writer.null();
        else
            writer.value(value);
    }
    void number(std::string_view name, std::int64_t value)
    {
        writer.key(name);
        if (value < 0)
            writer.null();
        else
            writer.value(value);
    }
    void megabytes(std::string_view name, std::int64_t bytes)
    {
        writer.key(name);
        if (bytes < 0)
            writer.null();
        else
            writer.value(megabytesOf(bytes));
    }

    JsonWriter writer;
};

double wholeMegabytes(std::int64_t bytes)
{
    return static_cast<double>(bytes) / kMegabyte;
}

/// Follows which session each operation runs in. Only a log with several sessions has session numbers.
class Sessions
{
public:
    explicit Sessions(const Profile& profile)
        : m_ranges(profile.rangesOf(RangeKind::Session))
    { }

    const std::vector<const Range*>& ranges() const { return m_ranges; }
    /// Returns whether the operation begins a session. REQUIRES: operations come in their order
    bool begins(std::size_t operation)
    {
        const std::size_t before = m_next;
        while (m_next < m_ranges.size() && m_ranges[m_next]->begin <= operation)
            ++m_next; // if several sessions begin here, the last one continues
        return m_next != before;
    }
    std::optional<std::size_t> current() const
    {
        return m_ranges.empty() || m_next == 0 ? std::nullopt : std::optional(m_next - 1);
    }

private:
    std::vector<const Range*> m_ranges;
    std::size_t m_next = 0;
};

void writeStates(Json& json, const MemoryStates& states)
{
    json.writer.key("memory").beginObject();
    for (std::size_t i = 0; i < kMemories; ++i) {
        const BankState& state = states[i];
        if (!state.isKnown())
            continue;
        json.writer.key(kMemoryNames[i]).beginObject();
        json.number("numBanks", state.banks);
        json.megabytes("totalBytesPerBank_MB", state.total);
        json.megabytes("totalBytesAllocatedPerBank_MB", state.allocated);
        json.megabytes("totalBytesFreePerBank_MB", state.free);
        json.megabytes("largestContiguousBytesFreePerBank_MB", state.largest);
        json.writer.endObject();
    }
    json.writer.endObject();
}

void writePadding(Json& json, const LivePadding& live)
{
    json.writer.key("unpadded_memory").beginObject();
    for (const Memory memory : {Memory::Dram, Memory::L1}) {
        const PaddedSum sum = live.sum(memory);
        json.writer.key(kMemoryNames[static_cast<std::size_t>(memory)]).beginObject();
        json.field("unpadded_bytes", sum.unpadded);
        json.field("padded_bytes", sum.padded);
        json.field("num_tensors", sum.tensors);
        json.field("unpadded_MB", wholeMegabytes(sum.unpadded));
        json.field("padded_MB", wholeMegabytes(sum.padded));
        json.field("overhead_MB", wholeMegabytes(sum.padded - sum.unpadded));
        constexpr double kWhole = 100;
        json.field("overhead_pct",
                   sum.unpadded == 0
                       ? 0.0
                       : static_cast<double>(sum.padded - sum.unpadded) / static_cast<double>(sum.unpadded) * kWhole);
        json.writer.endObject();
    }
    json.writer.endObject();
}

void writeConstEval(Json& json, const Profile& profile, const Operation& operation)
{
    json.text("const_eval_graph", profile.nameOf(operation.constEval));
    json.field("const_eval_cache_miss", operation.isCacheMiss);
}

void writeLocation(Json& json, const OperationFacts* facts)
{
    json.text("loc", facts ? std::string_view(facts->loc) : std::string_view());
}

void writeMetadata(Json& json, const Profile& profile)
{
    json.writer.key("metadata").beginObject();
    json.writer.key("memory_config").beginObject();
    const auto first = std::ranges::find_if(profile.operations, &Operation::isListed);
    if (first != profile.operations.end()) {
        const MemoryStates& states = profile.states[static_cast<std::size_t>(first - profile.operations.begin())];
        for (std::size_t i = 0; i < kMemories; ++i) {
            if (!states[i].isKnown())
                continue;
            json.writer.key(kMemoryNames[i]).beginObject();
            json.number("num_banks", states[i].banks);
            json.megabytes("total_bytes_per_bank_MB", states[i].total);
            json.writer.endObject();
        }
    }
    json.writer.endObject();
    json.field("total_operations", profile.listed());
    const Sessions sessions(profile);
    if (!sessions.ranges().empty()) {
        json.writer.key("programs").beginArray();
        for (const Range* range : sessions.ranges()) {
            std::optional<std::uint32_t> begin;
            std::uint32_t end = 0;
            for (std::uint32_t i = range->begin; i < range->end; ++i)
                if (profile.operations[i].isListed()) {
                    begin = begin.value_or(profile.operations[i].index);
                    end = profile.operations[i].index;
                }
            if (!begin)
                continue;
            json.writer.beginObject();
            json.field("name", std::string_view(range->name));
            json.field("start_op_index", *begin);
            json.field("end_op_index", end);
            json.writer.endObject();
        }
        json.writer.endArray();
    }
    json.writer.endObject();
}

void writeTensors(Json& json, const char* shapes, const char* dtypes, const std::vector<TensorType>& tensors)
{
    json.writer.key(shapes).beginArray();
    for (const TensorType& tensor : tensors)
        json.textOrNull(tensor.shape);
    json.writer.endArray().key(dtypes).beginArray();
    for (const TensorType& tensor : tensors)
        json.textOrNull(tensor.dtype);
    json.writer.endArray();
}

void writeSizes(Json& json, const char* name, const std::vector<std::int64_t>& sizes)
{
    json.writer.key(name).beginArray();
    for (const std::int64_t size : sizes)
        json.writer.value(size);
    json.writer.endArray();
}

/// Writes the layout of the first result.
void writeLayout(Json& json, const std::optional<TensorLayout>& layout)
{
    json.writer.key("output_layout_info");
    if (!layout) {
        json.writer.null();
        return;
    }
    json.writer.beginObject();
    writeSizes(json, "logical_shape", layout->shape);
    json.field("dtype", std::string_view(layout->dtype));
    json.field("unpadded_bytes", layout->unpaddedBytes);
    json.field("is_tiled", layout->tile.has_value());
    if (layout->memref.empty())
        json.writer.key("memref_shape").null();
    else
        writeSizes(json, "memref_shape", layout->memref);
    if (layout->tile)
        writeSizes(json, "tile_size", {layout->tile->first, layout->tile->second});
    else
        json.writer.key("tile_size").null();
    writeSizes(json, "padded_shape", layout->paddedShape);
    json.field("padded_bytes", layout->paddedBytes);
    json.text("buffer_type", std::string_view(layout->bufferType));
    json.field("overhead_pct", layout->overheadPercent());
    json.writer.endObject();
}

void writeFacts(Json& json, const Profile& profile, const Operation& operation)
{
    static const OperationFacts kNone;
    const OperationFacts* const known = profile.factsOf(operation);
    const OperationFacts& facts = known ? *known : kNone;
    json.text("result", std::string_view(facts.result));
    json.field("mlir_op", profile.labelOf(operation));
    json.writer.key("inputs").beginArray();
    for (const std::string& input : facts.inputs)
        json.writer.value(input);
    json.writer.endArray();
    json.text("attributes", facts.attributes);
    if (known) {
        json.text("input_types", facts.inputTypes);
        json.text("output_type", facts.outputType);
    }
    writeTensors(json, "input_shapes", "input_dtypes", facts.inputTensors);
    writeTensors(json, "output_shapes", "output_dtypes", facts.outputTensors);
    writeLayout(json, facts.layout);
    writeLocation(json, known);
}

void writeWeights(Json& json, const Profile& profile, std::size_t operation)
{
    json.writer.key("weights").beginArray();
    for (const std::uint32_t position : profile.weights[operation]) {
        const InputEntry& weight = profile.inputs.entries[position];
        json.writer.beginObject();
        json.field("registry_index", position);
        json.field("name", std::string_view(weight.name));
        json.text("shape", std::string_view(weight.shape));
        json.field("dtype", std::string_view(weight.dtype));
        json.field("bytes", weight.bytes);
        json.writer.endObject();
    }
    json.writer.endArray();
}

/// Writes the first dump of each stage of a session or of the log. A stage without a dump is left out.
void writeStages(Json& json, const Profile& profile, std::uint32_t begin, std::uint32_t end)
{
    for (const std::string_view stage : {"ttir", "ttnn"}) {
        const auto dump = std::ranges::find_if(profile.modules, [&](const ModuleDump& each) {
            return each.stage == stage && each.operation >= begin && each.operation <= end;
        });
        if (dump == profile.modules.end())
            continue;
        json.writer.key(stage).beginObject();
        json.field("text", std::string_view(dump->text));
        json.writer.key("loc_index").beginObject();
        for (const auto& [name, line] : linesByLocation(dump->text))
            json.field(name, line);
        json.writer.endObject().endObject();
    }
}

} // namespace

void writeMemoryList(std::ostream& out, const Profile& profile)
{
    Json json(out);
    json.writer.beginObject();
    writeMetadata(json, profile);
    json.writer.key("operations").beginArray();
    LivePadding live(profile);
    Sessions sessions(profile);
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        const Operation& operation = profile.operations[i];
        if (sessions.begins(i))
            live.clear();
        live.execute(operation);
        if (!operation.isListed())
            continue;
        json.writer.beginObject();
        json.text("op_type", profile.nameOf(operation.type));
        writeStates(json, profile.states[i]);
        json.field("index", operation.index);
        json.field("mlir_op", profile.labelOf(operation));
        writeLocation(json, profile.factsOf(operation));
        writeConstEval(json, profile, operation);
        json.field("is_weight_op", !operation.constEval.isNone());
        writePadding(json, live);
        json.writer.endObject();
    }
    json.writer.endArray().endObject();
    out << '\n';
}

void writeOperationList(std::ostream& out, const Profile& profile)
{
    Json json(out);
    json.writer.beginArray();
    Sessions sessions(profile);
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        const Operation& operation = profile.operations[i];
        sessions.begins(i);
        if (!operation.isListed())
            continue;
        json.writer.beginObject();
        writeFacts(json, profile, operation);
        json.field("index", operation.index);
        if (const auto session = sessions.current())
            json.field("program_index", *session);
        writeConstEval(json, profile, operation);
        json.field("is_weight_op", operation.isWeight);
        writeWeights(json, profile, i);
        if (!profile.rank.empty())
            json.field("rank", std::string_view(profile.rank));
        json.writer.endObject();
    }
    json.writer.endArray();
    out << '\n';
}

void writeInputsRegistry(std::ostream& out, const Profile& profile)
{
    const InputsRegistry& inputs = profile.inputs;
    Json json(out);
    json.writer.beginObject().key("metadata").beginObject();
    if (inputs.isKnown) {
        json.field("total_entries", inputs.entries.size());
        json.field("total_weights", inputs.weightCount());
        json.field("total_inputs",
                   static_cast<std::size_t>(std::ranges::count(inputs.entries, "input", &InputEntry::type)));
        json.field("total_weight_bytes", inputs.weightBytes());
        json.field("total_weight_MB", wholeMegabytes(inputs.weightBytes()));
    }
    json.writer.endObject().key("entries").beginArray();
    for (std::size_t i = 0; i < inputs.entries.size(); ++i) {
        const InputEntry& entry = inputs.entries[i];
        json.writer.beginObject();
        json.field("index", i);
        json.field("ssa", std::string_view(entry.ssa));
        json.field("name", std::string_view(entry.name));
        json.field("type", std::string_view(entry.type));
        json.text("shape", std::string_view(entry.shape));
        json.field("dtype", std::string_view(entry.dtype));
        json.field("bytes", entry.bytes);
        json.field("bytes_MB", wholeMegabytes(entry.bytes));
        json.writer.endObject();
    }
    json.writer.endArray().endObject();
    out << '\n';
}

void writeModules(std::ostream& out, const Profile& profile)
{
    Json json(out);
    json.writer.beginObject();
    const auto sessions = profile.rangesOf(RangeKind::Session);
    if (sessions.empty()) {
        writeStages(json, profile, 0, UINT32_MAX);
    } else {
        json.writer.key("programs").beginArray();
        for (const Range* session : sessions) {
            json.writer.beginObject();
            json.field("name", std::string_view(session->name));
            writeStages(json, profile, session->begin, session->end - 1);
            json.writer.endObject();
        }
        json.writer.endArray();
    }
    json.writer.endObject();
    out << '\n';
}

} // namespace tidemark::ttxla
