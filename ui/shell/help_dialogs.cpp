#include "ui/shell/information_dialog.h"
#include "ui/widgets/icons.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

struct Shortcut {
    const char* keys;
    const char* action;
};

constexpr Shortcut kShortcuts[] = {
    {"Ctrl+O, Ctrl+Shift+O", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Open files, open a log directory")},
    {"F5", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Reload")},
    {"Ctrl+K", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Find a module")},
    {"Ctrl+F", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Find a buffer")},
    {"Ctrl+G", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Go to a step or an instruction")},
    {"P", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Cursor to the peak")},
    {"N, Shift+N", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Next, previous local peak")},
    {"←  →, with Shift", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Cursor by one step, by ten")},
    {"Home, End", QT_TRANSLATE_NOOP("tidemark::ui::Help", "First, last step")},
    {"+  −  0", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Zoom in, out, show the whole program")},
    {"Enter",
     QT_TRANSLATE_NOOP("tidemark::ui::Help", "Zoom to the selected range, or to the life of the pinned buffer")},
    {"Enter, Shift+Enter", QT_TRANSLATE_NOOP("tidemark::ui::Help", "In a find box: the next match, the one before")},
    {"Alt+←, Alt+→", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Undo, redo a zoom")},
    {"Esc", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Unpin, then clear the filter, then show the whole program")},
    {"Ctrl+C, Ctrl+Shift+C", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Copy the selected rows, with plain bytes")},
    {"Ctrl+E", QT_TRANSLATE_NOOP("tidemark::ui::Help", "Export the chart")},
    {"Wheel", QT_TRANSLATE_NOOP("tidemark::ui::Help", "In the chart: zoom at the pointer; with Shift: move")},
    {"Drag",
     QT_TRANSLATE_NOOP("tidemark::ui::Help", "In the chart: select a range; with Space or the middle button: move")},
};

QString tr(const char* text)
{
    return QApplication::translate("tidemark::ui::Help", text);
}

void addClose(QDialog& dialog, QVBoxLayout* layout)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    layout->addWidget(buttons);
}

} // namespace

void showShortcuts(QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(tr("Keyboard Shortcuts"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    int row = 0;
    for (const Shortcut& shortcut : kShortcuts) {
        auto* keys = new QLabel(QString::fromUtf8(shortcut.keys), &dialog);
        QFont bold = keys->font();
        bold.setBold(true);
        keys->setFont(bold);
        grid->addWidget(keys, row, 0, Qt::AlignRight);
        grid->addWidget(new QLabel(tr(shortcut.action), &dialog), row++, 1);
    }
    auto* layout = new QVBoxLayout(&dialog);
    layout->addLayout(grid);
    addClose(dialog, layout);
    dialog.exec();
}

void showAbout(QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(tr("About Tidemark"));
    auto* icon = new QLabel(&dialog);
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    auto* about = new QLabel(&dialog);
    about->setTextFormat(Qt::RichText);
    about->setWordWrap(true);
    about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    about->setMinimumWidth(460);
    about->setText(
        tr("<p><b>Tidemark %1</b><br>Shows what fills an accelerator's memory in a compiled XLA program.</p>"
           "<p>Its source is under the Apache License 2.0. This program, as it is linked with Qt Charts, is under the GNU General "
           "Public License, version 3 only.</p>"
           "<p>It uses:<br>Qt %2 — GNU Lesser General Public License 3; its module Charts — GNU General Public License 3<br>"
           "Protocol Buffers — BSD 3-Clause<br>CLI11 — BSD 3-Clause<br>JSON for Modern C++ — MIT</p>"
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
