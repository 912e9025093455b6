#pragma once

#include "core/address_map/region_raster.h"
#include "ui/charts/picture.h"
#include "ui/charts/region_scene.h"

#include <QImage>
#include <QRegion>

namespace tidemark::ui {

/// The name that is written into a box if the box is large enough.
struct RegionName {
    MapBox box; // the visible part
    QString text;
    double width = 0; // of the text, in logical pixels
};

/// The boxes of a window, ready to draw. Immutable.
struct RegionDrawing {
    MapWindow window;
    RegionRaster raster;
    RegionRaster bands; // rows without an address, a few pixels high; width 0: there are none
    RegionRaster held; // the parts that the allocator holds, without meaningful rows; width 0: it holds everything
    std::vector<MapBox> large; // boxes with borders: pieces, or parts of pieces if another row takes them over
    std::vector<RegionName> names;
};

/// The alpha of a pixel of which this share is covered: rounded up to a whole 255th, so that nothing is invisible
/// however small it is. REQUIRES: a share > 0
int alphaOf(double share);

/// Draws the window of the content. `fixed` is the font of names. Errors: Cancelled. May be called on any thread.
Result<std::shared_ptr<const RegionDrawing>> drawRegion(const RegionContent& content, const RegionPixels& pixels,
                                                        const QFont& fixed, const Progress& progress = {});

/// Images of the boxes with their borders, and of the bands. They show one window; placeImage() draws them for another.
struct RegionImages {
    QImage boxes; // null: not made
    QImage bands; // null: there are none
};
/// Draws on `ground`, and on `notHeld` where the allocator holds nothing. If `ground` is transparent, the images are
/// transparent too, premultiplied. May be called on any thread.
RegionImages imagesOf(const RegionDrawing& drawing, const RegionPixels& pixels, const RowFills& fills,
                      const QColor& ground, const QColor& notHeld);

/// Stretches `image` over the rectangle `place` of `target`, by the nearest pixel, and draws the part inside `area`.
/// Fills the rest of `area` with `ground`. Rectangles are in pixels of `target`; both images are opaque, with 32 bits
/// per pixel. Fast: no arithmetic per pixel.
void placeImage(QImage& target, const QRect& area, const QImage& image, const QRectF& place, QRgb ground);

/// Draws the surroundings of boxes and bands: addresses, a label for the bands, the frame of the plot.
void paintRegionFrame(QPainter& painter, const RegionScene& scene);
/// Draws the names that have room.
void paintRegionNames(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing);

constexpr std::size_t kVectorBoxes = 5'000; // up to so many boxes are rectangles in an SVG; more are one image
/// Draws everything except the marks, for pictures, as on the screen. Boxes are an image, except in an SVG with at most
/// kVectorBoxes boxes and ranges that the allocator holds, where they are rectangles.
void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const RegionPixels& pixels);
/// Draws the selected rows, the tags of peak and cursor, the axis, and the column of free and used memory at the
/// cursor. In a view without an axis, draws the free memory instead.
void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level);

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
