#pragma once

#include "core/view/axis.h"
#include "core/view/step_series.h"

#include <QObject>

#include <optional>
#include <vector>

namespace tidemark::ui {

/// Where the user is on an axis of `steps()` cells: the cursor, the visible cells with their history, the selected
/// range. Everything is clamped; on an empty axis nothing moves.
class AxisView : public QObject
{
    Q_OBJECT

public:
    explicit AxisView(QObject* parent = nullptr);

    /// Another axis: all of it visible, no selection, no history. Tells nothing: what shows the axis is told that all
    /// is new. REQUIRES: a cursor on the axis
    void reset(std::uint32_t steps, StepId cursor);
    std::uint32_t steps() const { return m_steps; }
    bool isEmpty() const { return m_steps == 0; }

    StepId cursor() const { return m_cursor; }
    void setCursor(StepId step);

    StepRange visible() const { return m_visible; }
    /// At least one cell. Records the old range for back(), unless it follows the last change within half a second (a
    /// turn of the wheel is one zoom). To where back() or forward() would lead is that: charts with a history of their
    /// own undo both at once.
    void setVisible(StepRange range);
    void showAll();
    bool isShowingAll() const { return m_visible == StepRange{0, m_steps}; }
    /// Shows the cells [start, end) with some room around them.
    void zoomTo(StepId start, StepId end);
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void back(); // undo of zoom
    void forward();

    /// The cells dragged over in the chart; nullopt: none.
    const std::optional<StepRange>& selected() const { return m_selected; }
    void setSelected(std::optional<StepRange> range);

signals:
    void cursorChanged();
    void visibleChanged();
    void selectedChanged();
    void historyChanged(); // canGoBack, canGoForward

private:
    StepRange clamped(StepRange range) const;
    void moveTo(StepRange range);

    std::uint32_t m_steps = 0;
    StepId m_cursor{0};
    StepRange m_visible;
    std::vector<StepRange> m_back;
    std::vector<StepRange> m_forward;
    qint64 m_lastZoomMs = 0;
    std::optional<StepRange> m_selected;
};

} // namespace tidemark::ui
