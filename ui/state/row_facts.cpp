#include "ui/state/row_facts.h"

namespace tidemark::ui {

void RowFacts::reset(std::shared_ptr<const View> view)
{
    m_kept.clear();
    m_view = std::move(view);
    m_meanings.reset();
}

void RowFacts::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_kept.clear();
    m_meanings = std::move(meanings);
}

const Facts& RowFacts::of(RowId row) const
{
    if (const Facts* kept = m_kept.object(row.value))
        return *kept;
    auto facts = std::make_unique<Facts>();
    describeWithMeaning(m_view->rows, m_meanings.get(), row, *facts);
    const Facts& result = *facts;
    m_kept.insert(row.value, facts.release());
    return result;
}

} // namespace tidemark::ui
