#include "ui/pages/together/together_page.h"

#include "ui/pages/export_view.h"
#include "ui/pages/page_parts.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/units.h"
#include "ui/state/view_state.h"
#include "ui/tables/grid.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr double kLarger = 1.1;
constexpr int kBarsFrom = 340; // minimum height of the page
constexpr double kSumShare = 1.5; // width of the bar of all together, relative to the others
constexpr double kLeastOfPlot = 1 / 16.0; // width of that bar as part of all bars
constexpr std::size_t kMostBars = 24; // of single programs: more are too narrow for their labels
constexpr int kNeedWidth = 200; // of the column with the need of all together, from the least to the most

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

/// The types of devices that the files of the programs name, each once, that of the shown program first.
std::vector<std::string> devicesOf(const Chosen& shown)
{
    std::vector<std::string> devices = {shown.file().device.type};
    for (const ProgramId program : programsOf(shown))
        if (const std::string& type = shown.document->catalogue().fileOf(program).device.type;
            std::ranges::find(devices, type) == devices.end())
            devices.push_back(type);
    std::erase(devices, std::string());
    return devices;
}

/// The device whose programs are added up if the user chose none. Empty if no file names one.
std::string firstDeviceOf(const Chosen& shown)
{
    const std::vector<std::string> devices = devicesOf(shown);
    return devices.empty() ? std::string() : devices.front();
}

/// The programs whose file names this device, or no device.
std::vector<ProgramId> programsFor(const Chosen& shown, const std::string& device)
{
    std::vector<ProgramId> found = programsOf(shown);
    std::erase_if(found, [&](ProgramId program) {
        const std::string& own = shown.document->catalogue().fileOf(program).device.type;
        return !device.empty() && !own.empty() && own != device;
    });
    return found;
}

/// The names of the programs. Those that several have are followed by the folder of the file.
std::vector<QString> namesOf(const Document& document, const Resident& all)
{
    std::map<std::string_view, int> counts;
    for (const ResidentProgram& program : all.programs)
        ++counts[program.name];
    std::vector<QString> names;
    for (const ResidentProgram& program : all.programs) {
        QString name = text(program.name);
        if (counts[program.name] > 1) {
            const QFileInfo file(text(document.catalogue().fileOf(program.id).path));
            name = UiText::tr("%1 in %2").arg(name, file.dir().dirName());
        }
        names.push_back(name);
    }
    return names;
}

/// What the task has added up.
Result<Together> addUp(const Chosen& shown, const std::string& forDevice, const Device* chosen,
                       const Progress& progress)
{
    const std::vector<ProgramId> every = programsFor(shown, forDevice);
    const auto programs = programsThatRan(*shown.document, every, progress);
    if (!programs)
        return programs.error();
    auto all = residentOf({{*shown.document, *programs, shown.selection.memory}}, chosen, RefusedPrograms::LeaveOut,
                          progress);
    if (!all)
        return all.error();
    std::vector<QString> names = namesOf(*shown.document, *all);
    return Together{std::move(*all), std::move(names), programs->size() < every.size()};
}

/// "Together", or "2 of 9 together" for some of the programs.
QString sumName(const Together& together, const Resident& sum)
{
    if (sum.programs.size() == together.all.programs.size())
        return UiText::tr("Together");
    return UiText::tr("%1 of %2 together").arg(grouped(sum.programs.size()), grouped(together.all.programs.size()));
}

/// "6.30 GiB to 18.1 GiB", or one amount if the texts are equal.
QString needText(const Resident& all, ByteUnit unit)
{
    const QString least = text(bytesText(all.least, unit));
    const QString most = text(bytesText(all.most, unit));
    return least == most ? most : UiText::tr("%1 to %2").arg(least, most);
}

/// `parts` has the bytes of each kind of the plot.
Bar barOf(const QString& label, const QString& above, const std::array<std::int64_t, 4>& parts)
{
    Bar bar;
    bar.label = label;
    bar.above = above;
    for (std::size_t kind = 0; kind < parts.size(); ++kind)
        if (parts[kind] > 0)
            bar.parts.push_back({static_cast<double>(parts[kind]), kind});
    return bar;
}

Bar barOf(const ResidentProgram& program, const QString& name, ByteUnit unit)
{
    return barOf(name, text(bytesText(program.total(), unit)), {program.arguments, program.constants, program.rest, 0});
}

/// The least that these programs need, which is what the largest one needs with the constants of the others; and what
/// they need in addition unless they share arguments.
Bar barOf(const Resident& all, const QString& name, ByteUnit unit)
{
    const ResidentProgram& largest = *std::ranges::max_element(
        all.programs, {}, [](const ResidentProgram& program) { return program.arguments + program.rest; });
    return barOf(name, needText(all, unit), {largest.arguments, all.constants, largest.rest, all.most - all.least});
}

std::vector<std::size_t> everyIndex(const Together& together)
{
    std::vector<std::size_t> indexes(together.all.programs.size());
    std::iota(indexes.begin(), indexes.end(), std::size_t{0});
    return indexes;
}

/// Of these programs, those that have a bar of their own: the largest, in the given order. The others come after them.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> splitByBars(const Together& together,
                                                                          const std::vector<std::size_t>& indexes)
{
    std::vector<std::size_t> places(indexes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, std::ranges::greater(),
                             [&](std::size_t place) { return together.all.programs[indexes[place]].total(); });
    const std::size_t most = std::min(kMostBars, places.size());
    std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(most));
    std::pair<std::vector<std::size_t>, std::vector<std::size_t>> split;
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::vector<std::size_t>& part = i < most ? split.first : split.second;
        part.push_back(indexes[places[i]]);
    }
    return split;
}

/// A bar for each of the largest programs, one for the others if there are any, and one for the programs of `sum`
/// together.
BarPlot barsOf(const Together& together, const Resident& sum, const std::vector<std::size_t>& indexes, ByteUnit unit,
               const Colors& colors)
{
    BarPlot plot;
    plot.title = UiText::tr("Memory by module");
    plot.unit = unit;
    plot.limitName = UiText::tr("Device memory");
    plot.kinds = {{UiText::tr("Arguments"), colors.hue(Hue::Argument)},
                  {UiText::tr("Constants"), colors.hue(Hue::Constant)},
                  {UiText::tr("While it runs"), colors.hue(Hue::Temporary)},
                  {UiText::tr("Unless they share arguments"), {}, {}, true}};
    const auto add = [&](Bar bar, std::int64_t least) {
        if (const auto& capacity = sum.capacity.bytes) {
            bar.limit = static_cast<double>(*capacity);
            if (least > *capacity)
                bar.tone = Bar::Tone::Bad;
        }
        plot.bars.push_back(std::move(bar));
    };
    const auto [single, others] = splitByBars(together, indexes);
    const auto& programs = together.all.programs;
    for (const std::size_t index : single)
        add(barOf(programs[index], together.names[index], unit), programs[index].total());
    if (!others.empty()) {
        const ResidentProgram& largest = programs[*std::ranges::max_element(
            others, {}, [&](std::size_t index) { return programs[index].total(); })];
        Bar bar = barOf(largest, countText(others.size(), UiText::tr("other"), UiText::tr("others")), unit);
        bar.above = UiText::tr("at most %1 each").arg(bar.above);
        bar.share = kSumShare;
        add(std::move(bar), largest.total());
    }
    Bar bar = barOf(sum, sumName(together, sum), unit);
    bar.share = std::max(kSumShare, kLeastOfPlot * static_cast<double>(plot.bars.size() + 1));
    add(std::move(bar), sum.least);
    plot.describe
        = [bars = plot.bars](std::size_t at) { return QStringLiteral("%1\n%2").arg(bars[at].label, bars[at].above); };
    return plot;
}

ExportView::Result together(const ExportQuestion& question, const ExportSubject& subject)
{
    const Chosen& shown = subject.chosen;
    if (programsOf(shown).size() < 2)
        return subject.without("there is only one " + shown.document->catalogue().words.program + ".");
    const auto added = addUp(shown, firstDeviceOf(shown), question.device.get(), {});
    if (!added)
        return added.error();
    PictureOptions options = subject.options;
    options.title = text(withAmounts(residentText(added->all)));
    options.subtitle = shortName({question.path});
    return barPicture(barsOf(*added, added->all, everyIndex(*added), ByteUnit::Auto, colorsOf(options)), options);
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
    Grid::Column allocated = bytes("total_bytes", TogetherPage::tr("Allocated"),
                                   TogetherPage::tr("What the module needs alone: its peak and the fragmentation"));
    allocated.header.width = kNeedWidth;
    return {name, bytes("arguments_bytes", TogetherPage::tr("Arguments"), TogetherPage::tr("In memory all the time")),
            bytes("constants_bytes", TogetherPage::tr("Constants"), TogetherPage::tr("In memory all the time")),
            bytes("while_it_runs_bytes", TogetherPage::tr("While it runs"),
                  TogetherPage::tr("Temporaries, outputs that are not donated, and fragmentation")),
            allocated};
}

Grid gridOf(const Together& together)
{
    Grid grid;
    grid.columns = columnsOf();
    for (std::size_t i = 0; i < together.names.size(); ++i) {
        const ResidentProgram& program = together.all.programs[i];
        grid.rows.push_back(
            {together.names[i].toStdString(), program.arguments, program.constants, program.rest, program.total()});
    }
    return grid;
}

/// The last row, for the programs of `sum`.
GridRow totalOf(const Together& together, const Resident& sum)
{
    return {sumName(together, sum).toStdString(), sum.arguments, sum.constants, sum.rest, sum.most};
}

} // namespace

TogetherPage::TogetherPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_waiting(new WaitingView(this))
    , m_bars(new BarsWidget(this))
    , m_devices(new QComboBox(this))
    , m_deviceLabel(new QLabel(tr("Modules for"), this))
{
    m_least = {400, 240};
    auto* content = new QWidget(this);
    m_devices->setAccessibleName(tr("Device of the modules"));
    m_devices->setToolTip(tr("The files name several devices. A device holds only modules that are compiled for it."));
    m_deviceLabel->setBuddy(m_devices);
    m_sentence = new WrappedLabel(content);
    m_sentence->setFont(boldFont(largerFont(font(), kLarger)));
    m_sums = new QLabel(content);
    m_sums->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sums->setWordWrap(true);
    m_table = new GridTable(&m_state->units(), columnsOf(), tr("Modules"), content);
    m_table->setLastRowFrozen(true);
    m_table->columns()->setStretchLastSection(false);
    m_table->columns()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* assumption = new WrappedLabel(content);
    assumption->setWrappedText(text(kResidentAssumption));
    setTextColor(assumption, colorsFor(palette()).secondaryText);
    fillBase(content);
    QVBoxLayout* const words = inColumn(nullptr, {m_sentence, m_sums, assumption}, {12, 8, 12, 4}, 8);
    inColumn(content, {words, {m_bars, 3}, {m_table, 2}}); // the bars have margins of their own
    QHBoxLayout* const choice = inLine(nullptr, {m_deviceLabel, m_devices, roomBetween()}, {12, 4, 12, 0}, 6);
    auto* stack = new QWidget(this);
    inColumn(this, {choice, {stack, 1}});
    m_layout = new QStackedLayout(stack);
    m_layout->addWidget(m_waiting);
    m_layout->addWidget(content);
    setWindowTitle(tr("Together"));
    m_waiting->follow(&m_tasks, [this] { ask(); });
    connect(&m_tasks, &TaskRunner::cancelled, this, [this] { m_waiting->showMessage(tr("Cancelled."), tr("Add Up")); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TogetherPage::refresh);
    connect(m_bars, &BarsWidget::selected, m_table, [this](std::size_t bar) {
        if (const auto line = lineOf(bar))
            m_table->selectRow(*line);
    });
    connect(m_table, &FlatTable::opened, this, &TogetherPage::open);
    connect(m_bars, &BarsWidget::opened, this, [this](std::size_t bar) {
        if (const auto line = lineOf(bar))
            open(*line);
    });
    connect(m_devices, &QComboBox::activated, this, &TogetherPage::forget);
    connect(m_session, &Session::shownChanged, this, [this] {
        if (isOfShown())
            return;
        refreshDevices();
        forget();
    });
    connect(m_session, &Session::figuresChanged, this, &TogetherPage::refresh);
    m_state->onChange(Aspect::Units, this, [this] {
        refresh();
        m_table->fitNumbers(true);
    });
    m_state->onChange(Aspect::Filter, this, &TogetherPage::refreshTable);
    onShow(this, [this] {
        if (!m_together && !m_tasks.isBusy())
            ask();
    });
    onRestyle(this, [this] { refreshBars(); });
    answerCopies([this] { return m_table; });
    answer(
        Command::Escape, [this] { m_table->clearSelection(); }, [this] { return !m_table->selectedRows().empty(); });
    reportCopies(m_table);
    refreshDevices();
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
    return m_together ? std::optional(tableOf(gridOf(*m_together), amount())) : std::nullopt;
}

/// Whether the answer, or the task that computes it, is of the worker and the memory that the session shows.
bool TogetherPage::isOfShown() const
{
    const std::optional<Chosen>& shown = m_session->shown();
    return m_asked && shown && shown->document == m_asked->document
        && shown->selection.memory == m_asked->selection.memory && shown->program().source == m_asked->program().source;
}

void TogetherPage::refreshDevices()
{
    const QString chosen = m_devices->currentText();
    m_devices->clear();
    if (isFor(*m_session))
        for (const std::string& device : devicesOf(*m_session->shown()))
            m_devices->addItem(text(device));
    m_devices->setCurrentIndex(std::max(0, m_devices->findText(chosen)));
    m_devices->setVisible(m_devices->count() > 1);
    m_deviceLabel->setVisible(m_devices->count() > 1);
}

void TogetherPage::forget()
{
    m_tasks.abandon();
    m_together.reset();
    m_asked.reset();
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
    m_asked = m_session->shown();
    m_tasks.run<Together>(
        tr("Adding up programs…"),
        [shown = *m_asked, device = m_devices->currentText().toStdString()](const Progress& progress) {
            return addUp(shown, device, nullptr, progress);
        },
        [this](Result<Together> added) {
            if (!added) {
                m_waiting->showMessage(text(added.error().message), tr("Try Again"));
                return;
            }
            m_together = std::move(*added);
            m_layout->setCurrentIndex(1);
            refreshTable();
            emit commandsChanged();
        });
}

/// Shows the programs whose name has the words of the search line.
void TogetherPage::refreshTable()
{
    if (!m_together)
        return;
    const QString words = isVisible() ? m_state->filter().text() : QString();
    std::vector<std::uint32_t> shown;
    for (std::size_t i = 0; i < m_together->all.programs.size(); ++i)
        if (m_together->names[i].contains(words, Qt::CaseInsensitive))
            shown.push_back(static_cast<std::uint32_t>(i));
    shown.push_back(static_cast<std::uint32_t>(m_together->all.programs.size()));
    Grid grid = gridOf(*m_together);
    grid.total = grid.rows.size();
    grid.rows.push_back(totalOf(*m_together, m_together->all));
    grid.columns.back().text = [this](std::size_t row, ByteUnit unit) {
        const Resident& all = m_together->all;
        return row < all.programs.size() ? text(bytesText(all.programs[row].total(), unit)) : needText(m_counted, unit);
    };
    m_counted = m_together->all;
    m_table->setGrid(std::move(grid), std::move(shown));
    fit();
    refresh();
}

void TogetherPage::open(int line)
{
    const std::size_t index = m_table->gridModel()->rowAt(line);
    if (index == m_together->all.programs.size())
        return; // all together
    const ProgramId program = m_together->all.programs[index].id;
    emit programOpened({m_asked->document, {program, m_asked->selection.memory}});
}

std::vector<InputHint> TogetherPage::hints() const
{
    return {{tr("Enter, Double-click"), tr("Open the module in the timeline")}};
}

/// The programs in the order of the table: all, or only those that are selected if they are several.
std::vector<std::size_t> TogetherPage::addedUp() const
{
    const int last = m_table->model()->rowCount() - 1; // all together
    std::vector<int> lines = m_table->selectedRows();
    std::erase(lines, last);
    std::ranges::sort(lines);
    if (lines.size() < 2) {
        lines.resize(static_cast<std::size_t>(last));
        std::iota(lines.begin(), lines.end(), 0);
    }
    std::vector<std::size_t> programs;
    for (const int line : lines)
        programs.push_back(m_table->gridModel()->rowAt(line));
    return programs;
}

/// None for the bar of the others.
std::optional<int> TogetherPage::lineOf(std::size_t bar) const
{
    const int last = m_table->model()->rowCount() - 1;
    if (bar + 1 == m_bars->plot().bars.size())
        return last;
    const std::vector<std::size_t> single = splitByBars(*m_together, addedUp()).first;
    for (int line = 0; line < last && bar < single.size(); ++line)
        if (m_table->gridModel()->rowAt(line) == single[bar])
            return line;
    return std::nullopt;
}

BarPlot TogetherPage::plot() const
{
    return barsOf(*m_together, m_counted, addedUp(), m_state->units().unit(), colorsFor(palette()));
}

/// The capacity of the device that the programs are for.
Capacity TogetherPage::capacity() const
{
    const FileEntry& file = m_asked->document->catalogue().fileOf(m_together->all.programs.front().id);
    if (isOfShown() && m_session->figures() && file.device.type == m_session->shown()->file().device.type)
        return m_session->figures()->capacity;
    return m_session->capacityOfFile(file, m_asked->selection.memory);
}

void TogetherPage::refreshBars()
{
    if (!m_together)
        return;
    m_bars->setPlot(plot());
    std::optional<std::size_t> selected;
    if (const auto lines = m_table->selectedRows(); lines.size() == 1)
        for (std::size_t bar = 0; bar < m_bars->plot().bars.size() && !selected; ++bar)
            if (lineOf(bar) == lines.front())
                selected = bar;
    m_bars->setSelected(selected);
}

std::optional<PagePicture> TogetherPage::picture() const
{
    return m_together ? std::optional(pictureOf(m_sentence->text(), plot())) : std::nullopt;
}

QString TogetherPage::amount() const
{
    return m_together ? tr("%1 modules").arg(grouped(m_together->all.programs.size())) : QString();
}

/// The height from which on there is room for the bars.
int TogetherPage::fullHeight() const
{
    return grown(kBarsFrom, font());
}

/// The bars take the room that the rows leave.
void TogetherPage::fit()
{
    const bool hasBars = height() >= fullHeight();
    int most = QWIDGETSIZE_MAX;
    if (hasBars)
        most
            = m_table->columns()->sizeHint().height() + m_table->verticalHeader()->length() + 2 * m_table->frameWidth();
    m_bars->setVisible(hasBars);
    m_table->setMaximumHeight(most);
}

void TogetherPage::refresh()
{
    if (!m_together || !isOfShown())
        return;
    const std::size_t all = m_together->all.programs.size();
    std::vector<std::size_t> selected;
    std::vector<std::size_t> found; // by the search line
    for (int line = 0; line < m_table->model()->rowCount(); ++line)
        if (const std::size_t row = m_table->gridModel()->rowAt(line); row < all) {
            found.push_back(row);
            if (m_table->selectionModel()->isRowSelected(line))
                selected.push_back(row);
        }
    const std::vector<std::size_t>& counted = selected.empty() ? found : selected;
    const bool isPart = !counted.empty() && counted.size() < all;
    m_counted = isPart ? someOf(m_together->all, counted) : m_together->all;
    m_counted.capacity = capacity();
    m_table->gridModel()->setTotal(totalOf(*m_together, m_counted));
    const Units& units = m_state->units();
    m_sentence->setWrappedText(text(withAmounts(residentText(m_counted), units.unit())));
    QString which = tr("All modules");
    if (isPart)
        which = tr("%1 of %2 modules").arg(grouped(counted.size()), grouped(all));
    else if (m_together->areThoseThatRan)
        which = tr("All modules that ran");
    m_sums->setText(tr("%1: arguments %2, constants %3, and at most %4 while one of them runs.")
                        .arg(which, units.bytes(m_counted.arguments), units.bytes(m_counted.constants),
                             units.bytes(m_counted.rest)));
    m_table->fitNumbers(false);
    refreshBars();
    emit commandsChanged(); // the words of the status line
}

ExportView togetherExport()
{
    return {.name = "together",
            .help = "what the modules of a device need together",
            .ofView = together,
            .documentKind = "xla"};
}

} // namespace tidemark::ui
