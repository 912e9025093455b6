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

std::vector<Column> pixelColumns(const Curve& curve, StepRange range, int pixels)
{
    std::vector<Column> columns = pixelColumns(curve.values, range, pixels);
    if (!curve.known.empty())
        for (Column& column : columns)
            if (std::ranges::count(curve.known.subspan(column.steps.begin, column.steps.size()), 0)
                == static_cast<std::ptrdiff_t>(column.steps.size()))
                column.steps.end = column.steps.begin;
    return columns;
}

std::vector<Column> spikeColumns(const Curve& inside, const Curve& level, StepRange range, int pixels)
{
    std::vector<Column> columns = pixelColumns(inside, range, pixels);
    constexpr std::uint64_t kLeast = 4; // pixels, minimum width of a cell with two halves
    const auto count = static_cast<std::uint64_t>(columns.size());
    if (count < kLeast * range.size())
        return columns;
    const std::vector<Column> after = pixelColumns(level, range, pixels);
    for (std::uint64_t pixel = 0; pixel < count; ++pixel)
        if ((2 * pixel + 1) * range.size() % (2 * count) > count) // in the second half of its cell
            columns[pixel] = after[pixel];
    return columns;
}

} // namespace tidemark::ui
