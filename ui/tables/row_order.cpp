#include "ui/tables/row_order.h"

#include "core/base/text.h"
#include "ui/state/row_columns.h"
#include "ui/tables/sort_rows.h"
#include "ui/tables/table_roles.h"

#include <limits>

namespace tidemark::ui {
namespace {

/// The number of a cell. None if the cell is empty or its data is not known.
std::optional<std::int64_t> numberOf(const ColumnInfo& info, const View& view, const RowMeanings* meanings,
                                     const RowUses* uses, const LiveRow& live, StepId at)
{
    if (info.rank) {
        if (!meanings)
            return std::nullopt;
        return info.rank(*meanings, live.row);
    }
    if (info.idleSteps) {
        if (!uses || !view.rows.isLive(live.row, at))
            return std::nullopt;
        return info.idleSteps(*uses, view, live.row, at);
    }
    const std::int64_t number = info.number(view, live);
    if (!isKnown(info, number))
        return std::nullopt;
    return number;
}

std::string textKey(const View& view, RowId row, const Facts& facts, RowColumn column)
{
    const std::string text = infoOf(column).text(view, row, facts);
    return text.empty() ? text : naturalKey(text);
}

} // namespace

void RowOrder::reset(std::shared_ptr<const View> view)
{
    m_view = std::move(view);
    m_meanings.reset();
    m_uses.reset();
    m_keys = {};
}

bool RowOrder::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_meanings = std::move(meanings);
    if (!infoOf(m_column).isOfMeanings)
        return false;
    m_keys = {};
    return true;
}

bool RowOrder::setUses(std::shared_ptr<const RowUses> uses, StepId at)
{
    m_uses = std::move(uses);
    m_at = at;
    return infoOf(m_column).idleSteps;
}

void RowOrder::set(RowColumn column, Qt::SortOrder order)
{
    if (column != m_column)
        m_keys = {};
    m_column = column;
    m_order = order;
}

void RowOrder::sort(std::vector<LiveRow>& rows)
{
    if (rows.empty())
        return;
    const ColumnInfo& info = infoOf(m_column);
    if ((info.rank && !m_meanings) || (info.idleSteps && !m_uses))
        return;
    if (info.rank || info.number || info.idleSteps) {
        sortRows(rows, m_order, [&](const LiveRow& live) {
            return numberOf(info, *m_view, m_meanings.get(), m_uses.get(), live, m_at);
        });
        return;
    }
    if (m_keys.count() == 0)
        m_keys = KeptTexts(
            m_view->rows.count,
            [view = m_view.get(), meanings = m_meanings, column = m_column, facts = Facts()](std::size_t row) mutable {
                describeWithMeaning(view->rows, meanings.get(), RowId::at(row), facts);
                return textKey(*view, RowId::at(row), facts, column);
            },
            std::numeric_limits<std::size_t>::max());
    sortRows(rows, m_order, [&](const LiveRow& live) {
        const std::string_view key = m_keys.of(live.row.index());
        return key.empty() ? std::nullopt : std::optional(key);
    });
}

std::optional<std::int64_t> cellValue(const ViewState& state, const LiveRow& live, RowColumn column)
{
    return numberOf(infoOf(column), *state.view(), state.meanings().get(), state.uses().get(), live, state.cursor());
}

QVariant sortKey(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const ColumnInfo& info = infoOf(column);
    if (info.rank || info.number || info.idleSteps) {
        const auto number = cellValue(state, live, column);
        return number ? QVariant::fromValue<qlonglong>(*number) : QVariant();
    }
    const std::string key = textKey(*state.view(), live.row, state.facts().of(live.row), column);
    return valueIf(!key.empty(), QByteArray::fromStdString(key));
}

} // namespace tidemark::ui
