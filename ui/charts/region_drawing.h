#pragma once

#include "core/view/region_raster.h"
#include "ui/charts/region_content.h"

#include <QImage>
#include <QSize>

namespace tidemark::ui {

/// The name of who uses a box, where it is large enough for one.
struct RegionName {
    MapBox box; // the visible part
    QString text;
    double width = 0; // of the text, in logical pixels
};

/// The boxes of a window as they are drawn. Immutable.
struct RegionDrawing {
    MapWindow window;
    RegionRaster raster;
    RegionRaster bands; // rows without an address, a few pixels high; width 0: there are none
    std::vector<MapBox> large; // boxes with borders: pieces, or parts of pieces if another row takes them over
    std::vector<RegionName> names;
};

/// How much of its colour a pixel shows of which this share is covered: the next whole 255th, so that nothing is left
/// out however small. REQUIRES: more than 0
int alphaOf(double share);

/// The size of a drawing in device pixels.
struct RegionPixels {
    QSize plot;
    int bands = 0; // height; 0: there are no bands
    double ratio = 1; // device pixels per logical pixel
    friend bool operator==(const RegionPixels&, const RegionPixels&) = default;
};

/// Of the content's window and map. `fixed` is the font of names. Error of kind Cancelled. On any thread.
Result<std::shared_ptr<const RegionDrawing>> drawRegion(const RegionContent& content, const RegionPixels& pixels,
                                                        const QFont& fixed, const Progress& progress = {});

/// Boxes with their borders, and bands. Of a window: where others show it, placeImage() moves it.
struct RegionImages {
    QImage boxes; // null: not made
    QImage bands; // null: there are none
};
/// On `ground`; where it is transparent the images are, premultiplied. On any thread.
RegionImages imagesOf(const RegionDrawing& drawing, const RegionPixels& pixels, const RowFills& fills,
                      const QColor& ground);

/// Fills `area` of `target` with what of `image` comes to lie there when it is stretched over `place`, by the nearest
/// pixel, and with `ground` beside it. In pixels of `target`; both are opaque, of 32 bits. Quick: without arithmetic
/// for each pixel.
void placeImage(QImage& target, const QRect& area, const QImage& image, const QRectF& place, QRgb ground);

} // namespace tidemark::ui
