#pragma once

#include "core/base/id.h"
#include "core/base/id_vector.h"
#include "core/base/warnings.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::history {

struct TextTag;
/// The id of a text in Names.
using TextId = Id<TextTag>;
struct FrameTag;
/// The id of a frame in Names.
using FrameId = Id<FrameTag>;
struct StackTag;
/// The id of a stack in Names.
using StackId = Id<StackTag>;
struct AskerTag;
/// The id of an asker in Names.
using AskerId = Id<AskerTag>;

/// A call in a stack.
struct Frame {
    TextId file; // none: unknown
    TextId function; // none: unknown
    std::uint32_t line = 0; // 0: unknown

    friend bool operator==(const Frame&, const Frame&) = default;
};

/// What asked for memory. Members are none if the file does not state them.
struct Asker {
    StackId stack; // innermost call first
    TextId op; // path of the operation: "gradient_tape/replica_4/bert/truediv"
    TextId shape; // "float32[1024,4096]"
    TextId purpose; // "persist", "output", "executable": a word of the file's writer
    TextId note; // a text that the program attached

    friend bool operator==(const Asker&, const Asker&) = default;
};

/// Texts, frames, stacks and askers, each stored once. Ids stay valid. Cost: one hash look-up for each call.
class Names
{
public:
    Names() = default;
    Names(Names&&) = default;
    Names& operator=(Names&&) = default;
    Names(const Names&) = delete; // m_texts views m_storage
    Names& operator=(const Names&) = delete;

    /// None for an empty text.
    TextId text(std::string_view text);
    FrameId frame(const Frame& frame);
    /// None for an empty stack.
    StackId stack(std::span<const FrameId> frames);
    /// None for an asker without members.
    AskerId asker(const Asker& asker);

    /// Empty for none. Any bytes of the file.
    std::string_view textOf(TextId id) const { return id ? std::string_view(m_texts[id]) : std::string_view(); }
    const Frame& frameOf(FrameId id) const { return m_frames[id]; }
    /// Empty for none.
    std::span<const FrameId> stackOf(StackId id) const;
    /// An asker without members for none.
    const Asker& askerOf(AskerId id) const { return id ? m_askers[id] : m_nobody; }
    std::size_t askers() const { return m_askers.size(); }
    std::size_t frames() const { return m_frames.size(); }

private:
    struct Part {
        std::uint32_t begin = 0; // in m_stackFrames
        std::uint32_t count = 0;
    };

    IdVector<TextId, std::string_view> m_texts; // views into m_storage
    std::deque<std::string> m_storage;
    std::unordered_map<std::string_view, TextId> m_textIds;
    IdVector<FrameId, Frame> m_frames;
    std::unordered_multimap<std::uint64_t, FrameId> m_frameIds; // by hash
    std::vector<FrameId> m_stackFrames;
    IdVector<StackId, Part> m_stacks;
    std::unordered_multimap<std::uint64_t, StackId> m_stackIds;
    IdVector<AskerId, Asker> m_askers;
    std::unordered_multimap<std::uint64_t, AskerId> m_askerIds; // of those that are not only a stack
    std::vector<AskerId> m_ofStackOnly; // askers that are only a stack, by StackId
    Asker m_nobody;
};

enum class Action : std::uint8_t {
    Allocate, // a block is given to the program
    Free, // a block can be given to others again
    Reserve, // the allocator takes a segment from the device, or extends one
    Release, // the allocator gives one back
    Fail, // the allocator cannot give what was asked for
    Mark, // a point in time without an effect on memory: a snapshot was written
};

/// One event of an allocator.
struct Event {
    std::uint64_t address = 0; // of the block or segment; 0 for Fail and Mark
    std::int64_t size = 0; // bytes that the allocator takes for it; 0 for Fail and Mark
    std::int64_t requested = -1; // bytes that were asked for; negative: unknown, and for Fail and Mark
    std::int64_t time = 0; // picoseconds since any moment that is the same for the recording
    AskerId asker;
    std::int32_t step = -1; // number of the training step; negative: unknown
    Action action = Action::Allocate;
};

/// What an event with Action::Fail states.
struct Failure {
    std::int64_t asked = 0; // bytes
    std::optional<std::int64_t> freeOnDevice; // bytes of the device; absent: unknown
};

/// The allocator's own figures directly after an event, in bytes.
struct Stated {
    std::int64_t heap = 0; // bytes in allocated blocks
    std::int64_t stack = 0; // bytes that are reserved for the temporaries of programs
    std::int64_t free = 0; // bytes that can still be allocated
    std::int64_t peak = 0; // the highest heap and stack of the allocator's whole life
    bool isStated = true; // false: the event has no figures, and these are of another event
};

/// A block that was in use when the recording ended.
struct Block {
    std::uint64_t address = 0; // 0 if the file has no addresses
    std::int64_t size = 0; // bytes that the allocator takes for it
    std::int64_t requested = -1; // bytes that were asked for; negative: unknown
    std::int64_t count = 1; // number of arrays that the file lists as one entry of `size` bytes together
    AskerId asker;
};

/// A range of the device's memory that the allocator had reserved when the recording ended.
struct Segment {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    bool isExpandable = false;
};

/// A named stretch of time: an annotation, a run of a program.
struct Span {
    TextId name;
    std::int64_t begin = 0; // in the unit of Event::time
    std::int64_t end = 0;
    bool isProgram = false; // a run of a compiled program
};

/// What was recorded of one allocator: the events in the order in which they happened, and what was in use at the end.
/// A file may have only one of both.
struct MemoryRecording {
    std::string name; // name for users: "GPU 1", "GPU_0_bfc", "TPU 0"
    std::vector<Event> events; // sorted by time if there are times
    std::vector<Failure> failures; // one for each event with Action::Fail, in their order
    bool hasTimes = false; // Event::time is known
    std::vector<Stated> stated; // one for each event, or none
    /// All blocks in use after the last event. Absent: the file does not list them.
    std::optional<std::vector<Block>> atEnd;
    std::optional<std::int64_t> statedAtEnd; // their sum according to the allocator's own count
    std::vector<Segment> segments; // segments after the last event; empty if unknown
    std::vector<Span> spans; // sorted by begin
    /// The size of the memory in bytes. Absent: unknown.
    std::optional<std::int64_t> capacity;
    Warnings warnings;
};

/// The content of one file.
struct Recording {
    Names names;
    std::vector<MemoryRecording> memories; // in natural order of their names; those without any content are left out
    std::string format; // "PyTorch memory snapshot"
    std::string name; // name for users if the file has other documents; empty: that of the file
    std::optional<bool> growsSegments; // PyTorch's setting expandable_segments; absent: not stated
    Warnings warnings; // of the whole file
};

} // namespace tidemark::history
