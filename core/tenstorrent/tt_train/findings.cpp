#include "core/tenstorrent/tt_train/run_view.h"

#include <algorithm>

namespace tidemark::tt {
namespace {

constexpr const char* kSource = "tt-train's MEMORY_TRACKING.md, common optimizations";
constexpr std::int64_t kWorthSaying = 1000; // a finding must save at least 1/1000 of the peak
constexpr const char* kRecomputes = "memory_efficient"; // in a title: tt-train's mode that already recomputes

Finding smallerBatch()
{
    Finding finding;
    finding.id = "smaller_batch";
    finding.label = "Halve the batch, or accumulate gradients over two";
    finding.assumption = "Activations shrink with the batch, and nothing else changes.";
    finding.text = "%1 of the peak are activations; half of it remains";
    return finding;
}

Finding recomputing()
{
    Finding finding;
    finding.id = "rematerialization";
    finding.label = std::string("Recompute activations (") + kRecomputes + ")";
    finding.assumption
        = "No activation is kept for the backward pass. The saving is smaller by the values that are kept of blocks, and "
          "by the need of one block while it is recomputed.";
    finding.isUpperBound = true;
    finding.text = "%1 of the peak are activations; the saving is at most that";
    return finding;
}

} // namespace

std::vector<Finding> findingsOf(const Run& run, const Levels& levels, std::optional<std::int64_t> capacity)
{
    const std::vector<std::int64_t> activations = activationsInside(run, levels);
    if (activations.empty() || !levels.peak)
        return {};
    std::vector<Finding> findings;
    const auto add = [&](Finding finding, std::int64_t parts) {
        std::int64_t after = levels.inside[0] - activations[0] / parts;
        for (std::size_t i = 0; i < activations.size(); ++i)
            after = std::max(after, levels.inside[i] - activations[i] / parts);
        finding.savedBytes = *levels.peak - after;
        if (finding.savedBytes <= 0 || finding.savedBytes < *levels.peak / kWorthSaying)
            return;
        finding.peakBefore = levels.peak;
        finding.peakAfter = after;
        finding.isEstimate = true;
        finding.source = kSource;
        finding.amounts = {activations[levels.peakPhase]};
        if (capacity && *levels.peak > *capacity)
            finding.text += after <= *capacity ? "; then the run fits" : "; the run does not fit then either";
        findings.push_back(std::move(finding));
    };
    if (run.name.find(kRecomputes) == std::string::npos)
        add(recomputing(), 1);
    add(smallerBatch(), 2);
    return findings;
}

} // namespace tidemark::tt
