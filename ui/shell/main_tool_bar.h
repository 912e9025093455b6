#pragma once

#include "ui/session/document.h"
#include "ui/state/view_state.h"

#include <QToolBar>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace tidemark::ui {

class DocumentController;
class ModuleBox;

/// Chooses what is shown: memory space, module, worker, units; finds buffers; exports.
class MainToolBar : public QToolBar
{
    Q_OBJECT

public:
    MainToolBar(ViewState* state, DocumentController* controller, QWidget* parent);

    /// `open` and the entries of `exports` come from the menus.
    void setActions(QAction* open, QMenu* exports);
    void setNarrow(bool narrow);
    ModuleBox* moduleBox() const { return m_modules; }
    QLineEdit* search() const { return m_search; }
    QComboBox* spaces() const { return m_spaces; }
    QComboBox* workers() const { return m_workers; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QAction* addLabel(const QString& text, QWidget* buddy);
    void refresh();
    void refreshSpaces();
    void refreshWorkers();
    void refreshIcons();

    ViewState* m_state;
    DocumentController* m_controller;
    QComboBox* m_spaces;
    ModuleBox* m_modules;
    QComboBox* m_workers;
    QComboBox* m_units;
    QLineEdit* m_search;
    QToolButton* m_open;
    QPushButton* m_export;
    QAction* m_searchIcon = nullptr;
    QAction* m_workersShown = nullptr;
    QAction* m_workersLabel = nullptr;
    QList<QAction*> m_labels;
    bool m_isNarrow = false;
};

} // namespace tidemark::ui
