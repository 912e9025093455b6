#include "ui/pages/workers/workers_headline.h"

#include "core/view/workers_headline.h"
#include "ui/pages/page_parts.h"
#include "ui/state/check_text.h"
#include "ui/state/grouped.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/two_lines.h"

#include <QFontMetricsF>
#include <QToolButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kMostListed = 20; // in the tool tip
constexpr int kBetween = 24;

CheckCounts checksOf(const std::vector<Worker>& workers)
{
    CheckCounts sum;
    for (const Worker& worker : workers)
        if (worker.level)
            for (const Check& check : worker.level->checks)
                sum.add(check);
    return sum;
}

QString differencesText(const Workers& workers)
{
    QStringList lines;
    for (const DifferingWorker& differing : workers.differing)
        if (lines.size() < static_cast<qsizetype>(kMostListed))
            lines << QStringLiteral("%1: %2").arg(text(workers.list[differing.worker].name()), text(differing.text));
    return lines.join(u'\n');
}

} // namespace

WorkersHeadline::WorkersHeadline(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_finding(new ElidedLabel(this))
    , m_reason(new ElidedLabel(this))
    , m_figures(new FigureLine(this))
    , m_checks(new QToolButton(this))
{
    fillBase(this);
    m_finding->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_finding->setMayTakeTwoLines(true);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // they give way to the headline
    m_reason->setMayTakeTwoLines(true);
    m_reason->setObjectName(QStringLiteral("reason"));
    inColumn(this, {inLine(nullptr, {m_finding, {m_figures, 1}, m_checks}, {}, kBetween), m_reason}, {12, 8, 12, 8}, 4);
    onRestyle(this, [this] { refresh(); });
    m_checks->setAutoRaise(true);
    m_checks->setToolTip(tr("Show the checks, failed ones first"));
    connect(m_checks, &QToolButton::clicked, this, &WorkersHeadline::checksRequested);
    connect(units, &Units::changed, this, &WorkersHeadline::refresh);
}

void WorkersHeadline::setTable(std::shared_ptr<const WorkerTable> table, const QString& program,
                               std::optional<std::int64_t> capacity)
{
    m_table = std::move(table);
    m_program = program;
    m_capacity = capacity;
    refresh();
}

void WorkersHeadline::refresh()
{
    m_finding->setFont(boldFont(largerFont(font(), 1.15)));
    if (!m_table)
        return;
    const Workers& workers = *m_table->workers;
    m_text = ui::text(headlineOf(workers, m_units->unit()));
    m_finding->setHelp(differencesText(workers));
    std::vector<FigureLine::Entry> entries;
    const auto add = [&](const QString& name, std::optional<std::int64_t> bytes, int rank) {
        if (bytes)
            entries.push_back({name, m_units->bytes(*bytes), {}, exactBytes(*bytes), rank, false});
    };
    const ColumnRange& range = m_table->ranges[m_table->peak().column];
    add(tr("Peak"), range.most, 1);
    if (range.most && range.least)
        add(tr("Spread"), *range.most - *range.least, 2);
    const Words& words = workers.list.front().document->catalogue().words;
    if (!m_program.isEmpty())
        entries.push_back({capitalised(words.program), m_program, {}, {}, 4, false});
    const CheckCounts checks = checksOf(workers.list);
    m_checks->setText(checksSummary(checks));
    m_checks->setVisible(!m_checks->text().isEmpty());
    const Colors colors = colorsFor(palette());
    QPalette badge = m_checks->palette();
    badge.setColor(QPalette::ButtonText, checks.failed > 0 ? colors.bad : colors.good);
    m_checks->setPalette(badge);
    const auto& chips = workers.list.front().file().chips;
    if (chips && std::ranges::all_of(workers.list, [&](const Worker& w) { return w.file().chips == chips; }))
        entries.push_back({tr("Chips"),
                           tr("%1 each").arg(grouped(*chips)),
                           {},
                           tr("Each chip of %1 holds the same.").arg(withArticle(ui::text(words.source))),
                           4,
                           false});
    add(tr("Capacity"), m_capacity, 3);
    m_figures->setEntries(std::move(entries));
    fit();
}

/// Shows the reason in the headline if that fits on two lines. Otherwise the figures get the room beside it, and the
/// reason is below.
void WorkersHeadline::fit()
{
    int room = rect().marginsRemoved(layout()->contentsMargins()).width() - kBetween;
    if (!m_checks->isHidden())
        room -= m_checks->sizeHint().width() + kBetween;
    const QStringList lines = twoLines(m_text, {}, m_finding->font(), room);
    const QFontMetricsF metrics(m_finding->font());
    const bool isReasonShown
        = std::ranges::all_of(lines, [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; });
    const QString separator = QStringLiteral(": ");
    m_finding->setFullText(isReasonShown ? m_text : m_text.section(separator, 0, 0));
    m_reason->setFullText(m_text.section(separator, 1));
    m_reason->setVisible(!isReasonShown && m_text.contains(separator));
}

void WorkersHeadline::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace tidemark::ui
