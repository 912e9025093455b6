#include "core/history/torch_records.h"

#include "core/system/huge_pages.h"

#include <algorithm>
#include <string>

namespace tidemark::history {
namespace {

constexpr auto kOther = static_cast<std::size_t>(TorchWord::Other);
/// In the order of TorchWord.
constexpr std::array<std::string_view, kOther> kTorchWords = {
    "action",
    "address",
    "size",
    "time_us",
    "frames",
    "device_free",
    "compile_context",
    "user_metadata",
    "requested_size",
    "state",
    "stage",
    "device",
    "total_size",
    "allocated_size",
    "active_size",
    "segment_type",
    "is_expandable",
    "blocks",
    "filename",
    "line",
    "name",
    "history",
    "real_size",
    "segments",
    "device_traces",
    "allocator_settings",
    "external_annotations",
    "roundup_power2_divisions",
    "expandable_segments",
    "device_type",
    "addr",
    "alloc",
    "free",
    "free_requested",
    "free_completed",
    "segment_alloc",
    "segment_free",
    "segment_map",
    "segment_unmap",
    "snapshot",
    "oom",
    "active_allocated",
    "active_pending_free",
    "active_awaiting_free",
    "inactive",
    "START",
    "END",
};
static_assert(static_cast<std::size_t>(TorchWord::EventAddress) < 32, "TorchKeys has a bit for each key");

} // namespace

/// The known words are the first texts, so that the number of a text shows whether it is one of them.
TorchRecords::TorchRecords(std::uint64_t bytes)
{
    // Tables that do not move while they grow spare a third of the time. A dict takes more bytes in the file than a
    // reference does here, and memory that is not used is not taken from the system.
    constexpr std::uint64_t kBytesOfEvent = 80;
    constexpr std::uint64_t kMostReserved = std::uint64_t{1} << 21;
    const auto expected = static_cast<std::size_t>(std::min(bytes / kBytesOfEvent, kMostReserved));
    const auto reserve = [&](auto& table) {
        table.reserve(expected);
        sys::preferHugePages(table.data(), expected * sizeof table[0]);
    };
    reserve(events);
    reserve(m_dicts);
    reserve(m_lists);
    for (const std::string_view word : kTorchWords)
        names.text(word);
}

TorchWord TorchRecords::wordOf(const PickleValue& value)
{
    if (value.kind != PickleValue::Kind::Text || value.id >= kOther)
        return TorchWord::Other;
    return static_cast<TorchWord>(value.id);
}

TorchRecords::Reference& TorchRecords::reference(std::vector<Reference>& all, std::uint32_t id)
{
    if (id == all.size())
        all.emplace_back(); // nearly always
    else if (id > all.size())
        all.resize(std::size_t{id} + 1);
    return all[id];
}

/// The kind of a dict by the first key that only one kind has.
TorchRecords::Kind TorchRecords::kindOf(Pairs pairs)
{
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        switch (wordOf(pairs[i])) {
        case TorchWord::Action:
            return Kind::Event;
        case TorchWord::State:
            return Kind::Block;
        case TorchWord::TotalSize:
        case TorchWord::SegmentType:
        case TorchWord::Blocks:
            return Kind::Segment;
        case TorchWord::Stage:
            return Kind::Annotation;
        case TorchWord::Filename:
        case TorchWord::Line:
            return Kind::Frame;
        case TorchWord::RealSize:
            return Kind::Past;
        case TorchWord::Segments:
        case TorchWord::DeviceTraces:
            return Kind::Whole;
        default:
            break;
        }
    }
    return Kind::None;
}

/// Notes that a value is now a part of another one.
void TorchRecords::close(const PickleValue& value)
{
    if (value.kind == PickleValue::Kind::Dict) {
        reference(m_dicts, value.id).isClosed = true;
    } else if (value.kind == PickleValue::Kind::List) {
        Reference& list = reference(m_lists, value.id);
        list.isClosed = true;
        if (list.kind == Kind::List && m_open[list.at].kind == Kind::Frame)
            makeStack(list);
    }
}

/// Replaces the open list of frames by its stack.
void TorchRecords::makeStack(Reference& list)
{
    OpenList& open = m_open[list.at];
    if (open.others > 0)
        wrong(TorchWord::Frames, "has entries that are no frames");
    m_frames.clear();
    for (const std::uint32_t frame : open.items)
        m_frames.push_back(FrameId(frame));
    m_unused.push_back(list.at);
    list.at = names.stack(m_frames).value;
    list.kind = Kind::Stack;
    open = {};
}

TorchRecords::OpenList& TorchRecords::opened(Reference& list)
{
    if (list.kind == Kind::List)
        return m_open[list.at];
    std::uint32_t at = 0;
    if (m_unused.empty()) {
        at = static_cast<std::uint32_t>(m_open.size());
        m_open.emplace_back();
    } else {
        at = m_unused.back();
        m_unused.pop_back();
    }
    OpenList& open = m_open[at];
    if (list.kind == Kind::Stack) {
        open.kind = Kind::Frame;
        for (const FrameId frame : names.stackOf(StackId(list.at)))
            open.items.push_back(frame.value);
    }
    list = {at, Kind::List, list.isClosed};
    return open;
}

/// Fills m_frames with the items. Returns false if one is no frame.
bool TorchRecords::takeFrames(std::span<const PickleValue> items)
{
    m_frames.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].kind != PickleValue::Kind::Dict || items[i].id >= m_dicts.size())
            return false;
        Reference& dict = m_dicts[items[i].id];
        if (dict.kind != Kind::Frame)
            return false;
        dict.isClosed = true;
        m_frames[i] = FrameId(dict.at);
    }
    return true;
}

bool TorchRecords::append(std::uint32_t list, std::span<const PickleValue> items, std::uint64_t offset)
{
    m_offset = offset;
    if (items.empty())
        return true;
    if (reference(m_lists, list).kind == Kind::None && !m_lists[list].isClosed && takeFrames(items)) {
        // Nearly all lists get their items at once and are stacks.
        m_lists[list] = {names.stack(m_frames).value, Kind::Stack, false};
        return true;
    }
    for (const PickleValue& item : items)
        close(item);
    if (m_lists[list].isClosed)
        return false;
    OpenList& open = opened(m_lists[list]);
    for (const PickleValue& item : items) {
        Reference place;
        if (item.kind == PickleValue::Kind::Dict)
            place = m_dicts[item.id];
        else if (item.kind == PickleValue::Kind::List)
            place = {item.id, Kind::List, true};
        if (open.kind == Kind::None)
            open.kind = place.kind;
        if (place.kind == Kind::None || place.kind != open.kind)
            ++open.others;
        else
            open.items.push_back(place.at);
    }
    return true;
}

/// Stacks are repeated. Their frames are parts of a list, so they do not change any more.
std::optional<std::uint32_t> TorchRecords::contentOf(std::uint32_t list)
{
    const Reference& known = reference(m_lists, list);
    return known.kind == Kind::Stack ? std::optional(known.at) : std::nullopt;
}

bool TorchRecords::repeat(std::uint32_t id, std::uint32_t content)
{
    Reference& list = reference(m_lists, id);
    if (list.kind != Kind::None || list.isClosed)
        return false;
    list = {content, Kind::Stack, false};
    return true;
}

bool TorchRecords::setItems(std::uint32_t id, Pairs pairs, std::uint64_t offset)
{
    m_offset = offset;
    for (std::size_t i = 1; i < pairs.size(); i += 2)
        close(pairs[i]);
    Reference& dict = reference(m_dicts, id);
    if (dict.isClosed)
        return false;
    if (dict.kind == Kind::None) {
        const Kind kind = kindOf(pairs);
        if (kind == Kind::None) {
            if (dict.at == 0) {
                m_loose.emplace_back();
                dict.at = static_cast<std::uint32_t>(m_loose.size());
            }
            auto& loose = m_loose[dict.at - 1];
            loose.insert(loose.end(), pairs.begin(), pairs.end());
            return true;
        }
        start(dict, kind);
    }
    set(dict, pairs);
    return true;
}

/// Makes a record for a dict. It gets the items that the dict had before its kind was known.
void TorchRecords::start(Reference& dict, Kind kind)
{
    const auto added = [](auto& table) {
        table.emplace_back();
        return static_cast<std::uint32_t>(table.size() - 1);
    };
    const std::vector<PickleValue> earlier = dict.at > 0 ? std::move(m_loose[dict.at - 1]) : std::vector<PickleValue>();
    dict.kind = kind;
    switch (kind) {
    case Kind::Event:
        dict.at = added(events);
        break;
    case Kind::Block:
        dict.at = added(blocks);
        break;
    case Kind::Segment:
        dict.at = added(segments);
        break;
    case Kind::Annotation:
        dict.at = added(annotations);
        break;
    case Kind::Past:
        dict.at = added(m_past);
        break;
    case Kind::Whole:
        dict.at = added(m_wholes);
        break;
    default: // Frame
        dict.at = FrameId().value;
        break;
    }
    if (!earlier.empty())
        set(dict, earlier);
}

void TorchRecords::set(Reference& dict, Pairs pairs)
{
    const auto takeAll = [&](auto& record) {
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            set(record, wordOf(pairs[i]), pairs[i + 1]);
    };
    switch (dict.kind) {
    case Kind::Event: {
        TorchEvent& event = events[dict.at];
        m_asker = names.askerOf(event.asker);
        takeAll(event);
        // Neighbours are often the request to free a block and its completion.
        if (!m_lastAsker || m_asker != names.askerOf(m_lastAsker))
            m_lastAsker = names.asker(m_asker);
        event.asker = m_lastAsker;
        return;
    }
    case Kind::Block: {
        TorchBlock& block = blocks[dict.at];
        m_asker = names.askerOf(block.asker);
        takeAll(block);
        block.asker = names.asker(m_asker);
        return;
    }
    case Kind::Segment:
        return takeAll(segments[dict.at]);
    case Kind::Annotation:
        return takeAll(annotations[dict.at]);
    case Kind::Past:
        return takeAll(m_past[dict.at]);
    case Kind::Whole:
        return takeAll(m_wholes[dict.at]);
    default: { // Frame
        const FrameId known(dict.at);
        Frame frame = known ? names.frameOf(known) : Frame();
        takeAll(frame);
        dict.at = names.frame(frame).value;
    }
    }
}

/// Notes that a key occurs. Python writes each key of a dict once.
bool TorchRecords::isNew(TorchKeys& keys, TorchWord key)
{
    if (keys.has(key)) {
        wrong(key, "occurs twice in a dict");
        return false;
    }
    keys.add(key);
    return true;
}

void TorchRecords::wrong(TorchWord key, std::string_view what)
{
    std::string text = "The value of \"";
    text.append(kTorchWords[static_cast<std::size_t>(key)]).append("\" ").append(what);
    warnings.addNamed("snapshot-value", text + ", so it is not used.", m_offset);
}

template <class Number>
void TorchRecords::takeNumber(Number& into, TorchKeys& keys, TorchWord key, const PickleValue& value)
{
    if (value.kind == PickleValue::Kind::None)
        return;
    if (value.kind == PickleValue::Kind::WideInt)
        return wrong(key, "does not fit into 64 bits");
    if (value.kind != PickleValue::Kind::Int)
        return wrong(key, "is no integer");
    if (isNew(keys, key))
        into = static_cast<Number>(value.number);
}

void TorchRecords::takeText(TextId& into, TorchWord key, const PickleValue& value)
{
    const bool isText = value.kind == PickleValue::Kind::Text;
    into = isText ? TextId(value.id) : TextId();
    if (!isText && value.kind != PickleValue::Kind::None)
        wrong(key, "is no text of at most 64 KiB");
}

void TorchRecords::takeWord(TorchWord& into, TorchKeys& keys, TorchWord key, const PickleValue& value)
{
    TextId text;
    takeText(text, key, value);
    if (text)
        isNew(keys, key);
    into = wordOf(value);
}

void TorchRecords::takeStack(StackId& into, const PickleValue& value)
{
    into = {};
    if (value.kind == PickleValue::Kind::None)
        return;
    const Reference list = value.kind == PickleValue::Kind::List ? m_lists[value.id] : Reference{0, Kind::List, false};
    if (list.kind == Kind::Stack)
        into = StackId(list.at);
    else if (list.kind != Kind::None)
        wrong(TorchWord::Frames, "is no list of frames");
}

void TorchRecords::set(TorchEvent& event, TorchWord key, const PickleValue& value)
{
    switch (key) {
    case TorchWord::Action:
        return takeWord(event.action, event.keys, key, value);
    case TorchWord::EventAddress:
    case TorchWord::DeviceFree:
        return takeNumber(event.address, event.keys, key, value);
    case TorchWord::Size:
        return takeNumber(event.size, event.keys, key, value);
    case TorchWord::TimeUs:
        return takeNumber(event.time, event.keys, key, value);
    case TorchWord::Frames:
        return takeStack(m_asker.stack, value);
    case TorchWord::CompileContext:
        takeText(m_asker.purpose, key, value);
        if (names.textOf(m_asker.purpose) == "N/A")
            m_asker.purpose = {};
        return;
    case TorchWord::UserMetadata:
        return takeText(m_asker.note, key, value);
    default:
        return;
    }
}

void TorchRecords::set(TorchBlock& block, TorchWord key, const PickleValue& value)
{
    switch (key) {
    case TorchWord::Address:
        return takeNumber(block.address, block.keys, key, value);
    case TorchWord::Size:
        return takeNumber(block.size, block.keys, key, value);
    case TorchWord::RequestedSize:
        return takeNumber(block.requested, block.keys, key, value);
    case TorchWord::State:
        return takeWord(block.state, block.keys, key, value);
    case TorchWord::Frames:
        return takeStack(m_asker.stack, value);
    case TorchWord::History:
        // The newest entry has the requested size and the stack.
        if (const Positions& entries = positions(value, Kind::Past, key); !entries.empty()) {
            const Past& past = m_past[entries.front()];
            if (!block.keys.has(TorchWord::RequestedSize))
                block.requested = past.size;
            m_asker.stack = past.stack;
        }
        return;
    default:
        return;
    }
}

void TorchRecords::set(TorchSegment& segment, TorchWord key, const PickleValue& value)
{
    switch (key) {
    case TorchWord::Device:
        return takeNumber(segment.device, segment.keys, key, value);
    case TorchWord::Address:
        return takeNumber(segment.address, segment.keys, key, value);
    case TorchWord::TotalSize:
        return takeNumber(segment.size, segment.keys, key, value);
    case TorchWord::ActiveSize:
        return takeNumber(segment.activeSize, segment.keys, key, value);
    case TorchWord::DeviceType:
        return takeText(segment.deviceType, key, value);
    case TorchWord::IsExpandable:
        segment.isExpandable = value.kind == PickleValue::Kind::Bool && value.number != 0;
        return;
    case TorchWord::Blocks:
        if (value.kind != PickleValue::Kind::List)
            wrong(key, "is no list");
        else if (isNew(segment.keys, key))
            segment.blocks = value.id;
        return;
    default:
        return;
    }
}

void TorchRecords::set(TorchAnnotation& annotation, TorchWord key, const PickleValue& value)
{
    switch (key) {
    case TorchWord::Stage:
        return takeWord(annotation.stage, annotation.keys, key, value);
    case TorchWord::Name:
        return takeText(annotation.name, key, value);
    case TorchWord::Device:
        return takeNumber(annotation.device, annotation.keys, key, value);
    case TorchWord::TimeUs:
        return takeNumber(annotation.time, annotation.keys, key, value);
    default:
        return;
    }
}

void TorchRecords::set(Past& past, TorchWord key, const PickleValue& value)
{
    if (key == TorchWord::RealSize)
        takeNumber(past.size, past.keys, key, value);
    else if (key == TorchWord::Frames)
        takeStack(past.stack, value);
}

void TorchRecords::set(Whole& whole, TorchWord key, const PickleValue& value)
{
    if (key == TorchWord::Segments)
        whole.segments = value;
    else if (key == TorchWord::DeviceTraces)
        whole.traces = value;
    else if (key == TorchWord::AllocatorSettings)
        whole.settings = value;
    else if (key == TorchWord::ExternalAnnotations)
        whole.annotations = value;
    else if (key == TorchWord::DeviceType)
        takeText(whole.deviceType, key, value);
    else
        warnings.addNamed("snapshot-part", "The snapshot has a part that Tidemark does not know, so it is not shown.",
                          m_offset);
}

void TorchRecords::set(Frame& frame, TorchWord key, const PickleValue& value)
{
    TorchKeys unused;
    if (key == TorchWord::Filename)
        takeText(frame.file, key, value);
    else if (key == TorchWord::Name)
        takeText(frame.function, key, value);
    else if (key == TorchWord::Line && value.kind == PickleValue::Kind::Int && value.number >> 32 != 0)
        wrong(key, "is no number of a line");
    else if (key == TorchWord::Line)
        takeNumber(frame.line, unused, key, value);
}

/// The items of a list of dicts of one kind, or of a list of lists. Anything else gives a warning.
const TorchRecords::Positions& TorchRecords::positions(const PickleValue& value, Kind kind, TorchWord key)
{
    if (value.kind != PickleValue::Kind::List) {
        if (value.kind != PickleValue::Kind::None && value.kind != PickleValue::Kind::Unset)
            wrong(key, "is no list");
        return m_nothing;
    }
    const Reference list = reference(m_lists, value.id);
    if (list.kind == Kind::None)
        return m_nothing;
    if (list.kind != Kind::List || m_open[list.at].kind != kind) {
        wrong(key, "has none of the entries that PyTorch writes");
        return m_nothing;
    }
    if (m_open[list.at].others > 0)
        wrong(key, "has entries that PyTorch does not write");
    return m_open[list.at].items;
}

const TorchRecords::Positions& TorchRecords::blocksOf(const TorchSegment& segment)
{
    if (!segment.keys.has(TorchWord::Blocks))
        return m_nothing;
    return positions({PickleValue::Kind::List, segment.blocks, 0}, Kind::Block, TorchWord::Blocks);
}

TorchRecords::Pairs TorchRecords::looseOf(const PickleValue& value)
{
    if (value.kind != PickleValue::Kind::Dict)
        return {};
    const Reference& dict = reference(m_dicts, value.id);
    return dict.kind == Kind::None && dict.at > 0 ? Pairs(m_loose[dict.at - 1]) : Pairs();
}

void TorchRecords::takeSettings(const PickleValue& settings)
{
    const Pairs pairs = looseOf(settings);
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const TorchWord key = wordOf(pairs[i]);
        if (key == TorchWord::RoundupDivisions)
            takeDivisions(pairs[i + 1]);
        else if (key == TorchWord::ExpandableSegments && pairs[i + 1].kind == PickleValue::Kind::Bool)
            growsSegments = pairs[i + 1].number != 0;
    }
}

/// The keys are the sizes in MiB as texts: "1", "2", "4" …
void TorchRecords::takeDivisions(const PickleValue& byPower)
{
    const Pairs each = looseOf(byPower);
    for (std::size_t i = 0; i < each.size(); i += 2) {
        const std::string_view key
            = each[i].kind == PickleValue::Kind::Text ? names.textOf(TextId(each[i].id)) : std::string_view();
        for (std::size_t power = 0; power < divisions.size(); ++power)
            if (key == std::to_string(std::size_t{1} << power) && each[i + 1].kind == PickleValue::Kind::Int)
                divisions[power] = each[i + 1].number;
    }
}

bool TorchRecords::finish(const PickleValue& whole)
{
    if (whole.kind == PickleValue::Kind::List) {
        // torch.cuda.memory_snapshot() returns only the list of segments.
        const Reference list = reference(m_lists, whole.id);
        if (list.kind != Kind::List || m_open[list.at].kind != Kind::Segment)
            return false;
        segmentsInOrder = &positions(whole, Kind::Segment, TorchWord::Segments);
        return true;
    }
    if (whole.kind != PickleValue::Kind::Dict || reference(m_dicts, whole.id).kind != Kind::Whole)
        return false;
    const Whole& found = m_wholes[m_dicts[whole.id].at];
    if (found.segments.kind == PickleValue::Kind::List)
        segmentsInOrder = &positions(found.segments, Kind::Segment, TorchWord::Segments);
    else
        wrong(TorchWord::Segments, "is no list");
    if (found.traces.kind != PickleValue::Kind::List)
        wrong(TorchWord::DeviceTraces, "is no list");
    for (const std::uint32_t list : positions(found.traces, Kind::List, TorchWord::DeviceTraces))
        traces.push_back(&positions({PickleValue::Kind::List, list, 0}, Kind::Event, TorchWord::DeviceTraces));
    annotationsInOrder = &positions(found.annotations, Kind::Annotation, TorchWord::ExternalAnnotations);
    deviceType = found.deviceType;
    takeSettings(found.settings);
    m_dicts = {};
    m_loose = {};
    return true;
}

} // namespace tidemark::history
