// What the boxes of the tool bar and the dialogs that find things offer.
#include "tests/ui/window_fixture.h"
#include "ui/shell/go_to_dialog.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/module_box.h"
#include "ui/theme/colors.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListView>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

QStringList itemsOf(const QComboBox& box)
{
    QStringList items;
    for (int i = 0; i < box.count(); ++i)
        items << box.itemData(i, Qt::AccessibleTextRole).toString();
    return items;
}

} // namespace

TEST_F(Window, NothingCanBeSearchedWhereNothingIsShown)
{
    const auto window = makeWindow();
    QApplication::processEvents();
    auto* bar = window->findChild<MainToolBar*>();
    EXPECT_FALSE(bar->search()->isEnabled());
    for (const QPalette& palette : {lightPalette(), darkPalette()})
        EXPECT_EQ(palette.color(QPalette::Disabled, QPalette::Base), palette.color(QPalette::Window))
            << "looks enabled";
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_TRUE(bar->search()->isEnabled());
    window->open({write(QStringLiteral("empty.xplane.pb"), {})});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->controller()->message().has_value(); }));
    QApplication::processEvents();
    EXPECT_FALSE(bar->search()->isEnabled());
}

TEST_F(Window, WorkersAreInNaturalOrderWithTheirPeaks)
{
    QStringList paths;
    const auto styleOf = [](const char* worker) {
        test::ContainerStyle style;
        style.hostnames = {worker};
        return style;
    };
    for (const char* worker : {"w-1", "w-2", "w-10", "w-11"})
        paths << write(QLatin1String(worker) + QStringLiteral(".xplane.pb"),
                       test::containerBytes(
                           {{"jit_step(3)", test::hloBytes(std::string_view(worker) == "w-10" ? kLarge : kSmall)}},
                           styleOf(worker)));
    // On the last worker alone another, larger module.
    write(QStringLiteral("w-11.xplane.pb"),
          test::containerBytes({{"jit_other(5)", test::hloBytes(kLarge)}, {"jit_step(3)", test::hloBytes(kSmall)}},
                               styleOf("w-11")));
    const auto window = makeWindow();
    window->open(paths);
    ASSERT_TRUE(waitFor(*window));
    ASSERT_EQ(utf8(window->controller()->moduleName()), "jit_step(3)");
    EXPECT_EQ(utf8(itemsOf(*window->findChild<MainToolBar*>()->workers()).join(u'|').replace(QChar(0xa0), u' ')),
              "w-1 — 2.50 KiB|w-2 — 2.50 KiB|w-10 — 33.50 KiB|w-11 — 2.50 KiB");
}

TEST_F(Window, AModuleSearchWithoutAMatchSaysSo)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    auto* box = window->findChild<MainToolBar*>()->moduleBox();
    box->showPopup();
    auto* list = box->findChild<QListView*>();
    QWidget* popup = list->window();
    auto* search = popup->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("zzzz"));
    EXPECT_TRUE(allText(*popup).contains(QStringLiteral("No module matches “zzzz”.")));
    search->setText(QStringLiteral("large"));
    EXPECT_TRUE(list->isVisible());
    EXPECT_FALSE(allText(*popup).contains(QStringLiteral("No module")));
    box->hidePopup();
}

TEST_F(Window, GoToOffersNamesThatBeginWithTheTextFirst)
{
    const QStringList names
        = {QStringLiteral("loop_fusion"), QStringLiteral("dot"), QStringLiteral("Fusion.2"), QStringLiteral("fusion")};
    EXPECT_EQ(utf8(GoToDialog::matches(names, QStringLiteral("fus")).join(u' ')), "Fusion.2 fusion loop_fusion");
    EXPECT_EQ(utf8(GoToDialog::matches(names, QStringLiteral("fusion")).join(u' ')), "fusion Fusion.2 loop_fusion");
    const auto window = makeWindow();
    window->open({write(QStringLiteral("w.xplane.pb"),
                        test::containerBytes({{"jit_w(1)",
                                               test::hloBytes("temp 4096\n  loop_f.1 0 64\n  f.2 64 64\n"
                                                              "trace +loop_f.1 +f.2 -loop_f.1 -f.2\n")}}))});
    ASSERT_TRUE(waitFor(*window));
    const SpaceTimeline& timeline = *window->state()->timeline();
    EXPECT_EQ(GoToDialog::find(timeline, QStringLiteral("f.")), 1u);
    EXPECT_EQ(GoToDialog::find(timeline, QStringLiteral("oop")), 0u);
}
