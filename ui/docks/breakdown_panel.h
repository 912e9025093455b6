#pragma once

#include "ui/docks/breakdown_model.h"

#include <QWidget>

class QTableView;

namespace tidemark::ui {

/// What the level at the cursor is made of, by allocation type or opcode.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    BreakdownPanel(ViewState* state, QWidget* parent = nullptr);

private:
    QTableView* m_view;
    BreakdownModel* m_model;
};

} // namespace tidemark::ui
