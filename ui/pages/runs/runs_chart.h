#pragma once

#include "ui/charts/bars_widget.h"
#include "ui/pages/runs/run_bars.h"

namespace tidemark::ui {

/// A bar chart with one bar per run, by its index in the list.
class RunsChart : public BarsWidget
{
    Q_OBJECT

public:
    explicit RunsChart(QWidget* parent);

    void setBars(RunBars bars);
    const RunBars& bars() const { return m_bars; }

protected:
    std::size_t count() const override { return m_bars.list ? m_bars.list->runs.size() : 0; }
    std::optional<std::size_t> selectedPlace() const override { return m_bars.selected; }
    std::optional<std::size_t> placeAt(const QPointF& position) const override;
    QString describe(std::size_t place) const override;
    void paintBars(QPainter& painter, const Colors& colors) override;

private:
    RunBars m_bars;
};

} // namespace tidemark::ui
