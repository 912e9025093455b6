#include "ui/state/check_text.h"

#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace tidemark::ui {
namespace {

struct CheckWords {
    Q_DECLARE_TR_FUNCTIONS(Checks)
};

/// One side of a check with its amount. The exact amount is in a tool tip.
QString side(const QString& name, std::optional<std::int64_t> bytes, const QString& written, const Colors& colors)
{
    QString amount;
    if (bytes)
        amount = QStringLiteral("<span title=\"%1\">%2</span>").arg(exactBytes(*bytes), written.toHtmlEscaped());
    return QStringLiteral("<tr><td>%1</td>"
                          "<td align=\"right\" style=\"padding-left:12px; white-space:nowrap\">%2</td></tr>")
        .arg(colouredHtml(name, colors.secondaryText), amount);
}

QString markOf(Verdict verdict, const Colors& colors)
{
    switch (verdict) {
    case Verdict::Ok:
        return colouredHtml(QStringLiteral("✓"), colors.good);
    case Verdict::Fails:
        return colouredHtml(QStringLiteral("✕"), colors.bad);
    case Verdict::Note:
        break;
    }
    return colouredHtml(QStringLiteral("ℹ"), colors.secondaryText);
}

/// A mark, and to its right the title above both sides. A wrapped title stays to the right of the mark.
QString checkHtml(const Check& check, const Units& units, const Colors& colors)
{
    const bool isOk = check.verdict == Verdict::Ok;
    const bool isHidden
        = isDifferenceHidden(check, [&](std::int64_t bytes) { return units.bytes(bytes).toStdString(); });
    const auto written = [&](const std::optional<std::int64_t>& bytes) {
        if (!bytes)
            return QString();
        return isHidden ? exactBytes(*bytes) : units.bytes(*bytes);
    };
    QString sides;
    if ((!isOk && !check.left.empty()) || check.leftBytes) // without bytes, a passed check needs no sides
        sides = side(text(check.left), check.leftBytes, written(check.leftBytes), colors)
            + side(text(check.right), check.rightBytes, written(check.rightBytes), colors);
    if (check.leftBytes && check.rightBytes && *check.leftBytes != *check.rightBytes) {
        const std::int64_t difference = std::abs(*check.leftBytes - *check.rightBytes);
        sides += side(CheckWords::tr("difference"), difference, units.bytes(difference), colors);
    }
    QString html = checkTitle(check).toHtmlEscaped();
    QColor explanation = colors.secondaryText;
    if (check.verdict == Verdict::Fails) {
        html = boldHtml(checkTitle(check));
        explanation = colors.text;
    }
    if (!sides.isEmpty())
        html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">%1</table>").arg(sides);
    if (!check.text.empty())
        html += QStringLiteral("<p style=\"margin:2px 0 0 0\">%1</p>").arg(colouredHtml(text(check.text), explanation));
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\"><tr>"
                          "<td width=\"20\" style=\"padding-top:8px\">%1</td>"
                          "<td style=\"padding-top:8px\">%2</td></tr></table>")
        .arg(markOf(check.verdict, colors), html);
}

} // namespace

QString checkTitle(const Check& check)
{
    return capitalised(check.words());
}

QString checksHtml(const std::vector<Check>& checks, const Units& units, const Colors& colors)
{
    QString html;
    for (const Verdict verdict : {Verdict::Fails, Verdict::Ok, Verdict::Note})
        for (const Check& check : checks)
            if (check.verdict == verdict)
                html += checkHtml(check, units, colors);
    return html;
}

QString checksSummary(const CheckCounts& counts)
{
    const auto all = counts.judged();
    if (all == 0)
        return {};
    const QString checks = countText(all, CheckWords::tr("check"), CheckWords::tr("checks"));
    if (counts.failed == 0)
        return CheckWords::tr("✓ %1 passed").arg(checks);
    if (all == 1)
        return CheckWords::tr("✕ the check failed");
    return CheckWords::tr("✕ %1 of %2 failed").arg(grouped(counts.failed), checks);
}

QString checksSummary(const std::vector<Check>& checks)
{
    return checksSummary(countChecks(checks));
}

} // namespace tidemark::ui
