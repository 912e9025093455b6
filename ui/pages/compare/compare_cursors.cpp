#include "ui/pages/compare/compare_cursors.h"

#include "ui/pages/compare/compare_chart.h"

#include <QKeyEvent>

#include <algorithm>
#include <limits>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kManyCells = 10;
constexpr std::int64_t kAllCells = std::numeric_limits<std::uint32_t>::max();

} // namespace

CompareCursors::CompareCursors(ComparisonMaker* maker, CompareChart* chart)
    : m_maker(maker)
    , m_chart(chart)
{
    QObject::connect(chart, &CompareChart::stepsChosen, chart,
                     [this](std::optional<StepId> a, std::optional<StepId> b) {
                         m_before = steps();
                         m_maker->setSteps(a ? a : m_before[0], b ? b : m_before[1]);
                     });
    QObject::connect(chart, &CompareChart::choiceWithdrawn, chart,
                     [this] { m_maker->setSteps(m_before[0], m_before[1]); });
}

const std::shared_ptr<const Comparison>& CompareCursors::comparison() const
{
    return m_chart->curves().comparison;
}

bool CompareCursors::areAtPeaks() const
{
    return comparison() && comparison()->a.isPeak() && comparison()->b.isPeak();
}

void CompareCursors::goToPeaks()
{
    m_maker->setSteps(std::nullopt, std::nullopt);
    if (const auto of = comparison())
        m_chart->bringIntoView({of->a.view->peakStep, of->b.view->peakStep});
}

void CompareCursors::move(std::int64_t by, std::optional<ComparedSide> alone)
{
    const std::shared_ptr<const Comparison> of = comparison();
    if (!of)
        return;
    Steps to = steps();
    Steps moved;
    for (const ComparedSide side : kComparedSides) {
        if (alone && *alone != side)
            continue;
        const View& view = *stepOf(*of, side).view;
        const std::int64_t cell = to[indexOf(side)].value_or(view.peakStep).value + by;
        to[indexOf(side)] = moved[indexOf(side)]
            = StepId(static_cast<std::uint32_t>(std::clamp<std::int64_t>(cell, 0, view.axis.count - 1)));
    }
    m_maker->setSteps(to[0], to[1]);
    m_chart->bringIntoView(moved);
}

bool CompareCursors::canDo(Command command) const
{
    switch (command) {
    case Command::NextCell:
    case Command::PreviousCell:
    case Command::FirstCell:
    case Command::LastCell:
        return comparison() != nullptr;
    case Command::Peak:
        return comparison() && !areAtPeaks();
    default:
        return false;
    }
}

void CompareCursors::perform(Command command)
{
    switch (command) {
    case Command::NextCell:
        return move(1);
    case Command::PreviousCell:
        return move(-1);
    case Command::FirstCell:
        return move(-kAllCells);
    case Command::LastCell:
        return move(kAllCells);
    default:
        return goToPeaks();
    }
}

bool CompareCursors::takeKey(const QKeyEvent& event)
{
    if (!comparison())
        return false;
    const bool hasShift = event.modifiers() & Qt::ShiftModifier;
    const bool isLetter = !(event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    const std::int64_t by = hasShift ? kManyCells : 1;
    switch (event.key()) {
    case Qt::Key_Left:
        move(-by);
        return true;
    case Qt::Key_Right:
        move(by);
        return true;
    case Qt::Key_Home:
        move(-kAllCells);
        return true;
    case Qt::Key_End:
        move(kAllCells);
        return true;
    case Qt::Key_A:
    case Qt::Key_B:
        if (isLetter)
            move(hasShift ? -1 : 1, event.key() == Qt::Key_A ? ComparedSide::A : ComparedSide::B);
        return isLetter;
    default:
        return false;
    }
}

} // namespace tidemark::ui
