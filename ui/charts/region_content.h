#pragma once

#include "core/view/region_map.h"
#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// The part of a state that an address map shows. A value, which may be passed to another thread.
struct RegionContent {
    std::shared_ptr<const RegionMap> map; // not null
    ChartContent chart; // of the same view: its steps, its cursor, the pointed row
    MapWindow window; // the visible part
    std::shared_ptr<const RowUses> uses; // null: it is not known which rows take memory over
    std::vector<std::pair<RowId, int>> idle; // idle shades of the rows that have one, by row
    std::shared_ptr<const std::vector<bool>> matches; // by row; null: all rows pass the filter
    std::vector<RowId> selected; // ascending
    std::optional<StepRange> range; // the selected steps

    const Rows& rows() const { return map->view().rows; }
    bool isLeftOut(RowId row) const { return matches && !(*matches)[row.index()]; } // it does not pass the filter
};

/// REQUIRES: a state with a map, and a `chart` of its view, which may be out of date. For `matches` see RegionContent.
RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart);

/// The legend of a picture of a map. Without looks, the meaning of the colours is not known.
struct RegionLegend {
    QString scale; // as RowGroups::scale
    std::vector<GroupLook> looks;
};
/// The looks that rows of the region have. REQUIRES: a state with a map. Cost: a look at each row of the region.
RegionLegend regionLegendOf(const ViewState& state);

/// The fill colours of rows. Fast enough to be asked for each pixel.
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
    std::vector<Fill> m_fills; // by look
};

/// The initial step of the cursor in a map: the peak if a row of the region is live there, else the first step of the
/// highest level if one is live there, else RegionMap::topStep().
StepId openingStepOf(const RegionMap& map);

/// "region 2 of 3, 8 MiB": the name of the region at position `at` of `count` regions.
QString regionName(const Rows::Region& region, std::size_t at, std::size_t count, ByteUnit unit);
/// "temporary region 1.89 GiB · seen: 3 of 80 buffers, 12 MiB from 1.5 GiB · below: 183.2 MiB in 62 separate
/// allocations". `name` is the first part.
QString regionTitle(const QString& name, const RegionContent& content);

/// The next box by address among the boxes that are live at a step: above the box of `from` if `by` is positive, else
/// below it. If `from` has no box at the step, the first visible box counted from that side. Returns none if no box is
/// live.
std::optional<RowId> boxBeside(const RegionMap& map, StepId step, const MapWindow& seen, std::optional<RowId> from,
                               int by);

} // namespace tidemark::ui
