#include "ui/pages/compare/compare_words.h"

#include "ui/session/paths.h"
#include "ui/theme/text.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

/// The first folders of two paths that differ.
std::array<QString, 2> differingFolders(const std::string& a, const std::string& b)
{
    const QStringList partsA = fromNative(a).split(u'/');
    const QStringList partsB = fromNative(b).split(u'/');
    const qsizetype least = std::min(partsA.size(), partsB.size());
    qsizetype at = 0;
    while (at + 1 < least && partsA[at] == partsB[at])
        ++at;
    return {partsA[at], partsB[at]};
}

} // namespace

QColor colorOf(const Colors& colors, ComparedSide side)
{
    return colors.category(side == ComparedSide::A ? "model_parameters" : "gradients");
}

QColor changeColor(const Colors& colors, std::int64_t change)
{
    if (change == 0)
        return colors.secondaryText;
    return change < 0 ? colors.good : colors.bad;
}

std::array<QString, 2> namesOf(const Comparison& comparison)
{
    const View& a = *comparison.a.view;
    const View& b = *comparison.b.view;
    if (a.programText != b.programText || a.path == b.path)
        return {text(a.programText), text(b.programText)};
    const QString fileA = shortName({fromNative(a.path)});
    const QString fileB = shortName({fromNative(b.path)});
    if (fileA != fileB)
        return {fileA, fileB};
    return differingFolders(a.path, b.path);
}

QString subtitleOf(const Comparison& comparison)
{
    const auto longName = [](const View& view) {
        return QStringLiteral("%1 · %2").arg(shortName({fromNative(view.path)}), text(view.programText));
    };
    return UiText::tr("A %1, B %2").arg(longName(*comparison.a.view), longName(*comparison.b.view));
}

QString changeText(std::int64_t change, ByteUnit unit)
{
    const QString bytes = text(bytesText(change, unit));
    return change == 0 ? QStringLiteral("±") + bytes : plusOf(change) + bytes;
}

QString countedText(std::size_t count, std::int64_t bytes, ByteUnit unit)
{
    if (count == 0)
        return QStringLiteral("—");
    const QString all = text(bytesText(bytes, unit));
    return count == 1 ? all : UiText::tr("%1 in %2").arg(all, grouped(count));
}

QString groupsText(std::size_t count)
{
    return text(counted(count, "group"));
}

QString stepText(const ComparedStep& of)
{
    const Axis& axis = of.view->axis;
    if (!hasCells(axis))
        return {};
    return cellOfAllText(axis, of.step);
}

} // namespace tidemark::ui
