#pragma once

#include "ui/pages/page.h"

#include <QHash>

#include <map>

class QAction;
class QSplitter;
class QTabWidget;
class QToolButton;
class QVBoxLayout;

namespace tidemark::ui {

class Actions;
class AdviceFinder;
class BufferCard;
class BuffersPanel;
class ChecksPanel;
class GroupLegend;
class PageStack;
class ProblemsPanel;
class ViewState;

/// The fixed places of a window. Above all: strips across the window. Below them the page, with the table of rows,
/// problems and checks as tabs under it, and with a column to the right: the card of one row above the findings and the
/// breakdown, or above the region of a map. The page decides which panels it uses. The user can hide the table and the
/// column. Lines between the places can be dragged; the sizes are kept for each page.
class WindowLayout : public QWidget
{
    Q_OBJECT

public:
    WindowLayout(PageStack* pages, ViewState* state, AdviceFinder* advice, const Actions& actions, QWidget* parent);
    ~WindowLayout() override;

    BuffersPanel* rows() const { return m_rows; }
    ProblemsPanel* problems() const { return m_problems; }
    ChecksPanel* checks() const { return m_checks; }
    /// Adds a strip across the whole window, above page and panels. Strips stand in the order in which they are added.
    void addStrip(QWidget* strip);
    void setPage(Page* page);
    void showProblems();
    void showChecks();
    /// Hides problems and checks, because other documents are opened.
    void hideLists();
    void reset();
    void save() const;
    void restore();

signals:
    void narrowChanged(bool narrow);
    /// What a table copied to the clipboard, or why it copied nothing.
    void statusMessage(const QString& text);

private:
    /// Sizes that the user gave the places of a page, as shares of both sides of a line. 0: not changed.
    struct Sizes {
        double rows = 0; // height of the table
        double column = 0; // width of the column
        double card = 0; // height of the card
    };

    void makeBottom(const Actions& actions);
    void makeColumn(AdviceFinder* advice);
    QAction* makeToggle(const QString& text, bool isOn);
    void showList(QWidget* list);
    void hideList(QWidget* list);
    void refreshShown();
    void chooseTab();
    void refreshTitles();
    void refreshGoToPeak();
    void arrange();
    void keepSizes();
    int rowsHeight(int height) const;
    int columnWidth() const;
    bool isNarrow() const;
    bool isLow() const;

    ViewState* m_state;
    Page* m_page = nullptr;
    QVBoxLayout* m_strips = nullptr;
    QSplitter* m_across = nullptr; // page and bottom | column
    QSplitter* m_down = nullptr; // legend and page / bottom
    GroupLegend* m_legend = nullptr;
    QSplitter* m_column = nullptr; // card / tabs
    QTabWidget* m_bottom = nullptr;
    QTabWidget* m_below = nullptr; // the tabs below the card
    QWidget* m_chosen = nullptr; // the tab below the card that the user chose
    BuffersPanel* m_rows = nullptr;
    ProblemsPanel* m_problems = nullptr;
    ChecksPanel* m_checks = nullptr;
    BufferCard* m_card = nullptr;
    std::map<PanelId, QWidget*> m_tabs; // the panels below the card
    QToolButton* m_goToPeak = nullptr;
    QAction* m_showRows = nullptr;
    QAction* m_showColumn = nullptr;
    std::map<QWidget*, QAction*> m_lists; // problems and checks; checked: shown
    QHash<QString, Sizes> m_sizes; // by page
};

} // namespace tidemark::ui
