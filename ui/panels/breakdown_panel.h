#pragma once

#include "ui/panels/breakdown_model.h"

#include <QWidget>

class QMenu;

namespace tidemark::ui {

class FlatTable;

/// The parts of the level at the cursor by the groups of the window. The total is always visible. A click on a group
/// filters all views to its rows, or removes that filter. A double click selects the rows; a right click shows the
/// largest rows.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownPanel(ViewState* state, QWidget* parent = nullptr);

    FlatTable* table() const { return m_table; }
    /// Makes the context menu of a line. The caller owns it.
    QMenu* makeMenu(int line);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int widthOf(int column) const;
    void fitColumns();
    void act(int line);
    void select(int line);
    void setOpen(int line, bool open);
    void followFacet();
    bool takeKey(int key);
    void popUpMenu(const QPoint& at);

    ViewState* m_state;
    BreakdownModel* m_model;
    FlatTable* m_table;
};

} // namespace tidemark::ui
