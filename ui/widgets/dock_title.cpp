#include "ui/widgets/dock_title.h"

#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/text_color.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace tidemark::ui {
namespace {

constexpr int kIcon = 9;
constexpr int kHeight = 27;

/// Small signs in the colour of secondary text: the style's own are heavy, and dark on dark.
QIcon sign(bool isClose, const QColor& color)
{
    constexpr int kScale = 4;
    QPixmap pixmap(kIcon * kScale, kIcon * kScale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kScale, kScale);
    painter.setPen(QPen(color, 1.1));
    if (isClose) {
        painter.drawLine(QPointF(1.5, 1.5), QPointF(7.5, 7.5));
        painter.drawLine(QPointF(7.5, 1.5), QPointF(1.5, 7.5));
    } else {
        painter.drawRect(QRectF(0.6, 2.6, 5.6, 5.6));
        painter.drawPolyline(
            QPolygonF({QPointF(2.8, 2.6), QPointF(2.8, 0.6), QPointF(8.4, 0.6), QPointF(8.4, 6.2), QPointF(6.2, 6.2)}));
    }
    return QIcon(pixmap);
}

} // namespace

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock)
    , m_dock(dock)
    , m_layout(new QHBoxLayout(this))
    , m_title(new QLabel(this))
    , m_note(new QLabel(this))
    , m_float(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    m_layout->setContentsMargins(9, 0, 5, 0);
    m_layout->setSpacing(8);
    for (QLabel* label : {m_title, m_note})
        label->setTextFormat(Qt::PlainText);
    m_note->setFont(secondaryFont());
    m_note->setMinimumWidth(10);
    m_layout->addWidget(m_title);
    m_layout->addWidget(m_note);
    m_layout->addStretch(1);
    for (QToolButton* button : {m_float, m_close}) {
        button->setAutoRaise(true);
        button->setIconSize({kIcon, kIcon});
        button->setFixedSize(20, 20);
        button->setFocusPolicy(Qt::TabFocus);
        m_layout->addWidget(button, 0, Qt::AlignVCenter);
    }
    m_layout->setSpacing(6);
    m_float->setToolTip(tr("Detach or attach"));
    m_float->setAccessibleName(tr("Detach or attach %1").arg(dock->windowTitle()));
    m_close->setToolTip(tr("Close (View menu brings it back)"));
    m_close->setAccessibleName(tr("Close %1").arg(dock->windowTitle()));
    connect(m_float, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    connect(m_close, &QToolButton::clicked, dock, &QDockWidget::close);
    setTitle(dock->windowTitle());
    setNote({});
    refresh();
}

void DockTitle::setTitle(const QString& title)
{
    m_title->setText(title);
}

void DockTitle::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void DockTitle::addAction(QWidget* widget)
{
    m_layout->insertWidget(2, widget, 0, Qt::AlignVCenter);
}

void DockTitle::setCollapsed(bool collapsed)
{
    if (collapsed == m_isCollapsed)
        return;
    m_isCollapsed = collapsed;
    setVisible(!collapsed);
    updateGeometry();
    if (QLayout* layout = m_dock->layout())
        layout->invalidate();
}

QSize DockTitle::sizeHint() const
{
    return {m_layout->sizeHint().width(), m_isCollapsed ? 0 : kHeight};
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(colorsFor(palette()).border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void DockTitle::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void DockTitle::refresh()
{
    const Colors colors = colorsFor(palette());
    setTextColor(m_note, colors.secondaryText);
    m_float->setIcon(sign(false, colors.secondaryText));
    m_close->setIcon(sign(true, colors.secondaryText));
}

} // namespace tidemark::ui
