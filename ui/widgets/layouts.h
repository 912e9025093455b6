#pragma once

#include <QBoxLayout>

#include <initializer_list>

class QFrame;
class QWidget;

namespace tidemark::ui {

/// A part of a line or column: a widget or a layout with its stretch.
struct LaidOut {
    LaidOut(QWidget* of, int factor = 0, Qt::Alignment at = {})
        : widget(of)
        , stretch(factor)
        , alignment(at)
    { }
    LaidOut(QLayout* of, int factor = 0)
        : layout(of)
        , stretch(factor)
    { }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr; // both null: empty room
    int stretch = 0;
    Qt::Alignment alignment = {};
};

/// Empty room that grows.
inline LaidOut roomBetween(int factor = 1)
{
    return {static_cast<QWidget*>(nullptr), factor};
}

/// The margins and the spacing that the style gives a layout.
inline constexpr QMargins kStyleMargins(-1, -1, -1, -1);
inline constexpr int kStyleSpacing = -1;

/// Lay out the parts from left to right, or from top to bottom. `parent` is null for a layout inside another one.
QHBoxLayout* inLine(QWidget* parent, std::initializer_list<LaidOut> parts, const QMargins& margins = {},
                    int spacing = 0);
QVBoxLayout* inColumn(QWidget* parent, std::initializer_list<LaidOut> parts, const QMargins& margins = {},
                      int spacing = 0);

QFrame* makeRule(QWidget* parent);

} // namespace tidemark::ui
