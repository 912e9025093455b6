#pragma once

#include "core/base/text.h"
#include "core/groups/group_tree.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"
#include "ui/state/view_state.h"
#include "ui/state/zoom_history.h"
#include "ui/theme/colors.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <string>
#include <vector>

class QPainter;

namespace tidemark::ui {

/// The place to which an icicle is zoomed, and the places before it. Stored by groups instead of nodes, because the
/// trees of other steps have the same levels but other nodes.
class IcicleZoom
{
public:
    bool isZoomed() const { return !m_steps.empty(); }
    void clear() { *this = {}; }
    void set(const GroupTree& tree, IciclePlace place);
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void back() { m_steps = m_history.back(m_steps); }
    void forward() { m_steps = m_history.forward(m_steps); }
    /// Finds the place in a tree. Forgets the part of the path that the tree does not have.
    IciclePlace find(const GroupTree& tree);

private:
    struct Step {
        int level = 0;
        std::string group;
        std::uint32_t from = 0; // see IciclePlace::from
        friend bool operator==(const Step&, const Step&) = default;
    };
    using Steps = std::vector<Step>;

    Steps m_steps; // from the root
    ZoomHistory<Steps> m_history{0};
};

/// The place that directly contains a place. REQUIRES: not the whole tree
inline IciclePlace around(const GroupTree& tree, IciclePlace place)
{
    return {place.from > 0 ? place.node : tree[place.node].parent, 0};
}

/// The bytes of a place that have one colour.
struct IcicleShare {
    std::size_t paint = 0;
    std::int64_t bytes = 0;
    std::int64_t matching = 0; // bytes that pass the filter
};

/// The contents of an icicle of the rows live at a step. A value, which may be drawn on any thread.
struct IcicleContent {
    std::shared_ptr<const View> view;
    std::shared_ptr<const GroupTree> tree;
    IciclePlace place; // the place that is zoomed to
    std::vector<std::string> levels; // ids of the groupings that are levels of the tree
    std::vector<bool> isCode; // by level: its groups are names of the program, not words
    QString scale; // see RowGroups::scale
    std::vector<GroupLook> paints; // see RowGroups::looks
    std::vector<std::uint16_t> paintOf; // by row of the tree, into the paints
    std::vector<bool> matches; // by row of the tree; empty: there is no filter
    QString rootName; // "Step 131, the peak"
    ByteUnit unit = ByteUnit::Auto;

    /// "Gradients 16 MiB", "1–9: 16 MiB"
    QString wordsOf(const IcicleShare& share) const
    {
        return paints[share.paint].name + (scale.isEmpty() ? QStringLiteral(" ") : QStringLiteral(": "))
            + bytes(share.bytes);
    }
    QString bytes(std::int64_t value) const { return QString::fromStdString(bytesText(value, unit)); }
    QString nameOf(IciclePlace at) const; // "attn", "Small (12)"
};

/// Makes the tree of the rows live at the cursor, with these groupings of its view as levels. The icicle begins at its
/// root. REQUIRES: a view
IcicleContent icicleOf(const ViewState& state, std::span<const Grouping* const> levels);

/// The bytes of a place by colour, in the order in which boxes are drawn: the largest first, equal ones in tree order.
std::vector<IcicleShare> sharesOf(const IcicleContent& content, IciclePlace place);

/// The bytes of a box that pass the filter.
std::int64_t matchingBytes(const IcicleContent& content, const IcicleBox& box);

/// The facets by which the filter can be narrowed to the groups around a place, the outermost group first. `levels` are
/// the groupings of the tree.
std::vector<Facet> facetsOf(const IcicleContent& content, IciclePlace place, std::span<const Grouping* const> levels);

/// The text of the tip over a box, line by line as plain text. The first line is the heading. `levels` are the names of
/// the levels.
QStringList icicleTip(const IcicleContent& content, IciclePlace place, const QStringList& levels);

/// The positions of an icicle's boxes in an area: a group above, its parts below it.
class IcicleLayout
{
public:
    IcicleLayout() = default;
    IcicleLayout(const IcicleContent& content, const QRectF& area, const ChartFonts& fonts);

    const std::vector<IcicleBox>& boxes() const { return m_boxes; }
    QRectF rectOf(const IcicleBox& box) const;
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

/// Draws the legend of the colours that occur. Returns its height.
double paintIcicleLegend(QPainter& painter, const QRectF& area, const IcicleContent& content, const Colors& colors,
                         const ChartFonts& fonts);

std::shared_ptr<const Picture> iciclePicture(IcicleContent content, PictureOptions options);

} // namespace tidemark::ui
