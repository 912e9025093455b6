#pragma once

#include <tidemark/warning.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark {

/// A part of the peak.
struct PeakPart {
    std::string category; // "activations"; a kind of buffer if the file has no categories
    std::string label; // for people: "Activations", "KV cache (probably)"
    std::int64_t bytes = 0;
    std::int64_t uncertainBytes = 0; // the part of `bytes` whose category is only probable
};

/// Buffers of one size, shape and origin.
struct EqualBuffers {
    std::size_t count = 0;
    std::int64_t sizeBytes = 0; // of each buffer
    std::string shape; // without layout; empty if unknown
    std::string op; // its path in the program, the path of an argument, or the name of the buffer
    std::string sourceFile; // empty if unknown
    std::int64_t sourceLine = 0; // 0 if unknown
    std::string category; // empty if unknown
    bool certain = true; // see Buffer::certain

    std::int64_t totalBytes() const { return sizeBytes * static_cast<std::int64_t>(count); }
};

/// A change that saves memory: a row of the command `advise`. The peaks are those of the sum of the sizes of live
/// buffers before packing, because the effect of packing is unknown.
struct Saving {
    std::string finding; // id of the rule: "donation"; "all" for all of them together
    std::string label; // for people: "Donate arguments"
    std::int64_t savedBytes = 0;
    std::optional<std::int64_t> peakBeforeBytes; // absent if the saving is no part of that sum
    std::optional<std::int64_t> peakAfterBytes;
    bool isEstimate = false; // the saving depends on facts that the file does not have, so more or less may be saved
    bool isUpperBound = false; // in measurements the compiler saved less, or at most a few percent more
    std::string assumption; // the condition for the saving
    std::string source; // source of the rule
    std::vector<std::int64_t> buffers; // ids of the buffers that it is about, the largest first
    std::string text; // the change in words, with amounts
};

/// A step of a program, or another cell of an axis: a row of the command `timeline`. Absent bytes are unknown.
struct TimelineStep {
    std::uint32_t step = 0; // counted from 0
    std::string instruction; // empty if the file does not state it
    /// The level in the tool that made the file. Without such a tool it is the level itself.
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> occupiedBytes; // the level; absent if `bytes` is the level
    std::optional<std::int64_t> unpaddedBytes; // the level without padding
    std::optional<std::int64_t> insideBytes; // the peak inside a phase; absent for programs of XLA
};

/// The value of a figure. The first alternative means unknown.
using FigureValue = std::variant<std::monostate, std::int64_t, std::uint64_t, std::string>;

/// What was in use at the end of a recorded step, and what grew since the end of the step before.
struct StepGrowth {
    /// What a line of the source code, or an operation without one, holds more.
    struct Line {
        std::string source; // "src/model.py:432", "aten::mm"
        std::int64_t changeBytes = 0; // above 0
    };

    std::string step; // "ProfilerStep#12", "step 3"
    std::int64_t cell = 0; // the number of its last event
    std::int64_t liveBytes = 0; // in use then
    std::int64_t changeBytes = 0; // of the first step: since the start of the recording
    std::vector<Line> lines; // the three that grew most, the largest first
};

/// What takes one memory of a program at its peak: the answers of the commands `report` and `summary`.
struct Summary {
    std::string sentence; // why the peak is there, in one or two sentences
    std::string path;
    std::string host; // empty if unknown
    std::string module; // "jit_train_step"
    std::optional<std::uint64_t> programId;
    std::int64_t space = 0; // the number of the memory
    std::string spaceName; // "HBM"
    std::optional<std::int64_t> step; // the first step that reaches the peak, from 0; absent if there are no steps
    std::int64_t peakBytes = 0; // also 0 for a message that states no need
    std::optional<bool>
        fits; // whether the program fits the device; absent if that is unknown, and for recordings within their memory
    std::string device; // empty if unknown
    std::optional<std::int64_t> capacityBytes;
    std::optional<std::int64_t> headroomBytes; // negative if the program does not fit
    /// The parts of the peak, the largest first. They add up to it, except for the rounding of a message.
    std::vector<PeakPart> categories;
    std::vector<EqualBuffers> buffers; // the ten groups that take most at the peak, the largest sum first
    std::vector<Saving> findings; // the three largest savings, without the sum of all
    std::vector<StepGrowth> steps; // in the order of time; empty if no steps are recorded
    std::vector<std::string> messages; // headlines of at most three messages that were opened together with the program
    std::size_t moreMessages = 0; // messages beyond those
    std::vector<std::pair<std::string, FigureValue>> figures; // every figure, as `summary --format json` names them
    std::vector<Warning> warnings; // damage in the file that the program survived, and doubts about figures
};

} // namespace tidemark
