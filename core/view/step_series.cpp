#include "core/view/step_series.h"

#include <algorithm>

namespace tidemark {

std::vector<Column> decimate(std::span<const std::int64_t> levels, StepRange range, std::uint32_t columns)
{
    std::vector<Column> result;
    const std::uint64_t steps = range.size();
    const std::uint64_t count = std::min<std::uint64_t>(columns, steps);
    result.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto begin = range.begin + static_cast<std::uint32_t>(i * steps / count);
        const auto end = range.begin + static_cast<std::uint32_t>((i + 1) * steps / count);
        const auto [low, high] = std::ranges::minmax(levels.subspan(begin, end - begin));
        result.push_back({{begin, end}, levels[begin], low, high, levels[end - 1]});
    }
    return result;
}

std::uint32_t peakIn(std::span<const std::int64_t> levels, StepRange range)
{
    const auto part = levels.subspan(range.begin, range.size());
    return range.begin + static_cast<std::uint32_t>(std::ranges::max_element(part) - part.begin());
}

std::vector<std::uint32_t> localPeaks(std::span<const std::int64_t> levels)
{
    std::vector<std::uint32_t> result;
    for (std::size_t begin = 0; begin < levels.size();) {
        std::size_t end = begin + 1;
        while (end < levels.size() && levels[end] == levels[begin])
            ++end;
        const bool risen = begin == 0 || levels[begin - 1] < levels[begin];
        const bool falls = end == levels.size() || levels[end] < levels[begin];
        if (risen && falls && !(begin == 0 && end == levels.size()))
            result.push_back(static_cast<std::uint32_t>(begin));
        begin = end;
    }
    return result;
}

} // namespace tidemark
