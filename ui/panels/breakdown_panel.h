#pragma once

#include "core/groups/breakdown.h"
#include "core/view/memory_facts.h"
#include "ui/state/view_state.h"
#include "ui/tables/table_roles.h"

#include <QAbstractTableModel>
#include <QLabel>
#include <QWidget>

#include <set>
#include <vector>

class QMenu;

namespace tidemark::ui {

class FlatTable;

/// Facts about the memory that is always in use, one per line. The first amount in a fact is a link that selects its
/// rows. Hidden if there are no facts.
class FactsLabel : public QLabel
{
    Q_OBJECT

public:
    explicit FactsLabel(ViewState* state, QWidget* parent = nullptr);

private:
    void reload();
    void refresh();

    ViewState* m_state;
    std::vector<MemoryFact> m_facts;
};

/// The level at the cursor by the groups of the window (ViewState::groupWay), the largest first. The last line is the
/// total, the sum of the groups. Below the line of an open group are its largest rows, and one line for the others.
class BreakdownModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Count, Bar, Size, Share, ColumnCount };
    static constexpr std::size_t kLargest = 10; // rows that an open group lists

    explicit BreakdownModel(const ViewState* state, QObject* parent = nullptr);

    /// A facet that filters to the group of a line, or to the group that contains the line. None for the total, and
    /// while categories are not known.
    std::optional<Facet> facetOf(int line) const;
    /// The first line of a facet's group. None if the facet belongs to another way.
    std::optional<int> lineOf(const Facet& facet) const;
    /// The rows of a line that are live at the cursor, the largest first: one row, a group, the other rows of a group,
    /// or all.
    std::vector<RowId> rowsOf(int line) const;
    bool isRow(int line) const { return lineAt(line).kind == Line::Row; }
    bool isOpen(int line) const;
    /// Opens or closes the group of a line, or the group that contains the line. Does nothing for the total.
    void setOpen(int line, bool open);

    int rowCount(const QModelIndex& parent = {}) const override { return countBelow(parent, m_lines.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return countBelow(parent, ColumnCount); }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        enum Kind { Whole, Row, Others, Total };
        Kind kind = Whole;
        std::size_t group = 0; // into m_groups
        RowId row; // of a line of kind Row
        std::size_t count = 0;
        std::int64_t bytes = 0; // Σ (size − overlap)
        std::int64_t size = 0;
        bool isInGroup() const { return kind == Row || kind == Others; }
    };

    void follow(Aspects changed);
    void readWay();
    bool isByCategory() const { return m_way == Facet::kByCategory; }
    bool isTreePart(const Line& line) const { return line.kind == Line::Whole && m_grouping && m_grouping->isTree; }
    bool isPath(const Line& line) const;
    /// Returns whether a line is named as in the program, not in words: "(source not recorded)".
    bool isCode(const Line& line) const;
    std::vector<Group> groups() const;
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
    std::string m_way; // id of the grouping in use
    std::optional<Grouping> m_grouping; // of that way; none for kind and category
    QString m_title; // of that way
    std::shared_ptr<const View> m_view; // the view of groups and lines
    std::vector<Group> m_groups;
    std::set<std::string> m_outer; // parts of a tree that contain groups
    std::vector<Line> m_lines; // the total last
    std::set<std::string> m_open; // ids of groups
    std::int64_t m_largest = 1; // bytes of the largest group
};

/// The parts of the level at the cursor by the groups of the window. The total is always visible. A click on a group
/// filters all views to its rows, or removes that filter. A double click selects the rows; a right click shows the
/// largest rows.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownPanel(ViewState* state, QWidget* parent = nullptr);

    FlatTable* table() const { return m_table; }
    /// Makes the context menu of a line. The caller owns it.
    QMenu* makeMenu(int line);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int widthOf(int column) const;
    void fitColumns();
    void act(int line);
    void select(int line);
    void setOpen(int line, bool open);
    void followFacet();
    bool takeKey(int key);
    void popUpMenu(const QPoint& at);

    ViewState* m_state;
    BreakdownModel* m_model;
    FlatTable* m_table;
};

} // namespace tidemark::ui
