#include "ui/window/message_page.h"

#include "ui/docks/icons.h"
#include "ui/docks/text_color.h"
#include "ui/theme/colors.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace tidemark::ui {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
{
    QFont large = font();
    if (large.pointSizeF() > 0)
        large.setPointSizeF(large.pointSizeF() * 1.35);
    m_title->setFont(large);
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
        label->setMaximumWidth(640);
        label->setMinimumWidth(400);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    layout->addWidget(m_title, 0, Qt::AlignHCenter);
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &MessagePage::actionTriggered);
    refresh();
}

void MessagePage::setMessage(const QString& title, const QString& text, const QString& action)
{
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleDescription(title + u' ' + text);
}

void MessagePage::refresh()
{
    m_icon->setPixmap(themedIcon(QStringLiteral("info"), palette()).pixmap(32, 32));
    setTextColor(m_text, colorsFor(palette()).secondaryText);
}

void MessagePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void MessagePage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

} // namespace tidemark::ui
