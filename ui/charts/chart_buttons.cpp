#include "ui/charts/chart_buttons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

#include <array>

namespace tidemark::ui {
namespace {

constexpr int kIcon = 16;
constexpr int kButton = 24;
constexpr std::size_t kFirstZoom = 3; // position in kShapes

void lens(QPainterPath& path)
{
    path.addEllipse(QPointF(7, 7), 4.5, 4.5);
    path.moveTo(10.3, 10.3);
    path.lineTo(14, 14);
    path.moveTo(4.8, 7);
    path.lineTo(9.2, 7);
}

void lines(QPainterPath& path, std::initializer_list<QPointF> points)
{
    path.moveTo(*points.begin());
    for (const QPointF& point : points)
        path.lineTo(point);
}

/// In the order of the buttons.
constexpr std::array<void (*)(QPainterPath&), 6> kShapes = {
    [](QPainterPath& path) {
        lines(path, {{10, 3}, {5.5, 8}, {10, 13}});
    },
    [](QPainterPath& path) {
        lines(path, {{2, 12}, {5, 12}, {8, 4}, {11, 12}, {14, 12}});
    },
    [](QPainterPath& path) {
        lines(path, {{6, 3}, {10.5, 8}, {6, 13}});
    },
    [](QPainterPath& path) { lens(path); },
    [](QPainterPath& path) {
        lens(path);
        lines(path, {{7, 4.8}, {7, 9.2}});
    },
    [](QPainterPath& path) {
        lines(path, {{3, 6}, {3, 3}, {6, 3}});
        lines(path, {{10, 3}, {13, 3}, {13, 6}});
        lines(path, {{13, 10}, {13, 13}, {10, 13}});
        lines(path, {{6, 13}, {3, 13}, {3, 10}});
    },
};

QIcon makeIcon(void (*shape)(QPainterPath&), const QColor& color)
{
    QIcon icon;
    for (const int scale : {1, 2, 3}) {
        QPixmap pixmap(kIcon * scale, kIcon * scale);
        pixmap.fill(Qt::transparent);
        pixmap.setDevicePixelRatio(scale);
        QPainterPath path;
        shape(path);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(color, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(path);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

ChartButtons::ChartButtons(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const auto add = [&](const QString& name, void (ChartButtons::*asked)()) {
        auto* button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setFixedSize(kButton, kButton);
        button->setIconSize({kIcon, kIcon});
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, asked);
        if (static_cast<std::size_t>(m_buttons.size()) == kFirstZoom)
            layout->addSpacing(8);
        layout->addWidget(button);
        m_buttons << button;
    };
    add(tr("Previous local peak (Shift+N)"), &ChartButtons::previousPeakAsked);
    add(tr("Go to the peak (P)"), &ChartButtons::peakAsked);
    add(tr("Next local peak (N)"), &ChartButtons::nextPeakAsked);
    add(tr("Zoom out (−)"), &ChartButtons::zoomOutAsked);
    add(tr("Zoom in (+)"), &ChartButtons::zoomInAsked);
    add(tr("Show the whole program (0)"), &ChartButtons::fitAsked);
    updateIcons();
}

void ChartButtons::updateIcons()
{
    for (std::size_t i = 0; i < kShapes.size(); ++i)
        m_buttons[static_cast<qsizetype>(i)]->setIcon(makeIcon(kShapes[i], palette().color(QPalette::WindowText)));
}

void ChartButtons::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
