#pragma once

#include "core/tenstorrent/train/components.h"
#include "core/tenstorrent/train/train_log_reader.h"

namespace tidemark::tt {

/// What is asked about the runs of a log.
struct RunQuestion {
    Sizes sizes;
    bool usesActual = false; // of model and optimizer in the histogram, and in what is beyond them
};

/// A run with what is said of it: where it has no number of parameters, the first of the log that has one counts.
struct JudgedRun {
    const Run* run = nullptr;
    Components components;
    double deviceMemory = kUsualDevice; // in bytes, that it is judged by
    bool isDeviceAssumed = false; // neither the file nor the user states it; then there is no headroom
    bool isCountOfAnother = false; // of parameters, that the model's size is expected by
    std::optional<std::int64_t> peak; // as the tracker says
    std::optional<std::int64_t> needed; // of the device
    std::optional<std::int64_t> headroom; // beyond what is needed; negative: it does not fit
    std::string name; // with its rank, where it has one

    /// The device's memory as the file or the user says it; absent: it is assumed, as upstream's script does.
    std::optional<double> knownDevice() const { return isDeviceAssumed ? std::nullopt : std::optional(deviceMemory); }
};
/// Of the runs of one log, in its order. They refer to them.
std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question);
/// The same of one of them: `counted` is the first of its log that tells its number of parameters, or null.
JudgedRun judge(const Run& run, const Run* counted, const RunQuestion& question);

std::vector<const Run*> listOf(const Runs& runs);

/// The first that tells its number of parameters; null: none does.
const Run* firstCounted(const std::vector<const Run*>& runs);

} // namespace tidemark::tt
