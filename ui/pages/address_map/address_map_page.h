#pragma once

#include "ui/pages/page.h"
#include "ui/session/task_runner.h"

class QComboBox;
class QLabel;

namespace tidemark::ui {

class ElidedLabel;
class OverviewStrip;
class RegionChart;

/// Where: one region of the view shown, address by program order, with the cursor, zoom and colours of the timeline.
/// For views of every kind whose rows have addresses; of others that have rows it says that there is no map.
class AddressMapPage : public Page
{
    Q_OBJECT

public:
    AddressMapPage(const PageContext& context, QWidget* parent);
    RegionChart* chart() const { return m_chart; }

    std::vector<DockId> docks() const override;
    bool canDo(Command command) const override;
    void perform(Command command) override;
    bool takeKey(QKeyEvent* event) override;
    bool usesFilter() const override { return offersPicture(); }
    void goToMatch(int by) override;
    std::vector<InputHint> hints() const override;
    QString placesOfRows() const override;
    QString copied() const override;
    QString gestures() const override;
    QString amount() const override;
    bool offersPicture() const override;
    bool offersTable() const override;
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeader();
    void refreshRegions();
    void nameRegions();
    void makeMap();
    void showMap();
    void showTitle();
    bool hasMap() const;

    ViewState* m_state;
    Session* m_session;
    std::function<RowExport()> m_shownRows;
    QComboBox* m_regions;
    QLabel* m_heading = nullptr;
    ElidedLabel* m_title; // at the right: of what
    RegionChart* m_chart;
    QLabel* m_empty; // instead of the map: why there is none
    OverviewStrip* m_overview;
    TaskRunner m_tasks; // makes the map
    QString m_failure; // why it could not be made
    std::vector<Rows::Region> m_offered;
    std::string m_chosenOf; // of which program and memory a region was chosen
    std::int64_t m_chosen = -1; // its place among the regions; negative: the largest
    bool m_isStale = true; // the map is not asked for yet
};

} // namespace tidemark::ui
