#pragma once

#include "core/view/view.h"
#include "core/xla/programs/figures.h"

namespace tidemark {

/// What stands above a view of an XLA program.
struct ViewTitle {
    std::string path;
    std::string host;
    std::string program;
    std::optional<std::uint64_t> programId;
    Platform platform = Platform::Unknown;
    DeviceFacts device;
    Warnings fileWarnings;
    std::uint64_t programBytes = 0; // of the HLO, which a plan takes twice
};

/// One memory space of a program as every page shows it: the axis is its heap trace, the rows are its chunks and
/// standing allocations. The view holds the timeline alive and copies nothing of it but one byte per row.
std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline, const ViewTitle& title);

} // namespace tidemark
