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
    m_keys = {};
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

void RowOrder::sort(std::vector<LiveRow>& rows)
{
    if (rows.empty())
        return;
    if (const auto number = infoOf(m_column).number) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> keys;
        keys.reserve(rows.size());
        for (const LiveRow& live : rows)
            keys.emplace_back(number(*m_view, live), static_cast<std::uint32_t>(keys.size()));
        sortBy(keys, rows);
        return;
    }
    if (m_keys.count() == 0)
        m_keys = KeptTexts(
            m_view->rows.count,
            [view = m_view.get(), column = m_column, facts = Facts()](std::size_t row) mutable {
                view->rows.describe(RowId::at(row), facts);
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

QVariant sortKey(const View& view, const LiveRow& live, const Facts& facts, RowColumn column)
{
    if (const auto number = infoOf(column).number)
        return QVariant::fromValue<qlonglong>(number(view, live));
    const std::string key = textKey(view, live.row, facts, column);
    return key.empty() ? QVariant() : QVariant(QByteArray::fromStdString(key));
}

} // namespace tidemark::ui
