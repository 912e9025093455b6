#pragma once

#include <QColor>
#include <QPixmap>
#include <QString>

#include <string>
#include <string_view>

class QPainter;

namespace tidemark::ui {

/// A square in the colour of a group. `category` is the id of a category, or empty. The category of undecided rows is
/// hatched, because its grey is too similar to others.
struct Swatch {
    QColor color; // not valid: no swatch
    std::string category = {};
};

void paintSwatch(QPainter& painter, const QRectF& square, const QColor& color, std::string_view category);
/// A swatch as an image of `side` logical pixels.
QPixmap swatch(const QColor& color, std::string_view category, int side, double pixelRatio);
/// A swatch as a character in HTML, as large as the surrounding text.
QString swatchHtml(const QColor& color, std::string_view category);

} // namespace tidemark::ui
