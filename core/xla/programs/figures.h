#pragma once

#include "core/view/document.h"
#include "core/xla/replay/space_timeline.h"

namespace tidemark {

/// The program that a view is of, as the catalogue has it.
struct ProgramContext {
    FileEntry file;
    ProgramEntry program;
    Warnings fileWarnings;
};

/// What is always there, from the bottom up: the parts that are not empty.
std::vector<Part> floorOf(const SpaceTotals& totals);

/// The figures of one space, each as the command line's summary defines it. `chosen` may be null.
Figures figuresOf(const SpaceTimeline& timeline, const ProgramContext& context, const Device* chosen);

} // namespace tidemark
