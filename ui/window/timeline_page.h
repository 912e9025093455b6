#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

class MemoryChart;

/// When: the chart over program order with its overview, and the strips of the buffers live at the cursor.
class TimelinePage : public QWidget
{
    Q_OBJECT

public:
    explicit TimelinePage(ViewState* state, QWidget* parent = nullptr);
    MemoryChart* chart() const { return m_chart; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    MemoryChart* m_chart;
    QWidget* m_overview;
    QWidget* m_strips;
};

} // namespace tidemark::ui
