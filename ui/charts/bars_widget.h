#pragma once

#include "ui/charts/bar_plot.h"
#include "ui/charts/plot_chart.h"

#include <QWidget>

#include <optional>

namespace tidemark::ui {

/// Shows a plot of bars. A click or an arrow key selects a bar; a double click or Enter opens it. A tool tip describes
/// the bar under the pointer.
class BarsWidget : public QWidget
{
    Q_OBJECT

public:
    explicit BarsWidget(QWidget* parent);

    void setPlot(BarPlot plot);
    const BarPlot& plot() const { return m_plot; }
    void setSelected(std::optional<std::size_t> bar);
    BarLayout places() const { return {m_plot, rect(), font()}; }
    QSize minimumSizeHint() const override;

signals:
    void selected(std::size_t bar);
    void opened(std::size_t bar);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> barAt(const QPointF& position) const { return places().barAt(position.x()); }

    BarPlot m_plot;
    PlotChart m_frame;
};

} // namespace tidemark::ui
