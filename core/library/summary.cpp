#include "core/library/summary.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/explain/saving.h"
#include "core/explain/sentence.h"
#include "core/groups/breakdown.h"
#include "core/groups/source_frame.h"
#include "core/history/history_document.h"
#include "core/link/recorded_failure.h"
#include "core/oom/oom_document.h"
#include "core/rules/attribution_rules.h"
#include "core/view/buffer_reader.h"
#include "core/view/fit.h"
#include "core/view/op_path.h"
#include "core/view/source_peaks.h"
#include "core/view/step_of.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark {
namespace {

constexpr std::size_t kMostBuffers = 10;
constexpr std::size_t kMostFindings = 3;
constexpr std::size_t kMostMessages = 3;
constexpr std::size_t kMostDescribed = 20000; // most rows to describe, the largest first; beyond this no group is large

/// The parts by category or kind; otherwise, and for messages, which list only some buffers, the parts of the figures.
std::vector<PeakPart> partsOf(const Viewed& shown, const RowMeanings* meanings, const Figures& figures)
{
    const View& view = *shown.view;
    std::vector<LiveRow> live;
    if (!oom::asMessages(*shown.document) || figures.parts.empty())
        live = view.rows.live(shownStep(view));
    std::vector<PeakPart> parts;
    for (const Group& group : meanings ? breakDown(view, live, *meanings) : breakDown(view, live))
        parts.push_back({group.id, group.label(), group.bytes, group.uncertainBytes});
    if (parts.empty())
        for (const Part& part : figures.parts)
            parts.push_back({part.name, part.name, part.bytes, 0});
    std::ranges::stable_sort(parts, std::ranges::greater(), &PeakPart::bytes);
    return parts;
}

/// The path of the operation that makes a buffer. Repeated layers appear as one if the view groups them.
std::string originOf(const Facts& facts, RowId row, const Grouping* paths)
{
    std::string path;
    if (paths && (!facts.opName.empty() || !facts.argument.empty()))
        path = paths->textOf(paths->groupOf(row));
    else if (isArgumentPath(facts.argument))
        return facts.argument;
    else
        path = opPath(facts.opName);
    if (path.empty()) // "copy-start" of "copy-start.307"
        return facts.instruction.empty() ? facts.label() : opPath(facts.instruction);
    // Older frameworks write the parameters of an operation after its name: "dot_general[dimension_numbers=…]".
    return facts.opName.empty() ? path : path.substr(0, path.find('['));
}

std::vector<EqualBuffers> largestBuffers(const View& view, const RowMeanings* meanings)
{
    const Rows& rows = view.rows;
    std::vector<LiveRow> live = rowsOf(rows, shownStep(view), true);
    live.resize(std::min(live.size(), kMostDescribed));
    const Grouping* const byPath = findFirst(rows.groupings, "op_path", &Grouping::id);
    std::map<std::tuple<std::int64_t, std::string, std::string, std::string, std::int64_t>, EqualBuffers> groups;
    Facts facts;
    for (const LiveRow& each : live) {
        if (rows.isFree(each.row))
            continue;
        describeWithMeaning(rows, meanings, each.row, facts);
        const SourceFrame source = ownSource(facts);
        EqualBuffers found{1,
                           rows.size[each.row],
                           textOr(facts.shapeWithoutLayout, facts.shape),
                           originOf(facts, each.row, byPath),
                           std::string(source.file),
                           source.line,
                           facts.category,
                           facts.certain};
        auto key = std::tuple(-found.sizeBytes, found.shape, found.op, found.sourceFile, found.sourceLine);
        const auto [place, isNew] = groups.try_emplace(std::move(key), std::move(found));
        if (!isNew)
            ++place->second.count;
    }
    std::vector<EqualBuffers> largest;
    for (auto& [key, group] : groups)
        largest.push_back(std::move(group));
    std::ranges::stable_sort(largest, std::ranges::greater(), &EqualBuffers::totalBytes);
    largest.resize(std::min(largest.size(), kMostBuffers));
    return largest;
}

/// "run.log, message at line 4: Allocation of 4.94 GiB failed. It is event 334 of GPU 1.", the latter if a recording of
/// it was opened together with it.
std::string messageText(const View& view, const Documents& openedTogether)
{
    const Figures figures = withRecordedFailure(view.figures(nullptr), view, openedTogether);
    std::string text = std::string(fileNameOf(view.path)) + ", " + view.programText + ": " + figures.note;
    if (figures.text("recorded_match") == "failed_allocation")
        text += " It is event " + groupedNumber(figures.bytes("recorded_event").value_or(0)) + " of "
            + figures.text("recorded_memory") + ".";
    return text;
}

/// Adds the headlines of the messages that were opened together with the program.
void addMessages(Summary& summary, const Viewed& shown, const Progress& progress)
{
    for (const auto& document : shown.openedTogether) {
        if (!oom::asMessages(*document))
            continue;
        for (const ProgramId program : allPrograms(*document)) {
            const Chosen chosen = inBestMemory(document, program);
            if (chosen == static_cast<const Chosen&>(shown))
                continue;
            if (summary.messages.size() == kMostMessages) {
                ++summary.moreMessages;
                continue;
            }
            const auto view = document->view(chosen.selection, progress);
            if (view)
                summary.messages.push_back(validUtf8(messageText(**view, shown.openedTogether)));
        }
    }
}

/// The facts of the view and its figures that need no further work.
Summary factsOf(const View& view, const Figures& figures)
{
    Summary summary;
    summary.path = view.path;
    summary.host = view.host;
    summary.module = view.program;
    summary.programId = view.programId;
    summary.space = view.memory;
    summary.spaceName = view.memoryName;
    if (view.axis.kind != AxisKind::None)
        summary.step = view.peakStep.value;
    summary.peakBytes = figures.peakBytes;
    const Fit fit = fitOf(view, figures);
    if (fit == Fit::Fits || fit == Fit::TooBig || fit == Fit::Refused)
        summary.fits = fit == Fit::Fits;
    summary.device = figures.capacity.device;
    summary.capacityBytes = figures.capacity.bytes;
    summary.headroomBytes = figures.headroomBytes;
    for (const Figure& figure : figures.list)
        if (figure.isIn(FigurePlace::Record))
            summary.figures.emplace_back(figure.id, figure.value);
    summary.warnings = figures.warnings;
    return summary;
}

} // namespace

Result<Summary> summaryOf(const Viewed& shown, const Figures& figures, const Progress& progress)
{
    const View& view = *shown.view;
    const auto meanings = builtInMeanings(view, progress);
    if (!meanings)
        return meanings.error();
    const auto sentence = sentenceOf(view, figures, progress);
    if (!sentence)
        return sentence.error();
    Summary summary = factsOf(view, figures);
    if (const auto peaks = peaksBySource(shown.openedTogether, shown))
        summary.sentence = peaks->differenceText(ByteUnit::Auto);
    addTo(summary.sentence, " ", *sentence);
    summary.categories = partsOf(shown, meanings->get(), figures);
    summary.buffers = largestBuffers(view, meanings->get());
    if (view.findings) {
        auto findings = view.findings(figures, progress);
        if (!findings)
            return findings.error();
        std::erase_if(*findings, [](const Finding& finding) { return finding.isAll(); });
        findings->resize(std::min(findings->size(), kMostFindings));
        for (const Finding& finding : *findings)
            summary.findings.push_back(savingOf(view, finding));
    }
    if (const auto* const histories = history::asHistories(*shown.document))
        summary.steps = histories->growth(shown.selection);
    addMessages(summary, shown, progress);
    return summary;
}

} // namespace tidemark
