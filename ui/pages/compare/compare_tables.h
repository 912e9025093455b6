#pragma once

#include "ui/pages/compare/compare_words.h"
#include "ui/tables/grid.h"

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

/// The table of the categories of a comparison, with their roles on request. The last line, the total, is always
/// visible.
class CompareCategories : public GridTable
{
    Q_OBJECT

public:
    enum Column { Name, InA, InB, Change, Bar, ColumnCount };

    CompareCategories(const Units* units, QWidget* parent);

    /// Keeps the selected line if it still exists, without a signal.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setShowsRoles(bool shows);
    /// The rows of both sides in the category under the pointer, else in the selected category; absent if there is
    /// none.
    struct Chosen {
        QString name;
        std::array<std::vector<RowId>, 2> rows; // by side
    };
    std::optional<Chosen> chosen() const;
    bool isHovered() const { return m_hovered >= 0; }
    /// The width at which names and numbers fit.
    int leastWidth() const;

signals:
    void chosenChanged();

private:
    struct Line {
        const ComparedCategory* category = nullptr; // null: the total
        const ComparedCategory::Role* role = nullptr;
        std::int64_t a = 0;
        std::int64_t b = 0;
        std::int64_t change() const { return b - a; }
        /// The category whose square is before the name; empty if there is none.
        std::string id() const
        {
            if (!category || role)
                return {};
            return category->category.id;
        }
    };
    using Lines = std::vector<Line>;

    static Lines linesOf(const Comparison* comparison, bool showsRoles);
    static QString nameOf(const Line& line);
    QString toolTipOf(const Line& line) const;
    static std::vector<Grid::Column> columnsOf(const std::shared_ptr<const Comparison>& comparison,
                                               const std::shared_ptr<const Lines>& lines);
    void take(std::shared_ptr<const Comparison> comparison, bool showsRoles);

    const Units* m_units;
    std::shared_ptr<const Comparison> m_comparison;
    std::shared_ptr<const Lines> m_lines; // point into the comparison
    bool m_showsRoles = false;
    int m_hovered = -1; // line
};

/// The groups of a comparison that pass the filters, and their sums.
class CompareGroups
{
public:
    enum Column { Path, Shape, Kind, Category, InA, InB, Change, State, ColumnCount };
    static constexpr std::size_t kStates = 5; // values of ChangeState
    static constexpr std::array<bool, kStates> kDiffering = {false, true, true, true, true}; // default states

    struct Sum {
        std::size_t groups = 0;
        std::int64_t a = 0; // bytes
        std::int64_t b = 0;
        std::int64_t change() const { return b - a; }
        void add(const ComparedGroup& group);
    };

    /// Null: none.
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setStates(std::array<bool, kStates> shown);
    const std::array<bool, kStates>& states() const { return m_states; }
    /// Filters groups: all words must occur in any of its texts, ignoring case.
    void setText(const QString& text);
    /// The shown groups, as indices into the comparison in ascending order.
    const std::vector<std::uint32_t>& shown() const { return m_shown; }
    /// The sums of the groups that pass the text filter, by state.
    const std::array<Sum, kStates>& sums() const { return m_sums; }
    /// The sum of the shown groups, and the sum of all groups.
    const Sum& shownSum() const { return m_shownSum; }
    const Sum& allSum() const { return m_allSum; }
    /// Returns whether the changes of all groups add up to the change of the level. They do not if one side lists
    /// nothing.
    bool addsUp() const { return !m_comparison || m_allSum.change() == m_comparison->change(); }
    /// The columns of the table, with functions that own the comparison. Without a comparison they have none.
    std::vector<Grid::Column> columns() const;
    Grid grid() const;
    /// The longest text that a number column can have, whatever is shown.
    QString longestNumber(Column column, ByteUnit unit) const;

private:
    void choose();

    std::shared_ptr<const Comparison> m_comparison;
    std::array<bool, kStates> m_states = kDiffering;
    QString m_text; // the search text
    std::vector<QString> m_texts; // searchable text of each group in lower case; empty: not needed yet
    std::vector<std::uint32_t> m_shown;
    std::array<Sum, kStates> m_sums;
    Sum m_shownSum;
    Sum m_allSum;
};

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
    std::vector<const ComparedGroup*> selected() const;
    /// Returns whether the default states are shown: all that differ.
    bool showsUsualStates() const { return m_groups.states() == CompareGroups::kDiffering; }
    void showUsualStates();

signals:
    void allRequested(); // show all states and all texts; the list already does
    void selectionChanged();
    void hovered(const ComparedGroup* group); // null: none
    void shownChanged();

private:
    /// Identifies a group wherever the cursors are. The views point into the group and must not outlive it.
    using GroupMark
        = std::tuple<std::string_view, bool, std::string_view, std::string_view, std::string_view, std::string_view>;

    static GroupMark markOf(const ComparedGroup& group);
    QWidget* makeBar();
    const ComparedGroup& groupAt(int line) const;
    QItemSelection linesOf(const std::set<GroupMark>& marks) const;
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
    void refreshNames() { m_table->gridModel()->refresh(); }
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
