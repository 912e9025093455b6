#include "ui/pages/compare/compare_chart.h"

#include "core/compare/comparison_headline.h"
#include "core/link/opened_together.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/painting.h"
#include "ui/charts/tip_box.h"
#include "ui/pages/export_view.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/restyle.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr double kHeaderMargin = 10;
constexpr double kHeaderAround = 7; // above and below the text
constexpr double kRoomAbove = 1.1; // times the highest value
constexpr float kAreaAlpha = 0.11F;
constexpr float kLifeAlpha = 0.5F;
constexpr float kFloorAlpha = 0.35F;
constexpr double kCurveLine = 1.4;
constexpr double kLegendGap = 20;
constexpr double kLeastName = 60; // pixels of a name in the legend

/// The highest level at the peak step, which may occur inside a cell.
std::int64_t peakOf(const View& view)
{
    return view.highest()[view.peakStep.index()];
}

/// The level at the cursor of a side.
std::int64_t levelOf(const ComparedStep& of)
{
    return of.isPeak() ? peakOf(*of.view) : of.level();
}

QPointF pointOf(const CompareScene& scene, ComparedSide side, StepId cell, std::int64_t level)
{
    return {std::round(scene.x(side, cell.value + 0.5)) + 0.5, scene.y(level)};
}

QPointF cursorOf(const CompareScene& scene, ComparedSide side)
{
    const ComparedStep& of = stepOf(*scene.curves.comparison, side);
    return pointOf(scene, side, of.step, levelOf(of));
}

QString tagText(const CompareCurves& curves, ComparedSide side)
{
    const ComparedStep& of = stepOf(*curves.comparison, side);
    const QString level = text(bytesText(levelOf(of), curves.unit));
    const QString words = of.isPeak() ? UiText::tr("%1: peak %2") : UiText::tr("%1: %2");
    return joined({words.arg(letterOf(side), level), stepText(of)});
}

class ComparePainter
{
public:
    ComparePainter(QPainter& painter, const CompareScene& scene)
        : m_painter(painter)
        , m_scene(scene)
        , m_curves(scene.curves)
        , m_comparison(*scene.curves.comparison)
        , m_colors(scene.colors)
        , m_plot(scene.plot())
    { }

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        paintAxis(m_painter, m_scene, m_curves.isByStep ? cellLabels(m_scene, m_curves.longer()) : shares(), title());
        if (m_curves.selected)
            paintRange(m_painter, m_scene.geometry, *m_curves.selected, m_colors);
        m_painter.save();
        m_painter.setClipRect(m_plot);
        if (const std::int64_t floor = commonFloor(); floor > 0) {
            const double y = std::round(m_scene.y(floor));
            m_painter.fillRect(QRectF(m_plot.left(), y, m_plot.width(), m_plot.bottom() - y), floorColor());
        }
        for (const ComparedSide side : kComparedSides)
            paintCurveOf(side);
        if (m_curves.lives)
            for (const ComparedSide side : kComparedSides)
                paintLife(side);
        m_painter.restore();
        m_painter.setRenderHint(QPainter::Antialiasing);
        paintMarks();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        paintHeader();
    }

private:
    const View& view(ComparedSide side) const { return m_curves.view(side); }
    QColor floorColor() const { return withAlpha(m_colors.secondaryText, kFloorAlpha); }
    /// The floor, if both curves have the same.
    std::int64_t commonFloor() const
    {
        const std::int64_t a = view(ComparedSide::A).floorBytes();
        return a == view(ComparedSide::B).floorBytes() ? a : 0;
    }

    /// Round shares of the whole axis.
    std::vector<AxisLabel> shares() const
    {
        if (!hasCells(m_curves.longer()))
            return {};
        const StepScale& steps = m_scene.geometry.steps;
        const double all = m_curves.longer().count;
        const double begin = steps.range.begin / all;
        const double end = steps.range.end / all;
        double interval = 0.1;
        for (const double factor : {2.0, 2.5, 2.0})
            if ((end - begin) / interval > labelCount(m_scene))
                interval *= factor;
        while ((end - begin) / interval < 3 && interval > 1e-4)
            interval /= 10;
        std::vector<AxisLabel> labels;
        for (double share = std::ceil(begin / interval) * interval; share <= end + interval / 1000; share += interval)
            labels.push_back({std::round(xOf(steps, share * all)),
                              QString::number(std::round(share * 1e5) / 1e3) + QStringLiteral("\u00a0%")});
        return labels;
    }

    QString title() const
    {
        const Axis& a = view(ComparedSide::A).axis;
        const Axis& longer = m_curves.longer();
        if (!hasCells(longer))
            return {};
        const QString counts
            = UiText::tr("A: %1, B: %2").arg(countedCells(a, a.count), grouped(view(ComparedSide::B).axis.count));
        if (m_curves.isByStep)
            return QStringLiteral("%1 (%2)").arg(text(longer.title).section(QStringLiteral(" ("), 0, 0), counts);
        if (longer.kind == AxisKind::Steps)
            return UiText::tr("Share of the program, by scheduled %1 (%2)").arg(text(longer.cell), counts);
        return UiText::tr("Share of the whole, by %1 (%2)").arg(text(longer.cell), counts);
    }

    /// Draws the curve of a side in its own columns; draws nothing if no cell is visible.
    template <class Draw>
    void withSurface(ComparedSide side, const Draw& draw)
    {
        const StepRange range = m_curves.cellsIn(side, m_curves.visible);
        if (range.size() == 0)
            return;
        const double left = m_scene.x(side, range.begin);
        const QRectF place(left, m_plot.top(), m_scene.x(side, range.end) - left, m_plot.height());
        const double ratio = m_painter.device() ? m_painter.device()->devicePixelRatio() : 1;
        const QSize cells(std::max(1, static_cast<int>(std::round(place.width() * ratio))),
                          std::max(1, static_cast<int>(std::round(place.height() * ratio))));
        PolygonSurface surface(m_painter, place, cells);
        CurveDrawing curve;
        curve.top = m_scene.byteAxis.top;
        curve.lineWidth = std::max(2, static_cast<int>(kCurveLine * ratio));
        draw(surface, curve, range);
        paintCurve(surface, curve, m_colors);
    }

    void paintCurveOf(ComparedSide side)
    {
        withSurface(side, [&](const PolygonSurface& surface, CurveDrawing& curve, StepRange range) {
            const Curve& level = view(side).curves.front();
            curve.level = pixelColumns(level, range, surface.width());
            if (const Curve* inside = view(side).curve(CurveRole::Inside); inside && !inside->values.empty())
                curve.inside = spikeColumns(*inside, level, range, surface.width());
            curve.line = colorOf(m_colors, side);
            curve.area = withAlpha(curve.line, kAreaAlpha);
        });
    }

    void paintLife(ComparedSide side)
    {
        const std::vector<std::int64_t>& bytes = m_curves.lives->bytes[indexOf(side)];
        if (bytes.empty())
            return;
        const double floor = m_scene.y(m_curves.lives->stands[indexOf(side)]);
        m_painter.save();
        m_painter.setClipRect(m_plot.intersected({m_plot.left(), 0, m_plot.width(), floor + 1}));
        withSurface(side, [&](const PolygonSurface& surface, CurveDrawing& curve, StepRange range) {
            curve.level = pixelColumns(bytes, range, surface.width());
            // Starts above the floor, as other lives over a chart do.
            const std::int64_t stand = m_curves.lives->stands[indexOf(side)];
            for (Column& column : curve.level)
                for (std::int64_t* level : {&column.first, &column.min, &column.max, &column.last})
                    *level += stand;
            curve.line = mixed(colorOf(m_colors, side), m_colors.text, 0.6);
            curve.area = withAlpha(colorOf(m_colors, side), kLifeAlpha);
        });
        m_painter.restore();
    }

    /// Draws the peak as a dot and the cursor as a line with a tag.
    void paintMarks()
    {
        for (const ComparedSide side : kComparedSides) {
            const ComparedStep& of = stepOf(m_comparison, side);
            const QColor color = colorOf(m_colors, side);
            if (m_scene.isVisible(side, of.view->peakStep))
                paintDot(m_painter, pointOf(m_scene, side, of.view->peakStep, peakOf(*of.view)), color);
            if (!m_scene.isVisible(side, of.step))
                continue;
            const QPointF cursor = cursorOf(m_scene, side);
            m_painter.setPen(QPen(color, 1.5, Qt::DashLine));
            m_painter.drawLine(cursor, QPointF(cursor.x(), m_plot.bottom()));
        }
        for (const ChartTag& tag : cursorTags(m_scene))
            paintTag(m_painter, m_scene, tag);
    }

    std::vector<LegendEntry> legend() const
    {
        const auto names = namesOf(m_comparison);
        const QFontMetricsF metrics(m_scene.fonts.small);
        std::vector<LegendEntry> entries;
        const auto add = [&](const QString& words, const QColor& color, LegendEntry::Look look) {
            const double room = std::max(kLeastName, m_scene.header.width() / 6);
            entries.push_back({words, metrics.elidedText(words, Qt::ElideMiddle, room), color, look});
        };
        for (const ComparedSide side : kComparedSides)
            add(letterOf(side) + u' ' + names[indexOf(side)], colorOf(m_colors, side), LegendEntry::Look::Line);
        if (commonFloor() > 0) {
            const std::vector<Part>& floor = view(ComparedSide::A).floor;
            const QString name = floor.size() == 1 ? text(floor.front().name) : UiText::tr("Always live");
            add(UiText::tr("%1 (same in both)").arg(name), mixed(m_colors.secondaryText, m_colors.base, kFloorAlpha),
                LegendEntry::Look::Area);
        }
        return entries;
    }

    void paintHeader()
    {
        const QString axis = text(m_curves.longer().title).section(QStringLiteral(" ("), 0, 0);
        QString words = UiText::tr("Memory");
        if (m_curves.lives)
            words = m_curves.lives->name;
        else if (!axis.isEmpty() && hasCells(m_curves.longer()))
            words = UiText::tr("Memory vs %1").arg(axis.left(1).toLower() + axis.mid(1));
        const QRectF& line = m_scene.header;
        const QFontMetricsF metrics(m_scene.fonts.bold);
        const double least = std::min(metrics.horizontalAdvance(words) + kLegendGap, line.width() / 2);
        const double right = paintLegend(m_painter, line.adjusted(least, 0, 0, 0), legend(), m_colors, m_scene.fonts);
        m_painter.setFont(m_scene.fonts.bold);
        m_painter.setPen(m_colors.text);
        m_painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                           metrics.elidedText(words, Qt::ElideMiddle, std::max(0.0, right - kLegendGap - line.left())));
    }

    QPainter& m_painter;
    const CompareScene& m_scene;
    const CompareCurves& m_curves;
    const Comparison& m_comparison;
    const Colors& m_colors;
    const QRectF m_plot;
};

constexpr const char* kWith = "with";
constexpr const char* kModuleB = "module-b";
constexpr const char* kBySteps = "by-step";

Result<ComparedStep> atPeak(const ExportQuestion& question, const std::shared_ptr<const View>& view,
                            const Documents& openedTogether)
{
    return comparedStep(view, view->peakStep,
                        withOpenedTogether(view->figures(question.device.get()), *view, openedTogether));
}

/// The program of B at its peak. It is chosen as the `compare` command does.
Result<ComparedStep> otherOf(const ExportQuestion& question, const std::string& path)
{
    const auto documents = openDocuments({path}, question.kinds);
    if (!documents)
        return documents.error();
    for (const auto& document : *documents)
        question.warn(document->catalogue().warnings);
    Choice choice = question.choice;
    if (const auto program = question.option(kModuleB))
        choice.program = *program;
    const auto viewed = viewIn(*documents, choice, Wanted::WithAxis, question.warn);
    if (!viewed)
        return viewed.error();
    question.warn(viewed->view->problems);
    return atPeak(question, viewed->view, *documents);
}

ExportView::Result compared(const ExportQuestion& question, const ExportSubject& subject)
{
    const auto with = question.option(kWith);
    if (!with)
        return Error{ErrorKind::NotFound,
                     "--view compare needs --with PATH, what " + subject.view->path + " is compared with.",
                     std::nullopt};
    auto a = atPeak(question, subject.view, question.documents);
    if (!a)
        return a.error();
    auto b = otherOf(question, *with);
    if (!b)
        return b.error();
    auto comparison = compare(std::move(*a), std::move(*b));
    if (!comparison)
        return comparison.error();
    PictureOptions options = titlesOf(*comparison, ByteUnit::Auto);
    options.size = question.size;
    CompareCurves curves;
    curves.comparison = std::make_shared<const Comparison>(std::move(*comparison));
    curves.isByStep = question.options.contains(kBySteps);
    curves.visible = {0, curves.longer().count};
    return comparisonPicture(std::move(curves), options);
}

} // namespace

std::vector<ChartTag> cursorTags(const CompareScene& scene)
{
    std::vector<ChartTag> tags;
    const double height = tagHeight(scene);
    const double highest = scene.plot().top() + 2;
    const double lowest = std::max(highest, scene.plot().bottom() - 2 - height);
    for (const ComparedSide side : kComparedSides) {
        if (!scene.isVisible(side, stepOf(*scene.curves.comparison, side).step))
            continue;
        const QColor color = colorOf(scene.colors, side);
        const QPointF cursor = cursorOf(scene, side);
        const QString words = tagText(scene.curves, side);
        const QRectF tag = besideLine(scene, cursor.x(), std::clamp(cursor.y() - height / 2, highest, lowest), words);
        tags.push_back({words, color, scene.colors.textOn(color), freePlace(scene, tag, tags, highest)});
    }
    return tags;
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
            most << UiText::tr("%1: %2, at most %3")
                        .arg(letterOf(side), grouped(rows[indexOf(side)].size()),
                             text(bytesText(std::ranges::max(bytes), unit)));
    }
    lives->name = QStringLiteral("%1 (%2)").arg(name, most.join(QStringLiteral("; ")));
    return lives;
}

const Axis& CompareCurves::longer() const
{
    const Axis& a = view(ComparedSide::A).axis;
    const Axis& b = view(ComparedSide::B).axis;
    return a.count >= b.count ? a : b;
}

double CompareCurves::positionOf(ComparedSide side, double cell) const
{
    return isByStep ? cell : cell * longer().count / view(side).axis.count;
}

StepId CompareCurves::cellAt(ComparedSide side, double position) const
{
    const std::uint32_t count = view(side).axis.count;
    const double cell = isByStep ? position : position * count / longer().count;
    return StepId(static_cast<std::uint32_t>(std::clamp<double>(std::floor(cell), 0, count - 1.0)));
}

StepRange CompareCurves::cellsIn(ComparedSide side, StepRange range) const
{
    const std::uint32_t count = view(side).axis.count;
    const auto cells = [&](double position) {
        return std::clamp<double>(isByStep ? position : position * count / longer().count, 0, count);
    };
    const auto end = static_cast<std::uint32_t>(std::ceil(cells(range.end)));
    return {std::min(end, static_cast<std::uint32_t>(cells(range.begin))), end};
}

CompareScene::CompareScene(const CompareCurves& of, const QRectF& area, const Colors& palette, const QFont& font)
    : curves(of)
{
    colors = palette;
    fonts = chartFonts(font);
    const std::int64_t highest = std::max(peakOf(of.view(ComparedSide::A)), peakOf(of.view(ComparedSide::B)));
    byteAxis = ui::byteAxis(kRoomAbove * static_cast<double>(highest), of.unit);
    const double gutter = gutterFor(byteAxis, fonts.small);
    header = QRectF(area.left() + kHeaderMargin, area.top(), area.width() - kHeaderMargin - kRightMargin,
                    std::ceil(QFontMetricsF(fonts.bold).height() + 2 * kHeaderAround));
    place({std::round(area.left() + gutter), std::round(header.bottom()),
           std::floor(area.width() - gutter - kRightMargin),
           std::floor(area.bottom() - cellAxisHeight(fonts.small) - header.bottom())},
          of.visible);
}

bool CompareScene::isVisible(ComparedSide side, StepId cell) const
{
    const double at = x(side, cell.value + 0.5);
    return at >= geometry.left && at <= geometry.right();
}

void paintCompared(QPainter& painter, const CompareScene& scene)
{
    ComparePainter(painter, scene).paint();
}

PictureOptions titlesOf(const Comparison& comparison, ByteUnit unit)
{
    PictureOptions options;
    options.title = text(headlineOf(comparison, unit));
    options.subtitle = subtitleOf(comparison);
    return options;
}

std::shared_ptr<const Picture> comparisonPicture(CompareCurves curves, PictureOptions options)
{
    curves.selected.reset();
    const CompareScene scene(curves, roomBelowTitles(options), colorsOf(options), QApplication::font());
    const QPicture frame = framePicture(scene, QSizeF(options.size) / options.scale);
    return titledPicture(std::move(options),
                         [curves = std::move(curves), frame](QPainter& painter, const QRectF& area,
                                                             const Colors& colors, const QFont& font) {
                             painter.drawPicture(0, 0, frame);
                             paintCompared(painter, {curves, area, colors, font});
                         });
}

ExportView compareExport()
{
    return {.name = "compare",
            .help = "two programs, one over the other",
            .ofView = compared,
            .options = {{kWith, "PATH", "what it is compared with, B", nullptr},
                        {kModuleB, "NAME", "the module of B; default: as --module", nullptr},
                        {kBySteps, "", "both by step, not each over its own length", nullptr}},
            .wanted = Wanted::WithAxis};
}

CompareNavigation::CompareNavigation(AxisView* axis, CompareChart* chart, ComparisonMaker* maker)
    : AxisNavigation(axis)
    , m_chart(chart)
    , m_maker(maker)
{ }

const CompareCurves& CompareNavigation::curves() const
{
    return m_chart->curves();
}

bool CompareNavigation::areAtPeaks() const
{
    const auto& of = curves().comparison;
    return of && of->a.isPeak() && of->b.isPeak();
}

void CompareNavigation::show(const Steps& cells)
{
    const StepRange visible = axis().visible();
    const double middle = visible.begin + visible.size() / 2.0;
    std::vector<double> positions;
    for (const ComparedSide side : kComparedSides)
        if (const auto cell = cells[indexOf(side)])
            positions.push_back(curves().positionOf(side, cell->value + 0.5));
    std::ranges::sort(positions, {}, [&](double position) { return std::abs(position - middle); });
    const double nearest = positions.front();
    double farthest = positions.back();
    if (std::abs(farthest - nearest) > visible.size())
        farthest = nearest;
    if (std::abs(farthest - middle) > visible.size() / 2.0)
        axis().setVisible(centredAt(visible, axis().steps(), (nearest + farthest) / 2));
}

void CompareNavigation::goTo(StepId step)
{
    if (axis().isEmpty())
        return;
    axis().setCursor(step);
    const auto cell = [&](ComparedSide side) { return curves().cellAt(side, step.value + 0.5); };
    const Steps to = {cell(ComparedSide::A), cell(ComparedSide::B)};
    set(to);
    show(to);
}

void CompareNavigation::moveOf(const std::vector<ComparedSide>& sides, std::int64_t cells)
{
    if (axis().isEmpty())
        return;
    Steps to = steps();
    Steps moved;
    for (const ComparedSide side : sides) {
        const View& view = curves().view(side);
        const std::int64_t cell = to[indexOf(side)].value_or(view.peakStep).value + cells;
        to[indexOf(side)] = moved[indexOf(side)]
            = StepId(static_cast<std::uint32_t>(std::clamp<std::int64_t>(cell, 0, view.axis.count - 1)));
    }
    set(to);
    show(moved);
}

void CompareNavigation::goToPeak()
{
    set({});
    if (!axis().isEmpty())
        show({curves().view(ComparedSide::A).peakStep, curves().view(ComparedSide::B).peakStep});
}

ComparedSide CompareNavigation::nearer(const QPointF& at) const
{
    const CompareScene scene = m_chart->scene();
    const auto distance = [&](ComparedSide side) {
        const StepId cell = curves().cellAt(side, positionAt(scene.geometry.steps, at.x()));
        return std::abs(scene.y(curves().view(side).levelAt(cell)) - at.y());
    };
    return distance(ComparedSide::A) <= distance(ComparedSide::B) ? ComparedSide::A : ComparedSide::B;
}

void CompareNavigation::click(StepId, const QPointF& at, Qt::KeyboardModifiers modifiers)
{
    const double position = positionAt(m_chart->scene().geometry.steps, at.x());
    m_before = steps();
    Steps to = *m_before;
    for (const ComparedSide side : kComparedSides)
        if (!(modifiers & Qt::ControlModifier) || side == nearer(at))
            to[indexOf(side)] = curves().cellAt(side, position);
    set(to);
}

void CompareNavigation::doubleClick(StepId)
{
    if (const auto before = std::exchange(m_before, std::nullopt)) // the click was the first of the double-click
        set(*before);
    fit();
}

void CompareNavigation::goToHighestIn(StepRange range)
{
    Steps to = steps();
    for (const ComparedSide side : kComparedSides)
        if (const StepRange cells = curves().cellsIn(side, range); cells.size() > 0)
            to[indexOf(side)] = curves().view(side).highestIn(cells);
    set(to);
}

CompareChart::CompareChart(ComparisonMaker* maker, QWidget* parent)
    : QWidget(parent)
    , m_axis([this](Aspects changed) {
        if (changed & (Aspect::Visible | Aspect::SelectedSteps))
            followAxis();
    })
    , m_navigation(&m_axis, this, maker)
    , m_interaction(&m_navigation, this, [this] { return m_curves.comparison ? scene().geometry : PlotGeometry(); })
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Memory of A and B vs program order"));
    onRestyle(this, [this] { invalidate(); });
}

void CompareChart::setComparison(std::shared_ptr<const Comparison> comparison)
{
    const auto isOf = [&](const ComparedStep& a, const ComparedStep& b) { return a.view == b.view; };
    const bool isSame = comparison && m_curves.comparison && isOf(comparison->a, m_curves.comparison->a)
        && isOf(comparison->b, m_curves.comparison->b);
    m_curves.comparison = std::move(comparison);
    if (!isSame) {
        m_curves.lives.reset();
        m_interaction.forget();
        m_axis.reset(m_curves.comparison ? m_curves.longer().count : 0, StepId(0));
        setPointer(std::nullopt);
        followAxis();
    }
    if (m_curves.comparison) { // zooming keeps the place of the middle of both cursors
        double middle = 0;
        for (const ComparedSide side : kComparedSides)
            middle += m_curves.positionOf(side, stepOf(*m_curves.comparison, side).step.value + 0.5) / 2;
        m_axis.setCursor(StepId(static_cast<std::uint32_t>(middle)));
    }
    describe();
    invalidate();
}

void CompareChart::describe()
{
    QStringList sides;
    if (m_curves.comparison)
        for (const ComparedSide side : kComparedSides) {
            const ComparedStep& of = stepOf(*m_curves.comparison, side);
            sides << tr("%1 at %2: %3").arg(letterOf(side), stepText(of), text(bytesText(of.level(), m_curves.unit)));
            if (of.isPeak())
                sides.back() += tr(", its peak");
        }
    setAccessibleDescription(sides.join(QStringLiteral("; ")));
}

void CompareChart::setByStep(bool isByStep)
{
    m_curves.isByStep = isByStep;
    m_axis.setSelected(std::nullopt);
    m_axis.showAll();
    invalidate();
}

void CompareChart::setLives(std::shared_ptr<const ComparedLives> lives)
{
    m_curves.lives = std::move(lives);
    invalidate();
}

void CompareChart::setUnit(ByteUnit unit)
{
    m_curves.unit = unit;
    describe();
    invalidate();
}

void CompareChart::followAxis()
{
    m_curves.visible = m_axis.visible();
    m_curves.selected = m_axis.selected();
    invalidate();
    emit axisChanged();
}

void CompareChart::invalidate()
{
    m_picture = {};
    update();
}

TipText CompareChart::tipAt(double position) const
{
    const Colors colors = colorsFor(palette());
    TipText tip;
    for (const ComparedSide side : kComparedSides) {
        const View& view = m_curves.view(side);
        const StepId cell = m_curves.cellAt(side, position);
        tip.swatches.push_back({colorOf(colors, side)});
        if (m_curves.positionOf(side, view.axis.count) < position)
            tip.lines << tr("%1 has ended").arg(letterOf(side));
        else
            tip.lines << tr("%1 %2: %3")
                             .arg(letterOf(side), cellText(view.axis, cell),
                                  text(bytesText(view.levelAt(cell), m_curves.unit)));
    }
    return tip;
}

void CompareChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    if (!m_curves.comparison) {
        painter.fillRect(rect(), colors.base);
        return;
    }
    const CompareScene shown = scene();
    const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (m_picture.size() != pixels) {
        m_picture = QPixmap(pixels);
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(colors.base);
        QPainter drawing(&m_picture);
        m_frame.setFrame(shown);
        m_frame.render(drawing, size());
        paintCompared(drawing, shown);
    }
    painter.drawPixmap(0, 0, m_picture);
    if (hasFocus())
        paintFocusFrame(painter, shown.plot().toRect(), colors);
    if (!m_pointer)
        return;
    const StepScale& steps = shown.geometry.steps;
    ChartPointer pointer{stepAt(steps, m_pointer->x()), std::round(m_pointer->x()) + 0.5};
    if (m_interaction.mode() != ChartInteraction::Mode::Selecting) { // the tip would hide the end of the range
        pointer.tip = tipAt(positionAt(steps, m_pointer->x()));
        std::vector<QRectF> covered;
        for (const ChartTag& tag : cursorTags(shown))
            covered.push_back(tag.rect);
        placeTip(pointer, shown, *m_pointer, shown.geometry.top + 1, covered);
    }
    paintPointer(painter, shown, pointer);
}

bool CompareChart::event(QEvent* event)
{
    return (m_curves.comparison && m_interaction.handle(*event)) || QWidget::event(event);
}

void CompareChart::setPointer(std::optional<QPointF> at)
{
    m_pointer = at;
    update();
}

void CompareChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_curves.comparison)
        return;
    const bool isPanning = m_interaction.mode() == ChartInteraction::Mode::Panning;
    const bool isInside = scene().geometry.contains(event->position().x(), event->position().y());
    setPointer(isInside && !isPanning ? std::optional(event->position()) : std::nullopt);
}

} // namespace tidemark::ui
