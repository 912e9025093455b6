// Tests of the page that adds up programs, and of allocation histories in the window.
#include "ui/pages/together/together_page.h"

#include "core/address_map/region_map.h"
#include "tests/support/allocator_profile.h"
#include "tests/support/samples.h"
#include "tests/support/torch_snapshots.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/lanes.h"
#include "ui/charts/region_scene.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/session/session.h"
#include "ui/state/view_state.h"
#include "ui/tables/grid.h"
#include "ui/tables/table_roles.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/notice_bar.h"

#include <QActionGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QScrollBar>
#include <gtest/gtest.h>

namespace tidemark::ui {
namespace {

/// The text without the spaces and marks that keep words together.
std::string plain(QString text)
{
    return utf8(text.replace(QChar(0xa0), u' ').remove(QChar(0x200b)));
}

/// A file of tests/data.
QString data(const char* path)
{
    return QString::fromStdString(test::dataFolder()) + QLatin1Char('/') + QLatin1String(path);
}

class TogetherWindow : public Window
{
protected:
    /// Chooses the page and waits until the programs are added up. Null: there is no such page.
    static TogetherPage* choose(MainWindow& window)
    {
        for (QAction* const action : window.actions().pages->actions()) {
            if (!action->isVisible() || utf8(action->text()) != "Together")
                continue;
            action->trigger();
            auto* const page = window.findChild<TogetherPage*>();
            EXPECT_TRUE(waitUntil([&] { return page->offersTable(); }));
            return page;
        }
        return nullptr;
    }
    void copyThreePrograms() const
    {
        for (const char* name : {"padded", "offload", "conv"})
            QFile::copy(
                data((std::string("tpu_hlo/") + name + ".hlo.pb").c_str()),
                m_folder.filePath(
                    QStringLiteral("module_0000.jit_%1.cl_1.after_optimizations.hlo.pb").arg(QLatin1String(name))));
    }
    /// The number of programs; the last row is all together.
    static int programsIn(const TogetherPage& page) { return page.programs()->model()->rowCount() - 1; }
    static QComboBox* deviceBox(const TogetherPage& page)
    {
        for (QComboBox* box : page.findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Device of the modules"))
                return box;
        return nullptr;
    }
};

TEST_F(TogetherWindow, AddsUpAllProgramsOrTheSelectedOnes)
{
    const auto window = openWindow(profile());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    const int programs = programsIn(*page);
    ASSERT_GT(programs, 1);
    const std::string all = plain(page->sentence());
    EXPECT_TRUE(all.starts_with("The " + std::to_string(programs) + " programs")) << all;
    page->programs()->selectRow(0);
    EXPECT_TRUE(plain(page->sentence()).starts_with("The program")) << plain(page->sentence());
    window->actions().of(Command::Escape)->trigger();
    EXPECT_EQ(plain(page->sentence()), all);
    page->programs()->selectRow(programs);
    EXPECT_EQ(plain(page->sentence()), all) << "the row of all together";
    window->actions().of(Command::Escape)->trigger();
    emit page->bars()->selected(1);
    EXPECT_EQ(page->programs()->selectedRows(), std::vector<int>{1});
    emit window->session()->noticed(QStringLiteral("source"), QStringLiteral("did not run on this worker"));
    EXPECT_TRUE(window->findChild<NoticeBar*>()->isEmpty()) << "the page is about all programs";
    ASSERT_TRUE(page->picture());
    EXPECT_LT(page->programs()->columnWidth(4), page->width() / 3) << "the last column takes no empty room";
    emit page->programs()->opened(programs);
    EXPECT_TRUE(page->isVisible()) << "the row of all together";
    const std::string second = utf8(page->programs()->model()->index(1, 0).data().toString());
    emit page->programs()->opened(1);
    EXPECT_FALSE(page->isVisible());
    EXPECT_TRUE(waitUntil([&] { return second.starts_with(utf8(window->session()->shownProgram())); })) << second;
}

TEST_F(TogetherWindow, ABarAndARowShowWhatAllNeedTogether)
{
    copyThreePrograms();
    const auto window = openWindow(m_folder.path());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    const GridTable& table = *page->programs();
    ASSERT_EQ(programsIn(*page), 3);
    const std::vector<Bar>& bars = page->bars()->plot().bars;
    ASSERT_EQ(bars.size(), 4U);
    EXPECT_GT(bars[3].share, bars[0].share);
    const double highest = std::max({bars[0].top(), bars[1].top(), bars[2].top()});
    EXPECT_GT(bars[3].top(), highest) << "together they need more than the largest alone";
    EXPECT_TRUE(page->bars()->plot().kinds[*bars[3].parts.back().kind].isHatched) << "unless they share arguments";
    EXPECT_EQ(utf8(bars[3].label), "Together");
    EXPECT_NE(plain(bars[3].above).find(" to "), std::string::npos) << plain(bars[3].above);
    const auto cell = [&](int column) { return table.model()->index(3, column); };
    EXPECT_EQ(utf8(cell(0).data().toString()), "Together");
    EXPECT_EQ(cell(4).data().toString(), bars[3].above);
    const QString widest = QStringLiteral("1023.5 MiB to 1023.6 MiB");
    EXPECT_GT(table.columnWidth(4), QFontMetrics(boldFont(table.font())).horizontalAdvance(widest)) << "it is not cut";
    EXPECT_TRUE(waitUntil([&] { return table.viewport()->height() == table.verticalHeader()->length(); }))
        << "the bars take the rest: " << table.viewport()->height();
    EXPECT_EQ(table.verticalScrollBar()->maximum(), 0);
    std::ostringstream csv;
    ASSERT_TRUE(page->table()->writeCsv(csv, {}));
    EXPECT_EQ(csv.str().find("Together"), std::string::npos) << "whoever adds up the rows counts nothing twice";
}

TEST_F(TogetherWindow, TheLargestOfManyProgramsHaveBarsAndTheOthersShareOne)
{
    std::vector<test::NamedHlo> modules;
    for (int i = 0; i < 40; ++i) {
        const std::string size = std::to_string(1024 + 16 * i);
        const std::string hlo = "param 0 512\n  p 0 512\ntemp " + size + "\n  x 0 " + size + "\ntrace +x -x\n";
        modules.push_back({"jit_" + std::to_string(i) + "(3)", test::hloBytes(hlo)});
    }
    const auto window = openWindow(write(QStringLiteral("many.xplane.pb"), test::containerBytes(modules)));
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    ASSERT_EQ(programsIn(*page), 40);
    const std::vector<Bar>& bars = page->bars()->plot().bars;
    ASSERT_EQ(bars.size(), 24U + 2U);
    EXPECT_EQ(utf8(bars[24].label), "16 others");
    EXPECT_EQ(plain(bars[24].above), "at most 1.73 KiB each");
    EXPECT_EQ(utf8(bars[25].label), "Together");
    emit page->bars()->selected(24);
    EXPECT_TRUE(page->programs()->selectedRows().empty()) << "the bar of the others has no row";
    emit page->bars()->selected(23);
    ASSERT_EQ(page->programs()->selectedRows().size(), 1U);
    const int line = page->programs()->selectedRows().front();
    EXPECT_EQ(page->programs()->model()->index(line, 0).data().toString(), bars[23].label);
    EXPECT_EQ(page->bars()->plot().selected, std::optional<std::size_t>(23));
}

TEST_F(TogetherWindow, AddsUpTheProgramsThatTheSearchFinds)
{
    copyThreePrograms();
    const auto window = openWindow(m_folder.path());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    EXPECT_TRUE(plain(page->sentence()).starts_with("The 3 programs")) << plain(page->sentence());
    window->state()->filter().setText(QStringLiteral("con"));
    ASSERT_TRUE(waitUntil([&] { return programsIn(*page) == 1; }));
    EXPECT_TRUE(plain(page->sentence()).starts_with("The program needs")) << plain(page->sentence());
    window->state()->filter().setText({});
    ASSERT_TRUE(waitUntil([&] { return programsIn(*page) == 3; }));
    EXPECT_TRUE(plain(page->sentence()).starts_with("The 3 programs")) << plain(page->sentence());
}

TEST_F(TogetherWindow, AmountsInBytesAreNotCut)
{
    copyThreePrograms();
    const auto window = openWindow(m_folder.path());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    window->state()->units().setUnit(ByteUnit::B);
    const GridTable& table = *page->programs();
    const QFontMetrics metrics(boldFont(table.font()));
    for (int column = 1; column < table.model()->columnCount(); ++column) {
        const QString total = table.model()->index(3, column).data().toString();
        EXPECT_GE(table.columnWidth(column), metrics.horizontalAdvance(total)) << utf8(total);
    }
}

TEST_F(TogetherWindow, TheListOfProblemsLeavesRoomForTheBars)
{
    for (const QSize size : {QSize(1180, 760), QSize(900, 600)}) {
        const auto window = openWindow(profile(), size * textScale());
        TogetherPage* const page = choose(*window);
        ASSERT_TRUE(page);
        ASSERT_TRUE(page->bars()->isVisible());
        for (QAction* action : window->actions().panels->actions())
            if (action->text().contains(QStringLiteral("Problems")))
                action->setChecked(true);
        ASSERT_TRUE(waitUntil([&] { return window->findChild<ProblemsPanel*>()->isVisible(); }));
        QApplication::processEvents();
        EXPECT_TRUE(page->bars()->isVisible()) << size.height() << ' ' << page->height();
    }
}

TEST_F(TogetherWindow, SentenceBarAndRowAreAboutTheSameModules)
{
    copyThreePrograms();
    const auto window = openWindow(m_folder.path());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    GridTable& table = *page->programs();
    table.selectionModel()->select(QItemSelection(table.model()->index(1, 0), table.model()->index(2, 0)),
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const Bar& bar = page->bars()->plot().bars.back();
    const QString row = table.model()->index(3, 4).data().toString();
    EXPECT_EQ(utf8(bar.label), "2 of 3 together");
    ASSERT_EQ(page->bars()->plot().bars.size(), 3U) << "the other module has no bar";
    EXPECT_EQ(page->bars()->plot().bars[0].label, table.model()->index(1, 0).data().toString());
    EXPECT_EQ(utf8(table.model()->index(3, 0).data().toString()), "2 of 3 together");
    EXPECT_EQ(bar.above, row);
    const std::string least = plain(row.section(QStringLiteral(" to "), 0, 0));
    EXPECT_NE(plain(page->sentence()).find(least), std::string::npos) << plain(page->sentence()) << least;
    EXPECT_EQ(table.selectedRows().size(), 2U);
    emit page->bars()->selected(1);
    EXPECT_EQ(table.selectedRows(), std::vector<int>{2}) << "the second of the selected modules";
    EXPECT_EQ(page->bars()->plot().bars.size(), 4U);
    table.clearSelection();
    EXPECT_EQ(utf8(page->bars()->plot().bars.back().label), "Together");
}

TEST_F(TogetherWindow, IsNotThereForOneProgram)
{
    const auto window = openWindow(data("tpu_hlo/padded.hlo.pb"));
    EXPECT_FALSE(choose(*window));
}

TEST_F(TogetherWindow, LeavesOutWhatTheCompilerRefused)
{
    copyThreePrograms();
    write(QStringLiteral("module_0000.jit_offload.cl_1.oom_intermediate_module.txt"), "HloModule jit_offload\n");
    const auto window = openWindow(m_folder.path());
    const TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    EXPECT_EQ(programsIn(*page), 2);
    const std::string sentence = plain(page->sentence());
    EXPECT_TRUE(sentence.starts_with("The 2 programs")) << sentence;
    EXPECT_NE(sentence.find("Not counted, because the compiler refused it: "), std::string::npos) << sentence;
    EXPECT_FALSE(deviceBox(*page)->isVisible()) << "no file names a device";
}

TEST_F(TogetherWindow, AddsUpTheModulesOfOneDevice)
{
    for (const auto& [name, device] :
         {std::pair("padded", "v5e"), std::pair("offload", "v5e"), std::pair("conv", "v4")}) {
        const QString module = m_folder.filePath(QStringLiteral("module_0000.jit_%1.cl_1.").arg(QLatin1String(name)));
        QFile::copy(data((std::string("tpu_hlo/") + name + ".hlo.pb").c_str()),
                    module + QStringLiteral("after_optimizations.hlo.pb"));
        QFile::copy(data((std::string("targets/") + device + ".target_arguments").c_str()),
                    module + QStringLiteral("target_arguments.pb"));
    }
    const auto window = openWindow(m_folder.path());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    QComboBox* const devices = deviceBox(*page);
    ASSERT_EQ(devices->count(), 2);
    EXPECT_TRUE(devices->isVisible());
    const auto rowsFor = [&](const char* device) {
        const int item = devices->findText(QLatin1String(device), Qt::MatchContains);
        devices->setCurrentIndex(item);
        emit devices->activated(item);
        EXPECT_TRUE(waitUntil([&] { return page->offersTable(); }));
        return programsIn(*page);
    };
    EXPECT_EQ(rowsFor("v4"), 1);
    EXPECT_NE(plain(page->sentence()).find("of 30.75 GiB"), std::string::npos) << plain(page->sentence());
    EXPECT_EQ(rowsFor("v5"), 2);
    EXPECT_NE(plain(page->sentence()).find("of 15.75 GiB"), std::string::npos) << plain(page->sentence());
}

TEST_F(TogetherWindow, FollowsTheDocument)
{
    copyThreePrograms();
    const auto window = openWindow(m_folder.path());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    ASSERT_EQ(programsIn(*page), 3);
    QFile::remove(m_folder.filePath(QStringLiteral("module_0000.jit_conv.cl_1.after_optimizations.hlo.pb")));
    window->actions().of(Command::Reload)->trigger();
    EXPECT_TRUE(waitUntil([&] { return page->offersTable() && programsIn(*page) == 2; }));
    EXPECT_TRUE(plain(page->sentence()).starts_with("The 2 programs")) << plain(page->sentence());
    window->open({data("tpu_hlo/padded.hlo.pb")});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_FALSE(page->offersTable()) << "the document has one program";
}

TEST_F(TogetherWindow, AHeapProfileShowsItsSentenceAndItsSourceLines)
{
    const auto window = openWindow(data("history/jax_end.pprof.gz"));
    const std::string text = plain(allText(*window));
    EXPECT_NE(text.find("19.29 MiB is in use: 62 % (12.02 MiB) is"), std::string::npos) << text;
    EXPECT_FALSE(choose(*window));
    ViewState& state = *window->state();
    ASSERT_TRUE(waitUntil([&] { return state.areGroupsReady(); }));
    std::int64_t stacked = 0;
    for (const std::int64_t bytes : state.groups()->level->at(StepId(0)))
        stacked += bytes;
    EXPECT_EQ(stacked, state.view()->level()[0]) << "the chart shows all source lines";
    EXPECT_EQ(text.find("event 0"), std::string::npos) << "there is one level and no event to point at: " << text;
    EXPECT_NE(text.find("In use · "), std::string::npos) << text;
    EXPECT_EQ(text.find("ll the time"), std::string::npos) << text;
    EXPECT_EQ(text.find("of the peak"), std::string::npos) << text;
    EXPECT_NE(text.find("The largest group: "), std::string::npos) << text;
    EXPECT_TRUE(window->findChild<OverviewStrip*>()->isHidden());
    EXPECT_TRUE(waitUntil([&] { return window->findChild<BreakdownPanel*>()->isVisible(); }))
        << "there are no savings to be shown first";
    const QAbstractItemModel* const lines = window->findChild<BreakdownPanel*>()->table()->model();
    EXPECT_EQ(lines->index(0, 0).data(ElideRole).toInt(), Qt::ElideLeft) << "files of one folder begin alike";
}

TEST_F(TogetherWindow, APlanOffersARecordingInWhichAnAllocationFailed)
{
    const std::string plan = test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}});
    const test::Py events = test::Py::List{test::torchEvent("oom", 4096, 1 << 20, 1)};
    write(QStringLiteral("run/gpu.pickle"),
          test::PickleWriter::written(test::torchSnapshot(test::Py::List(), test::Py::List{events}), {}));
    write(QStringLiteral("run/w.xplane.pb"), plan);
    const auto window = openWindow(m_folder.filePath(QStringLiteral("run")));
    EXPECT_EQ(window->session()->shown()->document->catalogue().kind, "xla");
    EXPECT_EQ(plain(window->findChild<NoticeBar*>()->text()), "An allocation failed in gpu.pickle.");
    window->findChild<TimelinePage*>()->takeOffer();
    EXPECT_TRUE(waitUntil([&] { return window->session()->shown()->document->catalogue().kind == "history"; }));
}

TEST_F(TogetherWindow, APlanAndTheRecordingOfItsCaptureOfferEachOther)
{
    const std::string plans = test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}});
    const auto window = openWindow(write(QStringLiteral("w.xplane.pb"), plans + test::smallAllocatorProfile()));
    auto* const notices = window->findChild<NoticeBar*>();
    EXPECT_EQ(window->session()->shown()->document->catalogue().kind, "xla");
    EXPECT_EQ(plain(notices->text()), "This capture also has a recording of 5 allocations.");
    window->findChild<TimelinePage*>()->takeOffer();
    ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->document->catalogue().kind == "history"; }));
    EXPECT_EQ(plain(notices->text()), "This capture also has 1 compiled program.");
    window->actions().of(Command::Back)->trigger();
    ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->document->catalogue().kind == "xla"; }));
    window->open({write(QStringLiteral("plans.xplane.pb"), plans)});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_TRUE(notices->isEmpty()) << plain(notices->text());
}

TEST_F(TogetherWindow, TheMapOpensWithTheFullestRegion)
{
    const QString path
        = qEnvironmentVariable("TIDEMARK_SAMPLES") + QLatin1String("/torch_snapshots/without_history.pickle");
    if (!QFile::exists(path))
        GTEST_SKIP() << "without the samples";
    const auto window = openWindow(path);
    for (QAction* const action : window->actions().pages->actions())
        if (utf8(action->text()) == "Address Map")
            action->trigger();
    ASSERT_TRUE(waitUntil([&] { return window->state()->regionMap() != nullptr; }));
    const RegionMap& map = *window->state()->regionMap();
    EXPECT_GT(map.mostLive(), 0) << "the largest region is empty";
    EXPECT_EQ(map.opening().size(), map.height()) << "most of it is free";
}

} // namespace
} // namespace tidemark::ui
