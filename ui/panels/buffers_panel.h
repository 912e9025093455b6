#pragma once

#include "ui/state/view_state.h"
#include "ui/tables/row_table.h"

#include <QWidget>

class QLabel;

namespace tidemark::ui {

class ElidedLabel;

/// Shows a button for each facet of the filter, except that of the marked step, which has its own control. A
/// click on a button removes the facet.
class FacetChips : public QWidget
{
    Q_OBJECT

public:
    explicit FacetChips(ViewState* state, QWidget* parent = nullptr);

private:
    void refresh();

    ViewState* m_state;
};

/// The table of the listed rows with its sums, below the facets of the filter.
class BuffersPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BuffersPanel(ViewState* state, QWidget* parent = nullptr);
    RowTable* table() const { return m_table; }

private:
    QWidget* makeFooter();
    void refresh();
    void refreshSums();
    void refreshSelected();
    void refreshNothing();
    QString nothingText() const; // as rich text
    void follow(const QString& link);
    void refreshColors();

    ViewState* m_state;
    RowTable* m_table;
    QLabel* m_count;
    QLabel* m_nothing; // covers the table if no row passes the filter
    ElidedLabel* m_selected;
    ElidedLabel* m_totals;
};

} // namespace tidemark::ui
