#pragma once

#include "tests/support/profile_builder.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/coordinates.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <gtest/gtest.h>

#include <memory>

namespace tidemark::ui {

/// Ten steps; the argument p is always live, b is one step wide, c has padding.
inline std::shared_ptr<const SpaceTimeline> smallTimeline()
{
    const std::string hlo = test::hloBytes(R"(
        param 0 1024
          p 0 1024
        temp 16384
          a 0 4096
          b 4096 8192
          c 0 4096 f32[16,16]
          d 12288 2048
        trace +a +d -d +b -b -a +c +d -d -c
    )");
    const auto plan = Plan::parse(hlo);
    return plan ? replaySpace(*plan, 0) : nullptr;
}

inline std::uint32_t rowNamed(const SpaceTimeline& timeline, std::string_view name)
{
    for (std::uint32_t row = 0; row < timeline.rows.size(); ++row)
        if (nameOf(timeline, timeline.rows[row]) == name)
            return row;
    ADD_FAILURE() << "no row " << name;
    return 0;
}

/// The three widgets of one state, shown.
class ChartsTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_chart.resize(1000, 320);
        m_overview.resize(1000, 38);
        m_strips.resize(1000, 142);
        m_timeline = smallTimeline();
        ASSERT_TRUE(m_timeline);
        m_state.setTimeline(m_timeline);
        for (QWidget* widget :
             {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)})
            widget->show();
        QApplication::processEvents();
    }

    QPoint at(std::uint32_t step) const
    {
        const PlotGeometry g = m_chart.plotGeometry();
        return {static_cast<int>(centreOf(g.steps, step)), static_cast<int>(g.top + g.height / 2)};
    }

    void drag(std::uint32_t from, std::uint32_t to, Qt::MouseButton button = Qt::LeftButton)
    {
        const QPoint begin = at(from);
        const QPoint end = at(to);
        QTest::mousePress(&m_chart, button, {}, begin);
        move(begin + (end - begin) / 2, button);
        move(end, button);
        QTest::mouseRelease(&m_chart, button, {}, end);
    }

    void move(QPoint to, Qt::MouseButton button)
    {
        QMouseEvent event(QEvent::MouseMove, to, m_chart.mapToGlobal(to), Qt::NoButton, button, Qt::NoModifier);
        QApplication::sendEvent(&m_chart, &event);
    }

    void wheel(QPoint to, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(to, m_chart.mapToGlobal(to), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&m_chart, &event);
    }

    ViewState m_state;
    MemoryChart m_chart{&m_state};
    OverviewStrip m_overview{&m_state};
    BufferStrips m_strips{&m_state};
    std::shared_ptr<const SpaceTimeline> m_timeline;
};

} // namespace tidemark::ui
