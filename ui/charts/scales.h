#pragma once

#include "core/base/text.h"
#include "core/view/axis.h"
#include "core/view/step_series.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace tidemark::ui {

/// Steps along x. A step is a cell: step s covers [s, s + 1), and a lifetime [start, end) covers whole cells.
struct StepScale {
    double left = 0; // pixels
    double width = 1;
    StepRange range{0, 1}; // not empty

    double perStep() const { return width / range.size(); }
};

inline double xOf(const StepScale& scale, double step)
{
    return scale.left + (step - scale.range.begin) * scale.perStep();
}

/// The middle of the step's cell, where marks of the step are drawn.
inline double centreOf(const StepScale& scale, StepId step)
{
    return xOf(scale, step.value + 0.5);
}

/// The position of a pixel in steps, with a fraction. Outside the range for pixels outside.
inline double positionAt(const StepScale& scale, double x)
{
    return scale.range.begin + (x - scale.left) / scale.perStep();
}

/// The step whose cell holds x, clamped to the range.
inline StepId stepAt(const StepScale& scale, double x)
{
    const double step = std::clamp<double>(std::floor(positionAt(scale, x)), scale.range.begin, scale.range.end - 1.0);
    return StepId(static_cast<std::uint32_t>(step));
}

/// Bytes along y, from 0 at `bottom` upwards.
struct ByteScale {
    double bottom = 0; // pixels
    double height = 1;
    double top = 1; // bytes at the upper edge, > 0
};

inline double yOf(const ByteScale& scale, double bytes)
{
    return scale.bottom - bytes / scale.top * scale.height;
}

/// The range of `size` steps from `begin`, moved so that it lies inside a program of `total` steps.
inline StepRange movedInto(double begin, double size, std::uint32_t total)
{
    const double length = std::clamp<double>(std::round(size), 1, total);
    const double first = std::clamp<double>(std::round(begin), 0, total - length);
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + length)};
}

/// The range with `size` steps in which the position `anchor` stays at the same share of the width.
inline StepRange zoomed(StepRange range, std::uint32_t total, double anchor, double size)
{
    const double length = std::clamp<double>(std::round(size), 1, total);
    const double share = (anchor - range.begin) / range.size();
    return movedInto(anchor - share * length, length, total);
}

inline StepRange panned(StepRange range, std::uint32_t total, double steps)
{
    return movedInto(range.begin + steps, range.size(), total);
}

/// The range moved so that `position` is in its middle.
inline StepRange centredAt(StepRange range, std::uint32_t total, double position)
{
    return movedInto(position - range.size() / 2.0, range.size(), total);
}

inline StepRange centredOn(StepRange range, std::uint32_t total, StepId step)
{
    return centredAt(range, total, step.value + 0.5);
}

/// The position and the scales of a chart's plot, in pixels.
struct PlotGeometry {
    double left = 0; // the plot area
    double top = 0;
    double width = 1;
    double height = 1;
    StepScale steps;
    ByteScale bytes;

    double right() const { return left + width; }
    double bottom() const { return top + height; }
    bool contains(double x, double y) const { return x >= left && x < right() && y >= top && y < bottom(); }
};

struct ByteTick {
    std::int64_t bytes = 0;
    QString text;
};

/// The axis from a level to `top` above it. The level is 0 unless the axis begins above memory that is always live. All
/// ticks use the same unit.
struct ByteAxis {
    double top = 1; // bytes, > 0
    std::vector<ByteTick> ticks; // ascending, with bytes above the level; the texts are levels
};

/// Makes at most 6 intervals of a round size: a power of two if the numbers stay below 1,024 of a unit smaller than
/// GiB, else 1, 2, 2.5 or 5 × 10ⁿ. ByteUnit::Auto uses the largest unit that `top` reaches.
ByteAxis byteAxis(double top, ByteUnit unit);

/// Round addresses from `begin` to `end`, at most 8, all in the same unit: the chosen unit, or the largest that `end`
/// reaches. REQUIRES: begin < end
std::vector<ByteTick> byteTicks(std::int64_t begin, std::int64_t end, ByteUnit unit);

/// The ticks of byteTicks(). If their texts are equal or do not fit, the texts are offsets from a round base address
/// below all of them: "+4 KiB". The unit may then differ from the chosen one.
struct AddressTicks {
    std::int64_t base = 0; // the base address; 0: texts are addresses
    std::vector<ByteTick> ticks;
};
/// REQUIRES: begin < end
AddressTicks addressTicks(std::int64_t begin, std::int64_t end, ByteUnit unit,
                          const std::function<bool(const QString&)>& fits);

struct CellTick {
    StepId cell;
    QString text;
};

/// Ticks at multiples of 1, 2 or 5 × 10ⁿ cells, at most `count`.
std::vector<CellTick> cellTicks(const Axis& axis, StepRange range, int count);

} // namespace tidemark::ui
