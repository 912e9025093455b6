#include "ui/shell/status_line.h"

#include "core/base/text.h"
#include "ui/state/grouped.h"
#include "ui/theme/colors.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/text_color.h"

#include <QEvent>
#include <QProgressBar>
#include <QToolButton>

namespace tidemark::ui {

StatusLine::StatusLine(const ViewState* state, QWidget* parent)
    : QStatusBar(parent)
    , m_state(state)
    , m_text(new ElidedLabel(this))
    , m_name(new QLabel(this))
    , m_steps(new ElidedLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_problems(new QToolButton(this))
{
    setSizeGripEnabled(false);
    setFont(secondaryFont());
    setContentsMargins(8, 0, 8, 0);
    m_name->setTextFormat(Qt::PlainText);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 8);
    m_cancel->setText(tr("Cancel"));
    m_cancel->setAutoRaise(true);
    m_problems->setAutoRaise(true);
    m_problems->setToolTip(tr("Show the list of problems"));
    addWidget(m_text, 1);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    addPermanentWidget(m_name);
    addPermanentWidget(m_steps);
    addPermanentWidget(m_problems);
    m_progress->hide();
    m_cancel->hide();
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
    connect(m_problems, &QToolButton::clicked, this, &StatusLine::problemsRequested);
    connect(state, &ViewState::timelineChanged, this, [this] {
        m_hovered.reset();
        refresh();
    });
    connect(state, &ViewState::cursorChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::selectedRangeChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::unitChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setHoveredStep(std::optional<std::uint32_t> step)
{
    m_hovered = step;
    refresh();
}

void StatusLine::setDocument(const QString& file, int problems)
{
    m_file = file;
    m_problemCount = problems;
    refresh();
}

void StatusLine::setProgress(int permille, const QString& text)
{
    m_progress->setRange(0, permille < 0 ? 0 : 1000);
    m_progress->setValue(permille);
    m_text->setFullText(text);
}

void StatusLine::setBusy(bool busy)
{
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    if (!busy)
        refresh();
}

void StatusLine::refresh()
{
    const bool hasData = !m_state->isEmpty();
    m_name->setVisible(!m_file.isEmpty());
    m_name->setText(m_file);
    m_steps->setVisible(hasData);
    m_problems->setVisible(!m_file.isEmpty() && m_problemCount >= 0);
    m_problems->setText(m_problemCount == 0       ? tr("no problems in the file")
                            : m_problemCount == 1 ? tr("1 problem in the file")
                                                  : tr("%1 problems in the file").arg(m_problemCount));
    m_problems->setEnabled(m_problemCount > 0);
    refreshColors();
    if (!hasData) {
        if (!m_progress->isVisible())
            m_text->setFullText(m_file.isEmpty()
                                    ? tr("Nothing is open. Files stay on this computer; Tidemark uses no network.")
                                    : QString());
        return;
    }
    const SpaceTimeline& timeline = *m_state->timeline();
    m_steps->setFullText(timeline.steps == 1 ? tr("1 step") : tr("%1 steps").arg(grouped(timeline.steps)));
    if (m_progress->isVisible())
        return;
    const std::uint32_t step = m_hovered.value_or(m_state->cursor());
    QStringList parts = {tr("Step %1").arg(grouped(step))};
    const std::string instruction = validUtf8(timeline.instructionAt(step));
    if (!instruction.empty())
        parts << QString::fromStdString(instruction);
    const QString level = m_state->bytes(timeline.occupied[step]);
    if (step == m_state->cursor())
        parts << (m_state->live().size() == 1
                      ? tr("%1 live in 1 buffer").arg(level)
                      : tr("%1 live in %2 buffers")
                            .arg(level, grouped(static_cast<std::int64_t>(m_state->live().size()))));
    else
        parts << tr("%1 live").arg(level);
    if (const auto& range = m_state->selectedRange(); range && !m_hovered)
        parts << tr("selected steps %1–%2, peak %3")
                     .arg(grouped(range->begin), grouped(range->end - 1),
                          m_state->bytes(timeline.occupied[peakIn(timeline.occupied, *range)]));
    m_text->setFullText(parts.join(QStringLiteral(" · ")));
}

void StatusLine::refreshColors()
{
    const Colors colors = colorsFor(palette());
    for (QWidget* label : std::initializer_list<QWidget*>{m_text, m_name, m_steps})
        setTextColor(label, colors.secondaryText);
    QPalette problems = m_problems->palette();
    problems.setColor(QPalette::ButtonText, m_problemCount == 0 ? colors.good : colors.bad);
    problems.setColor(QPalette::Disabled, QPalette::ButtonText, m_problemCount == 0 ? colors.good : colors.bad);
    m_problems->setPalette(problems);
}

void StatusLine::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_problems)
        refreshColors();
}

} // namespace tidemark::ui
