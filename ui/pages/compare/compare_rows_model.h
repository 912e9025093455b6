#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QAbstractTableModel>

#include <memory>

namespace tidemark::ui {

/// The groups of a comparison that are asked for, each a row, in any order.
class CompareRowsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Path, Shape, Kind, Category, InA, InB, Change, State, Count };
    static constexpr std::size_t kStates = 5; // of ChangeState
    static constexpr std::array<bool, kStates> kDiffering = {false, true, true, true, true}; // shown at first

    /// Some groups of a comparison together.
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
    /// All words of it, any case, in any of its texts.
    void setText(const QString& text);
    /// Shapes stand in the first column before or behind the names: they have none of their own.
    void setNamesShapes(bool names);
    void setShapesFirst(bool areFirst);
    /// Groups that the text leaves, by their state.
    const std::array<Sum, kStates>& sums() const { return m_now.sums; }
    /// Of what is shown, and of all.
    const Sum& shown() const { return m_now.shownSum; }
    const Sum& all() const { return m_now.allSum; }
    /// The change of all is that of the level: not where one side lists nothing.
    bool addsUp() const { return !m_now.comparison || m_now.allSum.change() == m_now.comparison->change(); }
    /// The one in a place of the table. REQUIRES: it is there
    const ComparedGroup& group(int place) const
    {
        return m_now.comparison->groups[m_now.shown[static_cast<std::size_t>(place)]];
    }
    /// As long as texts of a column of numbers get, whatever is shown.
    QString longestNumber(int column) const;
    /// The comparison with the groups shown alone, as they stand.
    Comparison onlyShown() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    /// What is shown of a comparison: made as a whole, and replaced as a whole.
    struct Contents {
        std::shared_ptr<const Comparison> comparison;
        std::array<bool, kStates> states = kDiffering;
        QString text; // that the rows are searched for
        std::vector<QString> texts; // lower-case, of each group what `text` may be in; empty: not asked for yet
        std::vector<std::uint32_t> shown; // places in the comparison, as they stand
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
    /// "f32[4] → bf16[4]" where rows of both sides are of other shapes.
    QString shapeText(const ComparedGroup& group) const;
    void tellNames();
    QVariant plain(const ComparedGroup& group, int column) const;

    const Units* m_units;
    Contents m_now;
    bool m_namesShapes = false;
    bool m_areShapesFirst = false;
};

/// "less", in the words of the interface
QString stateText(ChangeState state);

} // namespace tidemark::ui
