#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/pages/page.h"

namespace tidemark::ui {

class BufferStrips;
class HistoryLane;
class MarkLane;
class MemoryChart;
class OverviewStrip;
class SummaryStrip;

/// Shows when memory is used: the chart over the axis of the current view with an overview, and strips of the rows that
/// are live at the cursor. For every view with a curve.
class TimelinePage : public Page
{
    Q_OBJECT

public:
    TimelinePage(const PageContext& context, QWidget* parent);
    MemoryChart* chart() const { return m_chart; }

    QWidget* header() override;
    std::vector<PanelId> panels() const override;
    bool canDo(Command command) const override { return !m_state->isEmpty() && Page::canDo(command); }
    bool takeKey(QKeyEvent* event) override;
    std::vector<InputHint> hints() const override;
    int fullHeight() const override;
    int lowHeight() const override;
    void setLow(bool low) override;
    bool offersPicture() const override { return !m_state->isEmpty(); }
    bool offersTable() const override { return offersPicture(); }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return memoryFile(); }
    QSize minimumSizeHint() const override;

protected:
    /// Fits the parts into the height. If there is too little room, first the overview is hidden, then the padding,
    /// then the strips; the chart stays.
    void fit() override;

private:
    void answerCommands();
    void refreshView();
    void refreshCapacity();
    bool hidesAlwaysLive() const;
    bool hasRows() const;
    bool hasHistory() const;
    /// The capacity of the chosen or named device; none if not known.
    std::optional<CapacityLine> capacity() const;
    bool hasPadding() const;
    int comfortableHeight() const;
    int zoomedHeight() const;

    SummaryStrip* m_summary;
    MemoryChart* m_chart;
    MarkLane* m_marks;
    HistoryLane* m_history;
    OverviewStrip* m_overview;
    BufferStrips* m_strips;
    bool m_hidesAlwaysLive = false; // the choice of the user, whatever is shown
};

} // namespace tidemark::ui
