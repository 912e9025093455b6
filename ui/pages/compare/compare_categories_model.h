#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QAbstractTableModel>

#include <memory>
#include <utility>

namespace tidemark::ui {

/// The categories of a comparison, then the total. The roles of a category that change are listed below it.
class CompareCategoriesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, InA, InB, Change, Bar, Count };

    explicit CompareCategoriesModel(const Units* units, QObject* parent);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    /// Shows or hides the roles below the categories.
    void setShowsRoles(bool shows);
    /// The category in a line; null for the total. For the line of a role, the category of that role.
    const ComparedCategory* categoryAt(int place) const;
    const ComparedCategory::Role* roleAt(int place) const;
    /// Identifies a line wherever the cursors are: the id of the category, and the name of the line.
    using Mark = std::pair<std::string, QString>;
    Mark markAt(int place) const;
    /// −1 if no line has this mark.
    int placeOf(const Mark& mark) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        QString name;
        std::string category; // id; empty for a role and for the total
        std::int64_t a = 0;
        std::int64_t b = 0;
        const ComparedCategory* of = nullptr;
        const ComparedCategory::Role* role = nullptr;
    };

    void set(std::shared_ptr<const Comparison> comparison, bool showsRoles);
    /// "saved: 4.13 GiB → 772.1 MiB, −3.38 GiB", one line for each role
    QString rolesText(const ComparedCategory& category) const;

    const Units* m_units;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<Line> m_lines;
    bool m_showsRoles = false;
    std::int64_t m_largest = 0; // largest change of a category
};

} // namespace tidemark::ui
