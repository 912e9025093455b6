#pragma once

#include "core/view/breakdown.h"
#include "ui/widgets/figure_line.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace tidemark::ui {

class CapacityBar;
class ElidedLabel;
class Session;
class ViewState;

/// The summary of the peak and its limit: the size of the peak of the current view, its parts, and how close it is to
/// the capacity.
class SummaryStrip : public QWidget
{
    Q_OBJECT

public:
    SummaryStrip(const ViewState* state, const Session* session, QWidget* parent = nullptr);

signals:
    void chooseDeviceRequested(const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshFonts();
    void fitPeakStep();
    void refresh();
    void refreshGroups();
    void refreshPeak(const Figures& figures);
    void refreshCaption();
    std::vector<FigureLine::Entry> partEntries(const Figures& figures) const;
    void refreshFigures(const Figures& figures);
    std::vector<FigureLine::Entry> groupEntries(std::int64_t peakBytes) const;
    void refreshLink(const Figures& figures);
    QString headroomText(const Figures& figures) const;
    QString capacityText(const Figures& figures) const;
    QString deviceText() const; // appended to a text

    const ViewState* m_state;
    const Session* m_session;
    QLabel* m_peakTitle;
    QLabel* m_peak;
    ElidedLabel* m_peakStep;
    ElidedLabel* m_caption;
    ElidedLabel* m_remark; // at the right of the caption
    QLabel* m_link;
    CapacityBar* m_bar;
    FigureLine* m_figures;
    std::vector<Group> m_groups; // groups of the peak for bar and figures; empty: use its parts
};

} // namespace tidemark::ui
