#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"
#include "ui/charts/plot.h"
#include "ui/pages/compare/compare_words.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

namespace tidemark::ui {

class CompareChart;

/// The rows of both sides that are drawn over the curves.
struct ComparedLives {
    QString name;
    std::array<std::vector<std::int64_t>, 2> bytes; // by side; empty: no rows
    std::array<std::int64_t, 2> stands = {}; // the rows are drawn on top of this many bytes
};

/// Computes the lives of rows, by side. Cost: a pass over both axes.
std::shared_ptr<const ComparedLives> livesOf(const Comparison& comparison, const QString& name,
                                             const std::array<std::vector<RowId>, 2>& rows, ByteUnit unit);

/// The data of a plot of two programs. It is a value, so it can move to another thread. Positions on its axis are in
/// cells of the longer program. The cells of the other program are as wide, or scaled to the same length.
struct CompareCurves {
    std::shared_ptr<const Comparison> comparison; // null: draws nothing
    bool isByStep = false; // else each side over its own length
    StepRange visible;
    std::optional<StepRange> selected; // not drawn in a picture
    std::shared_ptr<const ComparedLives> lives; // null: none
    ByteUnit unit = ByteUnit::Auto;

    const View& view(ComparedSide side) const { return *stepOf(*comparison, side).view; }
    const Axis& longer() const;
    /// The position of a cell's left edge. `cell` may have a fraction.
    double positionOf(ComparedSide side, double cell) const;
    /// The cell at a position, clamped to the axis of the side: beyond the end it is the last cell.
    StepId cellAt(ComparedSide side, double position) const;
    /// The cells of a side in a range of the axis; empty if there are none.
    StepRange cellsIn(ComparedSide side, StepRange range) const;
};

/// The plot of the curves in an area of this size. REQUIRES: a comparison
struct CompareScene : Plot {
    CompareScene(const CompareCurves& curves, const QRectF& area, const Colors& colors, const QFont& font);

    double x(ComparedSide side, double cell) const { return xOf(geometry.steps, curves.positionOf(side, cell)); }
    double y(std::int64_t level) const { return yOf(geometry.bytes, static_cast<double>(level)); }
    bool isVisible(ComparedSide side, StepId cell) const;

    const CompareCurves& curves;
    QRectF header; // the line above the plot
};

/// Draws both curves with the lives over them, the axis, peaks, cursors and legend: everything except the frame.
void paintCompared(QPainter& painter, const CompareScene& scene);

std::vector<ChartTag> cursorTags(const CompareScene& scene);

/// The plot as a picture, with the titles of titlesOf(). REQUIRES: the interface thread
std::shared_ptr<const Picture> comparisonPicture(CompareCurves curves, PictureOptions options);
PictureOptions titlesOf(const Comparison& comparison, ByteUnit unit);

/// Moves the cursors of a comparison. After a move by a key or command the cursors that moved are visible. A click
/// moves both, or with Ctrl only the cursor of the nearer curve. A double-click shows the whole axis and puts the
/// cursors back.
class CompareNavigation : public AxisNavigation
{
public:
    /// `chart` and `maker` must outlive this object.
    CompareNavigation(AxisView* axis, CompareChart* chart, ComparisonMaker* maker);

    bool areAtPeaks() const;
    void goTo(StepId step) override;
    void move(std::int64_t cells) override { moveOf({ComparedSide::A, ComparedSide::B}, cells); }
    /// Moves the cursors of some sides, at most to the ends of their axes.
    void moveOf(const std::vector<ComparedSide>& sides, std::int64_t cells);
    void goToPeak() override;
    void click(StepId step, const QPointF& at, Qt::KeyboardModifiers modifiers) override;
    void doubleClick(StepId step) override;
    void goToHighestIn(StepRange range) override;

private:
    using Steps = std::array<std::optional<StepId>, 2>; // by side; absent: the peak

    const CompareCurves& curves() const;
    Steps steps() const { return {m_maker->step(ComparedSide::A), m_maker->step(ComparedSide::B)}; }
    void set(const Steps& steps) { m_maker->setSteps(steps[0], steps[1]); }
    /// Moves the visible range so that the cells are visible: all if they fit, else the nearest.
    void show(const Steps& cells);
    ComparedSide nearer(const QPointF& at) const;

    CompareChart* m_chart;
    ComparisonMaker* m_maker;
    std::optional<Steps> m_before; // steps before the last click
};

/// Shows two curves over one another, each with its own cursor. Its axis is that of CompareCurves.
class CompareChart : public QWidget
{
    Q_OBJECT

public:
    CompareChart(ComparisonMaker* maker, QWidget* parent);

    CompareNavigation& navigation() { return m_navigation; }
    const AxisView& axis() const { return m_axis; }
    /// Keeps the visible range, unless the comparison is of other programs.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setByStep(bool isByStep);
    void setLives(std::shared_ptr<const ComparedLives> lives);
    void setUnit(ByteUnit unit);
    const CompareCurves& curves() const { return m_curves; }
    /// REQUIRES: a comparison
    CompareScene scene() const { return {m_curves, rect(), colorsFor(palette()), font()}; }
    QSize minimumSizeHint() const override { return {200, grown(120, font())}; }

signals:
    void axisChanged(); // the visible or the selected range

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { setPointer(std::nullopt); }

private:
    void followAxis();
    void invalidate();
    void describe();
    void setPointer(std::optional<QPointF> at);
    TipText tipAt(double position) const;

    CompareCurves m_curves;
    AxisView m_axis;
    CompareNavigation m_navigation;
    ChartInteraction m_interaction;
    PlotChart m_frame;
    QPixmap m_picture; // everything except the pointer; null: out of date
    std::optional<QPointF> m_pointer;
};

} // namespace tidemark::ui
