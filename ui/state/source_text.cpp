#include "ui/state/source_text.h"

#include "ui/theme/text.h"

#include <QStringList>

namespace tidemark::ui {

std::string frameText(const SourceFrame& frame)
{
    std::string text(frame.file);
    if (!text.empty() && frame.line > 0)
        text += ':' + std::to_string(frame.line);
    return text;
}

std::string shortSource(const Facts& facts)
{
    const SourceFrame own = ownSource(facts);
    return frameText({own.file.substr(own.file.rfind('/') + 1), own.line});
}

std::string fullSource(const Facts& facts)
{
    return frameText(ownSource(facts));
}

QString sourceLines(const Facts& facts)
{
    QStringList lines;
    for (const std::string& frame : facts.stack)
        lines << text(frame);
    const bool isFirstFrame = !facts.stack.empty() && facts.stack.front().starts_with(fullSource(facts) + ':');
    if (isFirstFrame && lines.size() == 1)
        lines.clear();
    if (!facts.sourceFile.empty() && (!isFirstFrame || lines.isEmpty()))
        lines.prepend(text(shortSource(facts)));
    return lines.join(u'\n');
}

} // namespace tidemark::ui
