#include "core/tenstorrent/xla/list_reader.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/list_facts.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

using Type = LocatedJson::Type;

Error notSuch(const std::string& path, const char* what)
{
    return {ErrorKind::Unsupported, path + ": this JSON is no " + what + " of tt-xla's memory profiler.", std::nullopt};
}

/// Reads {"numBanks": 12, "totalBytesPerBank_MB": 1022.169, …}.
BankState stateOfList(const JsonSource& source, const LocatedJson& object)
{
    BankState state;
    state.banks = static_cast<std::int32_t>(std::min<std::int64_t>(source.integer(object, "numBanks"), INT32_MAX));
    state.total = megabytesIn(source, object, "totalBytesPerBank_MB");
    state.allocated = megabytesIn(source, object, "totalBytesAllocatedPerBank_MB");
    state.free = megabytesIn(source, object, "totalBytesFreePerBank_MB");
    state.largest = megabytesIn(source, object, "largestContiguousBytesFreePerBank_MB");
    for (const std::string_view key : {"numBanks", "totalBytesPerBank_MB", "totalBytesAllocatedPerBank_MB",
                                       "totalBytesFreePerBank_MB", "largestContiguousBytesFreePerBank_MB"})
        if (!object.find(key))
            source.warn("bad-value", object, "this memory has no " + std::string(key));
    keepPossible(state, [&](std::string_view code, std::string_view words) {
        source.warn(code, object, "this memory " + std::string(words));
    });
    return state;
}

void addState(Profile& profile, const JsonSource& source, const LocatedJson& element)
{
    Operation& operation = profile.operations.back();
    const LocatedJson* const memory = source.find(element, "memory", Type::Object);
    if (!memory) {
        source.warn("no-block", element, "this operation has no memory");
        return;
    }
    operation.hasState = true;
    for (std::size_t i = 0; i < kMemories; ++i)
        if (const LocatedJson* const state = source.find(*memory, kMemoryNames[i], Type::Object))
            profile.states.back()[i] = stateOfList(source, *state);
}

/// Compares the facts about the n-th operation in both lists, and keeps the first contradiction of each kind.
class Comparison
{
public:
    Comparison(const JsonSource& memory, const JsonSource& operations)
        : m_memory(memory)
        , m_operations(operations)
    { }

    void compare(std::size_t position, const LocatedJson& state, const LocatedJson& operation)
    {
        for (std::size_t i = 0; i < kKeys.size(); ++i) {
            // factsIn() checks the texts of the list of operations.
            const Type type = i == 0 ? Type::Number : Type::String;
            m_memory.find(state, kKeys[i], type);
            if (i == 0)
                m_operations.find(operation, kKeys[i], type);
            const LocatedJson* const left = state.find(kKeys[i]);
            const LocatedJson* const right = operation.find(kKeys[i]);
            if (!left || !right || (left->type == right->type && left->text == right->text))
                continue;
            if (++m_counts[i] == 1)
                m_first[i] = "Element " + std::to_string(position) + " has " + std::string(kKeys[i]) + " "
                    + validUtf8(left->text.substr(0, 100)) + " in " + std::string(fileNameOf(m_memory.name())) + " and "
                    + validUtf8(right->text.substr(0, 100)) + " in " + std::string(fileNameOf(m_operations.name()));
        }
    }
    void addTo(std::vector<std::string>& relations, std::size_t states, std::size_t operations) const
    {
        if (states != operations)
            relations.push_back(std::string(fileNameOf(m_memory.name())) + " has " + counted(states, "element") + ", "
                                + std::string(fileNameOf(m_operations.name())) + " " + std::to_string(operations)
                                + ".");
        for (std::size_t i = 0; i < kKeys.size(); ++i)
            if (m_counts[i] > 0)
                relations.push_back(
                    m_first[i] + (m_counts[i] == 1 ? "." : "; so do " + std::to_string(m_counts[i]) + " elements."));
    }

private:
    static constexpr std::array<std::string_view, 3> kKeys = {"index", "loc", "mlir_op"};
    const JsonSource& m_memory;
    const JsonSource& m_operations;
    std::array<std::size_t, 3> m_counts = {};
    std::array<std::string, 3> m_first;
};

void addSessions(Profile& profile, const JsonSource& source)
{
    const LocatedJson* const metadata = source.find(source.root(), "metadata", Type::Object);
    if (!metadata)
        return;
    for (const LocatedJson& program : source.list(*metadata, "programs", Type::Object)) {
        const std::int64_t begin = source.integer(program, "start_op_index");
        const std::int64_t last = source.integer(program, "end_op_index");
        if (begin < 0 || last < begin || last >= static_cast<std::int64_t>(profile.operations.size())) {
            source.warn("bad-value", program, "this program has operations that the list does not have");
            continue;
        }
        profile.ranges.push_back({source.text(program, "name"), RangeKind::Session, static_cast<std::uint32_t>(begin),
                                  static_cast<std::uint32_t>(last + 1), 1});
    }
}

void readInputs(Profile& profile, NamedText file)
{
    const auto source = JsonSource::parse(std::move(file.path), std::move(file.text), profile.warnings);
    if (!source) {
        profile.warnings.addNamed("unreadable-file", source.error().message);
        return;
    }
    if (source->root().type != Type::Object)
        source->warn("bad-value", source->root(), "this JSON is no registry of inputs");
    const auto entries = source->list(source->root(), "entries", Type::Object);
    profile.inputs.isKnown = !entries.empty();
    for (const LocatedJson& item : entries) {
        InputEntry entry;
        entry.ssa = source->text(item, "ssa");
        entry.name = source->text(item, "name");
        entry.type = source->text(item, "type");
        entry.shape = source->text(item, "shape");
        entry.dtype = source->text(item, "dtype");
        entry.bytes = std::max<std::int64_t>(source->integer(item, "bytes"), 0);
        profile.inputs.entries.push_back(std::move(entry));
    }
}

void addModules(Profile& profile, const JsonSource& source, const LocatedJson& object, std::uint32_t operation)
{
    for (const char* stage : {"ttir", "ttnn"})
        if (const LocatedJson* const module = source.find(object, stage, Type::Object))
            if (std::string text = source.text(*module, "text"); !text.empty())
                profile.modules.push_back({stage, std::move(text), 0, operation});
}

void readModules(Profile& profile, NamedText file)
{
    const auto source = JsonSource::parse(std::move(file.path), std::move(file.text), profile.warnings);
    if (!source) {
        profile.warnings.addNamed("unreadable-file", source.error().message);
        return;
    }
    if (source->root().type != Type::Object)
        source->warn("bad-value", source->root(), "this JSON has no modules");
    addModules(profile, *source, source->root(), 0);
    const auto sessions = profile.rangesOf(RangeKind::Session);
    const auto programs = source->list(source->root(), "programs", Type::Object);
    for (std::size_t i = 0; i < programs.size(); ++i)
        addModules(profile, *source, programs[i], i < sessions.size() ? sessions[i]->begin : 0);
}

} // namespace

Result<Profile> readLists(ListTexts texts)
{
    Profile profile;
    profile.origin = Origin::Lists;
    const auto memory = JsonSource::parse(std::move(texts.memory.path), std::move(texts.memory.text), profile.warnings);
    if (!memory)
        return memory.error();
    const LocatedJson& root = memory->root();
    const auto states = root.type == Type::Array // before V0
        ? memory->listAt(root, "the list of memories", Type::Object)
        : memory->list(root, "operations", Type::Object);
    if (states.empty() || !states[0].find("memory"))
        return notSuch(memory->name(), "list of memories");
    std::optional<JsonSource> operations;
    if (texts.operations) {
        auto source
            = JsonSource::parse(std::move(texts.operations->path), std::move(texts.operations->text), profile.warnings);
        if (!source)
            return source.error();
        if (source->root().type != Type::Array)
            return notSuch(source->name(), "list of operations");
        operations.emplace(std::move(*source));
    }
    if (texts.inputs)
        readInputs(profile, std::move(*texts.inputs));

    ListedOperations listed(profile);
    std::span<const LocatedJson> facts;
    if (operations)
        facts = operations->listAt(operations->root(), "the list of operations", Type::Object);
    std::optional<Comparison> comparison;
    if (operations)
        comparison.emplace(*memory, *operations);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const LocatedJson& state = states[i];
        Operation& operation = listed.add();
        const LocatedJson& described = i < facts.size() ? facts[i] : state;
        listed.addFacts(operation, factsIn(i < facts.size() ? *operations : *memory, described));
        listed.setType(operation, memory->text(state, "op_type"));
        listed.setConstEval(operation, memory->text(state, "const_eval_graph"),
                            memory->truth(state, "const_eval_cache_miss"));
        operation.isWeight = memory->truth(state, "is_weight_op");
        if (i < facts.size()) {
            operation.isWeight = operation.isWeight || operations->truth(described, "is_weight_op");
            listed.addWeights(i, *operations, described);
            comparison->compare(i, state, described);
            if (i == 0)
                profile.rank = operations->text(described, "rank");
        }
        addState(profile, *memory, state);
    }
    if (comparison)
        comparison->addTo(profile.relations, states.size(), facts.size());
    else
        profile.warnings.addNamed("no-operations", "the list of operations is missing in its folder.");
    addSessions(profile, *memory);
    listed.finish();
    if (texts.modules)
        readModules(profile, std::move(*texts.modules));
    return profile;
}

} // namespace tidemark::ttxla
