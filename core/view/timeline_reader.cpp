#include "core/view/timeline_reader.h"

namespace tidemark {
namespace {

std::optional<std::int64_t> valueAt(const Curve* curve, StepId cell)
{
    if (!curve || curve->values.empty() || !curve->knows(cell.index()))
        return std::nullopt;
    return curve->values[cell.index()];
}

} // namespace

TimelineReader::TimelineReader(const View& view)
    : m_view(view)
    , m_level(&view.curves.front())
    , m_upstream(view.curve(CurveRole::Upstream))
    , m_unpadded(view.curve(CurveRole::Unpadded))
    , m_inside(view.curve(CurveRole::Inside))
{ }

TimelineStep TimelineReader::at(StepId cell) const
{
    TimelineStep step;
    step.step = cell.value;
    step.instruction = m_view.axis.label(cell);
    step.bytes = valueAt(m_upstream ? m_upstream : m_level, cell);
    if (m_upstream)
        step.occupiedBytes = valueAt(m_level, cell);
    step.unpaddedBytes = valueAt(m_unpadded, cell);
    step.insideBytes = valueAt(m_inside, cell);
    return step;
}

} // namespace tidemark
