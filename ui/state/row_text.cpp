#include "ui/state/row_text.h"

#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <cstdlib>

namespace tidemark::ui {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RowText)
};

/// The unit that keeps the number at or above 1.
QString timeText(std::int64_t picoseconds)
{
    struct Unit {
        double size;
        const char* name;
    };
    constexpr std::array kUnits = {Unit{1e12, "s"}, Unit{1e9, "ms"}, Unit{1e6, "µs"}, Unit{1e3, "ns"}};
    if (picoseconds == 0)
        return QStringLiteral("0");
    const auto value = static_cast<double>(picoseconds);
    for (const Unit& unit : kUnits)
        if (std::abs(value) >= unit.size)
            return QString::number(value / unit.size, 'g', 6) + QChar(0xa0) + QString::fromUtf8(unit.name);
    return QString::number(picoseconds) + QStringLiteral("\u00a0ps");
}

} // namespace

QString cellsText(const Axis& axis)
{
    return text(axis.cell) + u's';
}

QString cellTitle(const Axis& axis)
{
    QString title = text(axis.cell);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QString positionText(const Axis& axis, StepId at)
{
    return axis.start ? timeText(axis.start(at)) : grouped(at.value);
}

QString cellText(const Axis& axis, StepId at)
{
    return axis.start ? positionText(axis, at) : text(axis.cell) + u' ' + positionText(axis, at);
}

QString rangeText(const Axis& axis, StepId start, StepId end)
{
    const QString range = QStringLiteral("%1–%2").arg(positionText(axis, start), positionText(axis, end));
    return axis.start ? range : cellsText(axis) + u' ' + range;
}

QString rowWord(const View* view)
{
    return text(view ? view->rows.one : Rows().one);
}

QString rowsWord(const View* view)
{
    return text(view ? view->rows.many : Rows().many);
}

QString lifetimeText(const View& view, RowId row)
{
    const StepId start = view.rows.start[row];
    const StepId end = view.rows.end[row];
    if (start.value == 0 && end.value == view.axis.count)
        return Text::tr("always live");
    return rangeText(view.axis, start, end);
}

QString detailsText(const View& view, const Units& units, RowId row)
{
    Facts facts;
    view.rows.describe(row, facts);
    QStringList lines = {text(facts.name)};
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            lines << name + QStringLiteral(": ") + value;
    };
    const auto bytes
        = [&](std::int64_t value) { return QStringLiteral("%1 (%2 B)").arg(units.bytes(value)).arg(value); };
    add(Text::tr("Size"), bytes(view.rows.size[row]));
    add(Text::tr("Unpadded"), bytes(view.rows.unpadded[row]));
    add(Text::tr("Shape"), text(facts.shape));
    add(Text::tr("Type"), text(view.rows.kindOf(row).label));
    add(Text::tr("Opcode"), text(facts.opcode));
    add(Text::tr("Lifetime"), lifetimeText(view, row));
    if (facts.allocation)
        add(Text::tr("Allocation"), QString::number(*facts.allocation));
    add(Text::tr("Offset"), QString::number(view.rows.offset[row]));
    add(Text::tr("Op name"), text(facts.opName));
    if (!facts.sourceFile.empty())
        add(Text::tr("Source"), QStringLiteral("%1:%2").arg(text(facts.sourceFile)).arg(facts.sourceLine));
    for (const std::string& frame : facts.stack)
        lines << QStringLiteral("    ") + text(frame);
    return lines.join(u'\n') + u'\n';
}

} // namespace tidemark::ui
