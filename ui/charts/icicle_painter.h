#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/icicle_content.h"

#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// Where the boxes of an icicle are in an area: what it is of above, its parts below.
class IcicleLayout
{
public:
    IcicleLayout() = default;
    IcicleLayout(const IcicleContent& content, const QRectF& area, const ChartFonts& fonts);

    const std::vector<IcicleBox>& boxes() const { return m_boxes; }
    QRectF rectOf(const IcicleBox& box) const;
    /// The box at a point, by its position in boxes().
    std::optional<std::size_t> boxAt(QPointF at) const;
    /// Of a place; of what it is in where it has no box of its own.
    std::optional<std::size_t> boxOfPlace(const GroupTree& tree, IciclePlace place) const;
    /// The innermost box with a row, by the row's position in the tree.
    std::optional<std::size_t> boxOfRow(const GroupTree& tree, std::size_t position) const;
    /// The box that an arrow key leads to from another, by their positions in boxes().
    std::optional<std::size_t> neighbour(std::size_t box, int key) const;

private:
    QRectF m_area;
    double m_height = 0; // of a box, pixels
    std::vector<IcicleBox> m_boxes;
};

/// Draws the boxes. A box of one category or type has its colour; another is neutral, with a band that shows what it is
/// of. What the filter leaves out is pale; a box of which it leaves a part is, too, with a band in which that is not.
void paintIcicle(QPainter& painter, const IcicleContent& content, const IcicleLayout& layout, const Colors& colors,
                 const ChartFonts& fonts);

/// Around a box that the user is about.
void paintIcicleFrame(QPainter& painter, const QRectF& box, const QColor& color, const Colors& colors);

/// What the colours mean, those that occur, as far as there is room.
void paintIcicleLegend(QPainter& painter, const QRectF& area, const IcicleContent& content, const Colors& colors,
                       const ChartFonts& fonts);

} // namespace tidemark::ui
