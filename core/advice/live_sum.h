#pragma once

#include "core/view/rows.h"

#include <vector>

namespace tidemark {

/// At steps [begin, end) a row would take `size` bytes in place of its own; other steps stay as they are.
struct RowChange {
    RowId row;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::int64_t size = 0;
};

/// The columns of rows that say how much each takes, and when.
struct RowLives {
    RowValues<std::int64_t> size;
    RowValues<StepId> start;
    RowValues<StepId> end;
};

/// Sizes of all rows live at a step, added up, and what that would be if some were smaller. Nothing is packed: two rows
/// that share addresses count both.
class LiveSum
{
public:
    /// `levels` are those after each step, at least one, and at each no less than the rows live there but for what their
    /// sizes are rounded by. What `lives` reads must outlive this.
    LiveSum(std::vector<std::int64_t> levels, RowLives lives);

    /// After each step.
    const std::vector<std::int64_t>& levels() const { return m_levels; }
    std::int64_t peak() const { return m_levels[m_peakStep]; }
    std::uint32_t peakStep() const { return m_peakStep; } // the first that reaches it
    std::uint32_t steps() const { return static_cast<std::uint32_t>(m_levels.size()); }
    /// What several changes say of a row at a step is the least of their sizes, and never more than its own; steps
    /// outside its life do not count. Cost: linear in steps and changes, but for many changes of one row.
    std::vector<std::int64_t> levelsWith(std::vector<RowChange> changes) const;
    /// Their maximum.
    std::int64_t peakWith(std::vector<RowChange> changes) const;

    std::int64_t size(RowId row) const { return m_lives.size[row]; }
    std::int64_t sizeOf(const std::vector<RowId>& rows) const;
    bool isAtPeak(RowId row) const;
    /// The largest first.
    void sortBySize(std::vector<RowId>& rows) const;

    /// The row is not there at all, or smaller as long as it lives.
    RowChange gone(RowId row) const { return {row, 0, steps(), 0}; }
    RowChange resized(RowId row, std::int64_t size) const { return {row, 0, steps(), size}; }

private:
    std::vector<std::int64_t> m_levels;
    RowLives m_lives;
    std::uint32_t m_peakStep = 0;
};

} // namespace tidemark
