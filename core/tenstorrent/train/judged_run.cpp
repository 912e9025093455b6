#include "core/tenstorrent/train/judged_run.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace tidemark::tt {

const Run* firstCounted(const std::vector<const Run*>& runs)
{
    for (const Run* run : runs)
        if (run->parameters)
            return run;
    return nullptr;
}

std::vector<const Run*> listOf(const Runs& runs)
{
    std::vector<const Run*> list;
    for (const Run& run : runs.list)
        list.push_back(&run);
    return list;
}

JudgedRun judge(const Run& run, const Run* counted, const RunQuestion& question)
{
    Sizes sizes = question.sizes;
    JudgedRun judged;
    judged.run = &run;
    judged.isCountOfAnother = !sizes.model && !run.parameters && counted;
    if (judged.isCountOfAnother)
        sizes.model = static_cast<double>(*counted->parameters) * 2;
    judged.components = componentsOf(run, sizes, question.usesActual);
    if (sizes.deviceMemory)
        judged.deviceMemory = *sizes.deviceMemory;
    else if (const auto stated = run.deviceBytes())
        judged.deviceMemory = static_cast<double>(*stated);
    else
        judged.isDeviceAssumed = true;
    judged.peak = run.peak();
    judged.needed = run.neededBytes();
    if (judged.needed && !judged.isDeviceAssumed)
        judged.headroom = std::llround(judged.deviceMemory) - *judged.needed;
    judged.name = run.title() + framed(", rank ", run.rank);
    return judged;
}

std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question)
{
    const Run* const counted = firstCounted(runs);
    std::vector<JudgedRun> judged;
    for (const Run* run : runs)
        judged.push_back(judge(*run, counted, question));
    return judged;
}

} // namespace tidemark::tt
