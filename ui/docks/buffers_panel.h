#pragma once

#include "ui/tables/buffer_table.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;

namespace tidemark::ui {

/// The table of live buffers with its filter and its sums.
class BuffersPanel : public QWidget
{
    Q_OBJECT

public:
    BuffersPanel(ViewState* state, const BufferFacts* facts, QWidget* parent = nullptr);
    BufferTable* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeFilterRow();
    QWidget* makeFooter();
    void refreshKinds();
    void refreshSums();
    void refreshColors();

    ViewState* m_state;
    BufferTable* m_table;
    QLineEdit* m_filter;
    QAction* m_filterIcon;
    QComboBox* m_kinds;
    QLabel* m_count;
    QLabel* m_nothing; // over the table when no row passes the filter
    QLabel* m_selected;
    QLabel* m_totals;
};

} // namespace tidemark::ui
