#include "app/cli/overview.h"

#include "app/cli/input_output.h"
#include "app/cli/record/shell_word.h"
#include "core/base/text.h"
#include "core/library/summary.h"
#include "core/link/opened_together.h"
#include "core/oom/forms.h"
#include "core/oom/oom_document.h"
#include "core/open/find_plan.h"
#include "core/open/recorded_folder.h"

#include <set>

namespace tidemark::cli {
namespace {

/// The commands that give more detail for these paths.
std::vector<NextStep> nextSteps(const Options& options, const Documents& documents, const Viewed& shown,
                                const Overview& overview)
{
    std::string paths;
    for (const std::string& path : options.paths)
        paths += " " + asShellWord(path);
    std::string module;
    std::string device;
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
    // The next commands keep the chosen device, because their answers depend on it.
    if (options.device)
        device = " -d " + asShellWord(options.deviceText);
    std::vector<NextStep> steps;
    const auto add = [&](const std::string& command, const std::string& arguments, const char* purpose) {
        steps.push_back({command + paths + arguments, purpose});
    };
    if (!isReadAgain)
        return steps;
    const auto* const messages = oom::asMessages(*shown.document);
    const oom::Message* const message = messages ? &messages->message(shown.selection.program) : nullptr;
    const bool areWorkers = workers.size() > 1 && !message; // the sentence names the one that differs
    if (areWorkers)
        add("tidemark-cli attribution", "", "which worker differs, and why");
    const bool hasRecordingAdvice = message && !oom::recordingAdvice(*message).empty();
    if (!overview.summary.findings.empty())
        add("tidemark-cli advise", module + device,
            hasRecordingAdvice ? "what saves memory, and how to record every allocation"
                               : "what saves memory, and what that assumes");
    if (message) {
        std::optional<std::string> near;
        if (overview.summary.findings.empty() && !oom::recordCommand(*message).empty())
            near = programNextTo(shown.view->path, options.kinds, terminalProgress());
        if (near)
            steps.push_back({"tidemark-cli advise " + asShellWord(*near), "if this program has failed"});
        const std::string command = commandToRecord(*message, shown.view->path);
        if (!command.empty())
            steps.push_back({command, "runs the program again and keeps all its buffers"});
        if (hasRecordingAdvice && overview.summary.findings.empty())
            add("tidemark-cli advise", module, "how to record every allocation");
    }
    if (message && message->kind == oom::Kind::State)
        steps.clear(); // nothing failed
    else if (message)
        add("tidemark-cli oom", "", "every figure and buffer of the messages");
    else if (!overview.summary.buffers.empty())
        add("tidemark-cli buffers", module,
            !shown.view->failures.empty() ? "every allocation at the failure" : "every buffer at the peak");
    else
        add("tidemark-cli summary", module + device, "every figure");
    if (programs > 1 && !areWorkers)
        add("tidemark-cli modules", "", "everything that can be named with -m");
    add("tidemark", module + device, "the same in a window");
    return steps;
}

/// The device and the figures that the sentences of a message state. Tables of figures are for the command oom.
std::string statedIn(const oom::Message& report)
{
    const oom::Form* const form = oom::formWithId(report.form);
    if (!form || form->family == oom::Family::Tpu || form->family == oom::Family::Gpu
        || form->family == oom::Family::Bfc)
        return {};
    std::string stated = printable(report.device);
    for (const oom::Figure& figure : report.figures)
        if (figure.amount)
            addTo(stated, ", ", figure.name + " " + bytesText(figure.amount->bytes));
    return stated;
}

} // namespace

Result<Overview> overviewOf(const Options& options, const Viewed& shown)
{
    Overview overview;
    overview.view = shown.view.get();
    overview.figures = withOpenedTogether(shown, options.device.get());
    auto summary = summaryOf(shown, overview.figures, terminalProgress());
    if (!summary)
        return summary.error();
    overview.summary = std::move(*summary);
    std::vector<const Words*> others;
    for (const auto& document : shown.openedTogether)
        for (const ProgramId program : allPrograms(*document))
            if (!oom::asMessages(*document) && (document != shown.document || program != shown.selection.program))
                others.push_back(&document->catalogue().words);
    overview.otherPrograms = others.size();
    overview.others = countedPrograms(others);
    if (const auto* const messages = oom::asMessages(*shown.document))
        overview.stated = statedIn(messages->message(shown.selection.program));
    overview.next = nextSteps(options, shown.openedTogether, shown, overview);
    return overview;
}

} // namespace tidemark::cli
