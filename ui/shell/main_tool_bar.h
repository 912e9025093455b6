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

class ProgramBox;

/// Chooses what is shown: memory, program, source, units; finds rows; exports. A box that a document has no use for is
/// not there.
class MainToolBar : public QToolBar
{
    Q_OBJECT

public:
    MainToolBar(ViewState* state, Session* session, QWidget* parent);

    /// `open` and the entries of `exports` come from the menus.
    void setActions(QAction* open, QMenu* exports);
    /// Without the words before the boxes.
    void setNarrow(bool narrow);
    /// Whether the page shows what the line of search leaves.
    void setSearchUsed(bool isUsed);
    ProgramBox* programs() const { return m_programs; }
    QLineEdit* search() const { return m_search; }
    QComboBox* memories() const { return m_memories; }
    QComboBox* sources() const { return m_sources; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* addLabel(QWidget* buddy);
    void makeBoxes();
    void connectState();
    void refresh();
    void refreshWords();
    void refreshMemories();
    void refreshSources();
    void fillSources();
    void refreshSearch();
    void refreshColors();
    void fit();

    ViewState* m_state;
    Session* m_session;
    QComboBox* m_memories;
    ProgramBox* m_programs;
    QComboBox* m_sources;
    QComboBox* m_units;
    QLineEdit* m_search;
    bool m_isSearchUsed = false;
    QToolButton* m_open;
    QPushButton* m_export;
    std::vector<SourceChoice> m_choices; // of the box of sources
    QList<QLabel*> m_labels;
    QLabel* m_programLabel = nullptr;
    QLabel* m_sourceLabel = nullptr;
    QList<QAction*> m_labelActions;
    QAction* m_sourcesShown = nullptr;
    QAction* m_sourceLabelShown = nullptr;
    bool m_isNarrow = false;
};

} // namespace tidemark::ui
