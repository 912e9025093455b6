#pragma once

#include "core/xla/meaning/arguments.h"
#include "core/xla/meaning/backward.h"
#include "core/xla/meaning/kept_dimensions.h"
#include "core/xla/meaning/origins.h"

#include <span>
#include <string_view>

namespace tidemark::xla {

/// The reasons that code distinguishes. % stands for the word of the path.
inline constexpr std::string_view kPathReason = "its path says “%”";
inline constexpr std::string_view kOptimizerReason
    = "updated with the gradient of a weight, and no gradient depends on it";

struct ArgumentMeaning {
    Category category = Category::Unknown;
    std::string_view reason = "no rule matched";
    std::string_view word = {}; // the word of the path that decided
    /// False if the evidence is weak: a single word that may mean several things, or a use that other arrays have, too.
    bool isCertain = true;
};

struct ArgumentRule;

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
    std::uint64_t usesOf(ValueId value, const Source& source, std::span<const Source> sources) const;
    bool servesUpdates(ArgumentId id);
    bool isKept(ArgumentId id);
    const KeptDimensions& dimensions();
    std::uint64_t factsOf(ArgumentId id) const;
    std::uint64_t demanded(ArgumentId id, std::uint64_t facts);
    void apply(std::span<const ArgumentRule> rules, ArgumentId id);
    void decideUpdated(ArgumentId id);
    void decideMasters();
    void findLikeWeights();
    void decideAttended();
    bool isWeight(ValueId value) const;
    ValueTruths productsOfOpen() const;
    bool isOpen(ArgumentId id) const { return m_all[id].category == Category::Unknown; }
    void decide(ArgumentId id, Category category, std::string_view reason, bool isCertain = true)
    {
        m_all[id] = {category, reason, {}, isCertain && m_all[id].isCertain && !m_isSupposing};
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Backward& m_backward;
    const Origins& m_copies;
    IdVector<ArgumentId, ArgumentMeaning> m_all;
    IdVector<ArgumentId, PathMeaning> m_weak; // meanings of weak words in paths; Unknown where there is none
    IdVector<ArgumentId, bool> m_isLikeWeight; // returned unchanged, with the dimensions of a trained weight
    IdVector<ArgumentId, bool> m_isInSums; // next values are computed from it element by element
    IdVector<ValueId, std::uint16_t> m_uses; // bits of Fact
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
