#include "ui/pages/operations/operation_card.h"

#include "ui/state/grouped.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

struct OperationCardText {
    Q_DECLARE_TR_FUNCTIONS(Operations)
};

constexpr std::int64_t kAll = 1000; // permille
constexpr std::size_t kMostWeights = 5; // largest number of weights to name

/// Names and types of a program as code. Lines may break anywhere.
QString codeHtml(const QString& plain)
{
    return QStringLiteral("<span style=\"font-family:'%1'\">%2</span>")
        .arg(monospaceFont().family(), plain.toHtmlEscaped());
}

class OperationsCard
{
public:
    OperationsCard(const ShownOperations& shown, const Units& units, const Colors& colors)
        : m_shown(shown)
        , m_units(units)
        , m_colors(colors)
    { }

    QString peaks() const
    {
        const ttxla::PeakCard* const card = m_shown.peak();
        if (!card)
            return {};
        return largest(*card) + weights() + others();
    }

    QString operation(const ttxla::IrLines& ir, std::size_t at) const
    {
        const ttxla::Operation& operation = m_shown.operation(at);
        const ttxla::OperationFacts* const facts = m_shown.profile->factsOf(operation);
        QString html = headingHtml(OperationCardText::tr("Operation at the cursor"))
            + paragraphHtml(QStringLiteral("<b>%1</b>").arg(codeHtml(text(m_shown.profile->labelOf(operation)))), 4)
            + paragraphHtml(muted(circumstances(operation, at)), 1) + changes(at);
        if (facts)
            html += tensorFields(*facts);
        html += weightsOf(at);
        for (const ttxla::IrLine& line : ir.of(operation))
            html += field(OperationCardText::tr("%1, line %2")
                              .arg(text(line.stage).toUpper(), grouped(static_cast<std::int64_t>(line.number))),
                          text(line.text));
        return html;
    }

private:
    QString bytes(const std::optional<std::int64_t>& value) const
    {
        return value ? m_units.bytes(*value) : OperationCardText::tr("not known");
    }
    QString muted(const QString& plain) const { return colouredHtml(plain, m_colors.secondaryText); }
    QString link(const QString& target, const QString& plain) const
    {
        return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, plain.toHtmlEscaped());
    }
    QString linkTo(std::size_t at) const
    {
        const QString number = m_shown.operation(at).isListed() ? u' ' + m_shown.numberText(at) : QString();
        return link(QString::fromLatin1(kOperationLink) + QString::number(at),
                    text(m_shown.profile->labelOf(m_shown.operation(at))) + number);
    }

    QString largest(const ttxla::PeakCard& card) const
    {
        QString html = paragraphHtml(
            boldHtml(OperationCardText::tr("%1 peak, %2").arg(memoryText(card.memory), m_shown.banksText(card.banks))),
            0);
        if (!card.bytes)
            return html + paragraphHtml(muted(OperationCardText::tr("not known")));
        html += paragraphHtml(linkTo(card.operation));
        QString rows = rowHtml(OperationCardText::tr("In use"), {bytes(card.bytes), share(card)});
        if (card.capacity)
            rows += rowHtml(OperationCardText::tr("Capacity"), {bytes(card.capacity), QString()});
        rows += rowHtml(OperationCardText::tr("Free at the peak"), {bytes(card.free), QString()});
        rows += rowHtml(OperationCardText::tr("Largest free block").toHtmlEscaped(), {bytes(card.largest), QString()});
        rows += rowHtml(OperationCardText::tr("Fragmentation"), {fragmentation(card), QString()});
        return html + tableHtml(rows);
    }

    static QString fragmentation(const ttxla::PeakCard& card)
    {
        if (!card.fragmentation)
            return OperationCardText::tr("not known");
        // Uses the bytes if known, because permille round small shares to nothing.
        return card.free && card.largest && *card.free > 0 ? percent(*card.free - *card.largest, *card.free)
                                                           : percent(*card.fragmentation, kAll);
    }

    static QString share(const ttxla::PeakCard& card)
    {
        return card.capacity && *card.capacity > 0 ? percent(*card.bytes, *card.capacity) : QString();
    }

    QString weights() const
    {
        const auto& of = m_shown.shown.report.weights;
        if (!of || m_shown.memory != ttxla::Memory::Dram)
            return {};
        const std::int64_t all = of->weights + of->activations;
        QString rows
            = rowHtml(OperationCardText::tr("Weights and inputs"), {bytes(of->weights), percent(of->weights, all)})
            + rowHtml(OperationCardText::tr("Activations"), {bytes(of->activations), percent(of->activations, all)});
        if (of->declared)
            rows += rowHtml(m_shown.as.banks == ttxla::Banks::One
                                ? OperationCardText::tr("Weights as declared, in all banks")
                                : OperationCardText::tr("Weights as declared"),
                            {bytes(of->declared), QString()});
        return headingHtml(OperationCardText::tr("Weights against activations")) + tableHtml(rows)
            + paragraphHtml(muted(OperationCardText::tr("Estimate: what is allocated before the first operation "
                                                        "of the model counts as weights.")),
                            1);
    }

    /// A row for each memory of the profile.
    QString others() const
    {
        if (m_shown.shown.report.peaks.size() < 2)
            return {};
        QString rows;
        for (const ttxla::PeakCard& card : m_shown.shown.report.peaks) {
            const QString name = memoryText(card.memory);
            rows += rowHtml(
                card.memory == m_shown.memory
                    ? boldHtml(name)
                    : link(QString::fromLatin1(kMemoryLink) + QString::number(static_cast<int>(card.memory)), name),
                {bytes(card.bytes), card.bytes ? share(card) : QString(),
                 card.bytes ? m_shown.numberText(card.operation) : QString()});
        }
        return headingHtml(OperationCardText::tr("Peaks of all memories")) + tableHtml(rows);
    }

    QString circumstances(const ttxla::Operation& operation, std::size_t at) const
    {
        QStringList words;
        if (const auto cell = m_shown.cellOf(at))
            words << OperationCardText::tr("position %1").arg(grouped(cell->value));
        words << (operation.isListed() ? OperationCardText::tr("%1 in upstream's count").arg(m_shown.numberText(at))
                                       : OperationCardText::tr("not in upstream's lists"));
        if (operation.line > 0 && m_shown.profile->origin == ttxla::Origin::Log)
            words
                << OperationCardText::tr("line %1 of the log").arg(grouped(static_cast<std::int64_t>(operation.line)));
        words << (operation.constEval.isNone()
                      ? OperationCardText::tr("main program")
                      : OperationCardText::tr("const-eval %1%2")
                            .arg(text(m_shown.profile->nameOf(operation.constEval)),
                                 operation.isCacheMiss ? OperationCardText::tr(", not in the cache") : QString()));
        if (operation.isWeight)
            words << OperationCardText::tr("uses weights");
        return words.join(QStringLiteral(" · "));
    }

    QString changes(std::size_t at) const
    {
        const auto changes = ttxla::changesOf(*m_shown.profile, at, m_shown.as.banks);
        if (changes.empty())
            return paragraphHtml(muted(OperationCardText::tr("Its memory states are missing.")));
        QString rows = rowHtml(
            QString(),
            {OperationCardText::tr("before"), OperationCardText::tr("after"), OperationCardText::tr("change")});
        for (const ttxla::MemoryChange& each : changes) {
            const auto said = [this](const std::optional<std::int64_t>& value) {
                return value ? m_units.bytes(*value) : QStringLiteral("–");
            };
            const QString sign = each.change && *each.change > 0 ? QStringLiteral("+") : QString();
            rows += rowHtml(memoryText(each.memory), {said(each.before), said(each.after), sign + said(each.change)});
        }
        return tableHtml(rows);
    }

    QString field(const QString& name, const QString& code) const
    {
        return code.isEmpty() ? code : paragraphHtml(muted(name), 6) + paragraphHtml(codeHtml(code), 1);
    }

    static QString tensors(const std::vector<std::string>& names, const std::vector<ttxla::TensorType>& types)
    {
        QStringList words;
        for (const std::string& name : names)
            words << text(name);
        QStringList shapes;
        for (const ttxla::TensorType& type : types)
            shapes << text(type.shape.empty() ? "?" : type.shape)
                    + (type.dtype.empty() ? QString() : u' ' + text(type.dtype));
        const QString of = shapes.join(QStringLiteral(", "));
        return words.join(QStringLiteral(", ")) + (words.isEmpty() || of.isEmpty() ? of : QStringLiteral(" : ") + of);
    }

    QString tensorFields(const ttxla::OperationFacts& facts) const
    {
        const std::vector<std::string> results
            = facts.results.empty() ? std::vector<std::string>() : std::vector{facts.results};
        QString html = field(OperationCardText::tr("Inputs"), tensors(facts.inputs, facts.inputTensors))
            + field(OperationCardText::tr("Outputs"), tensors(results, facts.outputTensors))
            + field(OperationCardText::tr("Attributes"), text(facts.attributes.value_or("")))
            + field(OperationCardText::tr("Location"), location(facts));
        if (facts.layout && facts.layout->paddedBytes > facts.layout->unpaddedBytes)
            html += paragraphHtml(
                OperationCardText::tr("Tiles make its result %1 of %2, %3 more (all banks)")
                    .arg(m_units.bytes(facts.layout->paddedBytes), m_units.bytes(facts.layout->unpaddedBytes),
                         percent(facts.layout->paddedBytes - facts.layout->unpaddedBytes, facts.layout->unpaddedBytes))
                    .toHtmlEscaped(),
                6);
        return html;
    }

    static QString location(const ttxla::OperationFacts& facts)
    {
        return text(facts.loc) + (facts.locLine > 0 ? u':' + QString::number(facts.locLine) : QString());
    }

    QString weightsOf(std::size_t at) const
    {
        const auto& all = m_shown.profile->weights;
        if (at >= all.size() || all[at].empty())
            return {};
        QStringList names;
        for (std::size_t i = 0; i < std::min(all[at].size(), kMostWeights); ++i) {
            const ttxla::InputEntry& entry = m_shown.profile->inputs.entries[all[at][i]];
            names << text(entry.name) + QStringLiteral(" (%1)").arg(m_units.bytes(entry.bytes));
        }
        if (all[at].size() > kMostWeights)
            names << OperationCardText::tr("%1 more").arg(all[at].size() - kMostWeights);
        return field(OperationCardText::tr("Weights, by their shapes"), names.join(QStringLiteral(", ")));
    }

    const ShownOperations& m_shown;
    const Units& m_units;
    const Colors& m_colors;
};

} // namespace

QString peaksHtml(const ShownOperations& shown, const Units& units, const Colors& colors)
{
    return OperationsCard(shown, units, colors).peaks();
}

QString operationHtml(const ShownOperations& shown, const ttxla::IrLines& ir, std::size_t at, const Units& units,
                      const Colors& colors)
{
    return OperationsCard(shown, units, colors).operation(ir, at);
}

} // namespace tidemark::ui
