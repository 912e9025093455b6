#pragma once

#include "core/xla/replay/space_timeline.h"

#include <string>
#include <vector>

namespace tidemark {

/// What kind of allocation a buffer lives in. A donated argument is a Parameter (see liveOut and aliased).
enum class BufferKind { Parameter, Output, Constant, ThreadLocal, Temporary };
constexpr int kBufferKinds = 5;

/// "parameter", "thread_local": as the command line prints it.
std::string_view kindName(BufferKind kind);

BufferKind kindOf(const Allocation& allocation);

/// Everything known of one row, as text that is valid UTF-8. Empty text and 0 lines: the file does not tell.
struct BufferDetails {
    std::optional<std::int64_t> id; // of the logical buffer
    std::string instruction; // "fusion.67"
    std::vector<std::int64_t> shapeIndex;
    std::string name; // "fusion.67{1}"; "allocation 12" for an allocation without a buffer
    std::string shape; // with layout
    std::string shapeWithoutLayout;
    std::string layout;
    std::string opName;
    std::string opcode;
    std::string sourceFile;
    std::int64_t sourceLine = 0;
    std::vector<std::string> stack; // "lm.py:33:10", innermost first
    BufferKind kind = BufferKind::Temporary;
    bool liveOut = false;
    bool aliased = false;
    std::int64_t allocation = 0; // its index in the plan
};

/// Decodes one instruction; a few microseconds.
BufferDetails describe(const SpaceTimeline& timeline, const BufferRow& row);

/// The name alone.
std::string nameOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Names of SpaceTimeline::sharersOf(row), at most `limit`.
std::vector<std::string> sharerNames(const SpaceTimeline& timeline, std::uint32_t row, std::size_t limit = 1000);

} // namespace tidemark
