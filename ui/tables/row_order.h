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

/// Brings rows into the order of a column: numbers by value, texts as people count, what is empty last in both
/// directions, equal ones as they were. Keys of numbers are read where they lie; those of texts are made once per row,
/// and kept until another column is chosen.
class RowOrder
{
public:
    void reset(std::shared_ptr<const View> view);
    /// Null: not known; then columns that tell them are empty. True when the order may be another now.
    bool setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Null: not known. True when the order may be another now.
    bool setUses(std::shared_ptr<const RowUses> uses, StepId at);
    void set(RowColumn column, Qt::SortOrder order);

    void sort(std::vector<LiveRow>& rows);

private:
    /// Nothing where the cell is empty.
    std::optional<std::int64_t> numberOf(const ColumnInfo& info, const LiveRow& live) const;
    /// `keyOf` gives nothing for what is empty.
    template <class KeyOf>
    void sortBy(KeyOf keyOf, std::vector<LiveRow>& rows) const;

    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings;
    std::shared_ptr<const RowUses> m_uses;
    StepId m_at{0};
    RowColumn m_column = RowColumn::Size;
    Qt::SortOrder m_order = Qt::DescendingOrder;
    KeptTexts m_keys; // of the column, where it is one of texts
};

/// What a row sorts by: a number, or text that compares byte by byte; none where the cell is empty.
QVariant sortKey(const ViewState& state, const LiveRow& live, RowColumn column);

} // namespace tidemark::ui
