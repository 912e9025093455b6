#include "ui/widgets/dock_title.h"

#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_color.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kIcon = 12;
constexpr int kButton = 20;

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
        button->setIconSize(QSize(1, 1) * grown(kIcon, font()));
        button->setFixedSize(QSize(1, 1) * grown(kButton, font()));
        button->setFocusPolicy(Qt::TabFocus);
        m_layout->addWidget(button, 0, Qt::AlignVCenter);
    }
    m_layout->setSpacing(6);
    m_float->setIcon(themedIcon(QStringLiteral("detach")));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_float->setToolTip(tr("Detach or attach"));
    m_float->setAccessibleName(tr("Detach or attach %1").arg(dock->windowTitle()));
    m_close->setToolTip(tr("Close (reopen it from the View menu)"));
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
    const int height = std::max(27, m_layout->sizeHint().height() + 4);
    return {m_layout->sizeHint().width(), m_isCollapsed ? 0 : height};
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
    setTextColor(m_note, colorsFor(palette()).secondaryText);
}

} // namespace tidemark::ui
