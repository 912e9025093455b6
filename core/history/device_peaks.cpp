#include "core/history/device_peaks.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>

namespace tidemark::history {
namespace {

/// Sets how far each peak is from the median of its kind of allocator: those whose files and names differ only in
/// numbers. Devices and workers of one run have such names.
void compareWithMedian(std::vector<DevicePeak>& peaks)
{
    const auto kindOf = [](const DevicePeak& peak) { return withoutNumbers(peak.path + '\n' + peak.memory); };
    std::map<std::string, std::vector<std::int64_t>> byKind;
    for (const DevicePeak& peak : peaks)
        byKind[kindOf(peak)].push_back(peak.peakBytes);
    for (auto& [kind, all] : byKind)
        std::ranges::sort(all);
    for (DevicePeak& peak : peaks)
        if (const auto& all = byKind[kindOf(peak)]; all.size() > 1) {
            peak.aboveMedianBytes = peak.peakBytes - all[(all.size() - 1) / 2];
            peak.ofKind = all.size();
        }
}

} // namespace

std::vector<DevicePeak> devicePeaks(const Documents& documents, const Choice& choice)
{
    std::vector<DevicePeak> peaks;
    for (const auto& document : documents) {
        const HistoryDocument* const histories = asHistories(*document);
        if (!histories)
            continue;
        const auto programs = findPrograms(*document, choice);
        const auto memory = findMemory(*document, choice);
        if (!programs || !memory)
            continue;
        histories->forEachMemory([&](const Selection& selection, const MemoryRecording& recorded) {
            if (std::ranges::find(*programs, selection.program) == programs->end()
                || (*memory && **memory != selection.memory))
                return;
            const History& history = histories->historyOf(selection);
            DevicePeak peak;
            const FileEntry& file = document->catalogue().fileOf(selection.program);
            peak.worker = validUtf8(textOr(document->catalogue().hostOf(selection.program), file.sourceName()));
            peak.memory = validUtf8(recorded.name);
            peak.path = file.path;
            peak.peakBytes = history.peak();
            peak.peakStep = history.peakStep;
            for (const Allocation& row : history.rows)
                if (row.kind == Allocation::kBefore && row.start <= history.peakStep && history.peakStep < row.end)
                    peak.beforeBytes += row.size;
            peak.atPeak = histories->inUseAt(selection, history.peakStep);
            peaks.push_back(std::move(peak));
        });
    }
    compareWithMedian(peaks);
    return peaks;
}

} // namespace tidemark::history
