#pragma once

#include "core/include/tidemark/summary.h"
#include "core/view/view.h"

namespace tidemark {

/// Reads the curves of a view cell by cell.
class TimelineReader
{
public:
    /// The view must outlive the reader.
    explicit TimelineReader(const View& view);

    /// REQUIRES: a cell of the axis
    TimelineStep at(StepId cell) const;

private:
    const View& m_view;
    const Curve* m_level;
    const Curve* m_upstream; // null: no tool shows a level of its own
    const Curve* m_unpadded;
    const Curve* m_inside;
};

} // namespace tidemark
