#pragma once

#include "core/view/document.h"
#include "core/xla/replay/space_timeline.h"

namespace tidemark::xla {

/// The program that a view shows, as the catalogue lists it.
struct ProgramContext {
    FileEntry file;
    ProgramEntry program;
    Warnings fileWarnings;
};

/// Returns the parts of memory that are always occupied, from the bottom up. Empty parts are left out.
std::vector<Part> floorOf(const SpaceTotals& totals);

/// Returns the figures of one space, as the command line's summary lists them. `chosen` may be null.
Figures figuresOf(const SpaceTimeline& timeline, const ProgramContext& context, const Device* chosen);

} // namespace tidemark::xla
