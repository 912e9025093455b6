#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

class BufferStrips;
class MemoryChart;
class OverviewStrip;

/// When: the chart over program order with its overview, and the strips of the buffers live at the cursor.
class TimelinePage : public QWidget
{
    Q_OBJECT

public:
    explicit TimelinePage(ViewState* state, QWidget* parent = nullptr);
    MemoryChart* chart() const { return m_chart; }
    /// In a low window the overview may go, and after it the padding strip, to leave room for the table. False: it was
    /// so before.
    bool setLow(bool low);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fit();

    MemoryChart* m_chart;
    OverviewStrip* m_overview;
    BufferStrips* m_strips;
    bool m_isLow = false;
};

} // namespace tidemark::ui
