#include "core/tenstorrent/train/run.h"

#include "core/base/text.h"

namespace tidemark::tt {

const char* generationName(Generation generation)
{
    switch (generation) {
    case Generation::Prototype:
        return "prototype";
    case Generation::Named:
        return "named";
    case Generation::Ordered:
        return "ordered";
    case Generation::Unknown:
        break;
    }
    return "";
}

std::string Run::title() const
{
    std::string text = textOr(name, "Unknown");
    if (device)
        text += ", device " + std::to_string(*device);
    return text;
}

std::optional<std::int64_t> Run::peak() const
{
    if (overallPeak)
        return overallPeak;
    for (auto phase = phases.rbegin(); phase != phases.rend(); ++phase)
        if (phase->cumulativePeak)
            return phase->cumulativePeak;
    return std::nullopt;
}

std::optional<std::int64_t> Run::neededBytes() const
{
    return footprint && footprint->peak ? footprint->peak : peak();
}

std::optional<std::int64_t> Run::deviceBytes() const
{
    if (footprint && footprint->arena)
        return footprint->arena;
    return exported ? exported->deviceMemory : std::nullopt;
}

} // namespace tidemark::tt
