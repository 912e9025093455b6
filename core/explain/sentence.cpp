#include "core/explain/sentence.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {
namespace {

/// "The peak is 5.06 GiB: 96.5 % is temporaries."
std::string plainSentence(const View& view, const Figures& figures)
{
    if (view.axis.kind == AxisKind::None && !figures.note.empty())
        return figures.note;
    std::string text = "The peak is " + bytesText(figures.peakBytes);
    const auto largest = std::ranges::max_element(figures.parts, {}, &Part::bytes);
    if (largest != figures.parts.end() && figures.peakBytes > 0)
        text += ": " + percentText(largest->bytes, figures.peakBytes) + " is " + inSentence(largest->name);
    return text + ".";
}

} // namespace

Result<std::string> sentenceOf(const View& view, const Figures& figures, const Progress& progress)
{
    if (!view.explain)
        return plainSentence(view, figures);
    const auto explanation = view.explain(figures, progress);
    if (!explanation)
        return explanation.error();
    if (explanation->text.empty())
        return plainSentence(view, figures);
    return withAmounts(*explanation);
}

std::string subjectOf(const View& view)
{
    return printable(view.programText) + framed(" on ", printable(view.host)) + ", " + view.memoryText;
}

} // namespace tidemark
