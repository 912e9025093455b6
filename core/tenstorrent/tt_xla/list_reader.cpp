#include "core/tenstorrent/tt_xla/list_reader.h"

#include "core/base/json_source.h"
#include "core/base/notes.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tidemark::ttxla {
namespace {

using Type = LocatedJson::Type;

Result<JsonSource> parsed(NamedText file, Warnings& warnings)
{
    return JsonSource::parse(std::move(file.path), std::move(file.text), warnings);
}

/// An amount of MB with at most three decimals, in bytes. Negative: absent, or no such amount.
std::int64_t megabytesIn(const JsonSource& source, const LocatedJson& object, std::string_view key)
{
    const LocatedJson* const value = source.find(object, key, Type::Number);
    if (!value)
        return -1;
    if (const auto bytes = tenstorrent::megabytes(value->text))
        return *bytes;
    source.warn("bad-number", *value, std::string(key) + " is no amount of memory; it counts as unknown");
    return -1;
}

std::int32_t banksIn(const JsonSource& source, const LocatedJson& object, std::string_view key)
{
    return static_cast<std::int32_t>(std::min<std::int64_t>(source.integer(object, key), INT32_MAX));
}

/// The state of a memory that an object describes, without impossible amounts.
BankState possible(BankState state, const JsonSource& source, const LocatedJson& object)
{
    keepPossible(state, [&](std::string_view code, std::string_view words) {
        source.warn(code, object, "this memory " + std::string(words));
    });
    return state;
}

std::vector<TensorType> tensorsOf(const JsonSource& source, const LocatedJson& element, std::string_view shapes,
                                  std::string_view dtypes)
{
    std::vector<std::string> shape = source.texts(element, shapes);
    std::vector<std::string> dtype = source.texts(element, dtypes);
    shape.resize(std::max(shape.size(), dtype.size()));
    dtype.resize(shape.size());
    std::vector<TensorType> tensors;
    for (std::size_t i = 0; i < shape.size(); ++i)
        tensors.push_back({std::move(shape[i]), std::move(dtype[i])});
    return tensors;
}

std::optional<TensorLayout> layoutIn(const JsonSource& source, const LocatedJson& element)
{
    const LocatedJson* const object = source.find(element, "output_layout_info", Type::Object);
    if (!object)
        return std::nullopt;
    TensorLayout layout;
    layout.shape = source.integers(*object, "logical_shape");
    layout.dtype = source.text(*object, "dtype");
    layout.unpaddedBytes = source.integer(*object, "unpadded_bytes");
    layout.memref = source.integers(*object, "memref_shape");
    if (const auto tile = source.integers(*object, "tile_size"); tile.size() == 2)
        layout.tile = {tile[0], tile[1]};
    layout.paddedShape = source.integers(*object, "padded_shape");
    layout.paddedBytes = source.integer(*object, "padded_bytes");
    layout.bufferType = source.text(*object, "buffer_type");
    return layout.unpaddedBytes < 0 || layout.paddedBytes < 0 ? std::nullopt : std::optional(std::move(layout));
}

/// An element of a list of operations, of any generation of the profiler.
OperationFacts factsIn(const JsonSource& source, const LocatedJson& element)
{
    OperationFacts facts;
    facts.result = facts.results = source.text(element, "result");
    facts.name = source.text(element, "mlir_op");
    facts.inputs = source.texts(element, "inputs");
    facts.attributes = source.textIfAny(element, "attributes");
    facts.inputTypes = source.textIfAny(element, "input_types");
    facts.outputType = source.textIfAny(element, "output_type");
    facts.inputTensors = tensorsOf(source, element, "input_shapes", "input_dtypes");
    facts.outputTensors = tensorsOf(source, element, "output_shapes", "output_dtypes");
    facts.loc = source.text(element, "loc");
    facts.layout = layoutIn(source, element);
    if (!facts.layout && facts.outputType)
        facts.layout = layoutOf(*facts.outputType);
    return facts;
}

InputEntry inputIn(const JsonSource& source, const LocatedJson& item)
{
    InputEntry entry;
    entry.ssa = source.text(item, "ssa");
    entry.name = source.text(item, "name");
    entry.type = source.text(item, "type");
    entry.shape = source.text(item, "shape");
    entry.dtype = source.text(item, "dtype");
    entry.bytes = std::max<std::int64_t>(source.integer(item, "bytes"), 0);
    return entry;
}

/// Adds the operations of a list to a profile.
class ListedOperations
{
public:
    /// REQUIRES: the inputs of the profile have been read
    explicit ListedOperations(Profile& profile)
        : m_profile(profile)
    {
        for (std::size_t i = 0; i < profile.inputs.entries.size(); ++i)
            m_entries.try_emplace(keyOf(profile.inputs.entries[i]), static_cast<std::uint32_t>(i));
    }

    /// Adds an operation. The caller sets its memory states afterwards.
    Operation& add()
    {
        Operation operation;
        operation.index = static_cast<std::uint32_t>(m_profile.operations.size());
        operation.line = operation.index;
        m_profile.states.emplace_back();
        m_profile.weights.emplace_back();
        return m_profile.operations.emplace_back(operation);
    }

    void addFacts(OperationFacts facts)
    {
        m_profile.operations.back().facts = FactsId::at(m_profile.facts.size());
        m_profile.operations.back().kind = kindOf(facts);
        m_profile.facts.push_back(std::move(facts));
    }

    NameId nameOf(const std::string& name)
    {
        if (name.empty())
            return {};
        const auto [found, isNew] = m_names.try_emplace(name, NameId::at(m_profile.names.size()));
        if (isNew)
            m_profile.names.push_back(name);
        return found->second;
    }

    /// Adds the element's weights to the last operation, as positions in the registry. A weight that the registry lacks
    /// is added to it.
    void addWeights(const JsonSource& source, const LocatedJson& element)
    {
        std::vector<InputEntry>& entries = m_profile.inputs.entries;
        for (const LocatedJson& item : source.list(element, "weights", Type::Object)) {
            InputEntry entry = inputIn(source, item);
            entry.type = "parameter";
            const auto [found, isNew] = m_entries.try_emplace(keyOf(entry), static_cast<std::uint32_t>(entries.size()));
            m_profile.weights.back().push_back(found->second);
            if (isNew)
                entries.push_back(std::move(entry));
        }
    }

    /// Adds one const-eval range for each unbroken stretch of a graph.
    void finish()
    {
        const auto& operations = m_profile.operations;
        for (std::uint32_t i = 0, end = 0; i < operations.size(); i = end) {
            for (end = i + 1; end < operations.size() && operations[end].constEval == operations[i].constEval;)
                ++end;
            if (!operations[i].constEval.isNone())
                m_profile.ranges.push_back(
                    {std::string(m_profile.nameOf(operations[i].constEval)), RangeKind::ConstEval, i, end});
        }
    }

private:
    static std::string keyOf(const InputEntry& entry) { return entry.name + '\n' + entry.shape; }

    Profile& m_profile;
    std::unordered_map<std::string, NameId> m_names;
    std::unordered_map<std::string, std::uint32_t> m_entries; // entries of the registry, by name and shape
};

Error unsupported(const JsonSource& source, const std::string& words)
{
    return {ErrorKind::Unsupported, source.name() + ": this JSON " + words, std::nullopt};
}

// ---- Lists of upstream's profiler

/// Reads {"numBanks": 12, "totalBytesPerBank_MB": 1022.169, …}.
BankState stateOfList(const JsonSource& source, const LocatedJson& object)
{
    BankState state;
    for (const BankField& field : kBankFields) {
        const std::string key = std::string(field.key) + (field.amount ? "_MB" : "");
        if (!object.find(key))
            source.warn("bad-value", object, "this memory has no " + key);
        if (field.amount)
            state.*field.amount = megabytesIn(source, object, key);
        else
            state.banks = banksIn(source, object, key);
    }
    return possible(state, source, object);
}

void addState(Profile& profile, const JsonSource& source, const LocatedJson& element)
{
    const LocatedJson* const memory = source.find(element, "memory", Type::Object);
    if (!memory) {
        source.warn("no-block", element, "this operation has no memory");
        return;
    }
    profile.operations.back().hasState = true;
    for (std::size_t i = 0; i < kMemories; ++i)
        if (const LocatedJson* const state = source.find(*memory, kMemoryNames[i], Type::Object))
            profile.states.back()[i] = stateOfList(source, *state);
}

/// Returns what the lists say differently about their n-th operations: the first contradiction of each kind.
std::vector<std::string> contradictions(const JsonSource& memory, std::span<const LocatedJson> states,
                                        const JsonSource& operations, std::span<const LocatedJson> facts)
{
    const std::string left(fileNameOf(memory.name()));
    const std::string right(fileNameOf(operations.name()));
    std::vector<std::string> found;
    if (states.size() != facts.size())
        found.push_back(left + " has " + counted(states.size(), "element") + ", " + right + " "
                        + std::to_string(facts.size()) + ".");
    for (const auto& [key, type] :
         {std::pair("index", Type::Number), std::pair("loc", Type::String), std::pair("mlir_op", Type::String)}) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < std::min(states.size(), facts.size()); ++i) {
            const LocatedJson* const state = memory.find(states[i], key, type);
            const LocatedJson* const fact = operations.find(facts[i], key, type);
            if (!state || !fact || state->text == fact->text || ++count > 1)
                continue;
            found.push_back("Element " + std::to_string(i) + " has " + key + " " + validUtf8(state->text.substr(0, 100))
                            + " in " + left + " and " + validUtf8(fact->text.substr(0, 100)) + " in " + right + ".");
        }
        if (count > 1)
            found.back() += " So do " + std::to_string(count) + " elements.";
    }
    return found;
}

/// Reads a file next to the lists. A fault is a warning. Absent: the file is no JSON.
std::optional<JsonSource> companionOf(Profile& profile, NamedText file, const char* lacks)
{
    auto source = parsed(std::move(file), profile.warnings);
    if (!source) {
        profile.warnings.addNamed("unreadable-file", source.error().message);
        return std::nullopt;
    }
    if (source->root().type != Type::Object)
        source->warn("bad-value", source->root(), std::string("this JSON ") + lacks);
    return std::move(*source);
}

void addInputs(Profile& profile, NamedText file)
{
    const auto source = companionOf(profile, std::move(file), "is no registry of inputs");
    if (!source)
        return;
    for (const LocatedJson& item : source->list(source->root(), "entries", Type::Object))
        profile.inputs.entries.push_back(inputIn(*source, item));
    profile.inputs.isKnown = !profile.inputs.entries.empty();
}

void addModules(Profile& profile, NamedText file)
{
    const auto source = companionOf(profile, std::move(file), "has no modules");
    if (!source)
        return;
    for (const char* stage : {"ttir", "ttnn"})
        if (const LocatedJson* const module = source->find(source->root(), stage, Type::Object))
            if (std::string text = source->text(*module, "text"); !text.empty())
                profile.modules.push_back({stage, std::move(text), 0});
}

// ---- The page of upstream's profiler

/// Returns the value of a constant at the beginning of a line: "const opsData = [...];". Returns nullopt if there is no
/// such line. Elsewhere in a line the same words belong to a name in the data.
std::optional<std::string> constantOf(std::string_view page, const std::string& name)
{
    re2::StringPiece rest(page);
    if (!re2::RE2::FindAndConsume(&rest, "(?m)(?:^|<script>)[ \\t]*const " + name + " = "))
        return std::nullopt;
    std::string_view value(rest.data(), rest.size());
    value = trimmed(value.substr(0, value.find('\n')));
    while (value.ends_with(';'))
        value.remove_suffix(1);
    return std::string(value);
}

/// Reads "DRAM: 12 banks × 1022.17 MB/bank" in the head of the page.
BankState geometryIn(std::string_view page, std::string_view memory)
{
    std::string total;
    BankState state;
    if (re2::RE2::PartialMatch(
            page, std::string(memory) + R"(:\s*(?:<[^>]*>\s*)*(\d{1,6}) banks(?:[^\d|\n]{1,20}([\d.]+) MB/bank)?)",
            &state.banks, &total))
        state.total = tenstorrent::megabytes(total).value_or(-1);
    return state;
}

Result<JsonSource> dataOf(NamedText page, Warnings& warnings)
{
    if (trimmedLeft(page.text).starts_with('{'))
        return parsed(std::move(page), warnings);
    const auto operations = constantOf(page.text, "opsData");
    const auto memory = constantOf(page.text, "memData");
    if (!operations || !memory)
        return Error{ErrorKind::NotFound,
                     page.path + ": this page has no data of tt-xla's memory profiler (opsData and memData).",
                     std::nullopt};
    return parsed({page.path, "{\"opsData\": " + *operations + ",\n\"memData\": " + *memory + "}"}, warnings);
}

// ---- Tables of tt-mlir's allocator

/// The records by the numbers of their operations: the keys of an object, or the positions in a list.
std::multimap<std::uint64_t, const LocatedJson*> recordsIn(const LocatedJson& root)
{
    std::multimap<std::uint64_t, const LocatedJson*> records;
    for (std::size_t i = 0; i < root.items.size(); ++i) {
        const auto key = root.type == Type::Object ? parseNumber<std::uint64_t>(root.keys[i].text) : std::nullopt;
        records.emplace(key.value_or(i), &root.items[i]);
    }
    return records;
}

std::vector<AllocatorBlock> blocksIn(const JsonSource& source, const LocatedJson& memory)
{
    std::vector<AllocatorBlock> blocks;
    for (const LocatedJson& item : source.list(memory, "block_table", Type::Object)) {
        AllocatorBlock block;
        block.address = source.integerOrText(item, "address"); // ttrt writes them as strings
        block.size = source.integerOrText(item, "size");
        block.isAllocated = source.text(item, "allocated") == "yes";
        if (block.address < 0 || block.size < 0 || block.address > kEndOfABank - block.size)
            source.warn("bad-value", item, "this block has no possible address or no possible size");
        else
            blocks.push_back(block);
    }
    std::ranges::stable_sort(blocks, {}, &AllocatorBlock::address);
    return blocks;
}

BankState tableState(const JsonSource& source, const LocatedJson& memory)
{
    const bool isOlder = source.find(memory, "bytes_allocated_per_bank", Type::Number);
    const auto bytes = [&](std::string_view name, std::string_view olderName) {
        return source.integer(memory, isOlder ? olderName : name);
    };
    BankState state;
    state.banks = banksIn(source, memory, "num_banks");
    state.total = bytes("total_bytes_per_bank", "bytes_allocatable_per_bank");
    state.allocated = bytes("total_bytes_allocated_per_bank", "bytes_allocated_per_bank");
    state.free = bytes("total_bytes_free_per_bank", "bytes_free_per_bank");
    state.largest = bytes("largest_contiguous_bytes_free_per_bank", "largest_contiguous_free_block_per_bank");
    return possible(state, source, memory);
}

} // namespace

Result<Profile> readLists(ListTexts texts)
{
    Profile profile;
    profile.origin = Origin::Lists;
    const auto memory = parsed(std::move(texts.memory), profile.warnings);
    if (!memory)
        return memory.error();
    const LocatedJson& root = memory->root();
    const auto states = root.type == Type::Array // before V0
        ? memory->listAt(root, "the list of memories", Type::Object)
        : memory->list(root, "operations", Type::Object);
    if (states.empty() || !states[0].find("memory"))
        return unsupported(*memory, "is no list of memories of tt-xla's memory profiler.");
    std::optional<JsonSource> operations;
    std::span<const LocatedJson> facts;
    if (texts.operations) {
        auto source = parsed(std::move(*texts.operations), profile.warnings);
        if (!source)
            return source.error();
        if (source->root().type != Type::Array)
            return unsupported(*source, "is no list of operations of tt-xla's memory profiler.");
        operations.emplace(std::move(*source));
    }
    if (texts.inputs)
        addInputs(profile, std::move(*texts.inputs));
    if (operations)
        facts = operations->listAt(operations->root(), "the list of operations", Type::Object);

    ListedOperations listed(profile);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const LocatedJson& state = states[i];
        Operation& operation = listed.add();
        operation.isWeight = memory->truth(state, "is_weight_op");
        if (i < facts.size()) {
            listed.addFacts(factsIn(*operations, facts[i]));
            operation.isWeight = operation.isWeight || operations->truth(facts[i], "is_weight_op");
            listed.addWeights(*operations, facts[i]);
            if (i == 0)
                profile.rank = operations->text(facts[i], "rank");
        } else {
            listed.addFacts(factsIn(*memory, state));
        }
        operation.type = listed.nameOf(memory->text(state, "op_type"));
        operation.constEval = listed.nameOf(memory->text(state, "const_eval_graph"));
        operation.isCacheMiss = memory->truth(state, "const_eval_cache_miss");
        addState(profile, *memory, state);
    }
    if (operations)
        profile.relations = contradictions(*memory, states, *operations, facts);
    else
        profile.warnings.addNamed("no-operations", "the list of operations is missing in its folder.");
    listed.finish();
    if (texts.modules)
        addModules(profile, std::move(*texts.modules));
    return profile;
}

Result<Profile> readReport(NamedText page)
{
    Profile profile;
    profile.origin = Origin::Report;
    std::array<BankState, kMemories> geometry;
    for (std::size_t i = 0; i < kMemories; ++i)
        geometry[i] = geometryIn(page.text, kMemoryNames[i]);
    const auto source = dataOf(std::move(page), profile.warnings);
    if (!source)
        return source.error();
    const auto operations = source->list(source->root(), "opsData", Type::Object);
    const auto states = source->list(source->root(), "memData", Type::Object);
    if (states.empty())
        return Error{ErrorKind::NotFound, source->name() + ": this report has no operation with its memory.",
                     std::nullopt};
    ListedOperations listed(profile);
    for (std::size_t i = 0; i < states.size(); ++i) {
        Operation& operation = listed.add();
        operation.hasState = true;
        if (i < operations.size()) {
            listed.addFacts(factsIn(*source, operations[i]));
            operation.isWeight = source->truth(operations[i], "is_weight_op");
            if (const std::int64_t index = source->integer(operations[i], "index"); index >= 0 && index < UINT32_MAX)
                operation.index = static_cast<std::uint32_t>(index); // not the position if the report is a part
            if (source->text(operations[i], "source") == "Consteval")
                operation.constEval = listed.nameOf("const-eval");
            listed.addWeights(*source, operations[i]);
        }
        for (std::size_t m = 0; m < kMemories; ++m) {
            const std::int64_t allocated = megabytesIn(*source, states[i], kMemoryNames[m]);
            if (allocated < 0)
                continue;
            BankState state = geometry[m];
            profile.areAmountsPerBank = profile.areAmountsPerBank || state.banks < 0;
            state.banks = std::max(state.banks, 1);
            state.allocated = allocated;
            profile.states.back()[m] = possible(state, *source, states[i]);
        }
    }
    if (profile.areAmountsPerBank)
        profile.warnings.addNamed(note::kBanksUnknown,
                                  "The report does not state the number of banks: amounts are those of one bank.");
    if (operations.size() != states.size())
        profile.relations.push_back("opsData has " + std::to_string(operations.size()) + " elements, memData "
                                    + std::to_string(states.size()) + ".");
    listed.finish();
    return profile;
}

Result<Profile> readBlockTables(NamedText file)
{
    constexpr std::array<std::string_view, kMemories> kKeys = {"dram", "l1", "l1_small", "trace"};
    Profile profile;
    profile.origin = Origin::BlockTables;
    profile.moment = Moment::After;
    const auto source = parsed(std::move(file), profile.warnings);
    if (!source)
        return source.error();
    ListedOperations listed(profile);
    for (const auto& [number, record] : recordsIn(source->root())) {
        Operation& operation = listed.add();
        if (auto facts = readOperation(source->text(*record, "debug_str")))
            listed.addFacts(std::move(*facts));
        else
            source->warn("bad-operation", *record, "the operation of this record cannot be read");
        auto& blocks = profile.blocks.emplace_back();
        for (std::size_t i = 0; i < kMemories; ++i) {
            const LocatedJson* memory = source->find(*record, kKeys[i], Type::Object);
            if (!memory)
                continue;
            // Older versions of ttrt write each device of a mesh. The first one stands for all, as in logs.
            if (const LocatedJson* const device = source->find(*memory, "device_0", Type::Object))
                memory = device;
            operation.hasState = true;
            profile.states.back()[i] = tableState(*source, *memory);
            blocks[i] = blocksIn(*source, *memory);
        }
        if (!operation.hasState)
            source->warn("no-block", *record, "this operation has no memory");
    }
    if (std::ranges::none_of(profile.operations, &Operation::hasState))
        return unsupported(*source, "has no records of an allocator.");
    profile.numberListed();
    listed.finish();
    return profile;
}

} // namespace tidemark::ttxla
