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

/// The docks of a window: their contents, their places, how they follow the size of the window, and which of their
/// state is saved. The page and the user decide which docks are shown.
class DockLayout : public QObject
{
    Q_OBJECT

public:
    DockLayout(QMainWindow* window, ViewState* state, AdviceFinder* advice, const Actions& actions);

    BuffersPanel* rows() const { return m_rows; }
    ProblemsPanel* problems() const { return m_problems; }
    ChecksPanel* checks() const { return m_checks; }
    /// Adds a strip across the whole window, above page and docks. It is hidden until it is shown with setBarShown().
    void addBar(const char* name, QWidget* content);
    void setBarShown(QWidget* content, bool shown);
    /// Sets the visible page.
    void setPage(Page* page);
    void showProblems() { showDock(DockId::Problems); }
    void showChecks() { showDock(DockId::Checks); }
    void reset();
    /// Call it after the window changed its size.
    void followSize();
    void save() const;
    void restore();

signals:
    void narrowChanged(bool narrow);
    /// What a dock's table copied to the clipboard, or why it copied nothing.
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
    /// The height of the table if it and the page have `height` together: the height that the user gave it, else its
    /// preferred height unless the page would become too small. In a low window some rows stay visible.
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
    std::vector<DockId> m_asked; // the docks that the page asks for
    QByteArray m_arrangement; // the state of the docks while none is shown
    std::optional<bool> m_wasNarrow; // the width that m_arrangement is for
    QSize m_lastSize;
    double m_rowsShare = 0; // share of the height of page and table, as the user left it; 0: the user did not change it
    bool m_isDragged = false; // the user drags a line between docks
    int m_heightBefore = 0; // the height of the table
    bool m_isFollowing = false; // followSize() is scheduled
};

} // namespace tidemark::ui
