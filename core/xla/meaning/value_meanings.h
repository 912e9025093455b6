#pragma once

#include "core/xla/meaning/graph_facts.h"
#include "core/xla/meaning/meaning.h"

#include <memory>
#include <optional>

namespace tidemark {

/// The meaning of every value of a program.
class ValueMeanings
{
public:
    /// Error of kind Cancelled. `module` must outlive the result. Cost: linear in the module, whatever its loops.
    static Result<std::unique_ptr<const ValueMeanings>> of(const HloModule& module, const Progress& progress);
    ValueMeanings(const ValueMeanings&) = delete; // its parts refer to each other
    ValueMeanings& operator=(const ValueMeanings&) = delete;

    const HloGraph& graph() const { return m_graph; }
    const Arguments& arguments() const { return m_arguments; }
    const Updates& updates() const { return m_updates; }
    const Backward& backward() const { return m_backward; }
    const Origins& names() const { return m_names; }
    const Origins& copies() const { return m_copies; }
    const ArgumentMeaning& argumentMeaning(ArgumentId argument) const { return (*m_argumentMeanings)[argument]; }

    Meaning ofValue(ValueId value) const;
    Meaning ofArgument(ArgumentId argument) const;
    /// Of the memory that holds a result; nullopt when the value is none.
    std::optional<Meaning> ofResult(ValueId value) const;

private:
    /// What is known of few values alone.
    struct Place {
        ValueId filledBy; // of one that starts without meaning: what makes it something
        ValueId filling; // what is written into it, where it starts without meaning
        UpdateId memory; // of which result it is the memory, under another name
        UpdateId result; // of which result it is the origin
    };
    struct PlaceTag;
    using PlaceId = Id<PlaceTag>;

    explicit ValueMeanings(HloGraph graph);

    Place placeOf(ValueId value) const { return m_place[value] ? m_places[m_place[value]] : Place(); }
    Place& makePlace(ValueId value);
    std::uint16_t categoriesIn(ValueId value) const;
    ArgumentId trainedRound(ValueId value) const;
    void sweepSources();
    void markUpdates();
    void markResult(UpdateId result);
    void markSums();
    void sweepReaders();
    void findFilled();
    Meaning decide(ValueId origin, int depth) const;
    std::optional<Meaning> decideStack(ValueId filling, int depth) const;
    std::optional<Meaning> nextValue(UpdateId result) const;
    std::optional<Meaning> decideUpdate(ValueId value) const;
    std::optional<Meaning> decideBySources(ValueId value) const;
    bool isWithinOneFusion(ValueId a, ValueId b) const;

    HloGraph m_graph;
    GraphFacts m_facts;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Origins& m_names;
    const Origins& m_copies;
    Backward m_backward;
    std::optional<ArgumentMeanings> m_argumentMeanings; // found while the constructor runs
    IdVector<ValueId, std::uint16_t> m_madeOf; // categories of arguments, and what else it depends on, as bits
    IdVector<ValueId, std::uint8_t> m_part; // what it is made of between gradients and next values
    ValueTruths m_isPartial; // gradients that are summed later, over devices or steps
    ValueTruths m_isReadBackward;
    IdVector<ValueId, PlaceId> m_place; // none for nearly all
    IdVector<PlaceId, Place> m_places;
};

} // namespace tidemark
