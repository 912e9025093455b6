#include "ui/pages/operations/shown_operations.h"

#include "core/base/text.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct OperationsText {
    Q_DECLARE_TR_FUNCTIONS(Operations)
};

constexpr std::int64_t kFlattened = 8; // the line is shown if the peak is at least 1/8 of the capacity

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
    if (banks < 0)
        return OperationsText::tr("all banks");
    return banks == 1 ? OperationsText::tr("its bank") : OperationsText::tr("all %1 banks").arg(banks);
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
    const auto said = [unit](std::int64_t bytes) { return text(bytesText(bytes, unit)); };
    const bool isLeast = shown.view->isPeakLeast && !as.isAsUpstream;
    QString words;
    if (const std::size_t failed = shortages().size(); failed > 0)
        words = OperationsText::tr("%1 failed · ").arg(text(counted(failed, "allocation")));
    words += (isLeast ? OperationsText::tr("%1 peaks at %2 or more") : OperationsText::tr("%1 peaks at %2"))
                 .arg(name, said(*card->bytes));
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

} // namespace tidemark::ui
