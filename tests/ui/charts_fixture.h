#pragma once

#include "core/xla/programs/xla_view.h"
#include "tests/support/profile_builder.h"
#include "tests/ui/named_row.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/lanes.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/scales.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <gtest/gtest.h>

#include <memory>

namespace tidemark::ui {
using namespace xla;

/// The unshortened texts of the legend, from left to right.
inline QStringList legendTexts(const ChartScene& scene)
{
    QStringList texts;
    for (const LegendEntry& entry : legendOf(scene))
        texts << entry.text;
    return texts;
}

/// A view of ten steps: the argument p is always live, b is live for one step, c has padding.
inline std::shared_ptr<const View> smallView()
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
    return plan ? makeView(replaySpace(*plan, 0), {}) : nullptr;
}

/// A view of four phases with names, a spike inside the third, no rows and no padding.
inline std::shared_ptr<const View> phasesView()
{
    struct Values {
        std::vector<std::int64_t> level = {1 << 20, 3 << 20, 2 << 20, 1 << 20};
        std::vector<std::int64_t> inside = {1 << 20, 3 << 20, 5 << 20, 2 << 20};
    };
    const auto values = std::make_shared<const Values>();
    auto view = std::make_shared<View>();
    view->axis.kind = AxisKind::Phases;
    view->axis.count = 4;
    view->axis.title = "Phases (in order of the log)";
    view->axis.cell = "phase";
    view->axis.label = [](StepId phase) {
        return std::vector<std::string>{"setup", "forward", "backward", "update"}[phase.index()];
    };
    view->curves = {{CurveRole::Level, "After the phase", values->level, Hue::Temporary},
                    {CurveRole::Inside, "Inside the phase", values->inside, Hue::Temporary}};
    view->peakStep = StepId(1);
    view->owner = values;
    return view;
}

/// Returns the color or a part of a grabbed widget at coordinates of the widget. A screen may have several pixels for
/// one pixel of the widget.
inline QRgb pixelAt(const QImage& shown, QPointF place)
{
    return shown.pixel((place * shown.devicePixelRatio()).toPoint());
}
inline QImage partOf(const QImage& shown, QRectF part)
{
    const double ratio = shown.devicePixelRatio();
    return shown.copy(QRectF(part.topLeft() * ratio, part.size() * ratio).toRect());
}

/// Shows the three widgets of one state.
class ChartsTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_chart.resize(1000, 320);
        m_overview.resize(1000, 38);
        m_strips.resize(1000, 142);
        m_view = smallView();
        ASSERT_TRUE(m_view);
        m_state.setView(m_view);
        for (QWidget* widget :
             {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)})
            widget->show();
        QApplication::processEvents();
    }

    QPoint at(std::uint32_t step) const
    {
        const PlotGeometry g = m_chart.plotGeometry();
        return {static_cast<int>(centreOf(g.steps, StepId(step))), static_cast<int>(g.top + g.height / 2)};
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
    std::shared_ptr<const View> m_view;
};

} // namespace tidemark::ui
