#include "core/tenstorrent/xla/profile.h"

#include "core/base/find.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

constexpr BankState kUnknown;

const BankState& stateAt(const Profile& profile, std::size_t operation, Memory memory)
{
    return operation < profile.states.size() && profile.operations[operation].hasState
        ? profile.states[operation][static_cast<std::size_t>(memory)]
        : kUnknown;
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

} // namespace tidemark::ttxla
