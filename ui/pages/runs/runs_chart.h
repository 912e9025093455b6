#pragma once

#include "ui/pages/runs/run_bars.h"

#include <QWidget>

namespace tidemark::ui {

/// A bar for every run. A click or the arrow keys select one, a double click or Enter opens it.
class RunsChart : public QWidget
{
    Q_OBJECT

public:
    explicit RunsChart(QWidget* parent);

    void setBars(RunBars bars);
    const RunBars& bars() const { return m_bars; }
    QSize minimumSizeHint() const override;

signals:
    void selected(std::size_t place);
    void opened(std::size_t place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> placeAt(const QPointF& position) const;
    QString describe(std::size_t place) const;

    RunBars m_bars;
};

} // namespace tidemark::ui
