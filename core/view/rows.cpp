#include "core/view/rows.h"

#include "core/view/op_path.h"

namespace tidemark {

const std::string& Facts::label() const
{
    return isArgumentPath(argument) ? argument : name;
}

std::vector<Rows::Region> Rows::heldAt(StepId step) const
{
    if (held.empty())
        return regions;
    std::vector<Region> parts;
    for (const Held& each : held) {
        if (!each.steps.contains(step.value))
            continue;
        Region part;
        part.holder = each.holder;
        part.begin = each.begin;
        part.end = each.end;
        const auto whole = std::ranges::lower_bound(regions, each.holder, {}, &Region::holder);
        if (whole != regions.end() && whole->holder == each.holder && whole->address)
            part.address = *whole->address + static_cast<std::uint64_t>(each.begin - whole->begin);
        parts.push_back(part);
    }
    std::ranges::sort(parts, {}, [](const Region& part) { return std::pair(part.holder, part.begin); });
    return parts;
}

} // namespace tidemark
