#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/icicle_content.h"
#include "ui/charts/picture.h"

#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The positions of an icicle's boxes in an area: a group above, its parts below it.
class IcicleLayout
{
public:
    IcicleLayout() = default;
    IcicleLayout(const IcicleContent& content, const QRectF& area, const ChartFonts& fonts);

    const std::vector<IcicleBox>& boxes() const { return m_boxes; }
    QRectF rectOf(const IcicleBox& box) const;
    /// The box at a point, by its position in boxes().
    std::optional<std::size_t> boxAt(QPointF at) const;
    /// The box of a place, or the box of the innermost group around the place if the place has no box of its own.
    std::optional<std::size_t> boxOfPlace(const GroupTree& tree, IciclePlace place) const;
    /// The innermost box that contains a row. `position` is the position of the row in the tree.
    std::optional<std::size_t> boxOfRow(const GroupTree& tree, std::size_t position) const;
    /// The box to which an arrow key moves from a box. Both are positions in boxes().
    std::optional<std::size_t> neighbour(std::size_t box, int key) const;

private:
    QRectF m_area;
    double m_height = 0; // of a box, pixels
    std::vector<IcicleBox> m_boxes;
};

/// Draws the boxes. A box that contains one category or type has its colour. Another box is neutral and has a band that
/// shows its parts by colour. Boxes that do not pass the filter are pale. A box that passes in part is pale too, but
/// the part of its band that passes is not.
void paintIcicle(QPainter& painter, const IcicleContent& content, const IcicleLayout& layout, const Colors& colors,
                 const ChartFonts& fonts);

/// Draws a frame around the current or hovered box.
void paintIcicleFrame(QPainter& painter, const QRectF& box, const QColor& color, const Colors& colors);

/// Draws the legend of the colours that occur, as far as there is room.
void paintIcicleLegend(QPainter& painter, const QRectF& area, const IcicleContent& content, const Colors& colors,
                       const ChartFonts& fonts);

/// A picture of an icicle with its titles and the legend.
std::shared_ptr<const Picture> iciclePicture(IcicleContent content, PictureOptions options);

} // namespace tidemark::ui
