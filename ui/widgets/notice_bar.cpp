#include "ui/widgets/notice_bar.h"

#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace tidemark::ui {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new ElidedLabel(this))
    , m_more(new QToolButton(this))
    , m_link(new QLabel(this))
    , m_close(new QToolButton(this))
{
    m_text->setMostLines(2);
    inLine(this, {m_icon, {m_text, 1}, m_more, m_link, m_close}, {12, 4, 8, 4}, 8);
    m_more->setToolTip(tr("Show the next notice"));
    connect(m_more, &QToolButton::clicked, this, &NoticeBar::showNext);
    m_link->setTextFormat(Qt::RichText);
    m_link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_close->setAutoRaise(true);
    m_close->setFixedSize(22, 22);
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close the notice"));
    m_link->installEventFilter(this); // by default a link takes Enter only after the cursor was moved into its text
    connect(m_link, &QLabel::linkActivated, this, &NoticeBar::activateLink);
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (!isEmpty())
            withdraw(QString(shown().subject)); // a copy, because the notice is removed
    });
    onRestyle(this, [this] { refreshColors(); });
    refresh();
    hide();
}

void NoticeBar::showNotice(const QString& subject, const QString& text, const QString& link, Tone tone)
{
    remove(subject);
    if (text.isEmpty()) {
        refresh();
        return;
    }
    const auto end = tone == Tone::Urgent ? m_notices.end() : std::ranges::find(m_notices, Tone::Urgent, &Notice::tone);
    m_notices.insert(end, {subject, text, link, tone});
    refresh();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeBar::clear()
{
    m_notices.clear();
    m_newer = 0;
    refresh();
}

void NoticeBar::activateLink()
{
    if (!isEmpty())
        emit linkActivated(shown().subject);
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (watched != m_link || (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Space))
        return QFrame::eventFilter(watched, event);
    activateLink();
    return true;
}

void NoticeBar::showNext()
{
    m_newer = (m_newer + 1) % m_notices.size();
    refresh();
}

void NoticeBar::remove(const QString& subject)
{
    m_newer = 0;
    std::erase_if(m_notices, [&](const Notice& notice) { return notice.subject == subject; });
}

void NoticeBar::refresh()
{
    m_text->setFullText(text());
    setAccessibleName(text());
    const std::size_t more = std::max<std::size_t>(m_notices.size(), 1) - 1;
    m_more->setVisible(more > 0);
    m_more->setText(more == 1 ? tr("1 more notice") : tr("%1 more notices").arg(more));
    refreshColors();
    update(); // the frame depends on the tone
    if (m_wasEmpty != isEmpty()) {
        m_wasEmpty = isEmpty();
        emit emptyChanged(isEmpty());
    }
}

void NoticeBar::refreshColors()
{
    const Colors colors = colorsFor(palette());
    const bool isOffer = !isEmpty() && shown().tone == Tone::Offer;
    m_icon->setPixmap(
        themedIcon(isOffer ? QStringLiteral("info") : QStringLiteral("warning")).pixmap({16, 16}, devicePixelRatioF()));
    const QString link = isEmpty() ? QString() : shown().link;
    m_link->setVisible(!link.isEmpty());
    m_link->setText(
        QStringLiteral("<a href=\"#\" style=\"color:%1\">%2</a>").arg(colors.highlight.name(), link.toHtmlEscaped()));
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    const bool isOffer = !isEmpty() && shown().tone == Tone::Offer;
    QColor fill = colors.warningFrame;
    QColor frame = colors.warningFrame;
    if (isOffer) {
        fill = colors.highlight;
        frame = colors.border;
    }
    fill.setAlpha(36);
    painter.fillRect(rect(), colors.base);
    painter.fillRect(rect(), fill);
    painter.setPen(frame);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace tidemark::ui
