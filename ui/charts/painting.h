#pragma once

#include "ui/theme/colors.h"

#include <QFont>
#include <QImage>
#include <QRegion>
#include <QString>

#include <functional>

class QContextMenuEvent;
class QEvent;
class QPainter;
class QWidget;

namespace tidemark::ui {

// What charts have in common when they paint and when they answer events.

QColor withAlpha(QColor color, float alpha);

/// Writes a text from the left end of its baseline, or into a box.
void paintText(QPainter& painter, const QPointF& at, const QString& words, const QFont& font, const QColor& color);
void paintText(QPainter& painter, const QRectF& box, int flags, const QString& words, const QFont& font,
               const QColor& color);

/// Paints a part of the cached image of a whole widget.
void paintPart(QPainter& painter, const QRegion& part, const QImage& image);

void paintFocusFrame(QPainter& painter, const QRectF& frame, const Colors& colors);

/// Paints a frame around an item. The frame has an edge in the background colour, so that it is visible on every fill.
void paintItemFrame(QPainter& painter, const QRectF& item, const Colors& colors, const QColor& line,
                    Qt::PenStyle style = Qt::SolidLine);

/// Marks a selected item with an outline. An item with a side below `outlinedFrom` gets a shade, because the outline
/// would cover it.
void paintSelectedItem(QPainter& painter, const QRectF& item, double outlinedFrom, const Colors& colors);

/// The position of a context menu on the screen: at the pointer, or at `at` if a key asked for the menu.
QPoint menuPlace(const QContextMenuEvent& event, const QWidget& widget, const QPoint& at);

/// Answers a request for a tool tip with a plain text; an empty text hides the tip. Returns false for other events.
bool showToolTip(const QEvent& event, QWidget* widget, const std::function<QString(const QPointF&)>& textAt);

} // namespace tidemark::ui
