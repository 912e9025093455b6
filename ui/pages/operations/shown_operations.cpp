#include "ui/pages/operations/shown_operations.h"

#include "core/base/text.h"
#include "ui/charts/chart_picture.h"
#include "ui/pages/export_view.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

namespace tidemark::ui {
namespace {

constexpr std::int64_t kFlattened = 8; // the line is shown if the peak is at least 1/8 of the capacity

constexpr const char* kPerBank = "per-bank";
constexpr const char* kAsUpstream = "as-upstream";

ExportView::Result operations(const ExportQuestion& question, const ExportSubject& subject)
{
    const auto document = std::dynamic_pointer_cast<const ttxla::XlaProfileDocument>(subject.chosen.document);
    if (!document)
        return subject.without("this is no profile of tt-xla's operations.");
    const ttxla::ShownAs as{banksOf(question.options.contains(kPerBank)), question.options.contains(kAsUpstream)};
    const ShownOperations shown(document, subject.chosen.selection, *subject.view, as);
    ViewState state;
    state.setView(shown.shown.view);
    ChartContent content = contentOf(state);
    const Device* const chosen = findDevice(question.device); // null for an empty name
    if (chosen && as.banks == ttxla::Banks::All)
        content.capacity = lineOf(subject.view->figures(chosen).capacity);
    else if (chosen || shown.isSeenBelowCapacity())
        content.capacity = shown.capacity(); // for one bank: from the log
    content.showsRatio = true;
    return std::shared_ptr<const Picture>(std::make_shared<ChartPicture>(content, subject.options));
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

QString ShownOperations::banksText(std::int32_t banks) const
{
    if (as.banks == ttxla::Banks::One)
        return OperationsText::tr("one bank");
    if (banks == 1)
        return OperationsText::tr("its bank");
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
        return OperationsText::tr("No data for %1").arg(name);
    const auto amount = [unit](std::int64_t bytes) { return text(bytesText(bytes, unit)); };
    const bool isLeast = shown.view->isPeakLeast && !as.isAsUpstream;
    QString words;
    if (const std::size_t failed = shortages().size(); failed > 0)
        words = OperationsText::tr("%1 failed · ").arg(text(counted(failed, "allocation")));
    words += (isLeast ? OperationsText::tr("%1 peaks at %2 or more") : OperationsText::tr("%1 peaks at %2"))
                 .arg(name, amount(*card->bytes));
    if (card->capacity && *card->capacity > 0)
        words += OperationsText::tr(", %1 of %2").arg(percent(*card->bytes, *card->capacity), amount(*card->capacity));
    return words
        + OperationsText::tr(", in %1, %2")
              .arg(text(profile->labelOf(operation(card->operation))), placeText(card->operation));
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
            .options = {{kPerBank, "", "of one bank, not of all", nullptr},
                        {kAsUpstream, "", "as the profiler's own page shows it", nullptr}},
            .documentKind = ttxla::XlaProfileDocument::kKind};
}

} // namespace tidemark::ui
