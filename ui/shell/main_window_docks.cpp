// The docks of a window: what is in them, where they are, what is remembered of that.
#include "ui/shell/main_window.h"

#include "core/base/text.h"
#include "ui/docks/breakdown_panel.h"
#include "ui/docks/buffer_card.h"
#include "ui/docks/buffers_panel.h"
#include "ui/docks/problem_model.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/session/settings.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/state/grouped.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/icons.h"

#include <QAction>
#include <QDataStream>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolBar>

namespace tidemark::ui {
namespace {

constexpr int kNarrow = 1400;
constexpr int kLowTable = 200; // in a low window, with its title

DockTitle* titleOf(const QDockWidget* dock)
{
    return dock->findChild<DockTitle*>(QString(), Qt::FindDirectChildrenOnly);
}

QTableView* problemView(ProblemModel* model, QWidget* parent)
{
    auto* view = new QTableView(parent);
    view->setModel(model);
    view->setItemDelegate(new QuietSelection(view));
    view->setAccessibleName(MainWindow::tr("Problems in the file"));
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setAlternatingRowColors(true);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setTabKeyNavigation(false);
    view->verticalHeader()->hide();
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setSectionResizeMode(ProblemModel::Text, QHeaderView::Stretch);
    QObject::connect(model, &QAbstractItemModel::modelReset, view, &QTableView::resizeRowsToContents);
    QObject::connect(view->horizontalHeader(), &QHeaderView::geometriesChanged, view,
                     &QTableView::resizeRowsToContents);
    return view;
}

} // namespace

QDockWidget* MainWindow::makeDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    dock->setTitleBarWidget(new DockTitle(dock));
    addDockWidget(area, dock);
    dock->hide();
    dock->installEventFilter(this);
    connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::refreshTabbedTitles, Qt::QueuedConnection);
    connect(dock, &QDockWidget::topLevelChanged, this, &MainWindow::refreshTabbedTitles, Qt::QueuedConnection);
    connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::refreshTabbedTitles, Qt::QueuedConnection);
    return dock;
}

void MainWindow::makeDocks()
{
    m_buffers = new BuffersPanel(&m_state, &m_facts, this);
    m_card = new BufferCard(&m_state, &m_facts, this);
    m_problems = new ProblemModel(this);
    m_card->setMinimumWidth(280);
    m_buffers->setMinimumHeight(140);
    m_buffersDock = makeDock(QStringLiteral("buffersDock"), tr("Buffers"), m_buffers, Qt::BottomDockWidgetArea);
    m_cardDock = makeDock(QStringLiteral("bufferDock"), tr("Buffer"), m_card, Qt::RightDockWidgetArea);
    m_breakdownDock = makeDock(QStringLiteral("breakdownDock"), tr("Breakdown"), new BreakdownPanel(&m_state, this),
                               Qt::RightDockWidgetArea);
    m_problemsDock = makeDock(QStringLiteral("problemsDock"), tr("Problems"), problemView(m_problems, this),
                              Qt::BottomDockWidgetArea);

    auto* toPeak = new QPushButton(tr("Go to the peak"), this);
    toPeak->setIcon(themedIcon(QStringLiteral("peak"), palette()));
    toPeak->setFixedHeight(22);
    toPeak->setAutoDefault(false);
    toPeak->setToolTip(tr("Put the cursor on the peak (P)"));
    connect(toPeak, &QPushButton::clicked, m_actions.peak, &QAction::trigger);
    titleOf(m_buffersDock)->addAction(toPeak);
    m_goToPeak = toPeak;

    connect(m_card, &BufferCard::noteChanged, titleOf(m_cardDock), &DockTitle::setNote);
    connect(m_card, &BufferCard::selectRequested, m_buffers->table(), &BufferTable::selectBuffers);
    QAction* before = m_actions.docks->actions().front();
    const std::pair<QDockWidget*, QString> entries[] = {{m_buffersDock, tr("&Table of Buffers")},
                                                        {m_cardDock, tr("&Details of a Buffer")},
                                                        {m_breakdownDock, tr("&Breakdown")},
                                                        {m_problemsDock, tr("&Problems")}};
    for (const auto& [dock, name] : entries) {
        auto* action = new QAction(name, this);
        action->setCheckable(true);
        action->setChecked(dock != m_problemsDock);
        m_actions.docks->insertAction(before, action);
        connect(action, &QAction::toggled, this,
                [this, dock = dock](bool wanted) { dock->setVisible(wanted && m_hasDocks); });
        m_dockActions[dock] = action;
    }
    m_actions.docks->insertSeparator(before);
}

void MainWindow::showDocks(bool hasData)
{
    if (hasData == m_hasDocks)
        return;
    if (!hasData)
        m_dockState = saveState();
    m_hasDocks = hasData;
    const bool isKnown = hasData && !m_dockState.isEmpty() && restoreState(m_dockState);
    for (const auto& [dock, action] : m_dockActions)
        dock->setVisible(hasData && action->isChecked());
    if (!hasData)
        return;
    m_summaryBar->show();
    if (!isKnown)
        arrangeDocks();
    m_wasNarrow.reset();
    followWidth();
}

bool MainWindow::isNarrow() const
{
    return width() < kNarrow;
}

void MainWindow::arrangeDocks()
{
    addDockWidget(Qt::BottomDockWidgetArea, m_buffersDock);
    addDockWidget(Qt::RightDockWidgetArea, m_cardDock);
    addDockWidget(Qt::RightDockWidgetArea, m_breakdownDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_problemsDock);
    tabifyDockWidget(m_buffersDock, m_problemsDock);
    for (const auto& [dock, action] : m_dockActions) {
        dock->setFloating(false);
        dock->setVisible(m_hasDocks && action->isChecked());
    }
    const bool narrow = isNarrow();
    if (narrow)
        tabifyDockWidget(m_cardDock, m_breakdownDock);
    else
        splitDockWidget(m_cardDock, m_breakdownDock, Qt::Vertical);
    m_wasNarrow = narrow;
    m_cardDock->raise();
    m_buffersDock->raise();
    resizeDocks({m_cardDock}, {narrow ? 312 : 382}, Qt::Horizontal);
    resizeDocks({m_buffersDock}, {narrow ? 226 : 300}, Qt::Vertical);
    if (!narrow)
        resizeDocks({m_cardDock, m_breakdownDock}, {680, 240}, Qt::Vertical);
    refreshTabbedTitles();
}

void MainWindow::resetLayout()
{
    for (const auto& [dock, action] : m_dockActions)
        action->setChecked(dock != m_problemsDock);
    arrangeDocks();
    m_buffers->table()->resetColumns();
}

void MainWindow::followWidth()
{
    const bool narrow = isNarrow();
    if (m_wasNarrow == narrow)
        return;
    m_toolBar->setNarrow(narrow);
    m_buffers->table()->setNarrow(narrow);
    // Two docks that stand where they stood at first follow the width; an arrangement of the user's own stays.
    const bool changes = m_wasNarrow.has_value() && m_hasDocks;
    m_wasNarrow = narrow;
    if (!changes || m_cardDock->isFloating() || m_breakdownDock->isFloating()
        || dockWidgetArea(m_cardDock) != Qt::RightDockWidgetArea
        || dockWidgetArea(m_breakdownDock) != Qt::RightDockWidgetArea || !m_dockActions[m_cardDock]->isChecked()
        || !m_dockActions[m_breakdownDock]->isChecked())
        return;
    if (narrow) {
        tabifyDockWidget(m_cardDock, m_breakdownDock);
        m_cardDock->raise();
    } else {
        addDockWidget(Qt::RightDockWidgetArea, m_breakdownDock);
        splitDockWidget(m_cardDock, m_breakdownDock, Qt::Vertical);
        resizeDocks({m_cardDock, m_breakdownDock}, {680, 240}, Qt::Vertical);
    }
    resizeDocks({m_cardDock}, {narrow ? 312 : 382}, Qt::Horizontal);
    refreshTabbedTitles();
}

void MainWindow::followHeight()
{
    if (!m_hasDocks || m_tableShare <= 0 || !m_buffersDock->isVisible() || m_buffersDock->isFloating()
        || dockWidgetArea(m_buffersDock) != Qt::BottomDockWidgetArea)
        return;
    const int height = m_pages->height() + m_buffersDock->height();
    int table = static_cast<int>(m_tableShare * height);
    if (isLow())
        table = std::max(table, std::min(kLowTable, height - m_timeline->minimumSizeHint().height()));
    resizeDocks({m_buffersDock}, {table}, Qt::Vertical);
}

void MainWindow::refreshDockTitles()
{
    if (m_state.isEmpty())
        return;
    const QString step = grouped(m_state.cursor());
    const bool atPeak = m_state.isCursorAtPeak();
    titleOf(m_buffersDock)
        ->setTitle(atPeak ? tr("Buffers live at step %1 (peak)").arg(step) : tr("Buffers live at step %1").arg(step));
    titleOf(m_breakdownDock)->setNote(tr("step %1").arg(step));
    m_goToPeak->setVisible(!atPeak);
}

void MainWindow::refreshTabbedTitles()
{
    // A tab has the title already: the bar below it would only repeat it.
    for (QDockWidget* dock : {m_cardDock, m_breakdownDock}) {
        bool isTabbed = false;
        for (const QDockWidget* other : tabifiedDockWidgets(dock))
            isTabbed = isTabbed || m_dockActions[const_cast<QDockWidget*>(other)]->isChecked();
        titleOf(dock)->setCollapsed(isTabbed && !dock->isFloating());
    }
}

void MainWindow::showProblems()
{
    m_dockActions[m_problemsDock]->setChecked(true);
    m_problemsDock->show();
    m_problemsDock->raise();
}

void MainWindow::saveLayout()
{
    settings::WindowLayout layout;
    layout.geometry = saveGeometry();
    layout.columns = m_buffers->table()->saveColumns();
    QDataStream stream(&layout.docks, QIODevice::WriteOnly);
    stream << (m_hasDocks ? saveState() : m_dockState);
    for (const QDockWidget* dock : {m_buffersDock, m_cardDock, m_breakdownDock})
        stream << m_dockActions[const_cast<QDockWidget*>(dock)]->isChecked();
    settings::setWindowLayout(layout);
}

void MainWindow::restoreLayout()
{
    const settings::WindowLayout layout = settings::windowLayout();
    if (layout.geometry.isEmpty() || !restoreGeometry(layout.geometry)) {
        const QSize available = screen()->availableSize();
        resize(std::min(1600, available.width() * 9 / 10), std::min(1000, available.height() * 9 / 10));
    }
    if (!layout.columns.isEmpty())
        m_buffers->table()->restoreColumns(layout.columns);
    QDataStream stream(layout.docks);
    QByteArray state;
    stream >> state;
    for (QDockWidget* dock : {m_buffersDock, m_cardDock, m_breakdownDock}) {
        bool isWanted = true;
        stream >> isWanted;
        if (stream.status() == QDataStream::Ok)
            m_dockActions[dock]->setChecked(isWanted);
    }
    if (stream.status() == QDataStream::Ok)
        m_dockState = state;
    followWidth();
}

} // namespace tidemark::ui
