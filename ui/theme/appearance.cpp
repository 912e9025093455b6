#include "ui/theme/appearance.h"

#include "ui/theme/colors.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolTip>

namespace tidemark::ui {
namespace {

constexpr int kHeaderMargin = 4;
constexpr int kCellMargin = 7;
constexpr int kSortSign = 9;

/// The label of a header section. It has the same margins as the cells below it. The sort indicator is to the right of
/// the label.
QRect headerLabel(const QStyleOptionHeader& header)
{
    QRect label = header.rect.adjusted(kCellMargin, 0, -kCellMargin, 0);
    if (header.sortIndicator != QStyleOptionHeader::None)
        label.setRight(label.right() - kSortSign - kHeaderMargin);
    return label;
}

QRect headerSign(const QStyleOptionHeader& header)
{
    return {header.rect.right() + 1 - kCellMargin - kSortSign, header.rect.top(), kSortSign, header.rect.height()};
}

/// A bar with a line at its top or bottom.
void drawBar(const QStyleOption* option, QPainter* painter, int line)
{
    const Colors colors = colorsFor(option->palette);
    const QRect& r = option->rect;
    painter->fillRect(r, colors.window);
    painter->fillRect(r.left(), line, r.width(), 1, colors.border);
}

void drawTab(const QStyleOptionTab* tab, QPainter* painter)
{
    const Colors colors = colorsFor(tab->palette);
    const bool isSelected = tab->state & QStyle::State_Selected;
    QRect r = tab->rect;
    if (!isSelected)
        return;
    painter->fillRect(r, colors.base);
    painter->setPen(colors.border);
    painter->drawLine(r.topLeft(), r.bottomLeft());
    painter->drawLine(r.topRight(), r.bottomRight());
    painter->fillRect(r.left(), r.top(), r.width(), 2, colors.highlight);
}

/// The indicator points down if the largest value is first.
void drawSortSign(const QStyleOptionHeader* header, QPainter* painter)
{
    const double down
        = header->sortIndicator == QStyleOptionHeader::SortUp ? 1 : -1; // Qt calls a descending order "up"
    const QPointF middle = QRectF(header->rect).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(header->palette.text());
    painter->drawPolygon(QPolygonF(
        {middle + QPointF(-4, -2.5 * down), middle + QPointF(4, -2.5 * down), middle + QPointF(0, 2.5 * down)}));
    painter->restore();
}

/// Looks like the icon of the other close buttons.
void drawCross(const QStyleOption& option, QPainter* painter)
{
    const Colors colors = colorsFor(option.palette);
    const QPointF middle = QRectF(option.rect).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(option.state & QStyle::State_MouseOver ? colors.text : colors.secondaryText, 1.3));
    painter->drawLine(middle - QPointF(4, 4), middle + QPointF(4, 4));
    painter->drawLine(middle - QPointF(4, -4), middle + QPointF(4, -4));
    painter->restore();
}

/// Paints over the borders of Fusion, which are darker than a dark window. A focused field keeps its highlight.
void drawFieldBorder(const QStyleOption& option, QPainter* painter, const QRect& rect, bool isRound = false)
{
    if (option.state & QStyle::State_HasFocus)
        return;
    QColor color = colorsFor(option.palette).fieldBorder;
    if (!(option.state & QStyle::State_Enabled))
        color.setAlphaF(0.5F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(color);
    painter->setBrush(Qt::NoBrush);
    const QRectF line = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isRound)
        painter->drawEllipse(line);
    else
        painter->drawRoundedRect(line, 2, 2);
    painter->restore();
}

/// Draws a title of a menu bar without the line that Fusion draws below it.
void drawMenuTitle(const QStyleOptionMenuItem& item, QPainter* painter, const QStyle& style)
{
    const bool isOpen = (item.state & QStyle::State_Selected) && (item.state & QStyle::State_Sunken);
    const bool isHovered = item.state & QStyle::State_Selected;
    const Colors colors = colorsFor(item.palette);
    QPalette palette = item.palette;
    QColor fill = colors.window;
    if (isOpen) {
        fill = colors.highlight;
        palette.setColor(QPalette::ButtonText, colors.highlightedText);
    } else if (isHovered) {
        fill = colors.selectedRow;
    }
    painter->fillRect(item.rect, fill);
    int flags = Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine;
    flags |= style.styleHint(QStyle::SH_UnderlineShortcut, &item) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
    style.drawItemText(painter, item.rect, flags, palette, item.state & QStyle::State_Enabled, item.text,
                       QPalette::ButtonText);
}

/// Fusion draws no focus frame on a button without a frame.
void drawFocus(const QStyleOptionButton& button, QPainter* painter)
{
    if (!(button.state & QStyle::State_HasFocus) || !(button.state & QStyle::State_KeyboardFocusChange))
        return;
    painter->setPen(colorsFor(button.palette).highlight);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(button.rect.adjusted(0, 0, -1, -1));
}

} // namespace

FlatStyle::FlatStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{ }

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_FocusFrameHMargin: // margin of the text in a cell
        if (qobject_cast<const QAbstractItemView*>(widget))
            return 6;
        break;
    case PM_HeaderMargin:
        return kHeaderMargin;
    case PM_TabBarTabShiftVertical:
        return 0;
    case PM_HeaderMarkSize:
        return kSortSign;
    case PM_DockWidgetSeparatorExtent:
        return 5;
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
        return 0;
    case PM_DockWidgetFrameWidth:
        return 0;
    case PM_DockWidgetTitleMargin:
        return 4;
    default:
        break;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QRect FlatStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (header && header->orientation == Qt::Horizontal && element == SE_HeaderLabel)
        return visualRect(header->direction, header->rect, headerLabel(*header));
    if (header && header->orientation == Qt::Horizontal && element == SE_HeaderArrow)
        return visualRect(header->direction, header->rect, headerSign(*header));
    return QProxyStyle::subElementRect(element, option, widget);
}

/// Like QCommonStyle, which calls its own subElementRect() instead of this style's for label and indicator.
void FlatStyle::drawHeader(const QStyleOptionHeader& header, QPainter* painter, const QWidget* widget) const
{
    painter->save();
    painter->setClipRect(header.rect);
    proxy()->drawControl(CE_HeaderSection, &header, painter, widget);
    QStyleOptionHeader part = header;
    part.rect = subElementRect(SE_HeaderLabel, &header, widget);
    proxy()->drawControl(CE_HeaderLabel, &part, painter, widget);
    if (header.sortIndicator != QStyleOptionHeader::None) {
        part.rect = subElementRect(SE_HeaderArrow, &header, widget);
        proxy()->drawPrimitive(PE_IndicatorHeaderArrow, &part, painter, widget);
    }
    painter->restore();
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                  const QWidget* widget) const
{
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    return type == CT_HeaderSection ? size + QSize(2 * (kCellMargin - kHeaderMargin), 0) : size;
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* result) const
{
    if (hint == SH_ToolTip_WakeUpDelay)
        return 400;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, result);
}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    switch (element) {
    case PE_PanelStatusBar:
        drawBar(option, painter, option->rect.top());
        return;
    case PE_FrameStatusBarItem:
        return;
    case PE_Frame:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        painter->setPen(colorsFor(option->palette).border);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_FrameMenu: // the border of Fusion is darker than a dark window
        painter->setPen(colorsFor(option->palette).fieldBorder);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_PanelTipLabel: // like the tips of charts
        painter->fillRect(option->rect, colorsFor(option->palette).border);
        painter->fillRect(option->rect.adjusted(1, 1, -1, -1), option->palette.base());
        return;
    case PE_FrameTabBarBase:
        // Continues the line of the tool bar around the tabs.
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1,
                          colorsFor(option->palette).border);
        return;
    case PE_FrameLineEdit:
    case PE_IndicatorCheckBox:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        drawFieldBorder(*option, painter, option->rect);
        return;
    case PE_IndicatorRadioButton:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        drawFieldBorder(*option, painter, option->rect, true);
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            drawSortSign(header, painter);
        return;
    case PE_IndicatorTabClose: // that of Fusion is red
        drawCross(*option, painter);
        return;
    case PE_IndicatorDockWidgetResizeHandle:
        painter->fillRect(option->rect, option->palette.window());
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox)
        drawFieldBorder(*option, painter, option->rect.adjusted(0, 1, 0, -1));
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element == CE_Header && header && header->orientation == Qt::Horizontal) {
        drawHeader(*header, painter, widget);
        return;
    }
    if (element == CE_ToolBar) {
        drawBar(option, painter, option->rect.bottom());
        return;
    }
    const auto* title = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (element == CE_MenuBarItem && title) {
        drawMenuTitle(*title, painter, *proxy());
        return;
    }
    if (element == CE_Splitter && !(option->state & State_Enabled))
        return; // there is nothing to divide
    if (element == CE_MenuBarEmptyArea) {
        painter->fillRect(option->rect, option->palette.window());
        return;
    }
    if (element == CE_TabBarTabShape) {
        const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
        if (tab && tab->shape == QTabBar::RoundedNorth) {
            drawTab(tab, painter);
            return;
        }
    }
    QProxyStyle::drawControl(element, option, painter, widget);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_PushButton && button && (button->features & QStyleOptionButton::Flat))
        drawFocus(*button, painter);
}

void applyAppearance(Appearance appearance)
{
    static const bool systemIsDark = colorsFor(QApplication::palette()).isDark;
    static const bool ownsStyle
        = QApplication::style()->name().compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0;
    if (!ownsStyle && appearance == Appearance::System) {
        QApplication::setPalette(QPalette());
        return;
    }
    if (ownsStyle && !qobject_cast<FlatStyle*>(QApplication::style()))
        QApplication::setStyle(new FlatStyle);
    const bool isDark = appearance == Appearance::Dark || (appearance == Appearance::System && systemIsDark);
    const QPalette palette = isDark ? darkPalette() : lightPalette();
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace tidemark::ui
