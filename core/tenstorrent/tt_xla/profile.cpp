#include "core/tenstorrent/tt_xla/profile.h"

#include "core/base/find.h"

#include <algorithm>
#include <map>

namespace tidemark::ttxla {
namespace {

constexpr BankState kUnknown;

const BankState& stateAt(const Profile& profile, std::size_t operation, Memory memory)
{
    return operation < profile.states.size() && profile.operations[operation].hasState
        ? profile.states[operation][static_cast<std::size_t>(memory)]
        : kUnknown;
}

using Positions = std::vector<std::uint32_t>;

void addOnce(Positions& all, std::uint32_t position)
{
    if (std::ranges::find(all, position) == all.end())
        all.push_back(position);
}

/// All weights by shape, in the order of the registry.
std::map<std::string, Positions, std::less<>> weightsByShape(const InputsRegistry& inputs)
{
    std::map<std::string, Positions, std::less<>> found;
    for (std::size_t i = 0; i < inputs.entries.size(); ++i)
        if (inputs.entries[i].isWeight() && !inputs.entries[i].shape.empty())
            found[inputs.entries[i].shape].push_back(static_cast<std::uint32_t>(i));
    return found;
}

/// The weights that an operation takes, by the shapes of its inputs.
Positions byShapes(const OperationFacts& facts, const std::map<std::string, Positions, std::less<>>& weights)
{
    Positions found;
    for (const TensorType& input : facts.inputTensors) {
        const auto of = input.shape.empty() ? weights.end() : weights.find(input.shape);
        if (of == weights.end())
            continue;
        if (!facts.isLoadCached())
            addOnce(found, of->second.back());
        else
            for (const std::uint32_t position : of->second)
                addOnce(found, position);
    }
    return found;
}

} // namespace

OperationKind kindOf(const OperationFacts& facts)
{
    if (facts.isDeallocate())
        return OperationKind::Deallocate;
    return facts.isGetDevice() ? OperationKind::GetDevice : OperationKind::Plain;
}

std::string_view Profile::labelOf(const Operation& operation) const
{
    const OperationFacts* const known = factsOf(operation);
    return known && !known->name.empty() ? std::string_view(known->name) : nameOf(operation.type);
}

const BankState& Profile::before(std::size_t operation, Memory memory) const
{
    if (moment == Moment::Before)
        return stateAt(*this, operation, memory);
    return operation == 0 ? kUnknown : stateAt(*this, operation - 1, memory);
}

const BankState& Profile::after(std::size_t operation, Memory memory) const
{
    if (moment == Moment::After)
        return stateAt(*this, operation, memory);
    // Nothing runs in these moments.
    const bool isMoment = operations[operation].kind == OperationKind::Submitted
        || operations[operation].kind == OperationKind::Snapshot;
    const bool isEnd = operation + 1 == operations.size() || operations[operation].isLast;
    if (!isEnd)
        return stateAt(*this, operation + 1, memory);
    return isMoment ? stateAt(*this, operation, memory) : kUnknown;
}

std::size_t Profile::listed() const
{
    return static_cast<std::size_t>(std::ranges::count_if(operations, &Operation::isListed));
}

const ModuleDump* Profile::firstModule(std::string_view stage) const
{
    return findFirst(modules, stage, &ModuleDump::stage);
}

std::vector<const Range*> Profile::rangesOf(RangeKind kind) const
{
    std::vector<const Range*> found;
    for (const Range& range : ranges)
        if (range.kind == kind)
            found.push_back(&range);
    return found;
}

void Profile::markLast()
{
    const auto mark = [this](std::size_t next) {
        // The states at "before submit" and "after submit" belong to the program between them.
        if (next == 0 || next >= operations.size() || operations[next - 1].kind == OperationKind::Submit
            || operations[next].kind == OperationKind::Submitted)
            return;
        operations[next - 1].isLast = true;
    };
    for (const Range& range : ranges)
        if (range.kind != RangeKind::ConstEval) {
            mark(range.begin);
            mark(range.end);
        }
}

bool Profile::hasStates(Memory memory) const
{
    return std::ranges::any_of(
        states, [&](const MemoryStates& each) { return each[static_cast<std::size_t>(memory)].isKnown(); });
}

void Profile::numberListed()
{
    const bool hasFacts = !facts.empty();
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation& operation = operations[i];
        const bool tellsDram = states[i][static_cast<std::size_t>(Memory::Dram)].isKnown();
        const bool isListed = operation.kind == OperationKind::Plain && operation.hasState
            && (hasFacts ? !operation.facts.isNone() : tellsDram);
        operation.index = isListed ? next++ : UINT32_MAX;
    }
}

void Profile::attributeWeights()
{
    weights.assign(operations.size(), {});
    const auto known = weightsByShape(inputs);
    if (known.empty())
        return;
    std::vector<Positions> ofFacts;
    for (const OperationFacts& each : facts)
        ofFacts.push_back(byShapes(each, known));
    const OperationFacts* loaded = nullptr;
    const Positions* loadedWeights = nullptr;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation& operation = operations[i];
        const OperationFacts* const own = factsOf(operation);
        if (!own)
            continue;
        Positions& taken = weights[i];
        taken = ofFacts[operation.facts.index()];
        if (own->isLoadCached()) {
            loaded = own;
            loadedWeights = &ofFacts[operation.facts.index()];
        } else if (!operation.constEval.isNone() && loaded && !loaded->inputs.empty()
                   && loaded->inputs[0] == "@" + std::string(nameOf(operation.constEval))) {
            taken = *loadedWeights;
        }
        operation.isWeight = operation.isWeight || !taken.empty();
    }
}

} // namespace tidemark::ttxla
