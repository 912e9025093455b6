#pragma once

#include "core/base/progress.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QImage>
#include <QRectF>
#include <QSize>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

class QIODevice;
class QPainter;

namespace tidemark::ui {

/// The least and the greatest width or height of an exported picture, in pixels.
constexpr int kSmallestPicture = 200;
constexpr int kLargestPicture = 16'000;

struct PictureOptions {
    QSize size{1600, 900}; // pixels
    bool isDark = false;
    QString title; // left out when empty
    QString subtitle;
    QString explanation = {}; // why the peak is as high as it is; left out when empty
    double scale = 1; // of text and lines
};

/// A drawing for a file or the clipboard. It can be drawn on any thread.
class Picture
{
public:
    virtual ~Picture() = default;

    /// Returns null if the size is not usable, or when cancelled.
    virtual QImage image(const Progress& progress = {}) const = 0;
    /// Returns false if the size is not usable, if the device cannot be written to, or when cancelled.
    virtual bool svg(QIODevice& device, const Progress& progress = {}) const = 0;
};

bool isUsable(const PictureOptions& options);
/// Cleans a text for a picture. Names of a program may contain characters that cannot be displayed and that XML does
/// not allow.
QString written(const QString& words);
Colors colorsOf(const PictureOptions& options);
/// Implements Picture::svg() for a drawing that `paint` does in pixels.
bool paintedSvg(QIODevice& device, const PictureOptions& options, const std::function<void(QPainter&)>& paint,
                const Progress& progress);

/// Paints a picture, or a part of it, in points. It is the function that also paints the screen. It may be called on
/// any thread.
using PaintPicture = std::function<void(QPainter&, const QRectF& area, const Colors&, const QFont&)>;
/// A picture that `paint` draws in one call. The background is filled before.
std::shared_ptr<const Picture> paintedPicture(PictureOptions options, PaintPicture paint);

/// Title, subtitle and explanation at the top of a picture, line by line, in points.
class PictureTitles
{
public:
    /// A small picture has only the title, in a smaller font.
    explicit PictureTitles(const PictureOptions& options, bool isSmall = false);
    double bottom() const { return m_bottom; }
    void paint(QPainter& painter, const Colors& colors) const;

private:
    struct Line {
        QString text;
        QFont font;
        bool isSubtitle = false;
    };
    void add(const QStringList& texts, const QFont& font, bool isSubtitle = false);

    std::vector<Line> m_lines;
    double m_edge;
    double m_width;
    double m_bottom;
};

/// A picture with titles, of which `paint` draws the part below them.
std::shared_ptr<const Picture> titledPicture(PictureOptions options, PaintPicture paint);
/// An existing SVG, centred and as large as its size allows.
std::shared_ptr<const Picture> svgPicture(QByteArray svg, QSize size);
/// The part of a titled picture that `paint` gets.
QRectF roomBelowTitles(const PictureOptions& options);

} // namespace tidemark::ui
