#include "ui/pages/stand_in/stand_in_page.h"

#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/restyle.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tidemark::ui {

StandInPage::StandInPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_remedies(new QWidget(this))
    , m_fileText(new QPlainTextEdit(this))
{
    m_title->setFont(largerFont(font(), 1.35));
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
    }
    auto* remedies = new QHBoxLayout(m_remedies);
    remedies->setContentsMargins(0, 8, 0, 0);
    remedies->setSpacing(8);
    addRemedy("reload", tr("Try Again"), Command::Reload);
    addRemedy("file", tr("Open File…"), Command::OpenFiles);
    addRemedy("open-folder", tr("Open Log Directory…"), Command::OpenFolder);
    m_fileText->setReadOnly(true);
    m_fileText->setFont(monospaceFont());
    m_fileText->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_fileText->setAccessibleName(tr("The beginning of the file"));
    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addWidget(m_remedies, 0, Qt::AlignHCenter);
    column->addWidget(m_fileText, 12);
    column->addStretch(3);
    auto* layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addLayout(column, 3);
    layout->addStretch(1);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (const auto& instead = m_session->standIn(); instead && instead->actionMemory)
            m_session->chooseMemory(*instead->actionMemory);
    });
    connect(m_session, &Session::shownChanged, this, &StandInPage::refresh);
    connect(&m_session->host(), &DocumentHost::reading, this, &StandInPage::refresh);
    onRestyle(this, [this] { refreshColors(); });
    refreshColors();
    refresh();
}

void StandInPage::addRemedy(const char* icon, const QString& text, Command command)
{
    auto* button = new QPushButton(themedIcon(QLatin1String(icon)), text, m_remedies);
    button->setMinimumHeight(30);
    connect(button, &QPushButton::clicked, this, [this, command] { emit requested(command); });
    m_remedies->layout()->addWidget(button);
}

void StandInPage::refresh()
{
    const auto& instead = m_session->standIn();
    const QStringList& paths = m_session->host().paths();
    if (instead)
        setTexts(instead->title, instead->text, instead->action);
    else
        setTexts(tr("Reading %1…").arg(shortName(paths)), {}, {});
    m_fileText->setPlainText(instead ? instead->fileText : QString());
    m_fileText->setVisible(!m_fileText->document()->isEmpty());
    m_remedies->setVisible(instead && instead->isFailure);
    setToolTip(plainToolTip(paths.join(u'\n')));
}

void StandInPage::setTexts(const QString& title, const QString& text, const QString& action)
{
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleDescription(title + u' ' + text);
}

void StandInPage::refreshColors()
{
    m_icon->setPixmap(themedIcon(QStringLiteral("info")).pixmap({32, 32}, devicePixelRatioF()));
    setTextColor(m_text, colorsFor(palette()).secondaryText);
}

} // namespace tidemark::ui
