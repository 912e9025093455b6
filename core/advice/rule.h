#pragma once

#include "core/advice/live_sum.h"
#include "core/devices/platform.h"
#include "core/view/finding.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tidemark {

/// The capacity of the memory that is shown.
struct Room {
    std::optional<std::int64_t> capacity; // capacity of the memory in bytes; absent if unknown
    std::int64_t beyondPeak
        = 0; // bytes needed beyond the peak of the rows: fragmentation, and other spaces of the memory
    bool isDeviceMemory = true; // true for the main memory of a device, false for memory on the chip or of the host
    Platform platform = Platform::Unknown;
    std::optional<std::int64_t> vmem = std::nullopt; // capacity of the device's VMEM, if another memory is shown
    std::int64_t kernelBytes = 0; // bytes of VMEM for the blocks of the program's largest kernel
    std::string beyond = "of fragmentation"; // what `beyondPeak` is
};

/// The result of a rule: its rows, its text with amounts, and the changes that it proposes. A proposal without changes
/// states its own saving. The label is that of the rule if it is empty. The other members of the finding are filled
/// later.
struct Proposal {
    Finding finding;
    std::vector<RowChange> changes;
    bool isCombined = true; // with others

    /// Changes of rows that the proposal is about. Several changes of one row are consecutive.
    void change(const RowChange& change);
};

/// A rule of advice: its description, and a function that searches `Evidence`. It proposes nothing where it does not
/// apply.
template <class Evidence>
struct AdviceRule {
    const char* id; // id of the finding; the next members are its label, assumption and source
    const char* label;
    const char* assumption;
    const char* source;
    bool isEstimate;
    std::vector<Proposal> (*propose)(const Evidence& evidence);
    bool isCombined = true; // with others
};

/// The findings for proposals, each replayed: the required ones first, then the largest saving, and last one finding
/// for all that can be combined, which states whether the program then fits. A saving below a thousandth of the peak is
/// left out unless it is required, because it may be in another memory.
std::vector<Finding> replayed(std::vector<Proposal> proposals, const LiveSum& sum, const Room& room);

/// The findings of all rules. `Evidence` has sum() and room(). Cost: that of the rules, and a pass over rows and steps
/// for each proposal.
template <class Evidence>
std::vector<Finding> adviseBy(std::span<const AdviceRule<Evidence>* const> rules, const Evidence& evidence)
{
    std::vector<Proposal> all;
    for (const AdviceRule<Evidence>* const rule : rules)
        for (Proposal& proposal : rule->propose(evidence)) {
            proposal.finding.id = rule->id;
            if (proposal.finding.label.empty())
                proposal.finding.label = rule->label;
            proposal.finding.assumption = rule->assumption;
            proposal.finding.source = rule->source;
            proposal.finding.isEstimate |= rule->isEstimate;
            proposal.isCombined = rule->isCombined;
            all.push_back(std::move(proposal));
        }
    return replayed(std::move(all), evidence.sum(), evidence.room());
}

/// For rules: sorts the rows of a finding by size, the largest first, and puts their sum before its amounts. Returns
/// false when there are no rows.
bool arrange(Finding& finding, const LiveSum& sum);

} // namespace tidemark
