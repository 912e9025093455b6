#pragma once

#include "core/view/rows.h"

#include <vector>

namespace tidemark {

/// At steps [begin, end) a row would take `size` bytes instead of its size. Other steps do not change.
struct RowChange {
    RowId row;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::int64_t size = 0;
};

/// The columns that give the size and the live range of each row.
struct RowLives {
    RowValues<std::int64_t> size;
    RowValues<StepId> start;
    RowValues<StepId> end;
};

/// The sum of the sizes of all live rows at each step, and the sum if some rows were smaller. Nothing is packed: two
/// rows that share addresses both count.
class LiveSum
{
public:
    /// `levels` has the level after each step, at least one. Each level is at least the sum of the live rows, except
    /// for rounding. The data of `lives` must outlive this object. If `sizes` is not empty, it replaces lives.size.
    LiveSum(std::vector<std::int64_t> levels, RowLives lives, std::vector<std::int64_t> sizes = {});
    LiveSum(const LiveSum&) = delete;
    LiveSum(LiveSum&&) = default;
    LiveSum& operator=(const LiveSum&) = delete;
    LiveSum& operator=(LiveSum&&) = default;
    ~LiveSum() = default;

    /// The sum after each step.
    const std::vector<std::int64_t>& levels() const { return m_levels; }
    std::int64_t peak() const { return m_levels[m_peakStep]; }
    std::uint32_t peakStep() const { return m_peakStep; } // the first that reaches it
    std::uint32_t steps() const { return static_cast<std::uint32_t>(m_levels.size()); }
    /// If several changes affect a row at a step, the smallest size counts, and never more than the row's own. Steps
    /// outside its life are ignored. Cost: linear in steps and changes, apart from many changes of one row.
    std::vector<std::int64_t> levelsWith(std::vector<RowChange> changes) const;
    /// The maximum of the changed sums.
    std::int64_t peakWith(std::vector<RowChange> changes) const;

    std::int64_t size(RowId row) const { return m_lives.size[row]; }
    std::int64_t sizeOf(const std::vector<RowId>& rows) const;
    bool isAtPeak(RowId row) const;
    /// The largest first.
    void sortBySize(std::vector<RowId>& rows) const;

    /// The row does not exist, or is smaller during its whole life.
    RowChange gone(RowId row) const { return {row, 0, steps(), 0}; }
    RowChange resized(RowId row, std::int64_t size) const { return {row, 0, steps(), size}; }

private:
    std::vector<std::int64_t> m_levels;
    std::vector<std::int64_t> m_sizes;
    RowLives m_lives;
    std::uint32_t m_peakStep = 0;
};

} // namespace tidemark
