// A kind of documents unknown to the programs works everywhere: after one more entry in the table of kinds it is
// opened, listed, printed, shown and exported.
#include "app/cli/program.h"
#include "tests/ui/charts_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/buffers_panel.h"
#include "ui/shell/status_line.h"

#include <QLineEdit>
#include <QTabBar>

#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class AnotherKind : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        m_path = write(QStringLiteral("run.phases"), test::phasesText());
    }

    /// Returns the output of a command of the command line.
    std::string written(std::vector<std::string> arguments)
    {
        const std::string output = m_folder.filePath(QStringLiteral("out")).toStdString();
        arguments.insert(arguments.begin(), "tidemark-cli");
        arguments.insert(arguments.end(), {m_path.toStdString(), "--output", output});
        std::vector<const char*> pointers;
        for (const std::string& argument : arguments)
            pointers.push_back(argument.c_str());
        m_status = cli::run(static_cast<int>(pointers.size()), pointers.data(), kinds());
        QFile file(QString::fromStdString(output));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

    static QString tagsOf(const MemoryChart& chart)
    {
        QString tags;
        for (const ChartTag& tag : makeTags(makeScene(chart.content(), QRectF(0, 0, 900, 200),
                                                      colorsFor(lightPalette()), chartFonts(QApplication::font()))))
            tags += tag.text + u'|';
        return tags;
    }

    QString m_path;
    int m_status = -1;
};

constexpr const char* kTimeline = "step,instruction,bytes,occupied_bytes,unpadded_bytes,inside_bytes\r\n"
                                  "0,load,100,,,100\r\n"
                                  "1,forward,300,,,700\r\n"
                                  "2,backward,200,,,200\r\n"
                                  "3,update,150,,,150\r\n";

TEST_F(AnotherKind, TheCommandLinePrintsIt)
{
    EXPECT_EQ(written({"timeline", "--format", "csv"}), kTimeline);
    EXPECT_EQ(m_status, 0);
    const std::string modules = written({"modules", "--format", "json"});
    EXPECT_NE(modules.find(R"("name":"train")"), std::string::npos) << modules;
    EXPECT_NE(modules.find(R"("document":"phases")"), std::string::npos) << modules;
    EXPECT_NE(modules.find(R"("name":"L1")"), std::string::npos) << modules;
    EXPECT_NE(written({"summary", "--space", "L1", "--format", "json"}).find(R"("occupied_peak_bytes": 50)"),
              std::string::npos);
    written({"buffers"});
    EXPECT_EQ(m_status, 3) << "it has no rows";
    written({"attribution"});
    EXPECT_EQ(m_status, 3) << "it has no meanings";
    written({"memory-viewer"});
    EXPECT_EQ(m_status, 3) << "XProf knows XLA programs alone";
}

TEST_F(AnotherKind, TheWindowShowsItInItsOwnWords)
{
    const auto window = openWindow(m_path);
    EXPECT_EQ(window->state()->cursor(), StepId(1)) << "at the peak";
    EXPECT_NE(utf8(window->windowTitle()).find("train"), std::string::npos);
    auto* chart = window->findChild<MemoryChart*>();
    ASSERT_TRUE(chart);
    EXPECT_TRUE(chart->isVisible());
    EXPECT_NE(utf8(chart->accessibleDescription()).find("phase 1"), std::string::npos)
        << utf8(chart->accessibleDescription());
    EXPECT_EQ(utf8(allText(*window)).find("step 1"), std::string::npos) << "phases are no steps";
    // The level inside a phase is above the levels at both its ends. The axis leaves room for it.
    EXPECT_GE(chart->plotGeometry().bytes.top, 700);
    const QString tags = tagsOf(*chart);
    EXPECT_NE(tags.indexOf(QStringLiteral("Peak 700\u00a0B")), -1) << utf8(tags) << "the peak is inside the phase";
    EXPECT_NE(allText(*window).indexOf(QStringLiteral("300\u00a0B live after it, up to 700\u00a0B during it")), -1)
        << utf8(allText(*window));
    window->session()->chooseMemory(1);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(window->state()->view()->memoryName, "L1");
}

TEST_F(AnotherKind, ThePeakOfARangeMayLieInsideAStep)
{
    // The level after c is higher than after b, but the level inside b is the highest.
    const auto window = openWindow(
        write(QStringLiteral("two.phases"), "phases\nrun two\nphase a 100\nphase b 300 700\nphase c 400\n"));
    window->state()->axis().setSelected(StepRange{0, 3});
    const QString most = QStringLiteral("700\u00a0B");
    const QString said = allText(*window->findChild<StatusLine*>());
    EXPECT_TRUE(said.contains(QStringLiteral("peak ") + most)) << utf8(said);
    const QString tags = tagsOf(*window->findChild<MemoryChart*>());
    EXPECT_TRUE(tags.contains(QStringLiteral("peak %1 at phase 1").arg(most))) << utf8(tags);
}

TEST_F(AnotherKind, RowsAreNamedByTheirView)
{
    const auto window = openWindow(profile());
    ASSERT_NE(utf8(allText(*window)).find("buffer"), std::string::npos);
    auto view = std::make_shared<View>(*window->state()->view());
    view->rows.one = "tensor";
    view->rows.many = "tensors";
    window->state()->setView(view);
    emit window->session()->shownChanged();
    std::string said = utf8(allText(*window));
    for (const auto* widget : window->findChildren<QWidget*>())
        if (widget->isVisible())
            for (const QString& text : {widget->accessibleName(), widget->accessibleDescription()})
                said += utf8(text) + '\n';
    for (const auto* action : window->findChildren<QAction*>())
        said += utf8(action->text()) + '\n';
    for (const auto* tabs : window->findChildren<QTabBar*>())
        for (int tab = 0; tab < tabs->count(); ++tab)
            said += utf8(tabs->tabText(tab)) + '\n';
    for (const auto* edit : window->findChildren<QLineEdit*>())
        said += utf8(edit->placeholderText()) + '\n';
    ChartContent content = window->findChild<MemoryChart*>()->content();
    for (const bool isPicture : {false, true}) {
        content.pinned = RowId(0);
        ChartScene scene
            = makeScene(content, QRectF(0, 0, 900, 200), colorsFor(lightPalette()), chartFonts(QApplication::font()));
        scene.isPicture = isPicture;
        said += utf8(legendTexts(scene).join(u'\n')) + '\n';
    }
    window->state()->filter().setText(QStringLiteral("nothing has this name"));
    auto* panel = window->findChild<BuffersPanel*>();
    ASSERT_TRUE(waitUntil([&] { return allText(*panel).contains(QStringLiteral("anywhere in this program")); }));
    said += utf8(allText(*panel));
    EXPECT_EQ(said.find("uffer"), std::string::npos) << said;
    for (const char* words : {"Tensors live at step", "Tensors live at the cursor", "The largest tensor",
                              "Lifetime of the pinned tensor", "No tensor matches", "Find Tensor", "Table of Tensors"})
        EXPECT_NE(QString::fromStdString(said).remove(u'&').indexOf(QLatin1String(words)), -1) << words << '\n' << said;
}

TEST_F(AnotherKind, PicturesAndTablesAreExported)
{
    const auto window = openWindow(m_path);
    const auto* page = window->findChild<TimelinePage*>();
    ASSERT_TRUE(page);
    const auto picture = page->picture();
    ASSERT_TRUE(picture);
    PictureOptions options = picture->options;
    options.size = {640, 360};
    const QImage image = picture->make(options, false)->image();
    EXPECT_EQ(image.size(), QSize(640, 360));
    QSet<QRgb> colours;
    for (int x = 0; x < image.width(); ++x)
        colours.insert(image.pixel(x, image.height() * 3 / 4));
    EXPECT_GT(colours.size(), 2) << "a curve";
    const auto table = page->table();
    ASSERT_TRUE(table);
    std::ostringstream out;
    EXPECT_TRUE(table->writeCsv(out, {}));
    EXPECT_EQ(out.str(), kTimeline);
}

} // namespace
