#include "ui/shell/dock_layout.h"

#include "ui/docks/breakdown_panel.h"
#include "ui/docks/buffer_card.h"
#include "ui/docks/buffers_panel.h"
#include "ui/docks/checks_panel.h"
#include "ui/docks/findings_panel.h"
#include "ui/docks/problems_panel.h"
#include "ui/docks/region_panel.h"
#include "ui/session/advice_finder.h"
#include "ui/session/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_sizes.h"
#include "ui/shell/restore_docks.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/tables/column_header.h"
#include "ui/tables/row_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"

#include <QAction>
#include <QDataStream>
#include <QDockWidget>
#include <QEvent>
#include <QIODevice>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

#include <algorithm>
#include <utility>

namespace tidemark::ui {
namespace {

using namespace dock_sizes;

constexpr int kArrangement = 1; // increase it for every new bar, because an older state would misplace that bar
constexpr DockId kOnDemand[] = {DockId::Problems, DockId::Checks}; // hidden at first
constexpr DockId kRemembered[] = {DockId::Rows, DockId::Row, DockId::Breakdown, DockId::Findings};

bool isAtFirst(DockId id)
{
    return std::ranges::find(kOnDemand, id) == std::end(kOnDemand);
}

} // namespace

DockLayout::DockLayout(QMainWindow* window, ViewState* state, AdviceFinder* advice, const Actions& actions)
    : QObject(window)
    , m_window(window)
    , m_state(state)
    , m_column(window, m_docks)
{
    window->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    window->setTabPosition(Qt::RightDockWidgetArea | Qt::BottomDockWidgetArea, QTabWidget::North);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window->installEventFilter(this);
    makeDocks(state, advice, actions);
    refreshWords();
    connect(state, &ViewState::viewChanged, this, &DockLayout::refreshWords);
    connect(state, &ViewState::liveChanged, this, &DockLayout::refreshTitles);
}

DockEntry& DockLayout::add(DockId id, const char* name, const QString& title, const QString& entry,
                           QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, m_window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    dock->setTitleBarWidget(new DockTitle(dock));
    m_window->addDockWidget(area, dock);
    dock->hide();
    dock->installEventFilter(this);
    connect(dock, &QDockWidget::dockLocationChanged, this, &DockLayout::refreshTabs, Qt::QueuedConnection);
    connect(dock, &QDockWidget::topLevelChanged, this, &DockLayout::refreshTabs, Qt::QueuedConnection);
    connect(dock, &QDockWidget::visibilityChanged, this, &DockLayout::refreshTabs, Qt::QueuedConnection);
    auto* action = new QAction(entry, this);
    action->setCheckable(true);
    action->setChecked(isAtFirst(id));
    for (const FlatTable* table : content->findChildren<FlatTable*>())
        connect(table, &FlatTable::copied, this, [this](const QString& what) { emit told(tr("Copied %1").arg(what)); });
    connect(action, &QAction::toggled, this, &DockLayout::refreshShown);
    connect(action, &QAction::triggered, dock, &QWidget::raise); // other docks may share its place
    return m_docks[id] = {dock, action};
}

void DockLayout::makeDocks(ViewState* state, AdviceFinder* advice, const Actions& actions)
{
    m_rows = new BuffersPanel(state, m_window);
    m_problems = new ProblemsPanel(m_window);
    m_checks = new ChecksPanel(&state->units(), m_window);
    m_card = new BufferCard(state, m_window);
    m_card->setMinimumWidth(220);
    add(DockId::Rows, "buffersDock", {}, {}, m_rows, Qt::BottomDockWidgetArea);
    add(DockId::Row, "bufferDock", {}, {}, m_card, Qt::RightDockWidgetArea);
    add(DockId::Breakdown, "breakdownDock", tr("Breakdown"), tr("&Breakdown"), new BreakdownPanel(state, m_window));
    makeFindings(state, advice);
    add(DockId::Region, "regionDock", tr("Region"), tr("Re&gion"), new RegionPanel(state, m_window));
    add(DockId::Problems, "problemsDock", tr("Problems"), tr("&Problems"), m_problems, Qt::BottomDockWidgetArea);
    add(DockId::Checks, "checksDock", tr("Checks"), tr("Chec&ks"), m_checks, Qt::BottomDockWidgetArea);

    auto* toPeak = new QPushButton(themedIcon(QStringLiteral("peak")), tr("Go to the peak"), m_window);
    toPeak->setFixedHeight(std::max(22, toPeak->fontMetrics().height() + 4));
    toPeak->setAutoDefault(false);
    toPeak->setToolTip(tr("Put the cursor on the peak (P)"));
    connect(toPeak, &QPushButton::clicked, actions.of(Command::Peak), &QAction::trigger);
    titleOf(DockId::Rows)->addAction(toPeak);
    m_goToPeak = toPeak;

    connect(m_rows->table(), &RowTable::copyFailed, this, &DockLayout::told);
    connect(m_card, &BufferCard::noteChanged, titleOf(DockId::Row), &DockTitle::setNote);
    QAction* before = actions.docks->actions().front();
    for (const auto& [id, entry] : m_docks)
        actions.docks->insertAction(before, entry.action);
    actions.docks->insertSeparator(before);
}

void DockLayout::makeFindings(ViewState* state, AdviceFinder* advice)
{
    auto* panel = new FindingsPanel(state, advice, m_window);
    QDockWidget* dock = add(DockId::Findings, "findingsDock", panel->title(), tr("&Findings"), panel).dock;
    connect(panel, &FindingsPanel::titleChanged, dock, [dock, panel] { dock->setWindowTitle(panel->title()); });
    // Also emitted when the dock becomes a tab behind another one.
    connect(dock, &QDockWidget::visibilityChanged, advice, &AdviceFinder::setWanted);
}

DockTitle* DockLayout::titleOf(DockId id) const
{
    return static_cast<DockTitle*>(dock(id)->titleBarWidget());
}

void DockLayout::addBar(const char* name, QWidget* content)
{
    // QMainWindow needs a tool bar for a strip that spans the window above the docks.
    m_window->addToolBarBreak();
    auto* bar = new QToolBar(m_window);
    bar->setObjectName(QLatin1String(name));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->layout()->setContentsMargins(0, 0, 0, 0);
    content->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(content);
    bar->toggleViewAction()->setVisible(false);
    m_window->addToolBar(bar);
    bar->hide();
    m_bars[content] = {bar, false};
}

void DockLayout::setBarShown(QWidget* content, bool shown)
{
    m_bars.at(content).isShown = shown;
    refreshBars();
}

void DockLayout::refreshBars()
{
    for (const auto& [content, bar] : m_bars)
        bar.bar->setVisible(bar.isShown);
}

bool DockLayout::isAsked(DockId id) const
{
    return std::ranges::find(m_asked, id) != m_asked.end();
}

void DockLayout::refreshShown()
{
    for (const auto& [id, entry] : m_docks) {
        entry.action->setEnabled(isAsked(id));
        entry.dock->setVisible(isAsked(id) && entry.action->isChecked());
    }
}

void DockLayout::setPage(Page* page)
{
    const bool had = isAsked(DockId::Rows);
    std::vector<DockId> asked = page->docks();
    const bool isOther = page != m_page || asked != m_asked;
    m_page = page;
    m_card->setPlaces(page->placesOfRows());
    m_asked = std::move(asked);
    const bool has = isAsked(DockId::Rows);
    if (had && !has)
        m_arrangement = m_window->saveState(kArrangement);
    if (has && !had) {
        // The state also contains bars. Their current visibility stays.
        const bool isKnown = !m_arrangement.isEmpty() && restoreDocks(*m_window, m_arrangement, kArrangement);
        refreshBars();
        refreshShown();
        if (!isKnown)
            arrange();
        else
            QTimer::singleShot(0, this, &DockLayout::followHeight);
        followWidth();
    } else {
        refreshShown();
        if (!has && isOther)
            m_column.resetWidth(isNarrow());
    }
    refreshTitles();
}

bool DockLayout::isNarrow() const
{
    return m_window->width() < grown(kNarrow, m_window->font());
}

bool DockLayout::isLow() const
{
    return m_window->height() < grown(kLow, m_window->font());
}

void DockLayout::arrange()
{
    m_window->addDockWidget(Qt::BottomDockWidgetArea, dock(DockId::Rows));
    m_window->addDockWidget(Qt::RightDockWidgetArea, dock(DockId::Row));
    m_window->addDockWidget(Qt::RightDockWidgetArea, dock(DockId::Region));
    for (const DockId id : kOnDemand) {
        m_window->addDockWidget(Qt::BottomDockWidgetArea, dock(id));
        m_window->tabifyDockWidget(dock(DockId::Rows), dock(id));
    }
    for (const auto& [id, entry] : m_docks)
        entry.dock->setFloating(false);
    m_wasNarrow = isNarrow();
    m_column.arrange(*m_wasNarrow);
    refreshTabs();
    refreshShown();
    dock(DockId::Rows)->raise();
    QTimer::singleShot(0, this, &DockLayout::followHeight);
}

int DockLayout::rowsHeight(int height) const
{
    const QFont font = m_window->font();
    int rows = m_rowsShare > 0
        ? static_cast<int>(m_rowsShare * height)
        : std::max(grown(kLeastRows, font),
                   std::min(grown(isNarrow() ? kRowsWhereNarrow : kRows, font), height - m_page->fullHeight()));
    if (isLow())
        rows = std::max({rows, grown(kLeastRows, font), std::min(grown(kLowRows, font), height - m_page->lowHeight())});
    return rows;
}

void DockLayout::reset()
{
    for (const auto& [id, entry] : m_docks)
        entry.action->setChecked(isAtFirst(id));
    m_rowsShare = 0;
    m_column.forgetHeight();
    arrange();
    m_rows->table()->columns()->resetColumns();
}

void DockLayout::followWidth()
{
    const bool narrow = isNarrow();
    emit narrowChanged(narrow);
    m_rows->table()->columns()->setNarrow(narrow);
    if (!isAsked(DockId::Rows) || m_wasNarrow == narrow)
        return;
    // Docks in their initial arrangement follow the width; an arrangement of the user stays.
    const bool follows = m_wasNarrow.has_value() && m_column.isAsAtFirst(*m_wasNarrow);
    m_wasNarrow = narrow;
    if (!follows)
        return;
    m_column.arrange(narrow);
    refreshTabs();
}

void DockLayout::followHeight()
{
    if (!isAsked(DockId::Rows) || !dock(DockId::Rows)->isVisible() || dock(DockId::Rows)->isFloating()
        || m_window->dockWidgetArea(dock(DockId::Rows)) != Qt::BottomDockWidgetArea)
        return;
    const int height = m_window->centralWidget()->height() + dock(DockId::Rows)->height();
    m_window->resizeDocks({dock(DockId::Rows)}, {rowsHeight(height)}, Qt::Vertical);
}

void DockLayout::followSize()
{
    const bool isOtherHeight = m_lastSize.height() != m_window->height();
    m_lastSize = m_window->size();
    followWidth();
    if (!isOtherHeight)
        return;
    followHeight();
    m_column.fitRegion();
}

void DockLayout::refreshTitles()
{
    if (m_state->isEmpty())
        return;
    const QString cell = cellText(m_state->view()->axis, m_state->cursor());
    const bool hasAxis = m_state->view()->axis.kind != AxisKind::None;
    const bool atPeak = m_state->isCursorAtPeak();
    const QString title = !hasAxis ? tr("%1 of %2") : atPeak ? tr("%1 live at %2 (peak)") : tr("%1 live at %2");
    titleOf(DockId::Rows)->setTitle(title.arg(capitalised(rowsWord(m_state->view().get())), cell));
    titleOf(DockId::Breakdown)->setNote(hasAxis ? cell : QString());
    titleOf(DockId::Region)->setTitle(hasAxis ? tr("Region at %1").arg(cell) : tr("Region"));
    m_goToPeak->setVisible(hasAxis && !atPeak);
}

void DockLayout::refreshTabs()
{
    // The tab already shows the title, so the bar below it is collapsed.
    for (const DockId id : {DockId::Row, DockId::Breakdown, DockId::Findings, DockId::Region}) {
        titleOf(id)->setCollapsed(m_column.isTabbed(id));
        if (id == DockId::Row)
            m_card->setNoteShown(m_column.isTabbed(id));
    }
    // Qt may leave an empty tab bar at a place where docks were tabbed before.
    for (QTabBar* bar : m_window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->setHidden(bar->isHidden() || bar->count() == 0);
}

void DockLayout::refreshWords()
{
    const QString row = capitalised(rowWord(m_state->view().get()));
    const QString rows = capitalised(rowsWord(m_state->view().get()));
    dock(DockId::Rows)->setWindowTitle(rows);
    dock(DockId::Row)->setWindowTitle(row);
    titleOf(DockId::Row)->setTitle(row);
    action(DockId::Rows)->setText(tr("&Table of %1").arg(rows));
    action(DockId::Row)->setText(tr("&Details of %1").arg(withArticle(row)));
    refreshTitles();
}

void DockLayout::showDock(DockId id)
{
    action(id)->setChecked(true);
    refreshShown();
    dock(id)->raise();
}

bool DockLayout::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Close)
        for (const auto& [id, entry] : m_docks)
            if (entry.dock == watched)
                entry.action->setChecked(false);
    if (event->type() == QEvent::Show && watched == dock(DockId::Region))
        QTimer::singleShot(0, this, [this] { m_column.fitRegion(); });
    // The lines between docks belong to the window itself, so it gets the press.
    if (watched == m_window
        && (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease))
        onDragged(event->type() == QEvent::MouseButtonPress);
    if (event->type() == QEvent::Resize && watched == dock(DockId::Rows) && isAsked(DockId::Rows))
        onRowsResized();
    return QObject::eventFilter(watched, event);
}

void DockLayout::onDragged(bool begins)
{
    const bool wasDragged = std::exchange(m_isDragged, begins);
    if (!begins && !wasDragged)
        return; // the press was on a widget in the window
    m_column.onDragged(begins);
    const int height = dock(DockId::Rows)->height();
    if (begins)
        m_heightBefore = height;
    else if (isAsked(DockId::Rows) && height != m_heightBefore)
        m_rowsShare = height / std::max(1.0, 1.0 * height + m_window->centralWidget()->height());
}

void DockLayout::onRowsResized()
{
    // Qt lays out docks in several steps and forgets the heights set between them.
    if (m_isDragged || m_isFollowing)
        return;
    m_isFollowing = true;
    QTimer::singleShot(0, this, [this] {
        m_isFollowing = false;
        followHeight();
    });
}

void DockLayout::save() const
{
    settings::WindowLayout layout;
    layout.geometry = m_window->saveGeometry();
    layout.columns = m_rows->table()->columns()->saveColumns();
    QDataStream stream(&layout.docks, QIODevice::WriteOnly);
    stream << (isAsked(DockId::Rows) ? m_window->saveState(kArrangement) : m_arrangement);
    for (const DockId id : kRemembered)
        stream << action(id)->isChecked();
    stream << m_wasNarrow.value_or(isNarrow()) << m_rowsShare << action(DockId::Region)->isChecked();
    settings::setWindowLayout(layout);
}

void DockLayout::restore()
{
    const settings::WindowLayout layout = settings::windowLayout();
    const QRect available = m_window->screen()->availableGeometry();
    if (layout.geometry.isEmpty() || !m_window->restoreGeometry(layout.geometry))
        m_window->resize(std::min(1600, available.width() * 9 / 10), std::min(1000, available.height() * 9 / 10));
    // The size may come from a larger screen.
    m_window->resize(m_window->size().boundedTo(available.size()));
    if (!layout.columns.isEmpty())
        m_rows->table()->columns()->restoreColumns(layout.columns);
    QDataStream stream(layout.docks);
    QByteArray arrangement;
    stream >> arrangement;
    std::map<DockId, bool> wanted;
    for (const DockId id : kRemembered)
        stream >> wanted[id];
    bool wasNarrow = false;
    double rowsShare = 0;
    stream >> wasNarrow >> rowsShare;
    if (stream.status() == QDataStream::Ok) {
        for (const auto& [id, isWanted] : wanted)
            action(id)->setChecked(isWanted);
        m_arrangement = arrangement;
        m_wasNarrow = wasNarrow;
        m_rowsShare = std::clamp(rowsShare, 0.0, 0.9);
        if (bool isWanted = true; !stream.atEnd()) { // older settings end before it
            stream >> isWanted;
            action(DockId::Region)->setChecked(isWanted);
        }
    }
    followWidth();
}

} // namespace tidemark::ui
