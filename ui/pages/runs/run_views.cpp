#include "ui/pages/runs/run_views.h"

#include "core/tenstorrent/tt_train/run.h"
#include "core/tenstorrent/tt_train/run_report.h"
#include "core/tenstorrent/tt_train/run_view.h"
#include "core/view/choice.h"
#include "core/view/given_sizes.h"
#include "ui/pages/export_view.h"
#include "ui/session/paths.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/swatch.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <sstream>

namespace tidemark::ui {
namespace {

/// The component of a layer, for its name and category.
tt::Component shownAs(std::size_t layer)
{
    return tt::Components().*tt::kBarLayers[layer].component;
}

Bar barOf(const ListedRun& run, ByteUnit unit)
{
    Bar bar;
    for (std::size_t layer = 0; layer < tt::kBarLayers.size(); ++layer)
        if (run.judged.layers[layer] > 0)
            bar.parts.push_back({run.judged.layers[layer], layer});
    if (const double missing = static_cast<double>(run.judged.peak.value_or(0)) - bar.top(); missing > 0)
        bar.parts.push_back({missing, std::nullopt});
    bar.label = run.label;
    bar.limit = run.judged.knownDevice();
    if (!run.judged.peak) {
        bar.above = UiText::tr("no peak known");
        bar.tone = Bar::Tone::Muted;
        return bar;
    }
    bar.above = text(bytesText(*run.judged.peak, unit));
    if (bar.limit && static_cast<double>(*run.judged.peak) > *bar.limit) {
        bar.above.prepend(QStringLiteral("✕ "));
        bar.tone = Bar::Tone::Bad;
    }
    return bar;
}

/// The width of a bar is the time to the next run. The last bar gets the median of the others.
void setTimes(std::vector<Bar>& bars, const std::vector<ListedRun>& runs)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (i == 0 || runs[i].day != runs[i - 1].day)
            bars[i].secondLabel = runs[i].day;
    if (runs.size() < 3)
        return;
    std::vector<double> times;
    for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
        times.push_back(std::max(1.0, static_cast<double>(runs[i + 1].time.value_or(0) - runs[i].time.value_or(0))));
        bars[i].share = times.back();
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    bars.back().share = *middle;
}

QString describe(const ListedRun& run, ByteUnit unit)
{
    const auto amount = [&](double bytes) { return text(bytesText(std::llround(bytes), unit)); };
    QStringList lines{run.name};
    if (!run.source.isEmpty())
        lines << capitalised(run.source);
    if (!run.judged.peak) {
        lines << UiText::tr("No peak is known");
        return lines.join(u'\n');
    }
    const auto needed = static_cast<double>(*run.judged.peak);
    const auto device = run.judged.knownDevice();
    lines << UiText::tr("Peak: %1").arg(amount(needed));
    if (!device)
        lines << UiText::tr("The memory of the device is unknown");
    else if (needed <= *device)
        lines << UiText::tr("Fits: %1 of %2 free").arg(amount(*device - needed), amount(*device));
    else
        lines
            << UiText::tr("Over by %1: needs %2 of %3").arg(amount(needed - *device), amount(needed), amount(*device));
    for (std::size_t layer = tt::kBarLayers.size(); layer-- > 0;)
        if (run.judged.layers[layer] != 0)
            lines << QStringLiteral("%1: %2").arg(text(shownAs(layer).name), amount(run.judged.layers[layer]));
    return lines.join(u'\n');
}

constexpr int kNumberWidth = 70; // at least; the table makes room for longer numbers

Grid::Column numberColumn(const char* id, const QString& title, const QString& help, int ifRoom = 0)
{
    Grid::Column column{id, title, help, false, gridNumberColumn(ifRoom)};
    column.header.width = kNumberWidth;
    column.header.fitsTitle = true;
    return column;
}

constexpr std::int64_t kSame = 20972; // 0.02 MB, because numbers in a log have two decimals

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
    QString change(std::int64_t value) const { return plusOf(value) + m_units.bytes(value); }
    /// A muted line. Empty if there are no words.
    QString line(const QStringList& words) const
    {
        if (words.isEmpty())
            return {};
        return paragraphHtml(muted(words.join(QStringLiteral(" · "))));
    }
    /// Content below its heading. Empty if there is no content.
    static QString section(const QString& title, const QString& content)
    {
        if (content.isEmpty())
            return {};
        return headingHtml(title) + content;
    }
    static QString named(const std::string& name, const Fill& fill)
    {
        return swatchHtml(fill) + u' ' + text(name).toHtmlEscaped();
    }
    QString named(const tt::Component& component) const
    {
        return named(component.name, m_colors.categoryFill(component.category));
    }

    QString fit() const
    {
        const tt::JudgedRun& judged = m_listed.judged;
        if (!judged.peak)
            return paragraphHtml(UiText::tr("The log has no peak of this run.").toHtmlEscaped(), 0);
        const QString peak = UiText::tr("Peak %1").arg(withExact(m_units.bytes(*judged.peak), *judged.peak));
        const auto device = judged.knownDevice();
        if (!device)
            return paragraphHtml(muted(UiText::tr("The memory of the device is unknown. Enter it below, or choose a "
                                                  "device.")),
                                 0)
                + paragraphHtml(muted(peak));
        QString verdict;
        if (*judged.headroom >= 0)
            verdict
                = colouredHtml(UiText::tr("✓ Fits: %1 of %2 free").arg(m_units.bytes(*judged.headroom), bytes(*device)),
                               m_colors.good);
        else
            verdict
                = colouredHtml(UiText::tr("✕ Over by %1: needs %2 of %3")
                                   .arg(m_units.bytes(-*judged.headroom), m_units.bytes(*judged.peak), bytes(*device)),
                               m_colors.bad);
        return paragraphHtml(verdict, 0)
            + paragraphHtml(
                   muted(UiText::tr("%1, %2 of the device").arg(peak, percent(*judged.peak, std::llround(*device)))));
    }

    QString circumstances() const
    {
        QStringList words;
        if (m_run.parameters)
            words << UiText::tr("%1 parameters").arg(grouped(*m_run.parameters));
        if (m_run.finalUsage)
            words << UiText::tr("%1 in use at the end").arg(m_units.bytes(*m_run.finalUsage));
        if (m_listed.time)
            words << UiText::tr("ran %1 UTC").arg(runTimeText(*m_listed.time));
        if (!m_listed.source.isEmpty())
            words << m_listed.source;
        if (!m_run.isComplete)
            words << UiText::tr("log cut off: the totals are missing");
        return line(words);
    }

    QString sizes() const
    {
        const std::vector<tt::Component> all = m_listed.judged.components.list();
        const bool hasExpected = std::ranges::any_of(all, [](const auto& each) { return each.expected.has_value(); });
        QString rows;
        if (hasExpected)
            rows = rowHtml(QString(), {UiText::tr("expected"), UiText::tr("measured"), {}});
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].expected || all[i].actual.value_or(0) != 0)
                rows += rowHtml(named(all[i]), sizesOf(all[i], hasExpected));
        return rows.isEmpty() ? rows : section(UiText::tr("Sizes"), tableHtml(rows));
    }

    /// Why the bar is higher or lower than the peak of the run, and whose parameters it counts.
    QString barRemarks() const
    {
        QString remarks;
        const auto add = [&](const QString& words) { remarks += paragraphHtml(muted(words)); };
        if (const auto& total = m_listed.judged.peak) {
            const auto& layers = m_listed.judged.layers;
            const std::int64_t beyond = std::llround(std::accumulate(layers.begin(), layers.end(), 0.0)) - *total;
            if (beyond > kSame)
                add(UiText::tr("The parts of the bar are %1 more than the peak: the expected sizes are "
                               "above the measured ones.")
                        .arg(m_units.bytes(beyond)));
            else if (beyond < -kSame)
                add(UiText::tr("%1 of the peak is in no part of the bar.").arg(m_units.bytes(-beyond)));
        }
        if (m_listed.judged.isCountOfAnother && !m_run.exported)
            add(UiText::tr("The log has no parameter count for this run; that of another run is used."));
        return remarks;
    }

    QStringList sizesOf(const tt::Component& component, bool hasExpected) const
    {
        const QString actual = m_units.bytes(component.actual, QStringLiteral("–"));
        if (!hasExpected)
            return {actual};
        QString expected;
        if (component.expected)
            expected = bytes(*component.expected);
        QString share;
        if (const auto difference = component.differencePercent()) {
            share = QString::number(*difference, 'f', 2).replace(u'-', QChar(0x2212)) + QStringLiteral(" %");
            if (*difference > 0)
                share.prepend(u'+');
        }
        return {expected, actual, share};
    }

    QString composition() const
    {
        const std::vector<Part> parts = tt::peakParts(m_run, m_levels);
        if (parts.empty())
            return {};
        QString rows;
        for (const Part& part : parts)
            rows += rowHtml(named(part.name, m_colors.of(part)),
                            {m_units.bytes(part.bytes), percent(part.bytes, *m_levels.peak)});
        rows += rowHtml(boldHtml(UiText::tr("Total")), {m_units.bytes(*m_levels.peak), QString()});
        QString title = UiText::tr("At the peak");
        if (!m_run.phases.empty() && !m_run.phases[m_levels.peakPhase].name.empty())
            title = UiText::tr("At the peak, inside %1").arg(text(m_run.phases[m_levels.peakPhase].name));
        return section(title, tableHtml(rows));
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
        QString rows = rowHtml(boldHtml(UiText::tr("Peak")), {change(*m_listed.judged.peak - *compared->judged.peak)});
        const std::vector<tt::Component> mine = m_listed.judged.components.list();
        const std::vector<tt::Component> theirs = compared->judged.components.list();
        for (std::size_t i = 0; i < mine.size(); ++i)
            if (mine[i].actual && theirs[i].actual && std::abs(*mine[i].actual - *theirs[i].actual) > kSame)
                rows += rowHtml(named(mine[i]), {change(*mine[i].actual - *theirs[i].actual)});
        return headingHtml(UiText::tr("Compared with %1").arg(compared->name)) + tableHtml(rows);
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
        return section(UiText::tr("How to reduce it"), html);
    }

    /// Checks that hold are only counted.
    QString checks() const
    {
        std::vector<Check> all = tt::checksOf(m_run);
        if (all.empty())
            return {};
        const QString summary = checksSummary(all);
        std::erase_if(all, [](const Check& check) { return check.verdict == Verdict::Ok; });
        return section(UiText::tr("Checks"),
                       paragraphHtml(summary.toHtmlEscaped(), 1) + checksHtml(all, m_units, m_colors));
    }

    QString notes() const
    {
        QString own;
        const Warnings notes = tt::notesOf(m_run);
        for (const Warning& note : notes.list())
            own += paragraphHtml(text(note.text).toHtmlEscaped());
        return section(UiText::tr("Notes"), own);
    }

    const RunList& m_list;
    const std::size_t m_place;
    const ListedRun& m_listed;
    const tt::Run& m_run;
    const Units& m_units;
    const Colors& m_colors;
    const tt::Levels m_levels;
};

constexpr const char* kUsesActual = "use_actual_sizes";
constexpr const char* kHistogram = "histogram";
constexpr const char* kTitle = "title";
constexpr const char* kUnits = "units";

std::optional<double> bytesIn(const ExportQuestion& question, const char* name)
{
    return parseSize(question.option(name).value_or(""));
}

std::string refuseUnit(const std::string& words)
{
    return Units::names().contains(text(words)) ? "" : "needs one of " + Units::names().join(u", ").toStdString();
}

/// The first document with runs. Error: there is none.
Result<std::shared_ptr<const tt::TrainDocument>> runsIn(const ExportQuestion& question)
{
    for (const auto& each : question.documents)
        if (auto document = std::dynamic_pointer_cast<const tt::TrainDocument>(each);
            document && !document->catalogue().programs.empty())
            return document;
    return Error{ErrorKind::NotFound, toNative(question.path) + ": there are no runs of a training log here.",
                 std::nullopt};
}

tt::RunQuestion judgementOf(const ExportQuestion& question)
{
    tt::RunQuestion judgement;
    for (const char* const name : {kDeviceMemory, "model_size", "optimizer_size", "gradients_size"})
        if (const auto bytes = bytesIn(question, name))
            judgement.sizes[name] = *bytes;
    judgement.usesActual = question.options.contains(kUsesActual);
    if (question.device)
        judgement.sizes.try_emplace(kDeviceMemory, static_cast<double>(question.device->hbmBytes));
    return judgement;
}

/// The picture that upstream's script draws.
std::shared_ptr<const Picture> histogram(const tt::TrainDocument& document, const ExportQuestion& question)
{
    std::vector<const tt::Run*> all;
    for (const ProgramId program : allPrograms(document))
        all.push_back(&document.run(program));
    std::ostringstream svg;
    tt::writeHistogram(svg, all, judgementOf(question), question.option(kTitle).value_or(""));
    return svgPicture(QByteArray::fromStdString(svg.str()), question.size);
}

ExportView::Result runs(const ExportQuestion& question)
{
    const auto document = runsIn(question);
    if (!document)
        return document.error();
    if (question.options.contains(kHistogram))
        return histogram(**document, question);
    Warnings unread;
    const auto chosen = resolve(**document, question.choice, unread, {}, UnusedMemory::Taken);
    question.warn(unread);
    if (!chosen)
        return chosen.error();
    RunsQuestion asked;
    asked.judgement = judgementOf(question);
    asked.judgement.usesActual = true; // as the page shows at first
    asked.trend = usualTrend(**document, chosen->program);
    const auto list = std::make_shared<const RunList>(*document, asked);
    Units units;
    if (const auto unit = question.option(kUnits))
        units.setUnit(static_cast<ByteUnit>(Units::names().indexOf(text(*unit))));
    PictureOptions options;
    options.size = question.size;
    options.title = list->headline(units);
    if (const auto title = question.option(kTitle))
        options.title = text(*title);
    options.subtitle = shortName({question.path});
    return barPicture(runBars(list, std::nullopt, units.unit()), options);
}

} // namespace

BarPlot runBars(std::shared_ptr<const RunList> list, std::optional<std::size_t> selected, ByteUnit unit)
{
    BarPlot plot;
    plot.isContiguous = !list->question.trend.isEmpty();
    plot.title = plot.isContiguous ? UiText::tr("Peak over time") : UiText::tr("Peak by run");
    plot.limitName = UiText::tr("Device memory");
    plot.selected = selected;
    plot.unit = unit;
    for (std::size_t layer = 0; layer < tt::kBarLayers.size(); ++layer)
        plot.kinds.push_back({text(shownAs(layer).name), {}, shownAs(layer).category});
    for (const ListedRun& run : list->runs)
        plot.bars.push_back(barOf(run, unit));
    if (plot.isContiguous)
        setTimes(plot.bars, list->runs);
    plot.describe = [list = std::move(list), unit](std::size_t run) { return describe(list->runs[run], unit); };
    return plot;
}

std::vector<Grid::Column> phaseColumns()
{
    const auto tr = [](const char* words) { return UiText::tr(words); };
    std::vector<Grid::Column> columns = {
        {"phase", tr("Phase"), tr("Part between two snapshots, as named by the training script"), false,
         gridNameColumn(), true},
        numberColumn("segment_peak_bytes", tr("Segment peak"), tr("Peak inside the phase, above the level before it")),
        numberColumn("allocations_bytes", tr("Allocated"), tr("Total allocations of the phase"), 3),
        numberColumn("deallocations_bytes", tr("Freed"), tr("All that the phase frees"), 4),
        numberColumn("segment_change_bytes", tr("Change"), tr("Allocated minus freed"), 1),
        numberColumn("cumulative_peak_bytes", tr("Peak so far"), tr("Peak since the capture began")),
        numberColumn("cumulative_bytes", tr("In use"), tr("After the phase")),
        numberColumn("l1_peak_bytes", tr("L1 peak"), tr("Circular buffers and buffers together, of the worst core"), 2),
        numberColumn("l1_circular_buffers_bytes", tr("L1 circular"), tr("Peak of circular buffers, of the worst core"),
                     5),
        numberColumn("l1_buffers_bytes", tr("L1 buffers"), tr("Peak of buffers in L1, of the worst core"), 6),
    };
    columns[4].isChange = true;
    return columns;
}

Grid phaseGrid(const tt::Run& run)
{
    Grid grid;
    grid.columns = phaseColumns();
    for (const tt::Phase& phase : run.phases)
        grid.rows.push_back({gridCell(phase.name), gridCell(phase.segmentPeak), gridCell(phase.allocations),
                             gridCell(phase.deallocations), gridCell(phase.change), gridCell(phase.cumulativePeak),
                             gridCell(phase.cumulative), gridCell(phase.l1Total), gridCell(phase.l1Circular),
                             gridCell(phase.l1Buffers)});
    const tt::Levels levels = tt::dramLevels(run);
    if (levels.peak && !run.phases.empty())
        grid.marked = levels.peakPhase;
    return grid;
}

std::vector<Grid::Column> runColumns()
{
    const auto tr = [](const char* words) { return UiText::tr(words); };
    std::vector<Grid::Column> columns = {
        {"run", tr("Run"), tr("The title before its summary"), false, gridNameColumn()},
        numberColumn("peak_bytes", tr("Peak"), tr("From the totals of the run")),
        numberColumn("change_bytes", tr("Change"), tr("Change of the peak since the previous run")),
        numberColumn("headroom_bytes", tr("Headroom"),
                     tr("Free device memory at the peak; below 0 the run does not fit")),
        numberColumn("model_bytes", tr("Model"), tr("As the bar shows it"), 2),
        numberColumn("optimizer_bytes", tr("Optimizer"), tr("As the bar shows it"), 3),
        numberColumn("activations_bytes", tr("Activations"), tr("Left by a forward pass")),
        numberColumn("gradients_overhead_bytes", tr("Gradients overhead"),
                     tr("Peak inside the backward pass, above the level before it"), 1),
        numberColumn("other_bytes", tr("Other"), tr("Rest of the peak"), 4),
        numberColumn("git_commit", tr("Commit"), tr("Commit that CI ran"), 5),
        numberColumn("failed_checks", tr("Failed"), tr("Number of failed checks of its phases"), 1),
    };
    columns[2].isChange = columns[3].isChange = columns[3].isBadBelowZero = true;
    columns[9].isCode = true;
    columns[10].isCount = true;
    return columns;
}

Grid runGrid(const RunList& list)
{
    Grid grid;
    grid.columns = runColumns();
    std::map<std::string, std::int64_t> before; // by model for exports of CI; one entry for all others
    std::optional<std::int64_t> most;
    for (const ListedRun& run : list.runs) {
        const auto& layers = run.judged.layers;
        // A layer that no phase reports is unknown, although it adds nothing to the bar.
        const auto layer = [&](std::size_t i, const tt::Component& of) -> GridCell {
            if (run.judged.peak && (layers[i] != 0 || of.actual))
                return std::int64_t{std::llround(layers[i])};
            return {};
        };
        const tt::Components& all = run.judged.components;
        const auto& total = run.judged.peak;
        std::string series;
        if (run.time)
            series = run.judged.run->title();
        GridCell change;
        GridCell headroom;
        if (total) {
            if (const auto last = before.find(series); last != before.end())
                change = *total - last->second;
            if (const auto device = run.judged.knownDevice())
                headroom = std::int64_t{std::llround(*device)} - *total;
            before[series] = *total;
        }
        GridCell commit;
        if (const auto& exported = run.judged.run->exported)
            commit = gridCell(exported->commit);
        if (total > most) { // no peak is below every peak
            most = total;
            grid.marked = grid.rows.size();
        }
        grid.rows.push_back({run.name.toStdString(), gridCell(total), change, headroom, layer(1, all.model),
                             layer(3, all.optimizer), layer(4, all.activations), layer(2, all.overhead),
                             layer(0, all.other), commit, GridCell(run.failedChecks)});
    }
    return grid;
}

QString runDetailsHtml(const RunList& list, std::size_t place, const Units& units, const Colors& colors)
{
    return RunDetails(list, place, units, colors).html();
}

ExportView runsExport()
{
    ExportView view;
    view.name = "runs";
    view.help = "those of a training log side by side";
    view.options
        = {{kDeviceMemory, "BYTES", "of the device; default: the capacity in the log, else 12 GiB", roomRefusal},
           {"model_size", "BYTES", "expected of the model", sizeRefusal},
           {"optimizer_size", "BYTES", "expected of the optimizer", sizeRefusal},
           {"gradients_size", "BYTES", "expected of the gradients", sizeRefusal},
           {kUsesActual, "", "with --histogram: model and optimizer as measured, not as expected", nullptr},
           {kHistogram, "", "as upstream's script draws it", nullptr},
           {kUnits, "UNIT", "of its amounts: Auto, B, KiB, MiB or GiB", refuseUnit},
           {kTitle, "TEXT", "of the picture", nullptr}};
    view.isUsual = [](const ExportSubject& subject) {
        return subject.view->axis.kind == AxisKind::None
            && std::dynamic_pointer_cast<const tt::TrainDocument>(subject.chosen.document);
    };
    view.ofAll = runs;
    return view;
}

} // namespace tidemark::ui
