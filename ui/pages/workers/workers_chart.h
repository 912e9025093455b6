#pragma once

#include "ui/charts/bars_widget.h"
#include "ui/pages/workers/worker_bars.h"

namespace tidemark::ui {

/// A bar chart of the workers, in the order of the list.
class WorkersChart : public BarsWidget
{
    Q_OBJECT

public:
    explicit WorkersChart(QWidget* parent);

    void setBars(WorkerBars bars);
    void setSelected(std::optional<std::size_t> worker);
    const WorkerBars& bars() const { return m_bars; }

    /// Small, because the chart stands above the rows of all workers.
    QSize minimumSizeHint() const override;

protected:
    std::size_t count() const override { return m_bars.order.size(); }
    std::optional<std::size_t> selectedPlace() const override;
    std::optional<std::size_t> placeAt(const QPointF& position) const override;
    std::size_t itemAt(std::size_t place) const override { return m_bars.order[place]; }
    QString describe(std::size_t worker) const override;
    void paintBars(QPainter& painter, const Colors& colors) override;

private:
    WorkerBars m_bars;
};

} // namespace tidemark::ui
