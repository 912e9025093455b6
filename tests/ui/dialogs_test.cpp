// Tests of the dialogs: keys, information, about, and Go to.
#include "tests/ui/window_fixture.h"
#include "ui/shell/help_dialogs.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, TheShortcutTableIsBuiltFromTheActions)
{
    const auto window = openWindow(profile());
    QString said;
    ASSERT_TRUE(withDialog<QDialog>([&] { window->actions().shortcuts->trigger(); },
                                    [&](QDialog& dialog) {
                                        said = allText(dialog);
                                        dialog.reject();
                                    }));
    for (const QMenu* menu : window->actions().menus())
        for (const QAction* action : menu->actions())
            EXPECT_TRUE(!action->isVisible() || said.contains(action->shortcut().toString(QKeySequence::NativeText)))
                << utf8(action->text());
    for (const char* text : {"Home", "Wheel", "Cursor to the peak", "Zoom in", "Next local peak"})
        EXPECT_TRUE(said.contains(QLatin1String(text))) << text;
}

TEST_F(Window, GoToReachesTheEnteredStep)
{
    const auto window = openWindow(profile());
    const auto answer = [&](const char* text, bool accepts) {
        return withDialog<QDialog>(
            [&] { window->actions().of(Command::GoTo)->trigger(); },
            [&](QDialog& dialog) {
                dialog.findChild<QLineEdit*>()->setText(QLatin1String(text));
                auto* buttons = dialog.findChild<QDialogButtonBox*>();
                buttons->button(accepts ? QDialogButtonBox::Ok : QDialogButtonBox::Cancel)->click();
            });
    };
    ASSERT_TRUE(answer("3", true));
    EXPECT_EQ(window->state()->cursor(), StepId(3));
    ASSERT_TRUE(answer("0", false));
    EXPECT_EQ(window->state()->cursor(), StepId(3));
}

TEST_F(Window, InformationListsFilesAndFigures)
{
    const QString path = profile();
    const auto window = openWindow(path);
    QString said;
    ASSERT_TRUE(withDialog<InformationDialog>([&] { window->actions().information->trigger(); },
                                              [&](InformationDialog& dialog) {
                                                  said = allText(dialog);
                                                  for (QPushButton* button : dialog.findChildren<QPushButton*>())
                                                      if (button->text().contains(QLatin1String("Copy")))
                                                          button->click();
                                                  dialog.reject();
                                              }));
    EXPECT_TRUE(said.contains(path)) << utf8(said);
    EXPECT_TRUE(said.contains(QLatin1String("jit_large")));
    EXPECT_TRUE(said.contains(QLatin1String("34,304 B"))) << "the peak, exactly: " << utf8(said);
    EXPECT_EQ(utf8(QApplication::clipboard()->text()), utf8(path));
}

TEST_F(Window, AboutNamesTheLicences)
{
    const auto window = makeWindow();
    QString said;
    ASSERT_TRUE(withDialog<QDialog>([&] { window->actions().about->trigger(); },
                                    [&](QDialog& dialog) {
                                        said = allText(dialog);
                                        dialog.reject();
                                    }));
    for (const char* licence : {"Apache License 2.0", "zlib", "Zstandard", "RE2", "CLI11", "JSON for Modern C++"})
        EXPECT_TRUE(said.contains(QLatin1String(licence))) << licence;
    EXPECT_FALSE(said.contains(QLatin1String("XLA"))) << "it reads recordings and logs too";
}
