#pragma once

#include "ui/pages/workers/worker_bars.h"

#include <QWidget>

namespace tidemark::ui {

/// A bar for every worker. A click or the arrow keys select one.
class WorkersChart : public QWidget
{
    Q_OBJECT

public:
    explicit WorkersChart(QWidget* parent);

    void setBars(WorkerBars bars);
    void setSelected(std::optional<std::size_t> worker);
    const WorkerBars& bars() const { return m_bars; }
    QSize minimumSizeHint() const override;

signals:
    void selected(std::size_t worker);
    void opened(std::size_t worker); // by a double click or Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> workerAt(const QPointF& position) const;
    QString describe(std::size_t worker) const;

    WorkerBars m_bars;
};

} // namespace tidemark::ui
