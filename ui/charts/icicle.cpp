#include "ui/charts/icicle.h"

#include "ui/charts/chart_legend.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace tidemark::ui {
namespace {

/// True if the rows are only those that a message lists, which may be a part of the memory that it reports.
bool isListed(const View& view)
{
    return view.axis.kind == AxisKind::None;
}

// Multiples of the height of a line of text.
constexpr double kLowest = 1.35;
constexpr double kHighest = 4.6;
constexpr double kTwoLines = 2.4;
constexpr double kSmallestBox = 6; // pixels; narrower parts share one box
constexpr double kLeastText = 26; // pixels without the margins
constexpr double kLeastElided = 44; // a name with less room would be "b…m"
constexpr double kBoxMargin = 6;
constexpr double kPictureSide = 9; // pixels around the boxes of a picture
constexpr double kBand = 5;
constexpr double kDimmedHatch = 0.4; // share of the hatch's colour in a box that does not pass the filter

class Painter
{
public:
    Painter(QPainter& painter, const IcicleContent& content, const IcicleLayout& layout, const Colors& colors,
            const ChartFonts& fonts)
        : m_painter(painter)
        , m_content(content)
        , m_layout(layout)
        , m_colors(colors)
        , m_fonts(fonts)
    { }

    void box(const IcicleBox& box)
    {
        const QRectF whole = m_layout.rectOf(box);
        const QRectF rect = whole.adjusted(0, 0, whole.width() > 3 ? -1 : 0, -1);
        if (rect.width() <= 0)
            return;
        const std::vector<IcicleShare> shares = sharesOf(m_content, box.place);
        std::int64_t matching = 0;
        for (const IcicleShare& share : shares)
            matching += share.matching;
        const bool isDimmed = matching < box.bytes;
        const bool isSmall = box.place.from > 0 && box.depth > 0;
        const bool isOne = shares.size() == 1 && !isSmall;
        Fill fill = m_colors.area;
        if (isOne)
            fill = fillOf(shares.front());
        if (isDimmed)
            fill = m_colors.dimmed(fill);
        paintFill(m_painter, rect, fill);
        if (isSmall) {
            const QColor line = m_colors.lineOn(fill.color);
            m_painter.fillRect(rect, QBrush(isDimmed ? mixed(line, fill.color, kDimmedHatch) : line, Qt::BDiagPattern));
        }
        const bool hasPart = isDimmed && matching > 0;
        const bool hasBand = !isOne || hasPart;
        if (hasBand)
            band(whole, rect, shares, box.bytes);
        QColor ink = m_colors.textOn(fill.color);
        if (hasPart)
            ink = m_colors.text;
        else if (isDimmed)
            ink = m_colors.secondaryText;
        label(rect.adjusted(0, 0, 0, hasBand ? -kBand : 0), box, ink, isSmall ? fill.color : QColor());
    }

private:
    Fill fillOf(const IcicleShare& share) const { return m_content.paints[share.paint].fill(m_colors); }

    /// Draws a band with the shares of a box. The shares are in the order of the boxes below, so that a share is above
    /// its box if each of these boxes has one colour. The part of a share that passes the filter is highlighted from
    /// the share's left end, and visible however small it is.
    void band(const QRectF& whole, const QRectF& rect, const std::vector<IcicleShare>& shares, std::int64_t bytes)
    {
        const double perByte = whole.width() / static_cast<double>(bytes);
        const auto fill = [&](double left, double width, const Fill& of) {
            const double from = std::round(std::min(left, rect.right() - 1));
            const double to = std::clamp(std::round(left + width), from, rect.right());
            paintFill(m_painter, QRectF(from, rect.bottom() - kBand, to - from, kBand), of);
        };
        for (const bool isLit : {false, true}) {
            double left = whole.left();
            for (const IcicleShare& share : shares) {
                if (isLit && share.matching > 0)
                    fill(left, std::max(1.0, static_cast<double>(share.matching) * perByte), fillOf(share));
                else if (!isLit)
                    fill(left, static_cast<double>(share.bytes) * perByte, m_colors.dimmed(fillOf(share)));
                left += static_cast<double>(share.bytes) * perByte;
            }
        }
    }

    /// `ground` is the background of the text if the box's content would make it unreadable, else an invalid colour.
    void label(const QRectF& rect, const IcicleBox& box, const QColor& color, const QColor& ground)
    {
        const QRectF room = rect.adjusted(kBoxMargin, 0, -kBoxMargin, 0);
        if (room.width() < kLeastText)
            return;
        const GroupNode& node = (*m_content.tree)[box.place.node];
        const bool isCode
            = box.place.from == 0 && node.level >= 0 && m_content.isCode[static_cast<std::size_t>(node.level)];
        QFont font = m_fonts.normal;
        if (isCode)
            font = m_fonts.fixed;
        else if (box.depth == 0)
            font = m_fonts.bold;
        const QFontMetricsF metrics(font);
        const QFontMetricsF small(m_fonts.small);
        const QString name = written(m_content.nameOf(box.place));
        if (room.width() < kLeastElided && metrics.horizontalAdvance(name) > room.width())
            return;
        const QString amount
            = m_content.bytes(box.bytes) + QStringLiteral(" · ") + percent(box.bytes, m_content.tree->root().bytes);
        const bool isTall = room.height() >= kTwoLines * metrics.height();
        const double both = metrics.horizontalAdvance(name) + kBoxMargin + small.horizontalAdvance(amount);
        const double lines = isTall ? metrics.height() + small.height() : metrics.height();
        const double baseline = room.top() + (room.height() - lines) / 2 + metrics.ascent();
        // A number must not be elided: a part of it would be another number.
        const bool isBelow = isTall && small.horizontalAdvance(amount) <= room.width();
        if (ground.isValid()) {
            const double words
                = isBelow ? std::max(metrics.horizontalAdvance(name), small.horizontalAdvance(amount)) : both;
            const double width = std::min(words, room.width()) + kBoxMargin;
            m_painter.fillRect(QRectF(room.left() - kBoxMargin / 2, baseline - metrics.ascent(), width, lines), ground);
        }
        paintText(m_painter, {room.left(), baseline},
                  metrics.elidedText(name, isCode ? Qt::ElideMiddle : Qt::ElideRight, room.width()), font, color);
        m_painter.setFont(m_fonts.small);
        if (isBelow)
            m_painter.drawText(QPointF(room.left(), baseline + metrics.descent() + small.ascent()), amount);
        else if (both <= room.width())
            m_painter.drawText(QPointF(room.left() + metrics.horizontalAdvance(name) + kBoxMargin, baseline), amount);
    }

    QPainter& m_painter;
    const IcicleContent& m_content;
    const IcicleLayout& m_layout;
    const Colors& m_colors;
    const ChartFonts& m_fonts;
};

} // namespace

void IcicleZoom::set(const GroupTree& tree, IciclePlace place)
{
    Steps steps;
    if (place.from > 0)
        steps.push_back({0, {}, place.from});
    for (std::uint32_t node = place.node; node != 0; node = tree[node].parent)
        steps.push_back({tree[node].level, tree[node].group, 0});
    std::ranges::reverse(steps);
    if (steps == m_steps)
        return;
    m_history.record(m_steps, steps);
    m_steps = std::move(steps);
}

IciclePlace IcicleZoom::find(const GroupTree& tree)
{
    IciclePlace place;
    std::size_t found = 0;
    for (; found < m_steps.size(); ++found) {
        const GroupNode& node = tree[place.node];
        const Step& step = m_steps[found];
        if (step.from > 0) {
            if (step.from >= node.children)
                break;
            place.from = step.from;
            continue;
        }
        const auto isSame = [&](const GroupNode& at) { return at.level == step.level && at.group == step.group; };
        // Parts of a path that have only one child are one node. Which parts these are differs from step to step.
        const auto isAlong = [&](const GroupNode& at) {
            return at.level == step.level && (isInPart(at.group, step.group) || isInPart(step.group, at.group));
        };
        // The rows directly in a group have a node of the same name among the group's parts.
        const bool isItself = found > 0 && m_steps[found - 1] == step;
        if (!isItself && place.node != 0 && node.level == step.level && isInPart(node.group, step.group))
            continue;
        const auto children = std::span(tree.nodes()).subspan(node.firstChild, node.children);
        auto child = std::ranges::find_if(children, isSame);
        if (child == children.end() && !isItself)
            child = std::ranges::find_if(children, isAlong);
        if (child == children.end())
            break;
        place = {node.firstChild + static_cast<std::uint32_t>(child - children.begin()), 0};
    }
    m_steps.resize(found);
    return place;
}

QString IcicleContent::nameOf(IciclePlace at) const
{
    if (at.from > 0)
        return UiText::tr("Small (%1)").arg(grouped((*tree)[at.node].children - at.from));
    return at.node == 0 ? rootName : text((*tree)[at.node].name);
}

IcicleContent icicleOf(const ViewState& state, std::span<const Grouping* const> levels)
{
    IcicleContent content;
    content.view = state.view();
    content.tree = std::make_shared<GroupTree>(*state.view(), state.live(), levels);
    for (const Grouping* level : levels) {
        content.levels.push_back(level->id);
        content.isCode.push_back(level->id != Facet::kByKind && level->id != Facet::kByCategory
                                 && level->id != Facet::kByRole);
    }
    const RowGroups& groups = *state.groups();
    const bool isFiltered = !state.filter().isEmpty();
    for (const LiveRow& live : content.tree->rowsOf(content.tree->root())) {
        content.paintOf.push_back(static_cast<std::uint16_t>(&state.lookOf(live.row) - groups.looks.data()));
        if (isFiltered)
            content.matches.push_back(state.filter().matches(live.row));
    }
    content.paints = groups.looks;
    content.scale = groups.scale;
    const QString step = cellText(state.view()->axis, state.cursor());
    if (isListed(*state.view()))
        content.rootName = UiText::tr("Listed in %1").arg(step);
    else if (!hasCells(state.view()->axis))
        content.rootName = UiText::tr("All memory");
    else if (state.isCursorAtPeak())
        content.rootName = capitalised(UiText::tr("%1, the peak").arg(step));
    else
        content.rootName = capitalised(step);
    content.unit = state.units().unit();
    return content;
}

std::vector<IcicleShare> sharesOf(const IcicleContent& content, IciclePlace place)
{
    constexpr std::size_t kNone = SIZE_MAX;
    std::vector<std::size_t> shareOf(content.paints.size(), kNone); // position in shares, by paint
    std::vector<IcicleShare> shares;
    const auto rows = rowsOf(*content.tree, place);
    auto at = static_cast<std::size_t>(rows.data() - content.tree->rowsOf(content.tree->root()).data());
    for (const LiveRow& live : rows) {
        std::size_t& share = shareOf[content.paintOf[at]];
        if (share == kNone) {
            share = shares.size();
            shares.push_back({content.paintOf[at]});
        }
        const std::int64_t bytes = content.view->rows.size[live.row] - live.overlap;
        shares[share].bytes += bytes;
        if (content.matches.empty() || content.matches[at])
            shares[share].matching += bytes;
        ++at;
    }
    std::erase_if(shares, [](const IcicleShare& share) { return share.bytes <= 0; });
    std::ranges::stable_sort(shares, std::ranges::greater(), &IcicleShare::bytes);
    return shares;
}

std::vector<Facet> facetsOf(const IcicleContent& content, IciclePlace place, std::span<const Grouping* const> levels)
{
    std::vector<Facet> facets;
    for (const std::uint32_t at : content.tree->groupsOf(place.node)) {
        const GroupNode& node = (*content.tree)[at];
        const auto level = static_cast<std::size_t>(node.level);
        Facet facet = content.tree->isItself(node) ? Facet::ofItself(*levels[level], node.group)
                                                   : Facet::of(*levels[level], node.group);
        if (!content.isCode[level])
            facet.text = text(node.name);
        if (facet.isIn(*content.view))
            facets.push_back(std::move(facet));
    }
    return facets;
}

std::int64_t matchingBytes(const IcicleContent& content, const IcicleBox& box)
{
    if (content.matches.empty())
        return box.bytes;
    const auto rows = rowsOf(*content.tree, box.place);
    auto at = static_cast<std::size_t>(rows.data() - content.tree->rowsOf(content.tree->root()).data());
    std::int64_t bytes = 0;
    for (const LiveRow& live : rows)
        if (content.matches[at++])
            bytes += content.view->rows.size[live.row] - live.overlap;
    return bytes;
}

QStringList icicleTip(const IcicleContent& content, IciclePlace place, const QStringList& levels)
{
    const GroupTree& tree = *content.tree;
    const IcicleBox box = boxOf(tree, place);
    const GroupNode& node = tree[place.node];
    const std::int64_t level = tree.root().bytes;
    const View* view = content.view.get();
    QString share = UiText::tr("%1 of this %2").arg(percent(box.bytes, level), text(view->axis.cell));
    if (isListed(*view))
        share = UiText::tr("%1 of the listed memory").arg(percent(box.bytes, level));
    QStringList lines{QStringLiteral("%1 — %2, %3").arg(content.nameOf(place), content.bytes(box.bytes), share)};
    if (const std::int64_t matching = matchingBytes(content, box); matching < box.bytes)
        lines
            << UiText::tr("%1 of it matches the filter, %2").arg(content.bytes(matching), percent(matching, box.bytes));
    for (const std::uint32_t at : tree.groupsOf(place.node)) {
        const GroupNode& group = tree[at];
        const bool isCode = content.isCode[static_cast<std::size_t>(group.level)];
        lines << QStringLiteral("%1: %2").arg(levels.value(group.level), text(isCode ? group.group : group.name));
    }
    if (place.from > 0)
        lines << UiText::tr("Smallest of %1 parts").arg(grouped(node.children));
    lines << QStringLiteral("%1 · %2").arg(exactBytes(box.bytes), countedRows(view, box.rows));
    if (place.from == 0 && node.repeats > 1)
        lines << UiText::tr("%1 alike, %2 each on average")
                     .arg(grouped(node.repeats), content.bytes(box.bytes / node.repeats));
    const std::vector<IcicleShare> shares = sharesOf(content, place);
    if (shares.size() < 2 && (shares.empty() || node.group.empty()))
        return lines;
    if (!content.scale.isEmpty())
        lines << content.scale + u':';
    for (const IcicleShare& each : shares)
        lines << content.wordsOf(each) + QStringLiteral(", ") + percent(each.bytes, box.bytes);
    return lines;
}

IcicleLayout::IcicleLayout(const IcicleContent& content, const QRectF& area, const ChartFonts& fonts)
    : m_area(area)
{
    const double line = QFontMetricsF(fonts.normal).height();
    const IcicleBox whole = boxOf(*content.tree, content.place);
    if (area.width() < 1 || area.height() < line || whole.bytes <= 0)
        return;
    const auto least = static_cast<std::int64_t>(static_cast<double>(whole.bytes) * kSmallestBox / area.width());
    const auto most = static_cast<std::uint32_t>(area.height() / (kLowest * line));
    m_boxes = layOutIcicle(*content.tree, content.place, std::max<std::int64_t>(1, least), std::max(most, 1U) - 1);
    std::uint32_t deepest = 0;
    for (const IcicleBox& box : m_boxes)
        deepest = std::max(deepest, box.depth);
    m_height = std::floor(std::min(area.height() / (deepest + 1), kHighest * line));
}

QRectF IcicleLayout::rectOf(const IcicleBox& box) const
{
    const auto at = [&](std::int64_t bytes) {
        return m_area.left()
            + std::round(m_area.width() * static_cast<double>(bytes) / static_cast<double>(m_boxes.front().bytes));
    };
    const double left = at(box.begin);
    return {left, m_area.top() + box.depth * m_height, at(box.begin + box.bytes) - left, m_height};
}

std::optional<std::size_t> IcicleLayout::boxAt(QPointF at) const
{
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (rectOf(m_boxes[i]).contains(at))
            return i;
    return std::nullopt;
}

std::optional<std::size_t> IcicleLayout::boxOfRow(const GroupTree& tree, std::size_t position) const
{
    std::optional<std::size_t> found;
    const LiveRow* first = tree.rowsOf(tree.root()).data();
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const auto rows = rowsOf(tree, m_boxes[i].place);
        const auto begin = static_cast<std::size_t>(rows.data() - first);
        if (begin <= position && position < begin + rows.size())
            found = i;
    }
    return found;
}

std::optional<std::size_t> IcicleLayout::boxOfPlace(const GroupTree& tree, IciclePlace place) const
{
    for (;;) {
        for (std::size_t i = 0; i < m_boxes.size(); ++i)
            if (m_boxes[i].place == place)
                return i;
        if (place == IciclePlace{})
            return std::nullopt;
        place = around(tree, place);
    }
}

std::optional<std::size_t> IcicleLayout::neighbour(std::size_t box, int key) const
{
    const std::uint32_t depth = m_boxes[box].depth;
    if (key == Qt::Key_Down)
        return box + 1 < m_boxes.size() && m_boxes[box + 1].depth > depth ? std::optional(box + 1) : std::nullopt;
    const std::uint32_t wanted = key == Qt::Key_Up ? depth - 1 : depth; // no box has the depth above the root
    const std::size_t step = key == Qt::Key_Right ? 1 : SIZE_MAX; // forwards or backwards
    for (std::size_t i = box + step; i < m_boxes.size(); i += step)
        if (m_boxes[i].depth == wanted)
            return i;
    return std::nullopt;
}

void paintIcicle(QPainter& painter, const IcicleContent& content, const IcicleLayout& layout, const Colors& colors,
                 const ChartFonts& fonts)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    Painter boxes(painter, content, layout, colors, fonts);
    for (const IcicleBox& box : layout.boxes())
        boxes.box(box);
    painter.restore();
}

double paintIcicleLegend(QPainter& painter, const QRectF& area, const IcicleContent& content, const Colors& colors,
                         const ChartFonts& fonts)
{
    std::vector<std::pair<Fill, QString>> entries;
    for (const IcicleShare& share : sharesOf(content, content.place))
        entries.emplace_back(content.paints[share.paint].fill(colors), content.wordsOf(share));
    return paintLegendLines(painter, area.topLeft(), area.width(), content.scale, entries, colors, fonts);
}

std::shared_ptr<const Picture> iciclePicture(IcicleContent content, PictureOptions options)
{
    return titledPicture(
        std::move(options),
        [content = std::move(content)](QPainter& painter, const QRectF& area, const Colors& colors, const QFont& font) {
            const ChartFonts fonts = chartFonts(font);
            QRectF room = area.adjusted(kPictureSide, 0, -kPictureSide, -kPictureSide);
            room.setTop(std::ceil(room.top() + paintIcicleLegend(painter, room, content, colors, fonts)));
            room.setSize({std::floor(room.width()), std::floor(room.height())});
            paintIcicle(painter, content, IcicleLayout(content, room, fonts), colors, fonts);
        });
}

} // namespace tidemark::ui
