#pragma once

#include <QProxyStyle>

class QStyleOptionHeader;

namespace tidemark::ui {

/// Fusion without gradients and shadows around bars and tabs, with flat areas and lines of one pixel instead. Fields
/// and check boxes have visible borders, in dark colours too.
class FlatStyle : public QProxyStyle
{
    Q_OBJECT

public:
    FlatStyle();

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* result) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;

private:
    void drawHeader(const QStyleOptionHeader& header, QPainter* painter, const QWidget* widget) const;
};

enum class Appearance { System, Light, Dark };

/// Sets light colours, dark colours or the system's colours for all windows. Desktops with a style of their own keep
/// it. Elsewhere (plain X11, and wherever Qt falls back to Fusion) the FlatStyle variant of Fusion and the
/// application's palettes are used.
/// REQUIRES: QApplication
void applyAppearance(Appearance appearance);

} // namespace tidemark::ui
