#include "core/view/source_peaks.h"

#include <algorithm>
#include <map>

namespace tidemark {

namespace {

/// Returns whether two files are of one run: of the hosts of one folder, or else of ranks whose files have one name
/// apart from their numbers. Programs of one name in other files are other programs.
bool areOfOneRun(const FileEntry& a, const FileEntry& b)
{
    if (a.platform != b.platform || a.session != b.session || a.host.empty() != b.host.empty())
        return false;
    const auto folderOf = [](const FileEntry& file) {
        return std::string_view(file.path).substr(0, file.path.size() - fileNameOf(file.path).size());
    };
    return a.host.empty() ? withoutNumbers(a.path) == withoutNumbers(b.path) : folderOf(a) == folderOf(b);
}

} // namespace

std::optional<SourcePeaks> peaksBySource(const Documents& documents, const Chosen& chosen)
{
    const MemoryOutline* own = chosen.outline().find(chosen.selection.memory);
    if (!own || !own->peakBytes)
        return std::nullopt;
    SourcePeaks peaks;
    peaks.own = *own->peakBytes;
    peaks.sources = 1;
    const Catalogue& shown = chosen.document->catalogue();
    peaks.ownName = shown.sources[chosen.program().source.index()].name;
    peaks.word = shown.words.source;
    for (const auto& document : documents) {
        const Catalogue& catalogue = document->catalogue();
        if (catalogue.kind != chosen.document->catalogue().kind)
            continue; // an out-of-memory message of the same name is no run
        std::map<std::size_t, std::int64_t> bySource;
        for (std::size_t i = 0; i < catalogue.programs.size(); ++i) {
            const ProgramEntry& entry = catalogue.programs[i];
            if (entry.name != chosen.program().name)
                continue;
            if (document == chosen.document && entry.source == chosen.program().source)
                continue;
            if (!areOfOneRun(catalogue.fileOf(ProgramId::at(i)), shown.fileOf(chosen.selection.program)))
                continue;
            if (const MemoryOutline* memory = document->outline(ProgramId::at(i)).find(chosen.selection.memory);
                memory && memory->peakBytes) {
                std::int64_t& most = bySource[entry.source.index()];
                most = std::max(most, *memory->peakBytes);
            }
        }
        for (const auto& [source, most] : bySource) {
            const bool isFirst = peaks.sources++ == 1;
            peaks.leastOther = isFirst ? most : std::min(peaks.leastOther, most);
            if (isFirst || most > peaks.mostOther) {
                peaks.mostOther = most;
                peaks.largestOther = catalogue.sources[source].name;
            }
        }
    }
    return peaks.sources > 1 ? std::optional(peaks) : std::nullopt;
}

std::string SourcePeaks::differenceText(ByteUnit unit) const
{
    if (areEqual())
        return {};
    if (own < mostOther)
        return largestOther + " needs " + bytesText(mostOther - own, unit) + " more than " + ownName
            + ", which is shown.";
    if (own == mostOther)
        return ownName + " needs " + bytesText(own - leastOther, unit) + " more than the smallest of "
            + groupedNumber(static_cast<std::int64_t>(sources)) + " " + word + "s.";
    const std::string more = ownName + " needs " + bytesText(own - mostOther, unit) + " more than ";
    const auto others = static_cast<std::int64_t>(sources - 1);
    if (others == 1)
        return more + "the other " + word + ".";
    if (leastOther == mostOther)
        return more + "each of the other " + groupedNumber(others) + " " + word + "s.";
    return more + largestOther + ", the next of " + groupedNumber(others + 1) + " " + word + "s.";
}

} // namespace tidemark
