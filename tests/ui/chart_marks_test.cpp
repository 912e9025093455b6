#include "tests/ui/charts_fixture.h"
#include "ui/charts/chart_lifetime.h"
#include "ui/charts/chart_overlay.h"

#include <QPainter>

#include <cmath>

namespace tidemark::ui {
namespace {

/// Pixels that differ and are further than `margin` from the column x.
int differencesBeside(const QImage& a, const QImage& b, double x, double margin)
{
    int count = 0;
    for (int py = 0; py < a.height(); ++py)
        for (int px = 0; px < a.width(); ++px)
            if (std::abs(px - x) > margin && a.pixel(px, py) != b.pixel(px, py))
                ++count;
    return count;
}

ChartScene sceneOf(const ViewState& state, double width, double height)
{
    return makeScene(state, QRectF(0, 0, width, height), colorsFor(lightPalette()), QApplication::font(), std::nullopt);
}

} // namespace

TEST_F(ChartsTest, NoTipHidesTheLabelOfARangeWhileItIsDrawn)
{
    drag(2, 6);
    const QImage drawn = m_chart.grab().toImage();
    const double line = at(6).x();
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_chart, &leave);
    const QImage alone = m_chart.grab().toImage();
    EXPECT_EQ(differencesBeside(alone, drawn, line, 2), 0);

    // Afterwards the tip stays below the labels, even at the top of the plot.
    const PlotGeometry g = m_chart.plotGeometry();
    const QPoint top(at(6).x() - 3, static_cast<int>(g.top) + 2);
    move(top, Qt::NoButton);
    const QImage after = m_chart.grab().toImage();
    EXPECT_GT(differencesBeside(alone, after, line, 2), 0);
    const QRect labels(0, static_cast<int>(g.top), m_chart.width(), 3 * m_chart.fontMetrics().height());
    EXPECT_EQ(differencesBeside(alone.copy(labels), after.copy(labels), line, 2), 0);
}

TEST_F(ChartsTest, AnotherZoomIsAnotherStepUnderAPointerThatStays)
{
    std::optional<std::uint32_t> told;
    QObject::connect(&m_chart, &MemoryChart::hoveredStep, &m_chart,
                     [&](std::optional<std::uint32_t> step) { told = step; });
    const QPoint pointer = at(2);
    move(pointer, Qt::NoButton);
    EXPECT_EQ(told, 2U);
    m_state.setVisible({6, 9});
    EXPECT_EQ(told, stepAt(m_chart.plotGeometry().steps, pointer.x()));
    EXPECT_GE(*told, 6U);
    m_chart.fit();
    EXPECT_EQ(told, 2U);
}

TEST_F(ChartsTest, ACursorOutsideTheZoomIsMarkedAtTheEdge)
{
    m_state.setCursor(0);
    m_state.setVisible({5, 9});
    const QImage before = m_chart.grab().toImage();
    m_state.setCursor(1);
    EXPECT_NE(m_chart.grab().toImage(), before);
    m_state.setCursor(9);
    const QImage behind = m_chart.grab().toImage();
    const int half = m_chart.width() / 2;
    EXPECT_NE(behind.copy(0, 0, half, behind.height()), before.copy(0, 0, half, before.height()));
    EXPECT_NE(behind.copy(half, 0, half, behind.height()), before.copy(half, 0, half, before.height()));
}

TEST_F(ChartsTest, AShortLifeIsSeenBesideTheLineOfThePeak)
{
    const std::uint32_t row = rowNamed(*m_timeline, "b");
    ASSERT_EQ(m_timeline->rows[row].start, m_timeline->occupiedPeakStep);
    const ChartScene scene = sceneOf(m_state, 20, 300);
    const ChartLifetime lifetime = makeLifetime(scene, row, false);
    EXPECT_GE(lifetime.box.width(), 7);
    EXPECT_TRUE(scene.plot().contains(lifetime.box));
    QImage image(20, 300, QImage::Format_RGB32);
    image.fill(scene.colors.plot);
    QPainter painter(&image);
    paintOverlay(painter, scene, {lifetime}, image.rect());
    const int y = static_cast<int>(lifetime.box.center().y());
    const QRgb mark = scene.colors.peakMark.rgb();
    const int line = static_cast<int>(centreOf(scene.geometry.steps, m_timeline->occupiedPeakStep));
    EXPECT_EQ(image.pixel(line, 2), mark);
    EXPECT_NE(image.pixel(line, y), mark);
    EXPECT_NE(image.pixel(line, y), scene.colors.plot.rgb());
}

TEST_F(ChartsTest, TheNameOfATallShortLifeStandsBesideItAndNotOnTheArguments)
{
    const std::uint32_t row = rowNamed(*m_timeline, "b");
    for (const double width : {900.0, 420.0}) {
        const ChartScene scene = sceneOf(m_state, width, 200);
        const ChartLifetime lifetime = makeLifetime(scene, row, false);
        ASSERT_FALSE(lifetime.isNameInside);
        EXPECT_FALSE(lifetime.nameBox.intersects(lifetime.box)) << width;
        EXPECT_LE(lifetime.nameBox.bottom(), yOf(scene.geometry.bytes, static_cast<double>(m_timeline->totals.base)))
            << width;
        EXPECT_TRUE(scene.plot().contains(lifetime.nameBox)) << width;
    }
}

TEST_F(ChartsTest, PaddingThatNobodyCanSeeHasNoCurve)
{
    const ChartScene scene = sceneOf(m_state, 900, 200);
    EXPECT_FALSE(isSeen(scene, 0));
    EXPECT_FALSE(isSeen(scene, 1));
    EXPECT_TRUE(isSeen(scene, largestPadding(*m_timeline)));
    EXPECT_EQ(largestPadding(*m_timeline), 3072);
}

TEST_F(ChartsTest, StripsGoWithoutPadding)
{
    const int all = m_strips.sizeHint().height();
    const std::uint32_t padded = rowNamed(*m_timeline, "c");
    m_state.setCursor(m_timeline->rows[padded].start);
    const QPoint third = m_strips.stripRect(StripsModel::Padding).center();
    ASSERT_EQ(m_strips.rowAt(third), padded);
    m_strips.setShowsPadding(false);
    EXPECT_LT(m_strips.sizeHint().height(), all);
    EXPECT_FALSE(m_strips.rowAt(third));
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&m_strips, Qt::Key_Down);
    EXPECT_TRUE(m_state.hovered());
    m_strips.setShowsPadding(true);
    EXPECT_EQ(m_strips.rowAt(third), padded);
}

TEST(Colors, WhatIsBadStandsOutOnEveryFill)
{
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        const Colors colors = colorsFor(palette);
        for (const BufferKind kind : {BufferKind::Parameter, BufferKind::Output, BufferKind::Constant,
                                      BufferKind::ThreadLocal, BufferKind::Temporary})
            EXPECT_GE(contrast(colors.badOn(colors.kind(kind)), colors.kind(kind)), 3)
                << static_cast<int>(kind) << (colors.isDark ? " dark" : " light");
        EXPECT_EQ(colors.badOn(colors.base), colors.bad);
    }
}

} // namespace tidemark::ui
