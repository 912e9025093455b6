#include "ui/pages/compare/compare_chart.h"

#include "ui/charts/tip_box.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/restyle.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {

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

QSize CompareChart::minimumSizeHint() const
{
    return {200, grown(150, font())};
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
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(shown.plot().toRect());
    }
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

void CompareChart::leaveEvent(QEvent*)
{
    setPointer(std::nullopt);
}

} // namespace tidemark::ui
