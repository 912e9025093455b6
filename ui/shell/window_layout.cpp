#include "ui/shell/window_layout.h"

#include "ui/panels/breakdown_panel.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/group_legend.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/region_panel.h"
#include "ui/session/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/page_stack.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/tables/column_header.h"
#include "ui/tables/row_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QAction>
#include <QDataStream>
#include <QIODevice>
#include <QMenu>
#include <QScreen>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

// Pixels at the default font size.
constexpr int kNarrow = 1400; // width of the window
constexpr int kLow = 700; // height of the window
constexpr int kLeastRows = 150; // height of the table with its tab
constexpr int kLeastBottom = 112; // a row of the table and its sums
constexpr int kRows = 300;
constexpr int kRowsWhereNarrow = 252;
constexpr int kRowsWhereLow = 218; // six rows
constexpr int kColumn = 382;
constexpr int kColumnWhereNarrow = 312;
constexpr int kLeastColumn = 220;
constexpr double kColumnShare = 0.28; // at most, of a narrow window
constexpr double kCardShare = 0.55;
constexpr int kLeastCard = 180; // above the region
constexpr int kLeastPanel = 90; // minimum height of the card, and of the tabs below it

QTabWidget* makeTabs(const QString& name, QWidget* parent)
{
    auto* tabs = new QTabWidget(parent);
    tabs->setAccessibleName(name);
    tabs->setDocumentMode(true);
    tabs->tabBar()->setExpanding(false);
    tabs->tabBar()->setDrawBase(false);
    return tabs;
}

/// The first visible tab, or -1.
int firstShown(const QTabWidget& tabs)
{
    for (int tab = 0; tab < tabs.count(); ++tab)
        if (tabs.isTabVisible(tab))
            return tab;
    return -1;
}

QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* first, QWidget* second)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(5);
    splitter->addWidget(first);
    splitter->addWidget(second);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    return splitter;
}

QString nameOf(const Page& page)
{
    return QString::fromLatin1(page.metaObject()->className());
}

double shareOfSecond(const QSplitter& splitter)
{
    const QList<int> sizes = splitter.sizes();
    return sizes[1] / std::max(1.0, 1.0 * sizes[0] + sizes[1]);
}

} // namespace

WindowLayout::WindowLayout(PageStack* pages, ViewState* state, AdviceFinder* advice, const Actions& actions,
                           QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    makeBottom(actions);
    makeColumn(advice);
    m_legend = new GroupLegend(state, this);
    connect(m_legend, &GroupLegend::entriesChanged, this, &WindowLayout::refreshShown);
    auto* top = new QWidget;
    inColumn(top, {m_legend, {pages, 1}});
    m_down = makeSplitter(Qt::Vertical, top, m_bottom);
    m_across = makeSplitter(Qt::Horizontal, m_down, m_column);
    m_strips = inColumn(nullptr, {});
    inColumn(this, {m_strips, {m_across, 1}});
    for (const QSplitter* splitter : {m_across, m_down, m_column})
        connect(splitter, &QSplitter::splitterMoved, this, &WindowLayout::keepSizes);
    QAction* before = actions.panels->actions().front();
    for (QAction* toggle : {m_showRows, m_showColumn, m_lists[m_problems], m_lists[m_checks]})
        actions.panels->insertAction(before, toggle);
    actions.panels->insertSeparator(before);
    state->onChange(Aspect::View | Aspect::Cursor | Aspect::Filter, this, &WindowLayout::refreshTitles);
    onResize(this, [this] {
        m_rows->table()->columns()->setNarrow(isNarrow());
        emit narrowChanged(isNarrow());
        arrange();
    });
    refreshTitles();
}

WindowLayout::~WindowLayout()
{
    // Children that lose the focus while they are deleted change the state, and this object is then no WindowLayout.
    m_state->disconnect(this);
    m_bottom->disconnect(this);
}

void WindowLayout::makeBottom(const Actions& actions)
{
    m_bottom = makeTabs(tr("Lists"), this);
    m_rows = new BuffersPanel(m_state, m_bottom);
    m_problems = new ProblemsPanel(&m_state->units(), m_bottom);
    m_checks = new ChecksPanel(&m_state->units(), m_bottom);
    m_bottom->setMinimumHeight(grown(kLeastBottom, font()));
    m_bottom->addTab(m_rows, {});
    m_bottom->addTab(m_problems, tr("Problems"));
    m_bottom->addTab(m_checks, tr("Checks"));
    m_bottom->setTabsClosable(true);
    for (const auto side : {QTabBar::LeftSide, QTabBar::RightSide})
        m_bottom->tabBar()->setTabButton(0, side, nullptr); // the table is hidden with View
    connect(m_bottom, &QTabWidget::tabCloseRequested, this, [this](int tab) { hideList(m_bottom->widget(tab)); });
    m_showRows = makeToggle({}, true);
    m_lists[m_problems] = makeToggle(tr("&Problems"), false);
    m_lists[m_checks] = makeToggle(tr("Chec&ks"), false);
    for (const auto& [list, toggle] : m_lists) {
        connect(toggle, &QAction::triggered, this, [this, list = list](bool isOn) {
            if (isOn)
                m_bottom->setCurrentWidget(list);
        });
    }
    // The tab widget leaves room for its corner even while that is hidden, so the button is hidden inside it.
    auto* corner = new QWidget(m_bottom);
    corner->setAutoFillBackground(true); // covers the line of tabs, which the tab widget draws only there
    m_goToPeak = new QToolButton(corner);
    inLine(corner, {m_goToPeak});
    m_goToPeak->setAutoRaise(true);
    m_goToPeak->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_goToPeak->setIcon(themedIcon(QStringLiteral("peak")));
    m_goToPeak->setText(tr("Go to the peak"));
    m_goToPeak->setToolTip(tr("Put the cursor on the peak (P)"));
    m_goToPeak->setFocusPolicy(Qt::TabFocus);
    connect(m_goToPeak, &QToolButton::clicked, actions.of(Command::Peak), &QAction::trigger);
    m_bottom->setCornerWidget(corner);
    connect(m_bottom, &QTabWidget::currentChanged, this, &WindowLayout::refreshGoToPeak);
    connect(m_rows->table(), &RowTable::copyFailed, this, &WindowLayout::statusMessage);
    for (const FlatTable* table : m_bottom->findChildren<FlatTable*>())
        connect(table, &FlatTable::copied, this,
                [this](const QString& what) { emit statusMessage(tr("Copied %1").arg(what)); });
}

void WindowLayout::makeColumn(AdviceFinder* advice)
{
    m_card = new BufferCard(m_state, this);
    m_below = makeTabs(tr("Findings and groups"), this);
    m_below->setElideMode(Qt::ElideMiddle);
    m_below->setUsesScrollButtons(false);
    connect(m_below->tabBar(), &QTabBar::tabBarClicked, this, [this](int tab) { m_chosen = m_below->widget(tab); });
    auto* findings = new FindingsPanel(m_state, advice, m_below);
    auto* breakdown = new BreakdownPanel(m_state, m_below);
    auto* region = new RegionPanel(m_state, m_below);
    connect(region, &RegionPanel::grew, this, &WindowLayout::arrange, Qt::QueuedConnection);
    m_tabs = {{PanelId::Findings, findings}, {PanelId::Breakdown, breakdown}, {PanelId::Region, region}};
    m_below->addTab(findings, findings->title());
    m_below->addTab(breakdown, tr("Breakdown"));
    m_below->addTab(m_tabs[PanelId::Region], tr("Region"));
    connect(findings, &FindingsPanel::titleChanged, this, [this, findings] {
        m_below->setTabText(m_below->indexOf(findings), findings->title());
        chooseTab();
    });
    for (const FlatTable* table : m_below->findChildren<FlatTable*>())
        connect(table, &FlatTable::copied, this,
                [this](const QString& what) { emit statusMessage(tr("Copied %1").arg(what)); });
    m_column = makeSplitter(Qt::Vertical, m_card, m_below);
    for (QWidget* part : std::initializer_list<QWidget*>{m_card, m_below})
        part->setMinimumSize(kLeastColumn, kLeastPanel);
    m_showColumn = makeToggle(tr("Si&de Column"), true);
}

QAction* WindowLayout::makeToggle(const QString& text, bool isOn)
{
    auto* action = new QAction(text, this);
    action->setCheckable(true);
    action->setChecked(isOn);
    connect(action, &QAction::toggled, this, &WindowLayout::refreshShown);
    return action;
}

void WindowLayout::addStrip(QWidget* strip)
{
    m_strips->addWidget(strip);
}

void WindowLayout::refreshShown()
{
    if (!m_page)
        return;
    const auto isShown = [this](PanelId id, const QAction* toggle) { return m_page->uses(id) && toggle->isChecked(); };
    m_bottom->setTabVisible(m_bottom->indexOf(m_rows), isShown(PanelId::Rows, m_showRows));
    m_bottom->setTabVisible(m_bottom->indexOf(m_problems), isShown(PanelId::Problems, m_lists[m_problems]));
    m_bottom->setTabVisible(m_bottom->indexOf(m_checks), isShown(PanelId::Checks, m_lists[m_checks]));
    m_bottom->setVisible(firstShown(*m_bottom) >= 0);
    m_card->setVisible(m_page->uses(PanelId::Row));
    m_legend->setVisible(m_page->uses(PanelId::Legend) && !m_legend->isEmpty());
    for (const auto& [id, panel] : m_tabs)
        m_below->setTabVisible(m_below->indexOf(panel), m_page->uses(id));
    chooseTab();
    m_below->setVisible(firstShown(*m_below) >= 0);
    const bool hasColumn = m_page->uses(PanelId::Row) || firstShown(*m_below) >= 0;
    m_column->setVisible(hasColumn && m_showColumn->isChecked());
    m_showRows->setEnabled(m_page->uses(PanelId::Rows));
    m_showColumn->setEnabled(hasColumn);
    m_lists[m_problems]->setEnabled(m_page->uses(PanelId::Problems));
    m_lists[m_checks]->setEnabled(m_page->uses(PanelId::Checks));
    arrange();
}

/// Shows the tab that the user chose, else the first that has something to say, else the first.
void WindowLayout::chooseTab()
{
    const auto isShown = [this](const QWidget* panel) {
        const int tab = m_below->indexOf(panel);
        return tab >= 0 && m_below->isTabVisible(tab);
    };
    const auto* findings = static_cast<const FindingsPanel*>(m_tabs.at(PanelId::Findings));
    int tab = firstShown(*m_below);
    if (isShown(m_chosen))
        tab = m_below->indexOf(m_chosen);
    else if (findings->hasNothing() && isShown(m_tabs.at(PanelId::Breakdown)))
        tab = m_below->indexOf(m_tabs.at(PanelId::Breakdown));
    m_below->setCurrentIndex(tab);
}

void WindowLayout::setPage(Page* page)
{
    m_page = page;
    refreshShown();
    refreshTitles();
}

void WindowLayout::showProblems()
{
    showList(m_problems);
}

void WindowLayout::showChecks()
{
    showList(m_checks);
}

void WindowLayout::showList(QWidget* list)
{
    m_lists.at(list)->setChecked(true);
    m_bottom->setCurrentWidget(list);
}

void WindowLayout::hideList(QWidget* list)
{
    m_lists.at(list)->setChecked(false);
}

void WindowLayout::hideLists()
{
    for (const auto& [list, toggle] : m_lists)
        toggle->setChecked(false);
}

bool WindowLayout::isNarrow() const
{
    return window()->width() < grown(kNarrow, font());
}

bool WindowLayout::isLow() const
{
    return window()->height() < grown(kLow, font());
}

/// The height of the table if it and the page have `height` together. A list of problems or checks scrolls, so it takes
/// only what the page leaves.
int WindowLayout::rowsHeight(int height) const
{
    if (!m_page->uses(PanelId::Rows))
        return std::clamp(height - m_legend->height() - m_page->fullHeight(), grown(kLeastBottom, font()),
                          grown(kRowsWhereLow, font()));
    if (isLow())
        return std::max(grown(kLeastRows, font()),
                        std::min(grown(kRowsWhereLow, font()), height - m_legend->height() - m_page->lowHeight()));
    const int wanted = grown(isNarrow() ? kRowsWhereNarrow : kRows, font());
    return std::max(grown(kLeastRows, font()), std::min(wanted, height - m_legend->height() - m_page->fullHeight()));
}

int WindowLayout::columnWidth() const
{
    if (!isNarrow())
        return grown(kColumn, font());
    const int most = static_cast<int>(kColumnShare * width());
    return std::max(kLeastColumn, std::min(grown(kColumnWhereNarrow, font()), most));
}

/// Sets the sizes of table, column and card to those that the user chose on this page, or to the initial sizes.
void WindowLayout::arrange()
{
    if (!m_page)
        return;
    m_page->setLow(isLow());
    layout()->activate(); // the splitters get the room that the strips leave
    const Sizes sizes = m_sizes.value(nameOf(*m_page));
    const auto place = [](QSplitter& splitter, int whole, int second) {
        splitter.setSizes({std::max(0, whole - second), second});
    };
    const int across = m_across->width() - m_across->handleWidth();
    place(*m_across, across, sizes.column > 0 ? static_cast<int>(sizes.column * across) : columnWidth());
    const int down = m_down->height() - m_down->handleWidth();
    place(*m_down, down, sizes.rows > 0 ? static_cast<int>(sizes.rows * down) : rowsHeight(down));
    const int column = m_column->height() - m_column->handleWidth();
    int below = static_cast<int>((1 - (sizes.card > 0 ? sizes.card : kCardShare)) * column);
    if (sizes.card == 0 && m_page->uses(PanelId::Region)) // its text is short and does not scroll well
        below = std::min(m_tabs.at(PanelId::Region)->sizeHint().height() + m_below->tabBar()->height(),
                         column - grown(kLeastCard, font()));
    place(*m_column, column, below);
}

void WindowLayout::keepSizes()
{
    Sizes& sizes = m_sizes[nameOf(*m_page)];
    const auto* moved = static_cast<const QSplitter*>(sender());
    if (moved == m_across)
        sizes.column = shareOfSecond(*moved);
    else if (moved == m_down)
        sizes.rows = shareOfSecond(*moved);
    else
        sizes.card = 1 - shareOfSecond(*moved);
}

void WindowLayout::refreshTitles()
{
    m_showRows->setText(tr("&Table of %1").arg(capitalised(rowsWord(m_state->view().get()))));
    refreshGoToPeak();
    if (m_state->isEmpty())
        return;
    const Axis& axis = m_state->view()->axis;
    const bool hasAxis = hasCells(axis);
    const bool isAtPeak = m_state->isCursorAtPeak();
    QString title = tr("%1 of %2");
    QString where = cellText(axis, m_state->cursor());
    if (const auto& range = m_state->listedRange()) {
        title = tr("%1 live in %2");
        where = rangeText(axis, *range);
    } else if (axis.kind != AxisKind::None && !hasAxis) {
        title = tr("%1 in memory");
    } else if (hasAxis) {
        const auto& failures = m_state->view()->failures;
        title = isAtPeak ? tr("%1 live at %2 (peak)") : tr("%1 live at %2");
        if (std::ranges::binary_search(failures, m_state->cursor()))
            title = tr("%1 live at %2 (failed allocation)");
    }
    title = title.arg(capitalised(rowsWord(m_state->view().get())));
    m_bottom->setTabText(m_bottom->indexOf(m_rows), title.contains(QLatin1String("%2")) ? title.arg(where) : title);
    m_below->setTabText(m_below->indexOf(m_tabs.at(PanelId::Region)),
                        hasAxis ? tr("Region at %1").arg(cellText(axis, m_state->cursor())) : tr("Region"));
}

/// The button is next to the table, which the cursor changes.
void WindowLayout::refreshGoToPeak()
{
    const bool hasAxis = !m_state->isEmpty() && hasCells(m_state->view()->axis);
    m_goToPeak->setVisible(hasAxis && !m_state->isCursorAtPeak() && m_bottom->currentWidget() == m_rows);
}

void WindowLayout::reset()
{
    m_sizes.clear();
    m_showRows->setChecked(true);
    m_showColumn->setChecked(true);
    hideLists();
    m_rows->table()->columns()->resetColumns();
    arrange();
}

void WindowLayout::save() const
{
    settings::WindowLayout layout;
    layout.geometry = window()->saveGeometry();
    layout.columns = m_rows->table()->columns()->saveColumns();
    QDataStream stream(&layout.places, QIODevice::WriteOnly);
    stream << m_showRows->isChecked() << m_showColumn->isChecked() << m_sizes.size();
    for (auto page = m_sizes.begin(); page != m_sizes.end(); ++page)
        stream << page.key() << page->rows << page->column << page->card;
    settings::setWindowLayout(layout);
}

void WindowLayout::restore()
{
    const settings::WindowLayout layout = settings::windowLayout();
    const QRect available = window()->screen()->availableGeometry();
    if (layout.geometry.isEmpty() || !window()->restoreGeometry(layout.geometry))
        window()->resize(std::min(1600, available.width() * 9 / 10), std::min(1000, available.height() * 9 / 10));
    // The size may come from a larger screen.
    window()->resize(window()->size().boundedTo(available.size()));
    if (!layout.columns.isEmpty())
        m_rows->table()->columns()->restoreColumns(layout.columns);
    QDataStream stream(layout.places);
    bool areRowsShown = true;
    bool isColumnShown = true;
    qsizetype count = 0;
    stream >> areRowsShown >> isColumnShown >> count;
    QHash<QString, Sizes> read;
    for (; count > 0 && stream.status() == QDataStream::Ok; --count) {
        QString page;
        Sizes sizes;
        stream >> page >> sizes.rows >> sizes.column >> sizes.card;
        for (double* share : {&sizes.rows, &sizes.column, &sizes.card})
            *share = std::clamp(*share, 0.0, 0.9);
        read[page] = sizes;
    }
    if (stream.status() != QDataStream::Ok)
        return;
    m_showRows->setChecked(areRowsShown);
    m_showColumn->setChecked(isColumnShown);
    m_sizes = read;
}

} // namespace tidemark::ui
