#pragma once

#include <QColor>
#include <QPixmap>
#include <QString>

#include <string>
#include <string_view>

class QPainter;

namespace tidemark::ui {

/// A square that tells a group by its colour. The category (its id, or empty) that says that nothing decides is
/// hatched: its grey alone is too near to others.
struct Swatch {
    QColor color; // not valid: there is none
    std::string category = {};
};

void paintSwatch(QPainter& painter, const QRectF& square, const QColor& color, std::string_view category);
/// The same by itself, of `side` logical pixels.
QPixmap swatch(const QColor& color, std::string_view category, int side, double pixelRatio);
/// The same as a character, as large as the text around it.
QString swatchHtml(const QColor& color, std::string_view category);

} // namespace tidemark::ui
