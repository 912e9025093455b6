#include "ui/pages/compare/compare_words.h"

#include "ui/session/paths.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

struct CompareText {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

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
    return change == 0 ? colors.secondaryText : change < 0 ? colors.good : colors.bad;
}

std::array<QString, 2> namesOf(const Comparison& comparison)
{
    const View& a = *comparison.a.view;
    const View& b = *comparison.b.view;
    if (a.programText != b.programText)
        return {text(a.programText), text(b.programText)};
    if (a.path != b.path) {
        const QString fileA = shortName({fromNative(a.path)});
        const QString fileB = shortName({fromNative(b.path)});
        return fileA != fileB ? std::array{fileA, fileB} : differingFolders(a.path, b.path);
    }
    return {text(a.programText), text(b.programText)};
}

QString longNameOf(const View& view)
{
    return QStringLiteral("%1 · %2").arg(shortName({fromNative(view.path)}), text(view.programText));
}

QString subtitleOf(const Comparison& comparison)
{
    return CompareText::tr("A %1, B %2").arg(longNameOf(*comparison.a.view), longNameOf(*comparison.b.view));
}

QString changeText(std::int64_t change, ByteUnit unit)
{
    const QString bytes = text(bytesText(change, unit));
    return change > 0 ? u'+' + bytes : change == 0 ? QStringLiteral("±") + bytes : bytes;
}

CountedBytes countedBytes(const Comparison& comparison, ComparedSide side, const ComparedGroup& group)
{
    const RowsAtStep& of = sideOf(group, side);
    if (of.rows.empty())
        return {};
    const auto count = static_cast<std::int64_t>(of.rows.size());
    const RowValues<std::int64_t>& size = stepOf(comparison, side).view->rows.size;
    const std::int64_t one = size[of.rows.front()];
    const bool areAlike
        = of.bytes == count * one && std::ranges::all_of(of.rows, [&](RowId row) { return size[row] == one; });
    return {count, areAlike ? one : of.bytes, areAlike};
}

QString countedText(const CountedBytes& of, ByteUnit unit)
{
    if (of.count == 0)
        return QStringLiteral("—");
    return (of.areAlike ? CompareText::tr("%1 × %2") : CompareText::tr("%1 · %2"))
        .arg(grouped(of.count), text(bytesText(of.bytes, unit)));
}

QString groupsText(std::size_t count)
{
    return count == 1 ? CompareText::tr("1 group")
                      : CompareText::tr("%1 groups").arg(grouped(static_cast<std::int64_t>(count)));
}

QString stepText(const ComparedStep& of)
{
    const Axis& axis = of.view->axis;
    return axis.kind == AxisKind::None ? QString()
                                       : CompareText::tr("%1 of %2").arg(cellText(axis, of.step), grouped(axis.count));
}

} // namespace tidemark::ui
