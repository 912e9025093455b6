#include "ui/pages/compare/number_columns.h"

#include "ui/tables/flat_table.h"
#include "ui/widgets/fonts.h"

#include <algorithm>
#include <utility>

namespace tidemark::ui {
namespace {

/// The least width that grows to so many pixels.
int ungrown(int pixels, const QFont& font)
{
    constexpr int kLong = 10000;
    const int grownLong = grown(kLong, font);
    return (pixels * kLong + grownLong - 1) / grownLong;
}

} // namespace

NumberColumns::NumberColumns(FlatTable* table, std::vector<ColumnHeader::Column> columns, Three sections, int sortedBy,
                             Qt::SortOrder order)
    : m_table(table)
    , m_columns(std::move(columns))
    , m_sections(sections)
    , m_sortedBy(sortedBy)
    , m_order(order)
{
    for (std::size_t i = 0; i < m_sections.size(); ++i)
        m_first[i] = m_columns[static_cast<std::size_t>(m_sections[i])].width;
    m_now = m_first;
    makeHeader();
}

int NumberColumns::widthOf(const Three& widths) const
{
    int sum = 0;
    for (const int width : widths)
        sum += grown(width, m_table->font());
    return sum;
}

bool NumberColumns::fit(const Three& needed, bool mayShrink)
{
    Three wanted = mayShrink ? m_first : m_now;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        wanted[i] = std::max(wanted[i], ungrown(needed[i], m_table->font()));
    if (wanted == m_now)
        return false;
    m_now = wanted;
    makeHeader();
    return true;
}

void NumberColumns::makeHeader()
{
    for (std::size_t i = 0; i < m_sections.size(); ++i)
        m_columns[static_cast<std::size_t>(m_sections[i])].width = m_now[i];
    const QByteArray before = m_header ? m_header->saveColumns() : QByteArray();
    m_header = new ColumnHeader(m_columns, m_sortedBy, m_order, m_table);
    m_table->setHorizontalHeader(m_header); // the one before is no more
    m_header->resetColumns();
    if (before.isEmpty())
        return;
    m_header->restoreColumns(before);
    for (std::size_t i = 0; i < m_sections.size(); ++i)
        m_header->resizeSection(m_sections[i], grown(m_now[i], m_table->font()));
    m_header->show();
}

} // namespace tidemark::ui
