#pragma once

#include "ui/charts/region_painter.h"

#include <QRegion>

namespace tidemark::ui {

/// What stands over the picture of a map that is kept: frames around rows, the rectangle of a drag, the focus.
class RegionOverlay
{
public:
    /// `zoom`: that rectangle; empty: there is none.
    void paint(QPainter& painter, const RegionScene& scene, const Focus& rows, const QRectF& zoom, bool hasFocus) const;
    /// What is to be painted anew where frames are around other rows now.
    QRegion reframe(const RegionScene& scene, const Focus& rows);

private:
    QRegion m_framed;
};

} // namespace tidemark::ui
