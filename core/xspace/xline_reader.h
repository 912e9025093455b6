#pragma once

#include "core/wire/file_cursor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// One event of a line (XEvent), without its stats. The last value written counts, as in protobuf.
struct LineEvent {
    std::uint64_t metadataId = 0; // id of its EventMetadata
    std::int64_t offset = 0; // picoseconds from the begin of its line
    std::int64_t duration = 0; // in picoseconds
    std::string_view bytes; // the serialized event; empty if it is longer than kLongestEvent
    std::uint64_t at = 0; // position of `bytes` in the file
};

/// Facts of a line (XLine). Lines of one plane share a clock.
struct LineFacts {
    std::string name; // "XLA Modules"
    std::int64_t begin = 0; // in nanoseconds; since 1970 or since the begin of the capture
    std::uint64_t unknown = 0; // number of bytes in unknown fields of the line and its events
    std::uint64_t damagedEvents = 0;
    std::optional<std::uint64_t> damagedAt; // position of the first damage inside an event
};

/// Longer events are not read into memory. Those of known profilers have less than 10,000 bytes.
inline constexpr std::uint64_t kLongestEvent = 1U << 20;

/// Calls `take` with every event of a line in file order, until it returns false. The views of an event are valid until
/// `take` returns. The name and the begin of the line may follow its events, so they are known only at the end. Damage
/// of the line itself goes to the sink. Damage inside an event is counted in the result, and the readable part of such
/// an event is delivered. Cost: one step over each event and its fields; stats are skipped.
LineFacts readLine(FileWindow& window, FileRange line, Damage& damage,
                   const std::function<bool(const LineEvent&)>& take);

/// Returns the name of a line. Reads no further than to the name, which writers put before the events. Damage goes to
/// the sink.
std::string readLineName(FileWindow& window, FileRange line, Damage& damage);

} // namespace tidemark
