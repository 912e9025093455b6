#pragma once

#include "core/tenstorrent/xla/operation_rows.h"

#include <set>
#include <unordered_map>

namespace tidemark::ttxla {

/// Finds out from when to when the increase of each operation is there.
class RowTracker
{
public:
    RowTracker(const Profile& profile, Memory memory, Extent extent, const Levels& levels);
    std::vector<OperationRow> take();

private:
    using BySize = std::set<std::pair<std::int64_t, std::size_t>>; // with positions in m_rows

    /// How much is not attributed from an operation on.
    struct Amount {
        std::size_t at;
        std::int64_t bytes;
    };

    void operation(std::size_t at);
    void made(std::size_t at, const Operation& operation, std::int64_t increase);
    void deallocated(std::size_t at, const Operation& operation, std::int64_t increase);
    /// The row whose size is as much as was freed; none: SIZE_MAX.
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
    std::int64_t m_tolerance; // of sums of rounded numbers
    std::vector<OperationRow> m_rows;
    std::unordered_map<std::string, std::size_t> m_results; // rows by graph and result
    BySize m_live; // rows with a size
    BySize m_deallocated; // of them those whose results are
    std::int64_t m_sum = 0; // of the live rows
    std::vector<Amount> m_other; // what is not attributed, as long as it stays about the same
    std::int64_t m_leastOther = 0; // of that
    std::int64_t m_mostOther = 0;
};

} // namespace tidemark::ttxla
