#pragma once

#include "core/tenstorrent/xla/operation_rows.h"

#include <set>
#include <unordered_map>

namespace tidemark::ttxla {

/// Computes the live range of the increase of each operation.
class RowTracker
{
public:
    RowTracker(const Profile& profile, Memory memory, Extent extent, const Levels& levels);
    std::vector<OperationRow> take();

private:
    using BySize = std::set<std::pair<std::int64_t, std::size_t>>; // size and position in m_rows

    /// The unattributed bytes from an operation on.
    struct Amount {
        std::size_t at;
        std::int64_t bytes;
    };

    void operation(std::size_t at);
    void made(std::size_t at, const Operation& operation, std::int64_t increase);
    void deallocated(std::size_t at, const Operation& operation, std::int64_t increase);
    /// Returns a row whose size is `size` within the tolerance, or SIZE_MAX.
    std::size_t findOfSize(const BySize& rows, std::int64_t size) const;
    void end(std::size_t row, std::size_t at);
    void balance(std::size_t at);
    void keepOther(std::size_t at, std::int64_t bytes);
    void closeOther(std::size_t at);
    void addRow(std::int64_t size, std::size_t begin, std::size_t end, OperationRows::Kind kind);
    std::string key(const Operation& operation, const std::string& value) const;

    const Profile& m_profile;
    Memory m_memory;
    Extent m_extent;
    const Levels& m_levels;
    std::int64_t m_tolerance; // tolerance in bytes, for sums of rounded numbers
    std::vector<OperationRow> m_rows;
    std::unordered_map<std::string, std::size_t> m_results; // rows by const-eval graph and result
    BySize m_live; // rows that are live and larger than 0 bytes
    BySize m_deallocated; // live rows whose results were deallocated
    std::int64_t m_sum = 0; // sum of the live rows, in bytes
    std::vector<Amount> m_other; // unattributed bytes while they stay about the same
    std::int64_t m_leastOther = 0; // smallest amount in m_other
    std::int64_t m_mostOther = 0;
};

} // namespace tidemark::ttxla
