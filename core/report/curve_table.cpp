#include "core/report/curve_table.h"

#include <algorithm>

namespace tidemark {

std::vector<TableColumn> curveColumns()
{
    return {{"step"}, {"instruction", false}, {"bytes"}, {"occupied_bytes"}, {"unpadded_bytes"}, {"inside_bytes"}};
}

void writeCurves(const View& view, TableWriter& writer)
{
    const auto level = view.level();
    const auto upstream = view.values(CurveRole::Upstream);
    const bool isUpstream = std::ranges::find(view.curves, CurveRole::Upstream, &Curve::role) != view.curves.end();
    const auto unpadded = view.values(CurveRole::Unpadded);
    const auto inside = view.values(CurveRole::Inside);
    const auto cell = [](std::span<const std::int64_t> values, std::uint32_t step) {
        return values.empty() ? Cell() : Cell(values[step]);
    };
    for (std::uint32_t step = 0; step < view.axis.count; ++step)
        writer.row({Cell(std::int64_t{step}), orNull(view.axis.label(StepId(step))),
                    cell(isUpstream ? upstream : level, step), isUpstream ? cell(level, step) : Cell(),
                    cell(unpadded, step), cell(inside, step)});
    writer.finish();
}

} // namespace tidemark
