#pragma once

#include "core/view/figures.h"
#include "ui/widgets/figure_line.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tidemark::ui {

class CapacityBar;
class ElidedLabel;
class ExplanationLine;
class Session;
class ViewState;

/// The answer: how large the peak of the current view is, whether it fits, why it is there, and its five most important
/// figures.
class SummaryStrip : public QWidget
{
    Q_OBJECT

public:
    SummaryStrip(ViewState* state, const Session* session, QWidget* parent = nullptr);

    ExplanationLine* explanation() const { return m_explanation; }
    /// In a low window the figures of rows are left out; the button for all figures is in the first line.
    void setLow(bool low);

signals:
    void chooseDeviceRequested(const QPoint& globalPosition);
    void informationRequested();

private:
    void refreshFonts();
    void refresh();
    void refreshGroups();
    void refreshPeak(const Figures& figures);
    void refreshFit(const Figures& figures);
    std::vector<FigureLine::Entry> partEntries(const Figures& figures) const;
    void refreshFigures(const Figures& figures);
    void refreshLink(const Figures& figures);
    void refreshLow();
    QString headroomText(const Figures& figures) const;
    QString capacityText(const Figures& figures) const;
    QString deviceText() const; // appended to a text

    ViewState* m_state;
    const Session* m_session;
    QLabel* m_peak;
    ElidedLabel* m_place;
    ElidedLabel* m_fit;
    QLabel* m_link;
    ExplanationLine* m_explanation;
    CapacityBar* m_bar; // only if the capacity is known
    FigureLine* m_figures;
    QToolButton* m_more;
    QHBoxLayout* m_first;
    QHBoxLayout* m_last;
    bool m_isLow = false;
    bool m_hasFigures = false;
};

} // namespace tidemark::ui
