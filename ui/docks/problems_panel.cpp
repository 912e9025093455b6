#include "ui/docks/problems_panel.h"

#include "ui/docks/problem_model.h"
#include "ui/tables/flat_table.h"

#include <QHeaderView>
#include <QVBoxLayout>

namespace tidemark::ui {

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ProblemModel(this))
    , m_table(new FlatTable(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Problems"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ProblemModel::Text, QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
}

void ProblemsPanel::setProblems(std::vector<Warning> problems)
{
    m_model->setProblems(std::move(problems));
}

} // namespace tidemark::ui
