#include "ui/panels/marked_bar.h"

#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/switch_button.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace tidemark::ui {

MarkedBar::MarkedBar(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_text(new ElidedLabel(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(8, 4, 8, 0);
    line->setSpacing(4);
    line->addWidget(m_text, 1);
    m_text->setObjectName(QStringLiteral("markedText"));
    for (QToolButton*& button : m_buttons) {
        button = new SwitchButton(this);
        connect(button, &QToolButton::clicked, this, &MarkedBar::take);
        line->addWidget(button);
    }
    auto* close = new QToolButton(this);
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    close->setToolTip(tr("Remove the mark"));
    close->setAccessibleName(tr("Unmark"));
    connect(close, &QToolButton::clicked, state, [state] { state->setMarked(std::nullopt); });
    line->addWidget(close);
    state->onChange(Aspect::View | Aspect::Marked | Aspect::Cursor | Aspect::Meanings | Aspect::Filter | Aspect::Units,
                    this, &MarkedBar::refresh);
    refresh();
}

QString MarkedBar::text() const
{
    return m_text->text();
}

void MarkedBar::refresh()
{
    // A selected range decides which rows are listed, so the switches would do nothing.
    const bool isThere = !m_state->isEmpty() && m_state->marked() && !m_state->listedRange();
    const bool wasSeen = isVisible();
    setVisible(isThere);
    if (!isThere || !wasSeen)
        return; // showEvent() calls refresh() again
    const MarkedParts parts = m_state->markedParts();
    const QString there = cellText(m_state->view()->axis, *m_state->marked());
    // The marked step does not differ from itself. Switches that hide rows stay, so that they can be undone.
    const bool isCompared = m_state->marked() != m_state->cursor();
    for (QToolButton* const button : m_buttons)
        button->setVisible(isCompared || !parts.isUsual());
    if (!isCompared && parts.isUsual()) {
        m_text->setFullText(
            tr("%1 is marked. Move the cursor to compare it with other steps.").arg(capitalised(there)));
        return;
    }
    const MarkedSums sums = markedSums(*m_state);
    m_text->setFullText(markedText(*m_state, sums));
    const QString here = cellText(m_state->view()->axis, m_state->cursor());
    const auto show = [&](Part part, const QString& name, const MarkedSums::Part& sum, bool isChecked) {
        const auto rows = grouped(sum.rows);
        const QString bytes = m_state->bytes(part == OnlyMarked ? sum.marked : sum.cursor);
        m_buttons[part]->setText(QStringLiteral("%1: %2 · %3").arg(name, rows, bytes));
        m_buttons[part]->setChecked(isChecked);
    };
    show(OnlyMarked, tr("only %1").arg(there), sums.onlyMarked, parts.marked);
    show(Both, tr("both"), sums.both, parts.both);
    show(OnlyCursor, tr("only %1").arg(here), sums.onlyCursor, parts.cursor);
    const QString rows = rowsWord(m_state->view().get());
    m_buttons[OnlyMarked]->setToolTip(
        plainToolTip(tr("Show the %1 that are live at the marked %2 but not at the cursor").arg(rows, there)));
    m_buttons[Both]->setToolTip(plainToolTip(tr("Show the %1 that are live at both").arg(rows)));
    m_buttons[OnlyCursor]->setToolTip(
        plainToolTip(tr("Show the %1 that are live at the cursor but not at the marked %2").arg(rows, there)));
}

void MarkedBar::take()
{
    m_state->setMarkedParts(
        {m_buttons[OnlyMarked]->isChecked(), m_buttons[Both]->isChecked(), m_buttons[OnlyCursor]->isChecked()});
}

void MarkedBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void MarkedBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_text)
        refresh();
}

} // namespace tidemark::ui
