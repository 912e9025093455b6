#include "core/tenstorrent/xla/weights.h"

#include <algorithm>
#include <map>

namespace tidemark::ttxla {
namespace {

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

void numberListed(Profile& profile)
{
    const bool hasFacts = !profile.facts.empty();
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        Operation& operation = profile.operations[i];
        const bool tellsDram = profile.states[i][static_cast<std::size_t>(Memory::Dram)].isKnown();
        const bool isListed = operation.kind == OperationKind::Plain && operation.hasState
            && (hasFacts ? !operation.facts.isNone() : tellsDram);
        operation.index = isListed ? next++ : UINT32_MAX;
    }
}

void attributeWeights(Profile& profile)
{
    profile.weights.assign(profile.operations.size(), {});
    const auto weights = weightsByShape(profile.inputs);
    if (weights.empty())
        return;
    std::vector<Positions> ofFacts;
    for (const OperationFacts& facts : profile.facts)
        ofFacts.push_back(byShapes(facts, weights));
    const OperationFacts* loaded = nullptr;
    const Positions* loadedWeights = nullptr;
    for (std::size_t i = 0; i < profile.operations.size(); ++i) {
        Operation& operation = profile.operations[i];
        const OperationFacts* const facts = profile.factsOf(operation);
        if (!facts)
            continue;
        Positions& own = profile.weights[i];
        own = ofFacts[operation.facts.index()];
        if (facts->isLoadCached()) {
            loaded = facts;
            loadedWeights = &ofFacts[operation.facts.index()];
        } else if (!operation.constEval.isNone() && loaded && !loaded->inputs.empty()
                   && loaded->inputs[0] == "@" + std::string(profile.nameOf(operation.constEval))) {
            own = *loadedWeights;
        }
        operation.isWeight = operation.isWeight || !own.empty();
    }
}

} // namespace tidemark::ttxla
