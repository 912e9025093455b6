#include "ui/pages/page_parts.h"

#include "core/view/source_peaks.h"
#include "ui/session/session.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QSplitter>
#include <QStyleHints>
#include <QTextBrowser>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kLeftWidth = 3000; // more than any window has

constexpr int kWaitingWidth = 260;
constexpr int kStretchBelow = 3;

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

void fillBase(QWidget* part)
{
    part->setAutoFillBackground(true);
    part->setBackgroundRole(QPalette::Base);
}

ElidedLabel* makeFinding(QWidget* parent)
{
    auto* finding = new ElidedLabel(parent);
    finding->setObjectName(QStringLiteral("finding"));
    finding->setMostLines(2);
    const auto refresh = [finding, parent] { finding->setFont(boldFont(largerFont(parent->font(), 1.15))); };
    refresh();
    onRestyle(parent, refresh);
    return finding;
}

QTextBrowser* makeDetails(const QString& name, int margin, QWidget* parent)
{
    auto* details = new QTextBrowser(parent);
    details->setFrameShape(QFrame::NoFrame);
    details->setOpenLinks(false);
    details->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    details->document()->setDocumentMargin(margin);
    details->setAccessibleName(name);
    return details;
}

QPushButton* makeCopyButton(QWidget* parent, const std::function<void()>& copy)
{
    auto* button = new QPushButton(UiText::tr("Copy Table"), parent);
    button->setToolTip(UiText::tr("Put all rows shown on the clipboard"));
    button->setAutoDefault(false);
    QObject::connect(button, &QPushButton::clicked, parent, copy);
    return button;
}

QPushButton* makeColumnsButton(QWidget* parent, const std::function<void(QMenu*)>& addActions)
{
    auto* button = new QPushButton(UiText::tr("Columns"), parent);
    button->setObjectName(QStringLiteral("columns"));
    button->setToolTip(UiText::tr("Choose the columns of the table"));
    button->setAutoDefault(false);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    QObject::connect(menu, &QMenu::aboutToShow, parent, [menu, addActions] {
        menu->clear();
        addActions(menu);
    });
    return button;
}

QSplitter* makeSplit(QWidget* left, QWidget* right, int rightWidth, QWidget* parent)
{
    auto* split = new QSplitter(parent);
    split->setChildrenCollapsible(false);
    split->setAutoFillBackground(true);
    split->addWidget(left);
    split->addWidget(right);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setSizes({kLeftWidth, grown(rightWidth, parent->font())});
    return split;
}

WaitingView::WaitingView(QWidget* parent)
    : QWidget(parent)
    , m_message(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_action(new QPushButton(this))
{
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(grown(kWaitingWidth, font()), 8);
    m_action->setAutoDefault(false);
    m_column = inColumn(this,
                        {roomBetween(2),
                         m_message,
                         {m_progress, 0, Qt::AlignHCenter},
                         {m_action, 0, Qt::AlignHCenter},
                         roomBetween(kStretchBelow)},
                        kStyleMargins, 12);
    connect(m_action, &QPushButton::clicked, this, &WaitingView::actionRequested);
}

void WaitingView::addButton(QPushButton* button)
{
    button->setParent(this);
    m_column->insertWidget(m_column->count() - 1, button, 0, Qt::AlignHCenter);
}

void WaitingView::follow(TaskRunner* tasks, const std::function<void()>& again)
{
    connect(tasks, &TaskRunner::progressed, this, &WaitingView::setProgress);
    connect(this, &WaitingView::actionRequested, tasks, [tasks, again] {
        if (tasks->isBusy())
            tasks->cancel();
        else
            again();
    });
}

void WaitingView::showBusy()
{
    m_progress->show();
    m_action->setText(tr("Cancel"));
    m_action->show();
}

void WaitingView::setProgress(int permille, const QString& what)
{
    m_progress->setRange(0, permille < 0 ? 0 : 1000);
    m_progress->setValue(permille);
    m_message->setText(what);
}

void WaitingView::showMessage(const QString& text, const QString& action)
{
    m_progress->hide();
    m_message->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

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
        m_state->show(found->rows);
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
