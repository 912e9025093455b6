#pragma once

#include "core/view/breakdown.h"
#include "ui/state/view_state.h"

#include <QAbstractTableModel>

#include <set>

namespace tidemark::ui {

/// The level at the cursor by groups of rows, the largest first; the last line is the total, which they add up to.
/// Below the line of an open group stand its largest rows, and one for the others.
class BreakdownModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// A way to group.
    struct Way {
        std::string id; // of a grouping, as in Facet
        QString label;
    };
    enum Column { Name, Count, Bar, Size, Share, ColumnCount };
    static constexpr std::size_t kLargest = 10; // rows of an open group

    explicit BreakdownModel(const ViewState* state, QObject* parent = nullptr);

    /// By kind, by category where the view's kind knows them, then by the groupings of the view.
    std::vector<Way> ways() const;
    /// The one in force. One of another id is kept for other views; where a view does not have it, its rows stand by
    /// kind.
    Way way() const;
    void setWay(const std::string& id);

    /// What the line, or the group that it is in, leaves of the rows: without those of other lines. Nothing for the
    /// total and while categories are not known.
    std::optional<Facet> facetOf(int line) const;
    /// The first line of what a facet leaves; none where it is about another way to group.
    std::optional<int> lineOf(const Facet& facet) const;
    /// The rows live at the cursor of a line, the largest first: of one row, of a group, of those left, or all.
    std::vector<RowId> rowsOf(int line) const;
    bool isGroup(int line) const;
    /// The line is one of the largest rows of a group.
    bool isRow(int line) const { return lineAt(line).kind == Line::Row; }
    bool isOpen(int line) const;
    /// Shows the largest rows of the group that the line is of or in, or no longer. Nothing for the total.
    void setOpen(int line, bool open);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        enum Kind { Whole, Row, Others, Total };
        Kind kind = Whole;
        std::size_t group = 0; // into the groups
        RowId row; // of kind Row
        std::uint32_t count = 0;
        std::int64_t bytes = 0; // Σ (size − overlap)
        std::int64_t size = 0;
    };

    bool isByCategory() const;
    const Grouping* grouping() const;
    std::vector<Group> groups() const;
    /// Whether a row is in a group of this way.
    bool isIn(RowId row, const Group& group) const;
    std::vector<LiveRow> largestOf(const Group& group) const;
    void addLargest(const Group& group, std::size_t at, std::vector<Line>& lines) const;
    const Line& lineAt(int line) const { return m_lines[static_cast<std::size_t>(line)]; }
    const Group& groupOf(const Line& line) const { return m_groups[line.group]; }
    void reload();
    QString nameOf(const Line& line) const;
    QString cellText(const Line& line, Column column) const;
    QString helpOf(const Line& line) const;
    QString toolTip(const Line& line, Column column) const;
    QVariant colorOf(const Line& line, int role) const;

    const ViewState* m_state;
    std::string m_wanted = Facet::kByKind; // id of a way
    std::shared_ptr<const View> m_view; // that groups and lines are of
    std::vector<Group> m_groups;
    std::set<std::string> m_outer; // parts of a tree in which groups lie
    std::vector<Line> m_lines; // the total last
    std::set<std::string> m_open; // ids of groups
    std::int64_t m_largest = 1; // bytes of a group
};

} // namespace tidemark::ui
