#include "ui/charts/region_content.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr double kLargeFrom = 4; // pixels of either side

struct RegionText {
    Q_DECLARE_TR_FUNCTIONS(AddressMap)
};

} // namespace

RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart)
{
    RegionContent content;
    content.map = state.region().map();
    content.chart = std::move(chart);
    content.chart.follow(state);
    content.chart.selected.reset();
    content.chart.range.reset();
    content.chart.visible = window.steps;
    content.window = window;
    content.matches = std::move(matches);
    content.isByCategory = state.meanings() && state.colorBy().way() == ColorBy::Way::Category;
    content.chart.meanings = state.meanings();
    if (state.colorBy().way() == ColorBy::Way::Idle)
        for (const LiveRow& live : state.live())
            if (const auto idle = state.idle(live.row))
                content.idle.emplace_back(live.row, idleShade(idle->steps));
    std::ranges::sort(content.idle, {}, [](const auto& each) { return each.first.value; });
    return content;
}

RowFills::RowFills(const RegionContent& content, const Colors& colors)
    : m_content(content)
{
    const auto fillOf = [&](const QColor& color) { return Fill{color.rgb(), colors.dimmed(color).rgb()}; };
    if (content.isByCategory)
        for (const RowCategory& category : content.chart.meanings->categories)
            m_fills.push_back(fillOf(colors.category(category.id)));
    else
        for (const RowKind& kind : content.rows().kinds)
            m_fills.push_back(fillOf(colors.hue(kind.hue)));
    for (int shade = 0; shade < kIdleShades; ++shade)
        m_idle.push_back(fillOf(colors.idle(shade)));
}

QRgb RowFills::of(RowId row) const
{
    const Fill* fill = &m_fills[m_content.isByCategory ? m_content.chart.meanings->category[row.index()]
                                                       : m_content.rows().kind[row]];
    if (!m_content.idle.empty()) {
        const auto found = std::ranges::lower_bound(m_content.idle, row.value, {},
                                                    [](const auto& each) { return each.first.value; });
        if (found != m_content.idle.end() && found->first == row)
            fill = &m_idle[static_cast<std::size_t>(std::clamp(found->second, 0, kIdleShades - 1))];
    }
    return m_content.matches && !(*m_content.matches)[row.index()] ? fill->dimmed : fill->plain;
}

Result<std::shared_ptr<const RegionDrawing>> drawRegion(const RegionMap& map, const MapWindow& window,
                                                        const QSize& pixels, double ratio, const Progress& progress)
{
    auto drawing = std::make_shared<RegionDrawing>();
    drawing->window = window;
    auto raster = rasterOf(map.pieces(), window, pixels.width(), pixels.height(), progress);
    if (!raster)
        return raster.error();
    drawing->raster = std::move(*raster);
    const double wide = kLargeFrom * ratio * window.steps.size() / pixels.width();
    const double high = kLargeFrom * ratio * static_cast<double>(window.size()) / pixels.height();
    map.pieces().forEach(window, [&](const MapBox& piece) {
        if (piece.past - piece.first >= wide && static_cast<double>(piece.size()) >= high)
            drawing->large.push_back(piece);
    });
    return std::shared_ptr<const RegionDrawing>(std::move(drawing));
}

QImage imageOf(const RegionRaster& raster, const RowFills& fills)
{
    QImage image(raster.width, raster.height, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    RowId last;
    QRgb fill = 0;
    for (int y = 0; y < raster.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < raster.width; ++x) {
            const std::size_t pixel = raster.at(x, y);
            const RowId row = raster.row[pixel];
            if (row.isNone()) {
                line[x] = 0;
                continue;
            }
            if (row != last) {
                last = row;
                fill = fills.of(row);
            }
            // What is there shows, however little it is.
            const int alpha = std::clamp(qRound(raster.share[pixel] * 255), 24, 255);
            line[x] = qPremultiply(qRgba(qRed(fill), qGreen(fill), qBlue(fill), alpha));
        }
    }
    return image;
}

QString regionName(const View& view, const Rows::Region& region, ByteUnit unit)
{
    const QString size = QString::fromStdString(bytesText(region.end - region.begin, unit));
    const auto regions = regionsWithMap(view);
    const auto at = std::ranges::find_if(
        regions, [&](const Rows::Region& each) { return each.holder == region.holder && each.begin == region.begin; });
    const QString banks
        = region.banks > 1 ? RegionText::tr(" in each of %1 banks").arg(grouped(region.banks)) : QString();
    if (region.allocation)
        return (regions.size() > 1
                    ? RegionText::tr("temporary region %1 (allocation %2)").arg(size, grouped(*region.allocation))
                    : RegionText::tr("temporary region %1").arg(size))
            + banks;
    return (regions.size() > 1
                ? RegionText::tr("region %1 of %2, %3").arg(at - regions.begin() + 1).arg(regions.size()).arg(size)
                : RegionText::tr("region %1").arg(size))
        + banks;
}

QString regionTitle(const RegionContent& content)
{
    QString title = regionName(content.map->view(), content.map->region(), content.chart.unit);
    if (content.map->crowded() > 0)
        title += RegionText::tr(" · %1 that contradict others are below")
                     .arg(grouped(static_cast<std::int64_t>(content.map->crowded())));
    return title;
}

} // namespace tidemark::ui
