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
