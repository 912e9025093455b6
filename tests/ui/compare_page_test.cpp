// Tests of the page that compares two programs, and of the ways to open it.
#include "tests/ui/compare_fixture.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/compare_tables.h"
#include "ui/shell/exporter.h"
#include "ui/shell/program_box.h"
#include "ui/shell/status_line.h"
#include "ui/tables/table_roles.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_bar.h"

#include <QActionGroup>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTabBar>
#include <QToolButton>

#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(CompareWindow, TheTabAppearsWhenAComparisonIsStarted)
{
    const auto window = openWindow(two());
    const int before = tabs(*window)->count();
    EXPECT_FALSE(window->findChild<ComparePage*>()) << "nobody sees it, and there may be thousands of programs";
    window->actions().of(Command::CompareHere)->trigger();
    ASSERT_EQ(tabs(*window)->count(), before + 1);
    EXPECT_EQ(utf8(tabs(*window)->tabText(before)), "Compare");
    EXPECT_EQ(tabs(*window)->currentIndex(), before);
    const auto* page = window->findChild<ComparePage*>();
    EXPECT_GT(page->findChild<CompareBar*>()->box(ComparedSide::B)->count(), 0);
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); })) << "another program is chosen";
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::B)->currentText()), "two.xplane.pb · step(1)");
}

TEST_F(CompareWindow, FilesWithEqualNamesAreShownWithTheirFolders)
{
    const QString a = one(QStringLiteral("run-1/m.xplane.pb"), kCompareA);
    const QString b = one(QStringLiteral("run-2/m.xplane.pb"), kCompareB);
    const auto window = openWindow(a);
    window->session()->comparison().open({b});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::A)->currentText()), "run-1/m.xplane.pb · step(7)");
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::B)->currentText()), "run-2/m.xplane.pb · step(7)");
}

TEST_F(CompareWindow, TheHeadlineIsTheSameAtEverySize)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    auto* const headline = page->findChild<ElidedLabel*>(QStringLiteral("finding"));
    ASSERT_TRUE(headline);
    for (const int width : {1600, 700, 300}) {
        headline->resize(width, headline->height());
        EXPECT_EQ(headline->lines().join(u' '), headline->text()) << width;
    }
}

TEST_F(CompareWindow, AFileIsNeededWhereThereIsNoOtherProgram)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    window->actions().of(Command::CompareHere)->trigger();
    const auto* page = window->findChild<ComparePage*>();
    EXPECT_NE(utf8(allText(*page)).find("Pick a module above to compare with step"), std::string::npos)
        << utf8(allText(*page));
    EXPECT_FALSE(page->offersTable());
    EXPECT_FALSE(page->offersPicture());
}

TEST_F(CompareWindow, ANoticeGivesTheReasonForTheChosenProgram)
{
    const auto window = openWindow(two());
    window->session()->comparison().open({two()});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    const auto* notices = window->findChild<NoticeBar*>();
    EXPECT_TRUE(notices->text().contains(QStringLiteral("Compared with other(2) of two.xplane.pb, because it has the "
                                                        "same name.")))
        << utf8(notices->text());
    tabs(*window)->setCurrentIndex(0);
    EXPECT_EQ(utf8(notices->text()), "") << "it is about the boxes of that page";
    tabs(*window)->setCurrentIndex(tabs(*window)->count() - 1);
    EXPECT_TRUE(notices->text().contains(QStringLiteral("same name"))) << utf8(notices->text());
    QComboBox* box = page->bar()->box(ComparedSide::B);
    emit box->activated(box->findText(QStringLiteral("step"), Qt::MatchContains));
    EXPECT_FALSE(notices->text().contains(QStringLiteral("same name"))) << utf8(notices->text());
}

TEST_F(CompareWindow, TheTabIsClosedByItsButtonOrTheMiddleOne)
{
    const auto window = openWindow(two());
    QTabBar* const bar = tabs(*window);
    const int before = bar->count();
    const auto close = [&](int tab) { return bar->tabButton(tab, QTabBar::RightSide); };
    for (const bool isByButton : {true, false}) {
        compareHere(*window);
        ASSERT_EQ(bar->count(), before + 1);
        ASSERT_EQ(bar->currentIndex(), before);
        ASSERT_TRUE(close(before));
        if (isByButton)
            QTest::mouseClick(close(before), Qt::LeftButton);
        else
            QTest::mouseClick(bar, Qt::MiddleButton, {}, bar->tabRect(before).center());
        ASSERT_EQ(bar->count(), before);
        EXPECT_EQ(bar->currentIndex(), 0);
        EXPECT_FALSE(window->session()->comparison().isBegun());
        EXPECT_FALSE(window->session()->comparison().comparison());
    }
    EXPECT_FALSE(close(0));
    QTest::mouseClick(bar, Qt::MiddleButton, {}, bar->tabRect(0).center());
    EXPECT_EQ(bar->count(), before) << "others stay";
}

TEST_F(CompareWindow, TwoProgramsOfAFileAreCompared)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    EXPECT_EQ(finding(*page).substr(0, 29), "B's peak is 1 KiB higher: act") << finding(*page);
    EXPECT_EQ(rowsOf(*page),
              "f32[1024] — 4 KiB +4 KiB only B; f32[512] 2 KiB — −2 KiB only A; "
              "f32[16,16] 1 KiB — −1 KiB only A; ");
    EXPECT_EQ(footer(*page), "3 of 5 groups · A 3 KiB · B 4 KiB · B − A +1 KiB, the change of the level");
    const auto* categories = page->categories();
    const int last = categories->model()->rowCount() - 1;
    EXPECT_EQ(cell(*categories, last, 0), "Total");
    EXPECT_EQ(cell(*categories, last, 1), "4.50 KiB");
    EXPECT_EQ(cell(*categories, last, 2), "5.50 KiB");
    EXPECT_EQ(cell(*categories, last, 3), "+1 KiB");
    EXPECT_EQ(categories->model()->index(0, CompareCategories::Change).data(ToneRole).toInt(), 1) << "for the worse";
    const std::string all = plain(allText(*page));
    EXPECT_NE(all.find("4.50 KiB → "), std::string::npos) << all;
    EXPECT_NE(utf8(page->chart()->accessibleDescription()).find("B at step 1 of 4"), std::string::npos)
        << utf8(page->chart()->accessibleDescription());
}

TEST_F(CompareWindow, ThePeakIsFirstAndFiguresAreOrderedByChange)
{
    constexpr const char* kMoreAllocated = "param 0 512\n  p 0 512 f32[128]\ntemp 16384\n  a 0 1024 f32[256]\n"
                                           "  d 1024 4096 f32[1024]\ntrace +a +d -a -d\n";
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    window->session()->comparison().open({one(QStringLiteral("b.xplane.pb"), kMoreAllocated)});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    auto* figures = page->findChild<CompareFigures*>();
    const auto names = [&] {
        QStringList all;
        for (const QLabel* label : figures->findChildren<QLabel*>())
            if (label->isVisibleTo(figures) && label->objectName() != QStringLiteral("otherFigures"))
                all << label->accessibleName().section(u':', 0, 0);
        return utf8(all.join(u' '));
    };
    const auto others = [&] { return plain(figures->findChild<QLabel*>(QStringLiteral("otherFigures"))->text()); };
    EXPECT_EQ(names(), "Peak Allocated Fragmentation Temporaries");
    EXPECT_EQ(others().find("Unchanged: Arguments 512 B"), 0U) << others();
    figures->resize(figures->minimumSizeHint());
    EXPECT_EQ(names(), "Peak");
    EXPECT_EQ(others().find("Also changed: Allocated +8 KiB, Fragmentation +7 KiB, Temporaries +1 KiB · Unchanged: "),
              0U)
        << others();
    page->bar()->box(ComparedSide::B)->activated(1); // our own program
    ASSERT_TRUE(waitUntil([&] { return finding(*page).starts_with("B's peak is the same"); })) << finding(*page);
    EXPECT_EQ(names(), "") << "no figure changes";
    EXPECT_EQ(others().find("Unchanged: Peak 4.50 KiB, "), 0U) << others();
}

TEST_F(CompareWindow, SmallChangesOfFiguresAreNamedInTheLineBelow)
{
    constexpr const char* kPadded
        = "param 0 512\n  p 0 512 f32[128]\ntemp 1049088\n  a 0 1048576 f32[262144]\ntrace +a -a\n";
    constexpr const char* kTwice
        = "param 0 512\n  p 0 512 f32[128]\ntemp 2097152\n  a 0 2097152 f32[524288]\ntrace +a -a\n";
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kPadded));
    window->session()->comparison().open({one(QStringLiteral("b.xplane.pb"), kTwice)});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    const std::string others = plain(page->findChild<QLabel*>(QStringLiteral("otherFigures"))->text());
    EXPECT_EQ(others.find("Also changed: Fragmentation −512 B · Unchanged: "), 0U) << others;
}

TEST_F(CompareWindow, TheStatusLineShowsTheCursorsOfTheComparison)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const auto said = [&] { return plain(allText(*window->findChild<StatusLine*>())); };
    EXPECT_NE(said().find(plain(page->atCursors())), std::string::npos) << said();
    click(*page->chart(), 0.01);
    EXPECT_TRUE(waitUntil([&] { return said().find("A step 0 of ") != std::string::npos; })) << said();
    EXPECT_NE(said().find(" \u00b7 B step 0 of "), std::string::npos) << said();
    window->actions().pages->actions().at(0)->trigger();
    EXPECT_EQ(said().find("B step"), std::string::npos) << "another page speaks of its own";
}

TEST_F(CompareWindow, SwappingReversesTheChange)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    const auto* const programs = window->findChild<ProgramBox*>();
    EXPECT_TRUE(programs->accessibleDescription().startsWith(QStringLiteral("A: step(1)")));
    for (QToolButton* button : page->findChildren<QToolButton*>())
        if (button->accessibleName() == QStringLiteral("Swap A and B"))
            button->click();
    EXPECT_TRUE(programs->accessibleDescription().startsWith(QStringLiteral("B: step(1)")));
    ASSERT_TRUE(waitUntil([&] { return finding(*page).starts_with("B's peak is 1 KiB lower"); })) << finding(*page);
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::A)->currentText()), "two.xplane.pb · other(2)");
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::B)->currentText()), "two.xplane.pb · step(1)");
    // The program shown in the window is B now, so its box changes B.
    QComboBox* box = page->bar()->box(ComparedSide::B);
    emit box->activated(box->findText(QStringLiteral("other"), Qt::MatchContains));
    ASSERT_TRUE(waitUntil([&] { return window->session()->shownProgram() == QStringLiteral("other"); }));
    ASSERT_TRUE(waitUntil([&] { return finding(*page).starts_with("B's peak is 1 KiB higher"); })) << finding(*page);
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::A)->currentText()), "two.xplane.pb · step(1)")
        << "a program is not compared with itself";
}

TEST_F(CompareWindow, CursorsGoToClicksAndBackToThePeaks)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const auto steps = [&] { return stepsOf(*page); };
    EXPECT_EQ(steps(), "2, 1") << "each at its peak";
    EXPECT_FALSE(window->actions().of(Command::Peak)->isEnabled());
    click(*page->chart(), 0.01);
    ASSERT_TRUE(waitUntil([&] { return steps() == "0, 0"; }));
    EXPECT_EQ(rowsOf(*page), "") << "both have the same there";
    EXPECT_EQ(finding(*page).substr(0, 55), "B at step 0 holds the same as A at step 0, 1.50 KiB");
    click(*page->chart(), 0.99);
    ASSERT_TRUE(waitUntil([&] { return steps() == "5, 3"; })) << "at the same share of both";
    QTest::keyClick(page->chart(), Qt::Key_Left);
    QTest::keyClick(page->chart(), Qt::Key_Left);
    ASSERT_TRUE(waitUntil([&] { return steps() == "3, 1"; }));
    click(*page->chart(), 0.01, Qt::ControlModifier);
    ASSERT_TRUE(waitUntil([&] { return steps() == "0, 1" || steps() == "3, 0"; })) << "the nearer curve's alone";
    window->actions().of(Command::Peak)->trigger();
    ASSERT_TRUE(waitUntil([&] { return steps() == "2, 1"; }));
    page->bar()->axis()->setCurrentIndex(1);
    click(*page->chart(), 0.5);
    ASSERT_TRUE(waitUntil([&] { return steps() == "3, 3"; })) << "by step";
    EXPECT_TRUE(page->takeKey(std::make_unique<QKeyEvent>(QEvent::KeyPress, Qt::Key_Home, Qt::NoModifier).get()));
    ASSERT_TRUE(waitUntil([&] { return steps() == "0, 0"; }));
    page->perform(Command::Escape);
    ASSERT_TRUE(waitUntil([&] { return steps() == "2, 1"; }));
}

TEST_F(CompareWindow, AClickForOneCursorKeepsTheTargetOfTheOther)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const ComparisonMaker& maker = window->session()->comparison();
    QTest::keyClick(page->chart(), Qt::Key_A);
    ASSERT_EQ(stepsOf(*page), "2, 1") << "not shown yet";
    click(*page->chart(), 0.8, Qt::ControlModifier); // B has the lower level there
    EXPECT_EQ(maker.step(ComparedSide::A), StepId(3));
    EXPECT_EQ(maker.step(ComparedSide::B), StepId(3));
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "3, 3"; })) << stepsOf(*page);
    page->perform(Command::Peak);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "2, 1"; }));
    click(*page->chart(), 0.5, Qt::ControlModifier); // A has the lower level there
    EXPECT_EQ(maker.step(ComparedSide::A), StepId(3));
    EXPECT_FALSE(maker.step(ComparedSide::B).has_value()) << "at its peak, wherever that comes to be";
}

TEST_F(CompareWindow, LettersMoveOneCursorAlone)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    QTest::keyClick(page->chart(), Qt::Key_B);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "2, 2"; })) << stepsOf(*page);
    QTest::keyClick(page->chart(), Qt::Key_A, Qt::ShiftModifier);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "1, 2"; })) << stepsOf(*page);
    EXPECT_FALSE(page->takeKey(std::make_unique<QKeyEvent>(QEvent::KeyPress, Qt::Key_A, Qt::ControlModifier).get()))
        << "that selects all";
    const std::vector<InputHint> hints = page->hints();
    EXPECT_TRUE(std::ranges::any_of(hints, [](const InputHint& each) { return each.keys.startsWith(u'A'); }));
}

TEST_F(CompareWindow, CursorsMovedByKeysStayInView)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const CompareChart& chart = *page->chart();
    window->actions().of(Command::ZoomIn)->trigger();
    EXPECT_FALSE(isSeen(chart, ComparedSide::A, 5));
    page->perform(Command::LastCell);
    EXPECT_TRUE(isSeen(chart, ComparedSide::A, 5));
    EXPECT_TRUE(isSeen(chart, ComparedSide::B, 3));
    EXPECT_FALSE(chart.axis().isShowingAll());
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "5, 3"; }));
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(page->chart(), Qt::Key_A, Qt::ShiftModifier);
    EXPECT_TRUE(isSeen(chart, ComparedSide::A, 0)) << "the one that moved";
    EXPECT_FALSE(isSeen(chart, ComparedSide::B, 3));
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "0, 3"; }));
    page->perform(Command::LastCell);
    EXPECT_TRUE(isSeen(chart, ComparedSide::A, 5));
    page->perform(Command::FirstCell);
    EXPECT_TRUE(isSeen(chart, ComparedSide::A, 0));
}

TEST_F(CompareWindow, ADoubleClickShowsAllAndLeavesTheCursors)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    CompareChart& chart = *page->chart();
    const ComparisonMaker& maker = window->session()->comparison();
    click(chart, 0.01);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "0, 0"; }));
    window->actions().of(Command::ZoomIn)->trigger();
    ASSERT_FALSE(chart.axis().isShowingAll());
    const QPoint middle = at(chart, 0.5);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, middle);
    EXPECT_NE(maker.step(ComparedSide::A), StepId(0));
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, middle);
    EXPECT_TRUE(chart.axis().isShowingAll());
    EXPECT_EQ(maker.step(ComparedSide::A), StepId(0));
    EXPECT_EQ(maker.step(ComparedSide::B), StepId(0));
    // Clicks outside the plot have not moved them.
    QTest::mouseClick(&chart, Qt::LeftButton, {}, middle);
    const auto step = maker.step(ComparedSide::A);
    ASSERT_NE(step, StepId(0));
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(2, 2));
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, QPoint(2, 2));
    EXPECT_EQ(maker.step(ComparedSide::A), step);
}

TEST_F(CompareWindow, ADraggedRangeMovesTheCursorsToItsHighestLevelsAndCanBeZoomedTo)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    CompareChart& chart = *page->chart();
    const auto drag = [&](double from, double to) {
        QTest::mousePress(&chart, Qt::LeftButton, {}, at(chart, from));
        QMouseEvent move(QEvent::MouseMove, at(chart, to), chart.mapToGlobal(at(chart, to)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&chart, &move);
    };
    drag(0.6, 0.95);
    EXPECT_EQ(chart.axis().selected(), (StepRange{3, 6}));
    QTest::keyClick(&chart, Qt::Key_Escape);
    EXPECT_FALSE(chart.axis().selected()) << "the drag is cancelled";
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, at(chart, 0.95));
    EXPECT_EQ(stepsOf(*page), "2, 1");
    EXPECT_FALSE(page->canDo(Command::ZoomToSelection));

    drag(0.6, 0.95);
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, at(chart, 0.95));
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "3, 2"; })) << stepsOf(*page);
    EXPECT_TRUE(window->actions().of(Command::ZoomToSelection)->isEnabled());
    QTest::keyClick(&chart, Qt::Key_Return);
    EXPECT_EQ(chart.axis().visible(), (StepRange{3, 6}));
    EXPECT_FALSE(chart.axis().selected());
    window->actions().of(Command::Back)->trigger();
    EXPECT_TRUE(chart.axis().isShowingAll());
    window->actions().of(Command::Forward)->trigger();
    EXPECT_EQ(chart.axis().visible(), (StepRange{3, 6}));
}

TEST_F(CompareWindow, SelectedAndHoveredRowsAreDrawnOverBothCurves)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const auto lives = [&] { return page->chart()->curves().lives; };
    EXPECT_FALSE(lives());
    page->list()->table()->setFocus();
    page->list()->table()->selectRow(0);
    ASSERT_TRUE(lives());
    EXPECT_EQ(lives()->bytes[0], (std::vector<std::int64_t>{})) << "not in A";
    EXPECT_EQ(lives()->bytes[1], (std::vector<std::int64_t>{0, 4096, 4096, 0}));
    EXPECT_EQ(lives()->stands[1], 512) << "on what is always there";
    EXPECT_NE(plain(lives()->name).find("B: 1, at most 4 KiB"), std::string::npos) << plain(lives()->name);
    page->list()->table()->setFocus();
    page->list()->table()->selectRow(1);
    ASSERT_TRUE(lives());
    EXPECT_EQ(lives()->bytes[0], (std::vector<std::int64_t>{0, 0, 2048, 2048, 2048, 0}));
    page->perform(Command::Escape);
    EXPECT_FALSE(lives());
    page->categories()->setFocus();
    page->categories()->selectRow(0);
    ASSERT_TRUE(lives());
    EXPECT_GT(std::ranges::max(lives()->bytes[0]), 0);
    EXPECT_GT(std::ranges::max(lives()->bytes[1]), 0);
    page->categories()->selectRow(page->categories()->model()->rowCount() - 1);
    EXPECT_FALSE(lives()) << "the total is the curves";
}

TEST_F(CompareWindow, AFileDroppedWithAltIsComparedAndTheOverlayStatesIt)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(one(QStringLiteral("b.xplane.pb"), kCompareB))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::AltModifier);
    QApplication::sendEvent(window.get(), &enter);
    const auto* overlay = window->findChild<DropOverlay*>();
    EXPECT_EQ(utf8(overlay->text()), "Compare with b.xplane.pb");
    QDragMoveEvent move(QPoint(60, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &move);
    EXPECT_EQ(utf8(overlay->text()), "Open b.xplane.pb") << "Alt was let go";
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::AltModifier);
    QApplication::sendEvent(window.get(), &drop);
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    EXPECT_TRUE(page->isVisible());
    EXPECT_EQ(utf8(page->bar()->box(ComparedSide::B)->currentText()), "b.xplane.pb · step(7)");
    EXPECT_EQ(utf8(window->windowTitle()), "a.xplane.pb — step — Tidemark");
    EXPECT_EQ(window->paths(), QStringList{m_folder.filePath(QStringLiteral("a.xplane.pb"))})
        << "the window's own stays";
}

TEST_F(CompareWindow, ComparisonsWithoutRowsOrAxisShowTheRest)
{
    const auto phases = openWindow(write(QStringLiteral("w.phases"), test::phasesText()));
    phases->session()->comparison().open({write(QStringLiteral("v.phases"), "phases\nrun train\nphase a 30\n")});
    const auto* page = phases->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    EXPECT_TRUE(page->chart()->isVisible());
    EXPECT_FALSE(page->list()->isVisible()) << "a kind without rows";
    EXPECT_FALSE(page->offersTable());
    const char* const message
        = "XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 17.00G of "
          "15.48G hbm. Exceeded hbm capacity by 1.52G.\n";
    const auto log = openWindow(write(QStringLiteral("a.log"), message));
    ASSERT_TRUE(log->session()->shown());
    log->session()->comparison().open({write(QStringLiteral("b.log"), message)});
    const auto* other = log->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return other->offersPicture(); }));
    EXPECT_FALSE(other->chart()->isVisible()) << "a message is one moment";
}

TEST_F(CompareWindow, FilesOfOneNameAreNamedWithTheirFolders)
{
    QDir(m_folder.path()).mkpath(QStringLiteral("before/run"));
    QDir(m_folder.path()).mkpath(QStringLiteral("after/run"));
    const auto window = openWindow(one(QStringLiteral("before/run/w.xplane.pb"), kCompareA));
    window->session()->comparison().open({one(QStringLiteral("after/run/w.xplane.pb"), kCompareB)});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(page && waitUntil([&] { return page->offersPicture(); }));
    const auto names = namesOf(*page->chart()->curves().comparison);
    EXPECT_EQ(utf8(names[0]), "before");
    EXPECT_EQ(utf8(names[1]), "after");
}

TEST_F(CompareWindow, CtrlDAsksForTheFile)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    const QString other = one(QStringLiteral("b.xplane.pb"), kCompareB);
    QAction* compare = window->actions().of(Command::Compare);
    EXPECT_EQ(compare->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_D));
    ASSERT_TRUE(withDialog<QFileDialog>([&] { compare->trigger(); },
                                        [&](QFileDialog& dialog) {
                                            dialog.setDirectory(m_folder.path());
                                            dialog.findChild<QLineEdit*>()->setText(other);
                                            QMetaObject::invokeMethod(&dialog, "accept");
                                        }));
    EXPECT_TRUE(waitUntil([&] {
        const auto* page = window->findChild<ComparePage*>();
        return page && page->offersPicture();
    }));
}

TEST_F(CompareWindow, FilesThatCannotBeComparedAreReported)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    const auto drop = [&](const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::AltModifier);
        QApplication::sendEvent(window.get(), &enter);
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::AltModifier);
        QApplication::sendEvent(window.get(), &event);
    };
    drop(write(QStringLiteral("notes.txt"), "buy milk"));
    EXPECT_NE(utf8(window->findChild<NoticeBar*>()->text()).find("notes.txt cannot be opened"), std::string::npos);
    EXPECT_FALSE(window->session()->comparison().isBegun());
    drop(write(QStringLiteral("empty.xplane.pb"), ""));
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] {
        return utf8(allText(*page)).find("Cannot compare with empty.xplane.pb.") != std::string::npos;
    })) << utf8(allText(*page));
    EXPECT_FALSE(page->offersTable());
}

TEST_F(CompareWindow, ThePictureEqualsTheScreen)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    auto picture = page->picture();
    ASSERT_TRUE(picture);
    EXPECT_EQ(plain(picture->options.title), finding(*page));
    PictureOptions options = picture->options;
    options.size = {600, 300};
    const QImage scaled = picture->make(options, false)->image();
    EXPECT_EQ(scaled.size(), QSize(600, 300));
    page->bar()->axis()->setCurrentIndex(1);
    EXPECT_NE(page->picture()->make(options, false)->image(), scaled) << "B is shorter by step";
    const QString svg = m_folder.filePath(QStringLiteral("compared.svg"));
    EXPECT_TRUE(writePicture(*picture->make(options, false), svg));
    QFile file(svg);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("A: peak 4.50"));
}

TEST_F(CompareWindow, UnitsHoldEverywhere)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    window->state()->units().setUnit(ByteUnit::B);
    EXPECT_NE(finding(*page).find("1,024 B higher"), std::string::npos) << finding(*page);
    EXPECT_EQ(cell(*page->list()->table(), 0, CompareGroups::Change), "+4,096 B");
    EXPECT_NE(footer(*page).find("A 3,072 B"), std::string::npos) << footer(*page);
    const std::string described = plain(page->chart()->accessibleDescription());
    EXPECT_NE(described.find("4,608 B"), std::string::npos) << described;
    EXPECT_NE(plain(allText(*page)).find("5,632 B"), std::string::npos);
}

TEST_F(CompareWindow, AnAxisIsOfferedIfItChangesTheCurves)
{
    const auto offersAxis = [&](const QString& path) {
        const auto window = openWindow(path);
        const ComparePage* const page = compareHere(*window);
        for (const QComboBox* box : page->bar()->findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Axis of both curves"))
                return box->isVisible();
        ADD_FAILURE() << "no such box";
        return false;
    };
    EXPECT_TRUE(offersAxis(two()));
    EXPECT_FALSE(offersAxis(
        write(QStringLiteral("equal.xplane.pb"),
              test::containerBytes({{"step(1)", test::hloBytes(kCompareA)}, {"other(2)", test::hloBytes(kCompareA)}}))))
        << "both have as many steps";
}

TEST_F(CompareWindow, ZoomShowsAPartAndEscapeAll)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    EXPECT_FALSE(window->actions().of(Command::ZoomOut)->isEnabled());
    window->actions().of(Command::ZoomIn)->trigger();
    EXPECT_FALSE(page->chart()->axis().isShowingAll());
    EXPECT_TRUE(window->actions().of(Command::ZoomOut)->isEnabled());
    page->perform(Command::Escape);
    EXPECT_TRUE(page->chart()->axis().isShowingAll());
}
