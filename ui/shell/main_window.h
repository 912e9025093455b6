#pragma once

#include "ui/session/session.h"
#include "ui/shell/actions.h"
#include "ui/shell/pages.h"
#include "ui/state/view_state.h"

#include <QMainWindow>

namespace tidemark::ui {

class DockLayout;
class Exporter;
class FileOpener;
class MainToolBar;
class NoticeBar;
class PageStack;
class StatusLine;

/// A window with the documents of some files, or none yet. Makes its parts and connects them; what they show comes from
/// the ViewState and the Session, what is in its middle from the table of pages.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(DocumentKinds kinds, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QStringList& paths);
    void goTo(const ViewPlace& place) { m_session.goTo(place); }
    /// Nothing is open nor being opened.
    bool isUnused() const { return m_session.host().isEmpty(); }
    const QStringList& paths() const { return m_session.host().paths(); }
    /// Files that the other windows have open.
    void setOpenElsewhere(const QStringList& paths);
    /// The user's rules are others: reads them and applies them to what is shown.
    void readRules();
    ViewState* state() { return &m_state; }
    Session* session() { return &m_session; }
    const Actions& actions() const { return m_actions; }

signals:
    /// The user wants these opened, from this window.
    void openRequested(const QStringList& paths);
    /// The same, at that place.
    void placeRequested(const QStringList& paths, const ViewPlace& place);
    /// Closes all windows.
    void quitRequested();
    /// Saved, for all windows.
    void rulesSaved();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makePages();
    void connectSession();
    void connectActions();
    void connectExporter();
    void perform(Command command);
    /// What the table beside the page does where the page has nothing of its own.
    void performBeside(Command command);
    void refreshPage();
    void refreshTitle();
    void refreshTabs();
    void refreshChecks();
    void refreshProblems();
    void refreshActions();
    void refreshBusy();
    void notice(const QString& subject, const QString& text);
    void findNext(int by);
    /// The table beside the page is there and has rows.
    bool hasRowsBeside() const;

    ViewState m_state;
    Session m_session;
    Actions m_actions;
    MainToolBar* m_toolBar = nullptr;
    NoticeBar* m_notices = nullptr;
    StatusLine* m_status = nullptr;
    PageStack* m_stack = nullptr;
    DockLayout* m_docks = nullptr;
    Exporter* m_exporter = nullptr;
    FileOpener* m_opener = nullptr;
    Page* m_current = nullptr; // what follows is for this one
    std::vector<Warning> m_noticedProblems;
};

} // namespace tidemark::ui
