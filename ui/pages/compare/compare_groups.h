#pragma once

#include "ui/pages/compare/compare_words.h"
#include "ui/tables/grid.h"

#include <memory>

namespace tidemark::ui {

/// The groups of a comparison that pass the filters, and their sums.
class CompareGroups
{
public:
    enum Column { Path, Shape, Kind, Category, InA, InB, Change, State, ColumnCount };
    static constexpr std::size_t kStates = 5; // values of ChangeState
    static constexpr std::array<bool, kStates> kDiffering = {false, true, true, true, true}; // default states

    /// The sum of some groups of a comparison.
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
    /// All groups as rows.
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

/// The shape of a group, as "f32[4] → bf16[4]" if the sides have different shapes.
QString shapeText(const Comparison& comparison, const ComparedGroup& group);
/// "less", the name of a state in the interface language.
QString stateText(ChangeState state);

} // namespace tidemark::ui
