#include "ui/tables/column_header.h"

#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QDataStream>
#include <QGuiApplication>
#include <QIODevice>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStyle>
#include <QStyleOptionHeader>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kNarrowest = 96; // pixels, minimum width of the column that gives way
constexpr int kWidestGrowth = 260; // of a column whose content does not need it
constexpr int kAroundTitle = 8; // pixels in addition to the style's margins
constexpr int kWide = 1000; // width of a trial column in pixels
constexpr int kWidestColumn = 4096; // a power of two

} // namespace

ColumnHeader::ColumnHeader(std::vector<Column> columns, int sortedBy, Qt::SortOrder order, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_columns(std::move(columns))
    , m_offered(m_columns.size(), true)
    , m_sortedBy(sortedBy)
    , m_order(order)
{
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setStretchLastSection(true);
    setMinimumSectionSize(40);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QHeaderView::sectionResized, this, &ColumnHeader::onSectionResized);
}

int ColumnHeader::ownWidth(int section) const
{
    const int width = grown(column(section).width, font());
    if (!column(section).fitsTitle || !model())
        return width;
    QStyleOptionHeader option;
    option.initFrom(this);
    option.orientation = Qt::Horizontal;
    option.sortIndicator = QStyleOptionHeader::SortUp;
    option.rect = QRect(0, 0, kWide, height());
    const int margins = kWide - style()->subElementRect(QStyle::SE_HeaderLabel, &option, this).width();
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    return std::max(width, fontMetrics().horizontalAdvance(title) + margins + kAroundTitle);
}

int ColumnHeader::widthAtFirst(int section) const
{
    const int width = ownWidth(section);
    const auto needed = m_needed.find(section);
    if (needed == m_needed.end())
        return width;
    const int most = column(section).most;
    return std::max(width, most > 0 ? std::min(needed->second, grown(most, font())) : needed->second);
}

int ColumnHeader::growth() const
{
    int sum = 0;
    for (const auto& [section, width] : m_needed)
        sum += widthAtFirst(section) - ownWidth(section);
    return sum;
}

void ColumnHeader::setNeeded(std::map<int, int> widths, bool mayShrink)
{
    if (!mayShrink)
        for (const auto& [section, width] : m_needed)
            widths[section] = std::max(widths[section], width);
    if (widths == m_needed)
        return;
    m_needed = std::move(widths);
    const QScopedValueRollback guard(m_isFitting, true);
    for (const auto& [section, width] : m_needed)
        if (!isSectionHidden(section) && width > 0 && !m_sized.contains(section))
            resizeSection(section, widthAtFirst(section));
    applyChoice();
}

bool ColumnHeader::isWanted(int section) const
{
    if (!isOffered(section))
        return false;
    const auto chosen = m_chosen.find(section);
    if (chosen != m_chosen.end())
        return chosen->second;
    if (const auto needed = m_needed.find(section); needed != m_needed.end() && needed->second == 0)
        return false;
    if (const int other = column(section).standsInFor; other >= 0 && !isOffered(other))
        return true;
    return m_isNarrow ? column(section).isShownNarrow : column(section).isShown;
}

void ColumnHeader::applyChoice()
{
    const QScopedValueRollback guard(m_isFitting, true); // the user may be dragging the splitter next to the table
    for (int section = 0; section < count(); ++section) {
        const bool isNew = isSectionHidden(section) && isWanted(section);
        setSectionHidden(section, !isWanted(section));
        if (isNew && !m_sized.contains(section))
            resizeSection(section, widthAtFirst(section));
    }
    showWhereRoom();
    const bool isTooNarrow = fit();
    const int last = lastShown();
    for (int section = 0; section < count(); ++section)
        if (isTooNarrow && column(section).leavesFirst && !isSectionHidden(section) && !m_chosen.contains(section)
            && visualIndex(section) < last) {
            setSectionHidden(section, true);
            fit();
        }
}

void ColumnHeader::showWhereRoom()
{
    std::vector<int> sections;
    int room = viewport()->width();
    for (int section = 0; section < count(); ++section) {
        if (!isSectionHidden(section))
            room -= widthAtFirst(section);
        else if (column(section).ifRoom > 0 && !m_chosen.contains(section) && isOffered(section))
            sections.push_back(section);
    }
    std::ranges::stable_sort(sections, {}, [this](int section) { return column(section).ifRoom; });
    for (const int section : sections)
        if (const int width = widthAtFirst(section); width <= room) {
            room -= width;
            setSectionHidden(section, false);
        }
}

void ColumnHeader::setOffered(std::vector<bool> offered)
{
    m_offered = std::move(offered);
    applyChoice();
}

void ColumnHeader::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    applyChoice();
}

void ColumnHeader::choose(int section, bool isShown)
{
    m_chosen[section] = isShown;
    applyChoice();
}

void ColumnHeader::addColumnActions(QMenu* menu)
{
    for (int section = 0; section < count(); ++section) {
        if (!isOffered(section))
            continue;
        QAction* action = menu->addAction(model()->headerData(section, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isSectionHidden(section));
        action->setEnabled(!column(section).isFixed);
        connect(action, &QAction::toggled, this, [this, section](bool on) { choose(section, on); });
    }
    menu->addSeparator();
    menu->addAction(tr("Reset Columns"), this, &ColumnHeader::resetColumns);
}

void ColumnHeader::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    addColumnActions(menu);
    popUp(menu, event->globalPos());
}

void ColumnHeader::resetColumns()
{
    const QScopedValueRollback guard(m_isFitting, true);
    m_chosen.clear();
    m_sized.clear();
    for (int section = 0; section < count(); ++section) {
        moveSection(visualIndex(section), section);
        setSectionHidden(section, false); // only shown sections accept a width
        resizeSection(section, widthAtFirst(section));
    }
    setSortIndicator(m_sortedBy, m_order);
    applyChoice();
}

/// If there is no room for all columns at first, the one that gives way has less, and if that does not suffice, the
/// widest ones of texts. Otherwise the columns whose contents need more share the room that is left, and the last one
/// takes the rest.
bool ColumnHeader::fit()
{
    struct Part {
        int section;
        int least;
        int most;
    };
    std::vector<Part> parts;
    int room = viewport()->width();
    const int last = lastShown();
    for (int visual = 0; visual <= last; ++visual) {
        const int section = logicalIndex(visual);
        if (isSectionHidden(section))
            continue;
        const bool isStretched = visual == last && stretchLastSection();
        const auto needed = m_needed.find(section);
        const bool isFlexible = needed != m_needed.end() || column(section).grows || column(section).givesWay;
        if (!isStretched && (!isFlexible || m_sized.contains(section))) {
            room -= sectionSize(section);
            continue;
        }
        Part part{section, widthAtFirst(section), widthAtFirst(section)};
        if (needed != m_needed.end())
            part.most = std::max(part.most, needed->second);
        if (column(section).grows)
            part.most += grown(kWidestGrowth, font());
        room -= part.least;
        parts.push_back(part);
    }
    for (Part& part : parts)
        if (room < 0 && column(part.section).givesWay) {
            const int given = std::min(-room, std::max(0, part.least - kNarrowest));
            part.least -= given;
            room += given;
        }
    const bool isTooNarrow = room < 0;
    if (isTooNarrow)
        for (Part& part : parts) {
            part.most = part.least;
            if (column(part.section).most > 0)
                part.least = std::min(part.least, kNarrowest);
            room += part.most - part.least;
        }
    const auto widthAt = [](const Part& part, int level) { return std::clamp(level, part.least, part.most); };
    const auto taken = [&](int level) {
        int sum = 0;
        for (const Part& part : parts)
            sum += widthAt(part, level) - part.least;
        return sum;
    };
    int level = 0; // the width that all columns have that need as much
    for (int step = kWidestColumn; step > 0; step /= 2)
        if (taken(level + step) <= room)
            level += step;
    room -= taken(level);
    const QScopedValueRollback guard(m_isFitting, true);
    for (const Part& part : parts) {
        int width = widthAt(part, level);
        if (visualIndex(part.section) == last && stretchLastSection())
            width += std::max(0, room); // Qt does not shrink a stretched section if there is no room at all
        resizeSection(part.section, width);
    }
    return isTooNarrow;
}

int ColumnHeader::lastShown() const
{
    int last = count() - 1;
    while (last >= 0 && isSectionHidden(logicalIndex(last)))
        --last;
    return last;
}

void ColumnHeader::onSectionResized(int section)
{
    if (m_isFitting || !(QGuiApplication::mouseButtons() & Qt::LeftButton))
        return;
    m_sized.insert(section);
}

void ColumnHeader::resizeEvent(QResizeEvent* event)
{
    QHeaderView::resizeEvent(event);
    if (std::ranges::any_of(m_columns, [](const Column& column) { return column.ifRoom > 0 || column.leavesFirst; }))
        applyChoice();
    else
        fit();
}

QByteArray ColumnHeader::saveColumns() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << saveState() << static_cast<qint32>(m_chosen.size());
    for (const auto& [section, isShown] : m_chosen)
        stream << static_cast<qint32>(section) << isShown;
    stream << static_cast<qint32>(m_sized.size());
    for (const int section : m_sized)
        stream << static_cast<qint32>(section);
    return state;
}

void ColumnHeader::restoreColumns(const QByteArray& state)
{
    QDataStream stream(state);
    QByteArray header;
    qint32 chosen = 0;
    stream >> header >> chosen;
    if (stream.status() != QDataStream::Ok || !restoreState(header))
        return;
    m_chosen.clear();
    for (qint32 i = 0; i < chosen && i < count(); ++i) {
        qint32 section = 0;
        bool isShown = false;
        stream >> section >> isShown;
        if (section >= 0 && section < count())
            m_chosen[section] = isShown || column(section).isFixed;
    }
    m_sized.clear();
    qint32 sized = 0;
    stream >> sized;
    for (qint32 i = 0; i < sized && stream.status() == QDataStream::Ok && i < count(); ++i) {
        qint32 section = 0;
        stream >> section;
        m_sized.insert(section);
    }
    applyChoice();
}

} // namespace tidemark::ui
