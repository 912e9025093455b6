#include "core/report/curve_table.h"

namespace tidemark {

std::vector<TableColumn> curveColumns()
{
    return {{"step"}, {"instruction", false}, {"bytes"}, {"occupied_bytes"}, {"unpadded_bytes"}, {"inside_bytes"}};
}

void writeCurves(const View& view, TableWriter& writer)
{
    const Curve* const level = &view.curves.front();
    // On an axis of operations, the tool's level is the one before each operation.
    const Curve* const upstream = view.axis.kind == AxisKind::Operations ? nullptr : view.curve(CurveRole::Upstream);
    const Curve* const unpadded = view.curve(CurveRole::Unpadded);
    const Curve* const inside = view.curve(CurveRole::Inside);
    const auto cell = [](const Curve* curve, std::uint32_t step) {
        return curve && !curve->values.empty() && curve->knows(step) ? Cell(curve->values[step]) : Cell();
    };
    for (std::uint32_t step = 0; step < view.axis.count; ++step)
        writer.row({Cell(std::int64_t{step}), orNull(view.axis.label(StepId(step))),
                    cell(upstream ? upstream : level, step), upstream ? cell(level, step) : Cell(),
                    cell(unpadded, step), cell(inside, step)});
    writer.finish();
}

} // namespace tidemark
