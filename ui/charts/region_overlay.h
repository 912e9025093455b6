#pragma once

#include "ui/charts/region_painter.h"

#include <QRegion>

namespace tidemark::ui {

/// What stands over the picture of a map that is kept: frames around rows, the rectangle of a drag, the focus.
class RegionOverlay
{
public:
    /// `zoom`: that rectangle; empty: there is none.
    void paint(QPainter& painter, const RegionScene& scene, const Focus& rows, const QRectF& zoom, bool hasFocus);
    /// What is to be painted anew where frames are around other rows now: where they are, and where they were painted.
    QRegion reframed(const RegionScene& scene, const Focus& rows) const;

private:
    QRegion m_framed; // as painted last: a zoom moves frames too
};

} // namespace tidemark::ui
