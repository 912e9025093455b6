#include "ui/pages/operations/shown_operations.h"

#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct OperationsText {
    Q_DECLARE_TR_FUNCTIONS(Operations)
};

constexpr std::int64_t kPermille = 1000;
constexpr std::int64_t kFlattened = 8; // a curve whose peak is less of the capacity than one part in so many

GridCell locationOf(const ShownOperations& shown, std::size_t at)
{
    const ttxla::OperationFacts* const facts = shown.profile->factsOf(shown.operation(at));
    return gridCell(facts ? facts->loc : std::string());
}

/// "1x32xbf16, …"
std::string shapesOf(const std::vector<ttxla::TensorType>& tensors)
{
    std::string words;
    for (const ttxla::TensorType& tensor : tensors)
        words += (words.empty() ? "" : ", ") + (tensor.shape.empty() ? "?" : tensor.shape)
            + (tensor.dtype.empty() ? "" : " " + tensor.dtype);
    return words;
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string words;
    for (const std::int64_t side : shape)
        words += (words.empty() ? "" : "x") + std::to_string(side);
    return words;
}

/// What every list begins with.
std::vector<GridCell> beginOf(const ShownOperations& shown, std::size_t at)
{
    const ttxla::Operation& operation = shown.operation(at);
    const auto cell = shown.cellOf(at);
    return {gridCell(std::string(shown.profile->labelOf(operation))),
            operation.isListed() ? GridCell(std::int64_t{operation.index}) : GridCell(),
            cell ? GridCell(std::int64_t{cell->value}) : GridCell()};
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

ShownOperations::ShownOperations(std::shared_ptr<const ttxla::XlaProfileDocument> document, const Selection& selection,
                                 const View& of, ttxla::ShownAs shownAs)
    : profile(document->profile(selection.program))
    , extent(document->extent(selection.program))
    , memory(static_cast<ttxla::Memory>(selection.memory))
    , as(shownAs)
    , shown(ttxla::makeOperationsView({profile, extent}, memory, of, as))
{ }

QString ShownOperations::numberText(std::size_t at) const
{
    return operation(at).isListed() ? u'#' + grouped(operation(at).index) : QStringLiteral("–");
}

std::optional<StepId> ShownOperations::cellOf(std::size_t at) const
{
    return at < extent.begin || extent.end <= at ? std::nullopt : std::optional(StepId::at(at - extent.begin));
}

QString ShownOperations::banksText(std::int32_t banks) const
{
    if (as.banks == ttxla::Banks::One)
        return OperationsText::tr("one bank");
    return banks < 0 ? OperationsText::tr("all banks") : OperationsText::tr("all %1 banks").arg(banks);
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

bool ShownOperations::isNearCapacity() const
{
    const ttxla::PeakCard* const card = peak();
    return card && card->capacity && card->bytes && *card->bytes >= *card->capacity / kFlattened;
}

QString ShownOperations::headline(ByteUnit unit) const
{
    const ttxla::PeakCard* const card = peak();
    const QString name = memoryText(memory);
    if (!card || !card->bytes)
        return OperationsText::tr("Nothing is known of %1").arg(name);
    const auto said = [unit](std::int64_t bytes) { return text(bytesText(bytes, unit)); };
    QString words = OperationsText::tr("%1 peaks at %2").arg(name, said(*card->bytes));
    if (shown.view->isPeakLeast && !as.isAsUpstream)
        words = OperationsText::tr("%1 peaks at %2 or more").arg(name, said(*card->bytes));
    if (card->capacity && *card->capacity > 0)
        words += OperationsText::tr(", %1 of %2").arg(percent(*card->bytes, *card->capacity), said(*card->capacity));
    words += OperationsText::tr(", in %1").arg(text(profile->labelOf(operation(card->operation))));
    if (operation(card->operation).isListed())
        words += u' ' + numberText(card->operation);
    return words;
}

QString memoryText(ttxla::Memory memory)
{
    return text(ttxla::kMemoryNames[static_cast<std::size_t>(memory)]);
}

QString listTitle(OperationList list)
{
    switch (list) {
    case OperationList::Suspects:
        return OperationsText::tr("Prime suspects: what adds most");
    case OperationList::Highest:
        return OperationsText::tr("Where it is fullest");
    case OperationList::Padding:
        break;
    }
    return OperationsText::tr("Results that tiles make larger");
}

QString emptyText(OperationList list)
{
    switch (list) {
    case OperationList::Suspects:
        return OperationsText::tr("No operation is known to add to this memory.");
    case OperationList::Highest:
        return OperationsText::tr("Of none of the operations is it known what they leave in this memory.");
    case OperationList::Padding:
        break;
    }
    return OperationsText::tr("No result is known to be larger for its tiles.");
}

std::vector<Grid::Column> listColumns(OperationList list)
{
    const auto tr = [](const char* words) { return OperationsText::tr(words); };
    std::vector<Grid::Column> columns{
        {"operation", tr("Operation"), tr("As the runtime calls it"), false, gridNameColumn(), true},
        countColumn("index", tr("Number"), tr("Among those that upstream lists, from 0"), 0),
        countColumn("step", tr("Position"), tr("On the axis, deallocations as well"), 0)};
    columns[0].header.width = 230;
    const Grid::Column location
        = wordsColumn("location", tr("Location"), tr("As the program tells where it comes from"), 0, 190);
    switch (list) {
    case OperationList::Suspects:
        columns.push_back(
            {"added_bytes", tr("Added"), tr("By how much the memory grows with it"), true, gridNumberColumn()});
        columns.push_back(location);
        columns.push_back(wordsColumn("output", tr("Output"), tr("Shapes of its results"), 1, 170));
        break;
    case OperationList::Highest:
        columns.push_back({"most_bytes", tr("In use"), tr("The most before and after it"), false, gridNumberColumn()});
        columns.push_back(
            {"of_capacity_permille", tr("Of capacity"), tr("Share of what the memory has"), false, gridNumberColumn()});
        columns.push_back(location);
        break;
    case OperationList::Padding:
        columns.push_back(wordsColumn("shape", tr("Shape"), tr("Of the result"), 0, 150));
        columns.push_back(wordsColumn("padded_shape", tr("Padded"), tr("The same in whole tiles"), 1, 130));
        columns.push_back(
            {"unpadded_bytes", tr("Unpadded"), tr("What the shape needs, of all banks"), false, gridNumberColumn()});
        columns.push_back(
            {"padded_bytes", tr("In tiles"), tr("What it takes, of all banks"), false, gridNumberColumn()});
        columns.push_back(
            {"overhead_permille", tr("More"), tr("What tiles add, of what the shape needs"), true, gridNumberColumn()});
        columns.push_back(wordsColumn("memory", tr("Memory"), tr("That the result lies in"), 2, 72));
        break;
    }
    return columns;
}

OperationGrid gridOf(const ShownOperations& shown, OperationList list)
{
    OperationGrid found{{listColumns(list), {}, std::nullopt}, {}};
    const ttxla::OperationsReport& report = shown.shown.report;
    const auto add = [&](std::size_t at, std::vector<GridCell> more) {
        std::vector<GridCell> cells = beginOf(shown, at);
        std::move(more.begin(), more.end(), std::back_inserter(cells));
        found.grid.rows.push_back(std::move(cells));
        found.operations.push_back(at);
    };
    const auto facts = [&](std::size_t at) { return shown.profile->factsOf(shown.operation(at)); };
    switch (list) {
    case OperationList::Suspects:
        for (const ttxla::OperationAmount& each : report.suspects)
            add(each.operation,
                {GridCell(each.bytes), locationOf(shown, each.operation),
                 gridCell(facts(each.operation) ? shapesOf(facts(each.operation)->outputTensors) : std::string())});
        break;
    case OperationList::Highest: {
        const auto capacity = shown.capacity();
        for (const ttxla::OperationAmount& each : report.highest)
            add(each.operation,
                {GridCell(each.bytes),
                 capacity && capacity->bytes > 0 ? GridCell(static_cast<std::int64_t>(
                     kPermille * static_cast<double>(each.bytes) / static_cast<double>(capacity->bytes)))
                                                 : GridCell(),
                 locationOf(shown, each.operation)});
        break;
    }
    case OperationList::Padding:
        for (const std::size_t at : report.padded) {
            const ttxla::TensorLayout& layout = *facts(at)->layout;
            add(at,
                {gridCell(shapeText(layout.shape) + " " + layout.dtype), gridCell(shapeText(layout.paddedShape)),
                 GridCell(layout.unpaddedBytes), GridCell(layout.paddedBytes),
                 GridCell(static_cast<std::int64_t>(10 * layout.overheadPercent())), gridCell(layout.bufferType)});
        }
        break;
    }
    return found;
}

} // namespace tidemark::ui
