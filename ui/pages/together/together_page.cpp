#include "ui/pages/together/together_page.h"

#include "ui/pages/page_parts.h"
#include "ui/pages/waiting_view.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/view_state.h"
#include "ui/tables/grid_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text_color.h"
#include "ui/widgets/wrapped_label.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr double kLarger = 1.1;

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
            bytes("total_bytes", TogetherPage::tr("Alone"), TogetherPage::tr("What the module needs alone"))};
}

} // namespace

TogetherPage::TogetherPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_layout(new QStackedLayout(this))
    , m_waiting(new WaitingView(this))
{
    m_least = {400, 240};
    auto* content = new QWidget(this);
    m_sentence = new WrappedLabel(content);
    m_sentence->setFont(largerFont(font(), kLarger));
    m_sums = new QLabel(content);
    m_sums->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sums->setWordWrap(true);
    m_table = new GridTable(&m_state->units(), columnsOf(), tr("Modules"), content);
    auto* assumption = new WrappedLabel(content);
    assumption->setWrappedText(text(kResidentAssumption));
    setTextColor(assumption, colorsFor(palette()).secondaryText);
    fillBase(content);
    inColumn(content, {m_sentence, m_sums, {m_table, 1}, assumption}, {12, 12, 12, 12}, 8);
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
    connect(m_session, &Session::shownChanged, this, &TogetherPage::forget);
    connect(m_session, &Session::figuresChanged, this, &TogetherPage::refresh);
    m_state->onChange(Aspect::Units, this, &TogetherPage::refresh);
    m_state->onChange(Aspect::Filter, this, &TogetherPage::refreshTable);
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
    m_tasks.run<Resident>(
        tr("Adding up programs…"),
        [shown](const Progress& progress) {
            const auto programs = programsThatRan(*shown.document, programsOf(shown), progress);
            if (!programs)
                return Result<Resident>(programs.error());
            return residentOf(*shown.document, *programs, shown.selection.memory, nullptr, progress);
        },
        [this](Result<Resident> all) {
            if (!all) {
                m_waiting->showMessage(text(all.error().message), tr("Try Again"));
                return;
            }
            m_all = std::move(*all);
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
        if (text(m_all->programs[i].name).contains(words, Qt::CaseInsensitive))
            shown.push_back(static_cast<std::uint32_t>(i));
    m_table->setGrid(gridOf(*m_all), std::move(shown));
    refresh();
}

Grid TogetherPage::gridOf(const Resident& all) const
{
    Grid grid;
    grid.columns = columnsOf();
    for (const ResidentProgram& program : all.programs)
        grid.rows.push_back({program.name, program.arguments, program.constants, program.rest, program.total()});
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
    const QString which = isSelected
        ? tr("%1 of %2 modules selected").arg(grouped(indexes.size()), grouped(m_all->programs.size()))
        : tr("All modules that ran; select some to add up only these");
    m_sums->setText(tr("%1. Arguments %2, constants %3, largest while it runs %4.")
                        .arg(which, units.bytes(some.arguments), units.bytes(some.constants), units.bytes(some.rest)));
}

} // namespace tidemark::ui
