#include "ui/state/source_text.h"

#include "ui/theme/text.h"

#include <QStringList>

namespace tidemark::ui {

std::string shortSource(const Facts& facts)
{
    std::string name = facts.sourceFile.substr(facts.sourceFile.rfind('/') + 1);
    if (!name.empty() && facts.sourceLine > 0)
        name += ':' + std::to_string(facts.sourceLine);
    return name;
}

std::string fullSource(const Facts& facts)
{
    return facts.sourceFile.empty() ? std::string() : facts.sourceFile + ':' + std::to_string(facts.sourceLine);
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
