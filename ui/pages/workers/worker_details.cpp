#include "ui/pages/workers/worker_details.h"

#include "ui/state/check_text.h"
#include "ui/state/grouped.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/swatch.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace tidemark::ui {
namespace {

struct WorkerDetailsText {
    Q_DECLARE_TR_FUNCTIONS(Workers)
};

QString heading(const QString& title)
{
    return QStringLiteral("<p style=\"margin:14px 0 2px 0\">%1</p>").arg(boldHtml(title));
}

QString row(const QString& first, const QString& count, const QString& size, const QString& share)
{
    const auto right = [](const QString& cell) {
        return QStringLiteral("<td align=\"right\" style=\"padding-left:10px; white-space:nowrap\">%1</td>")
            .arg(cell.toHtmlEscaped());
    };
    return QStringLiteral("<tr><td>%1</td>").arg(first) + right(count) + right(size) + right(share)
        + QStringLiteral("</tr>");
}

/// The categories with rows, the largest first.
std::vector<const CategorySum*> partsOf(const AttributedLevel& level)
{
    std::vector<const CategorySum*> parts;
    for (const CategorySum& part : level.categories)
        if (part.count > 0)
            parts.push_back(&part);
    std::ranges::stable_sort(parts, std::ranges::greater(), &RowSum::occupied);
    return parts;
}

QString nameHtml(const CategorySum& part, const Colors& colors)
{
    return swatchHtml(colors.category(part.category.id), part.category.id) + u' '
        + text(part.category.label).toHtmlEscaped();
}

QString breakdownHtml(const AttributedLevel& level, const Units& units, const Colors& colors)
{
    QString html = QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"2\">");
    std::uint64_t count = 0;
    for (const CategorySum* part : partsOf(level)) {
        count += part->count;
        html += row(nameHtml(*part, colors), grouped(static_cast<std::int64_t>(part->count)),
                    units.bytes(part->occupied), percent(part->occupied, level.levelBytes));
        for (const RoleSum& role : part->roles)
            if (!role.role.empty() && part->roles.size() > 1)
                html += row(QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp;")
                                + colouredHtml(text(role.role), colors.secondaryText),
                            grouped(static_cast<std::int64_t>(role.count)), units.bytes(role.occupied), {});
    }
    html += row(boldHtml(WorkerDetailsText::tr("Total")), grouped(static_cast<std::int64_t>(count)),
                units.bytes(level.levelBytes), percent(level.levelBytes, level.levelBytes));
    return html + QStringLiteral("</table>");
}

/// A line for each category: the rule that decided for its largest row.
QString rulesHtml(const AttributedLevel& level, const Colors& colors)
{
    QString html;
    for (const CategorySum* part : partsOf(level))
        html += paragraphHtml(nameHtml(*part, colors)
                              + colouredHtml(QStringLiteral(" — ") + text(part->rule), colors.secondaryText));
    return html.isEmpty() ? html : headingHtml(WorkerDetailsText::tr("Rules that decided here")) + html;
}

QString foldedChecksHtml(std::vector<Check> checks, bool arePassedShown, const Units& units, const Colors& colors)
{
    const auto isPassed = [](const Check& check) { return check.verdict == Verdict::Ok; };
    const auto first = std::stable_partition(checks.begin(), checks.end(), std::not_fn(isPassed));
    const std::vector<Check> passed(first, checks.end());
    checks.erase(first, checks.end());
    QString html = checksHtml(checks, units, colors);
    if (!passed.empty())
        html += paragraphHtml(
            QStringLiteral("<a href=\"passed\" style=\"color:%1\">%2</a>")
                .arg(colors.good.name(),
                     WorkerDetailsText::tr("✓ %1 passed").arg(grouped(static_cast<std::int64_t>(passed.size())))),
            8);
    return arePassedShown ? html + checksHtml(passed, units, colors) : html;
}

} // namespace

QString workerDetailsHtml(const WorkerTable& table, std::size_t worker, bool arePassedShown, const Units& units,
                          const Colors& colors)
{
    const Worker& of = table.workers->list[worker];
    QString html = QStringLiteral("<p style=\"margin:0\">%1</p>")
                       .arg(colouredHtml(text(of.entry().fullName()), colors.secondaryText));
    for (const DifferingWorker& differing : table.workers->differing)
        if (differing.worker == worker)
            html += QStringLiteral("<p style=\"margin:6px 0 0 0\">%1</p>")
                        .arg(colouredHtml(text(differing.text), colors.bad));
    if (!of.level)
        return html + (of.error ? QStringLiteral("<p>%1</p>").arg(text(of.error->message).toHtmlEscaped()) : QString());
    html += heading(WorkerDetailsText::tr("At step %1 (peak)").arg(grouped(of.level->step.value)))
        + breakdownHtml(*of.level, units, colors) + rulesHtml(*of.level, colors);
    if (of.level->checks.empty())
        return html;
    return html + QStringLiteral("<a name=\"%1\"></a>").arg(QLatin1String(kChecksAnchor))
        + headingHtml(WorkerDetailsText::tr("Checks"))
        + foldedChecksHtml(of.level->checks, arePassedShown, units, colors);
}

} // namespace tidemark::ui
