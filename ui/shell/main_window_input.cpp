// What reaches the window itself: keys that no view wanted, things dropped on it, its size and its end.
#include "ui/charts/memory_chart.h"
#include "ui/docks/buffers_panel.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/drop_frame.h"

#include <QAction>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>

namespace tidemark::ui {
namespace {

QStringList localPaths(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const bool isShift = event->modifiers() & Qt::ShiftModifier;
    MemoryChart* chart = m_timeline->chart();
    switch (m_state.isEmpty() ? 0 : event->key()) {
    case Qt::Key_Left:
        chart->moveCursor(isShift ? -10 : -1);
        return;
    case Qt::Key_Right:
        chart->moveCursor(isShift ? 10 : 1);
        return;
    case Qt::Key_Home:
        m_actions.firstStep->trigger();
        return;
    case Qt::Key_End:
        m_actions.lastStep->trigger();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_actions.zoomSelection->trigger();
        return;
    default:
        QMainWindow::keyPressEvent(event);
    }
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Close)
        for (const auto& [dock, action] : m_dockActions)
            if (dock == watched)
                action->setChecked(false);
    // Not while the window itself changes: then the table follows.
    if (event->type() == QEvent::Resize && watched == m_buffersDock && m_hasDocks && size() == m_lastSize
        && !m_keepsShare)
        m_tableShare = m_buffersDock->height() / std::max(1.0, 1.0 * m_buffersDock->height() + m_pages->height());
    if (event->type() == QEvent::KeyPress && qobject_cast<QLineEdit*>(watched)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            findNext(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
    }
    if (event->type() == QEvent::ShortcutOverride && qobject_cast<QLineEdit*>(watched)) {
        // Line edits take these for keys of their own: to the end of the line, delete to the end.
        const QKeySequence key(static_cast<QKeyEvent*>(event)->keyCombination());
        if (key == m_actions.exportDialog->shortcut() || key == m_actions.findModule->shortcut()) {
            event->ignore();
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::findNext(int by)
{
    if (m_state.isEmpty() || m_state.filter().trimmed().isEmpty())
        return;
    const std::uint32_t cursor = m_state.cursor();
    if (!m_buffers->table()->goToMatch(by))
        statusBar()->showMessage(tr("No buffer of this program matches “%1”.").arg(m_state.filter()), 5000);
    if (m_state.cursor() != cursor)
        m_timeline->chart()->showCursor();
}

void MainWindow::escape()
{
    if (!qobject_cast<QLineEdit*>(focusWidget())) {
        m_timeline->chart()->escape();
        return;
    }
    m_state.setFilter({});
    m_timeline->chart()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_lastSize = size();
    m_keepsShare = true;
    followWidth();
    const bool isOtherLayout = m_timeline->setLow(isLow());
    if (event->oldSize().height() != event->size().height())
        followHeight();
    QTimer::singleShot(0, this, [this, isOtherLayout] {
        if (isOtherLayout)
            followHeight(); // now that the window knows the page's other minimum
        QTimer::singleShot(0, this, [this] { m_keepsShare = false; });
    });
    if (m_drop)
        m_drop->setGeometry(rect());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveLayout();
    m_controller.cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QStringList paths = localPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    m_drop->showText(tr("Open %1").arg(shortName(paths)));
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event)
{
    if (!localPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event)
{
    m_drop->hide();
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_drop->hide();
    const QStringList paths = localPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    emit openRequested(paths);
}

} // namespace tidemark::ui
