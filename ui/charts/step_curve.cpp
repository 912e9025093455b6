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

QList<QPointF> curvePoints(std::span<const std::int64_t> levels, StepRange range, int columns, double unit)
{
    QList<QPointF> points;
    const auto add = [&](double step, std::int64_t level) {
        const QPointF point(step, static_cast<double>(level) / unit);
        const qsizetype count = points.size();
        // The middle one of three on a level adds nothing.
        if (count > 1 && points[count - 1].y() == point.y() && points[count - 2].y() == point.y())
            points.last() = point;
        else
            points.append(point);
    };
    for (const Column& column : decimate(levels, range, static_cast<std::uint32_t>(std::max(columns, 1)))) {
        const bool rises = column.first == column.min || column.last == column.max;
        add(column.steps.begin, rises ? column.min : column.max);
        add(column.steps.end, rises ? column.max : column.min);
    }
    return points;
}

} // namespace tidemark::ui
