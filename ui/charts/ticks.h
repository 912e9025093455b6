#pragma once

#include "core/base/text.h"
#include "core/view/axis.h"
#include "core/view/step_series.h"

#include <QString>

#include <functional>
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

/// At most 6 intervals, round in the unit: a power of two where the numbers stay below 1,024 of a unit smaller than
/// GiB, else 1, 2, 2.5 or 5 × 10ⁿ. ByteUnit::Auto takes the largest unit that `top` reaches.
ByteAxis byteAxis(double top, ByteUnit unit);

/// Round addresses from `begin` to `end`, at most 8, one unit for all: the largest that `end` reaches, or the chosen
/// one. REQUIRES: begin < end
std::vector<ByteTick> byteTicks(std::int64_t begin, std::int64_t end, ByteUnit unit);

/// byteTicks(), or where these cannot be told apart or do not fit, what addresses have above a round one that is below
/// all of them: "+4 KiB". In another unit than the chosen one where that is needed.
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

/// Cells at multiples of 1, 2 or 5 × 10ⁿ, at most `count` of them, with their positions.
std::vector<CellTick> cellTicks(const Axis& axis, StepRange range, int count);

} // namespace tidemark::ui
