#pragma once

#include "ui/pages/compare/compare_categories_model.h"
#include "ui/tables/column_header.h"
#include "ui/tables/flat_table.h"

namespace tidemark::ui {

/// The table of the categories of a comparison. The total is always visible: if there is no room below the other lines,
/// it covers some of them.
class CompareCategories : public FlatTable
{
    Q_OBJECT

public:
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
    /// The width at which all numbers fit next to shortened names.
    int leastWidth() const;

    QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

signals:
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void leaveEvent(QEvent* event) override;

private:
    void fitNumbers(bool mayShrink);
    void setHovered(int row);
    /// The rectangle of the total if it covers other lines; null if it stands below them.
    QRect totalOverOthers() const;

    CompareCategoriesModel* m_model;
    ColumnHeader* m_header;
    int m_hovered = -1; // row
};

} // namespace tidemark::ui
