#include "core/report/finding_table.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/explain/saving.h"

#include <algorithm>
#include <ostream>
#include <span>

namespace tidemark {
namespace {

void writeRows(const View& view, const std::vector<Finding>& findings, TableWriter& writer, const std::string& why)
{
    for (const Finding& finding : findings) {
        const Saving saving = savingOf(view, finding);
        writer.row({saving.finding, saving.savedBytes, orNull(saving.peakBeforeBytes), orNull(saving.peakAfterBytes),
                    saving.isEstimate, saving.assumption, saving.source, saving.buffers, saving.text,
                    saving.isUpperBound, orNull(why)});
    }
    writer.finish();
}

std::string peaksOf(const Finding& finding)
{
    if (!finding.peakBefore || !finding.peakAfter)
        return "not in the peak";
    std::string text = "peak " + bytesText(*finding.peakBefore) + " → " + bytesText(*finding.peakAfter);
    if (finding.isNeededToFit() && !finding.isAll())
        text += ", " + (finding.stillOver.empty() ? "then fits" : withAmounts(finding.stillOver));
    return text;
}

/// Returns whether the saving is a bound. All changes together contain estimates, which may save more.
bool isBound(const Finding& finding)
{
    return finding.isUpperBound && !finding.isAll();
}

/// "1 GiB", or "at most 1 GiB"
std::string savedText(const Finding& finding)
{
    return (isBound(finding) ? "at most " : "") + bytesText(finding.savedBytes);
}

/// "1 GiB", "at most 1 GiB", or "about 1 GiB". For a place that does not say that the saving is an estimate.
std::string aboutText(const Finding& finding)
{
    return (finding.isEstimate && !isBound(finding) ? "about " : "") + savedText(finding);
}

/// " The program then fits, with 3.1 GiB to spare."; nothing if the capacity is unknown.
std::string fitText(const Finding& all)
{
    if (!all.headroomAfter)
        return {};
    const std::int64_t after = *all.headroomAfter;
    std::string text = all.isUpperBound ? "at best, the program " : "the program ";
    if (after < 0)
        text += "is then still " + bytesText(-after) + " over";
    else if (all.isNeededToFit())
        text += "then fits, with " + bytesText(after) + " to spare";
    else
        text += "then has " + bytesText(after) + " to spare";
    return " " + capitalised(text) + ".";
}

/// Returns the main result: "Largest saving, about 3.66 GiB: recompute or offload idle values. All together save about
/// 3.77 GiB, and the peak is then about 9.2 GiB. The program then fits, with 3.1 GiB to spare."
std::string findingOf(const View& view, const std::vector<Finding>& findings)
{
    if (findings.empty())
        return noFindingText(view);
    std::string text;
    if (findings.front().isRequired)
        text = findings.front().label + " comes first: the program cannot run without it.";
    const auto most = std::ranges::find(findings, false, &Finding::isRequired);
    if (most == findings.end() || most->isAll())
        return text;
    const Finding& all = findings.back();
    const auto isOptional = [](const Finding& each) { return !each.isRequired && !each.isAll(); };
    const bool areSeveral = std::ranges::count_if(findings, isOptional) > 1;
    addTo(text, " ",
          (areSeveral ? "Largest saving, " : "Saving of ") + aboutText(*most) + ": " + inSentence(most->label) + ".");
    if (!all.isAll())
        return text;
    if (areSeveral) // all together leave out what changes the computation, such as a smaller batch
        text += (all.savedBytes < most->savedBytes ? " The changes that can be combined save " : " All together save ")
            + aboutText(all);
    if (all.peakAfter)
        text += (areSeveral ? ", and the peak is then about " : " The peak is then about ") + bytesText(*all.peakAfter);
    return text + (areSeveral || all.peakAfter ? "." : "") + fitText(all);
}

void writeText(const View& view, const std::vector<Finding>& findings, std::ostream& out, const TextLayout& layout,
               const std::string& why)
{
    out << layout.bold(wrapped(printable(findingOf(view, findings)), layout.columns)) << "\n\n"
        << printable(view.programText) << framed("  on ", printable(view.host)) << "  " << view.memoryText << '\n';
    if (!why.empty())
        out << wrapped(printable(why), layout.columns) << '\n';
    const auto paragraph = [&](const std::string& text) {
        out << "    " << wrapped(printable(text), layout.columns - 4, "    ") << '\n';
    };
    const bool isRepeated = repeatsOnlyFinding(findings);
    for (const Finding& finding : std::span(findings).first(findings.size() - (isRepeated ? 1 : 0))) {
        out << '\n'
            << capitalised(savedText(finding)) << "  " << finding.label << "  (" << peaksOf(finding)
            << (finding.isEstimate ? ", estimate" : "") << ")\n";
        std::string text = withAmounts(finding) + ".";
        if (isRepeated && !findings.back().text.starts_with("%1 less")) // it has the same saving
            addTo(text, " ", capitalised(withAmounts(findings.back())) + ".");
        paragraph(capitalised(text));
        paragraph("Assumes: " + finding.assumption);
        paragraph("Source: " + finding.source);
    }
    if (!view.untriedAdvice.empty())
        out << '\n' << wrapped(printable(view.untriedAdvice), layout.columns) << '\n';
}

} // namespace

void writeFindings(const View& view, const std::vector<Finding>& findings, std::ostream& out, TableFormat format,
                   const TextLayout& layout, const std::string& why)
{
    if (format == TableFormat::Text) {
        writeText(view, findings, out, layout, why);
        return;
    }
    const auto writer = makeTableWriter(out, format,
                                        {{"finding", false},
                                         {"saved_bytes"},
                                         {"peak_before_bytes"},
                                         {"peak_after_bytes"},
                                         {"is_estimate", false},
                                         {"assumption", false},
                                         {"source", false},
                                         {"buffers", false},
                                         {"text", false},
                                         {"is_upper_bound", false},
                                         {"sentence", false}});
    writeRows(view, findings, *writer, why);
}

} // namespace tidemark
