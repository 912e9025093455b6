#pragma once

#include "core/view/view.h"
#include "ui/charts/coordinates.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace tidemark::ui {

/// The named ranges of a view in rows: what lies inside another stands below it.
class MarkRows
{
public:
    static constexpr int kMost = 3; // rows; ranges that are nested deeper are in the last row

    MarkRows() = default;
    /// Cost: sorts the marks once. The view must outlive it.
    explicit MarkRows(const View& view);

    int count() const { return m_rows; }
    bool isEmpty() const { return m_rows == 0; }
    double height(const QFont& small) const;
    /// The innermost one at a cell, of those in a row; null: there is none.
    const Mark* at(StepId cell, int row) const;
    /// The first that begins behind a cell, the last that begins before it; null: there is none.
    const Mark* next(StepId cell) const;
    const Mark* previous(StepId cell) const;

    /// Draws those that are visible, with their names where there is room.
    void paint(QPainter& painter, const QRectF& area, const StepScale& steps, const Colors& colors,
               const QFont& small) const;

private:
    struct Place {
        const Mark* mark;
        int row;
    };
    std::vector<Place> m_places; // by first cell; of equal ones the longest first
    int m_rows = 0;
};

} // namespace tidemark::ui
