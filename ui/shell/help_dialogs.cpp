#include "ui/shell/help_dialogs.h"

#include "ui/shell/actions.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

struct HelpDialogsText {
    Q_DECLARE_TR_FUNCTIONS(Help)
};

void addClose(QDialog& dialog, QVBoxLayout* layout)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    layout->addWidget(buttons);
}

QString withoutMnemonic(QString text)
{
    return text.remove(u'&').remove(u'…');
}

/// The keys of an action, or the keys shown in its text: "→".
QString keysOf(const QAction& action)
{
    constexpr qsizetype kShown = 2; // platforms know more for some actions, but few keyboards have them
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts().mid(0, kShown))
        keys << key.toString(QKeySequence::NativeText);
    return keys.isEmpty() ? action.text().section(u'\t', 1) : keys.join(QStringLiteral(", "));
}

/// A menu title in sentence case, like the rest of the list: "Zoom In" becomes "Zoom in".
QString asSentence(const QString& title)
{
    QStringList words = title.split(u' ');
    for (qsizetype i = 1; i < words.size(); ++i)
        if (words[i].size() == 1 || words[i].mid(1) == words[i].mid(1).toLower()) // keeps "CSV"
            words[i] = words[i].toLower();
    return words.join(u' ');
}

QString helpOf(const QAction& action)
{
    return action.whatsThis().isEmpty() ? asSentence(withoutMnemonic(action.text().section(u'\t', 0, 0)))
                                        : action.whatsThis();
}

class KeyTable
{
public:
    explicit KeyTable(QWidget* parent)
        : m_parent(parent)
        , m_grid(new QGridLayout(parent))
    {
        m_grid->setHorizontalSpacing(24);
        m_grid->setVerticalSpacing(5);
    }
    void heading(const QString& title)
    {
        auto* label = new QLabel(title, m_parent);
        label->setFont(boldFont(label->font()));
        m_grid->addWidget(label, m_row++, 0, 1, 2);
    }
    void add(const QString& keys, const QString& help)
    {
        m_grid->addWidget(new QLabel(keys, m_parent), m_row, 0, Qt::AlignRight);
        m_grid->addWidget(new QLabel(help, m_parent), m_row++, 1);
    }
    void note(const QString& text)
    {
        auto* label = new QLabel(text, m_parent);
        label->setWordWrap(true);
        m_grid->addWidget(label, m_row++, 0, 1, 2);
    }

private:
    QWidget* m_parent;
    QGridLayout* m_grid;
    int m_row = 0;
};

} // namespace

void showShortcuts(const Actions& actions, const std::vector<InputHint>& hints, QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(HelpDialogsText::tr("Keyboard Shortcuts"));
    auto* content = new QWidget;
    KeyTable table(content);
    for (const QMenu* menu : actions.menus()) {
        bool isNamed = false;
        QList<QAction*> entries = menu->actions();
        if (entries.contains(actions.exports->menuAction()))
            entries += actions.exports->actions();
        for (const QAction* action : std::as_const(entries)) {
            const QString keys = keysOf(*action);
            if (keys.isEmpty() || !action->isVisible())
                continue;
            if (!isNamed)
                table.heading(withoutMnemonic(menu->title()));
            isNamed = true;
            table.add(keys, helpOf(*action));
        }
    }
    if (!hints.empty())
        table.heading(HelpDialogsText::tr("What is shown"));
    for (const InputHint& hint : hints)
        table.add(hint.keys, hint.help);
    table.heading(HelpDialogsText::tr("What the figures mean"));
    table.note(HelpDialogsText::tr(
        "All figures are for one program alone, as it was compiled. Other programs, other processes and the "
        "runtime need memory on top of it."));
    auto* scroll = new QScrollArea(&dialog);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(scroll);
    addClose(dialog, layout);
    const QSize room = parent->screen()->availableSize() * 8 / 10;
    const QSize wanted = content->sizeHint() + QSize(scroll->verticalScrollBar()->sizeHint().width() + 30, 70);
    dialog.resize(wanted.boundedTo(room));
    dialog.exec();
}

void showAbout(QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(HelpDialogsText::tr("About Tidemark"));
    auto* icon = new QLabel(&dialog);
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    auto* about = new QLabel(&dialog);
    about->setTextFormat(Qt::RichText);
    about->setWordWrap(true);
    about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    about->setMinimumWidth(460);
    about->setText(
        HelpDialogsText::tr(
            "<p><b>Tidemark %1</b><br>Shows what fills an accelerator's memory in a compiled XLA program.</p>"
            "<p>Its source is under the Apache License 2.0. This program, as it is linked with Qt Charts, is under the GNU General "
            "Public License, version 3 only.</p>"
            "<p>It uses:<br>Qt %2 — GNU Lesser General Public License 3; its module Charts — GNU General Public License 3<br>"
            "Protocol Buffers — BSD 3-Clause<br>RE2 — BSD 3-Clause<br>CLI11 — BSD 3-Clause<br>JSON for Modern C++ — MIT</p>"
            "<p>It reads files and uses no network.</p>")
            .arg(QApplication::applicationVersion(), QLatin1String(qVersion())));
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addWidget(about, 1);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addLayout(row);
    addClose(dialog, layout);
    dialog.exec();
}

} // namespace tidemark::ui
