#pragma once

#include "ui/tables/column_header.h"

#include <array>

namespace tidemark::ui {

class FlatTable;

/// The header of a table of a comparison, whose columns of A, B and what changed are as wide as their numbers need.
class NumberColumns
{
public:
    using Three = std::array<int, 3>;

    /// REQUIRES: the table has its model
    NumberColumns(FlatTable* table, std::vector<ColumnHeader::Column> columns, Three sections, int sortedBy,
                  Qt::SortOrder order);

    ColumnHeader* header() const { return m_header; }
    /// At least so many pixels wide, and as at first; where they may not shrink, as they are. True: the header is
    /// another, in which what the user made of the one before holds; its columns are still to be fitted.
    bool fit(const Three& needed, bool mayShrink);
    /// Pixels of all three, and how many of them they have grown by.
    int width() const { return widthOf(m_now); }
    int growth() const { return widthOf(m_now) - widthOf(m_first); }

private:
    void makeHeader();
    int widthOf(const Three& widths) const;

    FlatTable* m_table;
    std::vector<ColumnHeader::Column> m_columns;
    Three m_sections;
    Three m_first{}; // widths with a font of common size
    Three m_now{}; // the same
    int m_sortedBy;
    Qt::SortOrder m_order;
    ColumnHeader* m_header = nullptr;
};

} // namespace tidemark::ui
