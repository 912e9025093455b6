#pragma once

#include "core/xla/meaning/argument_meanings.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace tidemark::xla {

/// The rule that decided the meaning of a value.
enum class ValueRule : std::uint8_t {
    None,
    Argument, // it is an argument
    NextValue, // it is the next value of an argument
    WrittenInto, // it is an argument with something written at an index
    Rows, // rows of the batch, a cache or optimizer state, picked by index
    Gradient, // computed by the backward part and used by the update
    OptimizerStep, // computed from the optimizer's state and gradients
    OfOptimizer, // computed from the optimizer's state without gradients
    OfWeights, // computed from weights alone
    OfState, // computed from other state alone
    OfInputs, // integers and masks computed from the batch alone
    OfCache,
    Constant, // a constant of the program
    Independent, // computed, but not from any argument
    Backward,
    Saved,
    Recomputed,
    Forward,
    Result,
    Unbound, // the file does not connect it with its source
};

/// What a rule says about a value.
struct ValueRuleFacts {
    Category category = Category::Unknown; // Unknown also if the argument that decides has the category
    Role role = Role::None;
    std::string_view reason;
    bool isOfArgument = false; // the argument follows the reason
};
const ValueRuleFacts& factsOf(ValueRule rule);

/// The meaning of a buffer, and the reason for it.
struct Meaning {
    Category category = Category::Unknown;
    Role role = Role::None;
    ValueRule rule = ValueRule::None;
    ValueId evidence = {}; // the value that decided, such as the source of a copy
    bool isCertain = true; // false if weak evidence decided; see ArgumentMeaning
    ArgumentId argument = {}; // the argument that decided, if there is one
    bool isCopy = false; // it is a copy of `evidence`
    ValueId filledBy = {}; // the value that is written into memory without a meaning, and gives it this meaning
};

/// The meaning of every value of a program.
class ValueMeanings
{
public:
    /// Errors: Cancelled. `module` must outlive the result. Cost: linear in the module, also with loops.
    static Result<std::unique_ptr<const ValueMeanings>> of(const HloModule& module, const Progress& progress);
    ValueMeanings(const ValueMeanings&) = delete; // its parts refer to each other
    ValueMeanings& operator=(const ValueMeanings&) = delete;

    const HloGraph& graph() const { return m_graph; }
    const Arguments& arguments() const { return m_arguments; }
    const Updates& updates() const { return m_updates; }
    const Backward& backward() const { return m_backward; }
    const Origins& names() const { return m_names; }
    const Origins& copies() const { return m_copies; }
    const ArgumentMeaning& argumentMeaning(ArgumentId argument) const { return m_ofArguments.of[argument]; }

    /// Returns the parameters of called computations that the file does not connect with an operand of the caller.
    std::vector<InstructionId> unboundParameters() const;

    Meaning ofValue(ValueId value) const;
    Meaning ofArgument(ArgumentId argument) const;
    /// Returns the meaning of the memory that holds a result of the program; nullopt when the value is no result.
    std::optional<Meaning> ofResult(ValueId value) const;
    /// Returns the values that a loop stacks in memory with this meaning, one in each iteration; none for other memory.
    ValueId stackedIn(const Meaning& meaning) const
    {
        return meaning.filledBy ? placeOf(m_copies.of(meaning.filledBy)).filling : ValueId();
    }

private:
    /// Facts that only few values have.
    struct Place {
        ValueId filledBy; // for memory without a meaning: the value that fills it
        ValueId filling; // for a stack or its updated value: the data that is written into it
        UpdateId memory; // the first result that is the same memory under another name
        UpdateId result; // the first result that is a copy of the value
    };

    explicit ValueMeanings(HloGraph graph);

    Meaning byArgument(ArgumentId argument, ValueRule rule) const;
    Place placeOf(ValueId value) const
    {
        const auto found = m_places.find(value);
        return found == m_places.end() ? Place() : found->second;
    }
    const ArgumentMeaning& meaningOf(ArgumentId argument) const { return m_ofArguments.of[argument]; }
    /// Returns the categories of the arguments on which the value depends, as bits.
    std::uint32_t categoriesIn(ValueId value) const { return m_madeOf[value] & ((1U << kCategories) - 1); }
    ArgumentId trainedRound(ValueId value) const;
    std::uint32_t madeOfNothing(ValueId value) const;
    void sweepSources();
    void markUpdates();
    void markResult(UpdateId result);
    void markSums();
    void sweepReaders();
    void findFilled();
    ValueId emptyOrigin(ValueId value) const;
    ValueId withoutFill(ValueId value) const;
    Meaning decide(ValueId origin, int depth) const;
    std::optional<Meaning> nextValue(UpdateId result) const;
    std::optional<Meaning> decideUpdate(ValueId value) const;
    std::optional<Meaning> decideRows(ValueId value) const;
    ValueRule ruleOfSources(ValueId value, std::uint32_t madeOf) const;
    bool isSure(ValueId value, ValueRule rule) const;
    std::optional<Meaning> decideBySources(ValueId value) const;
    bool isWithinOneFusion(ValueId a, ValueId b) const;

    HloGraph m_graph;
    Arguments m_arguments;
    Updates m_updates;
    Origins m_names;
    Origins m_copies;
    Backward m_backward;
    ArgumentMeanings m_ofArguments;
    IdVector<ValueId, std::uint32_t>
        m_madeOf; // bits: categories of its arguments, those that are certain, kGradients, kData
    IdVector<ValueId, std::uint8_t> m_part; // bits, for values between gradients and next values: what each depends on
    ValueTruths m_isPartial; // gradients that are summed later, over devices or steps
    ValueTruths m_isReadBackward;
    std::unordered_map<ValueId, Place> m_places;
};

} // namespace tidemark::xla
