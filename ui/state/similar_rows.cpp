#include "ui/state/similar_rows.h"

namespace tidemark::ui {

std::vector<RowId> similarRows(const ViewState& state, RowId row)
{
    const Rows& rows = state.view()->rows;
    const Facts& wanted = state.facts().of(row);
    std::vector<RowId> similar;
    Facts facts;
    for (const LiveRow& live : state.live()) {
        // Equal shapes have equal sizes: most rows need not be described.
        if (rows.size[live.row] != rows.size[row])
            continue;
        rows.describe(live.row, facts);
        if (facts.opName == wanted.opName && facts.opcode == wanted.opcode && facts.shape == wanted.shape)
            similar.push_back(live.row);
    }
    return similar;
}

} // namespace tidemark::ui
