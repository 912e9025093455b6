#pragma once

#include <QWidget>

class QToolButton;

namespace tidemark::ui {

/// The small buttons in the chart's header. Icons follow the palette.
class ChartButtons : public QWidget
{
    Q_OBJECT

public:
    explicit ChartButtons(QWidget* parent);

signals:
    void previousPeakAsked();
    void peakAsked();
    void nextPeakAsked();
    void zoomOutAsked();
    void zoomInAsked();
    void fitAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateIcons();

    QList<QToolButton*> m_buttons;
};

} // namespace tidemark::ui
