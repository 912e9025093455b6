#include "ui/pages/runs/runs_page.h"

#include "core/base/find.h"
#include "core/tenstorrent/tt_train/run_view.h"
#include "core/text/amount.h"
#include "ui/charts/bar_plot.h"
#include "ui/pages/page_parts.h"
#include "ui/pages/runs/run_views.h"
#include "ui/session/session.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>

#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kLargestSize = 1e18;
constexpr std::array kSizeNames = {kDeviceMemory, "model_size", "optimizer_size", "gradients_size"}; // by Field

/// Parses "12 GiB" or "1,848.93 MB" (of 2^20 bytes). Absent without a unit: next to sizes in GiB, "12" may not mean
/// bytes.
std::optional<double> readSize(const QString& words)
{
    QString dense = words;
    dense.removeIf([](QChar c) { return c.isSpace(); });
    const std::string utf8 = dense.toStdString();
    std::string_view rest = utf8;
    const auto amount = takeAmountWithUnit(rest);
    if (!amount || !rest.empty())
        return std::nullopt;
    return static_cast<double>(amount->bytes);
}

constexpr int kRunWidth = 380;
constexpr int kBarsWidgetFrom = 320; // minimum height of the page
constexpr int kRunFrom = 860; // minimum width of the page

std::shared_ptr<const tt::TrainDocument> trainingOf(const Session& session)
{
    if (!session.shown())
        return nullptr;
    return std::dynamic_pointer_cast<const tt::TrainDocument>(session.shown()->document);
}

} // namespace

SizesForm::SizesForm(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_reset(new QToolButton(this))
    , m_fault(new QLabel(this))
{
    const std::array<QString, Count> names = {tr("&Device memory"), tr("&Model"), tr("&Optimizer"), tr("&Gradients")};
    const std::array<QString, Count> helps
        = {tr("Memory that a run must fit in"), tr("Two bytes (bf16) per parameter in the log"),
           tr("Twice the model: the two moments of AdamW"), tr("As the model")};
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    for (std::size_t i = 0; i < Count; ++i) {
        m_edits[i] = new QLineEdit(this);
        m_edits[i]->setAccessibleName(QString(names[i]).remove(u'&'));
        m_edits[i]->setToolTip(tr("With a unit: 12 GiB. From the file: %1").arg(helps[i]));
        m_edits[i]->setClearButtonEnabled(true);
        form->addRow(names[i], m_edits[i]);
        connect(m_edits[i], &QLineEdit::textChanged, this, &SizesForm::onEdited);
    }
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Reset all sizes to those from the file"));
    m_reset->setFocusPolicy(Qt::StrongFocus);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        clear();
        emit changed();
    });
    m_fault->setWordWrap(true);
    auto* title = new QLabel(tr("Expected sizes"), this);
    inColumn(this, {inLine(nullptr, {{title, 1}, m_reset}), form, m_fault}, {10, 2, 10, 6}, 4);
    onRestyle(this, [this] { setTextColor(m_fault, colorsFor(palette()).bad); });
    m_fault->hide();
    m_reset->setEnabled(false);
    connect(units, &Units::changed, this, &SizesForm::refreshPlaceholders);
}

std::optional<double> SizesForm::bytesOf(Field field) const
{
    const auto bytes = readSize(m_edits[field]->text());
    const double least = field == Device ? 1 : 0;
    if (bytes && *bytes >= least && *bytes < kLargestSize)
        return bytes;
    return std::nullopt;
}

GivenSizes SizesForm::sizes() const
{
    GivenSizes given;
    for (std::size_t i = 0; i < Count; ++i)
        if (const auto bytes = bytesOf(static_cast<Field>(i)))
            given[kSizeNames[i]] = *bytes;
    return given;
}

void SizesForm::setSizes(const GivenSizes& given)
{
    for (std::size_t i = 0; i < Count; ++i) {
        const double* const bytes = findValue(given, kSizeNames[i]);
        if (bytesOf(static_cast<Field>(i)) == (bytes ? std::optional(*bytes) : std::nullopt))
            continue;
        const QScopedValueRollback guard(m_isSetting, true);
        m_edits[i]->setText(bytes ? exactBytes(std::llround(*bytes)) : QString());
    }
    refreshFault();
}

void SizesForm::clear()
{
    const QScopedValueRollback guard(m_isSetting, true); // no signal blocker, because the clear buttons need the signal
    for (QLineEdit* edit : m_edits)
        edit->clear();
    refreshFault();
}

void SizesForm::onEdited()
{
    if (m_isSetting)
        return;
    refreshFault();
    emit changed();
}

void SizesForm::refreshFault()
{
    QString fault;
    bool isAnyGiven = false;
    for (std::size_t i = 0; i < Count; ++i) {
        const QString given = m_edits[i]->text().trimmed();
        isAnyGiven = isAnyGiven || !given.isEmpty();
        if (!given.isEmpty() && !bytesOf(static_cast<Field>(i)) && fault.isEmpty())
            fault = tr("“%1” is not a size such as 12 GiB; the size from the file is used.").arg(given);
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    setTextColor(m_fault, colorsFor(palette()).bad);
    m_reset->setEnabled(isAnyGiven);
}

void SizesForm::setRead(const tt::JudgedRun& run)
{
    const tt::Components& all = run.components;
    m_read = {run.knownDevice(), all.model.expected, all.optimizer.expected, all.gradients.expected};
    refreshPlaceholders();
}

void SizesForm::setIsKept(bool isKept)
{
    for (const Field field : {Model, Optimizer, Gradients})
        m_edits[field]->setEnabled(!isKept);
}

void SizesForm::refreshPlaceholders()
{
    const auto placeholder = [this](std::size_t field) {
        if (!m_read[field])
            return m_edits[field]->isEnabled() ? tr("not known") : tr("in the file");
        return tr("%1 from the file").arg(m_units->bytes(std::llround(*m_read[field])));
    };
    for (std::size_t i = 0; i < Count; ++i)
        m_edits[i]->setPlaceholderText(placeholder(i));
}

bool RunsPage::isFor(const Session& session)
{
    return trainingOf(session) != nullptr;
}

QString RunsPage::tabTitle(const Session& session)
{
    const auto document = trainingOf(session);
    return tr("Runs (%1)").arg(document ? grouped(document->catalogue().programs.size()) : QString());
}

RunsPage::RunsPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
{
    m_least = {500, 240};
    QWidget* const left = makeLeft();
    inColumn(this, {makeSplit(left, makeRight(), kRunWidth, this)});
    setFocusProxy(m_chart);
    connect(m_chart, &BarsWidget::selected, this, &RunsPage::select);
    connect(m_chart, &BarsWidget::opened, this, &RunsPage::open);
    connect(m_runs, &FlatTable::opened, this, [this](int row) { open(static_cast<std::size_t>(row)); });
    connect(m_runs->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (now.isValid())
            select(static_cast<std::size_t>(now.row()));
    });
    connect(m_trend, &QComboBox::currentIndexChanged, this, &RunsPage::judge);
    connect(m_which, &QComboBox::currentIndexChanged, m_tables, &QStackedWidget::setCurrentIndex);
    connect(m_which, &QComboBox::currentIndexChanged, this, &Page::commandsChanged);
    connect(m_sizes, &SizesForm::changed, this, [this] { m_session->setGivenSizes(m_sizes->sizes()); });
    connect(m_usesActual, &QCheckBox::toggled, this, &RunsPage::judge);
    connect(m_session, &Session::shownChanged, this, &RunsPage::refresh);
    connect(m_session, &Session::figuresChanged, this, [this] {
        m_sizes->setSizes(m_session->givenSizes());
        if (m_list && question().judgement.sizes != m_list->question.judgement.sizes)
            judge();
    });
    m_state->onChange(Aspect::Units, this, &RunsPage::judge);
    answerCopies([this] { return shownTable(); });
    onShow(this, [this] {
        if (m_isStale)
            judge();
    });
    onRestyle(this, [this] { judge(); });
    refresh();
}

GridTable* RunsPage::makeTable(std::vector<Grid::Column> columns, const QString& name)
{
    auto* table = new GridTable(&m_state->units(), std::move(columns), name, m_tables);
    m_tables->addWidget(table);
    reportCopies(table);
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
    QWidget* const copy = makeCopyButton(tools, [this] { shownTable()->copyAll(); });
    inLine(tools, {m_which, m_trend, roomBetween(), copy}, {8, 6, 8, 6}, 6);
    return tools;
}

QWidget* RunsPage::makeLeft()
{
    auto* left = new QWidget(this);
    auto* top = new QWidget(left);
    fillBase(top);
    m_headline = makeFinding(top);
    m_chart = new BarsWidget(left);
    QWidget* tools = makeTools();
    m_tables = new QStackedWidget(left);
    m_phases = makeTable(phaseColumns(), tr("Phases of the run"));
    m_runs = makeTable(runColumns(), tr("Runs"));
    m_runs->setSelectionMode(QAbstractItemView::SingleSelection);
    inLine(top, {m_headline}, {12, 8, 12, 8});
    inColumn(left, {top, {m_chart, 5}, tools, {m_tables, 3}});
    return left;
}

QWidget* RunsPage::makeRight()
{
    m_right = new QWidget(this);
    m_detailsTitle = new WrappedLabel(m_right);
    m_detailsTitle->setContentsMargins(10, 7, 10, 4);
    m_sizes = new SizesForm(&m_state->units(), m_right);
    m_usesActual = new QCheckBox(tr("Bars: model and optimizer as &measured"), m_right);
    m_usesActual->setChecked(true);
    m_usesActual->setToolTip(tr("If off: expected sizes, and the rest of the peak as “Other”"));
    m_details = makeDetails(tr("Details of the run"), 10, m_right);
    QLayout* const switches = inColumn(nullptr, {m_usesActual}, {10, 0, 10, 6});
    inColumn(m_right, {m_detailsTitle, {m_details, 1}, m_sizes, switches});
    return m_right;
}

RunsQuestion RunsPage::question() const
{
    RunsQuestion asked;
    asked.judgement.sizes = m_session->givenSizes();
    asked.judgement.usesActual = m_usesActual->isChecked();
    asked.trend = m_trend->currentData().toString();
    const Device* const device = m_session->device().inForce();
    if (device)
        if (const auto capacity = capacityOf(Platform::Unknown, {}, device, tt::kDram).bytes)
            asked.judgement.sizes.try_emplace(kDeviceMemory, static_cast<double>(*capacity));
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
    m_headline->setFullText(m_list->headline(m_state->units()));
    m_runs->setGrid(runGrid(*m_list));
    m_runs->fitNumbers(false);
    refreshRun();
}

std::optional<std::size_t> RunsPage::place() const
{
    if (!m_list || !m_selected)
        return std::nullopt;
    return m_list->placeOf(*m_selected);
}

void RunsPage::refreshRun()
{
    const auto selected = place();
    m_chart->setPlot(runBars(m_list, selected, m_state->units().unit()));
    if (!selected)
        return;
    const ListedRun& run = m_list->runs[*selected];
    m_phases->setGrid(phaseGrid(*run.judged.run));
    m_phases->fitNumbers(false);
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
    emit programOpened(*m_session->wanted());
}

GridTable* RunsPage::shownTable() const
{
    return m_which->currentIndex() == Runs ? m_runs : m_phases;
}

std::vector<InputHint> RunsPage::hints() const
{
    return {
        {tr("Enter, Double-click"), tr("On a run: its phases in the timeline")},
        {tr("←, →, Home, End"), tr("In the chart of runs: the previous, the next, the first, the last")},
    };
}

std::optional<PagePicture> RunsPage::picture() const
{
    if (!offersPicture())
        return std::nullopt;
    return pictureOf(m_list->headline(m_state->units()), runBars(m_list, std::nullopt, m_state->units().unit()));
}

std::optional<PageTable> RunsPage::table() const
{
    if (!offersTable())
        return std::nullopt;
    const Grid& grid = shownTable()->grid();
    return tableOf(grid, countText(grid.rows.size(), tr("row"), tr("rows")));
}

void RunsPage::fit()
{
    m_chart->setVisible(height() >= grown(kBarsWidgetFrom, font()));
    m_right->setVisible(width() >= grown(kRunFrom, font()));
}

} // namespace tidemark::ui
