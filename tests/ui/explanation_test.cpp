// Tests of the sentence that explains the peak: above the chart, above a message, and in pictures.
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_picture.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/pages/page_parts.h"
#include "ui/pages/timeline/timeline_page.h"

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class ExplanationWindow : public Window
{
protected:
    /// Gives the view on screen an explanation.
    static void explainAll(MainWindow& window, std::vector<RowId> rows)
    {
        EXPECT_TRUE(waitUntil([&] {
            return !window.state()->awaitsMeanings() && (!window.state()->groups() || window.state()->areGroupsReady());
        }));
        auto view = std::make_shared<View>(*window.state()->view());
        view->meanings = nullptr; // the sentence does not wait for them
        view->explain = [rows](const Figures& shown, const Progress&) {
            return Explanation{{"The peak of %1 is one buffer of %2, 50 %% of it.", {shown.peakBytes, 1 << 20}}, rows};
        };
        window.state()->setView(view);
        emit window.session()->figuresChanged();
    }
    static ExplanationLine* lineOf(const QWidget& header) { return header.findChild<ExplanationLine*>(); }
    static std::string plain(const QLabel& label) { return utf8(QString(label.text()).remove(QChar(0x200b))); }
};

} // namespace

TEST_F(ExplanationWindow, IsShownAboveTheSummaryInTheUnitsOfTheWindow)
{
    const auto window = openWindow(profile());
    auto* const page = window->findChild<TimelinePage*>();
    ExplanationLine* const line = lineOf(*page->header());
    ASSERT_TRUE(line);
    explainAll(*window, {RowId(1)});
    ASSERT_TRUE(waitUntil([&] { return line->isVisible(); }));
    EXPECT_EQ(plain(*line), "The peak of 33.50\u00a0KiB is one buffer of 1\u00a0MiB, 50\u00a0% of it.");
    window->state()->units().setUnit(ByteUnit::KiB);
    EXPECT_NE(plain(*line).find("1,024\u00a0KiB"), std::string::npos) << plain(*line);
    EXPECT_EQ(utf8(page->accessibleDescription()), utf8(window->session()->explanation().text()));
    EXPECT_TRUE(line->textInteractionFlags() & Qt::TextSelectableByMouse);
    const auto picture = page->picture();
    ASSERT_TRUE(picture);
    EXPECT_EQ(utf8(picture->options.explanation), utf8(window->session()->explanation().text()));
}

TEST_F(ExplanationWindow, AClickSelectsItsRows)
{
    const auto window = openWindow(profile());
    ExplanationLine* const line = lineOf(*window->findChild<TimelinePage*>()->header());
    explainAll(*window, {RowId(2), RowId(1)});
    ASSERT_TRUE(waitUntil([&] { return line->isVisible(); }));
    QTest::mouseClick(line, Qt::LeftButton);
    EXPECT_EQ(window->state()->focus().selected(), (std::vector{RowId(1), RowId(2)}));
    window->state()->focus().setSelected({});
    line->setFocus();
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(window->state()->focus().selected().size(), 2U);
}

TEST_F(ExplanationWindow, EachViewHasItsOwnExplanation)
{
    const auto window = openWindow(profile());
    ExplanationLine* const line = lineOf(*window->findChild<TimelinePage*>()->header());
    explainAll(*window, {});
    ASSERT_TRUE(waitUntil([&] { return line->isVisible(); }));
    window->session()->chooseProgram(window->session()->shown()->selection.program == ProgramId(0) ? ProgramId(1)
                                                                                                   : ProgramId(0));
    ASSERT_TRUE(waitUntil([&] { return window->session()->figures() && !line->isVisible(); }));
}

TEST_F(ExplanationWindow, ReplacesTheHeadlineOfAMessage)
{
    const auto window
        = openWindow(write(QStringLiteral("run.log"),
                           "\nRan out of memory in memory space hbm. Used 64.00M of 32.00M hbm. HLO module: jit_a.\n"));
    auto* const page = window->findChild<OomPage*>();
    explainAll(*window, {});
    ExplanationLine* const line = lineOf(*page->header());
    ASSERT_TRUE(waitUntil([&] { return line->isVisible(); }));
    EXPECT_FALSE(page->header()->findChild<QWidget*>(QStringLiteral("finding"))->isVisible());
    EXPECT_EQ(utf8(page->picture()->options.explanation), utf8(window->session()->explanation().text()));
}

TEST_F(ExplanationWindow, IsDrawnInAPicture)
{
    const auto window = openWindow(profile());
    const View& view = *window->state()->view();
    PictureOptions options = titled(view, {QStringLiteral("w.xplane.pb")});
    options.size = {800, 500};
    const QImage without = ChartPicture(contentOf(*window->state()), options).image();
    options.explanation = QStringLiteral("Six buffers hold 3 GiB: 59 % of the peak.");
    EXPECT_NE(ChartPicture(contentOf(*window->state()), options).image(), without);
}
