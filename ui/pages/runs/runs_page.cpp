#include "ui/pages/runs/runs_page.h"

#include "core/tenstorrent/train/run_figures.h"
#include "ui/charts/bar_plot.h"
#include "ui/pages/runs/run_bars.h"
#include "ui/pages/runs/run_details.h"
#include "ui/pages/runs/run_grid.h"
#include "ui/pages/runs/sizes_form.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/view_state.h"
#include "ui/tables/grid_table.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/wrapped_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

constexpr int kRunWidth = 350;
constexpr int kBarsWidgetFrom = 320; // minimum height of the page
constexpr int kRunFrom = 860; // minimum width of the page

std::shared_ptr<const tt::TrainDocument> trainingOf(const Session& session)
{
    return session.shown() ? std::dynamic_pointer_cast<const tt::TrainDocument>(session.shown()->document) : nullptr;
}

} // namespace

bool RunsPage::isFor(const Session& session)
{
    return trainingOf(session) != nullptr;
}

QString RunsPage::tabTitle(const Session& session)
{
    const auto document = trainingOf(session);
    return tr("Runs (%1)")
        .arg(document ? grouped(static_cast<std::int64_t>(document->catalogue().programs.size())) : QString());
}

RunsPage::RunsPage(const PageContext& context, QWidget* parent)
    : Page(parent)
    , m_state(context.state)
    , m_session(context.session)
{
    m_split = new QSplitter(this);
    m_split->setChildrenCollapsible(false);
    m_split->setAutoFillBackground(true);
    m_split->addWidget(makeLeft());
    m_split->addWidget(makeRight());
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 0);
    m_split->setSizes({3000, grown(kRunWidth, font())});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_split);
    setFocusProxy(m_chart);
    connect(m_chart, &BarsWidget::selected, this, &RunsPage::select);
    connect(m_chart, &BarsWidget::opened, this, &RunsPage::open);
    connect(m_runs, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { open(static_cast<std::size_t>(index.row())); });
    connect(m_runs->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (now.isValid())
            select(static_cast<std::size_t>(now.row()));
    });
    connect(m_trend, &QComboBox::currentIndexChanged, this, &RunsPage::judge);
    connect(m_which, &QComboBox::currentIndexChanged, m_tables, &QStackedWidget::setCurrentIndex);
    connect(m_which, &QComboBox::currentIndexChanged, this, &Page::commandsChanged);
    connect(m_sizes, &SizesForm::changed, this, [this] { m_session->say(tt::saidSizes(m_sizes->sizes())); });
    connect(m_usesActual, &QCheckBox::toggled, this, &RunsPage::judge);
    connect(m_asUpstream, &QCheckBox::toggled, this, &RunsPage::judge);
    connect(m_session, &Session::shownChanged, this, &RunsPage::refresh);
    connect(m_session, &Session::figuresChanged, this, [this] {
        const auto saidIn = [](const RunsQuestion& asked) { return tt::saidSizes(asked.judgement.sizes); };
        m_sizes->setSaid(tt::sizesOf(m_session->said()));
        if (m_list && saidIn(question()) != saidIn(m_list->question))
            judge();
    });
    m_state->onChange(Aspect::Units, this, &RunsPage::judge);
    refresh();
}

GridTable* RunsPage::makeTable(std::vector<Grid::Column> columns, const QString& name)
{
    auto* table = new GridTable(&m_state->units(), std::move(columns), name, m_tables);
    m_tables->addWidget(table);
    connect(table, &FlatTable::copied, this,
            [this](const QString& what) { emit statusMessage(tr("Copied %1").arg(what)); });
    return table;
}

QWidget* RunsPage::makeTools()
{
    auto* tools = new QWidget(this);
    m_trend = new QComboBox(tools);
    m_trend->setAccessibleName(tr("Runs to show"));
    m_which = new QComboBox(tools);
    m_which->addItems({tr("Phases of the run"), tr("All runs")});
    m_which->setAccessibleName(tr("Table"));
    auto* copy = new QPushButton(tr("Copy Table"), tools);
    copy->setToolTip(tr("Put all rows shown on the clipboard"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] { shownTable()->copyAll(); });
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    row->addWidget(m_which);
    row->addWidget(m_trend);
    row->addStretch(1);
    row->addWidget(copy);
    return tools;
}

QWidget* RunsPage::makeLeft()
{
    auto* left = new QWidget(this);
    auto* top = new QWidget(left);
    top->setAutoFillBackground(true);
    top->setBackgroundRole(QPalette::Base);
    m_headline = new ElidedLabel(top);
    m_headline->setObjectName(QStringLiteral("finding"));
    m_headline->setMayTakeTwoLines(true);
    m_chart = new BarsWidget(left);
    QWidget* tools = makeTools();
    m_tables = new QStackedWidget(left);
    m_phases = makeTable(phaseColumns(), tr("Phases of the run"));
    m_runs = makeTable(runColumns(), tr("Runs"));
    m_runs->setSelectionMode(QAbstractItemView::SingleSelection);
    m_runs->installEventFilter(this);
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(12, 8, 12, 8);
    line->addWidget(m_headline);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(top);
    column->addWidget(m_chart, 5);
    column->addWidget(tools);
    column->addWidget(m_tables, 3);
    return left;
}

QWidget* RunsPage::makeRight()
{
    m_right = new QWidget(this);
    m_detailsTitle = new WrappedLabel(m_right);
    m_detailsTitle->setContentsMargins(10, 7, 10, 4);
    m_sizes = new SizesForm(&m_state->units(), m_right);
    m_usesActual = new QCheckBox(tr("Bars: model and optimizer as &measured"), m_right);
    m_usesActual->setToolTip(tr("If off: expected sizes, and the rest of the peak as “Other”"));
    m_asUpstream = new QCheckBox(tr("Bars: as &upstream shows it"), m_right);
    m_details = new QTextBrowser(m_right);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setOpenLinks(false);
    m_details->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_details->document()->setDocumentMargin(10);
    m_details->setAccessibleName(tr("Details of the run"));
    auto* switches = new QVBoxLayout;
    switches->setContentsMargins(10, 0, 10, 6);
    switches->setSpacing(2);
    switches->addWidget(m_usesActual);
    switches->addWidget(m_asUpstream);
    auto* column = new QVBoxLayout(m_right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_detailsTitle);
    column->addWidget(m_details, 1);
    column->addWidget(m_sizes);
    column->addLayout(switches);
    return m_right;
}

RunsQuestion RunsPage::question() const
{
    RunsQuestion asked;
    asked.judgement.sizes = tt::sizesOf(m_session->said());
    asked.judgement.usesActual = m_usesActual->isChecked();
    asked.isAsUpstream = m_asUpstream->isChecked();
    asked.trend = m_trend->currentData().toString();
    const Device* const device = m_session->device().inForce();
    if (!asked.judgement.sizes.deviceMemory && device)
        if (const auto capacity = capacityOf(Platform::Unknown, {}, device, tt::kDram).bytes)
            asked.judgement.sizes.deviceMemory = static_cast<double>(*capacity);
    return asked;
}

void RunsPage::refresh()
{
    const auto document = trainingOf(*m_session);
    const bool isAnother = document != m_document;
    m_document = document;
    if (isAnother) {
        m_list.reset();
        m_chart->setPlot({});
    }
    if (!document) {
        m_selected.reset();
        emit commandsChanged();
        return;
    }
    if (isAnother)
        refreshChoices();
    m_selected = m_session->shown()->selection.program;
    if (m_list && place()) // another run of the list: tables keep their scroll position
        refreshRun();
    else
        judge();
}

/// After a reload, the choices of the user stay if they still exist.
void RunsPage::refreshChoices()
{
    const QStringList paths = m_session->host().paths();
    const bool isReload = paths == m_paths;
    m_paths = paths;
    const QString usual = usualTrend(*m_document, m_session->shown()->selection.program);
    const QString wanted = isReload ? m_trend->currentData().toString() : usual;
    const QSignalBlocker blocker(m_trend);
    m_trend->clear();
    m_trend->addItem(tr("All runs"), QString());
    for (const QString& model : trendsOf(*m_document))
        m_trend->addItem(tr("%1 over time").arg(model), model);
    m_trend->setVisible(m_trend->count() > 1);
    m_trend->setCurrentIndex(std::max(0, m_trend->findData(wanted)));
    if (isReload)
        return;
    m_sizes->clear();
    m_which->setCurrentIndex(usual.isEmpty() && !m_document->run(ProgramId::at(0)).phases.empty() ? Phases : Runs);
}

void RunsPage::judge()
{
    m_isStale = m_document && !isVisible();
    if (!m_document || m_isStale)
        return;
    m_list = std::make_shared<const RunList>(m_document, question());
    if (!place() && !m_list->runs.empty())
        m_selected = m_list->runs.back().program;
    m_headline->setFont(boldFont(largerFont(font(), 1.15)));
    m_headline->setFullText(m_list->headline(m_state->units()));
    const bool differs = !m_list->notes.isEmpty();
    m_asUpstream->setEnabled(differs || m_asUpstream->isChecked());
    m_asUpstream->setToolTip(differs
                                 ? tr("As analyze_memory.py reads the log: by four names of phases, and one size of "
                                      "model for all runs")
                                 : tr("analyze_memory.py shows the same for this log"));
    m_runs->setGrid(runGrid(*m_list));
    refreshRun();
}

std::optional<std::size_t> RunsPage::place() const
{
    return m_list && m_selected ? m_list->placeOf(*m_selected) : std::nullopt;
}

void RunsPage::refreshRun()
{
    const auto selected = place();
    m_chart->setPlot(runBars(m_list, selected, m_state->units().unit()));
    if (!selected)
        return;
    const ListedRun& run = m_list->runs[*selected];
    m_phases->setGrid(phaseGrid(*run.judged.run));
    m_runs->setCurrentIndex(m_runs->gridModel()->index(static_cast<int>(*selected), 0));
    m_detailsTitle->setFont(boldFont(font()));
    m_detailsTitle->setWrappedText(run.name);
    m_sizes->setIsKept(run.judged.run->exported.has_value());
    m_sizes->setRead(run.judged);
    m_details->setHtml(runDetailsHtml(*m_list, *selected, m_state->units(), colorsFor(palette())));
    emit commandsChanged();
}

void RunsPage::select(std::size_t place)
{
    const ProgramId program = m_list->runs[place].program;
    if (m_selected == program)
        return;
    m_selected = program;
    refreshRun();
    // A run without figures has no view; this page shows what is known.
    const ProgramOutline& outline = m_list->document->outline(program);
    const std::int64_t memory = m_session->shown()->selection.memory;
    if (!outline.memories.empty())
        m_session->choose({m_list->document, {program, outline.uses(memory) ? memory : outline.bestMemory()}});
}

void RunsPage::open(std::size_t place)
{
    select(place);
    emit firstPageRequested();
}

GridTable* RunsPage::shownTable() const
{
    return m_which->currentIndex() == Runs ? m_runs : m_phases;
}

bool RunsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_runs && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && place()) {
            open(*place());
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

bool RunsPage::canDo(Command command) const
{
    return m_list && (command == Command::Copy || command == Command::CopyPlain);
}

void RunsPage::perform(Command command)
{
    if (command == Command::Copy)
        shownTable()->copyRows();
    else
        shownTable()->copyRowsPlain();
}

std::vector<InputHint> RunsPage::hints() const
{
    return {
        {tr("Enter, Double-click"), tr("On a run: its phases in the timeline")},
        {tr("←, →, Home, End"), tr("In the chart of runs: the previous, the next, the first, the last")},
    };
}

bool RunsPage::offersPicture() const
{
    return m_list && !m_list->runs.empty();
}

std::optional<PagePicture> RunsPage::picture() const
{
    if (!offersPicture())
        return std::nullopt;
    PagePicture picture;
    picture.options.title = m_list->headline(m_state->units());
    picture.options.subtitle = shortName(m_session->host().paths());
    picture.make = [plot = runBars(m_list, std::nullopt, m_state->units().unit())](
                       const PictureOptions& options, bool) { return barPicture(plot, options); };
    return picture;
}

std::optional<PageTable> RunsPage::table() const
{
    if (!offersTable())
        return std::nullopt;
    const Grid& grid = shownTable()->grid();
    return PageTable{tr("%1 rows").arg(grouped(static_cast<std::int64_t>(grid.rows.size()))),
                     [grid](std::ostream& out, const Progress&) {
                         writeGrid(out, grid);
                         return std::nullopt;
                     }};
}

QString RunsPage::fileName() const
{
    return m_session->shownProgram() + QStringLiteral("-runs");
}

QSize RunsPage::minimumSizeHint() const
{
    return {grown(500, font()), grown(240, font())};
}

void RunsPage::fit()
{
    m_chart->setVisible(height() >= grown(kBarsWidgetFrom, font()));
    m_right->setVisible(width() >= grown(kRunFrom, font()));
}

void RunsPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_isStale)
        judge();
}

void RunsPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fit();
}

void RunsPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_details && m_list)
        judge();
}

} // namespace tidemark::ui
