#include "ui/charts/group_legend.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"
#include "ui/widgets/text_color.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr int kEntrySwatch = 11;
constexpr int kEntriesGap = 8;
constexpr int kEntryPadding = 5; // pixels on both sides of an entry
constexpr std::size_t kFew = 2; // entries; if fewer fit, names are shown without bytes
constexpr auto kWideBytes = "0,000 MiB";
constexpr auto kMore = "+99";

/// The icon includes a part of the gap to the text, because the gap of styles is too small.
QIcon iconOf(const GroupLook& look, const Colors& colors, double pixelRatio)
{
    QPixmap pixmap(QSize(kEntrySwatch + kEntriesGap / 2, kEntrySwatch) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter(&pixmap).drawPixmap(0, 0, swatch(look.color(colors), look.category, kEntrySwatch, pixelRatio));
    return QIcon(pixmap);
}

} // namespace

GroupLegend::GroupLegend(ViewState* state, Of of, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_of(of)
    , m_caption(new QLabel(this))
    , m_more(new QToolButton(this))
    , m_menu(new QMenu(m_more))
{
    setAccessibleName(tr("Legend"));
    m_more->setObjectName(QStringLiteral("more"));
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setAccessibleDescription(tr("Opens a menu"));
    connect(m_more, &QToolButton::clicked, this, [this] {
        makeMenu();
        refresh(); // a click alone must not check the button
        m_menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
    });
    connect(state, &ViewState::viewChanged, this, &GroupLegend::reload);
    connect(state, &ViewState::meaningsChanged, this, &GroupLegend::reload);
    connect(state, &ViewState::stackChanged, this, &GroupLegend::reload);
    connect(state, &ViewState::usesChanged, this, &GroupLegend::reload);
    connect(&state->colorBy(), &ColorBy::changed, this, &GroupLegend::reload);
    connect(&state->units(), &Units::changed, this, &GroupLegend::refresh);
    connect(state, &ViewState::liveChanged, this, &GroupLegend::refresh);
    connect(&state->filter(), &Filter::changed, this, &GroupLegend::refresh);
    reload();
}

std::vector<GroupLegend::Entry> GroupLegend::entriesOf() const
{
    std::vector<Entry> entries;
    const auto add = [&](const GroupLook& look, std::int64_t most, std::size_t position) {
        if (most > 0)
            entries.push_back({look, most, position});
    };
    if (m_stack)
        for (std::size_t i = 0; i < m_stack->looks.size(); ++i)
            add(m_stack->looks[i], m_stack->level->layers()[i].most, i);
    std::vector<std::int64_t> most(m_groups.looks.size(), m_groups.isScale() ? 1 : 0);
    if (!most.empty() && !m_groups.isScale()) {
        const Rows& rows = m_state->view()->rows;
        for (std::size_t i = 0; i < rows.count; ++i)
            if (const RowId row = RowId::at(i); rows.start[row] < rows.end[row] && rows.size[row] > 0)
                most[m_groups.of(row)] = 1;
        for (const LiveRow& row : rows.live(m_state->view()->peakStep))
            most[m_groups.of(row.row)] += rows.size[row.row] - row.overlap;
    }
    for (std::size_t i = 0; i < most.size(); ++i)
        add(m_groups.looks[i], most[i], i);
    return entries;
}

std::vector<std::int64_t> GroupLegend::bytes() const
{
    std::vector<std::int64_t> all(m_groups.looks.size());
    if (m_stack)
        all = m_stack->level->at(m_state->cursor());
    if (m_groups.of)
        for (const LiveRow& row : m_state->live())
            all[m_groups.of(row.row)] += m_state->view()->rows.size[row.row] - row.overlap;
    std::vector<std::int64_t> result;
    for (const Entry& entry : m_entries)
        result.push_back(all[entry.position]);
    return result;
}

void GroupLegend::reload()
{
    qDeleteAll(m_buttons);
    m_buttons.clear();
    m_stack = m_of == Of::Layers ? m_state->stack() : nullptr;
    const bool isShownByStack = m_state->isStackWanted() && m_state->colorBy().way() != ColorBy::Way::Idle;
    m_groups = m_of == Of::Rows && !isShownByStack ? rowGroupsOf(*m_state) : RowGroups();
    m_view = m_state->view();
    m_entries = entriesOf();
    for (const Entry& entry : m_entries)
        m_buttons.push_back(makeButton(entry));
    m_isShown.assign(m_entries.size(), true);
    // The last entry also for Tab.
    m_more->raise();
    if (!m_buttons.empty())
        setTabOrder(m_buttons.back(), m_more);
    m_caption->setText(m_groups.isScale() ? m_groups.scale + u':' : QString());
    m_caption->setVisible(m_groups.isScale());
    refreshLooks();
    refresh();
    emit entriesChanged();
}

void GroupLegend::refreshLooks()
{
    const Colors colors = colorsFor(palette());
    setTextColor(m_caption, colors.secondaryText);
    m_caption->setFont(secondaryFont());
    m_more->setFont(secondaryFont());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_buttons[i]->setIcon(iconOf(m_entries[i].look, colors, devicePixelRatioF()));
        m_buttons[i]->setFont(secondaryFont());
    }
}

QToolButton* GroupLegend::makeButton(const Entry& entry)
{
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({kEntrySwatch + kEntriesGap / 2, kEntrySwatch});
    button->setFocusPolicy(entry.look.facet ? Qt::TabFocus : Qt::NoFocus);
    button->setCheckable(entry.look.facet.has_value());
    if (entry.look.facet)
        connect(button, &QToolButton::clicked, this, [this, facet = *entry.look.facet] {
            m_state->filter().toggleFacet(facet);
            refresh(); // a click that changed nothing must not check the button
        });
    return button;
}

QString GroupLegend::text(const Entry& entry, std::int64_t bytes) const
{
    return m_withBytes ? entry.look.name + u' ' + m_state->bytes(bytes) : entry.look.name;
}

void GroupLegend::refresh()
{
    if (m_state->isEmpty() || m_view != m_state->view())
        return; // another view, whose entries are not ready yet
    const std::vector<std::int64_t> now = bytes();
    const QString here = cellText(m_state->view()->axis, m_state->cursor());
    bool isHiddenChosen = false;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const GroupLook& look = m_entries[i].look;
        QToolButton* const button = m_buttons[i];
        const bool isChosen = look.facet && m_state->filter().has(*look.facet);
        isHiddenChosen |= isChosen && !m_isShown[i];
        button->setText(text(m_entries[i], now[i]));
        button->setChecked(isChosen);
        button->setAccessibleName(tr("%1, %2 at %3").arg(look.name, m_state->bytes(now[i]), here));
        QString help;
        if (look.facet)
            help = isChosen  ? tr("Click to show all again")
                : look.shade ? tr("Click to show only these: %1").arg(look.facet->text.toLower())
                             : tr("Click to show only these");
        else if (look.shade)
            help = tr("Number of %1 between the previous use and the next").arg(cellsText(m_state->view()->axis));
        else
            help = tr("The remaining groups, which are smaller at every %1").arg(ui::text(m_state->view()->axis.cell));
        button->setAccessibleDescription(help);
        QStringList tip = {tr("%1 at %2: %3").arg(look.name, here, withExact(m_state->bytes(now[i]), now[i])),
                           capitalised(look.help), help};
        tip.removeAll(QString());
        button->setToolTip(plainToolTip(tip.join(u'\n')));
    }
    m_more->setChecked(isHiddenChosen);
}

int GroupLegend::widthOf(const Entry& entry, bool withBytes) const
{
    const QFontMetrics metrics(secondaryFont());
    int width = 2 * kEntryPadding + kEntrySwatch + kEntriesGap + metrics.horizontalAdvance(entry.look.name);
    if (withBytes)
        width += metrics.horizontalAdvance(QStringLiteral(" "))
            + std::max(metrics.horizontalAdvance(QString::fromLatin1(kWideBytes)),
                       metrics.horizontalAdvance(m_state->bytes(entry.most)));
    return width;
}

std::vector<bool> GroupLegend::fitting(int room, bool withBytes) const
{
    std::vector<std::size_t> order(m_entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t i) { return std::pair(m_entries[i].look.isUsers, m_entries[i].most); });
    int all = 0;
    for (const Entry& entry : m_entries)
        all += widthOf(entry, withBytes);
    std::vector<bool> isShown(m_entries.size(), all <= room);
    if (all <= room)
        return isShown;
    int left = room - m_more->sizeHint().width();
    for (const std::size_t i : order) {
        left -= widthOf(m_entries[i], withBytes);
        if (left < 0)
            break;
        isShown[i] = true;
    }
    return isShown;
}

int GroupLegend::arrange(int room)
{
    m_room = room;
    const int caption = m_groups.isScale() ? m_caption->sizeHint().width() + kEntriesGap : 0;
    m_caption->setGeometry(0, 0, caption, height());
    room -= caption;
    m_more->setText(QString::fromLatin1(kMore));
    m_withBytes = true;
    m_isShown = fitting(room, true);
    // All shades of a scale should be visible.
    const std::size_t enough = m_groups.isScale() ? m_entries.size() : std::min(kFew, m_entries.size());
    if (std::ranges::count(m_isShown, true) < static_cast<std::ptrdiff_t>(enough)) {
        m_withBytes = false;
        m_isShown = fitting(room, false);
    }
    int x = caption;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_buttons[i]->setVisible(m_isShown[i]);
        if (!m_isShown[i])
            continue;
        const int width = widthOf(m_entries[i], m_withBytes);
        m_buttons[i]->setGeometry(x, 0, width, height());
        x += width;
    }
    const auto hidden = std::ranges::count(m_isShown, false);
    const int moreWidth = m_more->sizeHint().width();
    const bool hasMore = hidden > 0 && x + moreWidth <= m_room;
    m_more->setVisible(hasMore);
    if (hasMore) {
        m_more->setText(tr("+%1").arg(hidden));
        m_more->setAccessibleName(tr("%1 more groups").arg(hidden));
        QStringList names;
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            if (!m_isShown[i])
                names << m_entries[i].look.name;
        m_more->setToolTip(plainToolTip(names.join(QStringLiteral(", "))));
        m_more->setGeometry(x, 0, moreWidth, height());
        x += moreWidth;
    }
    refresh();
    return x;
}

void GroupLegend::makeMenu()
{
    m_menu->clear();
    const std::vector<std::int64_t> now = bytes();
    const Colors colors = colorsFor(palette());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_isShown[i])
            continue;
        const GroupLook& look = m_entries[i].look;
        QAction* const action
            = m_menu->addAction(iconOf(look, colors, devicePixelRatioF()), look.name + u'\t' + m_state->bytes(now[i]),
                                this, [this, facet = look.facet] {
                                    if (facet)
                                        m_state->filter().toggleFacet(*facet);
                                });
        action->setEnabled(look.facet.has_value());
        action->setCheckable(true);
        action->setChecked(look.facet && m_state->filter().has(*look.facet));
    }
}

void GroupLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        refreshLooks();
        arrange(m_room);
    }
}

} // namespace tidemark::ui
