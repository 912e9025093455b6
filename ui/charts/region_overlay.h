#pragma once

#include "ui/charts/region_painter.h"

#include <QRegion>

namespace tidemark::ui {

/// The part of a map that is painted over the cached image: frames around rows, the rectangle of a drag, the focus
/// frame.
class RegionOverlay
{
public:
    /// `zoom` is the rectangle of a drag. Empty: there is none.
    void paint(QPainter& painter, const RegionScene& scene, const Focus& rows, const QRectF& zoom, bool hasFocus);
    /// The region to repaint after the framed rows changed: the new frames, and the frames painted last.
    QRegion reframed(const RegionScene& scene, const Focus& rows) const;

private:
    QRegion m_framed; // as painted last: a zoom moves frames too
};

} // namespace tidemark::ui
