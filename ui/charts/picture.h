#pragma once

#include "core/base/progress.h"

#include <QImage>
#include <QSize>
#include <QString>

#include <functional>

class QIODevice;
class QPainter;

namespace tidemark::ui {

/// What a side of an exported picture may be, in pixels.
constexpr int kSmallestPicture = 200;
constexpr int kLargestPicture = 16'000;

/// How an exported picture looks.
struct PictureOptions {
    QSize size{1600, 900}; // pixels
    bool isDark = false;
    QString title; // left out when empty
    QString shorterTitle = {}; // used if the title does not fit on two lines; empty: the title is cut instead
    QString subtitle;
    QString explanation = {}; // why the peak is as high as it is; left out when empty
    double scale = 1; // of text and lines
};

/// Something that can be drawn for a file or the clipboard, on any thread.
class Picture
{
public:
    virtual ~Picture() = default;

    /// Null when the size cannot be had, or when cancelled.
    virtual QImage image(const Progress& progress = {}) const = 0;
    /// False when the size cannot be had, when the device does not take it, or when cancelled.
    virtual bool svg(QIODevice& device, const Progress& progress = {}) const = 0;
};

/// Whether a picture of this size can be drawn.
bool isUsable(const PictureOptions& options);
/// Text for a picture: names of a program may hold what none can show and no XML file may contain.
QString written(const QString& words);
/// Picture::image() and svg() of what `paint` draws in one go, in pixels.
QImage paintedImage(const PictureOptions& options, const std::function<void(QPainter&)>& paint,
                    const Progress& progress);
bool paintedSvg(QIODevice& device, const PictureOptions& options, const std::function<void(QPainter&)>& paint,
                const Progress& progress);

} // namespace tidemark::ui
