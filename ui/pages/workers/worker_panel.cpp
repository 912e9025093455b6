#include "ui/pages/workers/worker_panel.h"

#include "ui/pages/page_parts.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QScrollBar>
#include <QTextBrowser>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr const char* kChecksAnchor = "checks"; // the checks in the text

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
    return swatchHtml(colors.categoryFill(part.category.id, part.isUncertain())) + u' '
        + text(part.label()).toHtmlEscaped();
}

QString breakdownHtml(const AttributedLevel& level, const Units& units, const Colors& colors)
{
    QString rows;
    std::uint64_t count = 0;
    for (const CategorySum* part : partsOf(level)) {
        count += part->count;
        rows += rowHtml(nameHtml(*part, colors),
                        {grouped(part->count), units.bytes(part->occupied), percent(part->occupied, level.levelBytes)});
        for (const RoleSum& role : part->roles)
            if (!role.role.empty() && part->roles.size() > 1)
                rows += rowHtml(QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp;")
                                    + colouredHtml(text(role.role), colors.secondaryText),
                                {grouped(role.count), units.bytes(role.occupied), {}});
    }
    const QString all = percent(level.levelBytes, level.levelBytes);
    return tableHtml(rows
                     + rowHtml(boldHtml(UiText::tr("Total")), {grouped(count), units.bytes(level.levelBytes), all}));
}

/// A line for each category: the rule that decided for its largest row.
QString rulesHtml(const AttributedLevel& level, const Colors& colors)
{
    QString html;
    for (const CategorySum* part : partsOf(level))
        html += paragraphHtml(nameHtml(*part, colors)
                              + colouredHtml(QStringLiteral(" — ") + text(part->rule), colors.secondaryText));
    if (!html.isEmpty())
        html.prepend(headingHtml(UiText::tr("Rules that decided here")));
    return html;
}

QString foldedChecksHtml(std::vector<Check> checks, bool arePassedShown, const Units& units, const Colors& colors)
{
    const auto isPassed = [](const Check& check) { return check.verdict == Verdict::Ok; };
    const auto first = std::stable_partition(checks.begin(), checks.end(), std::not_fn(isPassed));
    const std::vector<Check> passed(first, checks.end());
    checks.erase(first, checks.end());
    QString html = checksHtml(checks, units, colors);
    const QString words = UiText::tr("✓ %1 passed").arg(grouped(passed.size()));
    if (!passed.empty())
        html += paragraphHtml(linkHtml(QStringLiteral("passed"), words, colors.good), 8);
    if (arePassedShown)
        html += checksHtml(passed, units, colors);
    return html;
}

} // namespace

QString workerDetailsHtml(const WorkerTable& table, std::size_t worker, bool arePassedShown, const Units& units,
                          const Colors& colors)
{
    const Worker& of = table.workers->list[worker];
    QString html = paragraphHtml(colouredHtml(text(of.entry().fullName()), colors.secondaryText), 0);
    for (const DifferingWorker& differing : table.workers->differing) {
        if (differing.worker != worker)
            continue;
        QString words = text(differing.text);
        const QString separator = QStringLiteral("; ");
        if (table.workers->differing.size() == 1 && words.contains(separator))
            words = capitalised(words.section(separator, 1)); // the headline has the reason
        html += paragraphHtml(words.toHtmlEscaped(), 6);
    }
    if (of.error && !of.level)
        html += QStringLiteral("<p>%1</p>").arg(text(of.error->message).toHtmlEscaped());
    if (!of.level)
        return html;
    html += headingHtml(UiText::tr("At step %1 (peak)").arg(grouped(of.level->step.value)))
        + breakdownHtml(*of.level, units, colors) + rulesHtml(*of.level, colors);
    if (of.level->checks.empty())
        return html;
    return html + QStringLiteral("<a name=\"%1\"></a>").arg(QLatin1String(kChecksAnchor))
        + headingHtml(UiText::tr("Checks")) + foldedChecksHtml(of.level->checks, arePassedShown, units, colors);
}

WorkerPanel::WorkerPanel(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_title(new WrappedLabel(this))
    , m_text(makeDetails(tr("Parts and checks of the worker"), 10, this))
{
    m_title->setContentsMargins(10, 7, 10, 6);
    connect(m_text, &QTextBrowser::anchorClicked, this, &WorkerPanel::togglePassed);
    inColumn(this, {m_title, {m_text, 1}});
    onRestyle(this, [this] { refresh(); });
}

void WorkerPanel::setWorker(std::shared_ptr<const WorkerTable> table, std::optional<std::size_t> worker)
{
    m_table = std::move(table);
    m_worker = worker;
    refresh();
}

void WorkerPanel::showChecks()
{
    m_arePassedShown = true;
    refresh();
    m_text->setFocus(Qt::OtherFocusReason);
    // Queued, because a panel that was just shown has no width yet.
    QMetaObject::invokeMethod(
        this, [this] { m_text->scrollToAnchor(QString::fromLatin1(kChecksAnchor)); }, Qt::QueuedConnection);
}

void WorkerPanel::togglePassed()
{
    const int at = m_text->verticalScrollBar()->value();
    m_arePassedShown = !m_arePassedShown;
    refresh();
    m_text->verticalScrollBar()->setValue(at);
}

void WorkerPanel::refresh()
{
    m_title->setFont(boldFont(font()));
    const Colors colors = colorsFor(palette());
    QString title;
    QString html;
    if (m_worker) {
        title = text(m_table->workers->list[*m_worker].name());
        html = workerDetailsHtml(*m_table, *m_worker, m_arePassedShown, *m_units, colors);
    } else if (m_table) {
        const std::string& word = m_table->workers->list.front().document->catalogue().words.source;
        html = colouredHtml(tr("No %1 is selected.").arg(text(word)), colors.secondaryText);
    }
    m_title->setWrappedText(title);
    m_text->setHtml(html);
}

} // namespace tidemark::ui
