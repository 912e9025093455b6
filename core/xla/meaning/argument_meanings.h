#pragma once

#include "core/xla/meaning/arguments.h"
#include "core/xla/meaning/backward.h"
#include "core/xla/meaning/kept_dimensions.h"
#include "core/xla/meaning/origins.h"

namespace tidemark::xla {

/// The rule that decided the meaning of an argument.
enum class ArgumentRule : std::uint8_t {
    None,
    Path, // a word in its path
    Weight, // it is updated with a gradient that depends on it
    MasterWeight, // the next value of a weight is a copy of its next value
    MeanWeight, // it is a running mean of weights
    Frozen, // data is multiplied with it or looks up its rows, and it is not updated
    Layer, // it is the same for the whole batch, and it is not updated
    Table, // a one-dimensional table in which data looks up numbers
    AddedTo, // rows are added to it, as sparse optimizers add to embeddings
    Optimizer, // it is updated with the gradient of a weight, and no gradient depends on it
    SumOfGradients, // gradients are added to it, and the program updates no weight
    ServesUpdates, // it has a next value, updates with gradients depend on it, and no gradient does
    Kept, // only updates read it, and it is not updated
    Statistics, // products of forward values are added to it, and this program does not read it
    LikeWeight, // it is returned unchanged and has the dimensions of a trained weight
    Cache, // it is read, and it is written at an index
    Attended, // the keys or values of an attention that only reads them
    Gathered, // several integers that are neither a random key nor updated
    Batch, // it is multiplied with weights, as the batch is
    Counter, // a single number
    Key, // the state of a random number generator
    Carried, // it has a next value, and no other rule applies
    WeakPath, // its path holds the usual name of a layer's array
};

struct ArgumentMeaning {
    Category category = Category::Unknown;
    ArgumentRule rule = ArgumentRule::None;
    std::string_view word = {}; // the word of the path that decided
    /// False if the evidence is weak: a single word that may mean several things, or a use that other arrays have, too.
    bool isCertain = true;
};

/// Decides the meaning of every argument: by its path, or by how the program uses it where the path says nothing.
class ArgumentMeanings
{
public:
    ArgumentMeanings(const HloGraph& graph, const Arguments& arguments, const Updates& updates, const Origins& copies,
                     const Backward& backward);

    const ArgumentMeaning& operator[](ArgumentId id) const { return m_all[id]; }
    /// Returns whether the value is the gradient of a weight and is computed by the backward part.
    bool isGradient(ValueId value) const { return m_isGradient[value]; }
    /// Returns whether a term of the update is such a gradient.
    bool isOfGradients(const Update& update) const;

private:
    /// How a program uses a value that does not depend on the data. The values are bits.
    enum Use : std::uint16_t {
        kFactorOfData = 1, // multiplied, as a matrix, with a value that depends on the data
        kFactorOfWeight = 2, // multiplied, as a matrix, with a weight; neither value depends on the data
        kFactorOfGradient = 4, // multiplied, as a matrix, to give the gradient of a weight
        kScaleOfData = 8, // combined with data element by element
        kRepeated = 16, // broadcast along dimensions that it does not have
        kTable = 32, // data looks up its rows
        kShuffled = 64, // random numbers look up its rows
        kPlace = 128, // used as an index
        kChoice = 256, // selects elements of values that depend on the data
        kFactorOfBackward = 512, // multiplied, as a matrix, with a value of the backward part or of the update
        kFactor = 1024, // multiplied, as a matrix, with any value outside updates
    };

    void readPaths();
    void doubtPaths();
    IdVector<UpdateId, bool> singleNumbers() const;
    void findGradients();
    bool updatesWeights() const;
    bool isSum(const Update& update) const;
    bool isOfProducts(const Update& update) const;
    void findReaders();
    void findAttended();
    void findRandom();
    void findData();
    void findUses();
    unsigned usesOf(ValueId value, const Source& source, std::span<const Source> sources) const;
    bool servesUpdates(ArgumentId id);
    bool isKept(ArgumentId id);
    const KeptDimensions& dimensions();
    void decideUpdated(ArgumentId id, const Update& update);
    void decideMasters();
    void findLikeWeights();
    void decideAttended();
    void decideOther(ArgumentId id);
    void decideByDimensions(ArgumentId id);
    bool isWeight(ValueId value) const;
    ValueTruths productsOfOpen() const;
    bool isOpen(ArgumentId id) const { return m_all[id].category == Category::Unknown; }
    void decide(ArgumentId id, Category category, ArgumentRule rule)
    {
        m_all[id] = {category, rule, {}, m_all[id].isCertain && !m_isSupposing};
    }
    void suppose(ArgumentId id, Category category, ArgumentRule rule) { m_all[id] = {category, rule, {}, false}; }
    /// An argument that the program returns unchanged is probably no input.
    void decideInput(ArgumentId id, ArgumentRule rule)
    {
        if (m_updates.isReturned(id))
            return suppose(id, Category::Inputs, rule);
        decide(id, Category::Inputs, rule);
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Backward& m_backward;
    const Origins& m_copies;
    IdVector<ArgumentId, ArgumentMeaning> m_all;
    IdVector<ArgumentId, PathMeaning> m_weak; // meanings of weak words in paths; Unknown where there is none
    IdVector<ArgumentId, bool> m_isDoubtful; // its path alone is not enough; see PathMeaning::isDoubtful
    IdVector<ArgumentId, bool> m_isLikeWeight; // returned unchanged, with the dimensions of a trained weight
    IdVector<ArgumentId, bool> m_isInSums; // next values are computed from it element by element
    IdVector<ValueId, std::uint16_t> m_uses;
    static constexpr std::uint8_t kOfKey = 1;
    static constexpr std::uint8_t kOfArray = 2;
    IdVector<ValueId, std::uint8_t> m_random; // bits: what else than single numbers it depends on
    ValueTruths m_isData; // it depends on the data
    ValueTruths m_leadsToGradient; // a gradient depends on it other than through updates
    ValueTruths m_leadsToState; // a next value made of gradients depends on it; empty until isKept() needs it
    bool m_hasData = false;
    std::optional<KeptDimensions> m_dimensions; // by the weights known in this round; computed on demand
    int m_round = 0;
    bool m_isSupposing = false; // an argument is only probable, so that what later rounds decide is only probable, too
    ValueTruths m_isGradient; // a gradient of a weight, as the backward part computes it
    ValueTruths m_isOfRows; // a gradient of rows, which are added to a weight: it is the weight's after the addition
    ValueTruths m_isOfGradient; // a term of an update that an optimizer computes from such gradients with products
    ValueTruths m_isUpdate; // an intermediate value between such terms and the next values of arguments
    bool m_isTraining = false; // weights are updated with gradients
    bool m_isAttended = false; // attention reads arguments that are written at an index
    IdVector<ArgumentId, bool> m_isRead; // read by a computation, directly or after something was written into it
};

} // namespace tidemark::xla
