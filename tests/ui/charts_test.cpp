#include "tests/ui/charts_fixture.h"
#include "ui/charts/chart_picture.h"

#include <QBuffer>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

TEST_F(ChartsTest, ClickPutsTheCursor)
{
    QTest::mouseClick(&m_chart, Qt::LeftButton, {}, at(6));
    EXPECT_EQ(m_state.cursor(), 6U);
    EXPECT_FALSE(m_state.selectedRange());
}

TEST_F(ChartsTest, DragSelectsAndEnterZoomsToTheRange)
{
    drag(2, 6);
    ASSERT_TRUE(m_state.selectedRange());
    EXPECT_EQ(*m_state.selectedRange(), (StepRange{2, 7}));
    QTest::keyClick(&m_chart, Qt::Key_Return);
    EXPECT_EQ(m_state.visible(), (StepRange{2, 7}));
    EXPECT_FALSE(m_state.selectedRange());
    m_state.back();
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, DoubleClickZoomsInTheRangeAndCentresOutside)
{
    drag(2, 6);
    QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, at(4));
    EXPECT_EQ(m_state.visible(), (StepRange{2, 7}));
    QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, at(6));
    EXPECT_EQ(m_state.cursor(), 6U);
    EXPECT_EQ(m_state.visible(), (StepRange{4, 9}));
}

TEST_F(ChartsTest, WheelZoomsAtThePointerAndShiftWheelPans)
{
    const std::uint32_t step = 7;
    for (int i = 0; i < 3; ++i)
        wheel(at(step), 120);
    EXPECT_LT(m_state.visible().size(), m_state.steps());
    EXPECT_TRUE(contains(m_state.visible(), step));
    const StepRange range = m_state.visible();
    wheel(at(step), 120, Qt::ShiftModifier);
    EXPECT_EQ(m_state.visible().size(), range.size());
    EXPECT_LT(m_state.visible().begin, range.begin);
    for (int i = 0; i < 20; ++i)
        wheel(at(m_state.visible().begin), -120);
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, MiddleDragPans)
{
    m_state.setVisible({2, 6});
    drag(5, 3, Qt::MiddleButton);
    EXPECT_EQ(m_state.visible(), (StepRange{4, 8}));
    EXPECT_FALSE(m_state.selectedRange());
}

TEST_F(ChartsTest, KeysMoveTheCursorAndKeepItVisible)
{
    QTest::keyClick(&m_chart, Qt::Key_End);
    EXPECT_EQ(m_state.cursor(), m_state.steps() - 1);
    QTest::keyClick(&m_chart, Qt::Key_Left);
    EXPECT_EQ(m_state.cursor(), m_state.steps() - 2);
    QTest::keyClick(&m_chart, Qt::Key_P);
    EXPECT_TRUE(m_state.isCursorAtPeak());
    m_state.setVisible({7, 10});
    QTest::keyClick(&m_chart, Qt::Key_Home);
    EXPECT_TRUE(contains(m_state.visible(), 0));
    QTest::keyClick(&m_chart, Qt::Key_0);
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, LocalPeaksAreVisitedInOrder)
{
    const std::vector<std::uint32_t> peaks = localPeaks(m_timeline->occupied);
    m_state.setCursor(0);
    for (const std::uint32_t peak : peaks) {
        QTest::keyClick(&m_chart, Qt::Key_N);
        EXPECT_EQ(m_state.cursor(), peak);
    }
    for (auto peak = peaks.rbegin() + 1; peak != peaks.rend(); ++peak) {
        QTest::keyClick(&m_chart, Qt::Key_N, Qt::ShiftModifier);
        EXPECT_EQ(m_state.cursor(), *peak);
    }
}

TEST_F(ChartsTest, EscapeEndsSelectionThenPinThenFilterThenZoom)
{
    m_state.setVisible({2, 8});
    m_state.setFilter(QStringLiteral("a"));
    m_state.setPinned(0);
    m_state.setSelectedRange(StepRange{3, 5});
    m_chart.escape();
    EXPECT_FALSE(m_state.selectedRange());
    EXPECT_TRUE(m_state.pinned());
    m_chart.escape();
    EXPECT_FALSE(m_state.pinned());
    EXPECT_FALSE(m_state.filter().isEmpty());
    m_chart.escape();
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_FALSE(m_state.isShowingAll());
    m_chart.escape();
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, TellsTheStepUnderThePointer)
{
    std::optional<std::uint32_t> told;
    QObject::connect(&m_chart, &MemoryChart::hoveredStep, &m_chart,
                     [&](std::optional<std::uint32_t> step) { told = step; });
    move(at(4), Qt::NoButton);
    EXPECT_EQ(told, 4U);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_chart, &leave);
    EXPECT_FALSE(told);
}

TEST_F(ChartsTest, DescribesTheCursorForScreenReaders)
{
    EXPECT_EQ(m_chart.accessibleName(), QStringLiteral("Memory vs program order"));
    EXPECT_TRUE(m_chart.accessibleDescription().endsWith(QStringLiteral("peak")));
    m_state.setCursor(0);
    EXPECT_EQ(m_chart.accessibleDescription(), QStringLiteral("step 0, 5\u00a0KiB"));
}

TEST_F(ChartsTest, LifetimeIsDrawnFromAllocationToDeallocation)
{
    const QImage before = m_chart.grab().toImage();
    const std::uint32_t row = rowNamed(*m_timeline, "b");
    m_state.setHovered(row);
    const QImage after = m_chart.grab().toImage();
    const PlotGeometry g = m_chart.plotGeometry();
    const BufferRow& buffer = m_timeline->rows[row];
    const int y = static_cast<int>(yOf(g.bytes, static_cast<double>(m_timeline->totals.base) + 6000));
    const auto differs = [&](double step) {
        const int x = static_cast<int>(xOf(g.steps, step));
        return before.pixel(x, y) != after.pixel(x, y);
    };
    EXPECT_TRUE(differs(buffer.start + 0.1));
    EXPECT_TRUE(differs(buffer.end - 0.1));
    EXPECT_FALSE(differs(buffer.start - 0.1));
    EXPECT_FALSE(differs(buffer.end + 0.1));
    m_state.setHovered(std::nullopt);
    EXPECT_EQ(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, StripsFindAndShareTheHoveredRow)
{
    m_state.setCursor(m_timeline->occupiedPeakStep);
    const std::uint32_t row = rowNamed(*m_timeline, "b");
    for (const int strip : {StripsModel::ProgramOrder, StripsModel::Size}) {
        const QRectF rect = m_strips.rectOf(strip, row);
        ASSERT_FALSE(rect.isEmpty());
        EXPECT_EQ(m_strips.rowAt(rect.center().toPoint()), row);
    }
    EXPECT_FALSE(m_strips.rowAt({2, 2}));
    const QPoint place = m_strips.rectOf(StripsModel::Size, row).center().toPoint();
    QMouseEvent event(QEvent::MouseMove, place, m_strips.mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(&m_strips, &event);
    EXPECT_EQ(m_state.hovered(), row);
    QTest::mouseClick(&m_strips, Qt::LeftButton, {}, place);
    EXPECT_EQ(m_state.pinned(), row);
    QTest::mouseClick(&m_strips, Qt::LeftButton, {}, {2, 2});
    EXPECT_FALSE(m_state.pinned());
}

TEST_F(ChartsTest, StripsWalkByKeys)
{
    m_state.setCursor(m_timeline->occupiedPeakStep);
    QTest::keyClick(&m_strips, Qt::Key_Right);
    EXPECT_EQ(m_state.hovered(), m_state.live()[0].row.value);
    QTest::keyClick(&m_strips, Qt::Key_Right);
    EXPECT_EQ(m_state.hovered(), m_state.live()[1].row.value);
    QTest::keyClick(&m_strips, Qt::Key_Return);
    EXPECT_EQ(m_state.pinned(), m_state.live()[1].row.value);
}

TEST_F(ChartsTest, StripsHeaderAddsUp)
{
    for (std::uint32_t step = 0; step < m_state.steps(); ++step) {
        m_state.setCursor(step);
        EXPECT_TRUE(m_strips.headerText().contains(m_state.bytes(m_timeline->occupied[step])));
    }
}

TEST_F(ChartsTest, OverviewMovesAndStretchesTheWindow)
{
    m_state.setVisible({2, 6});
    const QRectF window = m_overview.windowRect();
    EXPECT_EQ(m_overview.partAt(window.center()), OverviewStrip::Part::Window);
    EXPECT_EQ(m_overview.partAt({window.left(), window.center().y()}), OverviewStrip::Part::LeftHandle);
    EXPECT_EQ(m_overview.partAt({window.right(), window.center().y()}), OverviewStrip::Part::RightHandle);
    QTest::mouseClick(&m_overview, Qt::LeftButton, {}, {static_cast<int>(window.right()) + 200, 15});
    EXPECT_EQ(m_state.visible().size(), 4U);
    EXPECT_GT(m_state.visible().begin, 2U);
    QTest::mouseDClick(&m_overview, Qt::LeftButton, {}, window.center().toPoint());
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, NothingOpenIsHarmless)
{
    m_state.setTimeline(nullptr);
    for (QWidget* widget :
         {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)}) {
        widget->grab();
        for (const int key :
             {Qt::Key_Left, Qt::Key_End, Qt::Key_P, Qt::Key_N, Qt::Key_Plus, Qt::Key_0, Qt::Key_Return, Qt::Key_Escape})
            QTest::keyClick(widget, static_cast<Qt::Key>(key));
        QTest::mouseClick(widget, Qt::LeftButton, {}, {300, 20});
        QTest::mouseDClick(widget, Qt::LeftButton, {}, {300, 20});
    }
    EXPECT_TRUE(renderChartImage(m_state, {}).isNull());
}

TEST_F(ChartsTest, PicturesHaveAnySize)
{
    m_state.setPinned(rowNamed(*m_timeline, "b"));
    PictureOptions options;
    options.title = QStringLiteral("jit_step(7) <b>&");
    options.subtitle = QStringLiteral("HBM (0)");
    for (const QSize size : {QSize(1, 1), QSize(200, 150), QSize(1600, 900), QSize(4000, 3000)}) {
        options.size = size;
        EXPECT_EQ(renderChartImage(m_state, options).size(), size);
    }
    options.size = {200, 150};
    options.isDark = true;
    EXPECT_LT(renderChartImage(m_state, options).pixelColor(1, 1).lightness(), 60);
    QBuffer buffer;
    ASSERT_TRUE(buffer.open(QIODevice::WriteOnly));
    EXPECT_TRUE(renderChartSvg(m_state, options, buffer));
    EXPECT_TRUE(buffer.data().contains("</svg>"));
    EXPECT_TRUE(buffer.data().contains("jit_step(7) &lt;b"));

    options.title = QStringLiteral("a<b>&\x1b\u009b\u202e\uffff\"]]>");
    QBuffer second;
    second.open(QIODevice::WriteOnly);
    EXPECT_TRUE(renderChartSvg(m_state, options, second));
    QXmlStreamReader xml(second.data());
    QString title;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("title"))
            title = xml.readElementText();
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_EQ(title, QStringLiteral("a<b>&\ufffd\ufffd\ufffd\ufffd\"]]>"));
}

TEST_F(ChartsTest, WhatIsAboveTheCapacityIsSeenOnScreenAndInPictures)
{
    PictureOptions options;
    const QImage plain = renderChartImage(m_state, options);
    options.capacity = Capacity{m_timeline->occupiedPeakBytes() / 2, QStringLiteral("device")};
    EXPECT_NE(renderChartImage(m_state, options), plain);
    const QImage before = m_chart.grab().toImage();
    m_chart.setCapacity(m_timeline->occupiedPeakBytes() / 2, QStringLiteral("device"));
    m_chart.setShowCapacity(true);
    EXPECT_NE(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, SpaceWithoutTraceIsOneFlatStep)
{
    const auto plan = Plan::parse(test::hloBytes("param 0 512\n p 0 512\n"));
    ASSERT_TRUE(plan);
    m_state.setTimeline(replaySpace(*plan, 0));
    EXPECT_EQ(m_state.steps(), 1U);
    EXPECT_FALSE(m_chart.grab().isNull());
    wheel(at(0), 120);
    QTest::keyClick(&m_chart, Qt::Key_N);
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST(BufferStrips, FindARowUnderEveryPixelAmongManyThinOnes)
{
    auto timeline = std::make_shared<SpaceTimeline>(*smallTimeline());
    const BufferRow row = timeline->rows.back();
    for (int i = 0; i < 100'000; ++i) {
        timeline->rows.push_back(row);
        timeline->rows.back().start = 0;
        timeline->rows.back().end = timeline->steps;
    }
    ViewState state;
    BufferStrips strips(&state);
    strips.resize(1000, 142);
    state.setTimeline(timeline);
    strips.grab();
    const QRect rect = strips.stripRect(StripsModel::Size);
    for (int x = rect.left(); x < rect.right(); ++x)
        EXPECT_TRUE(strips.rowAt({x, rect.center().y()}));
}

} // namespace
} // namespace tidemark::ui
