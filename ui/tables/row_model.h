#pragma once

#include "core/view/group_tree.h"
#include "ui/state/view_state.h"
#include "ui/tables/row_order.h"
#include "ui/tables/table_roles.h"

#include <QAbstractTableModel>

#include <set>

namespace tidemark::ui {

/// Sums over rows at a step; occupied = size − overlap.
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

/// The rows live at the cursor that pass the filter, in the order of a column. Follows the state: each change makes the
/// list anew, once, in one pass and a sort. A section for each RowColumn, whatever the view fills.
///
/// Where rows are grouped, a line stands for each group, the largest first, with what is in it below while it is open;
/// the rows of a group stand in the order of the column.
class RowModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { RowRole = FirstOwnRole }; // the number of RowId

    explicit RowModel(const ViewState* state, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// As shown, from top to bottom, those in closed groups in their place. All of one view, until the reset that
    /// follows another.
    const std::vector<LiveRow>& rows() const { return m_now.rows; }
    /// What a line of the table is of: one row, or all rows of a group.
    std::span<const LiveRow> rowsAt(int line) const;
    bool isGrouped() const { return m_now.tree.has_value(); }
    bool isGroup(int line) const { return isGrouped() && !lineAt(line).isRow; }
    /// Nothing for the line of a group.
    std::optional<RowId> rowAt(int line) const;
    /// The line of a row of rows(), or of the outermost closed group that it is in.
    int lineOf(std::size_t position) const;

    /// The ways to group rows, as groupingsOf() tells them.
    std::vector<Grouping> groupings() const;
    /// The id of one; empty: rows stand alone. One that the view does not have is kept for another view.
    const std::string& grouping() const { return m_groupingId; }
    void setGrouping(const std::string& id);
    /// REQUIRES: the line of a group
    bool isOpen(int line) const;
    void setOpen(int line, bool open);
    void setAllOpen(bool open);
    /// The line of the group that a line is in; none at the outermost.
    std::optional<int> parentOf(int line) const;
    /// Opens the groups that a row of rows() is in.
    void reveal(std::size_t position);
    const std::shared_ptr<const View>& view() const { return m_now.view; }
    const RowTotals& all() const { return m_now.all; } // live at the cursor
    const RowTotals& shown() const { return m_now.shown; }

private:
    struct Line {
        bool isRow = false;
        std::uint32_t depth = 0;
        std::uint32_t at = 0; // into the rows or the nodes of the tree
    };

    /// What the model shows: made as a whole, and replaced as a whole.
    struct Contents {
        std::shared_ptr<const View> view;
        std::vector<LiveRow> rows;
        RowTotals all; // of the rows live at the cursor
        RowTotals shown; // of those that the filter leaves
        std::int64_t largest = 0;
        std::optional<GroupTree> tree; // of the rows, where they are grouped
        std::vector<Line> lines; // where they are grouped
    };
    const Line& lineAt(int line) const { return m_now.lines[static_cast<std::size_t>(line)]; }
    const GroupNode& nodeAt(int line) const { return (*m_now.tree)[lineAt(line).at]; }
    void reload();
    void group(Contents& contents) const;
    void addLines(const GroupTree& tree, std::uint32_t node, std::uint32_t depth, std::vector<Line>& lines) const;
    void relist();
    /// A group, and whether it is what stands beside the parts below that group.
    using GroupKey = std::pair<std::string, bool>;
    static GroupKey keyOf(const GroupTree& tree, const GroupNode& node) { return {node.group, tree.isItself(node)}; }
    QVariant groupData(int line, RowColumn column, int role) const;
    QString groupText(int line, RowColumn column) const;
    QVariant barOf(const LiveRow& live, RowColumn column) const;
    QVariant idleOf(const LiveRow& live, RowColumn column) const;
    QVariant lifeOf(const LiveRow& live, RowColumn column) const;
    void takeMeanings();
    void takeUses();
    void refreshCells();
    QVariant categoryOf(const LiveRow& live, RowColumn column) const;

    const ViewState* m_state;
    Contents m_now;
    RowOrder m_order;
    std::string m_groupingId;
    std::set<GroupKey> m_open; // of the grouping
};

} // namespace tidemark::ui
