#pragma once

#include "core/oom/message.h"
#include "core/view/rows.h"

#include <memory>
#include <optional>

namespace tidemark::oom {

/// Returns the positions of a message's allocations that have a size. They are the rows of its view, in this order.
std::vector<std::size_t> rowAllocations(const Message& message);

/// Returns the instruction of a label: "fusion.6043" of "%fusion.6043 = f32[8]{0} fusion(…". Empty if it has none.
std::string instructionOf(std::string_view label);

/// The allocations of a message as rows.
class MessageRows
{
public:
    // Values of RowKind::id that only messages have.
    static constexpr const char* kFree = "free";
    static constexpr const char* kUnknown = "unknown"; // the message states no kind

    explicit MessageRows(std::shared_ptr<const Message> message);

    std::size_t count() const { return m_rows.size(); }
    std::int64_t sum() const { return m_sum; } // bytes
    std::size_t withoutSize() const { return m_message->allocations.size() - m_rows.size(); }
    /// Returns the sums by kind, without empty kinds.
    std::vector<Part> parts() const;
    const Allocation& allocationOf(RowId row) const { return m_message->allocations[m_rows[row.index()].allocation]; }
    std::string name(RowId row) const;
    /// Returns the table of a view. The table keeps `rows`.
    static Rows tableOf(const std::shared_ptr<const MessageRows>& rows);

private:
    struct Row {
        std::int64_t size = 0;
        std::int64_t unpadded = -1; // as Rows::unpadded
        std::int64_t offset = 0;
        std::size_t allocation = 0; // position in the message
        StepId start{0};
        StepId end{1};
        std::uint8_t kind = 0;
    };

    void describe(RowId row, Facts& facts) const;

    std::shared_ptr<const Message> m_message;
    std::vector<Row> m_rows;
    std::optional<std::uint64_t> m_firstAddress; // absent: none is known
    std::int64_t m_sum = 0;
};

} // namespace tidemark::oom
