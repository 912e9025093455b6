#include "ui/pages/workers/workers_page.h"

#include "core/report/workers_report.h"
#include "ui/charts/bar_plot.h"
#include "ui/pages/waiting_view.h"
#include "ui/pages/workers/worker_bars.h"
#include "ui/pages/workers/worker_panel.h"
#include "ui/pages/workers/workers_headline.h"
#include "ui/pages/workers/workers_list.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/view_state.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr int kDetailsWidth = 340;
constexpr int kLeastChart = 110; // height
constexpr int kChartFrom = 640; // minimum page height, even if no room is left for rows
constexpr int kDetailsFrom = 900; // minimum page width

bool hasSeveral(const WorkerSession& session)
{
    return session.workers > 1;
}

std::vector<WorkerSession> sessionsOf(const Session& session, const std::string& program = {})
{
    return workerSessions(session.documents(), session.shown()->document->catalogue().kind, program);
}

} // namespace

bool WorkersPage::isFor(const Session& session)
{
    return session.shown() && session.showsAxis() && session.showsRows() && session.knowsMeanings()
        && std::ranges::any_of(sessionsOf(session), hasSeveral);
}

WorkersPage::WorkersPage(const PageContext& context, QWidget* parent)
    : Page(parent)
    , m_state(context.state)
    , m_session(context.session)
    , m_query(new WorkersQuery(this))
    , m_layout(new QStackedLayout(this))
    , m_waiting(new WaitingView(this))
{
    m_layout->addWidget(m_waiting);
    m_layout->addWidget(makeContent());
    connect(m_query, &WorkersQuery::changed, this, &WorkersPage::refresh);
    connect(m_query, &WorkersQuery::progressed, m_waiting, &WaitingView::setProgress);
    connect(m_waiting, &WaitingView::actionRequested, this, [this] { m_query->isBusy() ? m_query->cancel() : ask(); });
    connect(m_which, &QComboBox::currentIndexChanged, this, &WorkersPage::refreshSessions);
    connect(m_which, &QComboBox::currentIndexChanged, this, &WorkersPage::ask);
    connect(m_sessionBox, &QComboBox::activated, this, &WorkersPage::chooseSession);
    m_state->onChange(Aspect::Filter, this, [this] {
        m_list->setFilter(m_state->filter().text());
        emit commandsChanged();
    });
    connect(m_list, &WorkersList::shownChanged, this, &WorkersPage::refreshBars);
    connect(m_list, &WorkersList::currentChanged, this, &WorkersPage::refreshDetails);
    connect(m_headline, &WorkersHeadline::checksRequested, this, &WorkersPage::showChecks);
    connect(m_list, &WorkersList::opened, this, &WorkersPage::open);
    connect(m_list, &WorkersList::clearRequested, this, [this] { m_state->filter().clear(); });
    connect(m_chart, &BarsWidget::selected, this,
            [this](std::size_t bar) { m_list->setCurrent(m_list->shown()[bar]); });
    connect(m_chart, &BarsWidget::opened, this, [this](std::size_t bar) { open(m_list->shown()[bar]); });
    connect(m_list->table(), &FlatTable::copied, this,
            [this](const QString& what) { emit statusMessage(tr("Copied %1").arg(what)); });
    connect(m_session, &Session::documentsChanged, m_query, &WorkersQuery::forget);
    const auto askIfSeen = [this] {
        if (isVisible())
            ask();
    };
    connect(&m_session->analysis(), &ViewAnalysis::rulesChanged, m_query, &WorkersQuery::forget);
    connect(&m_session->analysis(), &ViewAnalysis::rulesChanged, this, askIfSeen);
    connect(m_session, &Session::shownChanged, this, &WorkersPage::refreshSessions);
    connect(m_session, &Session::shownChanged, this, askIfSeen);
    connect(m_session, &Session::figuresChanged, this, &WorkersPage::refreshScale);
    m_state->onChange(Aspect::Units, this, &WorkersPage::refresh);
    refresh();
}

QWidget* WorkersPage::makeTools()
{
    auto* tools = new QWidget(this);
    m_sessionBox = new QComboBox(tools);
    m_sessionBox->setAccessibleName(tr("Session to compare"));
    m_sessionLabel = new QLabel(tr("Session"), tools);
    m_sessionLabel->setBuddy(m_sessionBox);
    m_which = new QComboBox(tools);
    m_which->addItems({tr("This module"), tr("Largest of each worker")});
    m_which->setAccessibleName(tr("Programs to compare"));
    auto* label = new QLabel(tr("Show"), tools);
    label->setBuddy(m_which);
    auto* copy = new QPushButton(tr("Copy Table"), tools);
    copy->setToolTip(tr("Put all rows shown on the clipboard"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, &WorkersPage::copyTable);
    auto* columns = new QPushButton(tr("Columns"), tools);
    columns->setObjectName(QStringLiteral("columns"));
    columns->setToolTip(tr("Choose the columns of the table"));
    columns->setAutoDefault(false);
    columns->setMenu(new QMenu(columns));
    connect(columns->menu(), &QMenu::aboutToShow, this, [this, menu = columns->menu()] {
        menu->clear();
        m_list->addColumnActions(menu);
    });
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    row->addWidget(m_sessionLabel);
    row->addWidget(m_sessionBox);
    row->addWidget(label);
    row->addWidget(m_which);
    row->addStretch(1);
    row->addWidget(columns);
    row->addWidget(copy);
    return tools;
}

QWidget* WorkersPage::makeContent()
{
    m_content = new QWidget(this);
    auto* left = new QWidget(m_content);
    m_headline = new WorkersHeadline(&m_state->units(), left);
    m_chart = new BarsWidget(left);
    m_chart->setMinimumHeight(grown(kLeastChart, font()));
    m_tools = makeTools();
    m_list = new WorkersList(&m_state->units(), left);
    m_column = new QVBoxLayout(left);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_headline);
    m_column->addWidget(m_chart);
    m_column->addWidget(m_tools);
    m_column->addWidget(m_list);

    m_details = new WorkerPanel(&m_state->units(), m_content);

    m_split = new QSplitter(m_content);
    m_split->setChildrenCollapsible(false);
    m_split->setAutoFillBackground(true);
    m_split->addWidget(left);
    m_split->addWidget(m_details);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 0);
    m_split->setSizes({3000, grown(kDetailsWidth, font())});
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_split);
    m_content->setFocusProxy(m_list);
    setFocusProxy(m_list);
    return m_content;
}

void WorkersPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    ask();
}

void WorkersPage::ask()
{
    const WorkerSession* const asked = session();
    if (!asked)
        return;
    Choice choice;
    choice.program = choice.exactName = program();
    choice.memory = std::to_string(m_session->shown()->selection.memory);
    choice.exactPaths = asked->paths;
    m_query->ask(m_session->documents(), choice, m_state->rules());
}

std::string WorkersPage::program() const
{
    return m_which->currentIndex() == 0 ? m_session->shown()->program().name : std::string();
}

const WorkerSession* WorkersPage::session() const
{
    if (!m_session->shown())
        return nullptr;
    const Chosen& shown = *m_session->shown();
    const FileEntry& file = shown.document->catalogue().fileOf(shown.selection.program);
    const auto found = std::ranges::find_if(m_sessions, [&](const auto& session) { return session.contains(file); });
    return found == m_sessions.end() ? nullptr : &*found;
}

void WorkersPage::refreshSessions()
{
    m_sessions.clear();
    if (isFor(*m_session))
        m_sessions = sessionsOf(*m_session, program());
    const WorkerSession* const own = session();
    if (!own)
        return;
    m_sessionBox->clear();
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        const std::string& name = m_sessions[i].name;
        m_sessionBox->addItem(name.empty() ? tr("Single files") : text(name), QVariant::fromValue(i));
        if (&m_sessions[i] == own)
            m_sessionBox->setCurrentIndex(m_sessionBox->count() - 1);
    }
    m_sessionLabel->setVisible(m_sessionBox->count() > 1);
    m_sessionBox->setVisible(m_sessionBox->count() > 1);
    const QString workers = capitalised(text(m_session->shown()->document->catalogue().words.source));
    setWindowTitle(tr("%1s (%2)").arg(workers, grouped(static_cast<std::int64_t>(own->workers))));
}

/// Shows the program of the same name in that session, else the largest program of its first worker.
void WorkersPage::chooseSession(int index)
{
    const WorkerSession& wanted = m_sessions[m_sessionBox->itemData(index).value<std::size_t>()];
    const std::string name = m_session->shown()->program().name;
    const std::vector<SourceChoice> sources = m_session->sources();
    const SourceChoice* best = nullptr;
    for (const SourceChoice& source : sources) {
        const Catalogue& catalogue = source.document->catalogue();
        if (!wanted.contains(catalogue.fileOf(source.program)))
            continue;
        const bool isSameProgram = catalogue.programs[source.program.index()].name == name;
        if (!best || isSameProgram)
            best = &source;
        if (isSameProgram)
            break;
    }
    if (best)
        m_session->chooseSource(*best);
}

void WorkersPage::refresh()
{
    const auto& workers = m_query->workers();
    if (workers && (!m_table || m_table->workers != workers)) {
        m_table = std::make_shared<WorkerTable>(workers, capacities(*workers));
        const bool isKept = m_list->setTable(m_table);
        refreshScale();
        for (std::size_t i = 0; i < workers->list.size() && !isKept; ++i)
            if (m_session->shown() && workers->list[i].document == m_session->shown()->document
                && workers->list[i].program == m_session->shown()->selection.program)
                m_list->setCurrent(i);
    }
    if (!workers)
        m_table.reset();
    m_layout->setCurrentIndex(m_table ? 1 : 0);
    if (m_query->isBusy())
        m_waiting->showBusy();
    else if (const auto& error = m_query->error())
        m_waiting->showMessage(error->kind == ErrorKind::Cancelled
                                   ? tr("The comparison was cancelled.")
                                   : tr("The workers cannot be compared. %1").arg(text(error->message)),
                               tr("Compare Again"));
    else
        m_waiting->showMessage({}, {});
    fit();
    refreshBars();
    refreshDetails();
    emit commandsChanged();
    emit problemsChanged();
}

void WorkersPage::refreshScale()
{
    if (!m_table)
        return;
    if (WorkerCapacities own = capacities(*m_table->workers); own != m_table->capacities) {
        m_table = std::make_shared<WorkerTable>(m_table->workers, std::move(own));
        m_list->setTable(m_table);
    }
    const std::optional<std::int64_t> full = m_table->capacity;
    m_list->setScale(full.value_or(m_table->ranges[m_table->peak().column].most.value_or(0)));
    const auto& shown = m_session->shown();
    m_headline->setTable(m_table, shown && m_which->currentIndex() == 0 ? text(shown->program().name) : QString(),
                         full);
}

WorkerCapacities WorkersPage::capacities(const Workers& workers) const
{
    WorkerCapacities found;
    for (const Worker& worker : workers.list)
        if (const auto bytes = m_session->capacityOfFile(worker.file(), worker.memory).bytes)
            found[&worker.file()] = *bytes;
    return found;
}

void WorkersPage::refreshBars()
{
    m_chart->setPlot(m_table ? workerBars(m_table, m_list->shown(), m_state->units().unit()) : BarPlot());
    m_chart->setSelected(place());
    emit commandsChanged(); // the amount changes
}

void WorkersPage::refreshDetails()
{
    const auto current = m_table ? m_list->current() : std::nullopt;
    m_chart->setSelected(place());
    m_details->setWorker(m_table, current);
    emit commandsChanged();
}

std::optional<std::size_t> WorkersPage::place() const
{
    const std::vector<std::size_t> shown = m_list->shown();
    const auto found = std::ranges::find(shown, m_list->current());
    return found == shown.end() ? std::nullopt : std::optional<std::size_t>(found - shown.begin());
}

void WorkersPage::copyTable()
{
    const std::vector<std::size_t> shown = m_list->shown();
    std::vector<int> rows(shown.size());
    std::iota(rows.begin(), rows.end(), 0);
    QGuiApplication::clipboard()->setText(m_list->table()->rowsAsText(rows));
    emit statusMessage(tr("Copied %1 rows").arg(grouped(static_cast<std::int64_t>(rows.size()))));
}

void WorkersPage::open(std::size_t worker)
{
    m_state->filter().clear(); // its words are about workers
    const Worker& chosen = m_table->workers->list[worker];
    m_session->choose({chosen.document, {chosen.program, chosen.memory}});
    emit firstPageRequested();
}

void WorkersPage::compareSelected()
{
    const std::vector<std::size_t> shown = m_list->shown();
    const std::vector<int> rows = m_list->table()->selectedRows();
    const auto workerAt = [&](int row) { return m_table->workers->list[shown[static_cast<std::size_t>(row)]]; };
    const Worker a = workerAt(rows.front());
    const Worker b = workerAt(rows.back());
    m_state->filter().clear();
    m_session->choose({a.document, {a.program, a.memory}});
    m_session->comparison().start(b.document, b.program);
}

bool WorkersPage::canDo(Command command) const
{
    if (!m_table)
        return false;
    switch (command) {
    case Command::Compare:
        return m_list->table()->selectedRows().size() == 2;
    case Command::Copy:
    case Command::CopyPlain:
        return true;
    case Command::Escape:
        return m_list->table()->selectedRows().size() > 1 || !m_state->filter().isEmpty();
    default:
        return false;
    }
}

void WorkersPage::perform(Command command)
{
    switch (command) {
    case Command::Copy:
        m_list->table()->copyRows();
        return;
    case Command::CopyPlain:
        m_list->table()->copyRowsPlain();
        return;
    case Command::Escape:
        escape();
        return;
    case Command::Compare:
        compareSelected();
        return;
    default:
        return;
    }
}

/// Follows ViewState::escape(): the selection first, then the filter. The current worker is the cursor of this page, so
/// it stays.
void WorkersPage::escape()
{
    FlatTable* const workers = m_list->table();
    if (workers->selectedRows().size() > 1)
        workers->selectRow(workers->currentIndex().row());
    else
        m_state->filter().clear();
}

void WorkersPage::goToMatch(int by)
{
    const std::vector<std::size_t> shown = m_list->shown();
    const auto count = static_cast<std::ptrdiff_t>(shown.size());
    if (const auto current = place())
        m_list->setCurrent(
            shown[static_cast<std::size_t>((static_cast<std::ptrdiff_t>(*current) + by + count) % count)]);
}

std::vector<InputHint> WorkersPage::hints() const
{
    return {
        {tr("Enter, Double-click"), tr("Open the worker in the timeline")},
        {tr("Ctrl+D"), tr("Compare the two selected workers")},
        {tr("←, →"), tr("In the chart of workers: the previous, the next")},
    };
}

QString WorkersPage::rowsShown() const
{
    const auto count = [](std::size_t rows) { return grouped(static_cast<std::int64_t>(rows)); };
    const QString all = count(m_table->workers->list.size());
    return isFiltered() ? tr("%1 of %2 rows").arg(count(m_list->shown().size()), all) : tr("%1 rows").arg(all);
}

bool WorkersPage::isFiltered() const
{
    return m_table && m_list->shown().size() < m_table->workers->list.size();
}

QString WorkersPage::amount() const
{
    return isFiltered() ? tr("%1; min, average and max are of all").arg(rowsShown()) : QString();
}

bool WorkersPage::offersPicture() const
{
    return m_table != nullptr;
}

bool WorkersPage::offersTable() const
{
    return m_table && !m_list->shown().empty();
}

std::optional<PagePicture> WorkersPage::picture() const
{
    if (!m_table)
        return std::nullopt;
    PagePicture picture;
    picture.options.title = m_headline->text();
    picture.options.subtitle = shortName(m_session->host().paths());
    picture.make = [plot = workerBars(m_table, m_list->shown(), m_state->units().unit())](
                       const PictureOptions& options, bool) { return barPicture(plot, options); };
    return picture;
}

std::optional<PageTable> WorkersPage::table() const
{
    if (!offersTable())
        return std::nullopt;
    const auto write = [table = m_table, shown = m_list->shown(), rules = m_state->rules().name()](std::ostream& out,
                                                                                                   TableFormat format) {
        writeWorkers(out, format, table->only(shown), rules);
        return std::nullopt;
    };
    return PageTable{rowsShown(), [write](std::ostream& out, const Progress&) { return write(out, TableFormat::Csv); },
                     [write](std::ostream& out, const Progress&) { return write(out, TableFormat::Json); }};
}

Warnings WorkersPage::problems() const
{
    if (!m_table)
        return {};
    return m_table->workers->allWarnings([&](const ProgramProblems& each) {
        return std::ranges::any_of(each.workers, [&](std::size_t place) {
            const Worker& worker = m_table->workers->list[place];
            const auto& shown = m_session->shown();
            return shown && worker.document == shown->document && worker.program == shown->selection.program
                && worker.memory == shown->selection.memory;
        });
    });
}

QString WorkersPage::fileName() const
{
    return m_session->shownProgram() + QStringLiteral("-workers");
}

QSize WorkersPage::minimumSizeHint() const
{
    return {grown(500, font()), grown(240, font())};
}

void WorkersPage::showChecks()
{
    const auto hasFailed = [&](std::size_t worker) {
        const auto& level = m_table->workers->list[worker].level;
        return level && countChecks(level->checks).failed > 0;
    };
    const std::vector<std::size_t> shown = m_list->shown();
    const auto failed = std::ranges::find_if(shown, hasFailed);
    if (const auto current = m_list->current(); failed != shown.end() && (!current || !hasFailed(*current)))
        m_list->setCurrent(*failed);
    m_areDetailsWanted = true;
    fit();
    m_details->showChecks();
}

void WorkersPage::fit()
{
    const int room = height() - m_headline->sizeHint().height() - m_tools->sizeHint().height();
    const int left = m_table ? room - m_list->fullHeight() : 0; // for all rows, so that typing a filter moves nothing
    const int least = m_chart->minimumHeight();
    const bool isRoomLeft = left >= least;
    int chart = room * 2 / 5;
    if (isRoomLeft)
        chart = std::min(left, room * 3 / 5);
    else if (left >= 0)
        chart = least; // a few rows are scrolled away
    m_chart->setVisible(isRoomLeft || height() >= grown(kChartFrom, font()));
    m_column->setStretchFactor(m_chart, std::max(1, chart));
    m_column->setStretchFactor(m_list, std::max(1, room - chart));
    m_details->setVisible(m_areDetailsWanted || width() >= grown(kDetailsFrom, font()));
}

bool WorkersPage::event(QEvent* event)
{
    const bool isDone = Page::event(event);
    if (event->type() == QEvent::LayoutRequest) // the headline or the tools have another height
        fit();
    return isDone;
}

void WorkersPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fit();
}

} // namespace tidemark::ui
