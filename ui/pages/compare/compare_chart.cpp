#include "ui/pages/compare/compare_chart.h"

#include "ui/charts/chart_tags.h"
#include "ui/charts/tip_box.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr double kWheelZoom = 1.25; // per notch
constexpr double kWheelPan = 0.1; // share of the visible range
constexpr double kNotch = 120;
constexpr double kTipDistance = 12;
constexpr double kLeastCells = 4; // visible at least

} // namespace

CompareChart::CompareChart(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Memory of A and B vs program order"));
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
        setRange(0, 1);
    }
    describe();
    invalidate();
}

void CompareChart::describe()
{
    QString description;
    if (m_curves.comparison)
        for (const ComparedSide side : kComparedSides) {
            const ComparedStep& of = stepOf(*m_curves.comparison, side);
            description += (description.isEmpty() ? QString() : QStringLiteral("; "))
                + tr("%1 at %2: %3").arg(letterOf(side), stepText(of), text(bytesText(of.level(), m_curves.unit)))
                + (of.isPeak() ? tr(", its peak") : QString());
        }
    setAccessibleDescription(description);
}

void CompareChart::setByStep(bool isByStep)
{
    m_curves.isByStep = isByStep;
    setRange(0, 1);
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

void CompareChart::invalidate()
{
    m_picture = {};
    update();
}

void CompareChart::setRange(double begin, double end)
{
    if (begin == m_curves.begin && end == m_curves.end)
        return;
    m_curves.begin = begin;
    m_curves.end = end;
    invalidate();
    emit zoomChanged();
}

void CompareChart::zoomAt(double share, double factor)
{
    if (!m_curves.comparison)
        return;
    const double longest = std::max(m_curves.length(ComparedSide::A), m_curves.length(ComparedSide::B));
    const double before = m_curves.end - m_curves.begin;
    const double size = std::clamp(before / factor, std::min(1.0, kLeastCells / longest), 1.0);
    const double begin = std::clamp(share - (share - m_curves.begin) / before * size, 0.0, 1 - size);
    setRange(begin, size == 1 ? 1 : begin + size);
}

void CompareChart::zoom(double factor)
{
    if (!m_curves.comparison)
        return;
    double middle = 0;
    for (const ComparedSide side : kComparedSides)
        middle += (stepOf(*m_curves.comparison, side).step.value + 0.5) / m_curves.length(side) / 2;
    zoomAt(std::clamp(middle, m_curves.begin, m_curves.end), factor);
}

void CompareChart::bringIntoView(const std::array<std::optional<StepId>, 2>& cells)
{
    if (!m_curves.comparison)
        return;
    const double size = m_curves.end - m_curves.begin;
    const double middle = m_curves.begin + size / 2;
    std::vector<double> shares;
    for (const ComparedSide side : kComparedSides)
        if (const auto cell = cells[indexOf(side)])
            shares.push_back((cell->value + 0.5) / m_curves.length(side));
    if (shares.empty())
        return;
    const auto distance = [&](double share) { return std::abs(share - middle); };
    std::ranges::sort(shares, {}, distance);
    const double nearest = shares.front();
    const double farthest = std::abs(shares.back() - nearest) <= size ? shares.back() : nearest;
    if (distance(farthest) <= size / 2)
        return;
    const double begin = std::clamp((nearest + farthest) / 2 - size / 2, 0.0, 1 - size);
    setRange(begin, begin + size);
}

ComparedSide CompareChart::nearer(const QPointF& at) const
{
    const CompareScene where = scene();
    const auto distance = [&](ComparedSide side) {
        const View& view = *stepOf(*m_curves.comparison, side).view;
        return std::abs(where.yOf(view.levelAt(where.cellAt(side, at.x()))) - at.y());
    };
    return distance(ComparedSide::A) <= distance(ComparedSide::B) ? ComparedSide::A : ComparedSide::B;
}

QStringList CompareChart::wordsAt(double x) const
{
    const CompareScene where = scene();
    QStringList words;
    for (const ComparedSide side : kComparedSides) {
        const View& view = *stepOf(*m_curves.comparison, side).view;
        const StepId cell = where.cellAt(side, x);
        if (where.xOf(side, view.axis.count) < x)
            words << tr("%1 has ended").arg(letterOf(side));
        else
            words << tr("%1 %2: %3")
                         .arg(letterOf(side), cellText(view.axis, cell),
                              text(bytesText(view.levelAt(cell), m_curves.unit)));
    }
    return words;
}

void CompareChart::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_picture.size() != pixels) {
        m_picture = QPixmap(pixels);
        m_picture.setDevicePixelRatio(ratio);
        QPainter painter(&m_picture);
        paintCompareCurves(painter, rect(), m_curves, colors, font());
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (!m_curves.comparison || !m_pointer)
        return;
    const CompareScene where = scene();
    painter.setPen(QPen(colors.secondaryText, 1, Qt::DotLine));
    painter.drawLine(QPointF(*m_pointer, where.plot.top()), QPointF(*m_pointer, where.plot.bottom()));
    const TipText tip{wordsAt(*m_pointer), {{colorOf(colors, ComparedSide::A)}, {colorOf(colors, ComparedSide::B)}}};
    const ChartFonts fonts = chartFonts(font());
    const QSizeF size = tipSize(tip, fonts);
    double left = *m_pointer + kTipDistance;
    if (left + size.width() > where.plot.right())
        left = *m_pointer - kTipDistance - size.width();
    paintTip(painter,
             {QPointF(left, std::max(where.plot.top(), where.plot.bottom() - size.height() - kTipDistance)), size}, tip,
             fonts, colors);
}

void CompareChart::mousePressEvent(QMouseEvent* event)
{
    m_hasChosen = false;
    if (!m_curves.comparison)
        return;
    const CompareScene where = scene();
    const double x = event->position().x();
    if (event->button() == Qt::MiddleButton) {
        m_pannedFrom = x;
    } else if (event->button() == Qt::LeftButton && where.plot.contains(event->position())) {
        std::optional<StepId> a = where.cellAt(ComparedSide::A, x);
        std::optional<StepId> b = where.cellAt(ComparedSide::B, x);
        if (event->modifiers() & Qt::ControlModifier)
            (nearer(event->position()) == ComparedSide::A ? b : a).reset();
        m_hasChosen = true;
        emit stepsChosen(a, b);
    }
}

void CompareChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_curves.comparison)
        return;
    const CompareScene where = scene();
    const double x = event->position().x();
    if (m_pannedFrom) {
        const double size = m_curves.end - m_curves.begin;
        const double begin
            = std::clamp(m_curves.begin - (x - *m_pannedFrom) / where.plot.width() * size, 0.0, 1 - size);
        m_pannedFrom = x;
        setRange(begin, begin + size);
    }
    m_pointer = where.plot.contains(event->position()) ? std::optional(x) : std::nullopt;
    update();
}

void CompareChart::mouseReleaseEvent(QMouseEvent*)
{
    m_pannedFrom.reset();
}

void CompareChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (std::exchange(m_hasChosen, false))
        emit choiceWithdrawn();
    showAll();
}

void CompareChart::leaveEvent(QEvent*)
{
    m_pointer.reset();
    update();
}

void CompareChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_curves.comparison)
        return;
    const double notches = (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / kNotch;
    const double size = m_curves.end - m_curves.begin;
    if (event->modifiers() & Qt::ShiftModifier) {
        const double begin = std::clamp(m_curves.begin - notches * kWheelPan * size, 0.0, 1 - size);
        setRange(begin, begin + size);
        return;
    }
    const CompareScene where = scene();
    const double share = m_curves.begin + (event->position().x() - where.plot.left()) / where.plot.width() * size;
    zoomAt(std::clamp(share, m_curves.begin, m_curves.end), std::pow(kWheelZoom, notches));
}

void CompareChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        invalidate();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
