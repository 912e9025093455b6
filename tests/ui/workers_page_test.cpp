#include "tests/ui/window_fixture.h"
#include "ui/charts/bar_plot.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/workers/worker_panel.h"
#include "ui/pages/workers/workers_list.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/panels/problems_panel.h"
#include "ui/shell/exporter.h"
#include "ui/tables/column_header.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/table_roles.h"
#include "ui/widgets/labels.h"

#include <QActionGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolButton>

#include <sstream>
#include <utility>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Replaces special spaces with plain ones.
std::string plain(QString text)
{
    return utf8(text.replace(QChar(0xa0), u' '));
}

/// A run of twelve workers, of which the third runs another program of the same name.
class WorkersWindow : public Window
{
protected:
    static constexpr int kWorkers = 12;
    static constexpr int kPage = 3; // after Timeline, Address Map and Composition
    static constexpr auto kOutside = "temp 64\n a 0 64 f32[16]\n b 32 64 f32[16]\n trace +a +b -a -b\n";

    QString run() const
    {
        QDir(m_folder.path()).mkdir(QStringLiteral("run"));
        for (int worker = 0; worker < kWorkers; ++worker)
            write(QStringLiteral("run/w-%1.xplane.pb").arg(worker),
                  test::containerBytes({{"jit_step(4)", test::hloBytes(worker == 2 ? kLarge : kSmall)}}));
        return m_folder.filePath(QStringLiteral("run"));
    }
    /// Returns the name of the tab; empty if there is none.
    static std::string tabOf(const MainWindow& window)
    {
        const QString text = window.actions().pages->actions().at(kPage)->text();
        return window.actions().pages->actions().at(kPage)->isVisible() ? utf8(text) : "";
    }
    /// Returns the page after all workers are compared.
    WorkersPage* choosePage(MainWindow& window)
    {
        window.actions().pages->actions().at(kPage)->trigger();
        auto* page = window.findChild<WorkersPage*>();
        EXPECT_TRUE(page->isVisible());
        EXPECT_TRUE(waitUntil([&] { return page->offersTable(); }));
        return page;
    }
    static QTabBar* tabs(const MainWindow& window)
    {
        for (QTabBar* bar : window.findChildren<QTabBar*>())
            if (bar->accessibleName() == QStringLiteral("Pages"))
                return bar;
        return nullptr;
    }
    static QComboBox* boxOf(const WorkersPage& page, const char* name)
    {
        for (QComboBox* box : page.findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String(name))
                return box;
        return nullptr;
    }
    static std::string labelsOf(const WorkersPage& page)
    {
        QStringList labels;
        for (const Bar& bar : page.findChild<BarsWidget*>()->plot().bars)
            labels << bar.label;
        return utf8(labels.join(u' '));
    }
    static std::string cell(const WorkersPage& page, int row, const char* title)
    {
        const QAbstractItemModel* model = page.list()->table()->model();
        for (int column = 0; column < model->columnCount(); ++column)
            if (model->headerData(column, Qt::Horizontal).toString() == QLatin1String(title))
                return plain(model->index(row, column).data().toString());
        return "no such column";
    }
};

} // namespace

TEST_F(WorkersWindow, OneWorkerIsNotCompared)
{
    const auto window = openWindow(profile());
    EXPECT_FALSE(tabOf(*window).starts_with("Workers")) << tabOf(*window);
}

TEST_F(WorkersWindow, ThePageNamesTheWorkersThatDiffer)
{
    const auto window = openWindow(run());
    EXPECT_NE(plain(allText(*window)).find("w-2 needs 31 KiB more than each of the other 11 workers."),
              std::string::npos)
        << utf8(allText(*window));
    EXPECT_EQ(tabOf(*window), "Workers (12)");
    const WorkersPage* page = choosePage(*window);
    for (const char* words : {"w-2 is 31 KiB above the others: another program", "double-click opens a worker"})
        EXPECT_NE(plain(allText(*window)).find(words), std::string::npos) << utf8(allText(*window));
    EXPECT_EQ(page->list()->table()->model()->rowCount(), kWorkers);
    EXPECT_EQ(cell(*page, 1, "Worker"), "w-1");
    EXPECT_EQ(page->list()->table()->model()->index(1, 0).data(ElideRole).toInt(), Qt::ElideMiddle)
        << "names end with what tells them apart";
    EXPECT_EQ(cell(*page, 10, "Worker"), "w-10") << "in natural order";
    EXPECT_EQ(cell(*page, 1, "Peak"), "2.50 KiB");
    EXPECT_EQ(cell(*page, 2, "Peak"), "▲ 33.50 KiB");
    EXPECT_EQ(cell(*page, 2, "Arguments"), "512 B");
    ASSERT_TRUE(waitUntil([&] { return !window->session()->analysis().checks().empty(); }));
    const auto counted = std::ranges::count_if(window->session()->analysis().checks(),
                                               [](const Check& check) { return check.verdict == Verdict::Ok; });
    EXPECT_EQ(cell(*page, 2, "Checks"), "✓ " + std::to_string(counted) + " passed") << "as many as the window counts";
}

TEST_F(WorkersWindow, TheBadgeOfChecksOpensTheirList)
{
    QDir(m_folder.path()).mkdir(QStringLiteral("odd"));
    for (int worker = 0; worker < 4; ++worker)
        write(QStringLiteral("odd/w-%1.xplane.pb").arg(worker),
              test::containerBytes({{"jit_step(4)", test::hloBytes(worker == 3 ? kOutside : kSmall)}}));
    const auto window = openWindow(m_folder.filePath(QStringLiteral("odd")), QSize(740, 700) * textScale());
    WorkersPage* page = choosePage(*window);
    const auto* panel = page->findChild<WorkerPanel*>();
    const auto* headline = page->findChild<WorkersHeadline*>();
    const auto checks = [&] { return utf8(panel->findChild<QTextBrowser*>()->toPlainText()); };
    EXPECT_FALSE(panel->isVisible()) << "no room beside the table";
    auto* badge = headline->findChild<QToolButton*>();
    ASSERT_TRUE(badge->isVisible());
    EXPECT_TRUE(badge->text().startsWith(QStringLiteral("✕ "))) << utf8(badge->text());
    EXPECT_NE(page->list()->current(), 3U);
    badge->click();
    EXPECT_TRUE(panel->isVisible());
    EXPECT_EQ(page->list()->current(), 3U) << "whose check fails";
    EXPECT_NE(checks().find("✕"), std::string::npos) << checks();
    EXPECT_LT(checks().find("✕"), checks().find("✓")) << "open, above what passed";
    page->list()->setCurrent(0);
    EXPECT_EQ(checks().find("✕"), std::string::npos) << checks();
}

TEST_F(WorkersWindow, ProblemsOfAllProgramsAreReported)
{
    constexpr auto kTwice = "temp 64\n a 0 64 f32[16]\ntrace +a +a -a\n";
    constexpr auto kThrice = "temp 64\n a 0 64 f32[16]\ntrace +a +a +a -a\n";
    QDir(m_folder.path()).mkdir(QStringLiteral("odd"));
    for (int worker = 0; worker < 5; ++worker)
        write(QStringLiteral("odd/w-%1.xplane.pb").arg(worker),
              test::containerBytes({{"jit_step(4)", test::hloBytes(worker < 2 ? kTwice : kThrice)}}));
    const auto window = openWindow(m_folder.filePath(QStringLiteral("odd")));
    const auto* problems = window->findChild<ProblemsPanel*>()->table()->model();
    const auto cellOf = [&](int row, int column) { return utf8(problems->index(row, column).data().toString()); };
    const auto expectAll = [&] {
        ASSERT_TRUE(waitUntil([&] { return problems->rowCount() == 2; }));
        EXPECT_EQ(cellOf(0, ProblemsPanel::File), "") << "the program that is shown";
        EXPECT_EQ(cellOf(0, ProblemsPanel::Count), "1");
        EXPECT_EQ(cellOf(1, ProblemsPanel::File), "w-1.xplane.pb, jit_step(4) and 3 more");
        EXPECT_EQ(cellOf(1, ProblemsPanel::Count), "7");
        const auto buttons = window->findChildren<QToolButton*>();
        EXPECT_TRUE(std::ranges::any_of(buttons, [](const QToolButton* button) {
            return button->isVisible() && button->text() == QStringLiteral("1 problem in this module, 1 in others");
        }));
    };
    expectAll();
    choosePage(*window);
    expectAll();
}

TEST_F(WorkersWindow, ColumnTitlesAreNotCutByTheSortArrow)
{
    const auto window = openWindow(run(), QSize(1180, 760) * textScale());
    WorkersPage* page = choosePage(*window);
    for (const QHeaderView* header : page->list()->findChildren<QHeaderView*>()) {
        if (header->orientation() != Qt::Horizontal || header->isHidden())
            continue;
        const auto roomOf = [&](int section) {
            QStyleOptionHeader option;
            option.initFrom(header);
            option.orientation = Qt::Horizontal;
            option.sortIndicator = QStyleOptionHeader::SortDown;
            option.rect = QRect(0, 0, header->sectionSize(section), header->height());
            return header->style()->subElementRect(QStyle::SE_HeaderLabel, &option, header).width();
        };
        for (int section = 0; section < header->count(); ++section) {
            const QString title = header->model()->headerData(section, Qt::Horizontal).toString();
            if (!header->isSectionHidden(section)) {
                EXPECT_GE(roomOf(section), header->fontMetrics().horizontalAdvance(title)) << utf8(title);
            }
        }
    }
}

TEST_F(WorkersWindow, ColumnsAppearIfTheyFitAndCanBeChosen)
{
    const auto window = openWindow(run(), QSize(1900, 900) * textScale());
    window->session()->chooseDevice(findDevice("v5e"));
    WorkersPage* page = choosePage(*window);
    const auto isShown = [&](const char* title) {
        const FlatTable* table = page->list()->table();
        return std::ranges::any_of(table->shownColumns(), [&](int column) {
            return table->model()->headerData(column, Qt::Horizontal).toString() == QLatin1String(title);
        });
    };
    for (const char* title : {"Headroom", "Padding", "Fragmentation"})
        EXPECT_TRUE(isShown(title)) << title;
    EXPECT_EQ(cell(*page, 1, "Padding"), "0 B");
    EXPECT_EQ(cell(*page, 1, "Fragmentation"), "2 KiB");
    EXPECT_EQ(cell(*page, 2, "Headroom").substr(0, 4), "▼ ");
    // Rows are as wide as the header above them, with and without a scroll bar.
    for (const int height : {900, 500, 1000}) {
        window->resize(QSize(1900, height) * textScale());
        EXPECT_TRUE(waitUntil([&] {
            const QHeaderView* below = page->list()->table()->horizontalHeader();
            return below->length() == page->list()->table()->viewport()->width();
        })) << height;
    }
    window->resize(QSize(1000, 900) * textScale());
    EXPECT_TRUE(waitUntil([&] { return !isShown("Fragmentation"); }));
    EXPECT_TRUE(isShown("Arguments"));
    auto* columns = page->findChild<QPushButton*>(QStringLiteral("columns"));
    ASSERT_TRUE(columns);
    emit columns->menu()->aboutToShow();
    QAction* fragmentation = entryOf(*columns->menu(), "Fragmentation");
    ASSERT_TRUE(fragmentation);
    fragmentation->trigger();
    EXPECT_TRUE(isShown("Fragmentation"));
}

TEST_F(WorkersWindow, AWorkerOpensInPlace)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    page->list()->setCurrent(7);
    QTest::keyClick(page->list()->table(), Qt::Key_Return);
    EXPECT_FALSE(page->isVisible());
    ASSERT_TRUE(waitUntil([&] { return !window->state()->isEmpty() && window->state()->view()->host == "w-7"; }));
    EXPECT_EQ(tabs(*window)->currentIndex(), 0);
    QAction* const back = window->actions().of(Command::Back);
    ASSERT_TRUE(back->isEnabled());
    back->trigger();
    EXPECT_TRUE(page->isVisible()) << "the page before";
    QAction* const forward = window->actions().of(Command::Forward);
    ASSERT_TRUE(forward->isEnabled());
    forward->trigger();
    EXPECT_EQ(tabs(*window)->currentIndex(), 0) << "the page that Back left";
    EXPECT_FALSE(forward->isEnabled());
    back->trigger();
    EXPECT_TRUE(page->isVisible());
    back->trigger();
    EXPECT_EQ(tabs(*window)->currentIndex(), 0);
    EXPECT_FALSE(back->isEnabled());
    const StepId cursor = window->state()->cursor();
    QTest::keyClick(window->findChild<MemoryChart*>(), Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(window->state()->cursor(), cursor);
}

TEST_F(WorkersWindow, AComparisonKeepsTheShownWorker)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    page->list()->setCurrent(4);
    QTest::keyClick(page->list()->table(), Qt::Key_Return);
    ASSERT_TRUE(waitUntil([&] { return !window->state()->isEmpty() && window->state()->view()->host == "w-4"; }));
    choosePage(*window);
    FlatTable* const table = page->list()->table();
    table->clearSelection();
    for (const int row : {2, 4})
        table->selectionModel()->select(table->model()->index(row, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    window->actions().of(Command::Compare)->trigger();
    const ComparisonMaker& maker = window->session()->comparison();
    ASSERT_TRUE(waitUntil([&] { return maker.comparison() && !maker.isBusy(); }));
    EXPECT_EQ(maker.comparison()->b.view->host, "w-2");
    EXPECT_EQ(window->state()->view()->host, "w-4");
}

TEST_F(WorkersWindow, TwoSelectedWorkersAreCompared)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    FlatTable* table = page->list()->table();
    table->clearSelection();
    const auto select = [&](int row) {
        table->selectionModel()->select(table->model()->index(row, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    };
    select(4);
    select(2);
    ASSERT_TRUE(page->canDo(Command::Compare));
    window->actions().of(Command::Compare)->trigger();
    EXPECT_FALSE(page->isVisible());
    const ComparisonMaker& maker = window->session()->comparison();
    ASSERT_TRUE(waitUntil([&] { return maker.comparison() && !maker.isBusy(); }));
    EXPECT_EQ(maker.comparison()->a.view->host, "w-2") << "the upper one";
    EXPECT_EQ(maker.comparison()->b.view->host, "w-4");
    EXPECT_LT(maker.comparison()->change(), 0);
}

TEST_F(WorkersWindow, TheShownWorkerIsComparedWithTheSelectedOne)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    page->list()->setCurrent(5);
    EXPECT_EQ(utf8(window->actions().of(Command::Compare)->text()), "&Compare Workers");
    window->actions().of(Command::Compare)->trigger();
    const ComparisonMaker& maker = window->session()->comparison();
    ASSERT_TRUE(waitUntil([&] { return maker.comparison() && !maker.isBusy(); }));
    EXPECT_EQ(maker.comparison()->a.view->host, "w-2") << "the shown one";
    EXPECT_EQ(maker.comparison()->b.view->host, "w-5");
}

TEST_F(WorkersWindow, TwoWorkersAreComparedOfWhichNeitherIsShown)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    FlatTable* table = page->list()->table();
    ASSERT_EQ(window->state()->view()->host, "w-2");
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(7, 0)).center());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      table->visualRect(table->model()->index(4, 0)).center());
    QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
    const ComparisonMaker& maker = window->session()->comparison();
    ASSERT_TRUE(waitUntil([&] { return maker.comparison() && !maker.isBusy() && !window->session()->isBusy(); }));
    EXPECT_EQ(maker.comparison()->a.view->host, "w-4");
    EXPECT_EQ(maker.comparison()->b.view->host, "w-7");
    EXPECT_EQ(window->state()->view()->host, "w-4") << "the window shows A";
}

TEST_F(WorkersWindow, EscapeEndsTheSelectionOfSeveralWorkersThenTheFilter)
{
    const auto window = openWindow(run());
    WorkersPage* page = choosePage(*window);
    window->state()->filter().setText(QStringLiteral("w-1"));
    FlatTable* workers = page->list()->table();
    const auto current = page->list()->current();
    workers->selectAll();
    ASSERT_EQ(workers->selectedRows().size(), 3U);
    ASSERT_TRUE(page->canDo(Command::Escape));
    page->perform(Command::Escape);
    EXPECT_EQ(workers->selectedRows().size(), 1U);
    EXPECT_EQ(page->list()->current(), current) << "the current worker stays";
    EXPECT_EQ(page->list()->shown().size(), 3U) << "the filter stays";
    page->perform(Command::Escape);
    EXPECT_EQ(page->list()->shown().size(), static_cast<std::size_t>(kWorkers));
    EXPECT_TRUE(window->state()->filter().isEmpty());
    EXPECT_FALSE(page->canDo(Command::Escape));
}

TEST_F(WorkersWindow, ShowsOnlyThoseThatDiffer)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    auto* only = page->findChild<QCheckBox*>();
    ASSERT_TRUE(only);
    EXPECT_TRUE(only->isVisibleTo(page));
    only->click();
    EXPECT_EQ(page->list()->shown(), (std::vector<std::size_t>{2}));
    EXPECT_EQ(labelsOf(*page), "w-2");
    only->click();
    EXPECT_EQ(page->list()->shown().size(), static_cast<std::size_t>(kWorkers));
}

TEST_F(WorkersWindow, AClickOnAColumnOfNumbersListsTheLargestFirst)
{
    const auto window = openWindow(run());
    window->resize(1180, 620);
    const WorkersPage* page = choosePage(*window);
    FlatTable* const table = page->list()->table();
    page->list()->setCurrent(kWorkers - 1);
    auto* const header = page->findChild<ColumnHeader*>();
    ASSERT_TRUE(header);
    const QAbstractItemModel& titles = *header->model();
    int peak = 0;
    while (titles.headerData(peak, Qt::Horizontal).toString() != QStringLiteral("Peak"))
        ASSERT_LT(++peak, titles.columnCount());
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      {header->sectionViewportPosition(peak) + header->sectionSize(peak) / 2, header->height() / 2});
    EXPECT_EQ(cell(*page, 0, "Worker"), "w-2");
    EXPECT_EQ(table->verticalScrollBar()->value(), 0);
}

TEST_F(WorkersWindow, FilterAndSortDoNotChangeTheWorkers)
{
    const auto window = openWindow(run());
    WorkersPage* page = choosePage(*window);
    window->actions().of(Command::Find)->trigger();
    auto* filter = qobject_cast<QLineEdit*>(window->focusWidget());
    ASSERT_TRUE(filter);
    EXPECT_TRUE(page->findChildren<QLineEdit*>().isEmpty()) << "the search line of the window is the only one";
    QTest::keyClicks(filter, QStringLiteral("W-1"));
    EXPECT_EQ(page->list()->shown(), (std::vector<std::size_t>{1, 10, 11}));
    EXPECT_EQ(labelsOf(*page), "w-1 w-10 w-11");
    std::ostringstream csv;
    EXPECT_TRUE(page->table()->writeCsv(csv, {}));
    EXPECT_EQ(std::ranges::count(csv.str(), '\n'), 3 + 1) << "of those shown alone";
    EXPECT_NE(csv.str().find("w-11"), std::string::npos);
    EXPECT_EQ(page->table()->description, QStringLiteral("3 of 12 rows"));
    EXPECT_EQ(utf8(page->amount()), "3 of 12 rows; min, average and max are of all");
    QTest::keyClicks(filter, QStringLiteral("x"));
    EXPECT_FALSE(page->offersTable()) << "there is no row";
    EXPECT_FALSE(page->table());
    EXPECT_FALSE(window->actions().exportCsv->isEnabled());
    page->perform(Command::Escape);
    EXPECT_EQ(page->list()->shown().size(), static_cast<std::size_t>(kWorkers));
    EXPECT_EQ(utf8(page->amount()), "");
    const QSignalSpy changes(page->list(), &WorkersList::shownChanged);
    page->list()->setFilter(QStringLiteral("w-1"));
    page->list()->setFilter({});
    EXPECT_EQ(changes.count(), 2) << "once for all of them: there may be thousands";
    page->list()->setCurrent(2);
    page->perform(Command::CopyPlain);
    const QString copied = QApplication::clipboard()->text();
    EXPECT_NE(utf8(copied).find("w-2\t"), std::string::npos) << utf8(copied);
    EXPECT_NE(utf8(copied).find("\t34304\t"), std::string::npos) << utf8(copied);
}

TEST_F(WorkersWindow, TheFilterSearchesTheShownColumns)
{
    const auto window = openWindow(run());
    WorkersPage* page = choosePage(*window);
    Filter* filter = &window->state()->filter();
    const auto shown = [&] { return page->list()->shown(); };
    page->list()->setCurrent(5);
    filter->setText(QStringLiteral("run"));
    EXPECT_TRUE(shown().empty()) << "only paths and the session say so";
    EXPECT_EQ(utf8(page->findChild<WorkerPanel*>()->findChild<QTextBrowser*>()->toPlainText()),
              "No worker is selected.");
    auto* nothing = page->list()->table()->viewport()->findChild<QLabel*>();
    EXPECT_TRUE(nothing->isVisible());
    EXPECT_TRUE(nothing->text().startsWith(QStringLiteral("No worker matches “run”."))) << utf8(nothing->text());
    filter->setText(QStringLiteral("<b>"));
    EXPECT_TRUE(nothing->text().contains(QStringLiteral("“&lt;b&gt;”"))) << utf8(nothing->text());
    emit nothing->linkActivated(QStringLiteral("clear"));
    EXPECT_TRUE(filter->text().isEmpty());
    EXPECT_FALSE(nothing->isVisible());
    EXPECT_EQ(page->list()->current(), 5U) << "as before nothing was shown";
    filter->setText(QStringLiteral("run w-1"));
    QMenu columns;
    page->list()->addColumnActions(&columns);
    entryOf(columns, "File")->trigger();
    EXPECT_TRUE(waitUntil([&] { return shown() == std::vector<std::size_t>{1, 10, 11}; })) << "its path is shown";
    EXPECT_EQ(labelsOf(*page), "w-1 w-10 w-11");
    entryOf(columns, "File")->trigger();
    EXPECT_TRUE(waitUntil([&] { return shown().empty(); }));
}

TEST_F(WorkersWindow, BarsAreLegibleOrNotShown)
{
    QDir(m_folder.path()).mkdir(QStringLiteral("few"));
    for (int worker = 0; worker < 4; ++worker)
        write(QStringLiteral("few/w-%1.xplane.pb").arg(worker),
              test::containerBytes({{"jit_step(4)", test::hloBytes(worker == 3 ? kLarge : kSmall)}}));
    const auto window = openWindow(m_folder.filePath(QStringLiteral("few")), QSize(900, 600) * textScale());
    const auto* chart = choosePage(*window)->findChild<BarsWidget*>();
    constexpr int kLegible = 60;
    for (const int height : {760, 700, 640, 600, 560, 520}) {
        window->resize(QSize(900, height) * textScale());
        QApplication::processEvents();
        EXPECT_TRUE(!chart->isVisible() || chart->places().plot.height() >= kLegible * textScale())
            << height << ": " << chart->places().plot.height();
    }
}

TEST_F(WorkersWindow, TheChartIsShownIfTheRowsLeaveRoom)
{
    const auto window = openWindow(run(), QSize(1180, 720) * textScale());
    WorkersPage* page = choosePage(*window);
    const auto* chart = page->findChild<BarsWidget*>();
    ASSERT_LT(page->height(), 640 * textScale()) << "lower than where it is shown whatever the rows need";
    EXPECT_TRUE(waitUntil([&] { return std::abs(page->list()->height() - page->list()->fullHeight()) <= 1; }));
    EXPECT_TRUE(chart->isVisible());
    EXPECT_EQ(page->list()->table()->verticalScrollBar()->maximum(), 0) << "all rows are seen below it";
    int top = -1;
    EXPECT_TRUE(waitUntil([&] { return std::exchange(top, page->list()->y()) == page->list()->y(); }));
    window->state()->filter().setText(QStringLiteral("w-3"));
    QTest::qWait(20);
    EXPECT_EQ(page->list()->y(), top) << "where one types it stays";
    window->resize(QSize(1180, 500) * textScale());
    EXPECT_TRUE(waitUntil([&] { return !chart->isVisible(); }));
}

TEST_F(WorkersWindow, ColumnsFitANarrowTable)
{
    const auto window = openWindow(run(), QSize(1180, 740) * textScale());
    const FlatTable* table = choosePage(*window)->list()->table();
    for (const int width : {1180, 940}) {
        window->resize(QSize(width, 740) * textScale());
        EXPECT_TRUE(waitUntil([&] {
            return table->horizontalScrollBar()->maximum() == 0
                && table->horizontalHeader()->length() == table->viewport()->width();
        })) << width
            << ": the bar of the peak gives way";
    }
}

TEST_F(WorkersWindow, ThePanelBeginsWithPartsAndFoldsPassedChecks)
{
    const auto window = openWindow(run());
    WorkersPage* page = choosePage(*window);
    auto* panel = page->findChild<WorkerPanel*>()->findChild<QTextBrowser*>();
    const auto at = [&](const char* words) { return panel->toPlainText().indexOf(QString::fromUtf8(words)); };
    const auto passed = at("passed");
    ASSERT_GE(passed, 0) << utf8(panel->toPlainText());
    EXPECT_GE(at("At step"), 0);
    EXPECT_LT(at("At step"), at("Checks"));
    EXPECT_LT(at("Total"), passed);
    EXPECT_EQ(at("The rows at the peak add up to it"), -1);
    emit panel->anchorClicked(QUrl(QStringLiteral("passed")));
    EXPECT_GT(at("The rows at the peak add up to it"), passed);
    emit panel->anchorClicked(QUrl(QStringLiteral("passed")));
    EXPECT_EQ(at("The rows at the peak add up to it"), -1);
    page->findChild<WorkersHeadline*>()->findChild<QToolButton*>()->click();
    EXPECT_GT(at("The rows at the peak add up to it"), passed) << "whoever asks for the checks sees them";
}

TEST_F(WorkersWindow, TableAndPictureAreExported)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    std::ostringstream csv;
    EXPECT_TRUE(page->table()->writeCsv(csv, {}));
    const std::string text = csv.str();
    EXPECT_EQ(std::ranges::count(text, '\n'), kWorkers + 1);
    EXPECT_NE(text.find("category_unknown_bytes"), std::string::npos);
    std::ostringstream json;
    EXPECT_TRUE(page->table()->writeJson(json, {}));
    EXPECT_EQ(json.str().front(), '{');
    EXPECT_NE(json.str().find("\"w-11\""), std::string::npos);
    const auto picture = page->picture();
    ASSERT_TRUE(picture);
    PictureOptions options = picture->options;
    options.size = {600, 300};
    EXPECT_EQ(picture->make(options, false)->image().size(), QSize(600, 300));
    const QString svg = m_folder.filePath(QStringLiteral("workers.svg"));
    EXPECT_TRUE(writePicture(*picture->make(options, false), svg));
    QFile file(svg);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("w-2"));
}

TEST_F(WorkersWindow, DifferingWorkersAreExportedWithAnyFilterAndOrder)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    const auto differing = [&] {
        std::ostringstream json;
        EXPECT_TRUE(page->table()->writeJson(json, {}));
        return json.str().substr(json.str().find("\"differing\""));
    };
    page->list()->table()->model()->sort(0, Qt::DescendingOrder);
    ASSERT_EQ(page->list()->shown().front(), 11U);
    EXPECT_NE(differing().find("w-2.xplane.pb"), std::string::npos) << differing();
    page->list()->setFilter(QStringLiteral("w-1"));
    EXPECT_EQ(differing().find("\"path\""), std::string::npos) << "the third is not among those shown";
    page->list()->setFilter(QStringLiteral("w-2"));
    ASSERT_EQ(page->list()->shown().size(), 1U);
    EXPECT_NE(differing().find("w-2.xplane.pb"), std::string::npos) << "without any of those that it differs from";
}

TEST_F(WorkersWindow, MoreWorkersThanPixelsKeepTheLargest)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    const BarPlot some = page->findChild<BarsWidget*>()->plot();
    BarPlot plot = some;
    plot.bars.assign(5000, some.bars[0]);
    plot.bars[0] = some.bars[2]; // the axis is the same in both pictures
    PictureOptions options;
    options.size = {500, 300};
    const QImage flat = barPicture(plot, options)->image();
    plot.bars[3333].parts = some.bars[2].parts;
    EXPECT_NE(flat, barPicture(plot, options)->image()) << "one of five thousand is seen";
}

TEST_F(WorkersWindow, TheBadgeOpensTheChecksWithBothSides)
{
    const auto window = openWindow(profile());
    QToolButton* badge = nullptr;
    ASSERT_TRUE(waitUntil([&] {
        for (QToolButton* button : window->findChildren<QToolButton*>())
            if (button->isVisible() && button->text().contains(QLatin1String("checks passed")))
                badge = button;
        return badge != nullptr;
    }));
    badge->click();
    const auto* list = window->findChild<ChecksPanel*>();
    EXPECT_TRUE(waitUntil([&] { return list->isVisible(); }));
    EXPECT_NE(utf8(list->toPlainText()).find("parameter allocations"), std::string::npos);
}

TEST_F(WorkersWindow, AFileWithoutTheProgramIsNoWorkerAndNoProblem)
{
    run();
    write(QStringLiteral("run/other.xplane.pb"), test::containerBytes({{"jit_other(9)", test::hloBytes(kSmall)}}));
    const auto window = openWindow(m_folder.filePath(QStringLiteral("run")));
    if (window->session()->shown()->program().name != "jit_step")
        GTEST_FAIL() << window->session()->shown()->program().name;
    EXPECT_EQ(tabOf(*window), "Workers (12)");
    const auto* problems = window->findChild<ProblemsPanel*>()->table()->model();
    const int before = problems->rowCount();
    choosePage(*window);
    QApplication::processEvents();
    EXPECT_EQ(problems->rowCount(), before);
    auto* which = boxOf(*window->findChild<WorkersPage*>(), "Programs to compare");
    ASSERT_TRUE(which);
    which->setCurrentIndex(1);
    EXPECT_EQ(tabOf(*window), "Workers (13)");
    EXPECT_TRUE(waitUntil([&] { return window->findChild<WorkersPage*>()->list()->shown().size() == 13U; }));
}

TEST_F(WorkersWindow, OnlyWorkersOfOneSessionAreCompared)
{
    const auto session = [&](const char* name, const std::vector<const char*>& plans) {
        const QString folder = QStringLiteral("log/plugins/profile/") + QLatin1String(name);
        QDir(m_folder.path()).mkpath(folder);
        for (std::size_t i = 0; i < plans.size(); ++i)
            write(QStringLiteral("%1/w-%2.xplane.pb").arg(folder).arg(i),
                  test::containerBytes({{"jit_step(4)", test::hloBytes(plans[i])}}));
    };
    session("2026_11_20_09_00_00", {kLarge, kLarge, kLarge});
    session("2026_11_20_10_00_00", {kSmall, kSmall});
    session("2026_11_20_11_00_00", {kSmall});
    const auto window = openWindow(m_folder.filePath(QStringLiteral("log")));
    WorkersPage* page = choosePage(*window);
    EXPECT_EQ(tabOf(*window), "Workers (3)") << "of the session of the largest program";
    EXPECT_NE(plain(allText(*page)).find("3 workers, all equal"), std::string::npos) << utf8(allText(*page));
    auto* box = boxOf(*page, "Session to compare");
    ASSERT_TRUE(box && box->isVisible());
    EXPECT_EQ(box->count(), 3) << "each session is listed, so the way back is always there";
    EXPECT_EQ(utf8(box->currentText()), "2026_11_20_09_00_00");
    box->setCurrentIndex(1);
    emit box->activated(1);
    EXPECT_TRUE(waitUntil([&] { return page->offersTable() && page->list()->shown().size() == 2U; }));
    EXPECT_EQ(tabOf(*window), "Workers (2)");
    EXPECT_TRUE(page->isVisible());
    EXPECT_NE(plain(allText(*page)).find("2 workers, all equal"), std::string::npos) << utf8(allText(*page));
    EXPECT_EQ(cell(*page, 0, "Peak"), "2.50 KiB");
    emit box->activated(2);
    EXPECT_TRUE(waitUntil([&] { return tabOf(*window) == "Workers"; })) << "no count of one: " << tabOf(*window);
}

TEST_F(WorkersWindow, AnOpenedWorkerIsNotFiltered)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    window->state()->filter().setText(QStringLiteral("w-7"));
    QTest::keyClick(page->list()->table(), Qt::Key_Return);
    ASSERT_TRUE(waitUntil([&] { return !window->state()->isEmpty() && window->state()->view()->host == "w-7"; }));
    EXPECT_TRUE(window->state()->filter().isEmpty()) << "the words were about workers, not about buffers";
}

TEST_F(WorkersWindow, TheHeadlineFitsOnTwoLinesAndTheReasonStays)
{
    QDir(m_folder.path()).mkdir(QStringLiteral("long"));
    for (int worker = 0; worker < 4; ++worker)
        write(QStringLiteral("long/a-rather-long-name-of-a-training-job-worker-%1.xplane.pb").arg(worker),
              test::containerBytes({{"jit_step(4)", test::hloBytes(worker == 2 ? kLarge : kSmall)}}));
    const auto window = openWindow(m_folder.filePath(QStringLiteral("long")), QSize(900, 600) * textScale());
    auto* headline = choosePage(*window)->findChild<WorkersHeadline*>();
    const auto* finding = headline->findChild<ElidedLabel*>();
    QApplication::processEvents();
    for (const QString& line : finding->lines())
        EXPECT_LE(QFontMetricsF(finding->font()).horizontalAdvance(line), finding->width()) << utf8(line);
    const auto* reason = headline->findChild<ElidedLabel*>(QStringLiteral("reason"));
    headline->resize(QSize(500, 60) * textScale());
    EXPECT_TRUE(reason->isVisible());
    EXPECT_EQ(utf8(reason->lines().join(u' ')), "another program");
}

TEST_F(WorkersWindow, ABarThatDiffersHasTheDifferenceAboveIt)
{
    const auto window = openWindow(run());
    const WorkersPage* page = choosePage(*window);
    const std::vector<Bar>& bars = page->findChild<BarsWidget*>()->plot().bars;
    ASSERT_EQ(bars.size(), static_cast<std::size_t>(kWorkers));
    EXPECT_EQ(plain(bars[2].above), "+31 KiB");
    EXPECT_EQ(bars[2].tone, Bar::Tone::Bad);
    EXPECT_EQ(utf8(bars[3].above), "");
    EXPECT_NE(plain(page->findChild<BarsWidget*>()->plot().describe(2)).find("its peak is 31 KiB above"),
              std::string::npos);
}
