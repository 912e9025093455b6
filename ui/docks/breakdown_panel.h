#pragma once

#include "ui/docks/breakdown_model.h"

#include <QWidget>

class QComboBox;
class QMenu;

namespace tidemark::ui {

class FlatTable;

/// What the level at the cursor is made of, by kind, by category or by a grouping of the view: at first by what the
/// colours tell, with the total always in sight. A click on a group leaves only its rows in all views, or all again; a
/// double-click selects them; a right click shows the largest.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownPanel(ViewState* state, QWidget* parent = nullptr);

    FlatTable* table() const { return m_table; }
    /// What a right click on a line offers; the caller owns it.
    QMenu* makeMenu(int line);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeTotal();
    void choose(const std::string& way);
    void refreshWays();
    void refreshLines();
    int widthOf(int column) const;
    void fitColumns();
    void act(int line);
    void select(int line);
    void setOpen(int line, bool open);
    void followFacet();
    bool takeKey(int key);
    void popUpMenu(const FlatTable& table, const QPoint& at);

    ViewState* m_state;
    BreakdownModel* m_model;
    QComboBox* m_ways;
    FlatTable* m_table; // without the total
    FlatTable* m_total; // nothing else
    int m_totalLine = -1; // hidden in the table
    bool m_isChosen = false; // by the user: it does not follow the colours
};

} // namespace tidemark::ui
