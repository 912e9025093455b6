#include "core/history/torch_snapshot.h"

#include "core/base/id_map.h"
#include "core/base/text.h"
#include "core/history/torch_records.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>

namespace tidemark::history {
namespace {

constexpr std::int64_t kMostBytesOfDevice = std::int64_t{1} << 60; // sums stay far from an overflow
constexpr std::int64_t kMostDevice = 1 << 16;
constexpr std::int64_t kPicosecondsOfMicrosecond = 1'000'000;

/// Adds a size to a sum. Returns false, and adds nothing, if the size is negative or the sum would be absurd.
bool addUp(std::int64_t& sum, std::int64_t size)
{
    if (size < 0 || size > kMostBytesOfDevice - sum)
        return false;
    sum += size;
    return true;
}

std::string blockAt(std::uint64_t address)
{
    return "The block at " + addressText(address);
}

/// Returns the size of the block that the allocator takes for a request. Source: round_size() and
/// roundup_power2_next_division() of c10/cuda/CUDACachingAllocator.cpp, roundup_power2_divisions() of
/// c10/core/AllocatorConfig.cpp.
std::int64_t roundedSize(std::int64_t asked, const std::array<std::int64_t, 16>& divisions)
{
    constexpr std::uint64_t kBlock = 512;
    constexpr std::size_t kFirstInterval = 20; // the first divisions are for sizes below 2 MiB
    const auto size = static_cast<std::uint64_t>(asked);
    if (size < kBlock)
        return kBlock;
    const std::size_t power2 = static_cast<std::size_t>(std::bit_width(size)) - 1;
    const std::size_t interval = std::min(std::max(power2, kFirstInterval) - kFirstInterval, divisions.size() - 1);
    const std::int64_t stated = divisions[interval];
    const std::uint64_t parts = stated > 1 && stated < asked ? static_cast<std::uint64_t>(stated) : 0;
    if (parts == 0 || size / kBlock < parts || size == kBlock * parts)
        return static_cast<std::int64_t>((size + kBlock - 1) / kBlock * kBlock);
    // The space up to the next power of two has `parts` equal parts. The size is rounded up to the next of them.
    const std::uint64_t power = std::bit_floor(size);
    const std::uint64_t part = std::max<std::uint64_t>(power >> (static_cast<unsigned>(std::bit_width(parts)) - 1), 1);
    return static_cast<std::int64_t>((size + part - 1) / part * part);
}

/// The positions of what belongs to a device.
struct DeviceParts {
    std::vector<std::uint32_t> segments;
    std::vector<std::uint32_t> annotations;
    const TorchRecords::Positions* events = nullptr;
};

struct PlaceTag;
using PlaceId = Id<PlaceTag>; // an address at which events allocate or free

/// Makes the recording of one device.
class DeviceReader
{
public:
    /// `origin` is the time in microseconds from which times count.
    DeviceReader(TorchRecords& records, const DeviceParts& parts, std::int64_t origin)
        : m_records(records)
        , m_parts(parts)
        , m_origin(origin)
        , m_placeIds(parts.events ? parts.events->size() / 8 : 0)
    { }

    MemoryRecording read();

private:
    /// What the events did at an address.
    struct Place {
        enum class State { Unknown, Live, Freed };
        State state = State::Unknown;
        bool isRequested = false; // a request to free it is not completed yet
        bool isAtEnd = false; // a block is in use there at the end
        std::size_t event = 0; // the last allocation, if it is live
    };

    void readSegment(const TorchSegment& segment);
    void readBlocks(const TorchSegment& segment);
    void readBlock(const TorchBlock& block, std::uint64_t address, std::int64_t& active);
    void readEvents();
    void readEvent(const TorchEvent& event);
    void allocate(Event event);
    void free(Event event);
    void requestFree(const TorchEvent& event);
    void reserve(Event event);
    void compareWithEnd();
    void sortByTime();
    void readSpans();

    Place& placeOf(std::uint64_t address);
    std::optional<std::int64_t> timeOf(std::int64_t microseconds) const;
    void warn(std::string_view code, const std::string& text) { m_memory.warnings.addNamed(code, text); }

    TorchRecords& m_records;
    const DeviceParts& m_parts;
    std::int64_t m_origin;
    MemoryRecording m_memory;
    IdMap<PlaceId> m_placeIds;
    IdVector<PlaceId, Place> m_places;
    std::uint64_t m_unknownActions = 0;
    bool m_isOutOfRange = false; // a time does not fit into 64 bits
    std::int64_t m_live = 0; // sizes of what the events have allocated and not freed
    std::int64_t m_before = 0; // sizes of what the events have freed and not allocated
    std::int64_t m_reserved = 0;
    std::int64_t m_released = 0;
    std::int64_t m_atEnd = 0;
    std::int64_t m_total = 0;
};

std::optional<std::int64_t> DeviceReader::timeOf(std::int64_t microseconds) const
{
    std::int64_t since = 0;
    std::int64_t time = 0;
    if (__builtin_sub_overflow(microseconds, m_origin, &since)
        || __builtin_mul_overflow(since, kPicosecondsOfMicrosecond, &time))
        return std::nullopt;
    return time;
}

DeviceReader::Place& DeviceReader::placeOf(std::uint64_t address)
{
    const PlaceId next = m_places.nextId();
    const PlaceId place = m_placeIds.findOrInsert(static_cast<std::int64_t>(address), next);
    if (place == next)
        m_places.emplace_back();
    return m_places[place];
}

MemoryRecording DeviceReader::read()
{
    if (m_records.segmentsInOrder) {
        m_memory.atEnd.emplace();
        m_memory.statedAtEnd = 0;
    }
    for (const std::uint32_t at : m_parts.segments)
        readSegment(m_records.segments[at]);
    if (m_parts.events)
        readEvents();
    compareWithEnd();
    sortByTime();
    readSpans();
    return std::move(m_memory);
}

void DeviceReader::readSegment(const TorchSegment& segment)
{
    const std::string at = "The segment at " + addressText(segment.address);
    if (!segment.keys.has(TorchWord::Address) || !segment.keys.has(TorchWord::TotalSize))
        warn("snapshot-segment", "A segment has no address or no size, so only its blocks are shown.");
    else if (!addUp(m_total, segment.size))
        warn("snapshot-segment", at + " has an impossible size, so only its blocks are shown.");
    else
        m_memory.segments.push_back({segment.address, segment.size, segment.isExpandable});
    if (!segment.keys.has(TorchWord::ActiveSize))
        m_memory.statedAtEnd.reset();
    else if (m_memory.statedAtEnd && !addUp(*m_memory.statedAtEnd, segment.activeSize)) {
        warn("snapshot-segment", at + " has an impossible size of active blocks.");
        m_memory.statedAtEnd.reset();
    }
    readBlocks(segment);
}

void DeviceReader::readBlocks(const TorchSegment& segment)
{
    const std::string at = "The segment at " + addressText(segment.address);
    if (!segment.keys.has(TorchWord::Blocks)) {
        warn("snapshot-segment", at + " has no list of blocks.");
        return;
    }
    std::uint64_t address = segment.address;
    std::int64_t sum = 0;
    std::int64_t active = 0;
    for (const std::uint32_t position : m_records.blocksOf(segment)) {
        const TorchBlock& block = m_records.blocks[position];
        if (!block.keys.has(TorchWord::Size) || !addUp(sum, block.size)) {
            warn("snapshot-block", at + " has a block without a possible size, so that block is not shown.");
            continue;
        }
        if (block.keys.has(TorchWord::Address) && block.address != address) {
            warn("snapshot-block", at + " has a block that does not start where the one before it ends.");
            address = block.address;
        }
        readBlock(block, address, active);
        address += static_cast<std::uint64_t>(block.size);
    }
    if (segment.keys.has(TorchWord::TotalSize) && sum != segment.size)
        warn("snapshot-segment-sum",
             at + " has " + groupedNumber(segment.size) + " bytes, but its blocks have " + groupedNumber(sum) + ".");
    if (segment.keys.has(TorchWord::ActiveSize) && active != segment.activeSize)
        warn("snapshot-active-sum",
             at + " has " + groupedNumber(segment.activeSize) + " bytes in active blocks, but these blocks have "
                 + groupedNumber(active) + ".");
}

/// Adds a block if it is in use, and its size to `active`.
void DeviceReader::readBlock(const TorchBlock& block, std::uint64_t address, std::int64_t& active)
{
    if (block.state == TorchWord::Inactive)
        return;
    if (block.state != TorchWord::ActiveAllocated && block.state != TorchWord::ActivePendingFree
        && block.state != TorchWord::ActiveAwaitingFree)
        warn("snapshot-block", blockAt(address) + " has no known state, so it counts as in use.");
    std::int64_t requested = block.requested;
    if (requested > block.size || (requested < 0 && block.keys.has(TorchWord::RequestedSize))) {
        warn("snapshot-block", blockAt(address) + " has an impossible requested size, which is not shown.");
        requested = -1;
    }
    if (!m_memory.atEnd || !addUp(m_atEnd, block.size)) {
        warn("snapshot-block", blockAt(address) + " has an impossible size, so it is not shown.");
        return;
    }
    active += block.size;
    m_memory.atEnd->push_back({address, block.size, requested, 1, block.asker});
}

void DeviceReader::readEvents()
{
    const TorchRecords::Positions& positions = *m_parts.events;
    std::size_t times = 0;
    std::size_t kept = 0;
    for (const std::uint32_t at : positions) {
        const TorchEvent& event = m_records.events[at];
        times += event.keys.has(TorchWord::TimeUs);
        kept += event.action != TorchWord::FreeRequested;
    }
    m_memory.hasTimes = times == positions.size() && times > 0;
    if (times > 0 && !m_memory.hasTimes)
        warn("snapshot-times",
             counted(positions.size() - times, "event has", "events have")
                 + " no time, so the events are shown in their order without times.");
    m_memory.events.reserve(kept);
    for (const std::uint32_t at : positions)
        readEvent(m_records.events[at]);
    if (m_unknownActions > 0)
        warn("snapshot-actions",
             counted(m_unknownActions, "event has", "events have")
                 + " no action that Tidemark knows. The file may be of a newer PyTorch.");
    if (!m_isOutOfRange)
        return;
    warn("snapshot-times", "The times are too far apart, so the events are shown in their order without times.");
    m_memory.hasTimes = false;
    for (Event& event : m_memory.events)
        event.time = 0;
}

void DeviceReader::readEvent(const TorchEvent& from)
{
    Event event;
    event.asker = from.asker;
    event.size = from.size;
    event.requested = from.size;
    if (m_memory.hasTimes) {
        const auto time = timeOf(from.time);
        m_isOutOfRange |= !time;
        event.time = time.value_or(0);
    }
    const bool hasPlace = from.keys.has(TorchWord::EventAddress);
    const bool isFail = from.action == TorchWord::Oom;
    if (from.action != TorchWord::Snapshot && from.action != TorchWord::Other
        && (!from.keys.has(TorchWord::Size) || from.size < 0 || from.size > kMostBytesOfDevice
            || (!hasPlace && !isFail))) {
        warn("snapshot-event", "An event has no address or an impossible size, so it is not shown.");
        return;
    }
    if (hasPlace)
        event.address = from.address;
    switch (from.action) {
    case TorchWord::Alloc:
        return allocate(event);
    case TorchWord::Free:
    case TorchWord::FreeCompleted:
        return free(event);
    case TorchWord::FreeRequested:
        return requestFree(from);
    case TorchWord::SegmentAlloc:
    case TorchWord::SegmentMap:
        event.action = Action::Reserve;
        return reserve(event);
    case TorchWord::SegmentFree:
    case TorchWord::SegmentUnmap:
        event.action = Action::Release;
        return reserve(event);
    case TorchWord::Oom:
        m_memory.events.push_back({0, 0, -1, event.time, event.asker, -1, Action::Fail});
        m_memory.failures.push_back({from.size, std::nullopt});
        // The address of such an event is the free memory of the device.
        if (const auto free = static_cast<std::int64_t>(from.address);
            from.keys.has(TorchWord::DeviceFree) && free >= 0)
            m_memory.failures.back().freeOnDevice = free;
        return;
    case TorchWord::Snapshot:
        m_memory.events.push_back({0, 0, -1, event.time, event.asker, -1, Action::Mark});
        return;
    default:
        ++m_unknownActions;
    }
}

void DeviceReader::allocate(Event event)
{
    event.action = Action::Allocate;
    event.size = roundedSize(event.requested, m_records.divisions);
    Place& place = placeOf(event.address);
    if (place.state == Place::State::Live) {
        warn("snapshot-allocated-twice", blockAt(event.address) + " is allocated while it is in use.");
        m_live -= m_memory.events[place.event].size;
    }
    if (!addUp(m_live, event.size)) {
        warn("snapshot-event", "An event has no address or an impossible size, so it is not shown.");
        place.state = Place::State::Unknown;
        return;
    }
    place.state = Place::State::Live;
    place.isRequested = false;
    place.event = m_memory.events.size();
    m_memory.events.push_back(event);
}

void DeviceReader::free(Event event)
{
    event.action = Action::Free;
    Place& place = placeOf(event.address);
    if (place.state == Place::State::Live) {
        const Event& allocation = m_memory.events[place.event];
        if (allocation.requested != event.requested)
            warn("snapshot-free-size",
                 blockAt(event.address) + " is freed with another size than it was allocated with.");
        event.size = allocation.size;
        event.requested = allocation.requested;
        m_live -= event.size;
    } else {
        event.size = roundedSize(event.requested, m_records.divisions);
        if (place.state == Place::State::Freed)
            warn("snapshot-freed-twice", blockAt(event.address) + " is freed twice.");
        if (!addUp(m_before, event.size)) {
            warn("snapshot-event", "An event has no address or an impossible size, so it is not shown.");
            return;
        }
    }
    place.state = Place::State::Freed;
    place.isRequested = false;
    m_memory.events.push_back(event);
}

/// Checks a request to free a block. Nothing changes before it is completed.
void DeviceReader::requestFree(const TorchEvent& event)
{
    Place& place = placeOf(event.address);
    if (place.state == Place::State::Freed || place.isRequested)
        warn("snapshot-freed-twice", blockAt(event.address) + " is freed twice.");
    place.isRequested = true;
}

void DeviceReader::reserve(Event event)
{
    if (addUp(event.action == Action::Reserve ? m_reserved : m_released, event.size))
        m_memory.events.push_back(event);
    else
        warn("snapshot-event", "An event has no address or an impossible size, so it is not shown.");
}

/// Compares what the events leave with the blocks in use at the end. An allocation that is one of these blocks has its
/// size, which is larger than the rounded one if the allocator did not split the block.
void DeviceReader::compareWithEnd()
{
    if (!m_memory.atEnd || m_memory.events.empty())
        return;
    for (const Block& block : *m_memory.atEnd) {
        Place& place = placeOf(block.address);
        if (place.isAtEnd)
            warn("snapshot-end", blockAt(block.address) + " is listed twice.");
        else if (place.state == Place::State::Freed)
            warn("snapshot-end", blockAt(block.address) + " is in use at the end, but the events free it.");
        place.isAtEnd = true;
        if (place.state != Place::State::Live)
            continue;
        Event& event = m_memory.events[place.event];
        if (block.requested < 0 || event.requested == block.requested)
            event.size = block.size;
        else
            warn("snapshot-end", blockAt(block.address) + " has another size at the end than the events give it.");
    }
    const auto isLost = [](const Place& place) { return place.state == Place::State::Live && !place.isAtEnd; };
    const auto lost = static_cast<std::uint64_t>(std::ranges::count_if(m_places, isLost));
    if (lost > 0)
        warn("snapshot-end",
             counted(lost, "allocation is", "allocations are")
                 + " neither freed nor among the blocks in use at the end.");
}

void DeviceReader::sortByTime()
{
    if (std::ranges::is_sorted(m_memory.events, {}, &Event::time))
        return;
    warn("snapshot-time-order", "The times of the events go backwards, so the events are sorted by time.");
    std::vector<std::pair<std::int64_t, Failure>> failures; // with their times
    for (const Event& event : m_memory.events)
        if (event.action == Action::Fail)
            failures.emplace_back(event.time, m_memory.failures[failures.size()]);
    std::ranges::stable_sort(failures, {}, &std::pair<std::int64_t, Failure>::first);
    std::ranges::transform(failures, m_memory.failures.begin(), &std::pair<std::int64_t, Failure>::second);
    std::ranges::stable_sort(m_memory.events, {}, &Event::time);
}

/// Pairs the starts and ends of annotations. The innermost open one of a name ends first.
void DeviceReader::readSpans()
{
    if (m_parts.annotations.empty())
        return;
    if (!m_memory.hasTimes || m_memory.events.empty()) {
        warn("snapshot-annotations", "The annotations are not shown because no events with times are.");
        return;
    }
    std::map<TextId, std::vector<std::int64_t>> open;
    auto& spans = m_memory.spans;
    for (const std::uint32_t at : m_parts.annotations) {
        const TorchAnnotation& from = m_records.annotations[at];
        const auto time = timeOf(from.time);
        const bool isStart = from.stage == TorchWord::Start;
        if (!time || !from.keys.has(TorchWord::TimeUs) || !from.name || (!isStart && from.stage != TorchWord::End)) {
            warn("snapshot-annotations", "An annotation has no name, no stage or no time, so it is not shown.");
            continue;
        }
        auto& begins = open[from.name];
        if (isStart) {
            begins.push_back(*time);
        } else if (begins.empty()) {
            spans.push_back({from.name, std::min(m_memory.events.front().time, *time), *time});
        } else {
            if (begins.back() > *time)
                warn("snapshot-annotations", "An annotation ends before it starts, so it is shown without a length.");
            spans.push_back({from.name, std::min(begins.back(), *time), *time});
            begins.pop_back();
        }
    }
    for (const auto& [name, begins] : open)
        for (const std::int64_t begin : begins)
            spans.push_back({name, begin, std::max(begin, m_memory.events.back().time)});
    std::ranges::stable_sort(
        spans, [](const Span& a, const Span& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
}

/// The parts of each device, by its number.
using Devices = std::map<std::int64_t, DeviceParts>;

Devices devicesOf(TorchRecords& records, Warnings& warnings)
{
    Devices devices;
    const auto isDevice = [](std::int64_t number, TorchKeys keys) {
        return keys.has(TorchWord::Device) && number >= 0 && number < kMostDevice;
    };
    std::set<const void*> seen; // lists, each of which is used once, so that the work is linear in the file
    if (records.segmentsInOrder)
        for (const std::uint32_t at : *records.segmentsInOrder) {
            const TorchSegment& segment = records.segments[at];
            const bool hasBlocks = segment.keys.has(TorchWord::Blocks);
            if (hasBlocks && !records.blocksOf(segment).empty() && !seen.insert(&records.blocksOf(segment)).second)
                warnings.addNamed("snapshot-repeated", "A list of blocks is in several segments; it is shown once.");
            else if (isDevice(segment.device, segment.keys))
                devices[segment.device].segments.push_back(at);
            else
                warnings.addNamed("snapshot-device", "A segment does not state its device, so it is not shown.");
        }
    for (std::size_t i = 0; i < records.traces.size(); ++i) {
        if (records.traces[i]->empty())
            continue;
        if (!seen.insert(records.traces[i]).second)
            warnings.addNamed("snapshot-repeated", "A list of events is that of several devices; it is shown once.");
        else if (i >= kMostDevice)
            warnings.addNamed("snapshot-device", "Events of a device with an impossible number are not shown.");
        else
            devices[static_cast<std::int64_t>(i)].events = records.traces[i];
    }
    if (records.annotationsInOrder)
        for (const std::uint32_t at : *records.annotationsInOrder) {
            const TorchAnnotation& annotation = records.annotations[at];
            const auto device = devices.find(annotation.device);
            if (annotation.keys.has(TorchWord::Device) && device != devices.end())
                device->second.annotations.push_back(at);
            else
                warnings.addNamed("snapshot-device",
                                  "An annotation belongs to a device without segments and events, so it is not shown.");
        }
    return devices;
}

/// The time from which all times count: that of the first event.
std::int64_t originOf(const TorchRecords& records, const Devices& devices)
{
    std::int64_t origin = std::numeric_limits<std::int64_t>::max();
    for (const auto& [number, parts] : devices) {
        if (!parts.events)
            continue;
        const TorchEvent& first = records.events[parts.events->front()];
        if (first.keys.has(TorchWord::TimeUs))
            origin = std::min(origin, first.time);
    }
    return origin;
}

/// "GPU 1". Only snapshots of other devices than CUDA may state a type.
std::string nameOf(const TorchRecords& records, std::int64_t number, const DeviceParts& parts)
{
    TextId type = records.deviceType;
    if (!parts.segments.empty() && records.segments[parts.segments.front()].deviceType)
        type = records.segments[parts.segments.front()].deviceType;
    std::string word = "GPU";
    if (type && records.names.textOf(type) != "cuda") {
        word = records.names.textOf(type);
        for (char& c : word)
            if (c >= 'a' && c <= 'z')
                c = static_cast<char>(c - 'a' + 'A');
    }
    return word + " " + std::to_string(number);
}

} // namespace

bool isTorchSnapshot(std::string_view start)
{
    const auto has = [&](std::string_view key) { return start.find(key) != std::string_view::npos; };
    return isPickle(start) && (has("segments") || has("device_traces") || has("segment_type"));
}

Result<Recording> readTorchSnapshot(const File& file, const Progress& progress)
{
    TorchRecords records(file.size());
    const auto whole = readPickle(file, records, progress);
    if (!whole)
        return whole.error();
    if (!records.finish(*whole))
        return Error{ErrorKind::Unsupported,
                     file.path()
                         + " is a Python pickle, but no memory snapshot of PyTorch: it has neither \"segments\" nor "
                           "\"device_traces\".",
                     std::nullopt};
    Recording recording;
    recording.format = "PyTorch memory snapshot";
    recording.growsSegments = records.growsSegments;
    const Devices devices = devicesOf(records, recording.warnings);
    const std::int64_t origin = originOf(records, devices);
    for (const auto& [number, parts] : devices) {
        if (progress.cancelled())
            return Progress::cancelledError();
        recording.memories.push_back(DeviceReader(records, parts, origin).read());
        recording.memories.back().name = nameOf(records, number, parts);
    }
    if (devices.empty())
        recording.warnings.add("snapshot-empty", "The snapshot has no segments and no events of any device.");
    recording.warnings.add(records.warnings);
    recording.names = std::move(records.names);
    return recording;
}

} // namespace tidemark::history
