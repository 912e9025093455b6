#pragma once

#include "core/view/region_raster.h"
#include "ui/charts/region_content.h"

#include <QImage>
#include <QSize>

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
    std::vector<MapBox> large; // boxes with borders: pieces, or parts of pieces if another row takes them over
    std::vector<RegionName> names;
};

/// The alpha of a pixel of which this share is covered: rounded up to a whole 255th, so that nothing is invisible
/// however small it is. REQUIRES: a share > 0
int alphaOf(double share);

/// The size of a drawing in device pixels.
struct RegionPixels {
    QSize plot;
    int bands = 0; // height; 0: there are no bands
    double ratio = 1; // device pixels per logical pixel
    friend bool operator==(const RegionPixels&, const RegionPixels&) = default;
};

/// Draws the window of the content. `fixed` is the font of names. Errors: Cancelled. May be called on any thread.
Result<std::shared_ptr<const RegionDrawing>> drawRegion(const RegionContent& content, const RegionPixels& pixels,
                                                        const QFont& fixed, const Progress& progress = {});

/// Images of the boxes with their borders, and of the bands. They show one window; placeImage() draws them for another.
struct RegionImages {
    QImage boxes; // null: not made
    QImage bands; // null: there are none
};
/// Draws on `ground`. If `ground` is transparent, the images are transparent too, premultiplied. May be called on any
/// thread.
RegionImages imagesOf(const RegionDrawing& drawing, const RegionPixels& pixels, const RowFills& fills,
                      const QColor& ground);

/// Stretches `image` over the rectangle `place` of `target`, by the nearest pixel, and draws the part inside `area`.
/// Fills the rest of `area` with `ground`. Rectangles are in pixels of `target`; both images are opaque, with 32 bits
/// per pixel. Fast: no arithmetic per pixel.
void placeImage(QImage& target, const QRect& area, const QImage& image, const QRectF& place, QRgb ground);

} // namespace tidemark::ui
