#pragma once

#include "core/xla/replay/space_timeline.h"

#include <span>
#include <vector>

namespace tidemark {

/// At steps [begin, end) a row would take `size` bytes in place of its own; other steps stay as they are.
struct RowChange {
    RowId row;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::int64_t size = 0;
};

/// Sizes of all rows live at a step, added up, and what that would be if some were smaller. Nothing is packed: two rows
/// that share addresses count both.
class LiveSum
{
public:
    /// `timeline` must outlive this.
    explicit LiveSum(const SpaceTimeline& timeline);

    /// After each step.
    const std::vector<std::int64_t>& levels() const { return m_levels; }
    std::int64_t peak() const { return m_levels[m_peakStep]; }
    std::uint32_t peakStep() const { return m_peakStep; } // the first that reaches it
    /// What several changes say of a row at a step is the least of their sizes, and never more than its own; steps
    /// outside its life do not count. Cost: linear in steps and changes, but for many changes of one row.
    std::vector<std::int64_t> levelsWith(std::vector<RowChange> changes) const;
    /// Their maximum.
    std::int64_t peakWith(std::vector<RowChange> changes) const;

private:
    const SpaceTimeline& m_timeline;
    std::vector<std::int64_t> m_levels;
    std::uint32_t m_peakStep = 0;
};

} // namespace tidemark
