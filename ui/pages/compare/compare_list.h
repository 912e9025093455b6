#pragma once

#include "ui/pages/compare/compare_groups.h"

#include <QItemSelection>
#include <QWidget>

#include <memory>
#include <set>
#include <string_view>
#include <tuple>

class QLabel;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;
class GridTable;

/// The groups of a comparison: a switch for each change state with its amount, the table, and below it the sum of the
/// shown groups.
class CompareList : public QWidget
{
    Q_OBJECT

public:
    CompareList(const Units* units, QWidget* parent);

    /// Keeps the selection where the groups still exist, without a signal.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setText(const QString& text);
    /// Shows the shapes of rows in the first column.
    void setShapesFirst(bool areFirst);
    /// The switches show only the number of groups, as in a narrow window. Their bytes are in the tool tips.
    void setCompact(bool isCompact);
    GridTable* table() const { return m_table; }
    const CompareGroups& groups() const { return m_groups; }
    /// The comparison with only the shown groups, in the order of the table. REQUIRES: a comparison
    Comparison shown() const;
    QToolButton* button(ChangeState state) const { return m_buttons[static_cast<std::size_t>(state)]; }
    /// Selects the next or previous row. After the last row comes the first.
    void goBy(int by);
    /// The selected groups.
    std::vector<const ComparedGroup*> selected() const;
    /// Returns whether the default states are shown: all that differ.
    bool showsUsualStates() const;
    void showUsualStates();

signals:
    void allRequested(); // show all states and all texts; the list already does
    void selectionChanged();
    void hovered(const ComparedGroup* group); // null: none
    void shownChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Identifies a group wherever the cursors are. The views point into the group and must not outlive it.
    using GroupMark
        = std::tuple<std::string_view, bool, std::string_view, std::string_view, std::string_view, std::string_view>;

    static GroupMark markOf(const ComparedGroup& group);
    QWidget* makeBar();
    const ComparedGroup& groupAt(int line) const;
    QItemSelection linesOf(const std::set<GroupMark>& marks) const;
    /// Replaces the groups and the rows of the table.
    void take(CompareGroups groups);
    /// The name of a group, with its shape if shapes have no column of their own.
    QString nameText(const Comparison& comparison, const ComparedGroup& group) const;
    void fitNumbers(bool mayShrink);
    void fitColumns();
    void takeStates();
    void refresh();
    /// The bytes of the groups of a state, or their change.
    QString bytesOf(ChangeState state) const;
    void refreshButtons();
    void refreshNames();
    void refreshFooter();
    void refreshNothing();
    void showAll();

    const Units* m_units;
    CompareGroups m_groups;
    GridTable* m_table;
    QLabel* m_nothing; // covers the table while it is empty
    std::array<QToolButton*, CompareGroups::kStates> m_buttons{};
    QWidget* m_bar = nullptr;
    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_footer = nullptr;
    bool m_isCompact = false;
    bool m_areShapesFirst = false;
};

} // namespace tidemark::ui
