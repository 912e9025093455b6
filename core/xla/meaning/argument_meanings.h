#pragma once

#include "core/xla/meaning/gradients.h"
#include "core/xla/meaning/graph_facts.h"
#include "core/xla/meaning/kept_dimensions.h"

namespace tidemark::xla {

/// The rule that decided the meaning of an argument. reasonOf() says what each one means.
enum class ArgumentRule : std::uint8_t {
    None,
    Path,
    Weight,
    MasterWeight,
    MeanWeight,
    Frozen,
    Layer,
    Table,
    AddedTo,
    Optimizer,
    SumOfGradients,
    ServesUpdates,
    Kept,
    Cache,
    Attended,
    Gathered,
    Batch,
    Counter,
    Key,
    Carried,
    WeakPath,
};

struct ArgumentMeaning {
    Category category = Category::Unknown;
    ArgumentRule rule = ArgumentRule::None;
    std::string_view word = {}; // the word of the path that decided
    /// False if the evidence is weak: a single word that may mean several things, or a use that other arrays have, too.
    bool isCertain = true;
};

/// Returns why an argument has its meaning: "updated with its own gradient". Valid UTF-8.
std::string reasonOf(const ArgumentMeaning& meaning);

/// Decides the meaning of every argument: by its path, or by how the program uses it where the path says nothing. The
/// rules are a table in the .cpp file. The first one that holds decides.
class ArgumentMeanings
{
public:
    ArgumentMeanings(const HloGraph& graph, const GraphFacts& facts, const Backward& backward);

    const ArgumentMeaning& operator[](ArgumentId id) const { return m_all[id]; }
    const Gradients& gradients() const { return m_gradients; }

private:
    /// How a program uses a value that does not depend on the data. The values are bits.
    enum Use : std::uint8_t {
        kFactorOfData = 1, // multiplied, as a matrix, with a value that depends on the data
        kFactorOfWeight = 2, // multiplied, as a matrix, with a weight; neither value depends on the data
        kFactorOfGradient = 4, // multiplied, as a matrix, to give the gradient of a weight
        kScaleOfData = 8, // combined with data element by element
        kRepeated = 16, // broadcast along dimensions that it does not have
        kTable = 32, // data looks up its rows
        kShuffled = 64, // random numbers look up its rows
        kChoice = 128, // selects elements of values that depend on the data
    };
    struct Case;
    struct Rule;
    static const Rule kRules[];

    void readPaths(const IdVector<ArgumentId, std::optional<PathMeaning>>& paths);
    void doubtPaths();
    bool isSum(const Update& update) const;
    void findRead();
    void findRandom();
    void findData();
    void findUses();
    unsigned usesOf(ValueId value, const Source& source, std::span<const Source> sources) const;
    bool servesUpdates(ArgumentId id);
    bool isKept(ArgumentId id);
    const KeptDimensions& dimensions();
    void decideByRules(ArgumentId id, unsigned when);
    void decideMasters();
    void decideAttended();
    bool isWeight(ValueId value) const;
    bool isOpen(ArgumentId id) const { return m_all[id].category == Category::Unknown; }
    bool isAnyOpen() const;
    void decide(ArgumentId id, Category category, ArgumentRule rule, bool isCertain = true)
    {
        m_all[id] = {category, rule, {}, isCertain && m_all[id].isCertain && !m_isSupposing};
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Backward& m_backward;
    const Origins& m_copies;
    Gradients m_gradients;
    IdVector<ArgumentId, ArgumentMeaning> m_all;
    IdVector<ArgumentId, PathMeaning> m_weak; // meanings of weak words in paths; Unknown where there is none
    IdVector<ArgumentId, bool> m_isDoubtful; // its path alone is not enough; see PathMeaning::isDoubtful
    IdVector<ArgumentId, bool> m_isInSums; // next values are computed from it element by element
    IdVector<ValueId, std::uint8_t> m_uses;
    static constexpr std::uint8_t kOfKey = 1;
    static constexpr std::uint8_t kOfArray = 2;
    IdVector<ValueId, std::uint8_t> m_random; // bits: what else than single numbers it depends on
    ValueTruths m_isData; // it depends on the data
    ValueTruths m_leadsToState; // a next value made of gradients depends on it; empty until isKept() needs it
    ValueTruths m_isRead; // a product or a reduction reads it, also after rows are picked or elements are scaled
    bool m_hasData = false;
    std::optional<KeptDimensions> m_dimensions; // by the weights known in this round; computed on demand
    int m_round = 0;
    bool m_isSupposing = false; // an argument is only probable, so that what later rounds decide is only probable, too
};

} // namespace tidemark::xla
