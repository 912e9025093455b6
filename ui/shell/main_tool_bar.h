#pragma once

#include "ui/session/session.h"
#include "ui/state/view_state.h"

#include <QToolBar>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace tidemark::ui {

class Page;
class ProgramBox;
class SourceBox;

/// Chooses the memory, program, source and the groups of rows; searches rows; exports. A box is hidden if the document
/// does not need it.
class MainToolBar : public QToolBar
{
    Q_OBJECT

public:
    MainToolBar(ViewState* state, Session* session, QWidget* parent);

    /// `open` and the entries of `exports` come from the menus.
    void setActions(QAction* open, QMenu* exports);
    void setNarrow(bool narrow);
    /// Shows what the search line finds on this page, and whether the page uses the groups.
    void setPage(const Page& page);
    ProgramBox* programs() const { return m_programs; }
    QLineEdit* search() const { return m_search; }
    QComboBox* memories() const { return m_memories; }
    SourceBox* sources() const { return m_sources; }

private:
    /// A box with its label, which a narrow window has no room for.
    struct Labelled {
        QLabel* label = nullptr;
        QAction* labelShown = nullptr;
        QAction* boxShown = nullptr;
    };
    Labelled add(QWidget* box);
    void showBox(const Labelled& box, bool isShown);
    void makeBoxes();
    void connectState();
    void refresh();
    void refreshWords();
    void refreshMemories();
    bool usesGroups() const;
    void showGroupBy();
    void refreshGroupBy();
    void refreshSources();
    void refreshPrograms();
    void refreshSearch();
    void refreshColors();
    void fit();

    ViewState* m_state;
    Session* m_session;
    QComboBox* m_memories;
    ProgramBox* m_programs;
    SourceBox* m_sources;
    QComboBox* m_groupBy;
    QLineEdit* m_search;
    const Page* m_page = nullptr;
    QString m_programLetter; // see Page::programLetter()
    QToolButton* m_open;
    QPushButton* m_export;
    Labelled m_memory;
    Labelled m_program;
    Labelled m_source;
    Labelled m_grouping;
    QAction* m_groupBySeparator = nullptr;
    bool m_isNarrow = false;
};

} // namespace tidemark::ui
