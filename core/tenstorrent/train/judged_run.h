#pragma once

#include "core/tenstorrent/train/components.h"
#include "core/tenstorrent/train/train_log_reader.h"

namespace tidemark::tt {

/// The user's settings for judging the runs of a log.
struct RunQuestion {
    Sizes sizes;
    /// Use the measured model and optimizer, not the expected ones, in the histogram and for "other".
    bool usesActual = false;
};

/// A run with its components and its headroom. If the run does not state its number of parameters, that of the first
/// run of the log that states one is used.
struct JudgedRun {
    const Run* run = nullptr;
    Components components;
    double deviceMemory = kUsualDevice; // in bytes; the run is compared with it
    bool isDeviceAssumed = false; // neither the file nor the user states deviceMemory; then headroom is absent
    bool isCountOfAnother = false; // the expected model size comes from another run's number of parameters
    std::optional<std::int64_t> peak; // as the tracker reports it
    std::optional<std::int64_t> needed; // bytes that the run needs of the device
    std::optional<std::int64_t> headroom; // device memory minus `needed`; negative if the run does not fit
    std::string name; // title of the run, with its rank if it has one

    /// The memory of the device in bytes, as the file or the user states it. Absent if it is only assumed, as
    /// upstream's script does.
    std::optional<double> knownDevice() const { return isDeviceAssumed ? std::nullopt : std::optional(deviceMemory); }
};
/// Judges the runs of one log, in its order. The results refer to the runs, which must outlive them.
std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question);
/// Judges one run. `counted` is the first run of its log that states its number of parameters, or null.
JudgedRun judge(const Run& run, const Run* counted, const RunQuestion& question);

std::vector<const Run*> listOf(const Runs& runs);

/// The first run that states its number of parameters, or null.
const Run* firstCounted(const std::vector<const Run*>& runs);

} // namespace tidemark::tt
