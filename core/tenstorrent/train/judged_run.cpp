#include "core/tenstorrent/train/judged_run.h"

#include <algorithm>
#include <cmath>

namespace tidemark::tt {

const Run* firstCounted(const std::vector<const Run*>& runs)
{
    const auto found = std::ranges::find_if(runs, [](const Run* run) { return run->parameters.has_value(); });
    return found == runs.end() ? nullptr : *found;
}

std::vector<const Run*> listOf(const Runs& runs)
{
    std::vector<const Run*> list;
    for (const Run& run : runs.list)
        list.push_back(&run);
    return list;
}

std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question)
{
    const Run* const counted = firstCounted(runs);
    std::vector<JudgedRun> judged;
    for (const Run* run : runs) {
        Sizes sizes = question.sizes;
        if (!sizes.model && !run->parameters && counted)
            sizes.model = static_cast<double>(*counted->parameters) * 2;
        JudgedRun each;
        each.run = run;
        each.components = componentsOf(*run, sizes, question.usesActual);
        if (sizes.deviceMemory)
            each.deviceMemory = *sizes.deviceMemory;
        else if (const auto told = run->deviceBytes())
            each.deviceMemory = static_cast<double>(*told);
        else
            each.isDeviceAssumed = true;
        each.peak = run->peak();
        each.needed = run->neededBytes();
        if (each.needed)
            each.headroom = std::llround(each.deviceMemory) - *each.needed;
        each.name = run->title() + (run->rank.empty() ? "" : ", rank " + run->rank);
        judged.push_back(std::move(each));
    }
    return judged;
}

} // namespace tidemark::tt
