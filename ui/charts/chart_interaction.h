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

/// Translates mouse and key events over the chart into changes of the ViewState. Keys that do the same wherever the
/// focus is are handled by the page and the actions instead.
class ChartInteraction
{
public:
    enum class Mode { Idle, Pressed, Selecting, Panning };

    ChartInteraction(ViewState* state, ChartNavigation* navigation);

    /// Events outside the plot are ignored, unless they end a drag that began inside.
    void press(const QMouseEvent& event, const PlotGeometry& geometry);
    void move(const QMouseEvent& event, const PlotGeometry& geometry);
    void release(const QMouseEvent& event, const PlotGeometry& geometry);
    void doubleClick(const QMouseEvent& event, const PlotGeometry& geometry);
    void wheel(const QWheelEvent& event, const PlotGeometry& geometry);
    /// Returns false if the chart has no use for the key.
    bool keyPress(const QKeyEvent& event);
    bool keyRelease(const QKeyEvent& event);
    /// Cancels a drag and undoes its changes. Returns false if there is no drag.
    bool cancel();
    /// Drops a drag without undoing it, because the view in which it began is no longer shown.
    void forget();

    Mode mode() const { return m_mode; }
    bool isSpaceHeld() const { return m_isSpaceHeld; }

private:
    void select(double x, const PlotGeometry& geometry);
    bool extendKeyPress(int key);
    /// Moves that end of the selected range at which the cursor is.
    void extendTo(std::int64_t step);

    ViewState* m_state;
    ChartNavigation* m_navigation;
    Mode m_mode = Mode::Idle;
    QPointF m_pressedAt;
    StepId m_pressedStep{0};
    StepRange m_pressedRange; // the visible cells when panning began
    std::optional<StepRange> m_oldSelection;
    std::optional<StepId> m_anchor; // where a selection by keys began
    std::optional<StepRange> m_keyRange; // the range selected by keys
    bool m_isSpaceHeld = false;
    bool m_wasDoubleClick = false;
};

} // namespace tidemark::ui
