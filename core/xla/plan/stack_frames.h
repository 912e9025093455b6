#pragma once

#include "core/xla/plan/decode_context.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark::xla {

struct SourceLocation {
    std::string_view file;
    std::string_view function; // "Net.__call__"; empty: unknown
    std::int64_t line = 0;
    std::int64_t column = 0;
};

/// The table of source lines of a module. Its entries refer to each other by numbers that count from 1, as in the file.
class StackFrames
{
public:
    /// Adds a serialized StackFrameIndexProto, which is a part of the context's bytes. Damage is a warning and affects
    /// nothing else.
    void add(std::string_view body, DecodeContext& context);

    /// The frames from the innermost outwards, without cycles and without frames that have no place. Empty when the
    /// innermost frame has no place.
    std::vector<SourceLocation> stack(std::int64_t frame) const;

private:
    struct Frame {
        std::int64_t location = 0;
        std::int64_t parent = 0;
    };
    struct Location {
        std::int64_t file = 0;
        std::int64_t function = 0;
        std::int64_t line = 0;
        std::int64_t column = 0;
    };

    void addLocation(std::string_view body, Damage& damage);
    void addFrame(std::string_view body, Damage& damage);
    std::optional<SourceLocation> locationOf(const Frame& frame) const;

    std::vector<std::string_view> m_fileNames;
    std::vector<std::string_view> m_functionNames;
    std::vector<Location> m_locations;
    std::vector<Frame> m_frames;
};

} // namespace tidemark::xla
