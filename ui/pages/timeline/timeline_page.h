#pragma once

#include "core/view/figures.h"
#include "ui/charts/chart_scene.h"
#include "ui/pages/page.h"
#include "ui/widgets/figure_line.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tidemark::ui {

class BufferStrips;
class CapacityBar;
class ElidedLabel;
class ExplanationLine;
class HistoryLane;
class MarkLane;
class MemoryChart;
class OverviewStrip;
class Session;
class ViewState;

/// The answer: how large the peak of the current view is, whether it fits, why it is there, and its five most important
/// figures.
class SummaryStrip : public QWidget
{
    Q_OBJECT

public:
    SummaryStrip(ViewState* state, const Session* session, QWidget* parent = nullptr);

    ExplanationLine* explanation() const { return m_explanation; }
    /// In a low window the figures of rows are left out; the button for all figures is in the first line.
    void setLow(bool low);

signals:
    void chooseDeviceRequested(const QPoint& globalPosition);
    void informationRequested();

private:
    void refreshFonts();
    void refresh();
    void refreshGroups();
    void refreshPeak(const Figures& figures);
    void refreshFit(const Figures& figures);
    std::vector<FigureLine::Entry> partEntries(const Figures& figures) const;
    void refreshFigures(const Figures& figures);
    void refreshLink(const Figures& figures);
    void refreshLow();
    QString headroomText(const Figures& figures) const;
    QString capacityText(const Figures& figures) const;
    QString deviceText() const; // appended to a text

    ViewState* m_state;
    const Session* m_session;
    QLabel* m_peak;
    ElidedLabel* m_place;
    ElidedLabel* m_fit;
    QLabel* m_link;
    ExplanationLine* m_explanation;
    CapacityBar* m_bar; // only if the capacity is known
    FigureLine* m_figures;
    QToolButton* m_more;
    QHBoxLayout* m_first;
    QHBoxLayout* m_last;
    bool m_isLow = false;
    bool m_hasFigures = false;
};

/// Shows when memory is used: the chart over the axis of the current view with an overview, and strips of the rows that
/// are live at the cursor. For every view with a curve.
class TimelinePage : public Page
{
    Q_OBJECT

public:
    TimelinePage(const PageContext& context, QWidget* parent);
    MemoryChart* chart() const { return m_chart; }

    QWidget* header() override { return m_summary; }
    std::vector<PanelId> panels() const override;
    bool canDo(Command command) const override { return !m_state->isEmpty() && Page::canDo(command); }
    bool takeKey(QKeyEvent* event) override;
    std::vector<InputHint> hints() const override;
    int fullHeight() const override;
    int lowHeight() const override;
    void setLow(bool low) override { m_summary->setLow(low); }
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
    bool hidesAlwaysLive() const { return m_hidesAlwaysLive && canDo(Command::HideAlwaysLive); }
    bool hasRows() const { return !m_state->isEmpty() && m_state->view()->rows.count > 0; }
    bool hasHistory() const { return hasRows() && m_state->view()->uses; }
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
