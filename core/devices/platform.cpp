#include "core/devices/platform.h"

#include "core/base/characters.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

struct SpaceName {
    Platform platform;
    std::int64_t space;
    std::string_view name;
};

constexpr std::array kSpaceNames = {
    SpaceName{Platform::Tpu, 0, "HBM"},        SpaceName{Platform::Tpu, 1, "VMEM"},
    SpaceName{Platform::Tpu, 2, "SFLAG"},      SpaceName{Platform::Tpu, 3, "CMEM"},
    SpaceName{Platform::Tpu, 4, "SMEM"},       SpaceName{Platform::Tpu, 5, "Host"},
    SpaceName{Platform::Tpu, 6, "SparseCore"}, SpaceName{Platform::Gpu, 0, "HBM"},
    SpaceName{Platform::Gpu, 1, "Collective"}, SpaceName{Platform::Gpu, 2, "Temp"},
    SpaceName{Platform::Gpu, 5, "Host"},
};

bool sameIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, toLower, toLower);
}

bool hasNames(Platform platform)
{
    return platform == Platform::Tpu || platform == Platform::Gpu;
}

} // namespace

std::string_view platformName(Platform platform)
{
    switch (platform) {
    case Platform::Tpu:
        return "TPU";
    case Platform::Gpu:
        return "GPU";
    case Platform::Cpu:
        return "CPU";
    case Platform::Unknown:
        break;
    }
    return "";
}

std::optional<std::string_view> spaceName(Platform platform, std::int64_t space)
{
    for (const SpaceName& entry : kSpaceNames)
        if (entry.platform == platform && entry.space == space)
            return entry.name;
    return std::nullopt;
}

bool shareMemory(Platform platform, std::int64_t a, std::int64_t b)
{
    constexpr std::int64_t kLastInDeviceMemory = 2;
    const auto isInDeviceMemory = [](std::int64_t space) { return space >= 0 && space <= kLastInDeviceMemory; };
    return a == b || (platform == Platform::Gpu && isInDeviceMemory(a) && isInDeviceMemory(b));
}

std::string spaceText(Platform platform, std::int64_t space)
{
    const auto name = spaceName(platform, space);
    return name ? std::string(*name) + " (" + std::to_string(space) + ")" : "space " + std::to_string(space);
}

std::string spaceNames(Platform platform)
{
    std::string names;
    for (const Platform each : {Platform::Tpu, Platform::Gpu}) {
        if (hasNames(platform) && each != platform)
            continue;
        std::string list;
        for (const SpaceName& entry : kSpaceNames)
            if (entry.platform == each)
                addTo(list, ", ", entry.name);
        addTo(names, "; ", list + " (" + std::string(platformName(each)) + ")");
    }
    return names;
}

std::optional<std::int64_t> parseSpace(Platform platform, std::string_view text)
{
    for (const SpaceName& entry : kSpaceNames)
        if ((entry.platform == platform || !hasNames(platform)) && sameIgnoringCase(entry.name, text))
            return entry.space;
    // Reads the formats of spaceText(): "HBM (0)" and "space 8".
    const std::size_t open = text.rfind('(');
    if (open != std::string_view::npos && open > 0 && text.ends_with(')')) {
        const auto number = parseNumber(text.substr(open + 1, text.size() - open - 2));
        return number && parseSpace(platform, text.substr(0, text.find_last_not_of(' ', open - 1) + 1)) == number
            ? number
            : std::nullopt;
    }
    constexpr std::string_view kSpace = "space ";
    return parseNumber(text.starts_with(kSpace) ? text.substr(kSpace.size()) : text);
}

} // namespace tidemark
