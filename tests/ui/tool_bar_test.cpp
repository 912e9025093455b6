// Tests of the boxes of the tool bar and of the search dialogs.
#include "tests/ui/window_fixture.h"
#include "ui/charts/step_names.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/program_box.h"
#include "ui/theme/colors.h"
#include "ui/widgets/elided_combo_box.h"

#include <QActionGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>

#include <algorithm>

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

TEST_F(Window, SearchIsDisabledInAnEmptyWindow)
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->session()->standIn().has_value(); }));
    QApplication::processEvents();
    EXPECT_FALSE(bar->search()->isEnabled());
}

TEST_F(Window, SearchFieldsHaveAMagnifier)
{
    const auto window = openWindow(profile());
    int lines = 0;
    for (const QLineEdit* line : window->findChildren<QLineEdit*>())
        if (line->placeholderText().endsWith(u'…')) { // "Find buffer, op, source…"
            ++lines;
            EXPECT_FALSE(line->actions().isEmpty()) << utf8(line->placeholderText());
        }
    EXPECT_GE(lines, 3) << "the window's, the table's and that of the modules";
}

TEST_F(Window, SearchIsEnabledOnlyOnPagesThatSupportIt)
{
    QStringList paths;
    for (const char* const worker : {"w-1", "w-2"}) {
        test::ContainerStyle style;
        style.hostnames = {worker};
        paths << write(QLatin1String(worker) + QStringLiteral(".xplane.pb"),
                       test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}}, style));
    }
    const auto window = makeWindow();
    window->open(paths);
    ASSERT_TRUE(waitFor(*window));
    QLineEdit* const search = window->findChild<MainToolBar*>()->search();
    const QList<QAction*> pages = window->actions().pages->actions();
    const auto workers = std::ranges::find_if(
        pages, [](const QAction* page) { return page->text().remove(u'&').startsWith(QStringLiteral("Workers")); });
    ASSERT_NE(workers, pages.end());
    (*workers)->trigger();
    QApplication::processEvents();
    EXPECT_FALSE(search->isEnabled());
    pages.front()->trigger();
    QApplication::processEvents();
    ASSERT_TRUE(search->isEnabled());
    search->setFocus();
    search->setText(QStringLiteral("zzz"));
    window->actions().of(Command::Escape)->trigger();
    EXPECT_EQ(utf8(search->text()), "");
}

TEST_F(Window, ToolBarTextsAreNotCutInACommonWindow)
{
    const auto window = openWindow(profile(), QSize(1180, 760) * textScale());
    const QLineEdit* search = window->findChild<MainToolBar*>()->search();
    QApplication::processEvents();
    const int words = search->fontMetrics().horizontalAdvance(search->placeholderText());
    EXPECT_LE(words + search->height() + 8, search->width());
}

TEST_F(Window, SourcesAreInNaturalOrderWithTheirPeaks)
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
    // The last worker alone has another, larger module.
    write(QStringLiteral("w-11.xplane.pb"),
          test::containerBytes({{"jit_other(5)", test::hloBytes(kLarge)}, {"jit_step(3)", test::hloBytes(kSmall)}},
                               styleOf("w-11")));
    const auto window = makeWindow();
    window->open(paths);
    ASSERT_TRUE(waitFor(*window));
    ASSERT_EQ(window->state()->view()->programText, "jit_step(3)");
    EXPECT_EQ(utf8(itemsOf(*window->findChild<MainToolBar*>()->sources()).join(u'|').replace(QChar(0xa0), u' ')),
              "w-1 — 2.50 KiB|w-2 — 2.50 KiB|w-10 — 33.50 KiB|w-11 — 2.50 KiB");
    const QComboBox* sources = window->findChild<MainToolBar*>()->sources();
    const QAbstractItemModel* const listed = sources->model();
    window->session()->chooseSource(window->session()->sources()[2]);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return !window->state()->isEmpty() && window->state()->view()->host == "w-10"; }));
    EXPECT_EQ(sources->currentIndex(), 2);
    EXPECT_EQ(sources->model(), listed) << "they are the same: there may be thousands";
}

TEST_F(Window, AProgramSearchWithoutAMatchReportsIt)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    auto* box = window->findChild<MainToolBar*>()->programs();
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
    Axis axis;
    const std::vector<std::string> names = {"loop_fusion", "dot", "Fusion.2", "fusion", "dot"};
    axis.count = 5;
    axis.label = [names](StepId step) { return names[step.index()]; };
    StepNames found(axis);
    EXPECT_EQ(utf8(found.matches(QStringLiteral("fus"), 9).join(u' ')), "Fusion.2 fusion loop_fusion");
    EXPECT_EQ(utf8(found.matches(QStringLiteral("fusion"), 9).join(u' ')), "fusion Fusion.2 loop_fusion");
    EXPECT_EQ(utf8(found.matches(QStringLiteral("fusion"), 2).join(u' ')), "fusion Fusion.2");
    EXPECT_EQ(utf8(found.matches(QStringLiteral("d"), 9).join(u' ')), "dot") << "each name once, after a longer text";
    EXPECT_EQ(found.find(QStringLiteral("f")), StepId(2)) << "a name that begins so goes before one that has it inside";
    EXPECT_EQ(found.find(QStringLiteral("op_f")), StepId(0));
    EXPECT_EQ(found.find(QStringLiteral("dot")), StepId(1));
}

TEST_F(Window, GoToReadsNamesOnce)
{
    Axis axis;
    axis.count = 1000;
    int asked = 0;
    axis.label = [&](StepId step) {
        ++asked;
        return "op." + std::to_string(step.value);
    };
    StepNames found(axis);
    EXPECT_EQ(found.find(QStringLiteral("17")), StepId(17));
    EXPECT_EQ(asked, 0) << "a number needs no names";
    for (const char* text : {"o", "op", "op.", "op.9", "op.99"})
        found.matches(QLatin1String(text), 20);
    EXPECT_EQ(asked, 1000);
}

TEST_F(Window, NarrowBoxesEndInAnEllipsis)
{
    class Box : public ElidedComboBox
    {
    public:
        using ElidedComboBox::ElidedComboBox;
        using ElidedComboBox::shownText;
    };
    Box box;
    box.addItem(QString(60, u'm'));
    box.resize(120, 28);
    EXPECT_LT(box.minimumSizeHint().width(), 160) << "gives way";
    const QImage cut = box.grab().toImage();
    box.clear();
    box.addItem(QString(60, u'm') + QStringLiteral("another end"));
    EXPECT_EQ(box.grab().toImage(), cut) << "what does not fit is not seen";
    box.clear();
    box.addItem(QString(5, u'm'));
    EXPECT_NE(box.grab().toImage(), cut);
}
