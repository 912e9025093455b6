#include "core/tenstorrent/train/train_log_reader.h"

#include "core/text/control_codes.h"
#include "core/text/log_line.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::tt {
namespace {

/// Every line of a summary contains one of these phrases, and most contain several, because colour codes may separate
/// words.
const PhraseFinder& summaryFinder()
{
    static const PhraseFinder kFinder({"Memory Usage Summary", "Segment Peak", "Segment Change", "Deallocations ",
                                       "Cumulative Peak", "Cumulative Current", "Peak Buffer ", "Peak Total ",
                                       "Overall DRAM Peak", "Final DRAM Usage", "Peak DRAM ", "Peak L1 CB ",
                                       "Number of parameters", "Total parameters", "already exists, overwriting",
                                       "No traces captured", "DRAM footprint", "MB/device", "NO_DISPATCH"});
    return kFinder;
}

/// Returns whether a line begins like a line of a summary.
bool beginsSummary(std::string_view line)
{
    static constexpr std::string_view kBeginnings[]
        = {"DRAM: ", "L1: ", "--- ", "===", "Overall ", "Peak ", "Number of ", "Total ", "Final "};
    const std::string_view text = trimmedLeft(line);
    return std::ranges::any_of(kBeginnings, [&](std::string_view each) { return text.starts_with(each); });
}

/// Returns whether a line that begins like a summary's line may have a prefix. Every known kind of prefix contains one
/// of these characters.
bool mayHavePrefix(std::string_view line)
{
    return line.find('|') != std::string_view::npos || line.find(']') != std::string_view::npos;
}

} // namespace

TrainLogReader::TrainLogReader()
    : m_scanner(summaryFinder(), [this](std::uint64_t number, std::string_view raw) {
        line(number, raw);
        return false;
    })
{ }

void TrainLogReader::line(std::uint64_t number, std::string_view raw)
{
    LogLine line;
    if (!hasControl(raw) && beginsSummary(raw) && !mayHavePrefix(raw))
        line.text = raw; // most lines need no cleaning
    else
        line = cleanLine(raw);
    if (line.text.find("No traces captured") != std::string::npos)
        m_runs.warnings.addNamed(kNoTraces,
                                 "line " + std::to_string(number) + ": the tracker says that it captured nothing.");
    if (line.text.find(" MB") != std::string::npos && hasStrayControls(raw))
        m_runs.warnings.addNamed("damaged-line",
                                 "line " + std::to_string(number)
                                     + ": it contains control characters, so its numbers may be wrong.");
    Writer& writer = writerOf(line.rank);
    writer.lastLine = number;
    writer.collector.line(number, line.text);
}

TrainLogReader::Writer& TrainLogReader::writerOf(const std::string& rank)
{
    const auto found = m_writers.find(rank);
    if (found != m_writers.end())
        return found->second;
    constexpr std::size_t kMostWriters = 1000;
    if (m_writers.size() >= kMostWriters) {
        const auto oldest
            = std::ranges::min_element(m_writers, {}, [](const auto& entry) { return entry.second.lastLine; });
        m_runs.warnings.add(oldest->second.collector.finish());
        m_writers.erase(oldest);
    }
    const auto keep = [this](Run run) {
        if (m_runs.list.size() < kMostRuns)
            m_runs.list.push_back(std::move(run));
        else
            ++m_left;
    };
    return m_writers.emplace(rank, Writer{RunCollector(rank, m_room, keep), 0}).first->second;
}

Runs TrainLogReader::finish()
{
    m_scanner.finish();
    for (auto& [rank, writer] : m_writers)
        m_runs.warnings.add(writer.collector.finish());
    std::ranges::stable_sort(m_runs.list, {}, &Run::line);
    if (m_left > 0)
        m_runs.warnings.addNamed("runs-left-out",
                                 std::to_string(m_left) + " more runs are left out after the first "
                                     + std::to_string(m_runs.list.size()) + ".");
    return std::move(m_runs);
}

} // namespace tidemark::tt
