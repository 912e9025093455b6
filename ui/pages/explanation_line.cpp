#include "ui/pages/explanation_line.h"

#include "core/view/source_peaks.h"
#include "ui/session/session.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QStyleHints>

#include <algorithm>

namespace tidemark::ui {
namespace {

/// Compares the peak of the shown worker with the peaks of the other workers, in a sentence. Empty if all are equal.
QString workerText(const Session& session, ByteUnit unit)
{
    if (!session.shown())
        return {};
    const auto peaks = peaksBySource(session.documents(), *session.shown());
    return peaks ? text(validUtf8(peaks->differenceText(unit))) : QString();
}

constexpr int kLeastWidth = 500; // before the first layout the label is narrower than any window

} // namespace

ExplanationLine::ExplanationLine(ViewState* state, const Session* session, QWidget* parent)
    : WrappedLabel(parent)
    , m_state(state)
    , m_session(session)
{
    setObjectName(QStringLiteral("explanation"));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Explanation"));
    connect(&session->explanation(), &ExplanationFinder::changed, this, &ExplanationLine::refresh);
    state->onChange(Aspect::Units, this, &ExplanationLine::refresh);
    refresh();
}

void ExplanationLine::refresh()
{
    const ExplanationFinder& finder = m_session->explanation();
    QString words = workerText(*m_session, m_state->units().unit());
    if (!words.isEmpty() && !finder.text().isEmpty())
        words += u' ';
    words += finder.text();
    const bool hasRows = finder.explanation() && !finder.explanation()->rows.empty();
    setWrappedText(QString(words).replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"))); // stays on one line
    setVisible(!words.isEmpty());
    setCursor(Qt::IBeamCursor);
    setToolTip({});
    if (hasRows) {
        setCursor(Qt::PointingHandCursor);
        setToolTip(plainToolTip(tr("Click to select these %1").arg(rowsWord(m_state->view().get()))));
    }
    setAccessibleDescription(words);
    emit changed();
}

QSize ExplanationLine::sizeHint() const
{
    return {WrappedLabel::sizeHint().width(), heightForWidth(std::max(kLeastWidth, width()))};
}

QSize ExplanationLine::minimumSizeHint() const
{
    return {WrappedLabel::minimumSizeHint().width(), sizeHint().height()};
}

void ExplanationLine::resizeEvent(QResizeEvent* event)
{
    WrappedLabel::resizeEvent(event);
    if (event->oldSize().width() != width())
        updateGeometry();
}

void ExplanationLine::selectRows()
{
    const auto& found = m_session->explanation().explanation();
    if (found && !found->rows.empty())
        m_state->focus().setSelected(found->rows);
}

void ExplanationLine::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    WrappedLabel::mousePressEvent(event);
}

void ExplanationLine::mouseReleaseEvent(QMouseEvent* event)
{
    WrappedLabel::mouseReleaseEvent(event);
    // A drag selects text and is no click.
    const int moved = (event->pos() - m_pressed).manhattanLength();
    if (event->button() == Qt::LeftButton && moved < QGuiApplication::styleHints()->startDragDistance()
        && !hasSelectedText())
        selectRows();
}

void ExplanationLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        selectRows();
    else
        WrappedLabel::keyPressEvent(event);
}

} // namespace tidemark::ui
