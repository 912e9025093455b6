#pragma once

#include "core/view/document.h"
#include "ui/shell/dock_column.h"

#include <QSize>

#include <map>
#include <optional>

class QAction;
class QDockWidget;
class QMainWindow;
class QToolBar;

namespace tidemark::ui {

class Actions;
class AdviceFinder;
class BufferCard;
class BuffersPanel;
class ChecksPanel;
class DockTitle;
class ProblemsPanel;
class ViewState;

/// The docks of a window: what is in them, where they are, how they follow the window's size, what is remembered of
/// that. Which of them are there is the page's wish and the user's.
class DockLayout : public QObject
{
    Q_OBJECT

public:
    DockLayout(QMainWindow* window, ViewState* state, AdviceFinder* advice, const Actions& actions);

    BuffersPanel* rows() const { return m_rows; }
    ProblemsPanel* problems() const { return m_problems; }
    ChecksPanel* checks() const { return m_checks; }
    /// A strip that spans the window above page and docks; hidden until it is shown.
    void addBar(const char* name, QWidget* content);
    void setBarShown(QWidget* content, bool shown);
    /// The page that is seen.
    void setPage(Page* page);
    void showProblems() { showDock(DockId::Problems); }
    void showChecks() { showDock(DockId::Checks); }
    void reset();
    /// After the window changed its size.
    void followSize();
    void save() const;
    void restore();

signals:
    void narrowChanged(bool narrow);
    /// What a table of a dock put on the clipboard, or why it did not.
    void told(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    DockEntry& add(DockId id, const char* name, const QString& title, const QString& entry, QWidget* content,
                   Qt::DockWidgetArea area = Qt::RightDockWidgetArea);
    void makeDocks(ViewState* state, AdviceFinder* advice, const Actions& actions);
    void makeFindings(ViewState* state, AdviceFinder* advice);
    DockTitle* titleOf(DockId id) const;
    QDockWidget* dock(DockId id) const { return m_docks.at(id).dock; }
    QAction* action(DockId id) const { return m_docks.at(id).action; }
    bool isAsked(DockId id) const; // by the page
    void showDock(DockId id);
    void refreshShown();
    void refreshBars();
    void refreshTitles();
    void refreshWords();
    void refreshTabs();
    void arrange();
    void followWidth();
    void followHeight();
    void onDragged(bool begins);
    void onRowsResized();
    /// Of the table, where it and the page have `height`: what the user gave it, else what is wanted of it unless the
    /// page would lose a part to that. A low window keeps some rows.
    int rowsHeight(int height) const;
    bool isNarrow() const;
    bool isLow() const;

    QMainWindow* m_window;
    ViewState* m_state;
    BuffersPanel* m_rows = nullptr;
    BufferCard* m_card = nullptr;
    ProblemsPanel* m_problems = nullptr;
    ChecksPanel* m_checks = nullptr;
    QWidget* m_goToPeak = nullptr;
    Page* m_page = nullptr;
    DockEntries m_docks;
    DockColumn m_column;
    struct Bar {
        QToolBar* bar = nullptr;
        bool isShown = false;
    };
    std::map<QWidget*, Bar> m_bars; // by content
    std::vector<DockId> m_asked; // by the page
    QByteArray m_arrangement; // of the docks, while none is there
    std::optional<bool> m_wasNarrow; // what the arrangement is made for
    QSize m_lastSize;
    double m_rowsShare = 0; // of the height of page and table, as the user left it; 0: he did not touch it
    bool m_isDragged = false; // a line between docks is
    int m_heightBefore = 0; // of the table
    bool m_isFollowing = false; // is about to
};

} // namespace tidemark::ui
