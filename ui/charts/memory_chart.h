#pragma once

#include "ui/charts/chart_interaction.h"
#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_pointer.h"

#include <QWidget>

namespace tidemark::ui {

class ChartButtons;
class GroupLegend;

// How a chart is made: ChartContent is what is shown of a state, ChartScene where all of it stands in pixels.
// chart_canvas paints axes, curve and stack, chart_overlay the marks, with tags, lifetimes and legend as files of their
// own; GroupLegend is the part of the legend that can be clicked. ChartLayers keeps what was painted, ChartPointer is
// drawn over it. ChartPicture paints the same scene for files.
// ChartInteraction turns mouse and keys into calls of ChartNavigation, which changes the state; the chart follows that.

/// The level of a view over its axis: the curve of the visible cells below a header, with peak, cursor, selected range,
/// the life of the row pointed at and that of the selected rows. The chart itself is kept as a picture; what follows
/// the pointer is drawn over it.
class MemoryChart : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryChart(ViewState* state, QWidget* parent = nullptr);
    ~MemoryChart() override;

    /// For menus, keys and buttons elsewhere.
    ChartNavigation& navigation() { return m_navigation; }
    /// Ends what Esc ends: a drag, else what ChartNavigation::escape() ends.
    void escape();

    /// What the device can hold, and its name; nullopt when it is not known.
    void setCapacity(std::optional<CapacityLine> capacity);
    void setShowCapacity(bool show);
    /// Subtracts the floor of the view: what is always there.
    void setTemporariesOnly(bool only);

    PlotGeometry plotGeometry() const;
    /// What is drawn, for a picture of it. REQUIRES: a state that is not empty
    ChartContent content() const { return scene().content; }
    /// Room of the byte axis, in pixels: charts below this one line up with it.
    double gutter() const { return m_gutter; }
    QSize sizeHint() const override { return {900, 300}; }
    QSize minimumSizeHint() const override;

signals:
    void hoveredStep(std::optional<StepId> step); // none while keys move the cursor
    void gutterChanged(double gutter);
    void pictureRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const ChartScene& scene() const; // REQUIRES: a state that is not empty
    QRectF plotRect() const;
    void connectState();
    void showView();
    void refreshContent();
    void layOut();
    void layOutGroups();
    /// Painted in the header, and told to assistive technology.
    void setTitle(const QString& title);
    void updateDescription();
    void updateShape();
    void setHoveredStep(std::optional<StepId> step, const QPointF& at);
    void pointAt(const QPointF& at);
    /// Other steps, sizes or numbers are under a pointer that stayed.
    void refreshPointer();
    /// What the user sees changed: the marks, the curve, or all of it.
    void redrawMarks();
    void redrawCurve();
    void redrawAll();
    void redrawLifetimes();

    ViewState* m_state;
    ChartNavigation m_navigation;
    ChartInteraction m_interaction;
    ChartButtons* m_buttons;
    GroupLegend* m_groups;
    ChartContent m_content; // refreshContent() updates the parts that change often
    mutable std::optional<ChartScene> m_scene;
    QString m_title;
    ChartFonts m_fonts;
    ChartHeader m_header;
    double m_gutter = 0;
    ChartLayers m_layers;
    ChartPointer m_pointer;
    QPointF m_pointerAt;
    std::optional<CapacityLine> m_capacity;
    bool m_showsCapacity = false;
    bool m_temporariesOnly = false;
};

} // namespace tidemark::ui
