#pragma once

#include "ui/pages/compare/compare_curves.h"

#include <QPixmap>
#include <QWidget>

namespace tidemark::ui {

/// Shows two curves over one another, each with its own cursor. A click puts both cursors under the pointer; with Ctrl,
/// only the cursor of the nearer curve. A double-click shows the whole axis and puts the cursors back.
class CompareChart : public QWidget
{
    Q_OBJECT

public:
    explicit CompareChart(QWidget* parent);

    /// Keeps the visible range, unless the comparison is of other programs.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setByStep(bool isByStep);
    void setLives(std::shared_ptr<const ComparedLives> lives);
    void setUnit(ByteUnit unit);
    const CompareCurves& curves() const { return m_curves; }
    bool isShowingAll() const { return m_curves.begin == 0 && m_curves.end == 1; }
    void showAll() { setRange(0, 1); }
    /// Zooms in or out around the middle of the cursors.
    void zoom(double factor);
    /// Moves the visible range so that the cells are visible, by side: all cells if they fit, else the nearest.
    void bringIntoView(const std::array<std::optional<StepId>, 2>& cells);
    QSize minimumSizeHint() const override;

signals:
    /// The user moves the cursors. An absent cursor stays where it is.
    void stepsChosen(std::optional<StepId> a, std::optional<StepId> b);
    /// Undoes the last stepsChosen(), because its click was the first of a double-click.
    void choiceWithdrawn();
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setRange(double begin, double end);
    void zoomAt(double share, double factor);
    void invalidate();
    void describe();
    CompareScene scene() const { return {m_curves, rect(), font()}; }
    ComparedSide nearer(const QPointF& at) const;
    QStringList wordsAt(double x) const;

    CompareCurves m_curves;
    QPixmap m_picture; // everything except the pointer; null: out of date
    std::optional<double> m_pointer; // x
    std::optional<double> m_pannedFrom; // x where the drag began
    bool m_hasChosen = false; // the last press chose steps
};

} // namespace tidemark::ui
