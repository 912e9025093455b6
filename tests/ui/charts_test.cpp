#include "tests/ui/charts_fixture.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/lanes.h"
#include "ui/charts/row_surface.h"
#include "ui/charts/tip_box.h"
#include "ui/tables/row_model.h"

#include <QMenu>

#include <algorithm>
#include <cmath>
#include <set>

namespace tidemark::ui {
namespace {

TEST_F(ChartsTest, AClickSetsTheCursor)
{
    QTest::mouseClick(&m_chart, Qt::LeftButton, {}, at(6));
    EXPECT_EQ(m_state.cursor(), StepId(6));
    EXPECT_FALSE(m_state.axis().selected());
}

TEST_F(ChartsTest, DragSelectsAndEnterZoomsToTheRange)
{
    drag(2, 6);
    ASSERT_TRUE(m_state.axis().selected());
    EXPECT_EQ(*m_state.axis().selected(), (StepRange{2, 7}));
    m_chart.navigation().zoomToSelection();
    EXPECT_EQ(m_state.axis().visible(), (StepRange{2, 7}));
    EXPECT_FALSE(m_state.axis().selected());
    m_state.axis().setSelected(StepRange{2, 7});
    m_chart.navigation().zoomToSelection();
    EXPECT_TRUE(m_state.axis().selected()) << "all of it is visible, so Enter does nothing";
    m_chart.escape();
    EXPECT_FALSE(m_state.axis().selected());
    m_state.axis().back();
    EXPECT_TRUE(m_state.axis().isShowingAll());
}

TEST_F(ChartsTest, ASelectedRangeFiltersTheRowsAndMovesTheCursorToItsPeak)
{
    RowModel rows(&m_state);
    const auto listed = [&] {
        std::set<RowId> all;
        for (const LiveRow& each : rows.rows())
            all.insert(each.row);
        return all;
    };
    const auto liveIn = [&](StepRange range) {
        std::set<RowId> all;
        for (std::size_t i = 0; i < m_view->rows.count; ++i)
            for (std::uint32_t step = range.begin; step < range.end; ++step)
                if (m_view->rows.isLive(RowId::at(i), StepId(step)))
                    all.insert(RowId::at(i));
        return all;
    };
    const std::set<RowId> before = listed();
    QTest::mousePress(&m_chart, Qt::LeftButton, {}, at(6));
    move(at(8), Qt::LeftButton);
    EXPECT_EQ(m_state.axis().selected(), (StepRange{6, 9}));
    EXPECT_EQ(listed(), before) << "rows are listed when the drag ends";
    QTest::mouseRelease(&m_chart, Qt::LeftButton, {}, at(8));
    EXPECT_EQ(listed(), liveIn({6, 9}));
    EXPECT_NE(listed(), before);
    EXPECT_EQ(m_state.cursor(), m_view->highestIn({6, 9}));
    for (std::size_t i = 0; i < m_view->rows.count; ++i)
        EXPECT_EQ(m_state.filter().matches(RowId::at(i)), liveIn({6, 9}).count(RowId::at(i)) > 0) << i;
    EXPECT_EQ(m_state.filter().description().toStdString(), "Live in steps 6–8");

    m_state.filter().clear();
    EXPECT_FALSE(m_state.axis().selected()) << "the range is a part of the filter";
    drag(2, 4);
    EXPECT_EQ(listed(), liveIn({2, 5}));
    EXPECT_TRUE(m_state.escape());
    EXPECT_FALSE(m_state.axis().selected());
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_EQ(listed(), liveIn({m_state.cursor().value, m_state.cursor().value + 1}));
}

TEST_F(ChartsTest, DoubleClickZoomsInTheRangeAndCentresOutside)
{
    drag(2, 6);
    QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, at(4));
    EXPECT_EQ(m_state.axis().visible(), (StepRange{2, 7}));
    QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, at(6));
    EXPECT_EQ(m_state.cursor(), StepId(6));
    EXPECT_EQ(m_state.axis().visible(), (StepRange{4, 9}));
}

TEST_F(ChartsTest, WheelZoomsAtThePointerAndShiftWheelPans)
{
    const StepId step(7);
    for (int i = 0; i < 3; ++i)
        wheel(at(step.value), 120);
    EXPECT_LT(m_state.axis().visible().size(), m_state.axis().steps());
    EXPECT_TRUE(m_state.axis().visible().contains(step.value));
    const StepRange range = m_state.axis().visible();
    wheel(at(step.value), 120, Qt::ShiftModifier);
    EXPECT_EQ(m_state.axis().visible().size(), range.size());
    EXPECT_LT(m_state.axis().visible().begin, range.begin);
    for (int i = 0; i < 20; ++i)
        wheel(at(m_state.axis().visible().begin), -120);
    EXPECT_TRUE(m_state.axis().isShowingAll());
}

TEST_F(ChartsTest, SmallTurnsOfAWheelAddUp)
{
    const auto turn = [](QWidget& widget, QPoint at, QPoint angle) {
        QWheelEvent event(at, widget.mapToGlobal(at), {}, angle, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&widget, &event);
    };
    for (QWidget* widget : {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview)}) {
        m_state.axis().setVisible({4, 8});
        for (int i = 0; i < 8; ++i)
            turn(*widget, widget->rect().center(), {15, 0});
        EXPECT_EQ(m_state.axis().visible(), (StepRange{3, 7})) << "one notch to the left";
        for (int i = 0; i < 16; ++i)
            turn(*widget, widget->rect().center(), {-15, 0});
        EXPECT_EQ(m_state.axis().visible(), (StepRange{5, 9}));
    }
    m_state.axis().showAll();
    turn(m_chart, at(4), {1, 120});
    EXPECT_EQ(m_state.axis().visible().size(), 8U) << "two fingers are never quite upright";
}

TEST(AxisView, AZoomThatEndsWhereItBeganAddsNoHistory)
{
    AxisView axis;
    axis.reset(100, StepId(0));
    axis.setVisible({10, 60});
    EXPECT_TRUE(axis.canGoBack());
    axis.showAll();
    EXPECT_FALSE(axis.canGoBack());
    axis.setVisible({20, 30});
    axis.back();
    EXPECT_TRUE(axis.isShowingAll());
    EXPECT_FALSE(axis.canGoBack());
}

TEST_F(ChartsTest, ArrowsInTheMarkLaneScrollTheSelectedMarkIntoView)
{
    auto view = std::make_shared<View>(*m_view);
    view->marks = {{"first", StepId(0), StepId(3)}, {"second", StepId(7), StepId(9)}};
    m_state.setView(view);
    MarkLane lane(&m_state);
    lane.show();
    m_state.axis().setCursor(StepId(0));
    m_state.axis().setVisible({0, 3});
    QTest::keyClick(&lane, Qt::Key_Right);
    EXPECT_EQ(m_state.cursor(), StepId(7));
    EXPECT_TRUE(m_state.axis().visible().contains(StepId(7).value));
}

TEST_F(ChartsTest, MiddleDragPans)
{
    m_state.axis().setVisible({2, 6});
    drag(5, 3, Qt::MiddleButton);
    EXPECT_EQ(m_state.axis().visible(), (StepRange{4, 8}));
    EXPECT_FALSE(m_state.axis().selected());
}

TEST_F(ChartsTest, NavigationMovesTheCursorAndKeepsItVisible)
{
    m_chart.navigation().goTo(StepId(m_state.axis().steps() - 1));
    EXPECT_EQ(m_state.cursor(), StepId(m_state.axis().steps() - 1));
    m_chart.navigation().move(-1);
    EXPECT_EQ(m_state.cursor(), StepId(m_state.axis().steps() - 2));
    m_chart.navigation().goToPeak();
    EXPECT_TRUE(m_state.isCursorAtPeak());
    m_state.axis().setVisible({7, 10});
    m_chart.navigation().goTo(StepId(0));
    EXPECT_TRUE(m_state.axis().visible().contains(StepId(0).value));
    m_chart.navigation().fit();
    EXPECT_TRUE(m_state.axis().isShowingAll());
}

TEST_F(ChartsTest, LocalPeaksAreVisitedInOrderAndRipplesAreNot)
{
    struct Levels {
        std::vector<std::int64_t> values = {0, 5000, 4990, 5010, 100, 900, 895, 901, 10000, 200, 150, 160};
    };
    const auto levels = std::make_shared<const Levels>();
    auto view = std::make_shared<View>(*phasesView());
    view->axis.count = static_cast<std::uint32_t>(levels->values.size());
    view->axis.label = [](StepId) { return std::string(); };
    view->curves = {{CurveRole::Level, "Level", levels->values, Hue::Temporary}};
    view->peakStep = StepId(8);
    view->owner = levels;
    m_state.setView(view);
    m_state.axis().setCursor(StepId(0));
    for (const std::uint32_t peak : {3U, 8U, 8U}) {
        m_chart.navigation().goToNextPeak();
        EXPECT_EQ(m_state.cursor(), StepId(peak));
    }
    m_state.axis().setCursor(StepId(11));
    for (const std::uint32_t peak : {8U, 3U, 3U}) {
        m_chart.navigation().goToPreviousPeak();
        EXPECT_EQ(m_state.cursor(), StepId(peak));
    }
}

TEST_F(ChartsTest, EscapeUnpinsThenClearsTheSelectionThenTheFilterThenZooms)
{
    m_state.axis().setVisible({2, 8});
    m_state.filter().setText(QStringLiteral("a"));
    m_state.focus().setPinned(RowId(0));
    m_state.axis().setSelected(StepRange{3, 5});
    m_chart.escape();
    EXPECT_FALSE(m_state.focus().pinned());
    EXPECT_TRUE(m_state.axis().selected());
    m_chart.escape();
    EXPECT_FALSE(m_state.axis().selected());
    EXPECT_FALSE(m_state.filter().isEmpty());
    m_chart.escape();
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_FALSE(m_state.axis().isShowingAll());
    m_chart.escape();
    EXPECT_TRUE(m_state.axis().isShowingAll());
}

TEST_F(ChartsTest, ReportsTheStepUnderThePointer)
{
    std::optional<StepId> reported;
    QObject::connect(&m_chart, &MemoryChart::hoveredStep, &m_chart,
                     [&](std::optional<StepId> step) { reported = step; });
    move(at(4), Qt::NoButton);
    EXPECT_EQ(reported, StepId(4));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_chart, &leave);
    EXPECT_FALSE(reported);
}

TEST_F(ChartsTest, DescribesTheCursorForScreenReaders)
{
    EXPECT_EQ(m_chart.accessibleName(), QStringLiteral("Memory vs program order"));
    EXPECT_TRUE(m_chart.accessibleDescription().endsWith(QStringLiteral("peak")));
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(m_chart.accessibleDescription(), QStringLiteral("step 0, 5\u00a0KiB"));
}

TEST_F(ChartsTest, LifetimeIsDrawnFromAllocationToDeallocation)
{
    const QImage before = m_chart.grab().toImage();
    const RowId row = rowNamed(*m_view, "b");
    m_state.focus().setHovered(row);
    const QImage after = m_chart.grab().toImage();
    const PlotGeometry g = m_chart.plotGeometry();
    const double y = yOf(g.bytes, static_cast<double>(m_view->floorBytes()) + 6000);
    const auto differs = [&](double step) {
        const QPointF place(xOf(g.steps, step), y);
        return pixelAt(before, place) != pixelAt(after, place);
    };
    EXPECT_TRUE(differs(m_view->rows.start[row].value + 0.1));
    EXPECT_TRUE(differs(m_view->rows.end[row].value - 0.1));
    EXPECT_FALSE(differs(m_view->rows.start[row].value - 0.1));
    EXPECT_FALSE(differs(m_view->rows.end[row].value + 0.1));
    m_state.focus().setHovered(std::nullopt);
    EXPECT_EQ(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, OverviewMovesAndStretchesTheWindow)
{
    m_state.axis().setVisible({2, 6});
    const QRectF window = m_overview.windowRect();
    EXPECT_EQ(m_overview.partAt(window.center()), OverviewStrip::Part::Window);
    EXPECT_EQ(m_overview.partAt({window.left(), window.center().y()}), OverviewStrip::Part::LeftHandle);
    EXPECT_EQ(m_overview.partAt({window.right(), window.center().y()}), OverviewStrip::Part::RightHandle);
    QTest::mouseClick(&m_overview, Qt::LeftButton, {}, {static_cast<int>(window.right()) + 200, 15});
    EXPECT_EQ(m_state.axis().visible().size(), 4U);
    EXPECT_GT(m_state.axis().visible().begin, 2U);
    QTest::mouseDClick(&m_overview, Qt::LeftButton, {}, window.center().toPoint());
    EXPECT_TRUE(m_state.axis().isShowingAll());
}

TEST_F(ChartsTest, AnEmptyChartIsHarmless)
{
    m_state.setView(nullptr);
    for (QWidget* widget :
         {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)}) {
        widget->grab();
        for (const int key :
             {Qt::Key_Left, Qt::Key_End, Qt::Key_P, Qt::Key_N, Qt::Key_Plus, Qt::Key_0, Qt::Key_Return, Qt::Key_Escape})
            QTest::keyClick(widget, static_cast<Qt::Key>(key));
        QTest::mouseClick(widget, Qt::LeftButton, {}, {300, 20});
        QTest::mouseDClick(widget, Qt::LeftButton, {}, {300, 20});
    }
}

TEST_F(ChartsTest, ADragThatAnotherViewEndsLeavesThatViewAlone)
{
    for (const bool isEmpty : {false, true})
        for (const Qt::MouseButton button : {Qt::LeftButton, Qt::MiddleButton}) {
            m_state.setView(m_view);
            m_state.axis().setVisible({2, 8});
            QTest::mousePress(&m_chart, button, {}, at(4));
            move(at(6), button);
            m_state.setView(isEmpty ? nullptr : phasesView());
            m_chart.escape();
            QFocusEvent out(QEvent::FocusOut);
            QApplication::sendEvent(&m_chart, &out);
            EXPECT_FALSE(m_state.axis().selected());
            if (!isEmpty) {
                EXPECT_TRUE(m_state.axis().isShowingAll());
            }
            QTest::mouseRelease(&m_chart, button, {}, {300, 100});
            EXPECT_FALSE(m_state.axis().selected());
        }
}

TEST_F(ChartsTest, KeysSelectARange)
{
    m_state.axis().setCursor(StepId(4));
    constexpr Qt::KeyboardModifiers kExtend = Qt::ControlModifier | Qt::ShiftModifier;
    QTest::keyClick(&m_chart, Qt::Key_Right, kExtend);
    QTest::keyClick(&m_chart, Qt::Key_Right, kExtend);
    EXPECT_EQ(m_state.axis().selected(), (StepRange{4, 7}));
    EXPECT_EQ(m_state.cursor(), StepId(6));
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&m_chart, Qt::Key_Left, kExtend);
    EXPECT_EQ(m_state.axis().selected(), (StepRange{3, 5}));
    QTest::keyClick(&m_chart, Qt::Key_End, kExtend);
    EXPECT_EQ(m_state.axis().selected(), (StepRange{4, 10}));
    QTest::keyClick(&m_chart, Qt::Key_Home, kExtend);
    EXPECT_EQ(m_state.axis().selected(), (StepRange{0, 5}));
    // A new range begins at the cursor after the old one has been removed.
    m_chart.escape();
    m_state.axis().setCursor(StepId(8));
    QTest::keyClick(&m_chart, Qt::Key_Right, kExtend);
    EXPECT_EQ(m_state.axis().selected(), (StepRange{8, 10}));
    m_chart.navigation().zoomToSelection();
    EXPECT_EQ(m_state.axis().visible(), (StepRange{8, 10}));
}

TEST_F(ChartsTest, ThePointerIsForgottenWhileKeysMoveTheCursor)
{
    std::optional<StepId> reported;
    QObject::connect(&m_chart, &MemoryChart::hoveredStep, &m_chart,
                     [&](std::optional<StepId> step) { reported = step; });
    move(at(8), Qt::NoButton);
    EXPECT_EQ(reported, StepId(8));
    m_chart.navigation().move(1);
    EXPECT_FALSE(reported);
    move(at(5), Qt::NoButton);
    EXPECT_EQ(reported, StepId(5));
    QTest::mouseClick(&m_chart, Qt::LeftButton, {}, at(5));
    EXPECT_EQ(reported, StepId(5));
}

TEST_F(ChartsTest, LargerTextFitsEverywhere)
{
    QFont large = QApplication::font();
    large.setPointSizeF(2 * large.pointSizeF());
    m_chart.resize(m_chart.width(), 900); // a low chart has no title below its axis
    const int chart = m_chart.minimumSizeHint().height();
    const int strips = m_strips.sizeHint().height();
    const int overview = m_overview.sizeHint().height();
    const double axis = m_chart.height() - m_chart.plotGeometry().bottom();
    const double top = m_chart.plotGeometry().top;
    for (QWidget* widget :
         {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)})
        widget->setFont(large);
    EXPECT_GT(m_chart.minimumSizeHint().height(), chart);
    EXPECT_GT(m_strips.sizeHint().height(), strips);
    EXPECT_GT(m_overview.sizeHint().height(), overview);
    const double lines = 2 * QFontMetricsF(chartFonts(large).small).height();
    EXPECT_GE(m_chart.height() - m_chart.plotGeometry().bottom(), std::max(lines, axis + 1));
    EXPECT_GT(m_chart.plotGeometry().top, top);
    EXPECT_GE(m_strips.stripRect(0).height(), QFontMetricsF(large).height());
}

TEST_F(ChartsTest, AxesLineUpInEveryUnit)
{
    QObject::connect(&m_chart, &MemoryChart::gutterChanged, &m_overview, &OverviewStrip::setGutter);
    m_overview.setGutter(m_chart.gutter());
    for (const ByteUnit unit : {ByteUnit::B, ByteUnit::KiB, ByteUnit::Auto}) {
        m_state.units().setUnit(unit);
        EXPECT_DOUBLE_EQ(m_overview.windowRect().left(), m_chart.plotGeometry().left);
        EXPECT_DOUBLE_EQ(m_chart.plotGeometry().left, m_chart.gutter());
    }
}

TEST_F(ChartsTest, MenusOfAReplacedViewDoNothing)
{
    const RowId row = rowNamed(*m_view, "b");
    QMenu rows;
    addRowActions(rows, &m_state, row);
    QMenu steps;
    int exported = 0;
    addStepActions(steps, &m_state, &m_chart.navigation(), StepId(9), [&] { ++exported; });
    m_state.setView(phasesView());
    for (QAction* action : rows.actions() + steps.actions())
        action->trigger();
    EXPECT_FALSE(m_state.focus().pinned());
    EXPECT_TRUE(m_state.focus().selected().empty());
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_TRUE(m_state.axis().isShowingAll());
    EXPECT_TRUE(m_state.isCursorAtPeak());
    EXPECT_EQ(exported, 0);
}

TEST_F(ChartsTest, PhasesWithASpikeAndWithoutRowsAreShown)
{
    m_state.setView(phasesView());
    EXPECT_EQ(m_chart.accessibleName(), QStringLiteral("Memory vs phases"));
    EXPECT_EQ(m_chart.accessibleDescription(), QStringLiteral("phase 1, 3\u00a0MiB, peak"));
    const ChartContent content = m_chart.content();
    EXPECT_EQ(content.peakBytes, 5 << 20);
    EXPECT_GE(m_chart.plotGeometry().bytes.top, 5 << 20);
    const QString tip = stepTip(content, StepId(2)).lines.join(u'|');
    EXPECT_TRUE(tip.contains(QStringLiteral("Phase 2|backward"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("up to 5\u00a0MiB"))) << tip.toStdString();
    EXPECT_FALSE(tip.contains(QStringLiteral("padding"))) << tip.toStdString();
    const PlotGeometry g = m_chart.plotGeometry();
    const QPointF spike(xOf(g.steps, 2.25), yOf(g.bytes, 4 << 20));
    EXPECT_EQ(pixelAt(m_chart.grab().toImage(), spike), insideColor(colorsFor(m_chart.palette())).rgb());
    m_strips.grab();
    m_overview.grab();
    EXPECT_FALSE(ChartPicture(content, {}).image().isNull());
}

TEST_F(ChartsTest, SpaceWithoutTraceIsOneFlatStep)
{
    const auto plan = Plan::parse(test::hloBytes("param 0 512\n p 0 512\n"));
    ASSERT_TRUE(plan);
    m_state.setView(makeView(replaySpace(*plan, 0), {}));
    EXPECT_EQ(m_state.axis().steps(), 1U);
    EXPECT_FALSE(m_chart.grab().isNull());
    wheel(at(0), 120);
    m_chart.navigation().goToNextPeak();
    EXPECT_TRUE(m_state.axis().isShowingAll());
}

} // namespace
} // namespace tidemark::ui
