#pragma once

#include "core/xla/meaning/backward.h"
#include "core/xla/meaning/graph_facts.h"
#include "core/xla/meaning/kept_dimensions.h"

namespace tidemark {

/// What decided on the meaning of an argument.
enum class ArgumentRule : std::uint8_t {
    None,
    Path, // a word of its path
    Weight, // updated with the gradient that its own products lead to
    MasterWeight, // a weight's next value is a copy of its own
    MeanWeight, // weights are averaged in it
    Frozen, // meets the data, and is not updated
    Layer, // the same for all of the batch, and not updated
    Table, // of numbers that are looked up
    Optimizer, // updated with a weight's gradient without meeting the data
    Kept, // read by updates alone, and not updated
    Cache, // read, and written at an index
    Attended, // keys and values of an attention that only reads them
    Gathered, // several integers, no key and not updated
    Batch, // meets the first weights
    Counter, // a number that is carried on
    Key, // bits of a random number generator
    Carried, // has a next value, and is none of the above
    WeakPath, // the name of a layer's array
};

struct ArgumentMeaning {
    Category category = Category::Unknown;
    ArgumentRule rule = ArgumentRule::None;
    std::string_view word; // of its path
};

/// The meanings of arguments, by their paths or, where those say nothing, by what the program does with them.
class ArgumentMeanings
{
public:
    ArgumentMeanings(const HloGraph& graph, const GraphFacts& facts, const Backward& backward);

    const ArgumentMeaning& operator[](ArgumentId id) const { return m_all[id]; }
    /// Whether the value is the gradient of a weight as the backward part defines it.
    bool isGradient(ValueId value) const { return m_isGradient[value]; }
    /// Whether any of what an update is made of is one.
    bool isOfGradients(const Update& update) const;

private:
    /// What a program does with a value that does not flow with the data, as bits.
    enum Use : std::uint16_t {
        kFactorOfData = 1, // multiplied, as a matrix, with what flows with the data
        kFactorOfWeight = 2, // … with a weight, neither flowing with the data
        kFactorOfGradient = 4, // … into the gradient of a weight
        kScaleOfData = 8, // meets the data element by element
        kRepeated = 16, // … along dimensions that it does not have
        kTable = 32, // rows of it are looked up by data
        kShuffled = 64, // … by random numbers
        kPlace = 128, // looked up with
        kChoice = 256, // chooses among what flows with the data
    };

    void readPaths(const IdVector<ArgumentId, std::optional<PathMeaning>>& paths);
    void doubtPaths();
    IdVector<UpdateId, bool> singleNumbers() const;
    void findGradients();
    void findReaders();
    void findData();
    void findUses();
    unsigned usesOf(ValueId value, const Source& source, std::span<const Source> sources) const;
    bool isKept(ArgumentId id);
    const KeptDimensions& dimensions();
    void decideUpdated(ArgumentId id, const Update& update);
    void decideMasters();
    void decideAttended();
    void decideOther(ArgumentId id);
    void decideByDimensions(ArgumentId id);
    bool isWeight(ValueId value) const;
    bool isKey(ArgumentId id) const;
    bool isOpen(ArgumentId id) const { return m_all[id].category == Category::Unknown; }
    void decide(ArgumentId id, Category category, ArgumentRule rule) { m_all[id] = {category, rule, {}}; }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Backward& m_backward;
    const Origins& m_copies;
    IdVector<ArgumentId, ArgumentMeaning> m_all;
    IdVector<ArgumentId, PathMeaning> m_weak; // Unknown where there is none
    IdVector<ArgumentId, bool> m_isDoubtful; // what its path says
    IdVector<ValueId, std::uint16_t> m_uses;
    ValueTruths m_isData; // flows with the data
    ValueTruths m_leadsToGradient; // past updates
    ValueTruths m_leadsToState; // to next values that are made of gradients; empty until it is asked for
    bool m_hasData = false;
    std::optional<KeptDimensions> m_dimensions; // by the weights that are known; none until it is asked for
    int m_round = 0;
    ValueTruths m_isGradient; // a term of the update of some argument
    ValueTruths m_isUpdate; // between terms and the next values of arguments
    IdVector<ArgumentId, bool> m_isRead; // by products and the like, also what was written into it
};

} // namespace tidemark
