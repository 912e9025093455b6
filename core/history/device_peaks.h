#pragma once

#include "core/history/history_document.h"
#include "core/view/choice.h"

namespace tidemark::history {

/// The peak of one allocator of one recording.
struct DevicePeak {
    std::string worker; // its host, or its file; valid UTF-8
    std::string memory; // "GPU 1"
    std::string path;
    std::int64_t peakBytes = 0;
    StepId peakStep{0};
    std::int64_t beforeBytes = 0; // at the peak, in use since before the recording
    InUse atPeak;
    /// The peak less the median of the peaks of allocators whose files and names differ only in numbers. Absent if
    /// there is no other such allocator.
    std::optional<std::int64_t> aboveMedianBytes;
    std::size_t ofKind = 1; // number of such allocators, with this one
};

/// The allocators of the recordings that the choice covers, in the order of the programs. Cost: that of inUseAt() for
/// each.
std::vector<DevicePeak> devicePeaks(const Documents& documents, const Choice& choice);

} // namespace tidemark::history
