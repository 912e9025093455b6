#pragma once

#include "tests/support/made_view.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/region_painter.h"
#include "ui/charts/region_scene.h"

#include <QApplication>
#include <QBuffer>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::ui {

/// A row of a region: its lifetime and its place.
struct PlacedRow {
    const char* name;
    std::uint32_t start;
    std::uint32_t end;
    std::int64_t offset;
    std::int64_t size;
};

/// Returns a view with the given number of steps. All rows lie in one region.
inline std::shared_ptr<View> placedView(const std::vector<PlacedRow>& placed, const Rows::Region& region,
                                        std::uint32_t steps)
{
    std::vector<test::MadeRow> made;
    std::vector<std::int64_t> level(steps, 0);
    const auto offsets = std::make_shared<std::vector<std::int64_t>>();
    for (const PlacedRow& each : placed) {
        test::MadeRow row;
        row.facts.name = each.name;
        row.size = each.size;
        row.kind = 2;
        row.start = StepId(each.start);
        row.end = StepId(each.end);
        made.push_back(row);
        offsets->push_back(each.offset);
        for (std::uint32_t step = each.start; step < each.end; ++step)
            level[step] += each.size;
    }
    std::shared_ptr<View> view = test::madeView(std::move(made), std::move(level));
    view->rows.offset = {offsets->data(), sizeof(std::int64_t)};
    view->rows.regions = {region};
    view->owner
        = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(view->owner, offsets);
    return view;
}

/// A region of 65,536 bytes over four steps: "x" in the lower half at steps 0 to 2, and "y" of 1 KiB above it at step
/// 1. The region is an allocation or a memory of several banks.
inline std::shared_ptr<View> twoPlaced(std::int64_t banks = 1)
{
    const std::optional<std::int64_t> allocation = banks > 1 ? std::nullopt : std::optional<std::int64_t>(0);
    return placedView({{"x", 0, 3, 0, 32768 * banks}, {"y", 1, 2, 32768, 1024 * banks}},
                      {0, allocation, 0, 65536, banks}, 4);
}

inline std::shared_ptr<const RegionMap> regionMapOf(const std::shared_ptr<const View>& view)
{
    return *RegionMap::of(view, view->rows.regions.front());
}

/// Shows a view with the map of its region.
inline void showRegion(ViewState& state, const std::shared_ptr<const View>& view)
{
    state.setView(view);
    state.setRegionMap(regionMapOf(view));
}

/// Returns the content of the whole region. REQUIRES: the state has a region map
inline RegionContent wholeRegion(const ViewState& state)
{
    return regionContentOf(state, state.regionMap()->all(), nullptr, contentOf(state));
}

/// Replaces special spaces with plain ones.
inline std::string plainWords(QString words)
{
    return words.replace(QChar(0xa0), u' ').toStdString();
}

inline bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

inline RegionScene regionSceneOf(const RegionContent& content, const QFont& font = QApplication::font())
{
    return makeRegionScene(content, QRectF(0, 0, 900, 500), colorsFor(lightPalette()), chartFonts(font));
}

/// Returns the picture of the region as SVG.
inline std::string regionSvg(const RegionContent& content, const RegionLegend& legend = {})
{
    PictureOptions options;
    options.size = {900, 600};
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_TRUE(regionPicture(content, legend, QStringLiteral("its title"), options)->svg(buffer));
    return plainWords(QString::fromUtf8(buffer.data()));
}

} // namespace tidemark::ui
