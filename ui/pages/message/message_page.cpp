#include "ui/pages/message/message_page.h"

#include "ui/theme/colors.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_color.h"

#include <QAction>
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
    , m_remedies(new QWidget(this))
{
    QFont large = font();
    if (large.pointSizeF() > 0)
        large.setPointSizeF(large.pointSizeF() * 1.35);
    m_title->setFont(large);
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
    }
    auto* remedies = new QHBoxLayout(m_remedies);
    remedies->setContentsMargins(0, 8, 0, 0);
    remedies->setSpacing(8);
    m_remedies->hide();
    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addWidget(m_remedies, 0, Qt::AlignHCenter);
    column->addStretch(3);
    auto* layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addLayout(column, 3);
    layout->addStretch(1);
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

void MessagePage::addRemedy(const char* icon, const QString& text, QAction* action)
{
    auto* button = new QPushButton(text, m_remedies);
    button->setObjectName(QLatin1String(icon));
    button->setMinimumHeight(30);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_remedies->layout()->addWidget(button);
    refresh();
}

void MessagePage::setShowsRemedies(bool shows)
{
    m_remedies->setVisible(shows);
}

void MessagePage::refresh()
{
    for (QPushButton* button : m_remedies->findChildren<QPushButton*>())
        button->setIcon(themedIcon(button->objectName(), palette()));
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
