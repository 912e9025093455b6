#pragma once

#include "ui/session/document_controller.h"
#include "ui/shell/actions.h"
#include "ui/tables/buffer_facts.h"

#include <QMainWindow>

#include <map>

class QDockWidget;
class QStackedWidget;

namespace tidemark::ui {

class BreakdownPanel;
class BufferCard;
class BuffersPanel;
class DockTitle;
class DropOverlay;
class EmptyPage;
class MainToolBar;
class MessagePage;
class NoticeBar;
class ProblemModel;
struct PictureOptions;
class StatusLine;
class SummaryStrip;
class TimelinePage;

/// A window with one document, or none yet. Makes the views and connects them; what they show comes from the ViewState
/// and the DocumentController.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QStringList& paths);
    /// Nothing is open nor being opened.
    bool isUnused() const { return m_controller.isEmpty(); }
    const QStringList& paths() const { return m_controller.paths(); }
    ViewState* state() { return &m_state; }
    DocumentController* controller() { return &m_controller; }
    const Actions& actions() const { return m_actions; }

signals:
    /// The user wants these opened, from this window.
    void openRequested(const QStringList& paths);

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp
    void makeBars();
    void makePages();
    void connectDocument();
    void refreshPage();
    void refreshTitle();
    void refreshSummary();
    void refreshProblems();
    void refreshActions();
    void showNotice(const QString& text);

    // main_window_docks.cpp
    QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void makeDocks();
    void showDocks(bool hasData);
    void arrangeDocks();
    void resetLayout();
    void followWidth();
    void followHeight();
    void refreshDockTitles();
    void refreshTabbedTitles();
    void showProblems();
    void saveLayout();
    void restoreLayout();
    bool isNarrow() const;
    bool isLow() const { return height() < 700; }

    // main_window_input.cpp
    void escape();
    void findNext(int by);

    // main_window_actions.cpp
    void connectActions();
    void askForFiles();
    void askForFolder();
    void openExample();
    void fillRecent();
    void fillDevices();
    void chooseDeviceAt(const QPoint& globalPosition);
    void exportChart(const QString& ending);
    void exportWithOptions();
    void exportBuffers();
    void copyPicture(const PictureOptions& options);
    void goToStep();
    PictureOptions pictureOptions() const;
    void writePicture(const QString& path, const PictureOptions& options);
    QString suggestedFile(const QString& ending) const;

    ViewState m_state;
    DocumentController m_controller;
    BufferFacts m_facts;
    Actions m_actions;
    MainToolBar* m_toolBar = nullptr;
    NoticeBar* m_notice = nullptr;
    QToolBar* m_noticeBar = nullptr;
    SummaryStrip* m_summary = nullptr;
    QToolBar* m_summaryBar = nullptr;
    StatusLine* m_status = nullptr;
    QStackedWidget* m_pages = nullptr;
    EmptyPage* m_empty = nullptr;
    MessagePage* m_message = nullptr;
    TimelinePage* m_timeline = nullptr;
    DropOverlay* m_drop = nullptr;
    QDockWidget* m_buffersDock = nullptr;
    QDockWidget* m_cardDock = nullptr;
    QDockWidget* m_breakdownDock = nullptr;
    QDockWidget* m_problemsDock = nullptr;
    BuffersPanel* m_buffers = nullptr;
    BufferCard* m_card = nullptr;
    ProblemModel* m_problems = nullptr;
    QWidget* m_goToPeak = nullptr;
    std::map<QDockWidget*, QAction*> m_dockActions; // checked: wanted while there is something to show
    std::vector<Warning> m_noticedProblems;
    QByteArray m_dockState; // while the docks are hidden, as nothing is shown
    std::optional<bool> m_wasNarrow;
    bool m_hasDocks = false;
    QSize m_lastSize;
    double m_tableShare = 0; // of the height of page and table, as the user left it
    bool m_keepsShare = false;
};

} // namespace tidemark::ui
