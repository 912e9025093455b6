#pragma once

#include "core/view/figures.h"
#include "core/xla/replay/space_timeline.h"

namespace tidemark {

/// What figures need to know besides the timeline.
struct FigureContext {
    std::string module;
    std::optional<std::uint64_t> programId;
    std::string host;
    std::optional<std::string> spaceName;
    Platform platform = Platform::Unknown;
    DeviceFacts device; // as the file names it
    Warnings fileWarnings;
};

/// The figures of one space, each as the command line's summary defines it. `chosen` may be null.
Figures figuresOf(const SpaceTimeline& timeline, const FigureContext& context, const Device* chosen);

} // namespace tidemark
