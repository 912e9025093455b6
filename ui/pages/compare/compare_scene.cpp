#include "ui/pages/compare/compare_scene.h"

#include "ui/charts/chart_content.h"
#include "ui/charts/chart_metrics.h"
#include "ui/charts/chart_scene.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kHeaderMargin = 10;
constexpr double kHeaderAround = 7; // above and below the text
constexpr double kRoomAbove = 1.1; // times the highest value
constexpr double kBelow = 9; // for marks, and around labels and title

struct CompareSceneText {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

} // namespace

std::int64_t peakOf(const View& view)
{
    return view.highest()[view.peakStep.index()];
}

std::shared_ptr<const ComparedLives> livesOf(const Comparison& comparison, const QString& name,
                                             const std::array<std::vector<RowId>, 2>& rows, ByteUnit unit)
{
    auto lives = std::make_shared<ComparedLives>();
    QStringList most;
    for (const ComparedSide side : kComparedSides) {
        std::vector<std::int64_t>& bytes = lives->bytes[indexOf(side)];
        const View& view = *stepOf(comparison, side).view;
        bytes = bytesPerCell(view, rows[indexOf(side)]);
        if (std::ranges::any_of(rows[indexOf(side)],
                                [&](RowId row) { return view.rows.kindOf(row).hue == Hue::Temporary; }))
            lives->stands[indexOf(side)] = view.floorBytes();
        if (!bytes.empty())
            most << CompareSceneText::tr("%1: %2, at most %3")
                        .arg(letterOf(side), grouped(static_cast<std::int64_t>(rows[indexOf(side)].size())),
                             text(bytesText(std::ranges::max(bytes), unit)));
    }
    lives->name = QStringLiteral("%1 (%2)").arg(name, most.join(QStringLiteral("; ")));
    return lives;
}

double CompareCurves::length(ComparedSide side) const
{
    const std::uint32_t a = comparison->a.view->axis.count;
    const std::uint32_t b = comparison->b.view->axis.count;
    return isByStep ? std::max(a, b) : side == ComparedSide::A ? a : b;
}

CompareScene::CompareScene(const CompareCurves& of, const QRectF& area, const QFont& usual)
    : curves(of)
    , font(usual)
    , small(smallerFont(usual))
{
    const Comparison& comparison = *curves.comparison;
    const std::int64_t highest = std::max(peakOf(*comparison.a.view), peakOf(*comparison.b.view));
    bytes = byteAxis(kRoomAbove * static_cast<double>(highest), curves.unit);
    const double gutter = gutterFor(bytes, small);
    header = QRectF(area.left() + kHeaderMargin, area.top(), area.width() - kHeaderMargin - kRightMargin,
                    std::ceil(QFontMetricsF(boldFont(font)).height() + 2 * kHeaderAround));
    const double below = std::ceil(kBelow + 2 * QFontMetricsF(small).height());
    plot = QRectF(std::round(area.left() + gutter), std::round(header.bottom()),
                  std::max(1.0, std::floor(area.width() - gutter - kRightMargin)),
                  std::max(1.0, std::floor(area.bottom() - below - header.bottom())));
}

double CompareScene::xOf(ComparedSide side, double cell) const
{
    const double share = cell / curves.length(side);
    return plot.left() + (share - curves.begin) / (curves.end - curves.begin) * plot.width();
}

double CompareScene::yOf(std::int64_t level) const
{
    return plot.bottom() - static_cast<double>(level) / bytes.top * plot.height();
}

StepId CompareScene::cellAt(ComparedSide side, double x) const
{
    const double share = curves.begin + (x - plot.left()) / plot.width() * (curves.end - curves.begin);
    const double last = stepOf(*curves.comparison, side).view->axis.count - 1.0;
    return StepId(static_cast<std::uint32_t>(std::clamp<double>(std::floor(share * curves.length(side)), 0, last)));
}

bool CompareScene::isVisible(ComparedSide side, StepId cell) const
{
    const double x = xOf(side, cell.value + 0.5);
    return x >= plot.left() && x <= plot.right();
}

} // namespace tidemark::ui
