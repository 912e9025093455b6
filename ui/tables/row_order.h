#pragma once

#include "ui/state/kept_texts.h"

#include "ui/state/view_state.h"

#include <QVariant>
#include <Qt>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

struct ColumnInfo;

/// Sorts rows by a column: numbers by value, texts in natural order, empty cells last in both directions, equal cells
/// in their previous order. Number keys are read in place. Text keys are made once per row and kept until another
/// column is chosen.
class RowOrder
{
public:
    void reset(std::shared_ptr<const View> view);
    /// Null: not known; columns that need them are then empty. Returns true if the order may change.
    bool setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Null: not known. Returns true if the order may change.
    bool setUses(std::shared_ptr<const RowUses> uses, StepId at);
    void set(RowColumn column, Qt::SortOrder order);

    void sort(std::vector<LiveRow>& rows);

private:
    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings;
    std::shared_ptr<const RowUses> m_uses;
    StepId m_at{0};
    RowColumn m_column = RowColumn::Size;
    Qt::SortOrder m_order = Qt::DescendingOrder;
    KeptTexts m_keys; // of the column, if it sorts by text
};

/// The number of a cell, if its column has numbers. None if the cell is empty or its data is not known.
std::optional<std::int64_t> cellValue(const ViewState& state, const LiveRow& live, RowColumn column);
/// The sort key of a cell: a number, or a text that compares byte by byte. Invalid if the cell is empty.
QVariant sortKey(const ViewState& state, const LiveRow& live, RowColumn column);

} // namespace tidemark::ui
