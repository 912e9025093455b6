#pragma once

#include "core/base/warnings.h"

#include <QWidget>

class QStackedLayout;

namespace tidemark::ui {

class FlatTable;
class ProblemModel;

/// The problems that reading survived, each of its own place in a row of its own; or that there are none.
class ProblemsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    void setProblems(std::vector<Warning> problems);
    ProblemModel* model() const { return m_model; }
    FlatTable* table() const { return m_table; }

private:
    void fitRows();

    ProblemModel* m_model;
    FlatTable* m_table;
    QStackedLayout* m_pages; // that there are none, then the table
};

} // namespace tidemark::ui
