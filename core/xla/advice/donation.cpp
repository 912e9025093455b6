#include "core/base/text.h"
#include "core/xla/advice/in_place.h"
#include "core/xla/advice/rules.h"

#include "core/xla/plan/shape.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark {
namespace {

struct Pair {
    RowId argument;
    RowId output;
};

/// Finds which outputs could take over which arguments: those that are an argument's next value first, then any of the
/// same shape and size. Weights, optimizer state and caches that have no next value are kept by whoever calls.
class Donations
{
public:
    explicit Donations(const Evidence& evidence)
        : m_evidence(evidence)
    {
        for (const RowId row : evidence.rows())
            if (isFree(row))
                m_arguments.push_back(row);
            else if (evidence.isOutputOnly(row) && evidence.size(row) > 0)
                m_outputs.push_back(row);
        // What nothing reads comes last: it need not be passed at all.
        std::stable_partition(m_arguments.begin(), m_arguments.end(),
                              [&](RowId row) { return evidence.reads(row).isRead; });
    }

    std::vector<Pair> match()
    {
        std::map<std::uint32_t, RowId> byArgument;
        for (const RowId row : m_arguments)
            if (const ArgumentId argument = m_evidence.argument(row))
                byArgument.emplace(argument.value, row);
        std::vector<RowId> rest;
        for (const RowId output : m_outputs) {
            const Meaning& meaning = m_evidence.meaning(output);
            const auto found = isNext(meaning) ? byArgument.find(meaning.argument.value) : byArgument.end();
            if (found == byArgument.end() || keyOf(found->second) != keyOf(output) || isTaken(found->second))
                rest.push_back(output);
            else
                take(found->second, output);
        }
        m_next = m_pairs.size();
        matchShapes(rest);
        return m_pairs;
    }
    /// How many of them, the first ones, are next values.
    std::size_t next() const { return m_next; }

private:
    using Key = std::tuple<std::string, std::int64_t>;

    bool isFree(RowId row) const
    {
        return m_evidence.isArgument(row) && !m_evidence.allocation(row).isLiveOut && m_evidence.size(row) > 0;
    }
    static bool isNext(const Meaning& meaning)
    {
        return meaning.argument && (meaning.rule == ValueRule::NextValue || meaning.rule == ValueRule::WrittenInto);
    }
    Key keyOf(RowId row) const { return {shapeTextWithoutLayout(m_evidence.shape(row)), m_evidence.size(row)}; }
    bool isTaken(RowId argument) const { return m_isTaken.contains(argument.value); }
    void take(RowId argument, RowId output)
    {
        m_isTaken.emplace(argument.value, true);
        m_pairs.push_back({argument, output});
    }
    void matchShapes(const std::vector<RowId>& outputs)
    {
        std::map<Key, std::vector<RowId>> byShape;
        for (auto at = m_arguments.rbegin(); at != m_arguments.rend(); ++at)
            if (!isTaken(*at)
                && !m_evidence.isOf(*at, {Category::ModelParameters, Category::OptimizerState, Category::KvCache}))
                byShape[keyOf(*at)].push_back(*at);
        for (const RowId output : outputs) {
            const auto found = byShape.find(keyOf(output));
            if (found == byShape.end() || found->second.empty() || std::get<0>(found->first).empty())
                continue;
            take(found->second.back(), output);
            found->second.pop_back();
        }
    }

    const Evidence& m_evidence;
    std::vector<RowId> m_arguments; // that are not donated, in the order of the file
    std::vector<RowId> m_outputs;
    std::map<std::uint32_t, bool> m_isTaken; // arguments
    std::vector<Pair> m_pairs;
    std::size_t m_next = 0;
};

/// Whether an output that is written at the step at which an argument is read last may lie in its memory then: nobody
/// else reads the argument at the step, as who comes first is not known, and what writes the output can do it in place.
bool isWrittenInPlace(const Evidence& evidence, RowId argument, RowId output)
{
    const RowEvent& defined = evidence.uses().of(output).front();
    const auto isOther = [&](const RowEvent& event) {
        const bool isRead = event.kind == RowEventKind::Used || event.kind == RowEventKind::Shared;
        return isRead && event.step == defined.step && event.actor != defined.actor;
    };
    if (std::ranges::any_of(evidence.uses().of(argument), isOther))
        return false;
    const ValueId from = evidence.argumentValue(argument);
    const ValueId to = evidence.firstValue(output);
    return from && to && canBeWrittenInPlace(evidence.graph(), to, from);
}

/// Steps at which an output needs memory of its own, as the argument is still to be read then.
IndexRange apartUntilRead(const Evidence& evidence, RowId argument, RowId output)
{
    const std::uint32_t steps = evidence.timeline().steps;
    const StepId written = evidence.uses().of(output).front().step;
    const Evidence::Reads reads = evidence.reads(argument);
    const std::uint32_t begin = written ? written.value : 0;
    if (!reads.last) // on the axis; where neither is, which comes first is not known
        return {begin, reads.isRead && !written && !isWrittenInPlace(evidence, argument, output) ? steps : begin};
    const bool isLater = !written || written < reads.last;
    const bool isApart = isLater || (written == reads.last && !isWrittenInPlace(evidence, argument, output));
    return {begin, isApart ? reads.last.value + 1 : begin};
}

std::vector<Proposal> donation(const Evidence& evidence)
{
    Donations donations(evidence);
    const std::vector<Pair> pairs = donations.match();
    if (pairs.empty())
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::vector<RowId> arguments;
    for (const auto& [argument, output] : pairs) {
        const IndexRange apart = apartUntilRead(evidence, argument, output);
        proposal.change({output, 0, apart.begin, 0});
        proposal.change({output, apart.end, evidence.timeline().steps, 0});
        finding.rows.push_back(argument);
        arguments.push_back(argument);
    }
    evidence.sum().sortBySize(finding.rows);
    evidence.sum().sortBySize(arguments);
    finding.amounts = {evidence.sum().sizeOf(arguments)};
    finding.text = counted(pairs.size(), "output") + ", %1, could lie in the memory of "
        + (pairs.size() == 1 ? "an argument" : "arguments") + " of the same shape and type that "
        + (pairs.size() == 1 ? "is" : "are") + " not donated: " + evidence.names(arguments);
    if (donations.next() > 0)
        finding.text += donations.next() == pairs.size()
            ? (pairs.size() == 1 ? ", whose next value it is" : ", whose next values they are")
            : "; " + std::to_string(donations.next()) + " of them are " + "the argument's next value";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kDonation{
    "donation",
    "Donate arguments",
    "The caller needs these arguments no more after the call.",
    "JAX, Buffer donation (docs.jax.dev/en/latest/buffer_donation.html)",
    false,
    donation,
};

std::vector<RowId> donatableArguments(const Evidence& evidence)
{
    std::vector<RowId> arguments;
    for (const Pair& pair : Donations(evidence).match())
        arguments.push_back(pair.argument);
    std::ranges::sort(arguments, {}, &RowId::value);
    return arguments;
}

} // namespace tidemark
