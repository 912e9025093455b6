#pragma once

#include "ui/pages/page.h"
#include "ui/session/task_runner.h"
#include "ui/state/row_text.h"

class QComboBox;
class QLabel;

namespace tidemark::ui {

class ElidedLabel;
class OverviewStrip;
class RegionChart;

/// Shows where rows lie in memory: one region of the current view, address over program order, with the cursor, zoom
/// and colours of the timeline. For every view whose rows have addresses. If a view has rows without addresses, the
/// page says that there is no map.
class AddressMapPage : public Page
{
    Q_OBJECT

public:
    AddressMapPage(const PageContext& context, QWidget* parent);
    RegionChart* chart() const { return m_chart; }

    std::vector<PanelId> panels() const override;
    bool canDo(Command command) const override
    {
        return (hasMap() || command == Command::Escape) && Page::canDo(command);
    }
    bool takeKey(QKeyEvent* event) override;
    QString sought() const override { return rowWord(m_state->view().get()); }
    void goToMatch(int by) override;
    std::vector<InputHint> hints() const override;
    QString copied() const override { return tr("Chart"); }
    QString gestures() const override;
    QString amount() const override;
    bool offersPicture() const override { return hasMap(); }
    bool offersTable() const override { return !m_state->isEmpty(); }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return memoryFile(QStringLiteral("-map")); }

private:
    QWidget* makeHeader();
    void answerCommands();
    void refreshRegions();
    void nameRegions();
    int itemOf(std::size_t region) const { return static_cast<int>(region) + (m_offersAll ? 1 : 0); }
    int usualItem() const;
    void makeMap();
    void showMap();
    void showTitle();
    void refreshClear();
    bool hasMap() const;
    bool hasAxis() const { return !m_state->isEmpty() && hasCells(m_state->view()->axis); }
    std::string shownMemory() const;

    QComboBox* m_regions;
    QLabel* m_heading = nullptr;
    ElidedLabel* m_title; // the caption at the right
    QLabel* m_clear = nullptr; // the link that clears the filter
    RegionChart* m_chart;
    QLabel* m_empty; // shown instead of the map: why there is none
    OverviewStrip* m_overview;
    TaskRunner m_tasks; // computes the map
    QString m_failure; // why the map could not be computed
    std::vector<Rows::Region> m_offered;
    bool m_offersAll = false; // the first item of m_regions is all regions one after another
    std::string m_chosenOf; // the program and memory that m_chosen is about
    std::int64_t m_chosen = -1; // index of the chosen item of m_regions; negative: the largest region
    bool m_isStale = true; // the map has not been requested yet
};

} // namespace tidemark::ui
