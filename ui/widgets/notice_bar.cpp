#include "ui/widgets/notice_bar.h"

#include "ui/theme/colors.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace tidemark::ui {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new ElidedLabel(this))
    , m_link(new QLabel(this))
    , m_close(new QToolButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_link);
    layout->addWidget(m_close);
    m_link->setTextFormat(Qt::RichText);
    m_link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_close->setAutoRaise(true);
    m_close->setFixedSize(22, 22);
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close the notice"));
    connect(m_link, &QLabel::linkActivated, this, &NoticeBar::linkActivated);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    refresh();
}

void NoticeBar::showNotice(const QString& text, const QString& link)
{
    m_text->setFullText(text);
    m_linkText = link;
    refresh();
    show();
}

void NoticeBar::refresh()
{
    const Colors colors = colorsFor(palette());
    m_icon->setPixmap(themedIcon(QStringLiteral("warning"), palette()).pixmap(16, 16));
    m_close->setIcon(themedIcon(QStringLiteral("close"), palette()));
    m_link->setVisible(!m_linkText.isEmpty());
    m_link->setText(QStringLiteral("<a href=\"#\" style=\"color:%1\">%2</a>").arg(colors.highlight.name(), m_linkText));
}

void NoticeBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    QColor fill = colors.warningFrame;
    fill.setAlpha(36);
    painter.fillRect(rect(), colors.base);
    painter.fillRect(rect(), fill);
    painter.setPen(colors.warningFrame);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace tidemark::ui
