#pragma once

#include "core/oom/message.h"
#include "core/view/document.h"
#include "core/view/view.h"

namespace tidemark {

/// The figures of an out-of-memory message, with what was in use when the allocation failed, if `openedTogether` has
/// the recording of it. Other views are returned as they are.
///
/// A recording is that of the message if it has a failed allocation on the device of the message, with a size that may
/// be the requested one, given the digits that the message writes, and with the free memory of the message if both
/// state it. If several failures match, as of a program that tries again, nothing is added. Profilers record no
/// failures. If the message's device is an allocator of a profile, the figures are of its last event, and
/// `recorded_match` says so. If a message names no device, the recordings must be of one allocator. If nothing matches,
/// nothing is added.
///
/// Figures: recorded_in, recorded_memory, recorded_event, recorded_match ("failed_allocation", "last_event"),
/// in_use_at_failure_bytes, reserved_at_failure_bytes, largest_free_at_failure_bytes, held_most_by, held_most_bytes,
/// held_most_count. Cost: a look at all events, and pairs those of one allocator.
Figures withRecordedFailure(Figures figures, const View& view, const Documents& openedTogether);

/// The failed allocations in the recordings of documents, which must outlive it. Cost: a look at all events.
class RecordedFailures
{
public:
    struct Memory;

    explicit RecordedFailures(const Documents& documents);
    ~RecordedFailures();

    /// Returns whether all moments that may be a message's are in the memory of the view.
    bool areOf(const oom::Message& message, const View& view) const;
    const std::vector<Memory>& memories() const { return m_memories; }

private:
    std::vector<Memory> m_memories;
};

} // namespace tidemark
