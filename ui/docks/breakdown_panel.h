#pragma once

#include "ui/docks/breakdown_model.h"

#include <QWidget>

class QComboBox;

namespace tidemark::ui {

class FlatTable;

/// What the level at the cursor is made of, by kind or by a grouping of the view.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownPanel(ViewState* state, QWidget* parent = nullptr);

private:
    void refreshWays();

    BreakdownModel* m_model;
    QComboBox* m_ways;
    FlatTable* m_table;
};

} // namespace tidemark::ui
