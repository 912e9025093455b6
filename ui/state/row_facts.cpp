#include "ui/state/row_facts.h"

namespace tidemark::ui {

void RowFacts::reset(std::shared_ptr<const View> view)
{
    m_kept.clear();
    m_view = std::move(view);
}

const Facts& RowFacts::of(RowId row) const
{
    if (const Facts* kept = m_kept.object(row.value))
        return *kept;
    auto facts = std::make_unique<Facts>();
    m_view->rows.describe(row, *facts);
    const Facts& result = *facts;
    m_kept.insert(row.value, facts.release());
    return result;
}

} // namespace tidemark::ui
