#pragma once

#include "ui/session/session.h"
#include "ui/shell/actions.h"
#include "ui/shell/page_stack.h"
#include "ui/state/view_state.h"

#include <QMainWindow>

namespace tidemark::ui {

class Exporter;
class FileOpener;
class IncomingFiles;
class MainToolBar;
class NoticeBar;
class PageStack;
class StatusLine;
class WindowLayout;

/// A window with the documents of some files, or with none yet. It creates its parts and connects them. The parts show
/// data of the ViewState and the Session; the table of pages defines the central widget.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(DocumentKinds kinds, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QStringList& paths) { m_session.host().open(paths); }
    void goTo(const ViewPlace& place) { m_session.goTo(place); }
    /// True if nothing is open and nothing is being opened.
    bool isUnused() const { return m_session.host().isEmpty(); }
    const QStringList& paths() const { return m_session.host().paths(); }
    void setOpenElsewhere(const QStringList& paths);
    IncomingFiles* incoming() { return m_incoming; }
    /// Call it when the user's rules changed: reads them and applies them to the current view.
    void readRules();
    ViewState* state() { return &m_state; }
    Session* session() { return &m_session; }
    const Actions& actions() const { return m_actions; }

signals:
    void openRequested(const QStringList& paths);
    void placeRequested(const QStringList& paths, const ViewPlace& place);
    void quitRequested();
    void rulesSaved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makePages();
    void addPage(Page* page);
    void connectSession();
    void connectActions();
    void connectExporter();
    void perform(Command command);
    /// Carries out the command on the table next to the page, if the page does not handle the command.
    void performOnRows(Command command);
    void connectOffer(Page* page);
    void refreshPage();
    void refreshTitle();
    void refreshTabs();
    void refreshChecks();
    void refreshProblems();
    void refreshActions();
    void refreshBusy();
    void findNext(int by);

    ViewState m_state;
    Session m_session;
    Actions m_actions;
    MainToolBar* m_toolBar = nullptr;
    NoticeBar* m_notices = nullptr;
    StatusLine* m_status = nullptr;
    PageStack* m_stack = nullptr;
    WindowLayout* m_layout = nullptr;
    Exporter* m_exporter = nullptr;
    FileOpener* m_opener = nullptr;
    IncomingFiles* m_incoming = nullptr;
    Page* m_current = nullptr; // the page that the window is connected to
    QStringList m_openElsewhere;
    QString m_otherSearch; // the words of the pages whose search is not shown, see Page::hasOwnSearch()
    std::vector<Warning> m_noticedProblems;
};

} // namespace tidemark::ui
