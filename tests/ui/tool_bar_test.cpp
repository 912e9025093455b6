// Tests of the boxes of the tool bar and of the search dialogs.
#include "tests/ui/window_fixture.h"
#include "ui/charts/go_to_dialog.h"
#include "ui/pages/workers/workers_list.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/program_box.h"
#include "ui/theme/colors.h"
#include "ui/widgets/combo_boxes.h"

#include <QActionGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTreeView>

#include <algorithm>

using namespace tidemark;
using namespace tidemark::ui;

namespace { } // namespace

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
        if (line->placeholderText().endsWith(u'…')) { // "Find buffer…"
            ++lines;
            EXPECT_FALSE(line->actions().isEmpty()) << utf8(line->placeholderText());
        }
    EXPECT_GE(lines, 2) << "the window's and that of the modules";
}

TEST_F(Window, SearchIsOfThePageOfWorkersToo)
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
    EXPECT_TRUE(search->isEnabled());
    const QList<QComboBox*> boxes = window->findChild<MainToolBar*>()->findChildren<QComboBox*>();
    const QComboBox* groups
        = *std::ranges::find(boxes, QStringLiteral("Group by"), [](QComboBox* box) { return box->accessibleName(); });
    EXPECT_FALSE(groups->isVisible()) << "workers have no groups";
    EXPECT_EQ(utf8(search->placeholderText()), "Find worker…");
    const WorkersList* list = window->findChild<WorkersPage*>()->list();
    search->setText(QStringLiteral("w-1"));
    EXPECT_TRUE(waitUntil([&] { return list->shown().size() == 1; })) << "the workers are compared on another thread";
    pages.front()->trigger();
    QApplication::processEvents();
    EXPECT_EQ(utf8(search->text()), "") << "its words are about workers";
    EXPECT_TRUE(groups->isVisible());
    EXPECT_EQ(utf8(search->placeholderText()), "Find buffer…");
    search->setText(QStringLiteral("temp"));
    (*workers)->trigger();
    EXPECT_EQ(utf8(search->text()), "w-1");
    EXPECT_EQ(list->shown().size(), 1U);
    pages.front()->trigger();
    EXPECT_EQ(utf8(search->text()), "temp");
    QApplication::processEvents();
    ASSERT_TRUE(search->isEnabled());
    search->setFocus();
    search->setText(QStringLiteral("zzz"));
    window->actions().of(Command::Escape)->trigger();
    EXPECT_EQ(utf8(search->text()), "");
}

TEST_F(Window, TheSearchKeepsTheFocusOnEveryPage)
{
    const auto window = openWindow(profile());
    QLineEdit* const search = window->findChild<MainToolBar*>()->search();
    window->actions().of(Command::Find)->trigger();
    ASSERT_TRUE(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("x"));
    for (QAction* const page : window->actions().pages->actions()) {
        if (!page->isVisible())
            continue;
        page->trigger();
        QApplication::processEvents();
        EXPECT_TRUE(search->hasFocus()) << utf8(page->text());
    }
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
    const SourceBox* sources = window->findChild<MainToolBar*>()->sources();
    QStringList listed;
    for (const SourceChoice& choice : sources->choices())
        listed << QStringLiteral("%1 — %2").arg(choice.fullName(), choice.peak);
    EXPECT_EQ(utf8(listed.join(u'|').replace(QChar(0xa0), u' ')),
              "w-1 — 2.50 KiB|w-2 — 2.50 KiB|w-10 — 33.50 KiB|w-11 — 2.50 KiB");
    const QSignalSpy rebuilt(sources->findChild<QStandardItemModel*>(), &QAbstractItemModel::rowsInserted);
    window->session()->chooseSource(window->session()->sources()[2]);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return !window->state()->isEmpty() && window->state()->view()->host == "w-10"; }));
    EXPECT_EQ(sources->accessibleDescription(), QStringLiteral("w-10"));
    EXPECT_EQ(rebuilt.count(), 0) << "they are the same: there may be thousands";
}

TEST_F(Window, AProgramSearchWithoutAMatchReportsIt)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    auto* box = window->findChild<MainToolBar*>()->programs();
    box->showPopup();
    auto* list = box->findChild<QTreeView*>();
    QWidget* popup = list->window();
    auto* search = popup->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("zzzz"));
    EXPECT_TRUE(allText(*popup).contains(QStringLiteral("No module matches “zzzz”.")));
    search->setText(QStringLiteral("large"));
    EXPECT_TRUE(list->isVisible());
    EXPECT_FALSE(allText(*popup).contains(QStringLiteral("No module")));
    box->hidePopup();
    box->showPopup();
    const QAbstractItemModel& programs = *list->model();
    const QRect last = list->visualRect(programs.index(programs.rowCount() - 1, 0));
    EXPECT_EQ(list->viewport()->height(), last.bottom() + 1) << "no empty row below";
    box->hidePopup();
}

TEST(SourceBox, SourcesOfSeveralKindsAndCapturesAreASearchableTree)
{
    SourceBox box;
    const auto choice = [](const QStringList& groups, const char* name) {
        SourceChoice made;
        made.groups = groups;
        made.name = QString::fromLatin1(name);
        return made;
    };
    const QString modules = QStringLiteral("Modules");
    box.setChoices(
        {choice({modules, QStringLiteral("run/1")}, "w-0"), choice({modules, QStringLiteral("run/1")}, "w-1"),
         choice({modules, QStringLiteral("run/2")}, "w-0"), choice({QStringLiteral("Messages")}, "run.log")});
    box.setShown(2);
    EXPECT_EQ(utf8(box.accessibleDescription()), "Modules / run/2 / w-0");
    box.showPopup();
    auto* const tree = box.findChild<QTreeView*>();
    auto* const search = tree->window()->findChild<QLineEdit*>();
    const auto rows = [&] {
        QStringList all;
        for (QModelIndex at = tree->model()->index(0, 0); at.isValid(); at = tree->indexBelow(at))
            all << at.data(PeakDelegate::NameRole).toString();
        return utf8(all.join(u'|'));
    };
    EXPECT_EQ(rows(), "Modules|run/1|w-0|w-1|run/2|w-0|Messages|run.log");
    search->setText(QStringLiteral("run.l"));
    EXPECT_EQ(rows(), "Messages|run.log");
    search->setText(QStringLiteral("run/1"));
    EXPECT_EQ(rows(), "Modules|run/1|w-0|w-1") << "a heading that matches keeps its entries";
    std::optional<SourceChoice> chosen;
    QObject::connect(&box, &SourceBox::sourceChosen, &box, [&](const SourceChoice& each) { chosen = each; });
    QTest::keyClick(search, Qt::Key_Down);
    QTest::keyClick(search, Qt::Key_Return);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(utf8(chosen->fullName()), "Modules / run/1 / w-1") << "keys skip the headings";
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
    EXPECT_EQ(found.find(QStringLiteral("%fusion{1}")), StepId(3)) << "a buffer of its tuple";
    EXPECT_EQ(found.find(QStringLiteral("Fusion.2{0, 1}")), StepId(2));
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
    const QImage name = box.grab().toImage();
    box.clear();
    box.addItem(QString(5, u'm') + QStringLiteral(" — 78.29 GiB"));
    EXPECT_EQ(box.grab().toImage(), name) << "the amount gives way to the name";
}

TEST_F(Window, BoxesOfTheToolBarDoNotOverlapWhileTheWindowIsResized)
{
    const auto window = openWindow(profile(), QSize(900, 600) * textScale());
    auto* bar = window->findChild<MainToolBar*>();
    const QList<QWidget*> parts = bar->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    window->resize(QSize(1300, 600) * textScale()); // no event is processed after it
    for (const QWidget* a : parts)
        for (const QWidget* b : parts)
            if (a != b && a->isVisible() && b->isVisible()) {
                EXPECT_FALSE(a->geometry().intersects(b->geometry()))
                    << a->metaObject()->className() << ' ' << b->metaObject()->className();
            }
}

TEST_F(Window, BoxesOfTheToolBarTakeTheRoomThatIsLeft)
{
    const QString name = QStringLiteral("jit_train_step_with_a_name_of_sixty_characters_or_a_few_more");
    const QString path
        = write(QStringLiteral("long.xplane.pb"), test::containerBytes({{utf8(name) + "(3)", test::hloBytes(kSmall)}}));
    const auto window = openWindow(path, QSize(1600, 760) * textScale());
    QApplication::processEvents();
    const auto* bar = window->findChild<MainToolBar*>();
    EXPECT_GE(bar->programs()->width(), bar->programs()->fontMetrics().horizontalAdvance(name)) << "it is not cut";
    window->resize(QSize(900, 600) * textScale());
    QApplication::processEvents();
    EXPECT_LT(bar->programs()->width(), bar->programs()->fontMetrics().horizontalAdvance(name));
    EXPECT_LE(bar->search()->geometry().right(), bar->width());
}
