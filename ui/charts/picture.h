#pragma once

#include "core/base/progress.h"

#include <QImage>
#include <QSize>
#include <QString>

class QIODevice;

namespace tidemark::ui {

/// What a side of an exported picture may be, in pixels.
constexpr int kSmallestPicture = 200;
constexpr int kLargestPicture = 16'000;

/// How an exported picture looks.
struct PictureOptions {
    QSize size{1600, 900}; // pixels
    bool isDark = false;
    QString title; // left out when empty
    QString subtitle;
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

} // namespace tidemark::ui
