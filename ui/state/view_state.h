#pragma once

#include "core/base/text.h"
#include "core/view/step_series.h"
#include "core/xla/programs/buffer_details.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

/// What all views of a window share: the timeline shown, the step cursor, the visible steps, the selected range, the
/// hovered and the pinned buffer, the filter. Views read it and follow its signals; they do not know each other.
/// Rows are positions in SpaceTimeline::rows and stay valid until timelineChanged. GUI thread only.
class ViewState : public QObject
{
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    /// nullptr: nothing is open. Puts the cursor on the occupied peak, shows all steps, forgets rows and history.
    void setTimeline(std::shared_ptr<const SpaceTimeline> timeline);
    const std::shared_ptr<const SpaceTimeline>& timeline() const { return m_timeline; }
    bool isEmpty() const { return !m_timeline; }
    std::uint32_t steps() const { return m_timeline ? m_timeline->steps : 0; }

    std::uint32_t cursor() const { return m_cursor; }
    void setCursor(std::uint32_t step); // clamped
    bool isCursorAtPeak() const { return m_timeline && m_cursor == m_timeline->occupiedPeakStep; }
    /// The rows live at the cursor, in program order (allocation, start, id), with their overlaps.
    const std::vector<LiveRow>& live() const { return m_live; }

    StepRange visible() const { return m_visible; }
    /// Clamped to the program, at least one step. Records the old range for back(), unless it follows the last change
    /// within half a second (a turn of the wheel is one zoom).
    void setVisible(StepRange range);
    void showAll();
    bool isShowingAll() const { return m_timeline && m_visible == StepRange{0, m_timeline->steps}; }
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void back(); // undo of zoom
    void forward();

    /// The steps dragged over in the chart; nullopt: none.
    const std::optional<StepRange>& selectedRange() const { return m_selected; }
    void setSelectedRange(std::optional<StepRange> range);

    std::optional<std::uint32_t> hovered() const { return m_hovered; }
    void setHovered(std::optional<std::uint32_t> row);
    std::optional<std::uint32_t> pinned() const { return m_pinned; }
    void setPinned(std::optional<std::uint32_t> row);
    /// The row that overlay and card show: the hovered one, else the pinned one.
    std::optional<std::uint32_t> shown() const { return m_hovered ? m_hovered : m_pinned; }

    const QString& filter() const { return m_filter; }
    void setFilter(const QString& text);
    /// True when the row passes the filter: name, op name, shape, opcode, type, source and names that share its chunk
    /// are searched for every word of the filter, any case. Cached per filter.
    bool matchesFilter(std::uint32_t row) const;

    ByteUnit unit() const { return m_unit; }
    void setUnit(ByteUnit unit);
    QString bytes(std::int64_t value) const { return QString::fromStdString(bytesText(value, m_unit)); }

signals:
    void timelineChanged();
    void cursorChanged(); // live() changed as well
    void visibleChanged();
    void selectedRangeChanged();
    void shownChanged(); // hovered or pinned
    void filterChanged();
    void unitChanged();
    void historyChanged(); // canGoBack, canGoForward

private:
    StepRange clamped(StepRange range) const;
    void moveTo(StepRange range);

    std::shared_ptr<const SpaceTimeline> m_timeline;
    std::vector<LiveRow> m_live;
    std::uint32_t m_cursor = 0;
    StepRange m_visible;
    std::vector<StepRange> m_back;
    std::vector<StepRange> m_forward;
    qint64 m_lastZoomMs = 0;
    std::optional<StepRange> m_selected;
    std::optional<std::uint32_t> m_hovered;
    std::optional<std::uint32_t> m_pinned;
    QString m_filter;
    mutable std::vector<signed char> m_matches; // per row: −1 not known
    ByteUnit m_unit = ByteUnit::Auto;
};

} // namespace tidemark::ui
