#pragma once

#include "ui/charts/picture.h"
#include "ui/charts/region_content.h"
#include "ui/charts/region_scene.h"

#include <QRegion>

namespace tidemark::ui {

/// Draws the surroundings of boxes and bands: addresses, a label for the bands, the frame of the plot.
void paintRegionFrame(QPainter& painter, const RegionScene& scene);
/// Draws the names that have room.
void paintRegionNames(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing);

constexpr std::size_t kVectorBoxes = 5'000; // up to so many boxes are rectangles in an SVG; more are one image
/// Draws everything except the marks, for pictures, as on the screen. Boxes are an image, except in an SVG with at most
/// kVectorBoxes boxes, where they are rectangles.
void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const RegionPixels& pixels);
/// Draws the selected rows, the tags of peak and cursor, the axis, and the column of free and used memory at the
/// cursor. In a view without an axis, draws the free memory instead.
void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level);
/// Draws a frame around a row.
void paintRowFrame(QPainter& painter, const RegionScene& scene, RowId row, Qt::PenStyle style);

/// A picture of an address map with the titles of the options. Above the map are a legend of the colours and a title of
/// the map. Shows the peak, the cursor, and the selected and pinned rows. Needs no window.
std::shared_ptr<const Picture> regionPicture(RegionContent content, RegionLegend legend, const QString& title,
                                             const PictureOptions& options);

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
