// Tests of a tt-xla profile over its operations: level and fragmentation of one bank or of all; lists,
// peaks, the card of an operation, marks on the axis, ranks, and blocks at their addresses.
#include "tests/support/tt_xla_logs.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/charts/lanes.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/pages/operations/operation_lists.h"
#include "ui/pages/operations/operations_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/shell/page_stack.h"
#include "ui/tables/grid.h"
#include "ui/theme/colors.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QPainter>
#include <QTabBar>
#include <QTextBrowser>

#include <algorithm>
#include <set>
#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

using test::runtimeLine;
using test::stepText;

std::string programLine(const char* words, const char* name)
{
    return runtimeLine("RuntimeTTNN", "DEBUG", std::string(words) + " execution of program: " + name);
}

/// Two runs of a program. Sizes are in thousandths of a MB per bank.
std::string twoRuns(int held = 1000, int largestAtPeak = 600000)
{
    std::string log;
    for (int run = 0; run < 2; ++run)
        log += programLine("Starting", "main") + stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {held}, 33, 64)
            + stepText("%2", "ttnn.matmul", "%1", "MatmulOp", {held + 1000})
            + stepText("", "ttnn.deallocate", "%1", "DeallocateOp", {held + 8000, 1000000, largestAtPeak})
            + stepText("%3", "ttnn.exp", "%2", "ExpOp", {held + 2000}) + programLine("Finished", "main");
    return log;
}

class OperationsWindow : public Window
{
protected:
    std::unique_ptr<MainWindow> openLog(const std::string& log) const
    {
        return openWindow(write(QStringLiteral("toy_profile.log"), log));
    }
    static QTabBar* tabsOf(MainWindow& window)
    {
        for (QTabBar* tabs : window.findChildren<QTabBar*>())
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab) == QStringLiteral("Operations"))
                    return tabs;
        return nullptr;
    }
    /// Shows the page and returns it.
    static OperationsPage* showOperations(MainWindow& window)
    {
        QTabBar* const tabs = tabsOf(window);
        EXPECT_TRUE(tabs);
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->tabText(tab) == QStringLiteral("Operations"))
                tabs->setCurrentIndex(tab);
        auto* const page = window.findChild<OperationsPage*>();
        EXPECT_TRUE(page->isVisible());
        EXPECT_TRUE(page->shown());
        QApplication::processEvents(); // updates its layout
        return page;
    }
    static std::string detailsOf(const OperationsPage& page)
    {
        return utf8(page.findChild<QTextBrowser*>()->toPlainText().replace(QChar(0xa0), u' '));
    }
    static QCheckBox* box(const OperationsPage& page, const char* words)
    {
        for (QCheckBox* each : page.findChildren<QCheckBox*>())
            if (each->text().remove(u'&') == QLatin1String(words))
                return each;
        return nullptr;
    }
    static GridTable* list(const OperationsPage& page, OperationList which)
    {
        page.findChild<QComboBox*>()->setCurrentIndex(static_cast<int>(which));
        for (GridTable* each : page.findChildren<GridTable*>())
            if (each->accessibleName() == listTitle(which))
                return each;
        return nullptr;
    }
    static bool has(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }
};

TEST_F(OperationsWindow, CursorAndZoomAreThoseOfTheWindow)
{
    const auto window = openLog(twoRuns());
    OperationsPage* const page = showOperations(*window);
    ViewState& state = *window->state();
    EXPECT_EQ(page->shown()->shown.view->axis.count, 8U);
    EXPECT_EQ(page->chart()->content().cursor, state.cursor()) << "at the peak";
    state.axis().setCursor(StepId(3));
    EXPECT_EQ(page->chart()->content().cursor, StepId(3));
    page->chart()->navigation().goTo(StepId(5));
    EXPECT_EQ(state.cursor(), StepId(5));
    page->chart()->navigation().zoomIn();
    EXPECT_EQ(state.axis().visible(), page->chart()->content().visible);
    EXPECT_LT(state.axis().visible().size(), 8U);
    EXPECT_TRUE(page->canDo(Command::Back));
    page->perform(Command::Back);
    EXPECT_TRUE(state.axis().isShowingAll());
    EXPECT_EQ(page->ratio()->plotGeometry().steps.range, state.axis().visible());
}

TEST_F(OperationsWindow, TheMarkedStepIsOnItsChart)
{
    const auto window = openLog(twoRuns());
    ViewState& state = *window->state();
    state.setMarked(StepId(2)); // before the page is visible
    OperationsPage* const page = showOperations(*window);
    EXPECT_EQ(page->chart()->content().marked, StepId(2));
    state.axis().setCursor(StepId(5));
    const QImage before = page->chart()->grab().toImage();
    ASSERT_TRUE(waitUntil([&] { return window->actions().of(Command::MarkStep)->isEnabled(); }));
    QTest::keyClick(window.get(), Qt::Key_M);
    EXPECT_EQ(state.marked(), StepId(5));
    EXPECT_EQ(page->chart()->content().marked, StepId(5));
    EXPECT_NE(page->chart()->grab().toImage(), before) << "it is drawn";
    for (QCheckBox* box : page->findChildren<QCheckBox*>())
        box->toggle();
    EXPECT_EQ(page->chart()->content().marked, StepId(5)) << "shown another way";
    window->actions().of(Command::Escape)->trigger();
    EXPECT_FALSE(state.marked());
    EXPECT_FALSE(page->chart()->content().marked);
}

TEST_F(OperationsWindow, ASwitchShowsOneBank)
{
    const auto window = openLog(twoRuns());
    OperationsPage* const page = showOperations(*window);
    const std::int64_t all = page->shown()->shown.view->highest()[1];
    EXPECT_EQ(page->shown()->shown.view->peakStep, StepId(1));
    box(*page, "Per bank")->setChecked(true);
    EXPECT_EQ(page->shown()->shown.view->highest()[1], all / 12);
    EXPECT_FALSE(page->chart()->content().capacity) << "it would flatten the curve";
    page->perform(Command::ShowCapacity);
    EXPECT_EQ(page->chart()->content().capacity->bytes, 1000 << 20) << "of one bank";
    EXPECT_TRUE(has(detailsOf(*page), "DRAM peak, one bank")) << detailsOf(*page);
}

TEST_F(OperationsWindow, ListsGoToTheirOperations)
{
    const auto window = openLog(twoRuns());
    OperationsPage* const page = showOperations(*window);
    ViewState& state = *window->state();
    GridTable* const suspects = list(*page, OperationList::Suspects);
    ASSERT_GE(suspects->gridModel()->rowCount(), 2);
    suspects->setCurrentIndex(suspects->gridModel()->index(1, 0));
    EXPECT_EQ(state.cursor(), StepId(5)) << "the product of the second run";
    EXPECT_TRUE(has(detailsOf(*page), "operation 5")) << detailsOf(*page);
    EXPECT_TRUE(has(detailsOf(*page), "number 4 in upstream's lists"));
    EXPECT_TRUE(has(detailsOf(*page), "Inputs")) << detailsOf(*page);
    std::ostringstream csv;
    EXPECT_TRUE(page->table()->writeCsv(csv, {}));
    EXPECT_TRUE(csv.str().starts_with("operation,step,added_bytes,location,output\r\nttnn.matmul,1,")) << csv.str();
    GridTable* const padded = list(*page, OperationList::Padding);
    ASSERT_EQ(padded->gridModel()->rowCount(), 2);
    EXPECT_EQ(utf8(padded->gridModel()->index(0, 3).data().toString()), "64x64");
    padded->selectRow(0);
    page->perform(Command::Copy);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("33x64")));
    QContextMenuEvent asked(QContextMenuEvent::Mouse, QPoint(5, 5), padded->viewport()->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(padded->viewport(), &asked);
    auto* const menu = padded->findChild<QMenu*>();
    ASSERT_TRUE(menu);
    ASSERT_EQ(menu->actions().size(), 2) << "rows, table";
    menu->actions().back()->trigger();
    EXPECT_EQ(QGuiApplication::clipboard()->text().count(u'\n'), 1 + 2) << "with the header";
    delete menu;
}

TEST_F(OperationsWindow, AllOperationsFollowTheCursorAndCanBeSearched)
{
    const auto window = openLog(twoRuns());
    OperationsPage* const page = showOperations(*window);
    ViewState& state = *window->state();
    GridTable* const all = list(*page, OperationList::All);
    ASSERT_EQ(all->gridModel()->rowCount(), 8);
    state.axis().setCursor(StepId(6));
    EXPECT_EQ(all->currentIndex().row(), 6) << "the row of the operation at the cursor";
    all->setCurrentIndex(all->gridModel()->index(2, 0));
    EXPECT_EQ(state.cursor(), StepId(2)) << "and the cursor goes to the row";
    EXPECT_EQ(utf8(all->gridModel()->index(1, 0).data().toString()), "ttnn.matmul");
    const std::int64_t bank = 1 << 20;
    EXPECT_EQ(std::get<std::int64_t>(all->grid().cell(1, 4)), 12 * 7 * bank) << "its change, of all banks";

    page->findChild<QComboBox*>()->setCurrentIndex(static_cast<int>(OperationList::Suspects));
    ASSERT_TRUE(window->actions().of(Command::Find)->isEnabled());
    window->actions().of(Command::Find)->trigger();
    QWidget* const search = QApplication::focusWidget();
    ASSERT_TRUE(search && !page->isAncestorOf(search)) << "the search of the tool bar";
    QTest::keyClicks(search, QStringLiteral("DEALLOC"));
    ASSERT_TRUE(all->isVisible()) << "what is searched is shown";
    ASSERT_EQ(all->gridModel()->rowCount(), 2);
    all->setCurrentIndex(all->gridModel()->index(0, 0));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(all->currentIndex().row(), 1) << "the next match";
    EXPECT_EQ(state.cursor(), StepId(6));
    std::ostringstream csv;
    EXPECT_TRUE(page->table()->writeCsv(csv, {}));
    EXPECT_EQ(std::ranges::count(csv.str(), '\n'), 3) << "what is shown, with a header\n" << csv.str();
    ASSERT_TRUE(page->canDo(Command::Escape));
    page->perform(Command::Escape);
    EXPECT_EQ(all->gridModel()->rowCount(), 8);
}

TEST_F(OperationsWindow, FailuresAreShownFirst)
{
    const auto failed = [](int perBank, int free, int largest) {
        return "Out of Memory: Not enough space to allocate " + std::to_string(12 * perBank)
            + " B DRAM buffer across 12 banks, where each bank needs to store " + std::to_string(perBank)
            + " B, but bank size is 1000 B (allocated: " + std::to_string(1000 - free)
            + " B, free: " + std::to_string(free) + " B, largest free block: " + std::to_string(largest) + " B)\n";
    };
    const auto window = openLog(twoRuns() + failed(100, 50, 20) + failed(100, 200, 20));
    Session& session = *window->session();
    for (const SourceChoice& source : session.sources()) // the messages are shown first
        if (std::dynamic_pointer_cast<const ttxla::ProfileDocument>(source.document))
            session.chooseSource(SourceChoice(source));
    ASSERT_TRUE(waitUntil([&] { return !session.isBusy() && OperationsPage::isFor(session); }));
    OperationsPage* const page = showOperations(*window);
    EXPECT_TRUE(has(utf8(page->shown()->headline(ByteUnit::Auto)), "2 allocations failed"));
    const GridTable* const shown = list(*page, OperationList::Failed);
    ASSERT_TRUE(shown->isVisible());
    ASSERT_EQ(shown->grid().count(), 2U);
    EXPECT_EQ(std::get<std::string>(shown->grid().cell(0, 0)), "ttnn.exp") << "what ran then";
    EXPECT_EQ(std::get<std::string>(shown->grid().cell(0, 3)), "too big");
    EXPECT_EQ(std::get<std::string>(shown->grid().cell(1, 3)), "fragmented");
    EXPECT_EQ(std::get<std::int64_t>(shown->grid().cell(1, 7)), 20);
}

TEST_F(OperationsWindow, PeaksShowPlaceAndFragmentationAndLinkToOtherMemories)
{
    const auto window = openLog(twoRuns());
    OperationsPage* const page = showOperations(*window);
    const std::string words = detailsOf(*page);
    for (const char* const each : {"DRAM peak, all 12 banks", "ttnn.matmul, operation 1", "Largest free block",
                                   "39.5 %", "Operation at the cursor"})
        EXPECT_TRUE(has(words, each)) << each << "\n" << words;
    for (const char* const unused : {"Peaks of all memories", "TRACE"})
        EXPECT_FALSE(has(words, unused)) << "only DRAM is used: " << words;
    ASSERT_TRUE(page->ratio()->ratio());
    EXPECT_EQ(ratioTop(*page->ratio()->ratio()), 500) << "the axis ends at a round number";
    emit page->findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("memory:1")));
    ASSERT_TRUE(waitUntil([&] { return page->shown()->memory == ttxla::Memory::L1; }));
    EXPECT_TRUE(has(detailsOf(*page), "L1 peak, all 64 banks"));
}

TEST_F(OperationsWindow, LittleFragmentationIsNotShownAsNone)
{
    const auto window = openLog(twoRuns(1000, 990999)); // of 991000 free
    const std::string words = detailsOf(*showOperations(*window));
    const std::size_t at = words.find("Fragmentation");
    ASSERT_NE(at, std::string::npos) << words;
    EXPECT_TRUE(has(words.substr(at, 30), "< 0.1 %")) << words;
}

TEST_F(OperationsWindow, AnEmptyListHasAnExplanation)
{
    const auto window = openLog(test::blockText("submit", {100}) + test::blockText("submit", {100}));
    OperationsPage* const page = showOperations(*window);
    page->findChild<QComboBox*>()->setCurrentIndex(static_cast<int>(OperationList::Padding));
    EXPECT_TRUE(allText(*page).contains(emptyText(OperationList::Padding)));
}

TEST_F(OperationsWindow, ProgramsAreMarkedAndCanBeSelected)
{
    const auto window = openLog(twoRuns());
    ViewState& state = *window->state();
    for (MarkLane* lane : window->findChildren<MarkLane*>()) {
        if (!lane->isVisible())
            continue;
        const double right = lane->width() - 40;
        const Mark* const mark = lane->markAt({right, lane->height() / 2.0});
        ASSERT_TRUE(mark);
        EXPECT_EQ(mark->name, "main");
        EXPECT_EQ(mark->begin, StepId(4));
        QTest::mouseClick(lane, Qt::LeftButton, {}, QPoint(static_cast<int>(right), lane->height() / 2));
        EXPECT_EQ(state.axis().selected(), (StepRange{4, 8}));
        EXPECT_EQ(state.cursor(), state.view()->highestIn({4, 8}));
        QTest::keyClick(lane, Qt::Key_Left);
        EXPECT_EQ(state.axis().selected(), (StepRange{0, 4}));
        return;
    }
    FAIL() << "no marks are seen";
}

TEST_F(OperationsWindow, NestedMarksAreDrawnBelowTheOuterOnes)
{
    View view;
    view.marks = {{"program", StepId(0), StepId(9)}, {"inner", StepId(2), StepId(4)}, {"next", StepId(9), StepId(12)}};
    const MarkRows rows(view);
    EXPECT_EQ(rows.count(), 2);
    EXPECT_EQ(rows.at(StepId(3), 1)->name, "inner");
    EXPECT_EQ(rows.at(StepId(3), 0)->name, "program");
    EXPECT_EQ(rows.at(StepId(5), 1), nullptr);
    EXPECT_EQ(rows.at(StepId(10), 0)->name, "next");
    EXPECT_EQ(rows.next(StepId(2))->name, "next");
    EXPECT_EQ(rows.previous(StepId(2))->name, "program");
    EXPECT_TRUE(MarkRows(View()).isEmpty());
}

TEST_F(OperationsWindow, AMarkWithRoomForTwoLettersHasNoName)
{
    if (textScale() > 1)
        GTEST_SKIP() << "the lane is 50 pixels wide, for text of the usual size";
    const Colors colors = colorsFor(lightPalette());
    const auto inksOf = [&](const char* name) {
        View view;
        view.marks = {{name, StepId(0), StepId(10)}};
        QImage image(50, 20, QImage::Format_RGB32);
        image.fill(colors.base);
        QPainter painter(&image);
        MarkRows(view).paint(painter, image.rect(), {0, 50, {0, 10}}, colors, QApplication::font());
        painter.end();
        std::set<QRgb> inks;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 3; x < 48; ++x)
                inks.insert(image.pixel(x, y));
        return inks.size();
    };
    EXPECT_GT(inksOf("fwd"), 3U);
    EXPECT_LE(inksOf("main_const_eval_0"), 2U) << "the mark and what is below it";
}

TEST_F(OperationsWindow, ARankIsChosenAndStaysAfterAReload)
{
    std::string log;
    for (const std::string& line : {twoRuns(1000), twoRuns(3000)}) {
        const char rank = log.empty() ? '0' : '1';
        std::istringstream lines(line);
        for (std::string each; std::getline(lines, each);)
            log += std::string("[1,") + rank + "]<stdout>: " + each + "\n";
    }
    const QString path = write(QStringLiteral("ranks_profile.log"), log);
    const auto window = openWindow(path);
    Session& session = *window->session();
    ASSERT_EQ(session.sources().size(), 2U);
    EXPECT_FALSE(WorkersPage::isFor(session)) << "nothing is known of what their bytes are";
    const Catalogue& catalogue = session.shown()->document->catalogue();
    const SourceChoice first = session.sources()[0];
    session.chooseSource(first);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(catalogue.hostOf(session.shown()->selection.program), "1,0");
    session.host().reload();
    ASSERT_TRUE(
        waitUntil([&] { return !session.isBusy() && session.shown() && session.shown()->document != first.document; }));
    EXPECT_EQ(session.shown()->document->catalogue().hostOf(session.shown()->selection.program), "1,0")
        << "though the other one needs more";
}

TEST_F(OperationsWindow, PicturesShowFragmentationBelowTheChart)
{
    const auto window = openLog(twoRuns());
    const OperationsPage* const page = showOperations(*window);
    const auto picture = page->picture();
    PictureOptions options;
    options.size = {800, 500};
    const QImage shown = picture->make(options, true)->image();
    ASSERT_FALSE(shown.isNull());
    ChartContent level = page->chart()->content();
    level.showsRatio = false;
    const auto heightOf = [](const QImage& image, const QColor& color) { // the height of this color, from the bottom up
        for (int y = image.height() - 1; y >= 0; --y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == color)
                    return image.height() - y;
        return 0;
    };
    const QColor line = colorsFor(lightPalette()).hue(Hue::Output);
    EXPECT_GT(heightOf(shown, line), 0);
    EXPECT_EQ(heightOf(ChartPicture(level, options).image(), line), 0) << "in the picture of the level alone it is not";
}

TEST_F(OperationsWindow, AreExportedWithTheChosenOptions)
{
    const auto window = openLog(twoRuns());
    const auto shown = window->session()->shown();
    const auto exports = allExports();
    const auto wanted = std::ranges::find(exports, "operations", &ExportView::name);
    ASSERT_NE(wanted, exports.end());
    PictureOptions options;
    options.size = {800, 500};
    const ExportSubject subject{*shown, window->state()->view(), options};
    const auto imageWith = [&](std::map<std::string, std::string> asked) {
        ExportQuestion question;
        question.options = std::move(asked);
        const auto picture = wanted->ofView(question, subject);
        EXPECT_TRUE(picture);
        return picture ? (*picture)->image() : QImage();
    };
    const QImage all = imageWith({});
    EXPECT_FALSE(all.isNull());
    EXPECT_NE(all, imageWith({{"per-bank", ""}}));
}

TEST_F(OperationsWindow, BlocksAreDrawnAtTheirAddresses)
{
    const auto record = [](const char* first, const char* second) {
        const auto memory = [](const std::string& blocks, int allocated) {
            return "{\"num_banks\": 2, \"total_bytes_per_bank\": 1000, \"total_bytes_allocated_per_bank\": "
                + std::to_string(allocated) + ", \"total_bytes_free_per_bank\": " + std::to_string(1000 - allocated)
                + ", \"largest_contiguous_bytes_free_per_bank\": 500, \"block_table\": [" + blocks + "]}";
        };
        const std::string blocks = std::string("{\"allocated\": \"") + first
            + "\", \"address\": \"0\", \"size\": \"500\"}, {\"allocated\": \"" + second
            + "\", \"address\": \"500\", \"size\": \"500\"}";
        const int allocated = (*first == 'y' ? 500 : 0) + (*second == 'y' ? 500 : 0);
        return "{\"loc\": \"a\", \"debug_str\": \"%0 = \\\"ttnn.tan\\\"(%arg0) : (tensor<2x2xf32>) -> "
               "tensor<2x2xf32>\", \"dram\": "
            + memory(blocks, allocated) + "}";
    };
    const auto window = openWindow(
        write(QStringLiteral("memory_report.json"), "[" + record("yes", "no") + ", " + record("yes", "yes") + "]"));
    OperationsPage* const page = showOperations(*window);
    auto* const map = page->findChild<ChunkLines*>();
    ASSERT_TRUE(map->isVisible());
    ViewState& state = *window->state();
    ASSERT_EQ(state.view()->rows.count, 2U);
    EXPECT_EQ(state.view()->rows.name(RowId(0)), "(in use after the first operation)");
    state.axis().setCursor(StepId(1));
    const QRectF low = map->rectOf(RowId(0));
    const QRectF high = map->rectOf(RowId(1));
    ASSERT_FALSE(low.isNull());
    EXPECT_TRUE(high.top() > low.top() || high.left() > low.left()) << "addresses run on";
    EXPECT_TRUE(has(utf8(map->accessibleDescription()), "2 blocks by address in each of 2 banks"))
        << utf8(map->accessibleDescription());
    state.axis().setCursor(StepId(0));
    EXPECT_TRUE(map->rectOf(RowId(1)).isNull()) << "it is not there yet";
    EXPECT_TRUE(has(utf8(map->accessibleDescription().replace(QChar(0xa0), u' ')), "500 B free"))
        << utf8(map->accessibleDescription());
}

} // namespace
