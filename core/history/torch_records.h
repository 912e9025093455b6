#pragma once

#include "core/history/pickle_reader.h"
#include "core/history/recording.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tidemark::history {

/// The words of a memory snapshot of PyTorch: first keys, then values. Source: torch/csrc/cuda/Module.cpp and
/// memory_snapshot.cpp of PyTorch.
enum class TorchWord : std::uint8_t {
    Action,
    Address,
    Size,
    TimeUs,
    Frames,
    DeviceFree,
    CompileContext,
    UserMetadata,
    RequestedSize,
    State,
    Stage,
    Device,
    TotalSize,
    AllocatedSize,
    ActiveSize,
    SegmentType,
    IsExpandable,
    Blocks,
    Filename,
    Line,
    Name,
    History,
    RealSize,
    Segments,
    DeviceTraces,
    AllocatorSettings,
    ExternalAnnotations,
    RoundupDivisions,
    ExpandableSegments,
    DeviceType,
    EventAddress, // "addr"; TorchEvent::address holds it
    // Values.
    Alloc,
    Free,
    FreeRequested,
    FreeCompleted,
    SegmentAlloc,
    SegmentFree,
    SegmentMap,
    SegmentUnmap,
    Snapshot,
    Oom,
    ActiveAllocated,
    ActivePendingFree,
    ActiveAwaitingFree,
    Inactive,
    Start,
    End,
    Other, // any other word, or none
};

/// Which keys a dict had with a value of the right type: a bit for each key.
class TorchKeys
{
public:
    bool has(TorchWord key) const { return (m_bits >> static_cast<unsigned>(key) & 1) != 0; }
    void add(TorchWord key) { m_bits |= std::uint32_t{1} << static_cast<unsigned>(key); }

private:
    std::uint32_t m_bits = 0;
};

/// The dicts of a snapshot, as the file states them. A member without its key is as here.
struct TorchEvent {
    std::uint64_t address = 0; // device_free for an oom
    std::int64_t size = 0;
    std::int64_t time = 0; // microseconds
    AskerId asker;
    TorchKeys keys;
    TorchWord action = TorchWord::Other;
};
struct TorchBlock {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    std::int64_t requested = -1;
    AskerId asker;
    TorchKeys keys;
    TorchWord state = TorchWord::Other;
};
struct TorchSegment {
    std::uint64_t address = 0;
    std::int64_t device = 0;
    std::int64_t size = 0;
    std::int64_t activeSize = 0;
    TextId deviceType;
    TorchKeys keys;
    std::uint32_t blocks = 0; // number of the list; see TorchRecords::blocksOf()
    bool isExpandable = false;
};
struct TorchAnnotation {
    std::int64_t device = 0;
    std::int64_t time = 0; // microseconds
    TextId name;
    TorchKeys keys;
    TorchWord stage = TorchWord::Other;
};

/// Makes records of the dicts of a snapshot while its pickle is read. The kind of a dict follows from its keys.
class TorchRecords : public PickleSink
{
public:
    /// Positions in one of the tables, in the order of a list of the file.
    using Positions = std::vector<std::uint32_t>;

    /// `bytes` is the size of the file.
    explicit TorchRecords(std::uint64_t bytes);
    std::uint32_t text(std::string_view text) override
    {
        // Each event has its own copy of a text that is nearly always "N/A".
        if (text != names.textOf(m_lastText))
            m_lastText = names.text(text);
        return m_lastText.value;
    }
    bool append(std::uint32_t list, std::span<const PickleValue> items, std::uint64_t offset) override;
    std::optional<std::uint32_t> contentOf(std::uint32_t list) override;
    bool repeat(std::uint32_t list, std::uint32_t content) override;
    bool setItems(std::uint32_t dict, std::span<const PickleValue> pairs, std::uint64_t offset) override;

    /// Finds the lists of the snapshot from the value of the pickle. Returns false if it is no snapshot. REQUIRES: it
    /// is called once, after the last change
    bool finish(const PickleValue& whole);

    Names names;
    std::vector<TorchEvent> events;
    std::vector<TorchBlock> blocks;
    std::vector<TorchSegment> segments;
    std::vector<TorchAnnotation> annotations;
    Warnings warnings;

    // What finish() found.
    const Positions* segmentsInOrder = nullptr; // null: the file has no list of segments
    const Positions* annotationsInOrder = nullptr;
    std::vector<const Positions*> traces; // the events of each device
    /// roundup_power2_divisions for sizes below 2 MiB, below 4 MiB, and so on; 0 if it is off.
    std::array<std::int64_t, 16> divisions{};
    std::optional<bool> growsSegments; // the setting expandable_segments; absent: not stated
    TextId deviceType; // of all devices; none: CUDA
    /// The blocks of a segment.
    const Positions& blocksOf(const TorchSegment& segment);

private:
    enum class Kind : std::uint8_t { None, Whole, Segment, Block, Event, Annotation, Frame, Past, List, Stack };
    /// Where the content of a list or dict is. Kind None: it is empty, or a dict of no known kind, whose pairs are in
    /// m_loose[at − 1]. Kind List: in m_open. Others: in the table of that kind.
    struct Reference {
        std::uint32_t at = 0;
        Kind kind = Kind::None;
        bool isClosed = false; // it is a part of something and does not change any more
    };
    struct OpenList {
        Positions items; // FrameIds if they are frames, numbers of lists if they are lists
        std::uint64_t others = 0; // number of items that are not of this kind
        Kind kind = Kind::None;
    };
    struct Past { // an entry of "history", which blocks had in old files
        std::int64_t size = -1;
        StackId stack;
        TorchKeys keys;
    };
    struct Whole {
        PickleValue segments;
        PickleValue traces;
        PickleValue settings;
        PickleValue annotations;
        TextId deviceType;
    };
    using Pairs = std::span<const PickleValue>;

    static Kind kindOf(Pairs pairs);
    static TorchWord wordOf(const PickleValue& value);
    static Reference& reference(std::vector<Reference>& all, std::uint32_t id);
    void close(const PickleValue& value);
    bool takeFrames(std::span<const PickleValue> items);
    OpenList& opened(Reference& list);
    void makeStack(Reference& list);
    void start(Reference& dict, Kind kind);
    void set(Reference& dict, Pairs pairs);

    // Each takes one item of a dict.
    void set(TorchEvent& event, TorchWord key, const PickleValue& value);
    void set(TorchBlock& block, TorchWord key, const PickleValue& value);
    void set(TorchSegment& segment, TorchWord key, const PickleValue& value);
    void set(TorchAnnotation& annotation, TorchWord key, const PickleValue& value);
    void set(Past& past, TorchWord key, const PickleValue& value);
    void set(Whole& whole, TorchWord key, const PickleValue& value);
    void set(Frame& frame, TorchWord key, const PickleValue& value);

    bool isNew(TorchKeys& keys, TorchWord key);
    void wrong(TorchWord key, std::string_view what);
    template <class Number>
    void takeNumber(Number& into, TorchKeys& keys, TorchWord key, const PickleValue& value);
    void takeText(TextId& into, TorchWord key, const PickleValue& value);
    void takeWord(TorchWord& into, TorchKeys& keys, TorchWord key, const PickleValue& value);
    void takeStack(StackId& into, const PickleValue& value);
    const Positions& positions(const PickleValue& value, Kind kind, TorchWord key);
    Pairs looseOf(const PickleValue& value);
    void takeSettings(const PickleValue& settings);
    void takeDivisions(const PickleValue& byPower);

    std::vector<Reference> m_lists;
    std::vector<Reference> m_dicts;
    std::vector<OpenList> m_open;
    std::vector<std::uint32_t> m_unused; // positions in m_open that can be used again
    std::vector<std::vector<PickleValue>> m_loose;
    std::vector<Past> m_past;
    std::vector<Whole> m_wholes;
    std::vector<FrameId> m_frames; // of the list that is read
    Asker m_asker; // of the event or block whose items are taken
    AskerId m_lastAsker; // of the last event
    TextId m_lastText;
    std::uint64_t m_offset = 0; // of the opcode that is carried out
    const Positions m_nothing;
};

} // namespace tidemark::history
