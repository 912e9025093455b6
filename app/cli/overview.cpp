#include "app/cli/overview.h"

#include "app/cli/input_output.h"
#include "app/cli/record/shell_word.h"
#include "app/cli/sentence.h"
#include "core/base/text.h"
#include "core/link/message_plan.h"
#include "core/open/figures_with_limit.h"
#include "core/view/attribution_rules.h"
#include "core/view/breakdown.h"
#include "core/view/op_path.h"
#include "core/view/source_frame.h"
#include "core/view/source_peaks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tidemark::cli {
namespace {

constexpr std::size_t kMostBuffers = 10;
constexpr std::size_t kMostFindings = 3;
constexpr std::size_t kMostMessages = 3;
constexpr std::size_t kMostDescribed = 20000; // most rows to describe, the largest first; beyond this no group is large

bool isMessages(const Document& document)
{
    return document.catalogue().kind == "oom";
}

std::vector<PeakPart> partsOf(const View& view, std::span<const LiveRow> live, const RowMeanings* meanings,
                              const Figures& figures)
{
    std::vector<PeakPart> parts;
    for (const Group& group : meanings ? breakDown(view, live, *meanings) : breakDown(view, live))
        parts.push_back({group.id, group.name, group.bytes});
    if (parts.empty())
        for (const Part& part : figures.parts)
            parts.push_back({part.name, part.name, part.bytes});
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

std::vector<EqualBuffers> largestBuffers(const View& view, std::vector<LiveRow> live, const RowMeanings* meanings)
{
    const Rows& rows = view.rows;
    std::ranges::stable_sort(live, std::ranges::greater(), [&](const LiveRow& each) { return rows.size[each.row]; });
    live.resize(std::min(live.size(), kMostDescribed));
    const auto paths = std::ranges::find(rows.groupings, "op_path", &Grouping::id);
    const Grouping* const byPath = paths == rows.groupings.end() ? nullptr : &*paths;
    std::map<std::tuple<std::int64_t, std::string, std::string, std::string, std::int64_t>, EqualBuffers> groups;
    Facts facts;
    for (const LiveRow& each : live) {
        if (rows.isFree(each.row))
            continue;
        describeWithMeaning(rows, meanings, each.row, facts);
        const SourceFrame source = ownSource(facts);
        EqualBuffers found{1,
                           rows.size[each.row],
                           facts.shapeWithoutLayout.empty() ? facts.shape : facts.shapeWithoutLayout,
                           originOf(facts, each.row, byPath),
                           std::string(source.file),
                           source.line,
                           facts.category};
        auto key = std::tuple(-found.size, found.shape, found.op, found.sourceFile, found.sourceLine);
        const auto [place, isNew] = groups.try_emplace(std::move(key), std::move(found));
        if (!isNew)
            ++place->second.count;
    }
    std::vector<EqualBuffers> largest;
    for (auto& [key, group] : groups)
        largest.push_back(std::move(group));
    std::ranges::stable_sort(largest, std::ranges::greater(), &EqualBuffers::total);
    largest.resize(std::min(largest.size(), kMostBuffers));
    return largest;
}

/// Collects the messages that were opened together with the program.
void addMessages(Overview& overview, const Documents& documents, const Viewed& shown)
{
    for (const auto& document : documents) {
        if (!isMessages(*document))
            continue;
        for (const ProgramId program : allPrograms(*document)) {
            const Chosen chosen = inBestMemory(document, program);
            if (chosen == static_cast<const Chosen&>(shown))
                continue;
            if (overview.messages.size() == kMostMessages) {
                ++overview.moreMessages;
                continue;
            }
            const auto view = document->view(chosen.selection, terminalProgress());
            if (view)
                overview.messages.push_back(std::string(fileNameOf((*view)->path)) + ", " + (*view)->programText + ": "
                                            + (*view)->figures(nullptr).note);
        }
    }
}

/// The commands that give more detail for these paths.
std::vector<NextStep> nextSteps(const Options& options, const Documents& documents, const Viewed& shown,
                                const Overview& overview)
{
    std::string paths;
    for (const std::string& path : options.paths)
        paths += " " + asShellWord(path);
    std::string module;
    std::size_t programs = 0;
    std::set<std::string> workers;
    bool isReadAgain = true;
    for (const std::string& path : options.paths)
        isReadAgain = isReadAgain && path != "-";
    for (const auto& document : documents)
        programs += document->catalogue().programs.size();
    for (const ProgramId program : allPrograms(*shown.document))
        workers.insert(shown.document->catalogue().hostOf(program));
    workers.erase(""); // a program alone is no worker
    if (programs > 1 && !options.choice.program.empty()) // otherwise the commands show this program without -m
        module = " -m " + asShellWord(shown.program().fullName());
    if (!options.choice.memory.empty() || shown.selection.memory != 0)
        module += " -s " + std::to_string(shown.selection.memory);
    std::vector<NextStep> steps;
    const auto add = [&](const std::string& command, const std::string& arguments, const char* purpose) {
        steps.push_back({command + paths + arguments, purpose});
    };
    if (!isReadAgain)
        return steps;
    const bool isMessage = isMessages(*shown.document);
    if (!overview.findings.empty())
        add("tidemark-cli advise", module, "what saves memory, and what that assumes");
    if (isMessage && overview.findings.empty()) {
        const std::vector<std::string> near = programsNextTo(shown.view->path, endingsOf(options.kinds));
        if (!near.empty())
            steps.push_back({"tidemark-cli advise " + asShellWord(near.front()), "if this program has failed"});
        steps.push_back({"tidemark-cli record -- COMMAND", "runs the program again and keeps all its buffers"});
    }
    if (isMessage)
        add("tidemark-cli oom", "", "every figure and buffer of the messages");
    else if (!overview.buffers.empty())
        add("tidemark-cli buffers", module, "every buffer at the peak");
    else
        add("tidemark-cli summary", module, "every figure");
    if (workers.size() > 1 && !isMessage)
        add("tidemark-cli attribution", "", "which worker differs, and why");
    else if (programs > 1)
        add("tidemark-cli modules", "", "everything that can be named with -m");
    add("tidemark", "", "the same in a window");
    return steps;
}

} // namespace

std::string EqualBuffers::source() const
{
    return frameText({fileNameOf(sourceFile), sourceLine});
}

Result<Overview> overviewOf(const Options& options, const Documents& documents, const Viewed& shown)
{
    const View& view = *shown.view;
    Overview overview;
    overview.view = &view;
    overview.figures = figuresWithLimit(shown, options.device, options.kinds, terminalProgress());
    const auto meanings = builtInMeanings(view, terminalProgress());
    if (!meanings)
        return meanings.error();
    const std::vector<LiveRow> live = view.rows.live(view.peakStep);
    overview.parts = partsOf(view, live, meanings->get(), overview.figures);
    overview.buffers = largestBuffers(view, live, meanings->get());
    if (view.findings) {
        auto findings = view.findings(overview.figures, terminalProgress());
        if (!findings)
            return findings.error();
        std::erase_if(*findings, [](const Finding& finding) { return finding.isAll(); });
        findings->resize(std::min(findings->size(), kMostFindings));
        overview.findings = std::move(*findings);
    }
    auto sentence = sentenceOf(view, overview.figures);
    if (!sentence)
        return sentence.error();
    overview.sentence = *sentence;
    if (const auto peaks = peaksBySource(documents, shown); peaks && !peaks->areEqual())
        overview.sentence += " " + peaks->differenceText(ByteUnit::Auto);
    addMessages(overview, documents, shown);
    for (const auto& document : documents)
        if (!isMessages(*document))
            overview.otherPrograms += document->catalogue().programs.size();
    if (!isMessages(*shown.document))
        --overview.otherPrograms;
    overview.next = nextSteps(options, documents, shown, overview);
    return overview;
}

} // namespace tidemark::cli
