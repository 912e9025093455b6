#include "ui/panels/group_legend.h"

#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kSwatch = 11;
constexpr int kSwatchGap = 4; // a part of the icon, because the gap of styles is too small
constexpr int kMargin = 8;
constexpr int kMostLines = 2;
// Pixels at the default font size.
// Of these, the first with which all groups with bytes at the cursor have room.
constexpr std::array kLongestNames = {1000, 700, 500, 400, 340, 300, 270, 240, 210, 180, 150};
constexpr int kBesideName = 100; // the swatch, the bytes and the margins of a button

QIcon iconOf(const GroupLook& look, const Colors& colors, double pixelRatio)
{
    QPixmap pixmap(QSize(kSwatch + kSwatchGap, kSwatch) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter(&pixmap).drawPixmap(0, 0, swatch(look.fill(colors), kSwatch, pixelRatio));
    return QIcon(pixmap);
}

} // namespace

GroupLegend::GroupLegend(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_scale(new QLabel(this))
    , m_more(new QToolButton(this))
    , m_hatch(new QLabel(this))
    , m_menu(new QMenu(m_more))
{
    setAccessibleName(tr("Legend"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_more->setObjectName(QStringLiteral("more"));
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setAccessibleDescription(tr("Opens a menu"));
    connect(m_more, &QToolButton::clicked, this, &GroupLegend::openMenu);
    state->onChange(Aspect::View | Aspect::Groups, this, &GroupLegend::reload);
    state->onChange(Aspect::Units, this, &GroupLegend::arrange);
    state->onChange(Aspect::Cursor | Aspect::Filter, this, &GroupLegend::refresh);
    onRestyle(this, [this] { arrange(); });
    reload();
}

void GroupLegend::reload()
{
    for (const Entry& entry : m_entries)
        delete entry.button;
    m_entries.clear();
    m_scale->clear();
    m_groups = m_state->groups();
    if (m_groups) {
        const View& view = *m_groups->view;
        std::vector<std::int64_t> most(m_groups->looks.size());
        std::vector<std::int64_t> atPeak = most;
        if (m_groups->isByIdle())
            m_scale->setText(m_groups->scale + u':');
        else
            atPeak = m_groups->bytesAtPeak();
        if (m_groups->level) { // a row whose memory other rows hold has no byte of its own in any step
            for (const StackLayer& layer : m_groups->level->layers())
                if (layer.group)
                    most[*layer.group] = std::max(most[*layer.group], layer.most);
        } else {
            most = atPeak;
            for (std::size_t i = 0; i < m_groups->of.size(); ++i)
                if (const RowId row = RowId::at(i);
                    view.rows.start[row] < view.rows.end[row] && view.rows.size[row] > 0)
                    most[m_groups->of[i]] = std::max<std::int64_t>(most[m_groups->of[i]], 1);
        }
        for (std::size_t i = 0; i < most.size(); ++i)
            if (most[i] > 0)
                m_entries.push_back({i, 0, atPeak[i], most[i], makeButton(m_groups->looks[i])});
        sortEntries();
    }
    m_more->raise();
    arrange();
    emit entriesChanged();
}

QToolButton* GroupLegend::makeButton(const GroupLook& look)
{
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({kSwatch + kSwatchGap, kSwatch});
    button->setFocusPolicy(look.facet ? Qt::TabFocus : Qt::NoFocus);
    button->setCheckable(look.facet.has_value());
    if (look.facet)
        connect(button, &QToolButton::clicked, this, [this, facet = *look.facet] {
            m_state->filter().toggleFacet(facet);
            refresh(); // a click that changed nothing must not check the button
        });
    return button;
}

std::vector<std::int64_t> GroupLegend::bytes() const
{
    std::vector<std::int64_t> sums(m_groups->looks.size());
    for (const LiveRow& live : m_state->live())
        sums[static_cast<std::size_t>(&m_state->lookOf(live.row) - m_groups->looks.data())]
            += m_state->view()->rows.size[live.row] - live.overlap;
    return sums;
}

QString GroupLegend::help(const GroupLook& look, bool isChosen) const
{
    if (isChosen)
        return tr("Click to show all again");
    if (look.facet)
        return tr("Click to show only these");
    if (look.idle)
        return tr("Number of %1 between the previous use and the next").arg(cellsText(m_state->view()->axis));
    return {};
}

void GroupLegend::refresh()
{
    if (!m_groups || m_groups != m_state->groups())
        return; // the legend still shows the previous groups
    const bool isMoved = sortEntries();
    if (setTexts() || isMoved)
        layOut();
    describe();
}

bool GroupLegend::sortEntries()
{
    const std::vector<std::int64_t> now = bytes();
    bool isMoved = false;
    for (Entry& entry : m_entries) {
        const bool had = entry.now > 0;
        entry.now = now[entry.look];
        isMoved |= had != (entry.now > 0);
    }
    const auto isBefore = [](const Entry& a, const Entry& b) {
        return std::tuple(-a.now, -a.atPeak, a.look) < std::tuple(-b.now, -b.atPeak, b.look);
    };
    if (!m_groups->isByIdle() && !std::ranges::is_sorted(m_entries, isBefore)) { // shades stay in their order
        std::ranges::sort(m_entries, isBefore);
        isMoved = true;
    }
    QWidget* last = nullptr;
    for (const Entry& entry : m_entries) {
        if (last && isMoved)
            setTabOrder(last, entry.button);
        last = entry.button;
    }
    if (last)
        setTabOrder(last, m_more);
    return isMoved;
}

bool GroupLegend::setTexts()
{
    const QFontMetrics metrics(secondaryFont());
    const int least = grown(kLongestNames.back(), font());
    const int longest
        = std::clamp(width() - grown(kBesideName, font()), least, std::max(least, grown(m_longestName, font())));
    bool isWider = false;
    QSet<QString> names;
    for (Entry& entry : m_entries) {
        const QString& name = lookOf(entry).name;
        QString words = metrics.elidedText(name, Qt::ElideMiddle, longest);
        for (int room = longest; names.contains(words) && words != name;) { // other paths with the same ends
            room += longest / 4;
            words = metrics.elidedText(name, Qt::ElideMiddle, room);
        }
        names.insert(words);
        if (entry.now > 0)
            words += u' ' + m_state->bytes(entry.now);
        entry.button->setText(words);
        if (const int needed = entry.button->sizeHint().width(); needed > entry.width) {
            entry.width = needed;
            isWider |= entry.isShown;
        }
    }
    return isWider;
}

/// Refreshes what the entries say besides their texts, and which are checked.
void GroupLegend::describe()
{
    if (!m_groups || m_groups != m_state->groups())
        return;
    const QString here = cellText(m_state->view()->axis, m_state->cursor());
    bool isHiddenChosen = false;
    for (const Entry& entry : m_entries) {
        const GroupLook& look = lookOf(entry);
        const bool isChosen = look.facet && m_state->filter().has(*look.facet);
        isHiddenChosen |= isChosen && !entry.isShown;
        const QString amount = m_state->bytes(entry.now);
        entry.button->setChecked(isChosen);
        entry.button->setAccessibleName(tr("%1, %2 at %3").arg(look.name, amount, here));
        entry.button->setAccessibleDescription(help(look, isChosen));
        QStringList tip = {tr("%1 at %2: %3").arg(look.name, here, withExact(amount, entry.now)),
                           capitalised(look.help), help(look, isChosen)};
        tip.removeAll(QString());
        entry.button->setToolTip(plainToolTip(tip.join(u'\n')));
    }
    m_more->setChecked(isHiddenChosen);
}

int GroupLegend::lineHeight() const
{
    return fontMetrics().height() + 6;
}

int GroupLegend::place()
{
    const int height = lineHeight();
    int x = kMargin;
    int line = 0;
    const auto add = [&](QWidget* widget, int needed) {
        if (x + needed > width() - kMargin && x > kMargin) {
            ++line;
            x = kMargin;
        }
        widget->setGeometry(x, 2 + line * height, needed, height);
        x += needed;
    };
    if (!m_scale->text().isEmpty())
        add(m_scale, m_scale->sizeHint().width());
    for (const Entry& entry : m_entries)
        if (entry.isShown)
            add(entry.button, entry.width);
    for (QWidget* const last : std::initializer_list<QWidget*>{m_more, m_hatch})
        if (!last->isHidden())
            add(last, last->sizeHint().width());
    return line + 1;
}

void GroupLegend::arrange()
{
    const Colors colors = colorsFor(palette());
    setTextColor(m_scale, colors.secondaryText);
    m_scale->setFont(secondaryFont());
    m_scale->setVisible(!m_scale->text().isEmpty());
    m_more->setFont(secondaryFont());
    m_more->hide();
    m_hatch->setFont(secondaryFont());
    m_hatch->setText(swatchHtml(Fill(colors.secondaryText, true)) + u' ' + hatchText());
    setTextColor(m_hatch, colors.secondaryText);
    for (Entry& entry : m_entries) {
        entry.button->setFont(secondaryFont());
        entry.button->setIcon(iconOf(lookOf(entry), colors, devicePixelRatioF()));
    }
    m_lines = 0;
    layOut();
    describe();
}

/// Shortens the names only as far as all groups with bytes need it.
void GroupLegend::layOut()
{
    for (const int longest : kLongestNames) {
        m_longestName = longest;
        for (Entry& entry : m_entries)
            entry.width = 0;
        setTexts();
        if (showWhatFits())
            break;
    }
    for (const Entry& entry : m_entries)
        entry.button->setVisible(entry.isShown);
    m_lines = std::max(m_lines, place());
    setFixedHeight(m_entries.empty() ? 0 : 4 + m_lines * lineHeight());
}

/// Shows as many entries as have room, the largest first.
bool GroupLegend::showWhatFits()
{
    m_more->hide();
    for (Entry& entry : m_entries)
        entry.isShown = true;
    const Colors colors = colorsFor(palette());
    const auto explainHatch = [&] {
        m_hatch->setVisible(std::ranges::any_of(
            m_entries, [&](const Entry& entry) { return entry.isShown && lookOf(entry).fill(colors).isHatched; }));
    };
    explainHatch();
    std::vector<const Entry*> hidden; // the largest last
    const auto nameMore = [&] {
        m_more->setText(countText(hidden.size(), tr("more group"), tr("more groups")));
        QStringList names;
        for (const Entry* const entry : hidden)
            names.prepend(lookOf(*entry).name);
        m_more->setToolTip(plainToolTip(names.join(u'\n')));
        m_more->show();
    };
    while (place() > kMostLines && hidden.size() + 1 < m_entries.size()) {
        const auto smallest = std::ranges::min_element(m_entries, {}, [&](const Entry& entry) {
            return std::tuple(!entry.isShown, lookOf(entry).isUsers, entry.now, entry.atPeak, entry.most);
        });
        smallest->isShown = false;
        hidden.push_back(&*smallest);
        nameMore();
        explainHatch();
    }
    if (place() > kMostLines)
        m_hatch->hide();
    return std::ranges::none_of(hidden, [](const Entry* entry) { return entry->now > 0; });
}

void GroupLegend::openMenu()
{
    m_menu->clear();
    const Colors colors = colorsFor(palette());
    for (const Entry& entry : m_entries) {
        if (entry.isShown)
            continue;
        const GroupLook& look = lookOf(entry);
        QAction* const action = m_menu->addAction(iconOf(look, colors, devicePixelRatioF()),
                                                  look.name + u'\t' + m_state->bytes(entry.now));
        action->setEnabled(look.facet.has_value());
        action->setCheckable(true);
        action->setChecked(look.facet && m_state->filter().has(*look.facet));
        connect(action, &QAction::triggered, this,
                [this, facet = look.facet] { m_state->filter().toggleFacet(*facet); });
    }
    refresh(); // a click alone must not check the button
    m_menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void GroupLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        arrange();
}

} // namespace tidemark::ui
