#pragma once

#include "core/xla/meaning/argument_meanings.h"

#include <memory>
#include <unordered_map>

namespace tidemark::xla {

/// The rule that decided the meaning of a value. The table in the .cpp file says which category, role and reason each
/// one gives.
enum class ValueRule : std::uint8_t {
    None,
    Argument,
    NextValue,
    WrittenInto,
    Rows,
    Gradient,
    OptimizerStep,
    OfOptimizer,
    OfWeights,
    OfState,
    OfInputs,
    OfCache,
    Constant,
    Independent,
    Backward,
    Saved,
    Recomputed,
    Forward,
    Result,
    Unbound,
    Memory,
};

/// Returns the reason that the rule gives: "computed from weights only".
std::string_view reasonOf(ValueRule rule);

/// The meaning of a buffer, and the reason for it.
struct Meaning {
    Category category = Category::Unknown;
    Role role = Role::None;
    ValueRule rule = ValueRule::None;
    bool isCopy = false; // it is a copy of `evidence`
    ArgumentId argument; // the argument that decided, if there is one
    ValueId evidence; // the value that decided, such as the source of a copy
    ValueId filledBy = {}; // the value that is written into memory without a meaning, and gives it this meaning
    bool isCertain = true; // false if weak evidence decided; see ArgumentMeaning
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
    const ArgumentMeaning& argumentMeaning(ArgumentId argument) const { return (*m_argumentMeanings)[argument]; }

    /// Returns the parameters of called computations that the file does not connect with an operand of the caller.
    std::vector<InstructionId> unboundParameters() const;

    Meaning ofValue(ValueId value) const;
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

    Place placeOf(ValueId value) const
    {
        const auto found = m_places.find(value);
        return found == m_places.end() ? Place() : found->second;
    }
    std::uint32_t categoriesIn(ValueId value) const;
    ArgumentId trainedRound(ValueId value) const;
    std::uint32_t madeOfNothing(ValueId value) const;
    bool isProductOfGradients(std::span<const Source> sources) const;
    void sweepSources();
    void markUpdates();
    void markResult(UpdateId result);
    void markSums();
    void sweepReaders();
    void findFilled();
    Meaning decide(ValueId origin, int depth) const;
    Meaning byArgument(ArgumentId argument, ValueRule rule) const;
    std::optional<Meaning> nextValue(UpdateId result) const;
    std::optional<Meaning> decideUpdate(ValueId value) const;
    std::optional<Meaning> decideStack(ValueId filling, int depth) const;
    std::optional<Meaning> decideWritten(ValueId value) const;
    std::optional<Meaning> decideRows(ValueId value) const;
    ValueRule ruleOf(ValueId value, std::uint32_t categories) const;
    Meaning decideBySources(ValueId value) const;
    bool isWithinOneFusion(ValueId a, ValueId b) const;

    HloGraph m_graph;
    GraphFacts m_facts;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Origins& m_names;
    const Origins& m_copies;
    Backward m_backward;
    std::optional<ArgumentMeanings> m_argumentMeanings; // set while the constructor runs
    /// Bits: the categories of its arguments, those that are certain, and what else it depends on.
    IdVector<ValueId, std::uint32_t> m_madeOf;
    IdVector<ValueId, std::uint8_t> m_part; // bits, for values between gradients and next values: what each depends on
    ValueTruths m_isPartial; // gradients that are summed later, over devices or steps
    ValueTruths m_isReadBackward;
    std::unordered_map<ValueId, Place> m_places; // of few values
};

} // namespace tidemark::xla
