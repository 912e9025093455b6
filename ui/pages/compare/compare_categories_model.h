#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QAbstractTableModel>

#include <memory>
#include <utility>

namespace tidemark::ui {

/// The categories of a comparison, those with roles that change apart below them, and last what all add up to.
class CompareCategoriesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, InA, InB, Change, Bar, Count };

    explicit CompareCategoriesModel(const Units* units, QObject* parent);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    /// With what they are held as below them, or without.
    void setShowsRoles(bool shows);
    /// The category in a place, and its role where it is one's; null: the total.
    const ComparedCategory* categoryAt(int place) const;
    const ComparedCategory::Role* roleAt(int place) const;
    /// What tells the line in a place from others, wherever the cursors are: the category's id, and what it is called.
    using Mark = std::pair<std::string, QString>;
    Mark markAt(int place) const;
    /// −1: no line has it.
    int placeOf(const Mark& mark) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        QString name;
        std::string category; // id; empty: of a role, or of all
        std::int64_t a = 0;
        std::int64_t b = 0;
        const ComparedCategory* of = nullptr;
        const ComparedCategory::Role* role = nullptr;
    };

    void set(std::shared_ptr<const Comparison> comparison, bool showsRoles);
    /// "saved: 4.13 GiB → 772.1 MiB, −3.38 GiB", a line each
    QString rolesText(const ComparedCategory& category) const;

    const Units* m_units;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<Line> m_lines;
    bool m_showsRoles = false;
    std::int64_t m_largest = 0; // of the changes of categories
};

} // namespace tidemark::ui
