#include "ui/state/similar_rows.h"

#include "ui/theme/text.h"

namespace tidemark::ui {
namespace {

/// The source line of an allocation, or its stack if no line of the user's program is known.
std::string placeOf(const Facts& facts)
{
    std::string place = facts.sourceFile;
    if (!place.empty())
        return place + ':' + std::to_string(facts.sourceLine);
    for (const CallFrame& frame : facts.stack)
        place += frame.place + ' ' + frame.function + '\n';
    return place;
}

} // namespace

std::uint32_t SimilarRows::likenessOf(RowId row)
{
    std::uint32_t& likeness = m_of[row.index()];
    if (likeness == 0) {
        m_state->view()->rows.describe(row, m_facts);
        const bool isHistory = m_state->view()->isHistory;
        likeness = m_known
                       .try_emplace({isHistory ? m_facts.name : m_facts.opName,
                                     isHistory ? placeOf(m_facts) : m_facts.opcode, m_facts.shape},
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

QStringList SimilarRows::commonFacts(RowId row) const
{
    if (!m_state->view()->isHistory)
        return {UiText::tr("op"), UiText::tr("shape")};
    Facts facts;
    m_state->view()->rows.describe(row, facts);
    QStringList common;
    if (!facts.opName.empty())
        common << UiText::tr("op");
    if (!facts.shape.empty())
        common << UiText::tr("shape");
    if (!facts.sourceFile.empty())
        common << UiText::tr("source line");
    else if (!facts.stack.empty())
        common << UiText::tr("stack");
    common << UiText::tr("size");
    return common;
}

} // namespace tidemark::ui
