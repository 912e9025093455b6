#pragma once

#include "core/view/breakdown.h"
#include "ui/state/view_state.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The level at the cursor by groups of rows; the last row is the total, which the groups add up to.
class BreakdownModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kByKind = 0; // ways
    static constexpr int kByCategory = 1; // where the view's kind knows them
    enum Column { Name, Count, Bar, Size, Share, ColumnCount };

    explicit BreakdownModel(const ViewState* state, QObject* parent = nullptr);

    /// Ways to group: by kind, by category where the view's kind knows them, then the groupings of the view.
    QStringList ways() const;
    /// A position in ways(); by kind where the view has none there.
    int way() const { return m_way; }
    void setWay(int way);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool isByCategory() const;
    const Grouping* grouping() const;
    std::vector<Group> groups() const;
    void reload();
    QString cellText(const Group& group, Column column) const;
    QString toolTip(const Group& group, Column column) const;
    QVariant barOf(const Group& group) const;
    bool isTotal(const QModelIndex& index) const;

    const ViewState* m_state;
    int m_way = kByKind;
    std::vector<Group> m_groups; // the total last
    std::int64_t m_largest = 1; // bytes of a group
};

} // namespace tidemark::ui
