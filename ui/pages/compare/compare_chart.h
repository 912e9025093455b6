#pragma once

#include "ui/pages/compare/compare_curves.h"

#include <QPixmap>
#include <QWidget>

namespace tidemark::ui {

/// Two curves over one another, each with a cursor of its own. A click puts both cursors under the pointer, with Ctrl
/// that of the nearer curve alone. A double-click shows all, and puts the cursors back.
class CompareChart : public QWidget
{
    Q_OBJECT

public:
    explicit CompareChart(QWidget* parent);

    /// What is visible stays, unless the comparison is of other programs.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setByStep(bool isByStep);
    void setLives(std::shared_ptr<const ComparedLives> lives);
    void setUnit(ByteUnit unit);
    const CompareCurves& curves() const { return m_curves; }
    bool isShowingAll() const { return m_curves.begin == 0 && m_curves.end == 1; }
    void showAll() { setRange(0, 1); }
    /// In or out around the middle of the cursors.
    void zoom(double factor);
    /// So that cells are visible, by side: all where there is room for them, else the nearest.
    void bringIntoView(const std::array<std::optional<StepId>, 2>& cells);
    QSize minimumSizeHint() const override;

signals:
    /// Where the user wants the cursors; absent: it stays where it is.
    void stepsChosen(std::optional<StepId> a, std::optional<StepId> b);
    /// The last choice was the first click of two.
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
    QPixmap m_picture; // of it all but the pointer; null: stale
    std::optional<double> m_pointer; // x
    std::optional<double> m_pannedFrom; // x
    bool m_hasChosen = false; // by the last press
};

} // namespace tidemark::ui
