#include "ui/pages/together/together_page.h"

#include "ui/pages/page_parts.h"
#include "ui/pages/waiting_view.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/view_state.h"
#include "ui/tables/grid_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/text_color.h"
#include "ui/widgets/wrapped_label.h"

#include <QDir>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr double kLarger = 1.1;
constexpr int kBarsFrom = 420; // minimum height of the page

/// The answer of the task.
struct Added {
    Resident all;
    bool areThoseThatRan = false;
};

/// The programs of the worker of the shown one: those that one device can have.
std::vector<ProgramId> programsOf(const Chosen& shown)
{
    const Catalogue& catalogue = shown.document->catalogue();
    std::vector<ProgramId> found;
    for (const ProgramId program : allPrograms(*shown.document))
        if (catalogue.programs[program.index()].source == shown.program().source)
            found.push_back(program);
    return found;
}

std::vector<Grid::Column> columnsOf()
{
    const auto bytes = [](const char* id, const QString& title, const QString& help) {
        Grid::Column column;
        column.id = id;
        column.title = title;
        column.help = help;
        column.header = gridNumberColumn();
        return column;
    };
    Grid::Column name;
    name.id = "module";
    name.title = TogetherPage::tr("Module");
    name.header = gridNameColumn();
    name.isCode = true;
    return {name, bytes("arguments_bytes", TogetherPage::tr("Arguments"), TogetherPage::tr("In memory all the time")),
            bytes("constants_bytes", TogetherPage::tr("Constants"), TogetherPage::tr("In memory all the time")),
            bytes("while_it_runs_bytes", TogetherPage::tr("While it runs"),
                  TogetherPage::tr("Temporaries, outputs that are not donated, and fragmentation")),
            bytes("total_bytes", TogetherPage::tr("Allocated"),
                  TogetherPage::tr("What the module needs alone: its peak and the fragmentation"))};
}

} // namespace

TogetherPage::TogetherPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_layout(new QStackedLayout(this))
    , m_waiting(new WaitingView(this))
    , m_bars(new BarsWidget(this))
{
    m_least = {400, 240};
    auto* content = new QWidget(this);
    m_sentence = new WrappedLabel(content);
    m_sentence->setFont(largerFont(font(), kLarger));
    m_sums = new QLabel(content);
    m_sums->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sums->setWordWrap(true);
    m_table = new GridTable(&m_state->units(), columnsOf(), tr("Modules"), content);
    m_table->columns()->setStretchLastSection(false);
    m_table->columns()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* assumption = new WrappedLabel(content);
    assumption->setWrappedText(text(kResidentAssumption));
    setTextColor(assumption, colorsFor(palette()).secondaryText);
    fillBase(content);
    inColumn(content, {m_sentence, m_sums, assumption, {m_bars, 3}, {m_table, 2}}, {12, 12, 12, 12}, 8);
    m_layout->addWidget(m_waiting);
    m_layout->addWidget(content);
    setWindowTitle(tr("Together"));
    connect(&m_tasks, &TaskRunner::progressed, m_waiting, &WaitingView::setProgress);
    connect(&m_tasks, &TaskRunner::cancelled, this, [this] { m_waiting->showMessage(tr("Cancelled."), tr("Add Up")); });
    connect(m_waiting, &WaitingView::actionRequested, this, [this] {
        if (m_tasks.isBusy())
            m_tasks.cancel();
        else
            ask();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TogetherPage::refresh);
    connect(m_bars, &BarsWidget::selected, m_table,
            [this](std::size_t bar) { m_table->selectRow(static_cast<int>(bar)); });
    connect(m_session, &Session::shownChanged, this, &TogetherPage::forget);
    connect(m_session, &Session::figuresChanged, this, &TogetherPage::refresh);
    m_state->onChange(Aspect::Units, this, &TogetherPage::refresh);
    m_state->onChange(Aspect::Filter, this, &TogetherPage::refreshTable);
    onRestyle(this, [this] { refreshBars(); });
    answerCopies([this] { return m_table; });
    answer(
        Command::Escape, [this] { m_table->clearSelection(); }, [this] { return !m_table->selectedRows().empty(); });
    reportCopies(m_table);
}

bool TogetherPage::isFor(const Session& session)
{
    return session.shown() && session.shown()->document->catalogue().kind == "xla"
        && programsOf(*session.shown()).size() > 1;
}

QString TogetherPage::sentence() const
{
    return m_sentence->text();
}

std::optional<PageTable> TogetherPage::table() const
{
    return m_all ? std::optional(tableOf(m_table->grid(), tr("%1 modules").arg(m_table->grid().count())))
                 : std::nullopt;
}

void TogetherPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (!m_all && !m_tasks.isBusy())
        ask();
}

void TogetherPage::forget()
{
    m_tasks.abandon();
    m_all.reset();
    if (isVisible())
        ask();
    emit commandsChanged();
}

void TogetherPage::ask()
{
    if (!isFor(*m_session))
        return;
    m_layout->setCurrentIndex(0);
    m_waiting->showBusy();
    const Chosen shown = *m_session->shown();
    m_tasks.run<Added>(
        tr("Adding up programs…"),
        [shown](const Progress& progress) -> Result<Added> {
            const std::vector<ProgramId> every = programsOf(shown);
            const auto programs = programsThatRan(*shown.document, every, progress);
            if (!programs)
                return programs.error();
            auto all = residentOf(*shown.document, *programs, shown.selection.memory, nullptr, progress);
            if (!all)
                return all.error();
            return Added{std::move(*all), programs->size() < every.size()};
        },
        [this](Result<Added> added) {
            if (!added) {
                m_waiting->showMessage(text(added.error().message), tr("Try Again"));
                return;
            }
            m_all = std::move(added->all);
            std::set<std::string> names;
            m_repeated.clear();
            for (const ResidentProgram& program : m_all->programs)
                if (!names.insert(program.name).second)
                    m_repeated.insert(program.name);
            m_areThoseThatRan = added->areThoseThatRan;
            m_layout->setCurrentIndex(1);
            refreshTable();
            emit commandsChanged();
        });
}

/// Shows the programs whose name has the words of the search line.
void TogetherPage::refreshTable()
{
    if (!m_all)
        return;
    const QString words = isVisible() ? m_state->filter().text() : QString();
    std::vector<std::uint32_t> shown;
    for (std::size_t i = 0; i < m_all->programs.size(); ++i)
        if (nameOf(m_all->programs[i]).contains(words, Qt::CaseInsensitive))
            shown.push_back(static_cast<std::uint32_t>(i));
    m_table->setGrid(gridOf(*m_all), std::move(shown));
    refresh();
}

/// The name, with the folder of the file if another program has the same name.
QString TogetherPage::nameOf(const ResidentProgram& program) const
{
    if (!m_repeated.contains(program.name) || !m_session->shown())
        return text(program.name);
    const std::string& path = m_session->shown()->document->catalogue().fileOf(program.id).path;
    return tr("%1 in %2").arg(text(program.name), QFileInfo(text(path)).dir().dirName());
}

/// The programs in the lines of the table, by their indexes.
std::vector<std::size_t> TogetherPage::shown() const
{
    std::vector<std::size_t> indexes;
    for (int line = 0; line < m_table->model()->rowCount(); ++line)
        indexes.push_back(m_table->gridModel()->rowAt(line));
    return indexes;
}

BarPlot TogetherPage::plot() const
{
    const Colors colors = colorsFor(palette());
    BarPlot plot;
    plot.title = tr("Memory by module");
    plot.unit = m_state->units().unit();
    plot.limitName = tr("Device memory");
    plot.kinds = {{tr("Arguments"), colors.hue(Hue::Argument)},
                  {tr("Constants"), colors.hue(Hue::Constant)},
                  {tr("While it runs"), colors.hue(Hue::Temporary)}};
    std::optional<std::int64_t> capacity;
    if (m_session->figures())
        capacity = m_session->figures()->capacity.bytes;
    for (const std::size_t index : shown()) {
        const ResidentProgram& program = m_all->programs[index];
        Bar& bar = plot.bars.emplace_back();
        bar.label = nameOf(program);
        bar.above = m_state->bytes(program.total());
        std::size_t kind = 0;
        for (const std::int64_t bytes : {program.arguments, program.constants, program.rest}) {
            if (bytes > 0)
                bar.parts.push_back({static_cast<double>(bytes), kind});
            ++kind;
        }
        if (capacity)
            bar.limit = static_cast<double>(*capacity);
        if (capacity && program.total() > *capacity)
            bar.tone = Bar::Tone::Bad;
    }
    plot.describe
        = [bars = plot.bars](std::size_t at) { return QStringLiteral("%1\n%2").arg(bars[at].label, bars[at].above); };
    return plot;
}

void TogetherPage::refreshBars()
{
    if (!m_all)
        return;
    m_bars->setPlot(plot());
    std::optional<std::size_t> selected;
    if (const auto lines = m_table->selectedRows(); lines.size() == 1)
        selected = static_cast<std::size_t>(lines.front());
    m_bars->setSelected(selected);
}

std::optional<PagePicture> TogetherPage::picture() const
{
    if (!m_all)
        return std::nullopt;
    PagePicture picture;
    picture.options.title = m_sentence->text();
    picture.options.subtitle = shortName(m_session->host().paths());
    picture.make = [plot = plot()](const PictureOptions& options, bool) { return barPicture(plot, options); };
    return picture;
}

QString TogetherPage::atCursors() const
{
    return m_all ? tr("Select modules to add up only these") : QString();
}

QString TogetherPage::amount() const
{
    return m_all ? tr("%1 modules").arg(grouped(m_all->programs.size())) : QString();
}

void TogetherPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    m_bars->setVisible(height() >= grown(kBarsFrom, font()));
}

Grid TogetherPage::gridOf(const Resident& all) const
{
    Grid grid;
    grid.columns = columnsOf();
    for (const ResidentProgram& program : all.programs)
        grid.rows.push_back(
            {nameOf(program).toStdString(), program.arguments, program.constants, program.rest, program.total()});
    return grid;
}

void TogetherPage::refresh()
{
    if (!m_all)
        return;
    std::vector<std::size_t> indexes;
    for (const int line : m_table->selectedRows())
        indexes.push_back(m_table->gridModel()->rowAt(line));
    const bool isSelected = !indexes.empty();
    if (!isSelected) {
        indexes.resize(m_all->programs.size());
        std::iota(indexes.begin(), indexes.end(), std::size_t{0});
    }
    Resident some = someOf(*m_all, indexes);
    if (m_session->figures())
        some.capacity = m_session->figures()->capacity;
    const Units& units = m_state->units();
    m_sentence->setWrappedText(text(withAmounts(residentText(some), units.unit())));
    QString which = tr("All modules");
    if (isSelected)
        which = tr("%1 of %2 modules").arg(grouped(indexes.size()), grouped(m_all->programs.size()));
    else if (m_areThoseThatRan)
        which = tr("All modules that ran");
    m_sums->setText(tr("%1: arguments %2, constants %3, and at most %4 while one of them runs.")
                        .arg(which, units.bytes(some.arguments), units.bytes(some.constants), units.bytes(some.rest)));
    refreshBars();
    emit commandsChanged(); // the words of the status line
}

} // namespace tidemark::ui
