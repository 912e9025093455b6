#include "core/tenstorrent/tt_xla/profile.h"

#include "core/base/find.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <re2/re2.h>

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

void Values::add(const std::optional<std::int64_t>& value, std::int64_t otherwise)
{
    values.push_back(value.value_or(otherwise));
    known.push_back(value.has_value());
}

std::optional<std::int64_t> Levels::increase(std::size_t at) const
{
    if (before.known[at] == 0 || level.known[at] == 0)
        return std::nullopt;
    return level.values[at] - before.values[at];
}

Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of)
{
    Levels levels;
    for (Values* const curve : {&levels.before, &levels.level, &levels.inside, &levels.fragmentation}) {
        curve->values.reserve(extent.count());
        curve->known.reserve(extent.count());
    }
    for (std::size_t at = 0; at < extent.count(); ++at) {
        const BankState& stateBefore = profile.before(extent.begin + at, memory);
        const BankState& stateAfter = profile.after(extent.begin + at, memory);
        const auto before = amountOf(stateBefore, stateBefore.allocated, of);
        const auto after = amountOf(stateAfter, stateAfter.allocated, of);
        const auto inside = std::max(before, after);
        if (at == 0)
            levels.base = before;
        if (inside > levels.peak) {
            levels.peak = inside;
            levels.peakAt = at;
        }
        levels.unknown += !inside;
        // Upstream shows the state of a list element as the operation's own, whether it was taken before or after.
        if (profile.operations[extent.begin + at].isListed())
            levels.upstreamPeak = std::max(levels.upstreamPeak, profile.moment == Moment::Before ? before : after);
        for (const BankState* const state : {&stateBefore, &stateAfter}) {
            levels.capacity = std::max(levels.capacity, amountOf(*state, state->total, of));
            levels.banks = std::max(levels.banks, state->banks);
        }
        levels.before.add(before, levels.level.last());
        levels.level.add(after, before.value_or(levels.level.last()));
        levels.inside.add(inside, levels.level.last());
        levels.fragmentation.add(stateAfter.fragmentation(), levels.fragmentation.last());
    }
    return levels;
}

std::optional<OutOfMemory> readOutOfMemory(std::string_view text)
{
    // Newer versions say more. An amount without its unit is cut off.
    static const re2::RE2 kForm(
        R"(Out of Memory: Not enough space to allocate (\d{1,18}) B (\w{1,40}) buffer across (\d{1,18}) banks, )"
        R"(where each bank needs to store (\d{1,18}) B\b(?:, but bank size is (?:only )?(\d{1,18}) B\b)"
        R"((?: \(allocated: (\d{1,18}) B, free: (\d{1,18}) B, largest free block: (\d{1,18}) B\))?)?)");
    std::array<re2::StringPiece, 9> words; // the whole match, and its groups
    if (!kForm.Match(text, 0, text.size(), re2::RE2::UNANCHORED, words.data(), static_cast<int>(words.size())))
        return std::nullopt;
    const auto numberOf = [&](std::size_t group) -> std::optional<std::int64_t> {
        const auto number = parseNumber(std::string_view(words[group].data(), words[group].size()));
        return number && *number < kMostOfAllBanks ? number : std::nullopt;
    };
    const auto bytes = numberOf(1);
    const auto banks = numberOf(3);
    const auto perBank = numberOf(4);
    std::int64_t all = 0;
    if (!bytes || !banks || !perBank || __builtin_mul_overflow(*banks, *perBank, &all))
        return std::nullopt;
    OutOfMemory found;
    found.buffer = words[2].ToString();
    found.memory = memoryNamed(found.buffer);
    found.bytes = *bytes;
    found.banks = *banks;
    found.perBank = *perBank;
    found.bankSize = numberOf(5);
    if (numberOf(6) && numberOf(7) && numberOf(8)) {
        found.free = numberOf(7);
        found.largest = numberOf(8);
    }
    return found;
}

bool OutOfMemory::isIn(Memory shown, Extent extent) const
{
    return (!memory || memory == shown) && extent.begin <= operation && operation < extent.end;
}

OutOfMemory::Cause OutOfMemory::cause() const
{
    if (free && perBank > *free)
        return Cause::TooBig;
    if (!free && bankSize && perBank > *bankSize)
        return Cause::TooBig;
    if (!free || !largest)
        return Cause::Unknown;
    return perBank > *largest ? Cause::Fragmented : Cause::Contradicting;
}

AmountText OutOfMemory::explained() const
{
    AmountText words;
    words.text = "An allocation failed in line " + std::to_string(line) + ": a " + buffer + " buffer of "
        + words.addAmount(bytes);
    words.text += " needs " + words.addAmount(perBank) + " in each of " + groupedNumber(banks) + " banks";
    if (free)
        words.text += ", where " + words.addAmount(*free) + " is free";
    else if (cause() == Cause::TooBig)
        words.text += ", which have " + words.addAmount(*bankSize);
    else
        words.text += "; the line does not say what was free";
    if (cause() == Cause::Fragmented)
        words.text += ", but the memory is fragmented and the largest free block has " + words.addAmount(*largest);
    else if (cause() == Cause::Contradicting)
        words.text += ", and the line says that a free block has " + words.addAmount(*largest);
    return words;
}

} // namespace tidemark::ttxla
