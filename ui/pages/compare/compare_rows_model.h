#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QAbstractTableModel>

#include <memory>

namespace tidemark::ui {

/// The groups of a comparison that pass the filter, one row each, in any order.
class CompareRowsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Path, Shape, Kind, Category, InA, InB, Change, State, Count };
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

    explicit CompareRowsModel(const Units* units, QObject* parent);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setStates(std::array<bool, kStates> shown);
    const std::array<bool, kStates>& states() const { return m_now.states; }
    /// Filters groups: all words must occur in any of its texts, ignoring case.
    void setText(const QString& text);
    /// Shapes stand in the first column, before or after the names, and have no column of their own.
    void setNamesShapes(bool names);
    void setShapesFirst(bool areFirst);
    /// The sums of the groups that pass the text filter, by state.
    const std::array<Sum, kStates>& sums() const { return m_now.sums; }
    /// The sum of the shown groups, and the sum of all groups.
    const Sum& shown() const { return m_now.shownSum; }
    const Sum& all() const { return m_now.allSum; }
    /// Returns whether the changes of all groups add up to the change of the level. They do not if one side lists
    /// nothing.
    bool addsUp() const { return !m_now.comparison || m_now.allSum.change() == m_now.comparison->change(); }
    /// The group in a row of the table. REQUIRES: the row exists
    const ComparedGroup& group(int place) const
    {
        return m_now.comparison->groups[m_now.shown[static_cast<std::size_t>(place)]];
    }
    /// The longest text that a number column can have, whatever is shown.
    QString longestNumber(int column) const;
    /// The comparison with only the shown groups, in their order.
    Comparison onlyShown() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    /// The table of a comparison. It is built and replaced as a whole.
    struct Contents {
        std::shared_ptr<const Comparison> comparison;
        std::array<bool, kStates> states = kDiffering;
        QString text; // the search text
        std::vector<QString> texts; // searchable text of each group in lower case; empty: not needed yet
        std::vector<std::uint32_t> shown; // indices into the comparison, in row order
        std::array<Sum, kStates> sums;
        Sum shownSum;
        Sum allSum;
        int sortedBy = Change;
        Qt::SortOrder sortOrder = Qt::DescendingOrder;
    };
    void set(Contents next);
    void choose(Contents& contents) const;
    void order(Contents& contents) const;
    QString cellText(const ComparedGroup& group, int column) const;
    /// The shape, as "f32[4] → bf16[4]" if the sides have different shapes.
    QString shapeText(const ComparedGroup& group) const;
    void tellNames();
    QVariant plain(const ComparedGroup& group, int column) const;

    const Units* m_units;
    Contents m_now;
    bool m_namesShapes = false;
    bool m_areShapesFirst = false;
};

/// "less", the name of a state in the interface language.
QString stateText(ChangeState state);

} // namespace tidemark::ui
