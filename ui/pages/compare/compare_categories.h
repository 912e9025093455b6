#pragma once

#include "ui/pages/compare/compare_words.h"
#include "ui/tables/grid_table.h"

#include <memory>

namespace tidemark::ui {

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
    /// Shows or hides the roles below the categories.
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
    std::vector<Grid::Column> columnsOf(const std::shared_ptr<const Lines>& lines) const;
    void take(std::shared_ptr<const Comparison> comparison, bool showsRoles);
    void fitNumbers(bool mayShrink);

    const Units* m_units;
    std::shared_ptr<const Comparison> m_comparison;
    std::shared_ptr<const Lines> m_lines; // point into the comparison
    bool m_showsRoles = false;
    int m_hovered = -1; // line
};

} // namespace tidemark::ui
