#include "ui/shell/status_line.h"

#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/restyle.h"

#include <QEvent>
#include <QProgressBar>
#include <QToolButton>

namespace tidemark::ui {

namespace {

constexpr int kNameFrom = 1100; // width

} // namespace

StatusLine::StatusLine(const ViewState* state, QWidget* parent)
    : QStatusBar(parent)
    , m_state(state)
    , m_text(new ElidedLabel(this))
    , m_name(new ElidedLabel(this))
    , m_steps(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_rules(new QToolButton(this))
    , m_checks(new QToolButton(this))
    , m_problems(new QToolButton(this))
{
    setSizeGripEnabled(false);
    setFont(secondaryFont());
    setContentsMargins(8, 0, 8, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 8);
    m_cancel->setText(tr("Cancel"));
    m_cancel->setAutoRaise(true);
    m_problems->setAutoRaise(true);
    m_rules->setAutoRaise(true);
    m_rules->setToolTip(tr("Your own rules decide some categories, in all windows. Show the rules"));
    m_checks->setAutoRaise(true);
    m_problems->setToolTip(tr("Show the list of problems"));
    addWidget(m_text, 1);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_progress, m_cancel, m_name, m_steps, m_rules, m_checks, m_problems})
        addPermanentWidget(widget);
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
    connect(m_rules, &QToolButton::clicked, this, &StatusLine::rulesRequested);
    connect(m_checks, &QToolButton::clicked, this, &StatusLine::checksRequested);
    connect(m_problems, &QToolButton::clicked, this, &StatusLine::problemsRequested);
    // If keys move the cursor, the user does not look at the resting pointer.
    state->onChange(Aspect::View | Aspect::Cursor, this, [this] { setPointed(std::nullopt); });
    state->onChange(Aspect::SelectedSteps | Aspect::Units, this, &StatusLine::refresh);
    state->onChange(Aspect::Filter, this, &StatusLine::clearMessage); // it may be about the search before
    onRestyle(this, [this] { refreshColors(); });
    onResize(this, [this] { refresh(); });
    setRules(0);
    setChecks({});
    setBusy(false);
}

void StatusLine::setPointed(std::optional<StepId> cell)
{
    m_pointed = cell;
    refresh();
}

void StatusLine::setDocument(const QString& file, const ProblemCounts& counts, const QString& part)
{
    m_part = part;
    m_file = file;
    m_counts = counts;
    refresh();
}

void StatusLine::setChecks(const std::vector<Check>& checks)
{
    m_checks->setText(checksSummary(checks));
    m_checks->setVisible(!m_checks->text().isEmpty());
    QStringList failed;
    for (const Check& check : checks)
        if (check.verdict == Verdict::Fails)
            failed << tr("Failed: %1").arg(ui::text(check.words()));
    m_isCheckFailed = !failed.isEmpty();
    m_checks->setToolTip(plainToolTip((failed + QStringList(tr("Show the checks and what they compare"))).join(u'\n')));
    refresh();
}

void StatusLine::setRules(std::size_t count)
{
    m_rules->setText(countText(count, tr("custom rule"), tr("custom rules")));
    m_rules->setVisible(count > 0);
}

void StatusLine::setProgress(int permille, const QString& text)
{
    m_progress->setRange(0, permille < 0 ? 0 : 1000);
    m_progress->setValue(permille);
    m_text->setFullText(text);
}

void StatusLine::setBusy(bool busy)
{
    m_isBusy = busy;
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    refresh();
}

void StatusLine::setPageWords(const QString& gestures, const QString& amount, const QString& atCursors)
{
    if (gestures == m_gestures && amount == m_amount && atCursors == m_atCursors)
        return;
    m_atCursors = atCursors;
    m_gestures = gestures;
    m_amount = amount;
    refresh();
}

QString StatusLine::problemsText() const
{
    QString count = tr("no problems");
    if (m_counts.problems > 0)
        count = countText(static_cast<std::size_t>(m_counts.problems), tr("problem"), tr("problems"));
    QStringList parts;
    if (m_counts.problems > 0 || !m_isCheckFailed) // a failed check is a problem too, and stands beside this text
        parts << (m_part.isEmpty() ? count : tr("%1 in this %2").arg(count, m_part));
    if (m_counts.others > 0)
        parts << tr("%1 in others").arg(m_counts.others);
    if (m_counts.notes > 0)
        parts << countText(static_cast<std::size_t>(m_counts.notes), tr("note"), tr("notes"));
    return parts.join(QStringLiteral(", "));
}

void StatusLine::refresh()
{
    const bool hasData = !m_state->isEmpty();
    // The title of the window has it as well.
    m_name->setVisible(!m_file.isEmpty() && width() >= grown(kNameFrom, font()));
    m_name->setFullText(m_file);
    m_problems->setText(problemsText());
    m_problems->setVisible(!m_file.isEmpty() && m_counts.problems >= 0 && !m_problems->text().isEmpty());
    m_problems->setEnabled(m_counts.problems + m_counts.others + m_counts.notes > 0);
    const bool hasAxis = hasData && hasCells(m_state->view()->axis);
    m_steps->setVisible(hasAxis || !m_amount.isEmpty());
    if (!m_amount.isEmpty()) {
        m_steps->setText(m_amount);
    } else if (hasAxis) {
        const Axis& axis = m_state->view()->axis;
        m_steps->setText(countedCells(axis, axis.count));
    }
    refreshColors();
    // During a task, the line shows its progress.
    if (!m_isBusy)
        refreshText();
}

void StatusLine::refreshText()
{
    if (m_state->isEmpty()) {
        QString words;
        if (m_file.isEmpty())
            words = tr("Nothing is open. Files stay on this computer; Tidemark uses no network.");
        m_text->setFullText(words);
        return;
    }
    if (!m_atCursors.isEmpty()) {
        m_text->setFullText(m_atCursors);
        return;
    }
    const View& view = *m_state->view();
    if (view.axis.kind == AxisKind::None) {
        QString words = text(view.programText);
        if (view.rows.count > 0)
            words
                = tr("%1 listed, %2").arg(countedRows(&view, view.rows.count), m_state->bytes(view.levelAt(StepId(0))));
        m_text->setFullText(words);
        return;
    }
    const StepId cell = m_pointed.value_or(m_state->cursor());
    const QString level
        = view.curves.front().knows(cell.index()) ? m_state->bytes(view.levelAt(cell)) : tr("not known");
    QString live = tr("%1 live").arg(level);
    if (const auto inside = view.values(CurveRole::Inside); !inside.empty())
        live = (hasCells(view.axis) ? tr("%1 live after it, up to %2 during it") : tr("%1 live at the end, at most %2"))
                   .arg(level, m_state->bytes(inside[cell.index()]));
    if (cell == m_state->cursor() && view.rows.count > 0)
        live = tr("%1 live in %2").arg(level, countText(m_state->live().size(), tr("row"), tr("rows")));
    QString place = QStringLiteral("%1 %2").arg(cellTitle(view.axis), positionText(view.axis, cell));
    if (!hasCells(view.axis))
        place = capitalised(timeWithoutCells(view));
    const QString label = text(view.axis.label(cell));
    m_text->setParts({{place}, {label, true}, {live}, {selectionText()}, {m_gestures}});
    m_text->setShorterText(joined({place, label, live, selectionText()}));
}

QString StatusLine::selectionText() const
{
    const auto& range = m_state->axis().selected();
    if (!range || m_pointed)
        return {};
    const View& view = *m_state->view();
    return tr("selected %1, peak %2; Enter zooms")
        .arg(rangeText(view.axis, *range), m_state->bytes(view.highest()[view.highestIn(*range).index()]));
}

void StatusLine::refreshColors()
{
    const Colors colors = colorsFor(palette());
    for (QWidget* label : std::initializer_list<QWidget*>{m_text, m_name, m_steps})
        setTextColor(label, colors.secondaryText);
    QPalette checks = m_checks->palette();
    checks.setColor(QPalette::ButtonText, m_isCheckFailed ? colors.bad : colors.good);
    m_checks->setPalette(checks);
    QPalette problems = m_problems->palette();
    QColor color = m_counts.problems == 0 ? colors.good : colors.bad; // also while disabled
    if (m_counts.problems == 0 && (m_isCheckFailed || m_counts.others > 0))
        color = colors.secondaryText; // the module can be read, but not all is well
    problems.setColor(QPalette::ButtonText, color);
    m_problems->setPalette(problems);
}

} // namespace tidemark::ui
