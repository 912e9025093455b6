// Tests of the marked step and of the differences between the cursor and it.
#include "tests/support/made_view.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/marked_bar.h"
#include "ui/state/marked_step.h"
#include "ui/tables/row_model.h"

#include <QActionGroup>
#include <QTabWidget>
#include <QToolButton>

#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

test::MadeRow madeRow(const char* name, std::int64_t size, std::uint32_t start, std::uint32_t end,
                      std::int64_t overlap = 0)
{
    test::MadeRow row;
    row.facts.name = name;
    row.size = size;
    row.kind = 2;
    row.start = StepId(start);
    row.end = StepId(end);
    row.overlap = overlap;
    return row;
}

/// The rows are "always", "early" at steps 0 and 1, "middle" at 1 and 2, and "late" at 2, of which 30 bytes belong to
/// "middle".
std::shared_ptr<const View> fourLives()
{
    return test::madeView({madeRow("always", 1000, 0, 4), madeRow("early", 200, 0, 2), madeRow("middle", 70, 1, 3),
                           madeRow("late", 50, 2, 3, 30)},
                          {1200, 1270, 1090, 1000});
}

class MarkedStepTest : public testing::Test
{
protected:
    void SetUp() override { m_state.setView(m_view); }
    std::string listed() const
    {
        std::string names;
        for (const LiveRow& live : m_state.listed())
            if (m_state.filter().matches(live.row))
                names += m_view->rows.name(live.row) + " ";
        return names;
    }
    static std::string part(const MarkedSums::Part& of)
    {
        return std::to_string(of.rows) + ": " + std::to_string(of.marked) + " " + std::to_string(of.cursor);
    }

    std::shared_ptr<const View> m_view = fourLives();
    ViewState m_state;
};

} // namespace

TEST_F(MarkedStepTest, SumsAddUpToTheDifferenceOfTheLevels)
{
    for (std::uint32_t marked = 0; marked < 4; ++marked)
        for (std::uint32_t cursor = 0; cursor < 4; ++cursor) {
            m_state.setMarked(StepId(marked));
            m_state.axis().setCursor(StepId(cursor));
            EXPECT_EQ(markedSums(m_state).change(), m_view->levelAt(StepId(cursor)) - m_view->levelAt(StepId(marked)))
                << marked << ' ' << cursor;
        }
    m_state.setMarked(StepId(1));
    m_state.axis().setCursor(StepId(2));
    const MarkedSums sums = markedSums(m_state);
    EXPECT_EQ(part(sums.onlyMarked), "1: 200 0");
    EXPECT_EQ(part(sums.both), "2: 1070 1070");
    EXPECT_EQ(part(sums.onlyCursor), "1: 0 20");
    EXPECT_EQ(utf8(markedText(m_state, sums).replace(QChar(0xa0), u' ')), "Step 2: −180 B against step 1");
}

TEST_F(MarkedStepTest, PartsFilterRowsEverywhere)
{
    m_state.setMarked(StepId(1));
    m_state.axis().setCursor(StepId(2));
    EXPECT_EQ(listed(), "always middle late ") << "as without a mark, until something is asked for";
    EXPECT_TRUE(m_state.filter().isEmpty());
    m_state.setMarkedParts({true, false, false});
    EXPECT_EQ(listed(), "early ");
    EXPECT_EQ(utf8(m_state.filter().description()), "Live only at step 1");
    m_state.setMarkedParts({true, true, false});
    EXPECT_EQ(listed(), "always middle early ");
    m_state.setMarkedParts({false, false, true});
    EXPECT_EQ(listed(), "late ");
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(listed(), "") << "the cursor moved to where all live at step 1 as well";
    m_state.setMarked(StepId(3));
    EXPECT_EQ(listed(), "early ") << "another mark, the same question";
    m_state.setMarkedParts({false, false, false});
    EXPECT_EQ(listed(), "");
    m_state.filter().clear();
    EXPECT_EQ(listed(), "always early ");
    EXPECT_EQ(m_state.marked(), StepId(3)) << "clearing the filter leaves the mark";
    m_state.setMarkedParts({true, true, true});
    m_state.setMarked(std::nullopt);
    EXPECT_TRUE(m_state.filter().isEmpty());
}

TEST_F(MarkedStepTest, AnotherViewHasNoMark)
{
    m_state.setMarked(StepId(1));
    m_state.setMarkedParts({true, true, true});
    m_state.setView(fourLives());
    EXPECT_FALSE(m_state.marked());
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_TRUE(m_state.liveAtMarked().empty());
}

TEST_F(MarkedStepTest, TableAndStripsListTheRowsOfTheMarkedStepOnRequest)
{
    const RowModel rows(&m_state);
    StripsModel strips;
    m_state.setMarked(StepId(0));
    m_state.axis().setCursor(StepId(3));
    strips.update(m_state, 500);
    EXPECT_EQ(rows.rowCount(), 1);
    EXPECT_EQ(strips.strip(StripsModel::Size).items().size(), 1U);
    m_state.setMarkedParts({true, true, true});
    strips.update(m_state, 500);
    EXPECT_EQ(rows.rowCount(), 2);
    EXPECT_EQ(strips.strip(StripsModel::Size).items().size(), 2U);
    EXPECT_EQ(strips.occupied(), 1000) << "the level is the cursor's all the same";
}

TEST_F(MarkedStepTest, TheStripsLoseTheRowsOfTheMarkedStepWithTheMark)
{
    BufferStrips strips(&m_state);
    strips.resize(800, strips.heightWith(true));
    m_state.setMarked(StepId(0));
    m_state.axis().setCursor(StepId(3));
    m_state.setMarkedParts({true, true, true});
    EXPECT_FALSE(strips.rectOf(StripsModel::Size, RowId(1)).isEmpty());
    m_state.setMarked(std::nullopt);
    EXPECT_TRUE(strips.rectOf(StripsModel::Size, RowId(1)).isEmpty());
}

TEST_F(MarkedStepTest, TheBarShowsTheDifferencesAndSwitches)
{
    QWidget window;
    MarkedBar bar(&m_state, &window);
    window.show();
    EXPECT_TRUE(bar.isHidden());
    m_state.setMarked(StepId(1));
    EXPECT_FALSE(bar.isHidden());
    EXPECT_TRUE(bar.text().startsWith(QStringLiteral("Step 1 is marked."))) << utf8(bar.text());
    EXPECT_TRUE(bar.button(MarkedBar::OnlyCursor)->isHidden()) << "a step does not differ from itself";
    m_state.axis().setCursor(StepId(2));
    EXPECT_FALSE(bar.isHidden());
    EXPECT_FALSE(bar.button(MarkedBar::OnlyCursor)->isHidden());
    const auto words = [&](MarkedBar::Part part) { return utf8(bar.button(part)->text().replace(QChar(0xa0), u' ')); };
    EXPECT_EQ(words(MarkedBar::OnlyMarked), "only step 1: 1 · 200 B");
    EXPECT_EQ(words(MarkedBar::Both), "both: 2 · 1.04 KiB");
    EXPECT_EQ(words(MarkedBar::OnlyCursor), "only step 2: 1 · 20 B");
    EXPECT_FALSE(bar.button(MarkedBar::OnlyMarked)->isChecked());
    EXPECT_TRUE(bar.button(MarkedBar::Both)->isChecked());
    bar.button(MarkedBar::Both)->click();
    bar.button(MarkedBar::OnlyMarked)->click();
    EXPECT_EQ(listed(), "late early ");
    m_state.filter().clear();
    EXPECT_TRUE(bar.button(MarkedBar::Both)->isChecked());
    EXPECT_FALSE(bar.button(MarkedBar::OnlyMarked)->isChecked());
}

namespace {

using MarkedStepWindow = Window;

} // namespace

TEST_F(MarkedStepWindow, ASelectedRangeHidesTheMarkAndNamesTheTable)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    const auto* bar = window->findChild<BuffersPanel*>()->findChild<MarkedBar*>();
    const auto hasTab = [&](const QString& title) {
        for (const QTabWidget* tabs : window->findChildren<QTabWidget*>())
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab) == title)
                    return true;
        return false;
    };
    state.setMarked(StepId(0));
    EXPECT_TRUE(bar->isVisible());
    state.axis().setSelected(StepRange{0, 2});
    EXPECT_FALSE(bar->isVisible()) << "the range decides which rows are listed";
    EXPECT_TRUE(hasTab(QStringLiteral("Buffers live in steps 0–1")));
    state.axis().setSelected(std::nullopt);
    EXPECT_TRUE(bar->isVisible());
    EXPECT_FALSE(hasTab(QStringLiteral("Buffers live in steps 0–1")));
}

TEST_F(MarkedStepWindow, MTogglesTheMarkAndEscapeClearsItAfterTheFilter)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    const MemoryChart& chart = *window->findChild<TimelinePage*>()->chart();
    const auto* bar = window->findChild<BuffersPanel*>()->findChild<MarkedBar*>();
    EXPECT_FALSE(bar->isVisible());
    window->actions().of(Command::PreviousCell)->trigger();
    QTest::keyClick(window.get(), Qt::Key_M);
    EXPECT_EQ(state.marked(), StepId(0));
    EXPECT_EQ(chart.content().marked, StepId(0));
    EXPECT_TRUE(bar->isVisible());
    window->actions().of(Command::NextCell)->trigger();
    const QImage with = const_cast<MemoryChart&>(chart).grab().toImage();
    state.setMarkedParts({true, false, true});
    window->actions().of(Command::Escape)->trigger();
    EXPECT_TRUE(state.filter().isEmpty());
    EXPECT_TRUE(state.marked()) << "the filter goes first";
    window->actions().of(Command::Escape)->trigger();
    EXPECT_FALSE(state.marked());
    EXPECT_NE(const_cast<MemoryChart&>(chart).grab().toImage(), with) << "the chart shows it";
    QTest::keyClick(window.get(), Qt::Key_M);
    QTest::keyClick(window.get(), Qt::Key_M);
    EXPECT_FALSE(state.marked()) << "again on the same step";
    // Also on the pages of the map and the composition.
    for (const int page : {1, 2}) {
        window->actions().pages->actions().at(page)->trigger();
        ASSERT_TRUE(waitUntil([&] { return window->actions().of(Command::MarkStep)->isEnabled(); }));
        QTest::keyClick(window.get(), Qt::Key_M);
        EXPECT_EQ(state.marked(), StepId(1));
        window->actions().of(Command::Escape)->trigger();
        EXPECT_FALSE(state.marked());
    }
}

TEST_F(MarkedStepWindow, ExportsUseTheMarkedStepAndStateIt)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    const auto* page = window->findChild<TimelinePage*>();
    state.setMarked(StepId(1)); // p, x and y are live
    state.axis().setCursor(StepId(3)); // p is live
    const auto lines = [&] {
        std::ostringstream csv;
        EXPECT_TRUE(page->table()->writeCsv(csv, {}));
        return std::ranges::count(csv.str(), '\n') - 1;
    };
    EXPECT_EQ(lines(), 1);
    state.setMarkedParts({true, false, false});
    EXPECT_EQ(lines(), 2);
    EXPECT_EQ(utf8(page->table()->description), "2 of 3 rows, step 3, Live only at step 1");
}

TEST_F(MarkedStepWindow, AnotherProgramForgetsIt)
{
    const auto window = openWindow(profile());
    window->state()->setMarked(StepId(1));
    const auto& wanted = window->session()->wanted();
    const ProgramId other = wanted->selection.program == ProgramId::at(0) ? ProgramId::at(1) : ProgramId::at(0);
    window->session()->chooseProgram(other);
    ASSERT_TRUE(waitUntil(
        [&] { return window->session()->shown() && window->session()->shown()->selection.program == other; }));
    EXPECT_FALSE(window->state()->marked());
}
