// Tests of the runs of a training log side by side: bars, tables, details of a run, edited sizes, and runs over time.
#include "tests/support/tt_logs.h"
#include "tests/ui/runs_fixture.h"
#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/scales.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/panels/findings_panel.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/grid.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/colors.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QToolButton>

#include <set>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(RunsWindow, NamesTheRunThatDoesNotFitAndWhy)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    EXPECT_EQ(headlineOf(*page),
              "The largest of 2 runs, tinyllama (default), needs 15.30 GiB; the memory of the device is unknown");
    EXPECT_NE(detailsOf(*page).find("The memory of the device is unknown."), std::string::npos) << detailsOf(*page);
    EXPECT_FALSE(window->session()->figures()->capacity.bytes) << "the timeline says the same";
    type(*page, "Device memory", "12 GiB");
    EXPECT_EQ(headlineOf(*page),
              "1 of 2 runs does not fit: tinyllama (default) needs 3.30 GiB more than the device has");
    const std::string details = detailsOf(*page); // details of the larger run, which is shown first
    for (const char* said : {"Over by 3.30 GiB: needs 15.30 GiB of 12 GiB", "127.5 % of the device", "+0.77 %",
                             "At the peak, inside BACKWARD_PASS", "Compared with tinyllama (memory_efficient)",
                             "+9.22 GiB", "Recompute activations", "then the run fits", "17 checks passed"})
        EXPECT_NE(details.find(said), std::string::npos) << said << "\n" << details;
    EXPECT_EQ(details.find("\n-1 B"), std::string::npos) << "rounding is no difference";
    // The bars have the measured sizes, as the timeline.
    const std::vector<ListedRun>& runs = page->list()->runs;
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[1].judged.peak, 16427809505);
    EXPECT_EQ(std::llround(runs[1].judged.layers[1]), *runs[1].judged.run->phases[0].change);
    EXPECT_EQ(std::llround(runs[1].judged.layers[4]), 10104099308); // 9636.02 MB
}

TEST_F(RunsWindow, KeysAndClicksSelectTheRunThatIsShown)
{
    const auto window = openWindow(sampleLog());
    EXPECT_FALSE(runsPage(*window)->list()) << "before it is seen nothing is judged";
    RunsPage* page = showRuns(*window);
    BarsWidget* chart = page->chart();
    EXPECT_EQ(chart->plot().selected, 1U);
    const QSignalSpy resets(qobject_cast<FlatTable*>(named(*page, "Runs"))->model(), &QAbstractItemModel::modelReset);
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Left);
    EXPECT_EQ(chart->plot().selected, 0U);
    EXPECT_NE(chart->accessibleDescription().indexOf(QStringLiteral("memory_efficient")), -1);
    ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->selection.program == ProgramId(0); }));
    EXPECT_EQ(resets.count(), 0) << "its rows stay where they are scrolled to";
    EXPECT_NE(detailsOf(*page).find("Peak 8.08 GiB"), std::string::npos) << detailsOf(*page);
    const BarLayout places = chart->places();
    QTest::mouseClick(chart, Qt::LeftButton, {}, QPointF(places.middle(1), places.plot.center().y()).toPoint());
    EXPECT_EQ(chart->plot().selected, 1U);
    QTest::keyClick(chart, Qt::Key_Home);
    QTest::keyClick(chart, Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return window->findChild<MemoryChart*>()->isVisible(); }));
    ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->selection.program == ProgramId(0); }));
    EXPECT_FALSE(page->isVisible());
}

TEST_F(RunsWindow, PhasesAreATableThatIsCopiedAndSaved)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    const auto* table = qobject_cast<FlatTable*>(named(*page, "Phases of the run"));
    ASSERT_TRUE(table && table->isVisible());
    EXPECT_EQ(table->model()->rowCount(), 5);
    EXPECT_EQ(usual(table->model()->index(3, 4).data().toString()), "-7.60 GiB");
    EXPECT_EQ(usual(table->model()->index(0, 4).data().toString()), "+1.82 GiB");
    window->state()->units().setUnit(ByteUnit::B);
    for (int column = 1; column < table->model()->columnCount(); ++column) {
        if (table->isColumnHidden(column))
            continue;
        EXPECT_GE(table->columnWidth(column), table->sizeHintForIndex(table->model()->index(3, column)).width())
            << column << ": no number is cut";
    }
    const std::string csv = csvOf(*page);
    EXPECT_EQ(csv.find("phase,segment_peak_bytes,allocations_bytes,deallocations_bytes,segment_change_bytes,"
                       "cumulative_peak_bytes,cumulative_bytes,l1_peak_bytes"),
              0U);
    EXPECT_NE(csv.find("\r\nBACKWARD_PASS,481034240,"), std::string::npos) << csv; // 458.75 MB
    const QAbstractItemModel* const phases = static_cast<const GridTable*>(named(*page, "Phases of the run"))->model();
    EXPECT_EQ(phases->index(0, 0).data(ElideRole).toInt(), Qt::ElideMiddle) << "phases of micro batches begin alike";
    qobject_cast<QComboBox*>(named(*page, "Table"))->setCurrentIndex(1);
    EXPECT_NE(csvOf(*page).find("\r\ntinyllama (default),16427809505,7747015803,,"), std::string::npos) << csvOf(*page);
    for (QPushButton* button : page->findChildren<QPushButton*>())
        button->click();
    EXPECT_NE(QGuiApplication::clipboard()->text().indexOf(QStringLiteral("tinyllama (default)\t")), -1);
}

TEST_F(RunsWindow, RunsOfOneNameInSeveralFilesAreNamedWithTheirFile)
{
    for (const char* name : {"a.log", "b.log"})
        ASSERT_TRUE(QFile::copy(sampleLog(), m_folder.filePath(QLatin1String(name))));
    const auto window = openWindow(m_folder.path());
    const RunsPage* page = showRuns(*window);
    QStringList names;
    for (const ListedRun& run : page->list()->runs)
        names << run.name;
    EXPECT_EQ(names.join(u'|').toStdString(),
              "tinyllama (memory_efficient) · a.log|tinyllama (default) · a.log|tinyllama (memory_efficient) · "
              "b.log|tinyllama (default) · b.log");
}

TEST_F(RunsWindow, ALongNameDoesNotPushTheChartAway)
{
    QFile sample(sampleLog());
    ASSERT_TRUE(sample.open(QIODevice::ReadOnly));
    const std::string word(300, 'w');
    write(QStringLiteral("long.log"), sample.readAll().replace("tinyllama (default)", word.c_str()).toStdString());
    const auto window = openWindow(sampleLog());
    const int before = showRuns(*window)->findChild<BarsWidget*>()->width();
    const auto beside = openWindow(m_folder.filePath(QStringLiteral("long.log")));
    const RunsPage* page = showRuns(*beside);
    EXPECT_NE(detailsOf(*page).find("Peak 15.30 GiB"), std::string::npos) << "the one with the name is shown";
    EXPECT_EQ(beside->width(), window->width());
    EXPECT_EQ(page->findChild<BarsWidget*>()->width(), before);
}

TEST_F(RunsWindow, SizesAreEditedWithLiveResult)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    type(*page, "Device memory", "16 GiB");
    EXPECT_EQ(detailsOf(*page).find("unknown"), std::string::npos);
    EXPECT_EQ(headlineOf(*page), "Both runs fit, at least 717.2 MiB free");
    EXPECT_NE(detailsOf(*page).find("Fits: "), std::string::npos);
    type(*page, "Model", "1,000 MB");
    EXPECT_EQ(page->list()->runs[0].judged.components.model.expected, 1000.0 * 1048576);
    EXPECT_EQ(page->list()->runs[0].judged.components.optimizer.expected, 2000.0 * 1048576) << "twice the model";
    type(*page, "Optimizer", "40,000,000 B");
    EXPECT_EQ(page->list()->runs[0].judged.components.optimizer.expected, 4e7);
    type(*page, "Device memory", "12");
    EXPECT_NE(utf8(allText(*page)).find("“12” is not a size such as 12 GiB"), std::string::npos);
    EXPECT_FALSE(page->list()->runs[0].judged.knownDevice()) << "a bare number may mean GiB";
    type(*page, "Device memory", "16 GiB");
    type(*page, "Gradients", "many");
    EXPECT_NE(utf8(allText(*page)).find("“many” is not a size"), std::string::npos);
    EXPECT_EQ(page->list()->runs[0].judged.components.gradients.expected, 1000.0 * 1048576);
    page->findChild<SizesForm*>()->findChild<QToolButton*>()->click();
    EXPECT_EQ(utf8(allText(*page)).find("is not a size"), std::string::npos);
    EXPECT_EQ(page->list()->runs[0].judged.components.model.expected, 969369600.0 * 2);
    EXPECT_FALSE(page->list()->runs[0].judged.knownDevice());
    EXPECT_EQ(std::llround(page->list()->runs[1].judged.layers[1]), 1953759232) << "1863.25 MB, as the timeline shows";
    page->findChild<QCheckBox*>()->click();
    EXPECT_EQ(std::llround(page->list()->runs[1].judged.layers[1]), 969369600 * 2) << "the expected size";
}

TEST_F(RunsWindow, ARunWithoutANumberIsListed)
{
    const auto window = openWindow(write(QStringLiteral("run.log"),
                                         "running with RunMode::NO_DISPATCH\nfirst\n"
                                             + test::summaryText(test::groupText("MODEL_CREATION", 10, 5))
                                             + "empty\n=== Memory Usage Summary ===\n"));
    RunsPage* page = showRuns(*window);
    ASSERT_EQ(page->list()->runs.size(), 2U);
    EXPECT_NE(detailsOf(*page).find("recorded allocations in NO_DISPATCH mode"), std::string::npos);
    EXPECT_EQ(utf8(page->table()->description), "1 row");
    QTest::keyClick(page->chart(), Qt::Key_End);
    EXPECT_TRUE(page->isVisible());
    EXPECT_NE(detailsOf(*page).find("has no peak"), std::string::npos) << detailsOf(*page);
}

TEST_F(RunsWindow, ValuesMissingFromAllPhasesAreNotZero)
{
    const auto window = openWindow(QStringLiteral(TIDEMARK_TEST_DATA "/tenstorrent/prototype_per_device.log"));
    const RunsPage* page = showRuns(*window);
    EXPECT_NE(csvOf(*page).find("device 0\",1953759232,,,,,,,1953759232,"), std::string::npos) << csvOf(*page);
}

TEST_F(RunsWindow, CiExportsAreShownOverTime)
{
    constexpr std::int64_t kDay = 86400000000;
    constexpr std::int64_t kFirst = 1772000000000000;
    writeExport(QStringLiteral("ci"), "TinyLlama", kFirst + 10 * kDay, 700);
    writeExport(QStringLiteral("ci"), "TinyLlama", kFirst, 40);
    writeExport(QStringLiteral("ci"), "TinyLlama", kFirst + kDay, 60);
    writeExport(QStringLiteral("ci"), "NanoGPT", kFirst + 1, 5);
    const auto window = openWindow(m_folder.filePath(QStringLiteral("ci")));
    const RunsPage* page = runsPage(*window);
    ASSERT_TRUE(page->isVisible()) << "a run of one number has no timeline";
    EXPECT_EQ(headlineOf(*page),
              "TinyLlama: 1.03 GiB in the last run (over by 26 MiB), 640 MiB more than the previous run");
    const std::vector<ListedRun>& runs = page->list()->runs;
    ASSERT_EQ(runs.size(), 3U) << "of one model";
    EXPECT_EQ(utf8(runs[0].label), "01234567");
    EXPECT_EQ(utf8(runs[0].day), "2026-02-25");
    const std::string tip = utf8(page->chart()->accessibleDescription());
    EXPECT_NE(tip.find("\nCommit 0123456789ab\n"), std::string::npos) << tip;
    EXPECT_EQ(usual(runs[2].name), "TinyLlama, 2026-03-07 06:13");
    EXPECT_EQ(runs[2].judged.headroom, -26 * 1048576) << "by the device that the export tells";
    EXPECT_NE(detailsOf(*page).find("640 MiB"), std::string::npos) << detailsOf(*page);
    // A bar is as wide as the time until the next run: one day and nine days.
    const BarLayout places(page->chart()->plot(), QRectF(0, 0, 1000, 300), page->font());
    EXPECT_NEAR(places.slot(1) / places.slot(0), 9, 0.1);
    EXPECT_NE(csvOf(*page).find("TinyLlama, 2026-03-07 06:13\",1101004800,671088640,"), std::string::npos)
        << csvOf(*page);
    EXPECT_EQ(detailsOf(*page).find("expected"), std::string::npos) << "CI keeps what is in its bars alone";
    auto* which = qobject_cast<QComboBox*>(named(*page, "Runs to show"));
    which->setCurrentIndex(0);
    EXPECT_EQ(page->list()->runs.size(), 4U);
    writeExport(QStringLiteral("ci"), "TinyLlama", kFirst + 11 * kDay, 80);
    window->session()->host().reload();
    ASSERT_TRUE(waitUntil([&] { return page->list() && page->list()->runs.size() == 5; }));
    EXPECT_EQ(which->currentIndex(), 0) << "as the user chose";
}

TEST_F(RunsWindow, LogsNextToCiExportsDoNotChangeTheTrend)
{
    constexpr std::int64_t kDay = 86400000000;
    for (const std::int64_t time : {kDay, 2 * kDay}) {
        writeExport(QStringLiteral("ci"), "TinyLlama", time, 40);
        write(QStringLiteral("ci/TinyLlama_memory_analysis_%1.log").arg(time),
              "Step: 1\n" + test::summaryText(test::groupText("MODEL_CREATION", 10, 5)));
    }
    const auto window = openWindow(m_folder.filePath(QStringLiteral("ci")));
    const RunsPage* page = showRuns(*window);
    ASSERT_EQ(page->list()->runs.size(), 2U);
    EXPECT_TRUE(page->list()->runs[0].time.has_value());
    EXPECT_EQ(headlineOf(*page), "TinyLlama: 390 MiB in the last run, the same as the previous run");
    for (const QTabBar* tabs : window->findChildren<QTabBar*>())
        for (int tab = 0; tab < tabs->count(); ++tab)
            EXPECT_FALSE(tabs->tabText(tab).startsWith(QStringLiteral("File"))) << "runs have no rows to compare";
}

TEST_F(RunsWindow, RunsOfSeveralRanksNameTheirRank)
{
    QFile sample(sampleLog());
    ASSERT_TRUE(sample.open(QIODevice::ReadOnly));
    const QByteArrayList lines = sample.readAll().split('\n');
    std::string log;
    for (const char* const rank : {"[Rank 0] ", "[Rank 1] "})
        for (const QByteArray& line : lines)
            log += rank + line.toStdString() + "\n";
    const auto window = openWindow(write(QStringLiteral("ranks.log"), log));
    const RunsPage* const page = showRuns(*window);
    ASSERT_GE(page->list()->runs.size(), 2U);
    for (const ListedRun& run : page->list()->runs)
        EXPECT_TRUE(run.label.contains(QStringLiteral(", rank "))) << utf8(run.label);
}

TEST_F(RunsWindow, ThePictureShowsAllRuns)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    auto picture = *page->picture();
    EXPECT_EQ(usual(picture.options.title), headlineOf(*page));
    picture.options.size = {800, 500};
    const QImage light = picture.make(picture.options, false)->image();
    picture.options.isDark = true;
    const QImage dark = picture.make(picture.options, false)->image();
    const auto count = [](const QImage& image, QRgb color) {
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == color ? 1 : 0;
        return pixels;
    };
    // Nearly all of the larger run are activations.
    for (const auto& [image, palette] : {std::pair(light, lightPalette()), std::pair(dark, darkPalette())}) {
        const Colors colors = colorsFor(palette);
        const int ofModel = count(image, colors.category("model_parameters").rgb());
        EXPECT_GT(count(image, colors.category("activations").rgb()), ofModel);
        EXPECT_GT(ofModel, 1000);
    }
    EXPECT_NE(light.pixel(2, 2), dark.pixel(2, 2));
}

TEST_F(RunsWindow, TheTimelineNamesThePartsAndThePhaseOfThePeak)
{
    const auto window = openWindow(sampleLog());
    auto* chart = window->findChild<MemoryChart*>();
    const auto tags = [&] {
        std::string all;
        for (const ChartTag& tag : makeTags(makeScene(chart->content(), QRectF(0, 0, 900, 300),
                                                      colorsFor(lightPalette()), chartFonts(QApplication::font()))))
            all += usual(tag.text) + '|';
        return all;
    };
    EXPECT_EQ(tags(), "Peak 15.30 GiB · BACKWARD_PASS|");
    EXPECT_EQ(usual(chart->accessibleDescription()), "phase 3, 15.30 GiB, peak") << "not what is left after it";
    std::string said = usual(allText(*window));
    for (const char* part : {"Model", "Optimizer", "Activations", "Gradients overhead", "458.8 MiB"})
        EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
    const auto* findings = window->findChild<FindingsPanel*>();
    ASSERT_TRUE(findings->isVisible());
    EXPECT_TRUE(waitUntil([&] { return findings->toPlainText().contains(QStringLiteral("Recompute activations")); }));

    window->session()->chooseMemory(1);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(tags(), "Peak 1.31 MiB · BACKWARD_PASS|");
    said = usual(allText(*window));
    EXPECT_NE(said.find("Of the worst core"), std::string::npos) << said;
    EXPECT_NE(said.find("Circular buffers"), std::string::npos) << said;
    EXPECT_FALSE(findings->isVisible()) << "they are of DRAM";
}

TEST_F(RunsWindow, APartHasOneColorAndOneNameOnAllPages)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    const Colors colors = colorsFor(lightPalette());
    const std::vector<BarKind> kinds = page->chart()->plot().kinds;
    const std::vector<Part>& parts = window->session()->figures()->parts;
    ASSERT_EQ(parts.size(), 4U);
    for (const Part& part : parts) {
        const auto kind = std::ranges::find(kinds, QString::fromStdString(part.name), &BarKind::name);
        ASSERT_NE(kind, kinds.end()) << part.name;
        EXPECT_EQ(colors.of(part), colors.category(kind->category)) << part.name;
        EXPECT_NE(detailsOf(*page).find(part.name), std::string::npos) << part.name;
    }
    EXPECT_EQ(colors.of(parts[2]), colors.category("activations"));
    EXPECT_EQ(detailsOf(*page).find("Inside BACKWARD_PASS"), std::string::npos);
    const QList<QToolButton*> badges = window->statusBar()->findChildren<QToolButton*>();
    EXPECT_TRUE(waitUntil([&] {
        return std::ranges::any_of(badges, [](const QToolButton* badge) {
            return badge->isVisible() && badge->text().contains(QStringLiteral("17 checks passed"));
        });
    })) << "as on the timeline";
}

TEST_F(RunsWindow, ThePeakDotIsAtTheLevelInsideThePhase)
{
    const auto window = openWindow(sampleLog());
    const auto* chart = window->findChild<MemoryChart*>();
    const Colors colors = colorsFor(lightPalette());
    ChartScene scene = makeScene(chart->content(), QRectF(0, 0, 900, 300), colors, chartFonts(QApplication::font()));
    scene.isPicture = true;
    QImage image(900, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintPictureMarks(painter, scene);
    painter.end();
    const StepId peak = scene.view().peakStep;
    const double beside = centreOf(scene.geometry.steps, peak) + 1.5; // next to the peak line, which is thinner
    const auto isMarked = [&](std::int64_t bytes) {
        return image.pixelColor(QPointF(beside, scene.y(bytes)).toPoint()) == colors.peakMark;
    };
    EXPECT_TRUE(isMarked(scene.view().highest()[peak.index()]));
    EXPECT_FALSE(isMarked(scene.view().levelAt(peak))) << "what is left after it";
}

TEST_F(RunsWindow, TheLevelIsDividedByWhatThePhasesLeft)
{
    const auto window = openWindow(sampleLog());
    const Colors colors = colorsFor(lightPalette());
    const ChartScene scene = makeScene(window->findChild<MemoryChart*>()->content(), QRectF(0, 0, 900, 300), colors,
                                       chartFonts(QApplication::font()));
    std::vector<std::string> names;
    for (const LegendEntry& entry : legendOf(scene))
        names.push_back(utf8(entry.text));
    EXPECT_EQ(names,
              (std::vector<std::string>{"Model", "Optimizer", "Gradients", "Activations", "Peak inside the phase"}));
    const CurveDrawing drawing = curveOf(scene, 900, 1);
    ASSERT_EQ(drawing.layers.size(), 4U);
    EXPECT_EQ(drawing.layers.back().tops.back(), scene.view().level().back());
    std::set<QRgb> fills;
    for (const CurveLayer& layer : drawing.layers)
        fills.insert(layer.fill.color.rgb());
    EXPECT_EQ(fills.size(), 4U) << "each has its own colour";
}

TEST_F(RunsWindow, TheLegendOfLevelsInsideAPhaseIsVisibleInDarkMode)
{
    const auto window = openWindow(sampleLog());
    const Colors colors = colorsFor(darkPalette());
    const ChartScene scene = makeScene(window->findChild<MemoryChart*>()->content(), QRectF(0, 0, 900, 300), colors,
                                       chartFonts(QApplication::font()));
    QImage image(900, 30, QImage::Format_RGB32);
    image.fill(colors.plot);
    QPainter painter(&image);
    paintLegend(painter, QRectF(0, 0, 900, 30), legendOf(scene), scene.colors, scene.fonts);
    painter.end();
    int line = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            line += image.pixelColor(x, y) == colors.totalLine ? 1 : 0;
    EXPECT_GE(line, 9) << "the line that it has in the chart";
}

TEST_F(RunsWindow, TheLimitDoesNotCrossATotal)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    constexpr double kLimit = 15.8 * 1024 * 1024 * 1024; // a little above the larger run
    type(*page, "Device memory", "15.8 GiB");
    const BarPlot& plot = page->chart()->plot();
    const QFont font = QApplication::font();
    const QRect area(0, 0, 800, 400);
    const Colors colors = colorsFor(lightPalette());
    QImage image(area.size(), QImage::Format_RGB32);
    image.fill(colors.plot);
    const BarLayout places(plot, area, font);
    QPainter painter(&image);
    paintBars(painter, plot, places, colors, font);
    painter.end();
    const int line = static_cast<int>(std::round(places.y(kLimit)));
    const auto textPixels = [&](int from, int to) {
        int pixels = 0;
        for (int y = from; y < to; ++y)
            for (int x = static_cast<int>(places.middle(1)) - 40; x < static_cast<int>(places.middle(1)) + 40; ++x)
                pixels += image.pixelColor(x, y) == colors.text ? 1 : 0;
        return pixels;
    };
    EXPECT_GT(textPixels(line - 30, line - 2), 10) << "the total";
    EXPECT_EQ(textPixels(line - 2, line + 8), 0);
}
