#include "core/xla/meaning/gradients.h"

#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <unordered_set>

namespace tidemark::xla {

Gradients::Gradients(const HloGraph& graph, const Arguments& arguments, const Updates& updates,
                     const Backward& backward)
    : m_graph(graph)
    , m_arguments(arguments)
    , m_updates(updates)
    , m_backward(backward)
    , m_facts(graph.valueCount(), 0)
    , m_leads(graph.valueCount(), false)
{
    findTerms(findFirst());
    m_updateWeights = std::ranges::any_of(updates.all(), [&](const Update& update) {
        return update.next && !arguments[update.next].isInteger && areIn(update)
            && leadsToGradient(arguments[update.next].value);
    });
}

bool Gradients::areIn(const Update& update) const
{
    const auto isOne = [this](ValueId term) { return (m_facts[term] & (kGradient | kOfGradients)) != 0; };
    return std::ranges::any_of(update.terms, isOne) || std::ranges::any_of(update.addedTerms, isOne);
}

bool Gradients::isAnyBackward(const std::vector<ValueId>& terms) const
{
    return std::ranges::any_of(terms, [this](ValueId term) { return m_backward.isBackward(term); });
}

/// Returns the values that depend on arguments which are not state, such as the batch. What optimizers compute from
/// their state does not.
ValueTruths Gradients::valuesOfBatch() const
{
    ValueTruths isOfBatch(m_graph.valueCount(), false);
    for (const ArgumentId id : m_arguments.ids())
        isOfBatch[m_arguments[id].value]
            = m_arguments[id].elements > 1 && !m_updates.of(id) && !m_updates.isReturned(id);
    spreadForward(m_graph, isOfBatch, [this](ValueId value) { return m_updates.carriedRound(value); });
    return isOfBatch;
}

/// Marks the products that are gradients, other than of gradients. Returns the values that depend on them.
ValueTruths Gradients::findFirst()
{
    ValueTruths isAfter(m_graph.valueCount(), false);
    std::unordered_set<std::int64_t> sizes; // of the arguments that may be weights
    for (const ArgumentId id : m_arguments.ids())
        if (m_updates.of(id) && !m_arguments[id].isInteger && m_arguments[id].elements > 1)
            sizes.insert(m_arguments[id].elements);
    if (!m_backward.exists() || sizes.empty())
        return isAfter;
    const ValueTruths isOfBatch = valuesOfBatch();
    ValueTruths leadsToOther(m_graph.valueCount(),
                             false); // a factor of another gradient depends on it
    std::vector<ValueId> found;
    forEachValue(m_graph, [&](ValueId value, std::span<const Source> sources) {
        if (m_graph.nodeOf(value).opcode != Opcode::Product || m_graph.nodeOf(value).tuple || sources.size() < 2
            || !m_backward.isBackward(value)
            || !sizes.contains(measureShape(m_graph.shapeOf(value)).elements.value_or(0)))
            return;
        for (std::size_t k = 0; k < 2; ++k) {
            const ValueId saved = sources[1 - k].value;
            if (!m_backward.isBackward(sources[k].value) || m_backward.isBackward(saved) || !isOfBatch[saved])
                continue;
            found.push_back(value);
            leadsToOther[sources[k].value] = true;
        }
    });
    if (found.empty())
        return isAfter;
    const auto isRound = [this](ValueId value) { return m_updates.carriedRound(value); };
    spreadBackward(m_graph, leadsToOther, isRound);
    for (const ValueId value : found)
        if (!leadsToOther[value]) {
            m_facts[value] = kGradient;
            m_leads[value] = isAfter[value] = true;
        }
    spreadForward(m_graph, isAfter, isRound);
    return isAfter;
}

/// Marks the terms and the intermediate values of updates. `isAfter`: which values depend on gradients or are ones.
void Gradients::findTerms(const ValueTruths& isAfter)
{
    const auto mark = [&](const std::vector<ValueId>& terms) {
        for (const ValueId term : terms)
            if (m_backward.isBackward(term))
                m_facts[term] |= isAfter[term] && !isGradient(term) ? kOfGradients : kGradient;
    };
    const auto markParts = [&](const std::vector<ValueId>& parts) {
        for (const ValueId part : parts)
            m_facts[part] |= kUpdate;
    };
    const bool isAnyArray = std::ranges::any_of(
        m_updates.all(), [&](const Update& update) { return update.elements != 1 && isAnyBackward(update.terms); });
    for (const Update& update : m_updates.all()) {
        const bool isState = update.next && !m_arguments[update.next].isInteger;
        const bool isLoss = !update.next && isAnyArray && update.elements == 1;
        if (isState)
            markParts(update.parts);
        if (isState || (!update.next && !isLoss))
            mark(update.terms);
        if (!isState || !isAnyBackward(update.addedTerms))
            continue; // rows of other data, as in caches
        markParts(update.addedParts);
        mark(update.addedTerms);
        for (const ValueId term : update.addedTerms)
            if (m_backward.isBackward(term))
                m_facts[term] |= kOfRows;
    }
    findWhatLeads(isAnyArray);
}

/// `isAnyArray`: whether the backward part leads to an array. Then single numbers do not count, because optimizers may
/// update them with measures of what they do.
void Gradients::findWhatLeads(bool isAnyArray)
{
    for (const Update& update : m_updates.all())
        if (!isAnyArray || update.elements != 1)
            for (const std::vector<ValueId>* const terms : {&update.terms, &update.addedTerms})
                for (const ValueId term : *terms)
                    m_leads[term] = m_leads[term] || isGradient(term);
    sweepBackward(m_graph, [this](ValueId value, std::span<const Source> sources) {
        if (!m_leads[value])
            return false;
        bool changed = false;
        for (const Source& source : sources) {
            const bool isCopied = source.flow == Flow::Same || source.flow == Flow::Moved || source.flow == Flow::Piece;
            if (m_leads[source.value] || (isUpdate(value) && !isCopied))
                continue;
            m_leads[source.value] = changed = true;
        }
        return changed;
    });
}

} // namespace tidemark::xla
