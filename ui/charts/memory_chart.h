#pragma once

#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_navigation.h"
#include "ui/state/found_rows.h"

#include <QWidget>

namespace tidemark::ui {

// How a chart is made: ChartContent is the part of a state that is shown. ChartScene is its plot, with the position of
// everything in pixels. ChartLayers paints and caches frame, curve and stack; chart_overlay draws marks, tags and
// lifetimes, chart_legend the legend. GroupLegend is the clickable part of the legend. ChartPointer is drawn
// over the cached images. ChartPicture paints the same scene into files. ChartInteraction translates mouse and key
// events into calls of ChartNavigation, which changes the state. The chart follows the state.

/// The level of a view over its axis: a header, and below it the curve of the visible cells with peak, cursor, selected
/// range, the lifetime of the pointed row and the memory of the selected or found rows. The chart is cached as an
/// image; the parts that follow the pointer are drawn over it.
class MemoryChart : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryChart(ViewState* state, QWidget* parent = nullptr);
    ~MemoryChart() override;

    ChartNavigation& navigation() { return m_navigation; }
    /// Handles Esc: cancels a drag, or calls ChartNavigation::escape() if there is none.
    void escape();

    /// Sets the capacity and the name of the device. nullopt: the capacity is not known.
    void setCapacity(std::optional<CapacityLine> capacity);
    void setShowCapacity(bool show);
    /// Starts the byte axis above the floor of the view, the memory that is live at every step.
    void setHidesAlwaysLive(bool hides);

    PlotGeometry plotGeometry() const { return m_state->isEmpty() ? PlotGeometry() : scene().geometry; }
    /// The content that is drawn, for a picture of it. REQUIRES: a state that is not empty
    ChartContent content() const { return scene().content; }
    /// The width of the byte axis, in pixels. Charts below this one align with it.
    double gutter() const { return m_gutter; }
    QSize sizeHint() const override { return {900, 300}; }
    QSize minimumSizeHint() const override;

signals:
    void hoveredStep(std::optional<StepId> step); // none while keys move the cursor
    void gutterChanged(double gutter);
    void pictureRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const ChartScene& scene() const; // REQUIRES: a state that is not empty
    QRectF plotRect() const;
    bool hasAxisTitle() const;
    double axisHeight() const; // below the plot
    void follow(Aspects changed);
    void showView();
    void refreshContent();
    void refreshTogether();
    bool isOtherwisePale() const;
    void layOut();
    /// Sets the title, which is painted in the header and is the accessible name.
    void refreshName();
    bool hasLegend() const;
    void updateDescription();
    ChartPointer pointerAt(std::optional<StepId> step, const QPointF& at, bool hasTip);
    void setHoveredStep(std::optional<StepId> step, const QPointF& at);
    void pointAt(const QPointF& at);
    /// Updates the step and tip of a pointer that did not move, after steps, sizes or numbers changed under it.
    void refreshPointer();
    /// Redraws after a visible change: the marks, the curve, or everything.
    void redrawMarks();
    void redrawCurve();
    void redrawAll();
    void redrawLifetimes();

    ViewState* m_state;
    FoundRows m_found;
    ChartNavigation m_navigation;
    ChartInteraction m_interaction;
    ChartContent m_content; // refreshContent() updates the parts that change often
    mutable std::optional<ChartScene> m_scene;
    mutable std::optional<std::vector<QRectF>> m_labels; // the places of the scene's tags; absent: not asked for yet
    ChartFonts m_fonts;
    QRectF m_legend; // empty: no legend is needed
    double m_gutter = 0;
    ChartLayers m_layers;
    ChartPointer m_pointer;
    QPointF m_pointerAt;
    std::optional<CapacityLine> m_capacity;
    bool m_showsCapacity = false;
    bool m_hidesAlwaysLive = false;
};

} // namespace tidemark::ui
