#include "ui/pages/runs/run_details.h"

#include "core/tenstorrent/train/checks.h"
#include "core/tenstorrent/train/findings.h"
#include "core/tenstorrent/train/phase_names.h"
#include "core/tenstorrent/train/run_figures.h"
#include "ui/pages/runs/run_bars.h"
#include "ui/state/check_text.h"
#include "ui/state/grouped.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/swatch.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace tidemark::ui {
namespace {

struct RunDetailsText {
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

constexpr std::int64_t kSame = 20972; // 0.02 MB, because numbers in a log have two decimals

/// In the order of Components::list().
constexpr std::array kComponents = {"Model", "Optimizer", "Activations", "Gradients", "Grad. overhead", "Other"};

/// The colour of gradients that are kept, in contrast to the overhead of the backward pass.
QColor gradientsColour()
{
    return barColour(2).darker(130);
}

class RunDetails
{
public:
    RunDetails(const RunList& list, std::size_t place, const Units& units, const Colors& colors)
        : m_list(list)
        , m_place(place)
        , m_listed(list.runs[place])
        , m_run(*m_listed.judged.run)
        , m_units(units)
        , m_colors(colors)
        , m_levels(tt::dramLevels(m_run))
    { }

    QString html() const
    {
        return fit() + circumstances() + sizes() + barRemarks() + composition() + difference() + findings() + checks()
            + notes();
    }

private:
    QString bytes(double value) const { return m_units.bytes(std::llround(value)); }
    QString muted(const QString& plain) const { return colouredHtml(plain, m_colors.secondaryText); }
    QString change(std::int64_t value) const
    {
        return (value > 0 ? QStringLiteral("+") : QString()) + m_units.bytes(value);
    }
    QString square(const QColor& color) const { return swatchHtml(color, {}) + u' '; }

    QString fit() const
    {
        const tt::JudgedRun& judged = m_listed.judged;
        if (!judged.needed)
            return paragraphHtml(RunDetailsText::tr("The log has no peak of this run.").toHtmlEscaped(), 0);
        const QString needed = withExact(m_units.bytes(*judged.needed), *judged.needed);
        const QString peak = judged.needed == judged.peak ? RunDetailsText::tr("Peak %1").arg(needed)
                                                          : RunDetailsText::tr("Allocator's peak %1").arg(needed);
        const auto device = judged.knownDevice();
        if (!device)
            return paragraphHtml(
                       muted(RunDetailsText::tr("The memory of the device is unknown. Enter it below, or choose a "
                                                "device.")),
                       0)
                + paragraphHtml(muted(peak)) + allocator();
        const bool fits = *judged.headroom >= 0;
        const QString verdict = fits
            ? RunDetailsText::tr("✓ Fits: %1 of %2 free").arg(m_units.bytes(*judged.headroom), bytes(*device))
            : RunDetailsText::tr("✕ Over by %1: needs %2 of %3")
                  .arg(m_units.bytes(-*judged.headroom), m_units.bytes(*judged.needed), bytes(*device));
        return paragraphHtml(colouredHtml(verdict, fits ? m_colors.good : m_colors.bad), 0)
            + paragraphHtml(muted(
                RunDetailsText::tr("%1, %2 of the device").arg(peak, percent(*judged.needed, std::llround(*device)))))
            + allocator();
    }

    /// The details of the allocator, except the peak.
    QString allocator() const
    {
        if (!m_run.footprint)
            return {};
        QStringList words;
        if (m_listed.judged.peak && m_listed.judged.peak != m_listed.judged.needed)
            words << RunDetailsText::tr("%1 of it in the phases").arg(m_units.bytes(*m_listed.judged.peak));
        if (const auto& reserved = m_run.footprint->reserved)
            words << RunDetailsText::tr("%1 reserved outside of the arena").arg(m_units.bytes(*reserved));
        if (const auto& largest = m_run.footprint->largestBlock)
            words << RunDetailsText::tr("largest free block %1 at the tightest point").arg(m_units.bytes(*largest));
        return words.isEmpty() ? QString() : paragraphHtml(muted(words.join(QStringLiteral(" · "))));
    }

    QString circumstances() const
    {
        QStringList words;
        if (m_run.parameters)
            words << RunDetailsText::tr("%1 parameters").arg(grouped(static_cast<std::int64_t>(*m_run.parameters)));
        if (m_run.finalUsage)
            words << RunDetailsText::tr("%1 in use at the end").arg(m_units.bytes(*m_run.finalUsage));
        if (m_listed.time)
            words << RunDetailsText::tr("ran %1 UTC").arg(runTimeText(*m_listed.time));
        if (!m_listed.source.isEmpty())
            words << m_listed.source;
        if (!m_run.isComplete)
            words << RunDetailsText::tr("log cut off: the totals are missing");
        return words.isEmpty() ? QString() : paragraphHtml(muted(words.join(QStringLiteral(" · "))));
    }

    QString sizes() const
    {
        const std::vector<tt::Component> all = m_listed.judged.components.list();
        const bool hasExpected = std::ranges::any_of(all, [](const auto& each) { return each.expected.has_value(); });
        QString rows;
        if (hasExpected)
            rows = rowHtml(QString(), {RunDetailsText::tr("expected"), RunDetailsText::tr("measured"), {}});
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].expected || all[i].actual)
                rows += rowHtml(square(colourOf(i)) + RunDetailsText::tr(kComponents[i]).toHtmlEscaped(),
                                sizesOf(all[i], hasExpected));
        return rows.isEmpty() ? rows : headingHtml(RunDetailsText::tr("Sizes")) + tableHtml(rows);
    }

    /// Why the bar is higher or lower than the peak of the run, and whose parameters it counts.
    QString barRemarks() const
    {
        QString remarks;
        const auto add = [&](const QString& words) { remarks += paragraphHtml(muted(words)); };
        if (const auto& total = m_listed.bar.total) {
            const auto& layers = m_listed.bar.layers;
            const std::int64_t beyond = std::llround(std::accumulate(layers.begin(), layers.end(), 0.0)) - *total;
            if (beyond > kSame)
                add(RunDetailsText::tr("The parts of the bar are %1 more than the peak: the expected sizes are "
                                       "above the measured ones.")
                        .arg(m_units.bytes(beyond)));
            else if (beyond < -kSame)
                add(RunDetailsText::tr("%1 of the peak is in no part of the bar.").arg(m_units.bytes(-beyond)));
        }
        if (m_listed.judged.isCountOfAnother && !m_run.exported)
            add(RunDetailsText::tr("The log has no parameter count for this run; that of another run is used."));
        return remarks;
    }

    QStringList sizesOf(const tt::Component& component, bool hasExpected) const
    {
        const QString actual = component.actual ? m_units.bytes(*component.actual) : QStringLiteral("–");
        if (!hasExpected)
            return {actual};
        const auto difference = component.differencePercent();
        return {component.expected ? bytes(*component.expected) : QString(), actual,
                difference ? QStringLiteral("%1%2 %")
                                 .arg(*difference > 0 ? QStringLiteral("+") : QString())
                                 .arg(*difference, 0, 'f', 2)
                                 .replace(u'-', QChar(0x2212))
                           : QString()};
    }

    /// The colour of a component, by its index in Components::list().
    static QColor colourOf(std::size_t component)
    {
        constexpr std::array<std::size_t, 6> kLayers = {1, 3, 4, 2, 2, 0};
        constexpr std::size_t kGradients = 3;
        return component == kGradients ? gradientsColour() : barColour(kLayers[component]);
    }

    /// The colour in the bars. The memory on top inside the peak phase has its own colour.
    QColor colourOf(const Part& part) const
    {
        if (part.name.starts_with("Inside "))
            return barColour(tt::roleOf(m_run.phases[m_levels.peakPhase].name) == tt::PhaseRole::Backward ? 2 : 0);
        switch (part.hue) {
        case Hue::Argument:
            return barColour(1);
        case Hue::Output:
            return m_run.exported ? barColour(2) : gradientsColour();
        case Hue::Constant:
            return barColour(3);
        case Hue::Temporary:
            return barColour(4);
        case Hue::ThreadLocal:
            break;
        }
        return barColour(0);
    }

    QString composition() const
    {
        const std::vector<Part> parts = tt::peakParts(m_run, m_levels);
        if (parts.empty())
            return {};
        QString rows;
        for (const Part& part : parts)
            rows += rowHtml(square(colourOf(part)) + text(part.name).toHtmlEscaped(),
                            {m_units.bytes(part.bytes), percent(part.bytes, *m_levels.peak)});
        rows += rowHtml(boldHtml(RunDetailsText::tr("Total")), {m_units.bytes(*m_levels.peak), QString()});
        const QString where = m_run.phases.empty() ? QString() : text(m_run.phases[m_levels.peakPhase].name);
        return headingHtml(where.isEmpty() ? RunDetailsText::tr("At the peak")
                                           : RunDetailsText::tr("At the peak, inside %1").arg(where))
            + tableHtml(rows);
    }

    /// The previous run. For the first run it is the next one, unless the runs are ordered by time.
    const ListedRun* other() const
    {
        if (m_place > 0)
            return &m_list.runs[m_place - 1];
        return m_list.question.trend.isEmpty() && m_list.runs.size() > 1 ? &m_list.runs[1] : nullptr;
    }

    QString difference() const
    {
        const ListedRun* const compared = other();
        if (!compared || !compared->judged.peak || !m_listed.judged.peak)
            return {};
        QString rows
            = rowHtml(boldHtml(RunDetailsText::tr("Peak")), {change(*m_listed.judged.peak - *compared->judged.peak)});
        const std::vector<tt::Component> mine = m_listed.judged.components.list();
        const std::vector<tt::Component> theirs = compared->judged.components.list();
        for (std::size_t i = 0; i < mine.size(); ++i)
            if (mine[i].actual && theirs[i].actual && std::abs(*mine[i].actual - *theirs[i].actual) > kSame)
                rows += rowHtml(square(colourOf(i)) + RunDetailsText::tr(kComponents[i]).toHtmlEscaped(),
                                {change(*mine[i].actual - *theirs[i].actual)});
        return headingHtml(RunDetailsText::tr("Compared with %1").arg(compared->name)) + tableHtml(rows);
    }

    QString findings() const
    {
        QString html;
        std::optional<std::int64_t> capacity;
        if (const auto device = m_listed.judged.knownDevice())
            capacity = std::llround(*device);
        for (const Finding& finding : tt::findingsOf(m_run, m_levels, capacity)) {
            const std::string words = withAmounts(finding, m_units.unit());
            html += paragraphHtml(boldHtml(m_units.bytes(finding.savedBytes)) + QStringLiteral("&nbsp; ")
                                  + text(finding.label).toHtmlEscaped())
                + paragraphHtml(muted(capitalised(text(words)) + u'.'), 1);
        }
        return html.isEmpty() ? html : headingHtml(RunDetailsText::tr("How to reduce it")) + html;
    }

    /// Checks that hold are only counted.
    QString checks() const
    {
        std::vector<Check> all = tt::checksOf(m_run);
        if (all.empty())
            return {};
        const QString summary = checksSummary(all);
        std::erase_if(all, [](const Check& check) { return check.verdict == Verdict::Ok; });
        return headingHtml(RunDetailsText::tr("Checks")) + paragraphHtml(summary.toHtmlEscaped(), 1)
            + (all.empty() ? QString() : checksHtml(all, m_units, m_colors));
    }

    QString notes() const
    {
        QString html;
        const Warnings notes = tt::notesOf(m_run);
        for (const Warning& note : notes.list())
            html += paragraphHtml(text(note.text).toHtmlEscaped());
        if (!html.isEmpty())
            html = headingHtml(RunDetailsText::tr("Notes")) + html;
        if (m_list.notes.isEmpty())
            return html;
        html += headingHtml(RunDetailsText::tr("What upstream's script says about this log"));
        for (const QString& note : m_list.notes)
            html += paragraphHtml(note.toHtmlEscaped());
        return html;
    }

    const RunList& m_list;
    const std::size_t m_place;
    const ListedRun& m_listed;
    const tt::Run& m_run;
    const Units& m_units;
    const Colors& m_colors;
    const tt::Levels m_levels;
};

} // namespace

QString runDetailsHtml(const RunList& list, std::size_t place, const Units& units, const Colors& colors)
{
    return RunDetails(list, place, units, colors).html();
}

} // namespace tidemark::ui
