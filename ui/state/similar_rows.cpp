#include "ui/state/similar_rows.h"

namespace tidemark::ui {

std::uint32_t SimilarRows::likenessOf(RowId row)
{
    std::uint32_t& likeness = m_of[row.index()];
    if (likeness == 0) {
        m_state->view()->rows.describe(row, m_facts);
        likeness = m_known
                       .try_emplace({m_facts.opName, m_facts.opcode, m_facts.shape},
                                    static_cast<std::uint32_t>(m_known.size() + 1))
                       .first->second;
    }
    return likeness;
}

std::vector<RowId> SimilarRows::of(RowId row)
{
    const Rows& rows = m_state->view()->rows;
    if (m_view.lock() != m_state->view()) {
        m_view = m_state->view();
        m_known.clear();
        m_of.assign(rows.count, 0);
    }
    const std::uint32_t wanted = likenessOf(row);
    std::vector<RowId> similar;
    // Equal shapes have equal sizes, so most rows need not be described.
    for (const LiveRow& live : m_state->live())
        if (rows.size[live.row] == rows.size[row] && likenessOf(live.row) == wanted)
            similar.push_back(live.row);
    return similar;
}

} // namespace tidemark::ui
