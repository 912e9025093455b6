// Tests of training runs in several views: their texts, numbers, names and drawings.
#include "core/tenstorrent/tt_train/run_report.h"
#include "tests/ui/runs_fixture.h"
#include "ui/charts/go_to_dialog.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/scales.h"
#include "ui/theme/colors.h"
#include "ui/widgets/capacity_bar.h"
#include "ui/widgets/fonts.h"

#include <QBuffer>
#include <QCheckBox>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QXmlStreamReader>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(RunsWindow, EnteredSizesApplyToAllViews)
{
    const auto window = openWindow(sampleLog());
    const RunsPage* page = showRuns(*window);
    const auto bytes = [&](const char* id) { return window->session()->figures()->bytes(id); };
    EXPECT_EQ(bytes("model_expected_bytes"), 969369600 * 2) << "by the number of parameters";
    EXPECT_FALSE(window->session()->figures()->capacity.bytes);
    type(*page, "Model", "1,000 MB");
    type(*page, "Gradients", "500 MB");
    type(*page, "Device memory", "16 GiB");
    EXPECT_EQ(bytes("model_expected_bytes"), 1000 << 20);
    EXPECT_EQ(bytes("optimizer_expected_bytes"), 2000 << 20) << "twice the model";
    EXPECT_EQ(bytes("gradients_expected_bytes"), 500 << 20);
    EXPECT_EQ(bytes("headroom_bytes"), (std::int64_t{16} << 30) - 16427809505);
    QTest::keyClick(page->chart(), Qt::Key_Home); // the other run, in the timeline
    QTest::keyClick(page->chart(), Qt::Key_Return);
    ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->selection.program == ProgramId(0); }));
    EXPECT_EQ(bytes("model_expected_bytes"), 1000 << 20);
    const std::string said = usual(allText(*window));
    EXPECT_NE(said.find("Model expected"), std::string::npos) << said;
    EXPECT_NE(said.find("1000 MiB"), std::string::npos) << said;
    EXPECT_EQ(utf8(window->session()->deviceText()), "stated by the user");
    // A chosen device replaces only the device memory entered by the user.
    window->session()->chooseDevice(findDevice("v5e"));
    EXPECT_EQ(window->session()->figures()->capacity.bytes, findDevice("v5e")->hbmBytes);
    EXPECT_TRUE(qobject_cast<QLineEdit*>(named(*page, "Device memory"))->text().isEmpty());
    EXPECT_EQ(bytes("model_expected_bytes"), 1000 << 20);
    window->session()->chooseDevice(nullptr);
    // The next opened file has other runs.
    window->session()->host().open({QStringLiteral(TIDEMARK_TEST_DATA "/tenstorrent/nano_gpt_raw_cpp.log")});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(bytes("model_expected_bytes"), 10647552 * 2);
    showRuns(*window);
    EXPECT_TRUE(qobject_cast<QLineEdit*>(named(*page, "Model"))->text().isEmpty());
}

TEST_F(RunsWindow, ARunWithoutParametersUsesThoseOfItsLogInAllViews)
{
    const std::string run = test::summaryText(test::groupText("MODEL_CREATION", 10, 5));
    const auto window
        = openWindow(write(QStringLiteral("two.log"), "Number of parameters: 1048576\na\n" + run + "b\n" + run));
    window->session()->chooseProgram(ProgramId(1));
    ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->selection.program == ProgramId(1); }));
    const RunsPage* page = showRuns(*window);
    EXPECT_EQ(page->list()->runs[1].judged.components.model.expected, 2097152);
    EXPECT_EQ(window->session()->figures()->bytes("model_expected_bytes"), 2097152);
}

TEST_F(RunsWindow, PhasesAreCountedFromZeroLikeSteps)
{
    const auto window = openWindow(sampleLog());
    EXPECT_NE(usual(allText(*window)).find("at phase 3"), std::string::npos) << usual(allText(*window));
    const Chosen& shown = *window->session()->shown();
    const std::shared_ptr<const View> view = *shown.document->view(shown.selection, {});
    const auto ticksOf = [](const Axis& axis, StepRange range) {
        std::string ticks;
        for (const CellTick& tick : cellTicks(axis, range, 6))
            ticks += std::to_string(tick.cell.value) + ":" + utf8(tick.text) + " ";
        return ticks;
    };
    EXPECT_EQ(ticksOf(view->axis, {0, 5}), "0:0 1:1 2:2 3:3 4:4 ");
    Axis many = view->axis;
    many.count = 40;
    EXPECT_EQ(ticksOf(many, {0, 40}), "0:0 10:10 20:20 30:30 ");
    const Units units;
    GoToDialog dialog(view, StepId(3), units, nullptr);
    EXPECT_NE(utf8(allText(dialog)).find("Phase (0 to 4)"), std::string::npos) << utf8(allText(dialog));
    auto* edit = dialog.findChild<QLineEdit*>();
    EXPECT_EQ(utf8(edit->text()), "3");
    edit->setText(QStringLiteral("0"));
    EXPECT_EQ(dialog.step(), StepId(0));
    edit->setText(QStringLiteral("5"));
    EXPECT_FALSE(dialog.step());
}

TEST_F(RunsWindow, ACiExportWithoutACommitIsNamedByItsFile)
{
    for (const char* name : {"m_memory_analysis_1.json", "m_memory_analysis_2.json"})
        write(QString::fromLatin1(name),
              std::string("{\"test_ts\": ") + (name[18] == '1' ? "1" : "2")
                  + ", \"model_name\": \"m\", \"model_dram_mb\": 1, \"total_dram_mb\": 2}");
    const auto window = openWindow(m_folder.path());
    const RunsPage* page = runsPage(*window);
    ASSERT_EQ(page->list()->runs.size(), 2U);
    EXPECT_EQ(utf8(page->list()->runs[1].label), "m_memory_analysis_2");
    const std::string tip = utf8(page->chart()->accessibleDescription());
    EXPECT_NE(tip.find("\nFile m_memory_analysis_"), std::string::npos) << tip;
}

TEST_F(RunsWindow, LabelsOfATrendDoNotTouch)
{
    constexpr std::int64_t kDay = 86400000000;
    for (int i = 1; i <= 60; ++i)
        writeExport(QStringLiteral("ci"), "TinyLlama", i * kDay, 40 + i);
    const auto window = openWindow(m_folder.filePath(QStringLiteral("ci")));
    const RunsPage* page = runsPage(*window);
    const BarPlot& plot = page->chart()->plot();
    const QFont font = QApplication::font();
    const QRect area(0, 0, 900, 400);
    QImage image(area.size(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const BarLayout places(plot, area, font);
    paintBars(painter, plot, places, colorsFor(lightPalette()), font);
    painter.end();
    // Below the plot are two lines of text, commits and days. Each has gaps of 8 pixels between its words.
    const QFontMetricsF metrics(smallerFont(font));
    const double commit = metrics.horizontalAdvance(QStringLiteral("01234567"));
    for (const int line : {0, 1}) {
        int words = 0;
        int blank = 100;
        for (int x = 0; x < image.width(); ++x) {
            bool isInked = false;
            const int top = static_cast<int>(places.plot.bottom() + 5 + line * metrics.height());
            for (int y = top; y < top + static_cast<int>(metrics.ascent()); ++y)
                isInked = isInked || image.pixelColor(x, y).lightness() < 160;
            words += isInked && blank >= 7 ? 1 : 0;
            blank = isInked ? 0 : blank + 1;
        }
        EXPECT_GT(words, 3) << line;
        EXPECT_LT(words, image.width() / (commit + 8) + 1) << line;
    }
}

TEST_F(RunsWindow, PngAndSvgOfTheHistogramAreOneDrawing)
{
    const auto window = openWindow(sampleLog());
    const auto document = std::dynamic_pointer_cast<const tt::TrainDocument>(window->session()->shown()->document);
    std::ostringstream drawn;
    tt::writeHistogram(drawn, {&document->run(ProgramId(0)), &document->run(ProgramId(1))}, {}, "two <runs>");
    const auto picture = svgPicture(QByteArray::fromStdString(drawn.str()), QSize(1200, 800));
    QBuffer svg;
    svg.open(QIODevice::WriteOnly);
    EXPECT_TRUE(picture->svg(svg));
    EXPECT_EQ(svg.data().toStdString(), drawn.str());
    const QImage image = picture->image();
    ASSERT_EQ(image.size(), QSize(1200, 800));
    // Every rectangle of a bar in the SVG has its color in the PNG at its left edge and not beyond it.
    int parts = 0;
    QXmlStreamReader xml(QByteArray::fromStdString(drawn.str()));
    while (!xml.atEnd()) {
        xml.readNext();
        const auto number = [&](const char* name) { return xml.attributes().value(QLatin1String(name)).toDouble(); };
        if (!xml.isStartElement() || xml.name() != QLatin1String("rect")
            || xml.attributes().value(QLatin1String("stroke")) != QLatin1String("#ffffff") || number("height") < 8)
            continue;
        ++parts;
        const QColor fill(xml.attributes().value(QLatin1String("fill")).toString());
        const auto at = [&](double x, double y) { return image.pixelColor(static_cast<int>(x), static_cast<int>(y)); };
        EXPECT_EQ(at(number("x") + 3, number("y") + 3), fill);
        EXPECT_EQ(at(number("x") + 3, number("y") + number("height") - 3), fill);
        EXPECT_EQ(at(number("x") + number("width") - 4, number("y") + 3), fill);
        EXPECT_NE(at(number("x") - 3, number("y") + 3), fill);
    }
    EXPECT_EQ(parts, 7) << "three and four that are high enough";
    EXPECT_FALSE(xml.hasError());
}
