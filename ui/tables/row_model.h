#pragma once

#include "core/groups/group_tree.h"
#include "ui/state/text_matches.h"
#include "ui/state/view_state.h"
#include "ui/tables/table_roles.h"

#include <QAbstractTableModel>
#include <QVariant>
#include <Qt>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tidemark::ui {

/// The text of a cell of a row table, as displayed.
QString displayText(const ViewState& state, const LiveRow& live, RowColumn column);
/// The text of a cell with bytes and steps as plain integers.
QString plainText(const ViewState& state, const LiveRow& live, RowColumn column);
/// Plain text.
QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column);

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

/// Sums over rows at a step. occupied = size − overlap.
struct RowTotals {
    std::size_t rows = 0;
    std::int64_t size = 0;
    std::int64_t overlap = 0;
    std::int64_t occupied() const { return size - overlap; }

    void add(const View& view, const LiveRow& live)
    {
        ++rows;
        size += view.rows.size[live.row];
        overlap += live.overlap;
    }
};

/// The listed rows (ViewState::listed()) that pass the filter, sorted by a column. Follows the state: each change
/// rebuilds the list once, in one pass and a sort. There is a section for each RowColumn, whether or not the view fills
/// it.
///
/// If rows are grouped, each group is a line, the largest group first. The contents of an open group are below its
/// line, and the rows in a group are sorted by the column.
class RowModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { RowRole = FirstOwnRole }; // the number of a RowId

    explicit RowModel(const ViewState* state, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return countBelow(parent, kRowColumns); }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// All rows from top to bottom, including rows in closed groups.
    const std::vector<LiveRow>& rows() const { return m_now.rows; }
    /// The rows of a line: one row, or all rows of a group.
    std::span<const LiveRow> rowsAt(int line) const;
    bool isGrouped() const { return m_now.tree.has_value(); }
    bool isGroup(int line) const { return isGrouped() && !lineAt(line).isRow; }
    /// The row of a line. None for the line of a group.
    std::optional<RowId> rowAt(int line) const;
    /// The line of rows()[position], or of the outermost closed group that contains it.
    int lineOf(std::size_t position) const;

    /// Groups the rows by ViewState::groupWay(), unless that is idle time.
    void setGrouped(bool isGrouped);
    /// REQUIRES: the line of a group
    bool isOpen(int line) const { return m_open.contains(keyOf(*m_now.tree, nodeAt(line))); }
    void setOpen(int line, bool open);
    void setAllOpen(bool open);
    /// The line of the group that directly contains a line. None for the outermost lines.
    std::optional<int> parentOf(int line) const;
    /// Opens the groups that contain rows()[position].
    void reveal(std::size_t position);
    const std::shared_ptr<const View>& view() const { return m_now.view; }
    const RowTotals& all() const { return m_now.all; } // of the listed rows
    const RowTotals& shown() const { return m_now.shown; }

private:
    struct Line {
        bool isRow = false;
        std::uint32_t depth = 0;
        std::uint32_t at = 0; // into the rows or the nodes of the tree
    };

    /// The contents of the model. Built as a whole and replaced as a whole.
    struct Contents {
        std::shared_ptr<const View> view;
        std::vector<LiveRow> rows;
        RowTotals all; // of the listed rows
        RowTotals shown; // of the rows that pass the filter
        std::int64_t largest = 0;
        std::optional<GroupTree> tree; // of the rows, if they are grouped
        std::vector<Line> lines; // if rows are grouped
    };
    const Line& lineAt(int line) const { return m_now.lines[static_cast<std::size_t>(line)]; }
    const GroupNode& nodeAt(int line) const { return (*m_now.tree)[lineAt(line).at]; }
    void follow(Aspects changed);
    void reload();
    void group(Contents& contents) const;
    void addLines(const GroupTree& tree, std::uint32_t node, std::uint32_t depth, std::vector<Line>& lines) const;
    void relist();
    /// A group, and whether it is the entry for the rows directly in that group, which is shown next to the group's
    /// parts.
    using GroupKey = std::pair<std::string, bool>;
    static GroupKey keyOf(const GroupTree& tree, const GroupNode& node) { return {node.group, tree.isItself(node)}; }
    QVariant groupData(int line, RowColumn column, int role) const;
    QString groupText(int line, RowColumn column) const;
    QVariant barOf(std::int64_t bytes, std::int64_t whole, RowColumn column) const;
    QVariant lookOf(const LiveRow& live, RowColumn column) const;
    bool hasSwatch(RowColumn column) const;
    QVariant lifeOf(const LiveRow& live, RowColumn column) const;
    QVariant treePlaceOf(int line, RowColumn column) const;
    bool takeWay();
    void refreshCells();

    const ViewState* m_state;
    Contents m_now;
    RowOrder m_order;
    bool m_isGroupingWanted = false;
    std::string m_groupingId;
    std::set<GroupKey> m_open; // open groups of the grouping
};

} // namespace tidemark::ui
