#pragma once

#include "ui/pages/compare/compare_categories_model.h"
#include "ui/tables/flat_table.h"

namespace tidemark::ui {

/// The table of the categories of a comparison.
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

signals:
    void chosenChanged();

protected:
    void leaveEvent(QEvent* event) override;

private:
    void setHovered(int row);

    CompareCategoriesModel* m_model;
    int m_hovered = -1; // row
};

} // namespace tidemark::ui
