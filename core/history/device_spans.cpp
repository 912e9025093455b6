#include "core/history/device_spans.h"

#include "core/base/characters.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/xspace/xline_reader.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark::history {
namespace {

constexpr std::string_view kProgramLine = "XLA Modules";
constexpr std::string_view kStepLine = "Steps";
constexpr std::uint64_t kPollSpansEvery = 4096; // events between two polls of the progress

/// A span whose name is not looked up yet.
struct UnnamedSpan {
    std::uint64_t metadataId = 0;
    std::int64_t offset = 0; // of its event
    std::int64_t duration = 0;
};

std::string deviceSpanName(const std::string& event, bool isProgram)
{
    const bool isNumber = !event.empty() && std::ranges::all_of(event, isDigit);
    return !isProgram && isNumber ? "step " + event : event;
}

/// Reads the two kinds of lines of one plane.
class DeviceSpanReader
{
public:
    DeviceSpanReader(FileWindow& window, const IndexedPlane& plane, const Progress& progress, Warnings& warnings)
        : m_window(window)
        , m_plane(plane)
        , m_what("The plane " + printable(plane.name))
        , m_reader(window, plane, m_what, warnings)
        , m_progress(progress)
        , m_warnings(warnings)
    { }

    Result<std::vector<DeviceSpan>> read(Names& names)
    {
        for (const FileRange line : m_reader.lines()) {
            if (m_progress.cancelled())
                return Progress::cancelledError();
            Damage ignored; // reading the line finds it again, and other lines are not shown
            const std::string name = readLineName(m_window, line, ignored);
            if (name != kProgramLine && name != kStepLine)
                continue;
            readSpans(line, name == kProgramLine);
            if (m_isCancelled)
                return Progress::cancelledError();
        }
        nameSpans(names);
        return std::move(m_spans);
    }

private:
    void readSpans(FileRange line, bool isProgram)
    {
        Damage damage;
        std::vector<UnnamedSpan> found;
        const LineFacts facts = readLine(m_window, line, damage, [&](const LineEvent& event) {
            found.push_back({event.metadataId, event.offset, event.duration});
            m_isCancelled = found.size() % kPollSpansEvery == 0 && m_progress.cancelled();
            return !m_isCancelled;
        });
        for (const UnnamedSpan& span : found) {
            const CaptureMoment begin = after({facts.begin, 0}, span.offset);
            m_ids.push_back(span.metadataId);
            m_spans.push_back({{}, begin, after(begin, std::max<std::int64_t>(span.duration, 0)), isProgram});
        }
        if ((damage && !m_plane.isCut) || facts.damagedEvents > 0)
            m_warnings.addNamed("damaged-line",
                                m_what + " is damaged where it has steps and runs of programs; some may be missing.",
                                damage ? damage.at() : facts.damagedAt);
        addUnknown(m_what, facts.unknown, m_warnings);
    }

    void nameSpans(Names& names)
    {
        std::unordered_map<std::uint64_t, std::string> known;
        for (const std::uint64_t id : m_ids)
            known[id];
        if (known.empty())
            return;
        m_reader.forEachEventMetadata([&](const EventMetadata& event, const Damage& damage) {
            if (damage)
                m_warnings.addNamed("damaged-plane",
                                    m_what
                                        + " is damaged where it names its events; names of steps and programs may "
                                          "be missing.",
                                    damage.at());
            if (const auto found = known.find(event.id); found != known.end())
                found->second = event.name;
        });
        for (std::size_t i = 0; i < m_spans.size(); ++i)
            m_spans[i].name = names.text(deviceSpanName(known[m_ids[i]], m_spans[i].isProgram));
    }

    FileWindow& m_window;
    const IndexedPlane& m_plane;
    std::string m_what;
    XPlaneReader m_reader;
    const Progress& m_progress;
    Warnings& m_warnings;
    std::vector<DeviceSpan> m_spans;
    std::vector<std::uint64_t> m_ids; // of the metadata of each span
    bool m_isCancelled = false;
};

} // namespace

std::optional<PlaneDevice> deviceOf(std::string_view plane)
{
    constexpr std::string_view kPrefix = "/device:";
    if (!plane.starts_with(kPrefix))
        return std::nullopt;
    plane.remove_prefix(kPrefix.size());
    const std::size_t colon = plane.rfind(':');
    if (colon == 0 || colon == std::string_view::npos)
        return std::nullopt;
    const auto number = parseNumber<std::int64_t>(plane.substr(colon + 1));
    if (!number || *number < 0)
        return std::nullopt;
    return PlaneDevice{std::string(plane.substr(0, colon)), *number};
}

Result<std::vector<DeviceSpan>> readDeviceSpans(FileWindow& window, const IndexedPlane& plane, Names& names,
                                                const Progress& progress, Warnings& warnings)
{
    return DeviceSpanReader(window, plane, progress, warnings).read(names);
}

} // namespace tidemark::history
