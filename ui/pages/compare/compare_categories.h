#pragma once

#include "ui/pages/compare/compare_categories_model.h"
#include "ui/tables/column_header.h"
#include "ui/tables/flat_table.h"

namespace tidemark::ui {

/// The table of the categories of a comparison. The total is always seen: it lies over the others where they leave it
/// no room.
class CompareCategories : public FlatTable
{
    Q_OBJECT

public:
    CompareCategories(const Units* units, QWidget* parent);

    /// What is selected stays so, if it is there, which is not told.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setShowsRoles(bool shows);
    /// Rows of both sides that are of the category under the pointer, else of the selected one; absent: there is none.
    struct Chosen {
        QString name;
        std::array<std::vector<RowId>, 2> rows; // by side
    };
    std::optional<Chosen> chosen() const;
    bool isHovered() const { return m_hovered >= 0; }
    /// For numbers that are told whole beside short names.
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
    /// Where the total lies over the others; null: it stands below them.
    QRect totalOverOthers() const;

    CompareCategoriesModel* m_model;
    ColumnHeader* m_header;
    int m_hovered = -1; // row
};

} // namespace tidemark::ui
