#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/record/shell_word.h"
#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/link/opened_together.h"
#include "core/oom/forms.h"
#include "core/oom/oom_document.h"
#include "core/open/find_plan.h"
#include "core/open/recorded_folder.h"
#include "core/report/finding_table.h"
#include "core/report/text_layout.h"

#include <ostream>

namespace tidemark::cli {
namespace {

/// The advice for a message that lists too little: open the program next to it, or record it.
std::string nextStepOf(const oom::Message& report, const View& message, const DocumentKinds& kinds, std::size_t columns)
{
    std::optional<std::string> program;
    if (!oom::recordCommand(report).empty()) // else a program of XLA cannot be the one that failed
        program = programNextTo(message.path, kinds, terminalProgress());
    std::string text;
    if (program)
        text = "\nThere is a program file next to this log. If it is the one that failed, open it for advice:\n"
               "  tidemark-cli advise "
            + asShellWord(*program) + '\n';
    const std::string command = commandToRecord(report, message.path);
    if (!command.empty())
        text += "\nTo get every buffer of a program, run it again under the recorder:\n  " + command + "\n";
    if (const std::string advice = oom::recordingAdvice(report); !advice.empty())
        text += '\n' + wrapped(advice, columns) + '\n';
    return text;
}

} // namespace

int runAdvise(const Options& options)
{
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const View& view = *viewed->view;
    if (!view.findings)
        return fail({ErrorKind::NotFound,
                     view.path + ": advice cannot be computed from this file. The command summary shows its figures."
                         + framed(" ", view.untriedAdvice),
                     std::nullopt});
    const Figures figures = withOpenedTogether(*viewed, options.device.get());
    const auto findings = view.findings(figures, terminalProgress());
    if (!findings)
        return fail(findings.error());
    printWarnings(view.problems);
    if (options.format != TableFormat::Text && !view.untriedAdvice.empty()) {
        Warnings untried;
        untried.add("rules-not-tried", view.untriedAdvice);
        printWarnings(untried);
    }
    if (findings->empty() && !figures.capacity.bytes && !figures.exceeded && view.axis.kind == AxisKind::Steps) {
        Warnings unknown;
        unknown.add(
            "no-capacity",
            "The memory of the device is not known. With --device NAME the advice also covers buffers that take more than "
            "half of it.");
        printWarnings(unknown);
    }
    const auto why = sentenceOf(view, figures, terminalProgress());
    if (!why)
        return fail(why.error());
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        writeFindings(view, *findings, out, options.format, layout, *why);
        const auto* const messages = oom::asMessages(*viewed->document);
        if (options.format == TableFormat::Text && findings->empty() && messages)
            out << nextStepOf(messages->message(viewed->selection.program), view, options.kinds, layout.columns);
    });
}

} // namespace tidemark::cli
