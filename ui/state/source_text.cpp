#include "ui/state/source_text.h"

#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace tidemark::ui {

std::string callText(const CallFrame& frame)
{
    if (frame.function.empty())
        return frame.place;
    return frame.place + " in " + frame.function;
}

std::string fullSource(const Facts& facts)
{
    return frameText(ownSource(facts));
}

std::vector<SourceLine> sourceLines(const Facts& facts)
{
    const SourceFrame own = ownSource(facts);
    const std::string ownPlace = frameText(own);
    const bool isFirstFrame = !facts.stack.empty() && facts.stack.front().place.starts_with(ownPlace + ':');
    std::vector<SourceLine> lines;
    if (!own.file.empty() && (!isFirstFrame || facts.stack.size() == 1))
        lines.push_back(
            {text(callText({shortSource(facts), std::string(own.function)})), text(ownPlace), isLibraryFile(own.file)});
    if (isFirstFrame && facts.stack.size() == 1)
        return lines;
    const std::vector<bool> isInside = framesInLibraries(facts.stack);
    for (std::size_t i = 0; i < facts.stack.size(); ++i)
        lines.push_back({text(callText(facts.stack[i])), text(facts.stack[i].place), isInside[i]});
    return lines;
}

QString sourceNote(const Facts& facts)
{
    if (facts.sourceOf.empty())
        return {};
    return QCoreApplication::translate("SourceText", "source of %1, which this is a copy of").arg(text(facts.sourceOf));
}

QString sourceText(const Facts& facts)
{
    QStringList lines;
    for (const SourceLine& line : sourceLines(facts))
        lines << line.text;
    if (const QString note = sourceNote(facts); !note.isEmpty())
        lines << note;
    return lines.join(u'\n');
}

} // namespace tidemark::ui
