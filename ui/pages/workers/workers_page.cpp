#include "ui/pages/workers/workers_page.h"

#include "core/compare/workers_headline.h"
#include "core/report/workers_report.h"
#include "ui/charts/bar_plot.h"
#include "ui/pages/page_parts.h"
#include "ui/pages/workers/worker_panel.h"
#include "ui/pages/workers/workers_list.h"
#include "ui/session/session.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/colors.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFontMetricsF>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kMostListed = 20; // in the tool tip
constexpr int kBetween = 24;

CheckCounts checksOf(const std::vector<Worker>& workers)
{
    CheckCounts sum;
    for (const Worker& worker : workers)
        if (worker.level)
            for (const Check& check : worker.level->checks)
                sum.add(check);
    return sum;
}

QString differencesText(const Workers& workers)
{
    QStringList lines;
    for (const DifferingWorker& differing : workers.differing)
        if (lines.size() < static_cast<qsizetype>(kMostListed))
            lines << QStringLiteral("%1: %2").arg(text(workers.list[differing.worker].name()), text(differing.text));
    return lines.join(u'\n');
}

constexpr int kDetailsWidth = 340;
constexpr int kLeastChart = 140; // height
constexpr int kChartFrom = 640; // minimum page height, even if no room is left for rows
constexpr int kDetailsFrom = 1000; // minimum page width

bool hasSeveral(const WorkerSession& session)
{
    return session.workers > 1;
}

std::vector<WorkerSession> sessionsOf(const Session& session, const std::string& program = {})
{
    return workerSessions(session.documents(), session.shown()->document->catalogue().kind, program);
}

} // namespace

WorkersHeadline::WorkersHeadline(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_finding(new ElidedLabel(this))
    , m_reason(new ElidedLabel(this))
    , m_figures(new FigureLine(this))
    , m_checks(new QToolButton(this))
{
    fillBase(this);
    m_finding->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_finding->setMostLines(2);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // they give way to the headline
    m_reason->setMostLines(2);
    m_reason->setObjectName(QStringLiteral("reason"));
    inColumn(this, {inLine(nullptr, {m_finding, {m_figures, 1}, m_checks}, {}, kBetween), m_reason}, {12, 8, 12, 8}, 4);
    onResize(this, [this] { fit(); });
    onRestyle(this, [this] { refresh(); });
    m_checks->setAutoRaise(true);
    m_checks->setToolTip(tr("Show the checks, failed ones first"));
    connect(m_checks, &QToolButton::clicked, this, &WorkersHeadline::checksRequested);
    connect(units, &Units::changed, this, &WorkersHeadline::refresh);
}

void WorkersHeadline::setTable(std::shared_ptr<const WorkerTable> table, const QString& program,
                               std::optional<std::int64_t> capacity)
{
    m_table = std::move(table);
    m_program = program;
    m_capacity = capacity;
    refresh();
}

void WorkersHeadline::refresh()
{
    m_finding->setFont(boldFont(largerFont(font(), 1.15)));
    if (!m_table)
        return;
    const Workers& workers = *m_table->workers;
    m_text = ui::text(headlineOf(workers, m_units->unit()));
    m_finding->setHelp(differencesText(workers));
    std::vector<FigureLine::Entry> entries;
    const auto add = [&](const QString& name, std::optional<std::int64_t> bytes, int rank) {
        if (bytes)
            entries.push_back({name, m_units->bytes(*bytes), {}, exactBytes(*bytes), rank, false});
    };
    const ColumnRange& range = m_table->ranges[m_table->peak().column];
    add(tr("Peak"), range.most, 1);
    if (range.most && range.least)
        add(tr("Spread"), *range.most - *range.least, 2);
    const Words& words = workers.list.front().document->catalogue().words;
    if (!m_program.isEmpty())
        entries.push_back({capitalised(words.program), m_program, {}, {}, 4, false});
    const CheckCounts checks = checksOf(workers.list);
    m_checks->setText(checksSummary(checks));
    m_checks->setVisible(!m_checks->text().isEmpty());
    const Colors colors = colorsFor(palette());
    QPalette badge = m_checks->palette();
    badge.setColor(QPalette::ButtonText, checks.failed > 0 ? colors.bad : colors.good);
    m_checks->setPalette(badge);
    const auto& chips = workers.list.front().file().chips;
    if (chips && std::ranges::all_of(workers.list, [&](const Worker& w) { return w.file().chips == chips; }))
        entries.push_back({tr("Chips"),
                           tr("%1 each").arg(grouped(*chips)),
                           {},
                           tr("Each chip of %1 holds the same.").arg(withArticle(ui::text(words.source))),
                           4,
                           false});
    add(tr("Capacity"), m_capacity, 3);
    m_figures->setEntries(std::move(entries));
    fit();
}

/// Shows the reason in the headline if that fits on two lines. Otherwise the figures get the room beside it, and the
/// reason is below.
void WorkersHeadline::fit()
{
    int room = rect().marginsRemoved(layout()->contentsMargins()).width() - kBetween;
    if (!m_checks->isHidden())
        room -= m_checks->sizeHint().width() + kBetween;
    const QStringList lines = brokenLines(m_text, m_finding->font(), room);
    const QFontMetricsF metrics(m_finding->font());
    const bool isReasonShown
        = std::ranges::all_of(lines, [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; });
    const QString separator = QStringLiteral(": ");
    m_finding->setFullText(isReasonShown ? m_text : m_text.section(separator, 0, 0));
    m_reason->setFullText(m_text.section(separator, 1));
    m_reason->setVisible(!isReasonShown && m_text.contains(separator));
}

bool WorkersPage::isFor(const Session& session)
{
    return session.shown() && session.showsAxis() && session.showsRows() && session.knowsMeanings()
        && std::ranges::any_of(sessionsOf(session), hasSeveral);
}

WorkersPage::WorkersPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_layout(new QStackedLayout(this))
    , m_waiting(new WaitingView(this))
{
    m_least = {500, 240};
    m_layout->addWidget(m_waiting);
    m_layout->addWidget(makeContent());
    m_waiting->follow(&m_tasks, [this] { ask(); });
    connect(&m_tasks, &TaskRunner::cancelled, this, [this] {
        m_error = Progress::cancelledError();
        refresh();
    });
    connect(m_which, &QComboBox::currentIndexChanged, this, &WorkersPage::refreshSessions);
    connect(m_which, &QComboBox::currentIndexChanged, this, &WorkersPage::ask);
    connect(m_sessionBox, &QComboBox::activated, this, &WorkersPage::chooseSession);
    m_state->onChange(Aspect::Filter, this, [this] {
        if (!isVisible())
            return; // the words are about rows
        m_list->setFilter(m_state->filter().text());
        emit commandsChanged();
    });
    connect(m_list, &WorkersList::shownChanged, this, &WorkersPage::refreshBars);
    connect(m_list, &WorkersList::currentChanged, this, &WorkersPage::refreshDetails);
    connect(m_headline, &WorkersHeadline::checksRequested, this, &WorkersPage::showChecks);
    connect(m_list, &WorkersList::opened, this, &WorkersPage::open);
    connect(m_list, &WorkersList::clearRequested, this, [this] { m_state->filter().setText({}); });
    connect(m_chart, &BarsWidget::selected, this,
            [this](std::size_t bar) { m_list->setCurrent(m_list->shown()[bar]); });
    connect(m_chart, &BarsWidget::opened, this, [this](std::size_t bar) { open(m_list->shown()[bar]); });
    reportCopies(m_list->table());
    connect(m_session, &Session::documentsChanged, this, &WorkersPage::forget);
    const auto askIfSeen = [this] {
        if (isVisible())
            ask();
    };
    connect(&m_session->analysis(), &ViewAnalysis::rulesChanged, this, &WorkersPage::forget);
    connect(&m_session->analysis(), &ViewAnalysis::rulesChanged, this, askIfSeen);
    connect(m_session, &Session::shownChanged, this, &WorkersPage::refreshSessions);
    connect(m_session, &Session::shownChanged, this, askIfSeen);
    connect(m_session, &Session::figuresChanged, this, &WorkersPage::refreshScale);
    m_state->onChange(Aspect::Units, this, &WorkersPage::refresh);
    onShow(this, [this] { ask(); });
    answerCommands();
    refreshSessions();
    refresh();
}

void WorkersPage::answerCommands()
{
    const auto selected = [this] { return m_list->table()->selectedRows().size(); };
    answerCopies([this] { return m_list->table(); });
    answer(
        Command::Compare, [this] { compare(); }, [this] { return m_table != nullptr; });
    answer(
        Command::Escape, [this] { escape(); },
        [this, selected] { return selected() > 1 || !m_state->filter().text().isEmpty(); });
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
    m_onlyDiffering = new QCheckBox(tr("Only those that differ"), tools);
    m_onlyDiffering->hide();
    connect(m_onlyDiffering, &QCheckBox::toggled, this, [this](bool only) { m_list->showOnlyDiffering(only); });
    QWidget* const copy = makeCopyButton(tools, [this] { m_list->table()->copyAll(); });
    QWidget* const columns = makeColumnsButton(tools, [this](QMenu* menu) { m_list->addColumnActions(menu); });
    inLine(tools, {m_sessionLabel, m_sessionBox, label, m_which, m_onlyDiffering, roomBetween(), columns, copy},
           {8, 6, 8, 6}, 6);
    return tools;
}

QWidget* WorkersPage::makeContent()
{
    auto* content = new QWidget(this);
    auto* left = new QWidget(content);
    m_headline = new WorkersHeadline(&m_state->units(), left);
    m_chart = new BarsWidget(left);
    m_chart->setMinimumHeight(grown(kLeastChart, font()));
    m_tools = makeTools();
    m_list = new WorkersList(&m_state->units(), left);
    m_column = inColumn(left, {m_headline, m_chart, m_tools, m_list});
    m_details = new WorkerPanel(&m_state->units(), content);
    inColumn(content, {makeSplit(left, m_details, kDetailsWidth, content)});
    content->setFocusProxy(m_list);
    setFocusProxy(m_list);
    return content;
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
    const Documents& documents = m_session->documents();
    const bool isSame = documents == m_documents && choice == m_choice;
    if (isSame && (m_workers || m_tasks.isBusy()))
        return;
    m_documents = documents;
    m_choice = choice;
    m_workers.reset();
    m_error.reset();
    WorkersQuestion question;
    question.choice = choice;
    question.rules = m_state->rules();
    question.withViewChecks = true; // the checks that the window shows for each
    m_tasks.run<std::shared_ptr<const Workers>>(
        tr("Comparing the workers…"),
        [documents, question](const Progress& progress) -> Result<std::shared_ptr<const Workers>> {
            auto found = attributeWorkers(documents, question, progress);
            if (!found)
                return found.error();
            return std::make_shared<const Workers>(std::move(*found));
        },
        [this](const auto& found) {
            if (found)
                m_workers = *found;
            else
                m_error = found.error();
            refresh();
        });
    refresh();
}

void WorkersPage::forget()
{
    m_tasks.abandon();
    m_documents.clear();
    m_workers.reset();
    m_error.reset();
    refresh();
}

std::string WorkersPage::program() const
{
    if (m_which->currentIndex() > 0)
        return {};
    return m_session->shown()->program().name;
}

const WorkerSession* WorkersPage::session() const
{
    if (!m_session->shown())
        return nullptr;
    const Chosen& shown = *m_session->shown();
    const FileEntry& file = shown.document->catalogue().fileOf(shown.selection.program);
    for (const WorkerSession& each : m_sessions)
        if (each.contains(file))
            return &each;
    return nullptr;
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
    QString title = tr("%1s").arg(capitalised(text(m_session->shown()->document->catalogue().words.source)));
    if (own->workers > 1) // otherwise another session has several
        title += QStringLiteral(" (%1)").arg(grouped(own->workers));
    setWindowTitle(title);
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
    if (m_workers && (!m_table || m_table->workers != m_workers)) {
        m_table = std::make_shared<WorkerTable>(m_workers, capacities(*m_workers));
        const bool isKept = m_list->setTable(m_table);
        refreshScale();
        for (std::size_t i = 0; i < m_workers->list.size() && !isKept; ++i)
            if (isOfProgram(m_workers->list[i]))
                m_list->setCurrent(i);
    }
    if (!m_workers)
        m_table.reset();
    m_layout->setCurrentIndex(static_cast<int>(m_table != nullptr));
    if (m_tasks.isBusy())
        m_waiting->showBusy();
    else if (!m_error)
        m_waiting->showMessage({}, {});
    else if (m_error->kind == ErrorKind::Cancelled)
        m_waiting->showMessage(tr("The comparison was cancelled."), tr("Compare Again"));
    else
        m_waiting->showMessage(tr("The workers cannot be compared. %1").arg(text(m_error->message)),
                               tr("Compare Again"));
    fit();
    refreshBars();
    refreshDetails();
    emit commandsChanged();
    emit problemsChanged();
}

/// Returns whether the window shows the program of the worker.
bool WorkersPage::isOfProgram(const Worker& worker) const
{
    const auto& shown = m_session->shown();
    return shown && worker.document == shown->document && worker.program == shown->selection.program;
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
    QString common; // the program that all were compared by
    if (m_session->shown())
        common = text(program());
    m_headline->setTable(m_table, common, full);
    m_onlyDiffering->setVisible(!m_table->workers->differing.empty());
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
    BarPlot plot;
    if (m_table)
        plot = workerBars(m_table, m_list->shown(), m_state->units().unit());
    m_chart->setPlot(std::move(plot));
    m_chart->setSelected(place());
    emit commandsChanged(); // the amount changes
}

void WorkersPage::refreshDetails()
{
    std::optional<std::size_t> current;
    if (m_table)
        current = m_list->current();
    m_chart->setSelected(place());
    m_details->setWorker(m_table, current);
    emit commandsChanged();
}

std::optional<std::size_t> WorkersPage::place() const
{
    return placeIn(m_list->shown(), m_list->current());
}

void WorkersPage::open(std::size_t worker)
{
    const Worker& chosen = m_table->workers->list[worker];
    emit programOpened({chosen.document, {chosen.program, chosen.memory}});
}

/// Compares the two selected workers. If others are selected, compares the shown worker with the current one, or else
/// with the first one that differs.
void WorkersPage::compare()
{
    const std::vector<Worker>& all = m_table->workers->list;
    const std::vector<std::size_t> shown = m_list->shown();
    std::vector<std::size_t> chosen;
    for (const int row : m_list->table()->selectedRows())
        chosen.push_back(shown[static_cast<std::size_t>(row)]);
    if (chosen.size() != 2) {
        chosen.clear();
        if (const auto ours = std::ranges::find_if(all, [this](const Worker& each) { return isOfProgram(each); });
            ours != all.end())
            chosen.push_back(static_cast<std::size_t>(ours - all.begin()));
        if (const auto current = m_list->current())
            chosen.push_back(*current);
        for (const auto& differing : m_table->workers->differing)
            chosen.push_back(differing.worker);
        for (std::size_t i = 0; i < all.size(); ++i)
            chosen.push_back(i);
        const auto other = std::ranges::find_if(chosen, [&](std::size_t each) { return each != chosen.front(); });
        if (other == chosen.end()) {
            emit statusMessage(tr("There is no other %1 to compare with.").arg(sought()));
            return;
        }
        chosen = {chosen.front(), *other};
    }
    Worker a = all[chosen.front()];
    Worker b = all[chosen.back()];
    if (isOfProgram(b))
        std::swap(a, b); // A is what the window shows, and the user's choice stays
    m_session->choose({a.document, {a.program, a.memory}});
    m_session->comparison().start(b.document, b.program);
}

/// Follows ViewState::escape(): the selection first, then the filter. The current worker is the cursor of this page, so
/// it stays.
void WorkersPage::escape()
{
    FlatTable* const workers = m_list->table();
    if (workers->selectedRows().size() > 1)
        workers->selectRow(workers->currentIndex().row());
    else
        m_state->filter().setText({});
}

QString WorkersPage::sought() const
{
    return m_session->shown() ? text(m_session->shown()->document->catalogue().words.source) : QString();
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
        {tr("Ctrl+D"), tr("Compare the two selected workers, or the shown one with the selected one")},
        {tr("←, →"), tr("In the chart of workers: the previous, the next")},
    };
}

QString WorkersPage::rowsShown() const
{
    const QString all = countText(m_table->workers->list.size(), tr("row"), tr("rows"));
    return isFiltered() ? tr("%1 of %2").arg(grouped(m_list->shown().size()), all) : all;
}

bool WorkersPage::isFiltered() const
{
    return m_table && m_list->shown().size() < m_table->workers->list.size();
}

QString WorkersPage::amount() const
{
    return isFiltered() ? tr("%1; min, average and max are of all").arg(rowsShown()) : QString();
}

bool WorkersPage::offersTable() const
{
    return m_table && !m_list->shown().empty();
}

std::optional<PagePicture> WorkersPage::picture() const
{
    if (!m_table)
        return std::nullopt;
    return pictureOf(m_headline->text(), workerBars(m_table, m_list->shown(), m_state->units().unit()));
}

std::optional<PageTable> WorkersPage::table() const
{
    if (!offersTable())
        return std::nullopt;
    const auto write = [table = m_table, shown = m_list->shown(), rules = m_state->rules().name()](std::ostream& out,
                                                                                                   TableFormat format) {
        writeWorkers(out, format, table->only(shown), rules);
        return Result<void>();
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
            return isOfProgram(worker) && worker.memory == m_session->shown()->selection.memory;
        });
    });
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
    int left = 0;
    if (m_table)
        left = room - m_list->fullHeight(); // for all rows, so that typing a filter moves nothing
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

} // namespace tidemark::ui
