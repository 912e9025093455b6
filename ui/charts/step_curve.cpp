#include "ui/charts/step_curve.h"

#include <algorithm>

namespace tidemark::ui {

std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels)
{
    const auto count = static_cast<std::uint32_t>(std::max(pixels, 0));
    if (range.size() >= count)
        return decimate(levels, range, count);
    std::vector<Column> columns;
    columns.reserve(count);
    for (std::uint64_t pixel = 0; pixel < count; ++pixel) {
        const auto step = range.begin + static_cast<std::uint32_t>((2 * pixel + 1) * range.size() / (2ULL * count));
        const std::int64_t level = levels[step];
        columns.push_back({{step, step + 1}, level, level, level, level});
    }
    return columns;
}

} // namespace tidemark::ui
