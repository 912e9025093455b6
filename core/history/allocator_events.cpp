#include "core/history/allocator_events.h"

#include "core/base/characters.h"
#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/history/allocator_event_decoder.h"
#include "core/history/capture_moment.h"
#include "core/history/device_spans.h"
#include "core/xspace/xline_reader.h"
#include "core/xspace/xspace_index.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tidemark::history {
namespace {

constexpr std::string_view kAllocation = "MemoryAllocation";
constexpr std::string_view kDeallocation = "MemoryDeallocation";
constexpr std::array kEventNames = {kAllocation, kDeallocation};

enum class HostEventKind : std::uint8_t {
    Unnamed, // the plane has no name for it
    Other,
    Allocation,
    Deallocation,
};

HostEventKind hostEventKindOf(std::string_view name)
{
    if (name == kAllocation)
        return HostEventKind::Allocation;
    return name == kDeallocation ? HostEventKind::Deallocation : HostEventKind::Other;
}

/// The identity of an allocator in a file.
struct AllocatorKey {
    TextId name; // none: it has only a number
    std::int64_t number = -1;
    friend bool operator==(const AllocatorKey&, const AllocatorKey&) = default;
    friend bool operator<(const AllocatorKey& a, const AllocatorKey& b)
    {
        return a.name == b.name ? a.number < b.number : a.name < b.name;
    }
};

/// The events of one allocator in file order. Stated::heap is -1 where the event has no figures.
struct AllocatorEvents {
    AllocatorKey key;
    std::vector<Event> events;
    std::vector<Stated> stated;
    std::vector<CaptureMoment> moments;
    std::uint64_t withoutPlace = 0; // events without address or size, which are left out
    std::vector<DeviceSpan> spans;
};

/// The first and the last moment of events.
struct MomentRange {
    CaptureMoment first;
    CaptureMoment last;
    bool isEmpty = true;

    void add(CaptureMoment moment)
    {
        first = isEmpty ? moment : std::min(first, moment);
        last = isEmpty ? moment : std::max(last, moment);
        isEmpty = false;
    }
};

/// Reads the lines of the host's planes and sorts the events by allocator.
class AllocatorEventReader
{
public:
    AllocatorEventReader(FileWindow& window, Recording& recording, const Progress& progress)
        : m_window(window)
        , m_recording(recording)
        , m_progress(progress)
    { }

    Result<void> readPlane(const IndexedPlane& plane)
    {
        const std::string what = "The plane " + printable(plane.name);
        const XPlaneReader reader(m_window, plane, what, m_recording.warnings);
        m_kinds = {};
        readKinds(reader, what);
        AllocatorEventDecoder decoder(reader.statNames(), m_recording.names);
        m_decoder = &decoder;
        for (const FileRange line : reader.lines()) {
            readLineOf(plane, line);
            if (m_isCancelled || m_progress.cancelled())
                return Progress::cancelledError();
        }
        warnOfStats(what, decoder.undecoded());
        return {};
    }

    std::vector<AllocatorEvents>& allocators() { return m_allocators; }

private:
    void readKinds(const XPlaneReader& reader, const std::string& what)
    {
        reader.forEachEventMetadata([&](const EventMetadata& event, const Damage& damage) {
            const HostEventKind kind = hostEventKindOf(event.name);
            HostEventKind& known = m_kinds[event.id];
            // Two entries have one id only if damage changed an id or the kind of an entry.
            const bool isTwice = known != HostEventKind::Unnamed && known != kind;
            if (damage || isTwice || event.unknown > 0)
                m_recording.warnings.addNamed(
                    "damaged-plane", what + " is damaged where it names its events; some events may be missing.",
                    damage.at());
            known = std::max(known, kind);
        });
    }

    void readLineOf(const IndexedPlane& plane, FileRange line)
    {
        Damage damage;
        m_firstOfLine.clear();
        const LineFacts facts
            = readLine(m_window, line, damage, [this](const LineEvent& event) { return take(event); });
        for (const auto& [allocator, first] : m_firstOfLine) {
            std::vector<CaptureMoment>& moments = m_allocators[allocator].moments;
            for (std::size_t i = first; i < moments.size(); ++i)
                moments[i] = after({facts.begin, 0}, moments[i].nanoseconds);
        }
        const std::string what = "The line " + printable(facts.name) + " of the plane " + printable(plane.name);
        const bool isDamaged = damage && !(plane.isCut && line.end() == plane.range.end());
        if (isDamaged || facts.damagedEvents > 0)
            m_recording.warnings.addNamed("damaged-line",
                                          what + " is damaged; events of allocators may be missing or wrong.",
                                          isDamaged ? damage.at() : facts.damagedAt);
        addUnknown(what, facts.unknown, m_recording.warnings);
        m_progress.at(line.end(), m_window.file().size(), Progress::Unit::Bytes,
                      Progress::reading(m_window.file().path()));
    }

    bool take(const LineEvent& event)
    {
        constexpr std::uint64_t kPollEvery = 1U << 16;
        if (++m_events % kPollEvery == 0 && m_progress.cancelled()) {
            m_isCancelled = true;
            return false;
        }
        const HostEventKind kind = m_kinds.valueOf(event.metadataId);
        if (kind == HostEventKind::Other) [[likely]]
            return true;
        if (kind == HostEventKind::Unnamed)
            m_recording.warnings.add("unnamed-event",
                                     "An event has no name in its plane. It may be one of an allocator.", event.at);
        else if (event.bytes.empty())
            m_recording.warnings.add("long-event", "An event of an allocator is too long to be read.", event.at);
        else
            add(kind, event);
        return true;
    }

    void add(HostEventKind kind, const LineEvent& from)
    {
        AllocatorFacts facts = m_decoder->decode(from.bytes);
        AllocatorEvents& allocator = allocatorOf(facts);
        if (facts.address == 0 || facts.size < 0) {
            ++allocator.withoutPlace;
            return;
        }
        Event event;
        event.address = facts.address;
        event.size = facts.size;
        event.requested = facts.requested;
        event.step = static_cast<std::int32_t>(facts.step);
        event.action = kind == HostEventKind::Allocation ? Action::Allocate : Action::Free;
        if (event.action == Action::Allocate || facts.asker.op)
            event.asker = m_recording.names.asker(facts.asker);
        const bool isStated = facts.heap >= 0 && facts.stack >= 0 && facts.free >= 0 && facts.peak >= 0;
        allocator.events.push_back(event);
        allocator.stated.push_back({isStated ? facts.heap : -1, facts.stack, facts.free, facts.peak});
        allocator.moments.push_back({from.offset, 0}); // the begin of the line is known at its end
    }

    AllocatorEvents& allocatorOf(const AllocatorFacts& facts)
    {
        AllocatorKey key{facts.allocator, -1};
        if (!key.name)
            key.number = facts.indexOnHost >= 0 ? facts.indexOnHost : facts.deviceOrdinal;
        if (m_last >= m_allocators.size() || m_allocators[m_last].key != key) {
            const auto [known, isNew] = m_positions.emplace(key, m_allocators.size());
            if (isNew)
                m_allocators.emplace_back().key = key;
            m_last = known->second;
        }
        m_firstOfLine.try_emplace(m_last, m_allocators[m_last].moments.size());
        return m_allocators[m_last];
    }

    void warnOfStats(const std::string& what, const UndecodedStats& stats)
    {
        const auto warn = [&](std::uint64_t count, std::string_view code, const std::string& text) {
            if (count > 0)
                m_recording.warnings.addNamed(code,
                                              what + ": " + counted(count, "fact", "facts")
                                                  + " of events of allocators " + worded(count, "is ", "are ") + text);
        };
        warn(stats.damaged, "damaged-event", "damaged.");
        warn(stats.unnamed, "unnamed-fact", "without a name and left out.");
        warn(stats.unreadable, "unreadable-fact", "not of the expected kind and left out.");
        warn(stats.repeated, "repeated-fact", "stated twice by one event; the last one counts.");
        addUnknown(what, stats.unknownBytes, m_recording.warnings);
    }

    FileWindow& m_window;
    Recording& m_recording;
    const Progress& m_progress;
    MetadataTable<HostEventKind> m_kinds; // by the id of the event's metadata
    AllocatorEventDecoder* m_decoder = nullptr; // of the current plane
    std::vector<AllocatorEvents> m_allocators;
    std::map<AllocatorKey, std::size_t> m_positions; // in m_allocators
    std::map<std::size_t, std::size_t> m_firstOfLine; // for an allocator, its first event in the current line
    std::size_t m_last = 0; // the allocator of the last event
    std::uint64_t m_events = 0;
    bool m_isCancelled = false;
};

/// The word for devices that have only a number.
std::string_view platformWord(std::span<const IndexedPlane> planes)
{
    const auto hasOne = [&](std::string_view platform) {
        return std::ranges::any_of(planes, [&](const IndexedPlane& plane) {
            const auto device = deviceOf(plane.name);
            return device && device->platform == platform;
        });
    };
    if (hasOne("TPU"))
        return "TPU";
    return hasOne("GPU") ? "GPU" : "device";
}

/// Returns whether an allocator's name has the platform and, as its only number, the number of the device:
/// "GPU_0_bfc", "TPU 0".
bool namesDevice(std::string_view allocator, const PlaneDevice& device)
{
    std::string words;
    std::vector<std::string> numbers;
    bool isInNumber = false;
    for (const char c : allocator) {
        if (isDigit(c) && !isInNumber)
            numbers.emplace_back();
        isInNumber = isDigit(c);
        if (isInNumber)
            numbers.back() += c;
        else
            words += toLower(c);
    }
    std::string platform = device.platform;
    std::ranges::transform(platform, platform.begin(), toLower);
    return numbers.size() == 1 && numbers.front() == std::to_string(device.number)
        && words.find(platform) != std::string::npos;
}

/// Turns what was read into recordings.
class AllocatorRecordings
{
public:
    AllocatorRecordings(FileWindow& window, std::span<const IndexedPlane> planes,
                        std::vector<AllocatorEvents> allocators, Recording& recording)
        : m_window(window)
        , m_planes(planes)
        , m_allocators(std::move(allocators))
        , m_recording(recording)
    { }

    Result<void> build(const Progress& progress)
    {
        if (auto done = readSpans(progress); !done)
            return done;
        setOrigin();
        for (AllocatorEvents& allocator : m_allocators)
            addMemory(allocator);
        std::ranges::stable_sort(m_recording.memories, {},
                                 [](const MemoryRecording& memory) { return naturalKey(memory.name); });
        return {};
    }

private:
    Result<void> readSpans(const Progress& progress)
    {
        for (const IndexedPlane& plane : m_planes) {
            const auto device = deviceOf(plane.name);
            if (!device)
                continue;
            const auto isOfDevice = [&](const AllocatorEvents& allocator) {
                return allocator.key.name ? namesDevice(m_recording.names.textOf(allocator.key.name), *device)
                                          : allocator.key.number == device->number;
            };
            const auto found = std::ranges::find_if(m_allocators, isOfDevice);
            if (found == m_allocators.end())
                continue;
            auto spans = readDeviceSpans(m_window, plane, m_recording.names, progress, m_recording.warnings);
            if (!spans)
                return spans.error();
            found->spans.insert(found->spans.end(), spans->begin(), spans->end());
        }
        return {};
    }

    /// Finds the first moment. Spans that are too far from the events are left out: their clock is another one.
    void setOrigin()
    {
        MomentRange range;
        for (const AllocatorEvents& allocator : m_allocators)
            for (const CaptureMoment moment : allocator.moments)
                range.add(moment);
        m_origin = range.first;
        m_hasTimes = picosecondsBetween(range.first, range.last).has_value();
        if (!m_hasTimes)
            m_recording.warnings.add("times-apart",
                                     "The events are further apart than 106 days, so their times are "
                                     "damaged. Only their order is shown.");
        for (AllocatorEvents& allocator : m_allocators) {
            const auto isFar = [&](const DeviceSpan& span) {
                return !m_hasTimes || !isNear(range.first, span.begin) || !isNear(range.last, span.end)
                    || !isNear(range.first, span.end) || !isNear(range.last, span.begin);
            };
            if (std::erase_if(allocator.spans, isFar) > 0 && m_hasTimes)
                m_recording.warnings.add("spans-apart",
                                         "Steps and runs of programs are not shown, because their "
                                         "times are too far from those of the events.");
            for (const DeviceSpan& span : allocator.spans)
                m_origin = std::min(m_origin, span.begin);
        }
    }

    /// Within 26 days, so that all times of the file fit 64 bits.
    static bool isNear(CaptureMoment a, CaptureMoment b)
    {
        constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;
        const auto between = picosecondsBetween(a, b);
        return between && *between<kFarthest&& * between> - kFarthest;
    }

    void addMemory(AllocatorEvents& allocator)
    {
        MemoryRecording memory;
        memory.name = nameOf(allocator.key);
        if (!allocator.key.name && allocator.key.number < 0)
            memory.warnings.add(note::kNoAllocator, "Events do not name their allocator.");
        warnOfMissingPlaces(allocator, memory.warnings);
        if (allocator.events.empty()) {
            m_recording.warnings.addOfPart(memory.name, memory.warnings);
            return;
        }
        addSortedEvents(allocator, memory);
        fillStated(memory);
        for (const DeviceSpan& span : allocator.spans)
            memory.spans.push_back({span.name, picosecondsBetween(m_origin, span.begin).value_or(0),
                                    picosecondsBetween(m_origin, span.end).value_or(0), span.isProgram});
        std::ranges::stable_sort(memory.spans, {}, &Span::begin);
        m_recording.memories.push_back(std::move(memory));
    }

    static void warnOfMissingPlaces(const AllocatorEvents& allocator, Warnings& warnings)
    {
        if (allocator.withoutPlace > 0)
            warnings.addNamed("event-without-place",
                              counted(allocator.withoutPlace, "event") + " without address or size "
                                  + worded(allocator.withoutPlace, "is", "are") + " left out.");
    }

    std::string nameOf(const AllocatorKey& key) const
    {
        if (key.name)
            return std::string(m_recording.names.textOf(key.name));
        if (key.number < 0)
            return "allocator without a name";
        return std::string(platformWord(m_planes)) + " " + std::to_string(key.number);
    }

    /// Each line has the events of one thread, so events of several lines overlap in time.
    void addSortedEvents(const AllocatorEvents& allocator, MemoryRecording& memory) const
    {
        std::vector<std::uint32_t> order(allocator.events.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(
            order, [&](std::uint32_t a, std::uint32_t b) { return allocator.moments[a] < allocator.moments[b]; });
        memory.hasTimes = m_hasTimes;
        memory.events.reserve(order.size());
        memory.stated.reserve(order.size());
        for (const std::uint32_t i : order) {
            Event event = allocator.events[i];
            event.time = m_hasTimes ? picosecondsBetween(m_origin, allocator.moments[i]).value_or(0) : 0;
            memory.events.push_back(event);
            memory.stated.push_back(allocator.stated[i]);
        }
    }

    /// Gives events without figures the figures of the event before. Events before the first figures get the first
    /// figures. Also finds the capacity.
    static void fillStated(MemoryRecording& memory)
    {
        const auto isStated = [](const Stated& stated) { return stated.heap >= 0; };
        const auto first = std::ranges::find_if(memory.stated, isStated);
        if (first == memory.stated.end()) {
            memory.stated.clear();
            return;
        }
        Stated last = *first;
        std::uint64_t missing = 0;
        bool isVaried = false;
        std::int64_t capacity = last.heap + last.stack + last.free;
        for (Stated& stated : memory.stated) {
            missing += isStated(stated) ? 0U : 1U;
            const bool isOwn = isStated(stated);
            last = isOwn ? stated : last;
            stated = last;
            stated.isStated = isOwn;
            const std::int64_t sum = last.heap + last.stack + last.free;
            isVaried = isVaried || sum != capacity;
            capacity = std::max(capacity, sum);
        }
        memory.capacity = capacity;
        if (missing > 0)
            memory.warnings.addNamed("event-without-figures",
                                     counted(missing, "event") + worded(missing, " does", " do")
                                         + " not state what is in use; the figures of the event before are shown.");
        if (isVaried)
            memory.warnings.add("capacity-varies",
                                "The events state memory in use and free memory with different "
                                "sums. The largest sum is taken as the size of the memory.");
    }

    FileWindow& m_window;
    std::span<const IndexedPlane> m_planes;
    std::vector<AllocatorEvents> m_allocators;
    Recording& m_recording;
    CaptureMoment m_origin;
    bool m_hasTimes = true;
};

/// Finds the planes that name events of allocators. Error: there are none.
Result<std::vector<IndexedPlane>> planesWithEvents(FileWindow& window, std::span<const IndexedPlane> planes,
                                                   const Progress& progress)
{
    const std::string& path = window.file().path();
    std::vector<IndexedPlane> found;
    std::optional<Error> failure;
    for (const IndexedPlane& plane : planes) {
        if (!plane.name.starts_with("/host:"))
            continue;
        if (progress.cancelled())
            return Progress::cancelledError();
        Damage damage;
        if (namesEvent(window, plane, kEventNames, damage))
            found.push_back(plane);
        else if (damage && !failure)
            failure
                = Error{plane.isCut ? ErrorKind::Truncated : ErrorKind::Malformed,
                        path + ": the plane " + printable(plane.name) + (plane.isCut ? " is cut off" : " is damaged")
                            + ", so it is not known whether allocators wrote events. Copy the file again.",
                        damage.at()};
    }
    if (window.error())
        return *window.error();
    if (!found.empty())
        return found;
    return failure.value_or(Error{ErrorKind::NotFound,
                                  path + " has no events of allocators. TensorFlow writes them if the host is traced.",
                                  std::nullopt});
}

/// The planes name the events, but none of them was read.
Error withoutEvents(const File& file, const Warnings& warnings)
{
    const std::string what = file.path() + " names events of allocators, but ";
    if (warnings.empty())
        return {ErrorKind::NotFound, what + "has none.", std::nullopt};
    const Warning& first = warnings.list().front();
    return {ErrorKind::Malformed, what + "none can be read. " + first.text + " Copy the file again.", first.offset};
}

} // namespace

Result<Recording> readAllocatorEvents(const File& file, const Progress& progress)
{
    const auto index = indexPlanes(file, progress);
    if (!index)
        return index.error();
    FileWindow window(file);
    const auto found = planesWithEvents(window, index->planes, progress);
    if (!found)
        return found.error();
    Recording recording;
    recording.format = "XSpace with events of allocators";
    recording.name = "memory profile"; // as XProf calls it
    AllocatorEventReader reader(window, recording, progress);
    for (const IndexedPlane& plane : *found)
        if (const auto done = reader.readPlane(plane); !done)
            return done.error();
    AllocatorRecordings builder(window, index->planes, std::move(reader.allocators()), recording);
    if (const auto done = builder.build(progress); !done)
        return done.error();
    if (window.error())
        return *window.error();
    if (recording.memories.empty())
        return withoutEvents(file, recording.warnings);
    recording.warnings.add(index->warnings);
    if (index->cutAt)
        recording.warnings.add("cut-file", "The file ends in the middle of a record; later events are missing.",
                               index->cutAt);
    return recording;
}

} // namespace tidemark::history
