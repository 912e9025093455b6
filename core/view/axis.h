#pragma once

#include "core/base/id.h"

#include <cstdint>
#include <functional>
#include <string>

namespace tidemark {

struct StepTag;
/// A cell of an axis: a scheduled step, a phase, an operation, a stretch of time.
using StepId = Id<StepTag>;

enum class AxisKind { None, Steps, Phases, Operations, Time };

/// The axis of a view's curves: `count` cells in order. Cell i covers positions [i, i + 1) and, on an axis of time, the
/// time [start(i), start(i + 1)).
struct Axis {
    AxisKind kind = AxisKind::Steps;
    std::uint32_t count = 1; // at least 1
    std::string title; // title below the axis: "Program order (scheduled step, not time)"
    std::string cell = "step"; // word for one cell inside a sentence
    std::string remark; // the reason why there is only one cell; may be empty
    /// The label of a cell, as valid UTF-8, or "" when the file has none. Not null.
    std::function<std::string(StepId)> label = [](StepId) { return std::string(); };
    /// Picoseconds from the start of the document. Null unless kind is Time. Also defined for Id(count).
    std::function<std::int64_t(StepId)> start;
};

} // namespace tidemark
