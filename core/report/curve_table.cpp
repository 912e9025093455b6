#include "core/report/curve_table.h"

namespace tidemark {

std::vector<TableColumn> curveColumns()
{
    return {{"step"}, {"instruction", false}, {"bytes"}, {"occupied_bytes"}, {"unpadded_bytes"}, {"inside_bytes"}};
}

void writeCurves(const View& view, TableWriter& writer)
{
    const auto level = view.level();
    const auto upstream = view.values(CurveRole::Upstream);
    const auto unpadded = view.values(CurveRole::Unpadded);
    const auto inside = view.values(CurveRole::Inside);
    const auto cell = [](std::span<const std::int64_t> values, std::uint32_t step) {
        return values.empty() ? Cell() : Cell(values[step]);
    };
    for (std::uint32_t step = 0; step < view.axis.count; ++step)
        writer.row({Cell(std::int64_t{step}), orNull(view.axis.label(StepId(step))),
                    cell(upstream.empty() ? level : upstream, step), upstream.empty() ? Cell() : cell(level, step),
                    cell(unpadded, step), cell(inside, step)});
    writer.finish();
}

} // namespace tidemark
