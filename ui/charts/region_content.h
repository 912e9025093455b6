#pragma once

#include "core/view/region_map.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/row_groups.h"

namespace tidemark::ui {

/// What an address map shows of a state: a value, which may go to another thread.
struct RegionContent {
    std::shared_ptr<const RegionMap> map; // not null
    ChartContent chart; // of the same view: its steps, its cursor, the pointed row
    MapWindow window; // the visible part
    bool isByCategory = false; // colours stand for categories, else for types
    std::shared_ptr<const RowUses> uses; // null: it is not known which rows take memory over
    std::vector<std::pair<RowId, int>> idle; // idle shades of the rows that have one, by row
    std::shared_ptr<const std::vector<bool>> matches; // by row; null: all rows pass the filter
    std::vector<RowId> selected; // ascending

    const Rows& rows() const { return map->view().rows; }
    bool isLeftOut(RowId row) const { return matches && !(*matches)[row.index()]; } // by the filter
};

/// REQUIRES: a state with a map; `chart` of its view, however old. `matches` as in RegionContent.
RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart);

/// Which of the groups that colours tell rows of a region have, into their looks: of a scale all. Cost: a look at each
/// row of the region.
std::vector<std::size_t> groupsIn(const RegionMap& map, const RowGroups& groups);

/// What colours tell in a picture of a map; without looks: nothing is known of it.
struct RegionLegend {
    QString scale; // as RowGroups::scale
    std::vector<GroupLook> looks;
};
/// REQUIRES: a state with a map. Cost: as of groupsIn()
RegionLegend regionLegendOf(const ViewState& state);

/// What rows are filled with. Quick to ask: for each pixel.
class RowFills
{
public:
    RowFills(const RegionContent& content, const Colors& colors);
    QRgb of(RowId row) const;

private:
    struct Fill {
        QRgb plain;
        QRgb dimmed;
    };
    const RegionContent& m_content;
    std::vector<Fill> m_fills; // by category or kind
    std::vector<Fill> m_idle; // by shade
};

/// Where the cursor stands in a map at first: at the peak, or where something lies elsewhere alone then, at the first
/// step at which most is left, or this region reaches highest.
StepId openingStepOf(const RegionMap& map);

/// "region 2 of 3, 8 MiB": one of `count`, at a position among them.
QString regionName(const Rows::Region& region, std::size_t at, std::size_t count, ByteUnit unit);
/// "temporary region 1.89 GiB · seen: 3 of 80 buffers, 12 MiB from 1.5 GiB · below: 183.2 MiB in 62 allocations of
/// their own": of what it is called.
QString regionTitle(const QString& name, const RegionContent& content);

/// Of the boxes that live at a step the next by address: above that of `from` where `by` is positive, else below. Where
/// `from` has none there, the first that is seen from that side. None: there is no box.
std::optional<RowId> boxBeside(const RegionMap& map, StepId step, const MapWindow& seen, std::optional<RowId> from,
                               int by);

} // namespace tidemark::ui
