#pragma once

#include "core/xla/meaning/value_meanings.h"
#include "tests/core/dataflow_fixture.h"

namespace tidemark::test {
using namespace xla;

/// Returns an argument of this name, of u32 or f32.
inline xla::Argument argumentNamed(std::string_view path, bool isInteger, std::int64_t elements, int rank = 2)
{
    Argument argument;
    argument.path = path;
    argument.type = isInteger ? 8 : 11;
    argument.elements = elements;
    argument.rank = rank;
    argument.isInteger = isInteger;
    return argument;
}

/// Returns a program in which the first results take over the memory of these arguments.
inline proto::HloProto donating(std::string_view text, std::initializer_list<std::int64_t> arguments)
{
    proto::HloProto hlo = programFromText(text);
    std::int64_t result = 0;
    for (const std::int64_t argument : arguments) {
        auto& entry = *hlo.mutable_hlo_module()->mutable_input_output_alias()->add_entries();
        entry.add_output_shape_index(result++);
        entry.set_parameter_number(argument);
    }
    return hlo;
}

/// A program of a few lines and the meanings of its values, which are named by their instructions.
class Meant
{
public:
    template <class Source>
    explicit Meant(const Source& source)
        : m_program(source)
        , m_meanings(*ValueMeanings::of(m_program.module(), {}))
    { }

    /// Returns "model_parameters Frozen".
    std::string argument(const std::string& name) const
    {
        static constexpr auto kRules = std::to_array<std::pair<std::string_view, const char*>>( // reason, name
            {{"no rule", "None"},
             {"its path says “%”, and", "WeakPath"},
             {"its path says", "Path"},
             {"updated with its own", "Weight"},
             {"a weight's next", "MasterWeight"},
             {"holds an average", "MeanWeight"},
             {"multiplied with the data", "Frozen"},
             {"the same for", "Layer"},
             {"a table", "Table"},
             {"rows are added", "AddedTo"},
             {"updated with the gradient", "Optimizer"},
             {"gradients are added", "SumOfGradients"},
             {"updates of weights", "ServesUpdates"},
             {"only updates", "Kept"},
             {"returned unchanged", "LikeWeight"},
             {"read, and written", "Cache"},
             {"written at an index", "Filled"},
             {"added to a weight", "Step"},
             {"multiplied with other", "Centers"},
             {"keys or values", "Attended"},
             {"integers without", "Gathered"},
             {"multiplied with weights", "Batch"},
             {"one number", "Counter"},
             {"the state of", "Key"},
             {"has a next", "Carried"}});
        const ArgumentId id = m_meanings->arguments().at(value(name));
        const ArgumentMeaning& meaning = m_meanings->argumentMeaning(id);
        const auto rule
            = std::ranges::find_if(kRules, [&](const auto& known) { return meaning.reason.starts_with(known.first); });
        return std::string(categoryName(meaning.category)) + " " + rule->second;
    }
    /// Returns "activations forward Forward".
    std::string value(const std::string& name, std::uint32_t at) const
    {
        return textOf(m_meanings->ofValue(m_program.value(name, at)));
    }
    std::string meaning(const std::string& name) const { return value(name, 0); }
    bool isCertain(const std::string& name) const { return m_meanings->ofValue(value(name)).isCertain; }
    std::size_t unbound() const { return m_meanings->unboundParameters().size(); }
    /// Returns the meaning of the memory of a result.
    std::string result(const std::string& name) const
    {
        const auto meaning = m_meanings->ofResult(value(name));
        return meaning ? textOf(*meaning) : "none";
    }

private:
    ValueId value(const std::string& name) const { return m_program.value(name); }
    std::string textOf(const Meaning& meaning) const
    {
        static constexpr std::array kRules
            = {"None",        "Argument",  "NextValue",  "WrittenInto", "Rows",    "Gradient", "OptimizerStep",
               "OfOptimizer", "OfWeights", "OfState",    "OfInputs",    "OfCache", "Constant", "Independent",
               "Backward",    "Saved",     "Recomputed", "Forward",     "Result",  "Unbound"};
        return std::string(categoryName(meaning.category)) + " " + std::string(roleName(meaning.role)) + " "
            + kRules.at(static_cast<std::size_t>(meaning.rule)) + (meaning.isCopy ? " copy" : "");
    }

    Dataflow m_program;
    std::unique_ptr<const ValueMeanings> m_meanings;
};

} // namespace tidemark::test
