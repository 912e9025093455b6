#pragma once

#include "ui/tables/row_table.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;

namespace tidemark::ui {

class ElidedLabel;
class FacetChips;

/// The table of live rows with its filter and its sums.
class BuffersPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BuffersPanel(ViewState* state, QWidget* parent = nullptr);
    RowTable* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeFilterRow();
    QWidget* makeFooter();
    void refresh();
    void refreshWords();
    void refreshKinds();
    void refreshGroupings();
    void refreshSums();
    void refreshSelected();
    void refreshNothing();
    QString nothingText() const; // as rich text
    void follow(const QString& link);
    void refreshColors();

    ViewState* m_state;
    RowTable* m_table;
    QLineEdit* m_filter;
    QComboBox* m_kinds;
    QComboBox* m_groupings;
    FacetChips* m_facets;
    QLabel* m_count;
    QLabel* m_nothing; // covers the table if no row passes the filter
    ElidedLabel* m_selected;
    ElidedLabel* m_totals;
};

} // namespace tidemark::ui
