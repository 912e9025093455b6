#pragma once

#include "core/include/tidemark/result.h"
#include "core/view/rows.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

enum class RowEventKind : std::uint8_t {
    Defined,
    Used,
    Shared, // taken over in place by the buffer that is defined at this step
    Freed,
};
/// The name in reports: "used".
std::string_view eventName(RowEventKind kind);

/// An event in the life of a row.
struct RowEvent {
    StepId step; // none outside the axis: before its first cell or after its last one
    std::uint32_t actor = kNobody; // argument of RowUses::actor
    RowEventKind kind = RowEventKind::Used;

    static constexpr std::uint32_t kNobody = 0xffffffff;
    friend bool operator==(const RowEvent&, const RowEvent&) = default;
};

/// The interval around a step in which a row is not read.
struct RowIdle {
    std::uint32_t steps = 0; // number of steps between both uses, without them; 0 if the row is used at the step itself
    const RowEvent* last = nullptr; // the use before; null if there is none since the start of the axis
    const RowEvent* next = nullptr; // the use after; null if there is none until the end of the axis
};

/// The events of the rows of a view, an array parallel to its rows. Immutable.
struct RowUses {
    /// The instruction of the event.
    struct Actor {
        std::string name; // name of an instruction; empty for kNobody
        std::string opcode;
    };

    std::vector<std::uint32_t> first; // for each row: index of its first event; one more entry at the end
    /// The events of each row: Defined, then uses and takeovers, then Freed. Their steps never decrease and are in the
    /// row's life or at its end.
    std::vector<RowEvent> events;
    /// As valid UTF-8. Cost: microseconds.
    std::function<Actor(const RowEvent&)> actor;
    /// The events of the buffer with this number of the file, for its own rows, rows that it shares, and buffers
    /// without a known live range. Error of kind NotFound, which lists what exists. Cost: one pass over the rows.
    std::function<Result<std::vector<RowEvent>>(std::int64_t id)> ofId;

    /// REQUIRES: a row of the view
    std::span<const RowEvent> of(RowId row) const
    {
        return std::span(events).subspan(first[row.index()], first[row.index() + 1] - first[row.index()]);
    }
    /// REQUIRES: a row that is live at the step. Cost: O(log events)
    RowIdle idle(const Rows& rows, RowId row, StepId step) const;
};

/// A buffer that holds the memory of a row during cells [first, past) of the row's life.
struct RowTenant {
    std::uint32_t first = 0;
    std::uint32_t past = 0;
    const RowEvent* takeover
        = nullptr; // the event with which it took over the memory; null for the buffer that names the row
    friend bool operator==(const RowTenant&, const RowTenant&) = default;
};

/// The consecutive holders of a row's memory. A buffer that takes the memory over in place holds it from then on; among
/// several in one cell the last one does. They cover the row's life from start to end without a gap. REQUIRES: a row of
/// both
std::vector<RowTenant> tenantsOf(const Rows& rows, const RowUses& uses, RowId row);

} // namespace tidemark
