#include "ui/tables/row_order.h"

#include "core/base/text.h"
#include "ui/state/row_columns.h"

#include <algorithm>
#include <limits>

namespace tidemark::ui {
namespace {

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
    return infoOf(m_column).moment;
}

void RowOrder::set(RowColumn column, Qt::SortOrder order)
{
    if (column != m_column)
        m_keys = {};
    m_column = column;
    m_order = order;
}

template <class Key>
void RowOrder::sortBy(std::vector<std::pair<Key, std::uint32_t>>& keys, std::vector<LiveRow>& rows) const
{
    if (m_order == Qt::AscendingOrder)
        std::ranges::sort(keys);
    else
        std::ranges::sort(keys, [](const auto& a, const auto& b) {
            return b.first < a.first || (a.first == b.first && a.second < b.second);
        });
    const std::vector<LiveRow> before = std::exchange(rows, {});
    rows.reserve(before.size());
    for (const auto& key : keys)
        rows.push_back(before[key.second]);
}

std::int64_t RowOrder::numberOf(const ColumnInfo& info, const LiveRow& live) const
{
    if (info.rank)
        return info.rank(*m_meanings, live.row);
    return info.moment ? info.moment(*m_uses, *m_view, live.row, m_at) : info.number(*m_view, live);
}

void RowOrder::sort(std::vector<LiveRow>& rows)
{
    if (rows.empty())
        return;
    const ColumnInfo& info = infoOf(m_column);
    if ((info.rank && !m_meanings) || (info.moment && !m_uses))
        return;
    if (info.rank || info.number || info.moment) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> keys;
        keys.reserve(rows.size());
        for (const LiveRow& live : rows)
            keys.emplace_back(numberOf(info, live), static_cast<std::uint32_t>(keys.size()));
        sortBy(keys, rows);
        return;
    }
    if (m_keys.count() == 0)
        m_keys = KeptTexts(
            m_view->rows.count,
            [view = m_view.get(), meanings = m_meanings, column = m_column, facts = Facts()](std::size_t row) mutable {
                describe(view->rows, meanings.get(), RowId::at(row), facts);
                return textKey(*view, RowId::at(row), facts, column);
            },
            std::numeric_limits<std::size_t>::max());
    std::vector<std::pair<std::string_view, std::uint32_t>> keys;
    std::vector<LiveRow> empty;
    std::vector<LiveRow> filled;
    for (const LiveRow& live : rows) {
        const std::string_view key = m_keys.of(live.row.index());
        if (key.empty()) {
            empty.push_back(live);
            continue;
        }
        keys.emplace_back(key, static_cast<std::uint32_t>(filled.size()));
        filled.push_back(live);
    }
    sortBy(keys, filled);
    rows = std::move(filled);
    rows.insert(rows.end(), empty.begin(), empty.end());
}

QVariant sortKey(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (info.rank)
        return state.meanings() ? QVariant::fromValue<qlonglong>(info.rank(*state.meanings(), live.row)) : QVariant();
    if (info.moment)
        return state.idle(live.row)
            ? QVariant::fromValue<qlonglong>(info.moment(*state.uses(), view, live.row, state.cursor()))
            : QVariant();
    if (info.number)
        return QVariant::fromValue<qlonglong>(info.number(view, live));
    const std::string key = textKey(view, live.row, state.facts().of(live.row), column);
    return key.empty() ? QVariant() : QVariant(QByteArray::fromStdString(key));
}

} // namespace tidemark::ui
