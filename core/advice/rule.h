#pragma once

#include "core/advice/live_sum.h"
#include "core/advice/room.h"
#include "core/view/finding.h"

#include <span>
#include <vector>

namespace tidemark {

/// What a rule found: the rows that it is about, its words with their amounts, and what would change. One without
/// changes has its saving; everything else of the finding is filled by others.
struct Proposal {
    Finding finding;
    std::vector<RowChange> changes;
    bool isCombined = true; // with others
    bool isRequired = false; // the program cannot run without it: it is told however little it saves

    /// Of one row that it is about; several changes of a row come one after the other.
    void change(const RowChange& change);
};

/// A way to need less memory: what it says of itself, and what finds it in `Evidence`. Proposes nothing where it does
/// not apply.
template <class Evidence>
struct AdviceRule {
    const char* id; // of the finding, as are the next ones
    const char* label;
    const char* assumption;
    const char* source;
    bool isEstimate;
    std::vector<Proposal> (*propose)(const Evidence& evidence);
    bool isCombined = true; // with others
};

/// Findings of proposals, each replayed: the largest saving first, and last one for all of them together that can be
/// combined, which says whether it fits then. What saves less than a thousandth of the peak is left out, unless it is
/// required: it may be of another memory.
std::vector<Finding> replayed(std::vector<Proposal> proposals, const LiveSum& sum, const Room& room);

/// What all rules find. `Evidence` has sum() and room(). Cost: that of the rules, and a pass over rows and steps for
/// each proposal.
template <class Evidence>
std::vector<Finding> adviseBy(std::span<const AdviceRule<Evidence>* const> rules, const Evidence& evidence)
{
    std::vector<Proposal> all;
    for (const AdviceRule<Evidence>* const rule : rules)
        for (Proposal& proposal : rule->propose(evidence)) {
            proposal.finding.id = rule->id;
            proposal.finding.label = rule->label;
            proposal.finding.assumption = rule->assumption;
            proposal.finding.source = rule->source;
            proposal.finding.isEstimate |= rule->isEstimate;
            proposal.isCombined = rule->isCombined;
            all.push_back(std::move(proposal));
        }
    return replayed(std::move(all), evidence.sum(), evidence.room());
}

/// For a rule: puts the rows of a finding in order, the largest first, and their sum before its amounts. False where
/// there are none.
bool arrange(Finding& finding, const LiveSum& sum);

} // namespace tidemark
