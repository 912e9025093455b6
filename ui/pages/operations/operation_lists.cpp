#include "ui/pages/operations/operation_lists.h"

#include "core/base/text.h"
#include "ui/charts/chart_picture.h"
#include "ui/pages/export_view.h"
#include "ui/pages/page_parts.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kFlattened = 8; // the line is shown if the peak is at least 1/8 of the capacity

constexpr const char* kPerBank = "per-bank";

ExportView::Result operations(const ExportQuestion& question, const ExportSubject& subject)
{
    const auto document = std::dynamic_pointer_cast<const ttxla::ProfileDocument>(subject.chosen.document);
    if (!document)
        return subject.without("this is no profile of tt-xla's operations.");
    const ttxla::Banks banks = banksOf(question.options.contains(kPerBank));
    const ShownOperations shown(document, subject.chosen.selection, *subject.view, banks);
    ViewState state;
    state.setView(shown.shown.view);
    ChartContent content = contentOf(state);
    const Device* const chosen = question.device.get();
    if (chosen && banks == ttxla::Banks::All)
        content.capacity = lineOf(subject.view->figures(chosen).capacity);
    else if (chosen || shown.isSeenBelowCapacity())
        content.capacity = shown.capacity(); // for one bank: from the log
    content.showsRatio = true;
    return std::shared_ptr<const Picture>(std::make_shared<ChartPicture>(content, subject.options));
}

constexpr std::int64_t kPermille = 1000;
constexpr std::size_t kBeginColumns = 2; // see beginOf()

GridCell locationOf(const ttxla::OperationFacts* facts)
{
    if (!facts)
        return {};
    return gridCell(facts->loc);
}

/// "1x32 bf16, …"
std::string shapesOf(const std::vector<ttxla::TensorType>& tensors)
{
    return tensorsText(tensors).toStdString();
}

GridCell outputOf(const ttxla::OperationFacts* facts)
{
    if (!facts)
        return {};
    return gridCell(shapesOf(facts->outputTensors));
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList sides;
    for (const std::int64_t side : shape)
        sides << QString::number(side);
    return sides.join(u'x').toStdString();
}

/// The columns that every list starts with.
GridRow beginOf(const ShownOperations& shown, std::size_t at)
{
    const auto cell = shown.cellOf(at);
    if (!cell)
        return {GridCell(), GridCell()};
    const std::string label(shown.profile->labelOf(shown.operation(at)));
    return {gridCell(label), GridCell(std::int64_t{cell->value})};
}

QString causeWord(ttxla::OutOfMemory::Cause cause)
{
    switch (cause) {
    case ttxla::OutOfMemory::Cause::TooBig:
        return UiText::tr("too big");
    case ttxla::OutOfMemory::Cause::Fragmented:
        return UiText::tr("fragmented");
    case ttxla::OutOfMemory::Cause::Contradicting:
        return UiText::tr("inconsistent");
    case ttxla::OutOfMemory::Cause::Unknown:
        break;
    }
    return {};
}

Grid::Column countColumn(const char* id, const QString& title, const QString& help, int ifRoom)
{
    Grid::Column column{id, title, help, false, gridNumberColumn(ifRoom)};
    column.header.width = 72;
    column.isCount = true;
    return column;
}

Grid::Column wordsColumn(const char* id, const QString& title, const QString& help, int ifRoom, int width)
{
    Grid::Column column{id, title, help, false, gridNumberColumn(ifRoom)};
    column.header.width = width;
    column.isCode = true;
    return column;
}

} // namespace

ShownOperations::ShownOperations(std::shared_ptr<const ttxla::ProfileDocument> document, const Selection& selection,
                                 const View& of, ttxla::Banks shownBanks)
    : profile(document->profile(selection.program))
    , extent(document->extent(selection.program))
    , memory(static_cast<ttxla::Memory>(selection.memory))
    , banks(shownBanks)
    , shown(ttxla::makeOperationsView({profile, extent}, memory, of, banks))
{ }

QString ShownOperations::placeText(std::size_t at) const
{
    const auto cell = cellOf(at);
    return cell ? cellText(shown.view->axis, *cell) : QStringLiteral("–");
}

std::optional<StepId> ShownOperations::cellOf(std::size_t at) const
{
    if (at < extent.begin || extent.end <= at)
        return std::nullopt;
    return StepId::at(at - extent.begin);
}

QString ShownOperations::banksText(std::int32_t count) const
{
    if (banks == ttxla::Banks::One)
        return UiText::tr("one bank");
    if (count == 1)
        return UiText::tr("its bank");
    return count < 0 ? UiText::tr("all banks") : UiText::tr("all %1 banks").arg(count);
}

const ttxla::PeakCard* ShownOperations::peak() const
{
    for (const ttxla::PeakCard& card : shown.report.peaks)
        if (card.memory == memory)
            return &card;
    return nullptr;
}

std::optional<CapacityLine> ShownOperations::capacity() const
{
    const ttxla::PeakCard* const card = peak();
    if (!card || !card->capacity)
        return std::nullopt;
    return CapacityLine{*card->capacity, banksText(card->banks)};
}

bool ShownOperations::isSeenBelowCapacity() const
{
    const ttxla::PeakCard* const card = peak();
    return card && card->capacity && card->bytes && *card->bytes >= *card->capacity / kFlattened;
}

std::vector<std::size_t> ShownOperations::shortages() const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < profile->shortages.size(); ++i) {
        const std::size_t at = profile->shortages[i].operation;
        const bool isBeforeAll = at >= profile->operations.size() && extent.begin == 0;
        if (isBeforeAll || cellOf(at))
            found.push_back(i);
    }
    return found;
}

QString ShownOperations::headline(ByteUnit unit) const
{
    const ttxla::PeakCard* const card = peak();
    const QString name = memoryText(memory);
    if (!card || !card->bytes)
        return UiText::tr("No data for %1").arg(name);
    const auto amount = [unit](std::int64_t bytes) { return text(bytesText(bytes, unit)); };
    QString words;
    if (const std::size_t failed = shortages().size(); failed > 0)
        words = UiText::tr("%1 failed · ").arg(text(counted(failed, "allocation")));
    words += (shown.view->isPeakLeast ? UiText::tr("%1 peaks at %2 or more") : UiText::tr("%1 peaks at %2"))
                 .arg(name, amount(*card->bytes));
    if (card->capacity && *card->capacity > 0)
        words += UiText::tr(", %1 of %2").arg(percent(*card->bytes, *card->capacity), amount(*card->capacity));
    return words
        + UiText::tr(", in %1, %2").arg(text(profile->labelOf(operation(card->operation))), placeText(card->operation));
}

QString tensorsText(const std::vector<ttxla::TensorType>& tensors)
{
    QStringList shapes;
    for (const ttxla::TensorType& tensor : tensors)
        shapes << joined({text(tensor.shape.empty() ? "?" : tensor.shape), text(tensor.dtype)}, QStringLiteral(" "));
    return shapes.join(QStringLiteral(", "));
}

QString memoryText(ttxla::Memory memory)
{
    return text(ttxla::kMemoryNames[static_cast<std::size_t>(memory)]);
}

ExportView operationsExport()
{
    return {.name = "operations",
            .help = "a memory over a profile's operations, with fragmentation",
            .ofView = operations,
            .options = {{kPerBank, "", "of one bank, not of all", nullptr}},
            .documentKind = ttxla::ProfileDocument::kKind};
}

QString listTitle(OperationList list)
{
    const QStringList all{UiText::tr("Prime suspects: largest additions"), UiText::tr("Highest levels"),
                          UiText::tr("Results padded by tiles"), UiText::tr("Allocations that failed"),
                          UiText::tr("All operations")};
    return all[static_cast<qsizetype>(list)];
}

QString emptyText(OperationList list)
{
    const QStringList all{UiText::tr("No operation is known to add to this memory."),
                          UiText::tr("The log does not say what the operations leave in this memory."),
                          UiText::tr("No result is known to be padded by tiles."), UiText::tr("No allocation failed."),
                          UiText::tr("No operation matches.")};
    return all[static_cast<qsizetype>(list)];
}

std::vector<Grid::Column> listColumns(OperationList list)
{
    const auto tr = [](const char* words) { return UiText::tr(words); };
    std::vector<Grid::Column> columns{
        {"operation", tr("Operation"), tr("Name in the runtime"), false, gridNameColumn(), true},
        countColumn("step", tr("Position"), tr("Position on the axis, which counts deallocations too"), 0)};
    columns[0].header.width = 230;
    const Grid::Column location = wordsColumn("location", tr("Location"), tr("Location in the program"), 0, 190);
    const Grid::Column output = wordsColumn("output", tr("Output"), tr("Shapes of the results"), 1, 170);
    const auto addBytes = [&](const char* id, const QString& title, const QString& help, int ifRoom = 0) {
        columns.push_back({id, title, help, false, gridNumberColumn(ifRoom)});
    };
    switch (list) {
    case OperationList::Suspects:
        columns.push_back({"added_bytes", tr("Added"), tr("Memory that the operation adds"), true, gridNumberColumn()});
        columns.push_back(location);
        columns.push_back(output);
        break;
    case OperationList::Highest:
        addBytes("most_bytes", tr("In use"), tr("Highest level during the operation"));
        addBytes("of_capacity_permille", tr("Of capacity"), tr("Share of the capacity of the memory"));
        columns.push_back(location);
        break;
    case OperationList::Padding:
        columns.push_back(wordsColumn("shape", tr("Shape"), tr("Shape of the result"), 0, 150));
        columns.push_back(wordsColumn("padded_shape", tr("Padded"), tr("Shape in whole tiles"), 1, 130));
        addBytes("unpadded_bytes", tr("Unpadded"), tr("Size of the shape without padding, in all banks"));
        addBytes("padded_bytes", tr("In tiles"), tr("Allocated size, in all banks"));
        columns.push_back({"overhead_permille", tr("Overhead"),
                           tr("Padding by tiles, as a share of the size without padding"), true, gridNumberColumn()});
        columns.push_back(wordsColumn("memory", tr("Memory"), tr("Memory of the result"), 2, 72));
        break;
    case OperationList::Failed:
        columns.push_back(wordsColumn("memory", tr("Memory"), tr("Memory that has no room for the buffer"), 0, 72));
        columns.push_back({"cause", tr("Why"), tr("The buffer is larger than the free memory, or than any free block"),
                           false, gridNumberColumn()});
        addBytes("needed_bytes", tr("Needed"), tr("Size of the buffer, in all banks"), 1);
        addBytes("needed_per_bank_bytes", tr("Per bank"), tr("Size of the buffer in each bank"));
        addBytes("free_per_bank_bytes", tr("Free"), tr("Free memory of a bank"));
        addBytes("largest_per_bank_bytes", tr("Largest free"), tr("The largest free block of a bank"));
        columns.push_back(countColumn("line", tr("Line"), tr("Line of the log"), 2));
        break;
    case OperationList::All:
        addBytes("before_bytes", tr("Before"), tr("In use before the operation"), 1);
        addBytes("after_bytes", tr("After"), tr("In use after the operation"));
        columns.push_back(
            {"change_bytes", tr("Change"), tr("Memory that the operation adds or frees"), true, gridNumberColumn()});
        columns.push_back(location);
        columns.push_back(output);
        break;
    }
    return columns;
}

OperationGrid gridOf(const ShownOperations& shown, OperationList list)
{
    OperationGrid found;
    found.grid.columns = listColumns(list);
    const ttxla::OperationsReport& report = shown.shown.report;
    const auto add = [&](std::size_t at, GridRow more) {
        GridRow cells = beginOf(shown, at);
        std::move(more.begin(), more.end(), std::back_inserter(cells));
        found.grid.rows.push_back(std::move(cells));
        found.operations.push_back(at);
    };
    const auto facts = [&](std::size_t at) { return shown.profile->factsOf(shown.operation(at)); };
    switch (list) {
    case OperationList::Suspects:
        for (const ttxla::OperationAmount& each : report.suspects) {
            const auto* const of = facts(each.operation);
            add(each.operation, {GridCell(each.bytes), locationOf(of), outputOf(of)});
        }
        break;
    case OperationList::Highest: {
        const auto capacity = shown.capacity();
        for (const ttxla::OperationAmount& each : report.highest) {
            GridCell share;
            if (capacity && capacity->bytes > 0)
                share = std::int64_t{
                    std::llround(kPermille * static_cast<double>(each.bytes) / static_cast<double>(capacity->bytes))};
            add(each.operation, {GridCell(each.bytes), share, locationOf(facts(each.operation))});
        }
        break;
    }
    case OperationList::Padding:
        for (const ttxla::OperationAmount& each : report.padded) {
            const ttxla::TensorLayout& layout = *facts(each.operation)->layout;
            add(each.operation,
                {gridCell(shapeText(layout.shape) + " " + layout.dtype), gridCell(shapeText(layout.paddedShape)),
                 GridCell(layout.unpaddedBytes), GridCell(layout.paddedBytes),
                 GridCell(static_cast<std::int64_t>(10 * layout.overheadPercent())), gridCell(layout.bufferType)});
        }
        break;
    case OperationList::Failed:
        for (const std::size_t i : shown.shortages()) {
            const ttxla::OutOfMemory& shortage = shown.profile->shortages[i];
            add(shortage.operation,
                {gridCell(shortage.buffer), gridCell(causeWord(shortage.cause()).toStdString()),
                 GridCell(shortage.bytes), GridCell(shortage.perBank), gridCell(shortage.free),
                 gridCell(shortage.largest), GridCell(static_cast<std::int64_t>(shortage.line))});
        }
        break;
    case OperationList::All:
        break;
    }
    return found;
}

Grid gridOfAll(std::shared_ptr<const ShownOperations> shown, std::shared_ptr<const std::vector<std::size_t>> operations)
{
    Grid grid;
    grid.columns = listColumns(OperationList::All);
    grid.made = operations->size();
    std::size_t column = 0;
    const auto add = [&](auto cellOf) {
        grid.columns[column++].cell
            = [shown, operations, cellOf](std::size_t i) { return cellOf(*shown, (*operations)[i]); };
    };
    const auto bytes = [](const ShownOperations& of, const ttxla::BankState& state) {
        return ttxla::amountOf(state, state.allocated, of.banks);
    };
    const auto before
        = [bytes](const ShownOperations& of, std::size_t at) { return bytes(of, of.profile->before(at, of.memory)); };
    const auto after
        = [bytes](const ShownOperations& of, std::size_t at) { return bytes(of, of.profile->after(at, of.memory)); };
    const auto facts = [](const ShownOperations& of, std::size_t at) { return of.profile->factsOf(of.operation(at)); };
    for (std::size_t i = 0; i < kBeginColumns; ++i)
        add([i](const ShownOperations& of, std::size_t at) { return beginOf(of, at)[i]; });
    add([before](const ShownOperations& of, std::size_t at) { return gridCell(before(of, at)); });
    add([after](const ShownOperations& of, std::size_t at) { return gridCell(after(of, at)); });
    add([before, after](const ShownOperations& of, std::size_t at) {
        const auto from = before(of, at);
        const auto to = after(of, at);
        return from && to ? GridCell(*to - *from) : GridCell();
    });
    add([facts](const ShownOperations& of, std::size_t at) { return locationOf(facts(of, at)); });
    add([facts](const ShownOperations& of, std::size_t at) { return outputOf(facts(of, at)); });
    return grid;
}

std::string searchedText(const ttxla::Profile& profile, const ttxla::Operation& operation)
{
    const ttxla::OperationFacts* const facts = profile.factsOf(operation);
    std::string words(profile.labelOf(operation));
    if (facts)
        words += ' ' + facts->loc + ' ' + shapesOf(facts->outputTensors);
    return words;
}

OperationLists::OperationLists(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_which(new QComboBox(this))
    , m_tables(new QStackedWidget(this))
{
    m_which->setAccessibleName(tr("List of operations"));
    QWidget* const copy = makeCopyButton(this, [this] { table()->copyAll(); });
    inColumn(this, {inLine(nullptr, {m_which, roomBetween(), copy}, {8, 6, 8, 6}, 6), {m_tables, 1}});
    for (int list = 0; list < kOperationLists; ++list) {
        m_which->addItem(listTitle(static_cast<OperationList>(list)));
        m_lists[static_cast<std::size_t>(list)].table
            = new GridTable(units, listColumns(static_cast<OperationList>(list)),
                            listTitle(static_cast<OperationList>(list)), m_tables);
        makeList(static_cast<OperationList>(list));
    }
    connect(m_which, &QComboBox::currentIndexChanged, this, &OperationLists::showList);
}

void OperationLists::makeList(OperationList list)
{
    GridTable* const table = m_lists[at(list)].table;
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, list](const QModelIndex& now) {
                if (now.isValid() && !m_isFilling)
                    emitChosen(list, now.row());
            });
    connect(table, &QAbstractItemView::clicked, this,
            [this, list](const QModelIndex& now) { emitChosen(list, now.row()); });
    connect(table, &FlatTable::opened, this, &OperationLists::opened);
    auto* nothing = new QLabel(emptyText(list), m_tables);
    nothing->setAlignment(Qt::AlignCenter);
    nothing->setWordWrap(true);
    m_tables->addWidget(table);
    m_tables->addWidget(nothing);
}

void OperationLists::emitChosen(OperationList list, int row)
{
    emit operationChosen((*m_lists[at(list)].operations)[static_cast<std::size_t>(row)]);
}

void OperationLists::setShown(std::shared_ptr<const ShownOperations> shown)
{
    const bool isOther = !m_shown || m_shown->profile != shown->profile;
    if (isOther || m_shown->extent.begin != shown->extent.begin || m_shown->extent.end != shown->extent.end) {
        m_matches
            = TextMatches(shown->extent.count(), [of = shown->profile, begin = shown->extent.begin](std::size_t i) {
                  return searchedText(*of, of->operations[begin + i]);
              });
        m_matches.setText(m_text);
    }
    m_shown = std::move(shown);
    m_isFilling = true;
    for (int i = 0; i < kOperationLists; ++i) {
        const auto list = static_cast<OperationList>(i);
        if (list == OperationList::All)
            continue;
        OperationGrid made = gridOf(*m_shown, list);
        m_lists[at(list)].operations = std::make_shared<const std::vector<std::size_t>>(std::move(made.operations));
        m_lists[at(list)].table->setGrid(std::move(made.grid));
    }
    m_isFilling = false;
    m_isAllStale = true;
    if (isOther && !m_lists[at(OperationList::Failed)].operations->empty())
        m_which->setCurrentIndex(static_cast<int>(OperationList::Failed));
    showList();
}

void OperationLists::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_matches.setText(text);
    m_isAllStale = true;
    if (!text.isEmpty())
        m_which->setCurrentIndex(static_cast<int>(OperationList::All));
    showList();
}

void OperationLists::refreshAll()
{
    m_isAllStale = false;
    auto found = std::make_shared<std::vector<std::size_t>>();
    const ttxla::Extent extent = m_shown->extent;
    for (std::size_t i = 0; i < extent.count(); ++i)
        if (m_matches.matches(i))
            found->push_back(extent.begin + i);
    m_isFilling = true;
    List& all = m_lists[at(OperationList::All)];
    all.operations = found;
    all.table->setGrid(gridOfAll(m_shown, std::move(found)));
    m_isFilling = false;
}

void OperationLists::showList()
{
    m_now = static_cast<OperationList>(m_which->currentIndex());
    if (!m_shown)
        return;
    if (m_now == OperationList::All && m_isAllStale)
        refreshAll();
    m_tables->setCurrentIndex(2 * m_which->currentIndex() + static_cast<int>(m_lists[at(m_now)].operations->empty()));
    showOperation(m_operation);
    emit listChanged();
}

void OperationLists::showOperation(std::size_t operation)
{
    m_operation = operation;
    if (m_now != OperationList::All || m_isAllStale)
        return;
    const List& all = m_lists[at(OperationList::All)];
    const auto found = std::ranges::lower_bound(*all.operations, operation);
    if (found == all.operations->end() || *found != operation)
        return;
    const QModelIndex row = all.table->gridModel()->index(static_cast<int>(found - all.operations->begin()), 0);
    if (all.table->currentIndex().row() == row.row())
        return;
    m_isFilling = true;
    all.table->setCurrentIndex(row);
    m_isFilling = false;
}

} // namespace tidemark::ui
