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

/// Returns whether a line has a control character other than a colour code, a tab and the line end. Without it,
/// the line may read as another number.
bool hasStrayControls(std::string_view raw)
{
    while (raw.ends_with('\r'))
        raw.remove_suffix(1);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '\x1b' && raw.substr(i).starts_with("\x1b[")) {
            const std::size_t end = raw.find_first_not_of("0123456789;", i + 2);
            if (end == std::string_view::npos || raw[end] != 'm')
                return true;
            i = end;
        } else if ((static_cast<unsigned char>(raw[i]) < 0x20 && raw[i] != '\t') || raw[i] == '\x7f') {
            return true;
        }
    }
    return false;
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

/// The header of a summary is recognised as a whole line, any other line by its first words.
LineWriters::Start startOfSummary(std::string_view line)
{
    constexpr std::string_view kHeader = "=== Memory Usage Summary ===";
    if (beginsSummary(line))
        return {0, true};
    const std::string_view text = trimmed(line);
    const std::size_t header = line.find(kHeader);
    return header != std::string_view::npos && text.ends_with(kHeader) ? LineWriters::Start{header, true}
                                                                       : LineWriters::Start{};
}

} // namespace

TrainLogReader::TrainLogReader()
    : m_scanner(summaryFinder(),
                [this](std::uint64_t number, std::string_view raw) {
                    line(number, raw);
                    return false;
                })
    , m_lines(startOfSummary, [this](LineWriters::Line&& line) { collect(line); })
{ }

void TrainLogReader::clean(std::uint64_t number, std::string_view raw, LogLine& line)
{
    line = cleanLine(raw);
    if (line.text.find("No traces captured") != std::string::npos)
        m_runs.warnings.addNamed(kNoTraces,
                                 "line " + std::to_string(number) + ": the tracker says that it captured nothing.");
    if (line.text.find(" MB") != std::string::npos && hasStrayControls(raw))
        m_runs.warnings.addNamed("damaged-line",
                                 "line " + std::to_string(number)
                                     + ": it contains control characters, so its numbers may be wrong.");
}

void TrainLogReader::line(std::uint64_t number, std::string_view raw)
{
    LineWriters::Line line;
    line.number = number;
    if (!hasControl(raw) && beginsSummary(raw) && !mayHavePrefix(raw))
        line.line.text = raw; // most lines need no cleaning
    else
        clean(number, raw, line.line);
    m_lines.add(std::move(line));
}

void TrainLogReader::collect(const LineWriters::Line& line)
{
    Writer& writer = writerOf(line.writer());
    writer.lastLine = line.number;
    writer.collector.line(line.number, line.line.text);
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
    m_lines.flush();
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
