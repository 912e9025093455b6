#pragma once

#include "ui/docks/breakdown_model.h"

#include <QWidget>

class QComboBox;

namespace tidemark::ui {

class FlatTable;

/// What the level at the cursor is made of, by kind, by category or by a grouping of the view: at first by what the
/// colours tell.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownPanel(ViewState* state, QWidget* parent = nullptr);

private:
    void refreshWays();

    const ViewState* m_state;
    BreakdownModel* m_model;
    QComboBox* m_ways;
    FlatTable* m_table;
    bool m_isChosen = false; // by the user: it does not follow the colours
};

} // namespace tidemark::ui
