#include "ui/state/view_state.h"

#include <QDateTime>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr qint64 kSameZoomMs = 500;
constexpr std::size_t kHistory = 100;

QString searchText(const SpaceTimeline& timeline, std::uint32_t row)
{
    const BufferDetails details = describe(timeline, timeline.rows[row]);
    std::string text = details.name + '\n' + details.opName + '\n' + details.shape + '\n' + details.opcode + '\n'
        + std::string(kindName(details.kind)) + '\n' + details.sourceFile + ':' + std::to_string(details.sourceLine);
    for (const std::string& frame : details.stack)
        text += '\n' + frame;
    for (const std::string& name : sharerNames(timeline, row))
        text += '\n' + name;
    return QString::fromStdString(text);
}

} // namespace

ViewState::ViewState(QObject* parent)
    : QObject(parent)
{ }

void ViewState::setTimeline(std::shared_ptr<const SpaceTimeline> timeline)
{
    m_timeline = std::move(timeline);
    m_cursor = m_timeline ? m_timeline->occupiedPeakStep : 0;
    m_live = m_timeline ? liveRows(*m_timeline, m_cursor) : std::vector<LiveRow>();
    m_visible = {0, steps()};
    m_back.clear();
    m_forward.clear();
    m_selected.reset();
    m_hovered.reset();
    m_pinned.reset();
    m_matches.clear();
    emit timelineChanged();
    emit historyChanged();
}

void ViewState::setCursor(std::uint32_t step)
{
    if (!m_timeline)
        return;
    step = std::min(step, m_timeline->steps - 1);
    if (step == m_cursor)
        return;
    m_cursor = step;
    m_live = liveRows(*m_timeline, step);
    emit cursorChanged();
}

StepRange ViewState::clamped(StepRange range) const
{
    const std::uint32_t all = steps();
    const std::uint32_t begin = std::min(range.begin, all - 1);
    return {begin, std::clamp(range.end, begin + 1, all)};
}

void ViewState::moveTo(StepRange range)
{
    m_visible = range;
    emit visibleChanged();
    emit historyChanged();
}

void ViewState::setVisible(StepRange range)
{
    if (!m_timeline || clamped(range) == m_visible)
        return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_back.empty() || now - m_lastZoomMs > kSameZoomMs)
        m_back.push_back(m_visible);
    if (m_back.size() > kHistory)
        m_back.erase(m_back.begin());
    m_lastZoomMs = now;
    m_forward.clear();
    moveTo(clamped(range));
}

void ViewState::showAll()
{
    setVisible({0, steps()});
}

void ViewState::back()
{
    if (m_back.empty())
        return;
    m_forward.push_back(m_visible);
    const StepRange range = m_back.back();
    m_back.pop_back();
    m_lastZoomMs = 0;
    moveTo(range);
}

void ViewState::forward()
{
    if (m_forward.empty())
        return;
    m_back.push_back(m_visible);
    const StepRange range = m_forward.back();
    m_forward.pop_back();
    m_lastZoomMs = 0;
    moveTo(range);
}

void ViewState::setSelectedRange(std::optional<StepRange> range)
{
    if (range && m_timeline)
        range = clamped(*range);
    if (range == m_selected)
        return;
    m_selected = range;
    emit selectedRangeChanged();
}

void ViewState::setHovered(std::optional<std::uint32_t> row)
{
    if (row == m_hovered)
        return;
    m_hovered = row;
    emit shownChanged();
}

void ViewState::setPinned(std::optional<std::uint32_t> row)
{
    if (row == m_pinned)
        return;
    m_pinned = row;
    emit shownChanged();
}

void ViewState::setFilter(const QString& text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    m_matches.clear();
    emit filterChanged();
}

bool ViewState::matchesFilter(std::uint32_t row) const
{
    const QString trimmed = m_filter.trimmed();
    if (trimmed.isEmpty() || !m_timeline || row >= m_timeline->rows.size())
        return true;
    if (m_matches.empty())
        m_matches.assign(m_timeline->rows.size(), -1);
    signed char& match = m_matches[row];
    if (match < 0) {
        const QString text = searchText(*m_timeline, row);
        const QStringList words = trimmed.split(u' ', Qt::SkipEmptyParts);
        match
            = std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    }
    return match > 0;
}

void ViewState::setUnit(ByteUnit unit)
{
    if (unit == m_unit)
        return;
    m_unit = unit;
    emit unitChanged();
}

} // namespace tidemark::ui
