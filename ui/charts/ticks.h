#pragma once

#include "core/base/text.h"
#include "core/view/step_series.h"

#include <QString>

#include <vector>

namespace tidemark::ui {

struct ByteTick {
    std::int64_t bytes = 0;
    QString text;
};

/// From 0 to `top`, one unit for all ticks.
struct ByteAxis {
    double top = 1; // bytes, > 0
    std::vector<ByteTick> ticks; // ascending, the first is 0
};

/// At most 6 intervals of 1, 2, 2.5 or 5 × 10ⁿ GiB, or of a power of two in smaller units. ByteUnit::Auto takes the
/// largest unit that `top` reaches.
ByteAxis byteAxis(double top, ByteUnit unit);

struct StepTick {
    std::uint32_t step = 0;
    QString text;
};

/// Digits are grouped from 10,000 on.
QString stepText(std::uint32_t step);

/// Steps at multiples of 1, 2 or 5 × 10ⁿ, at most `count` of them.
std::vector<StepTick> stepTicks(StepRange range, int count);

} // namespace tidemark::ui
