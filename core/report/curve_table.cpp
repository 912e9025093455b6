#include "core/report/curve_table.h"

#include "core/view/timeline_reader.h"

namespace tidemark {

std::vector<TableColumn> curveColumns()
{
    return {{"step"}, {"instruction", false}, {"bytes"}, {"occupied_bytes"}, {"unpadded_bytes"}, {"inside_bytes"}};
}

void writeCurves(const View& view, TableWriter& writer)
{
    const TimelineReader reader(view);
    for (std::uint32_t cell = 0; cell < view.axis.count; ++cell) {
        const TimelineStep step = reader.at(StepId(cell));
        writer.row({Cell(std::int64_t{step.step}), orNull(step.instruction), orNull(step.bytes),
                    orNull(step.occupiedBytes), orNull(step.unpaddedBytes), orNull(step.insideBytes)});
    }
    writer.finish();
}

} // namespace tidemark
