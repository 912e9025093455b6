#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/coordinates.h"

#include <QPointF>
#include <QtGlobal>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace tidemark::ui {

/// Turns mouse and keys over the chart into changes of the ViewState. Keys that do the same wherever the focus is
/// belong to the page and to the actions.
class ChartInteraction
{
public:
    enum class Mode { Idle, Pressed, Selecting, Panning };

    ChartInteraction(ViewState* state, ChartNavigation* navigation);

    /// Events outside the plot do nothing unless they end what began inside.
    void press(const QMouseEvent& event, const PlotGeometry& geometry);
    void move(const QMouseEvent& event, const PlotGeometry& geometry);
    void release(const QMouseEvent& event, const PlotGeometry& geometry);
    void doubleClick(const QMouseEvent& event, const PlotGeometry& geometry);
    void wheel(const QWheelEvent& event, const PlotGeometry& geometry);
    /// False when the key means nothing here.
    bool keyPress(const QKeyEvent& event);
    bool keyRelease(const QKeyEvent& event);
    /// Ends a drag and what it has changed so far. False when there is none.
    bool cancel();
    /// Forgets a drag: what it began in is no longer shown.
    void forget();

    Mode mode() const { return m_mode; }
    bool isSpaceHeld() const { return m_isSpaceHeld; }

private:
    void select(double x, const PlotGeometry& geometry);
    bool extendKeyPress(int key);
    /// Moves the end of the selected range that the cursor is at.
    void extendTo(std::int64_t step);

    ViewState* m_state;
    ChartNavigation* m_navigation;
    Mode m_mode = Mode::Idle;
    QPointF m_pressedAt;
    StepId m_pressedStep{0};
    StepRange m_pressedRange; // visible when panning began
    std::optional<StepRange> m_oldSelection;
    std::optional<StepId> m_anchor; // where keys began to select
    std::optional<StepRange> m_keyRange; // that they selected
    bool m_isSpaceHeld = false;
    bool m_wasDoubleClick = false;
};

} // namespace tidemark::ui
