#include "core/tenstorrent/xla/list_facts.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

std::vector<TensorType> tensorsOf(const JsonSource& source, const LocatedJson& element, std::string_view shapes,
                                  std::string_view dtypes)
{
    std::vector<std::string> shape = source.texts(element, shapes);
    std::vector<std::string> dtype = source.texts(element, dtypes);
    std::vector<TensorType> tensors(std::max(shape.size(), dtype.size()));
    for (std::size_t i = 0; i < tensors.size(); ++i)
        tensors[i] = {i < shape.size() ? std::move(shape[i]) : "", i < dtype.size() ? std::move(dtype[i]) : ""};
    return tensors;
}

std::optional<TensorLayout> layoutIn(const JsonSource& source, const LocatedJson& element)
{
    const LocatedJson* const object = source.find(element, "output_layout_info", LocatedJson::Type::Object);
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

std::string keyOf(const InputEntry& entry)
{
    return entry.name + '\n' + entry.shape;
}

} // namespace

std::int64_t megabytesIn(const JsonSource& source, const LocatedJson& object, std::string_view key)
{
    const LocatedJson* const value = source.find(object, key, LocatedJson::Type::Number);
    if (!value)
        return -1;
    if (const auto bytes = megabytes(value->text))
        return *bytes;
    source.warn("bad-number", *value, std::string(key) + " is no amount of memory; it counts as unknown");
    return -1;
}

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

ListedOperations::ListedOperations(Profile& profile)
    : m_profile(profile)
{
    for (std::size_t i = 0; i < profile.inputs.entries.size(); ++i)
        m_entries.try_emplace(keyOf(profile.inputs.entries[i]), static_cast<std::uint32_t>(i));
}

Operation& ListedOperations::add()
{
    Operation operation;
    operation.index = static_cast<std::uint32_t>(m_profile.operations.size());
    operation.line = operation.index;
    m_profile.states.emplace_back();
    m_profile.weights.emplace_back();
    return m_profile.operations.emplace_back(operation);
}

void ListedOperations::addFacts(Operation& operation, OperationFacts facts)
{
    operation.facts = FactsId::at(m_profile.facts.size());
    operation.kind = kindOf(facts);
    m_profile.facts.push_back(std::move(facts));
}

NameId ListedOperations::nameOf(const std::string& name)
{
    if (name.empty())
        return {};
    const auto [found, isNew] = m_names.try_emplace(name, NameId::at(m_profile.names.size()));
    if (isNew)
        m_profile.names.push_back(name);
    return found->second;
}

void ListedOperations::setConstEval(Operation& operation, const std::string& graph, bool isMiss)
{
    operation.constEval = nameOf(graph);
    operation.isCacheMiss = isMiss;
}

void ListedOperations::setType(Operation& operation, const std::string& type)
{
    operation.type = nameOf(type);
}

void ListedOperations::addWeights(std::size_t operation, const JsonSource& source, const LocatedJson& element)
{
    std::vector<InputEntry>& entries = m_profile.inputs.entries;
    for (const LocatedJson& item : source.list(element, "weights", LocatedJson::Type::Object)) {
        InputEntry entry;
        entry.name = source.text(item, "name");
        entry.type = "parameter";
        entry.shape = source.text(item, "shape");
        entry.dtype = source.text(item, "dtype");
        entry.bytes = std::max<std::int64_t>(source.integer(item, "bytes"), 0);
        const auto [found, isNew] = m_entries.try_emplace(keyOf(entry), static_cast<std::uint32_t>(entries.size()));
        m_profile.weights[operation].push_back(found->second);
        if (isNew)
            entries.push_back(std::move(entry));
    }
}

void ListedOperations::finish()
{
    const auto& operations = m_profile.operations;
    for (std::uint32_t i = 0; i < operations.size();) {
        std::uint32_t end = i + 1;
        while (end < operations.size() && operations[end].constEval == operations[i].constEval)
            ++end;
        if (!operations[i].constEval.isNone())
            m_profile.ranges.push_back(
                {std::string(m_profile.nameOf(operations[i].constEval)), RangeKind::ConstEval, i, end, 1});
        i = end;
    }
    std::ranges::stable_sort(m_profile.ranges, {}, &Range::begin);
    m_profile.markLast();
}

} // namespace tidemark::ttxla
